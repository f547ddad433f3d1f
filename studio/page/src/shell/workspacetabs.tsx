// One tab per workspace.
import { workspace } from "../state/app.ts";
import { workspaces } from "../state/workspaces.ts";
import { Icon } from "../widgets/icon.tsx";
import { tip } from "../widgets/tip.ts";
import "./workspacetabs.css";

const ORDER = ["rig", "poses", "stage", "verbs", "creatures", "lines"];

export const orderedWorkspaces = () => [...workspaces.value].sort((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id));

function step(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const tabs = [...event.currentTarget.querySelectorAll("button")];
    const next = tabs[(tabs.indexOf(document.activeElement as HTMLButtonElement) + by + tabs.length) % tabs.length];
    next?.focus();
    next?.click();
}

export function WorkspaceTabs() {
    return (
        <div class="workspace-tabs" role="tablist" aria-label="Workspaces" onKeyDown={step}>
            {orderedWorkspaces().map((w, i) => (
                <button
                    key={w.id}
                    type="button"
                    role="tab"
                    aria-selected={w.id === workspace.value}
                    aria-controls="workspace"
                    tabIndex={w.id === workspace.value ? 0 : -1}
                    data-test={`workspace-${w.id}`}
                    onClick={() => (workspace.value = w.id)}
                    {...tip(`${w.label} workspace`, String(i + 1))}
                >
                    <Icon name={w.icon} />
                    <span>{w.label}</span>
                </button>
            ))}
        </div>
    );
}
