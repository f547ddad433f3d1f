// The bar at the top: word mark and menus; workspaces; the saved mark and frequent actions.
import { find, isEnabled, run } from "../state/actions.ts";
import { project } from "../state/document.ts";
import { Button } from "../widgets/button.tsx";
import { IconButton } from "../widgets/iconbutton.tsx";
import { tip } from "../widgets/tip.ts";
import { Menubar } from "./menubar.tsx";
import { SavedMark } from "./savedmark.tsx";
import { redoWords, undoWords } from "./shellactions.ts";
import { Wordmark } from "../widgets/wordmark.tsx";
import { WorkspaceTabs } from "./workspacetabs.tsx";
import "./topbar.css";

function ActionIcon(props: { id: string; icon: string; title?: string }) {
    const action = find(props.id);
    if (!action) return null;
    return (
        <IconButton
            icon={props.icon}
            label={action.label}
            title={props.title}
            shortcut={action.keys?.[0]}
            disabled={!isEnabled(action)}
            onClick={() => run(props.id)}
            test={`top-${props.id}`}
        />
    );
}

export function Topbar() {
    const exporting = find("file.export");
    return (
        <header class="topbar">
            <div class="topbar-left">
                <Wordmark />
                <Menubar />
            </div>
            <WorkspaceTabs />
            <div class="topbar-right">
                <span class="topbar-name" data-test="project-name" {...tip(project.value.name)}>
                    {project.value.name}
                </span>
                <SavedMark />
                <span class="topbar-gap" />
                <ActionIcon id="edit.undo" icon="undo-2" title={undoWords()} />
                <ActionIcon id="edit.redo" icon="redo-2" title={redoWords()} />
                <ActionIcon id="view.palette" icon="search" />
                <ActionIcon id="view.theme" icon="sun-moon" />
                {exporting && (
                    <Button
                        kind="primary"
                        icon="download"
                        label="Export"
                        shortcut={exporting.keys?.[0]}
                        title={
                            isEnabled(exporting)
                                ? undefined
                                : "Exports drawings; clips of 3D figures are exported in their workspaces"
                        }
                        disabled={!isEnabled(exporting)}
                        onClick={() => run("file.export")}
                        test="export"
                    />
                )}
            </div>
        </header>
    );
}
