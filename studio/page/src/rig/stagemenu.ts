// The context menu of the stage: actions on the selection.
import type { MenuEntry, MenuPlace } from "../widgets/menu.tsx";
import { openMenu } from "../widgets/menu.tsx";
import { entry } from "./rows.tsx";
import { mode, selectedHandles, selectedLayers } from "./state.ts";

const line = "line" as const;

function forHandles(): MenuEntry[] {
    const verbs = [entry("rig.move"), entry("rig.turn"), entry("rig.scale")];
    if (mode.peek() === "try") {
        return [
            ...verbs,
            line,
            entry("rig.pin", { checked: undefined, label: "Pin or free" }),
            entry("rig.pin-turn"),
            entry("rig.free"),
            line,
            entry("rig.rest"),
            entry("rig.keep"),
            line,
            entry("rig.mode", { checked: undefined, label: "Go back to building" }),
        ];
    }
    return [
        ...verbs,
        line,
        entry("rig.duplicate"),
        entry("rig.delete", { danger: true }),
        line,
        entry("rig.mode", { checked: undefined, label: "Try the rig" }),
    ];
}
function forPaper(): MenuEntry[] {
    const trying = mode.peek() === "try";
    const tools = trying
        ? [entry("rig.rest"), entry("rig.keep"), entry("rig.free")]
        : [
              entry("rig.point", { checked: undefined }),
              entry("rig.bone", { checked: undefined }),
              entry("rig.join", { checked: undefined }),
              line,
              entry("rig.guess"),
              entry("rig.guess-bones"),
          ];
    return [
        ...tools,
        line,
        entry("rig.all"),
        line,
        entry("rig.mode", { checked: undefined, label: trying ? "Go back to building" : "Try the rig" }),
    ];
}
export function showStageMenu(place: MenuPlace): void {
    const layers = selectedLayers.peek().length > 0 && mode.peek() === "build";
    const items = selectedHandles.peek().length
        ? forHandles()
        : layers
          ? [entry("rig.duplicate"), entry("rig.delete", { danger: true }), line, ...forPaper()]
          : forPaper();
    openMenu(items, place, { label: "Rig" });
}
