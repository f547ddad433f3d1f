// The actions of the rig workspace: menu, palette, keys.
import type { Action } from "../state/actions.ts";
import { register } from "../state/actions.ts";
import { artwork, overlays, selection } from "../state/app.ts";
import { frame } from "../state/workspaces.ts";
import {
    duplicateSelected,
    freeAll,
    guessHandles,
    keepPose,
    backToRest,
    nudge,
    pairMirror,
    removeSelected,
    selectAll,
} from "./editing.ts";
import { currentFigure } from "./figure.ts";
import { start } from "../tools/gesture.ts";
import { modal } from "./modal.ts";
import type { Verb } from "../tools/modal.ts";
import { pin, togglePins } from "./posing.ts";
import { enterMode, indexOfHandle, mode, selectedHandles, showNames, takeTool, toolId } from "./state.ts";
import type { ToolId } from "./state.ts";
import { pointerNow } from "./tool.ts";

const rig = { workspaces: ["rig"], menu: "Rig" } as const;
// Actions that are available for posing there as well
const posing = { workspaces: ["rig", "poses"], menu: "Rig" } as const;
const hasHandles = (): boolean => selectedHandles.peek().length > 0;
const hasSelection = (): boolean => selection.peek().length > 0;
const hasDrawing = (): boolean => (artwork.peek()?.layers.length ?? 0) > 0;
const chosenIndices = (): number[] => selectedHandles.peek().map((h) => indexOfHandle(artwork.peek()!, h.name));

function toggleOverlay(key: "weights" | "mesh"): void {
    overlays.value = { ...overlays.peek(), [key]: !overlays.peek()[key] };
    frame.request();
}
// With selected handles P pins them; without a selection it chooses the pin tool.
function pinOrTool(): void {
    if (mode.peek() === "try" && hasHandles()) togglePins(chosenIndices());
    else takeTool("pin");
}
const toolAction = (
    id: ToolId,
    label: string,
    icon: string,
    key: string,
    where: typeof rig | typeof posing = rig,
    run = (): void => takeTool(id),
): Action => ({
    id: `rig.${id}`,
    label,
    icon,
    keys: [key],
    group: 2,
    ...where,
    enabled: hasDrawing,
    checked: () => toolId.value === id,
    run,
});
const verbAction = (verb: Verb, label: string, icon: string, key: string): Action => ({
    id: `rig.${verb}`,
    label,
    icon,
    keys: [key],
    group: 3,
    ...posing,
    enabled: hasHandles,
    run: () => void start(modal(verb, pointerNow())),
});
const nudgeAction = (key: string, dx: number, dy: number): Action[] => [
    {
        id: `rig.nudge-${key}`,
        label: `Nudge ${key}`,
        keys: [`Arrow${key[0]!.toUpperCase()}${key.slice(1)}`],
        workspaces: ["rig"],
        enabled: hasSelection,
        run: () => nudge(dx, dy),
    },
    {
        id: `rig.nudge-far-${key}`,
        label: `Nudge ${key} by ten`,
        keys: [`Shift+Arrow${key[0]!.toUpperCase()}${key.slice(1)}`],
        workspaces: ["rig"],
        enabled: hasSelection,
        run: () => nudge(10 * dx, 10 * dy),
    },
];

export function registerActions(): void {
    register(
        {
            id: "rig.mode",
            label: "Build or try the rig",
            icon: "hand",
            keys: ["T"],
            group: 1,
            ...rig,
            enabled: hasDrawing,
            checked: () => mode.value === "try",
            run: () => enterMode(mode.peek() === "build" ? "try" : "build"),
        },
        toolAction("select", "Select and pose", "mouse-pointer-2", "V", posing),
        toolAction("point", "Point handle", "circle-dot", "H"),
        toolAction("bone", "Bone", "bone", "B"),
        toolAction("pin", "Pin", "pin", "P", posing, pinOrTool),
        toolAction("join", "Join layers", "link-2", "J"),
        verbAction("move", "Move", "move", "G"),
        verbAction("turn", "Turn", "rotate-cw", "R"),
        verbAction("scale", "Stretch", "scaling", "S"),
        {
            id: "rig.rest",
            label: "Back to rest",
            icon: "rotate-ccw",
            keys: ["Shift+R"],
            group: 4,
            ...rig,
            enabled: () => currentFigure() !== null,
            run: backToRest,
        },
        {
            id: "rig.keep",
            label: "Keep as pose",
            icon: "camera",
            keys: ["K"],
            group: 4,
            ...rig,
            enabled: () => mode.peek() === "try" && hasDrawing(),
            run: keepPose,
        },
        {
            id: "rig.pin-turn",
            label: "Pin with turn and stretch",
            icon: "pin",
            keys: ["Shift+P"],
            group: 4,
            ...posing,
            enabled: () => mode.peek() === "try" && hasHandles(),
            run: () => pin(chosenIndices(), 2),
        },
        {
            id: "rig.free",
            label: "Free all pins",
            icon: "pin-off",
            keys: ["Alt+P"],
            group: 4,
            ...posing,
            enabled: () => mode.peek() === "try",
            run: freeAll,
        },
        {
            id: "rig.guess",
            label: "Guess handles",
            icon: "wand-sparkles",
            group: 5,
            ...rig,
            enabled: hasDrawing,
            run: () => guessHandles(false),
        },
        {
            id: "rig.guess-bones",
            label: "Guess bones",
            icon: "wand-sparkles",
            group: 5,
            ...rig,
            enabled: hasDrawing,
            run: () => guessHandles(true),
        },
        {
            id: "rig.mirror-names",
            label: "Pair left and right by name",
            icon: "flip-horizontal-2",
            group: 5,
            ...rig,
            enabled: hasDrawing,
            run: pairMirror,
        },
        {
            id: "rig.weights",
            label: "Weights as heat",
            icon: "flame",
            keys: ["W"],
            group: 6,
            ...posing,
            checked: () => overlays.value.weights,
            run: () => toggleOverlay("weights"),
        },
        {
            id: "rig.mesh",
            label: "Triangles",
            icon: "triangle",
            keys: ["M"],
            group: 6,
            ...posing,
            checked: () => overlays.value.mesh,
            run: () => toggleOverlay("mesh"),
        },
        {
            id: "rig.names",
            label: "Names of handles",
            icon: "text-cursor-input",
            keys: ["N"],
            group: 6,
            ...posing,
            checked: () => showNames.value,
            run: () => ((showNames.value = !showNames.peek()), frame.request()),
        },
        {
            id: "rig.duplicate",
            label: "Duplicate",
            icon: "copy",
            keys: ["Mod+D"],
            group: 7,
            ...rig,
            enabled: hasDrawing,
            run: duplicateSelected,
        },
        {
            id: "rig.delete",
            label: "Delete",
            icon: "trash-2",
            keys: ["Delete", "Backspace"],
            group: 7,
            ...rig,
            enabled: hasSelection,
            run: removeSelected,
        },
        { id: "rig.all", label: "Select all", keys: ["Mod+A"], group: 7, ...rig, enabled: hasDrawing, run: selectAll },
        {
            id: "rig.none",
            label: "Select nothing",
            keys: ["Escape"],
            group: 7,
            ...rig,
            enabled: hasSelection,
            run: () => void (selection.value = []),
        },
        ...nudgeAction("left", -1, 0),
        ...nudgeAction("right", 1, 0),
        ...nudgeAction("up", 0, 1),
        ...nudgeAction("down", 0, -1),
    );
}
