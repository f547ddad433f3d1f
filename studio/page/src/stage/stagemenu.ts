// The context menu of the Stage workspace: actions for what lies under the pointer.
import type { Vec2 } from "../core/project.ts";
import { run } from "../state/actions.ts";
import { project, send } from "../state/document.ts";
import { openMenu } from "../widgets/index.ts";
import { canCopy, copySelected } from "../world/copy.ts";
import { hasRemovable, removeSelected } from "../world/remove.ts";
import type { MenuEntry } from "../widgets/index.ts";
import { activeActor, addActor, setActor, stageTool } from "../scene/state.ts";

function actorEntries(): MenuEntry[] {
    const actor = activeActor.peek();
    if (!actor) return [];
    return [
        { label: "Copy", icon: "copy", keys: "Mod+D", run: copySelected },
        {
            label: "Mirror",
            icon: "flip-horizontal-2",
            run: () => void send(setActor(actor.name, { flipped: !actor.flipped })),
        },
        { label: "Frame", icon: "focus", keys: "F", run: () => run("view.frame") },
        "line",
        { label: "Delete", icon: "trash-2", keys: "Delete", danger: true, run: removeSelected },
    ];
}
const putEntries = (at: Vec2): MenuEntry[] =>
    project.peek().artworks.map(({ name }) => ({ label: `Put ${name} here`, icon: "plus", run: () => addActor(name, at) })); // prettier-ignore
function paperEntries(at: Vec2): MenuEntry[] {
    return [
        ...putEntries(at),
        "line",
        { label: "Draw ground", icon: "pencil", keys: "D", run: () => void (stageTool.value = "draw") },
        { label: "Draw joints", icon: "link-2", keys: "J", run: () => void (stageTool.value = "joint") },
        { label: "Draw water", icon: "waves", keys: "W", run: () => void (stageTool.value = "zone") },
        { label: "Frame all", icon: "maximize", keys: "Shift+F", run: () => run("view.frame-all") },
    ];
}

// Opens the menu; the caller has selected what lies under the pointer.
export function showStageMenu(at: Vec2, screen: { clientX: number; clientY: number }): void {
    const entries: MenuEntry[] = activeActor.peek()
        ? actorEntries()
        : hasRemovable()
          ? [
                ...(canCopy() ? [{ label: "Copy", icon: "copy", keys: "Mod+D", run: copySelected }] : []),
                { label: "Frame", icon: "focus", keys: "F", run: () => run("view.frame") },
                "line",
                { label: "Delete", icon: "trash-2", keys: "Delete", danger: true, run: removeSelected },
                "line",
                ...putEntries(at),
            ]
          : paperEntries(at);
    openMenu(entries, screen, { label: "Stage" });
}
