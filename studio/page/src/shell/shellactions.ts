// The shell's own actions.
import { register } from "../state/actions.ts";
import type { Action } from "../state/actions.ts";
import { artworkIndex, duration, looping, playing, rate, recording, scene, time, workspace } from "../state/app.ts";
import { history, readOnly, redo, revision, studio, undo } from "../state/document.ts";
import { prefs, setPref, theme } from "../state/prefs.ts";
import { workspaces } from "../state/workspaces.ts";
import { boardUnder, moveBoard, shown, toggleAllPanels, togglePanel, resetLayout } from "./layout.ts";
import type { PanelName } from "./layout.ts";
import { onFrame, toFrame } from "../timeline/view.ts";
import { historyOpen, toggleWindow } from "./windows.ts";
import { stepLabel } from "./words.ts";
import { orderedWorkspaces } from "./workspacetabs.tsx";

// A pose made by hand is undone before commands are; it is not an undo step.
function posedByHand(): boolean {
    void revision.value;
    try {
        return artworkIndex.value >= 0 && (studio.value?.figure(artworkIndex.value).posed ?? false);
    } catch {
        return false;
    }
}
const mayUndo = (): boolean => !readOnly.value && studio.value !== null && (history.value.at > 0 || posedByHand());
const mayRedo = (): boolean => !readOnly.value && history.value.at < history.value.steps.length;

const editing: Action[] = [
    {
        id: "edit.undo",
        label: "Undo",
        menu: "Edit",
        group: 0,
        icon: "undo-2",
        keys: ["Mod+Z"],
        repeats: true,
        enabled: mayUndo,
        run: () => void undo(),
    },
    {
        id: "edit.redo",
        label: "Redo",
        menu: "Edit",
        group: 0,
        icon: "redo-2",
        keys: ["Mod+Shift+Z", "Mod+Y"],
        repeats: true,
        enabled: mayRedo,
        run: () => void redo(),
    },
    {
        id: "edit.history",
        label: "History",
        menu: "Edit",
        group: 0,
        icon: "history",
        keys: ["Mod+Shift+H"],
        enabled: () => studio.value !== null,
        checked: () => historyOpen.value,
        run: () => (historyOpen.value = !historyOpen.value),
    },
    {
        id: "edit.preferences",
        label: "Preferences…",
        menu: "Edit",
        group: 9,
        icon: "settings",
        keys: ["Mod+,"],
        run: () => toggleWindow("preferences"),
    },
];

const hasBoard = (): boolean => workspaces.value.find((w) => w.id === workspace.value)?.Board !== undefined;
const panel = (name: PanelName, label: string, keys: string, enabled = (): boolean => true): Action => ({
    id: `view.panel-${name}`,
    label,
    menu: "View",
    group: 5,
    icon: { left: "panel-left", right: "panel-right", bottom: "panel-bottom", board: "layout-dashboard" }[name],
    keys: [keys],
    enabled,
    checked: () => shown.value[name] && enabled(),
    run: () => togglePanel(name),
});
const viewing: Action[] = [
    {
        id: "view.palette",
        label: "Search everything…",
        menu: "View",
        group: -1,
        icon: "search",
        keys: ["Mod+K"],
        run: () => toggleWindow("palette"),
    },
    panel("left", "Outliner", "Mod+1"),
    panel("bottom", "Timeline", "Mod+2"),
    panel("right", "Inspector", "Mod+3"),
    panel("board", "Board", "Mod+4", hasBoard),
    {
        id: "view.board-place",
        label: "Board beside the stage",
        menu: "View",
        group: 5,
        icon: "panels-left-right",
        enabled: hasBoard,
        checked: () => !boardUnder.value,
        run: moveBoard,
    },
    {
        id: "view.panels",
        label: "Hide or show all panels",
        menu: "View",
        group: 5,
        icon: "maximize-2",
        keys: ["Tab"],
        run: toggleAllPanels,
    },
    { id: "view.layout", label: "Reset the layout", menu: "View", group: 6, icon: "panels-top-left", run: resetLayout },
    {
        id: "view.theme",
        label: "Dark or light theme",
        menu: "View",
        group: 6,
        icon: "sun-moon",
        run: () => setPref("theme", theme() === "dark" ? "light" : "dark"),
    },
    {
        id: "view.theme-system",
        label: "Theme of the system",
        icon: "monitor",
        checked: () => prefs.value.theme === "system",
        run: () => setPref("theme", "system"),
    },
];

const helping: Action[] = [
    {
        id: "help.shortcuts",
        label: "Shortcuts",
        menu: "Help",
        group: 0,
        icon: "keyboard",
        keys: ["?"],
        run: () => toggleWindow("shortcuts"),
    },
    { id: "help.about", label: "About Verve", menu: "Help", group: 1, icon: "info", run: () => toggleWindow("about") },
];

// The workspace that plays may register these actions again under the same ids with more behaviour. The signals that
// they change are those of state/app.ts.
// A timeline with a time of its own has a transport of its own.
function hasScene(): boolean {
    const strip = workspaces.value.find((w) => w.id === workspace.value)?.strip;
    return scene.value !== null && (!strip || strip.ofScene === true || strip.size() === null);
}
function stepTime(frames: number): void {
    playing.value = false;
    time.value = onFrame((toFrame(time.value) + frames) / rate.value);
}
const timing: Action[] = [
    { id: "time.play", label: "Play or pause", icon: "play", keys: ["Space"], enabled: hasScene, run: playOrPause },
    {
        id: "time.start",
        label: "To the start",
        icon: "skip-back",
        keys: ["Home"],
        enabled: hasScene,
        run: () => ((playing.value = false), (time.value = 0)),
    },
    {
        id: "time.end",
        label: "To the end",
        icon: "skip-forward",
        keys: ["End"],
        enabled: hasScene,
        run: () => ((playing.value = false), (time.value = onFrame(duration.value))),
    },
    {
        id: "time.back",
        label: "One frame back",
        icon: "step-back",
        keys: ["ArrowLeft"],
        repeats: true,
        enabled: hasScene,
        run: () => stepTime(-1),
    },
    {
        id: "time.on",
        label: "One frame on",
        icon: "step-forward",
        keys: ["ArrowRight"],
        repeats: true,
        enabled: hasScene,
        run: () => stepTime(1),
    },
    {
        id: "time.back-second",
        label: "One second back",
        keys: ["Shift+ArrowLeft"],
        repeats: true,
        enabled: hasScene,
        run: () => stepTime(-Math.round(rate.value)),
    },
    {
        id: "time.on-second",
        label: "One second on",
        keys: ["Shift+ArrowRight"],
        repeats: true,
        enabled: hasScene,
        run: () => stepTime(Math.round(rate.value)),
    },
    {
        id: "time.loop",
        label: "Loop",
        icon: "repeat",
        keys: ["Shift+L"],
        checked: () => looping.value,
        run: () => (looping.value = !looping.value),
    },
    {
        id: "time.record",
        label: "Record",
        icon: "circle",
        enabled: hasScene,
        checked: () => recording.value,
        run: () => (recording.value = !recording.value),
    },
];
// Only the stage plays: Space in another workspace switches to it.
function playOrPause(): void {
    if (workspace.value !== "stage" && workspaces.value.some((w) => w.id === "stage")) {
        workspace.value = "stage";
        playing.value = true;
    } else playing.value = !playing.value;
}

const tab = (at: number): Action => ({
    id: `view.workspace-${at + 1}`,
    label: ["Rig workspace", "Poses workspace", "Stage workspace"][at] ?? "",
    menu: "View",
    group: -2,
    icon: ["bone", "person-standing", "clapperboard"][at] ?? "",
    keys: [String(at + 1)],
    enabled: () => orderedWorkspaces()[at] !== undefined,
    checked: () => orderedWorkspaces()[at]?.id === workspace.value,
    run() {
        const next = orderedWorkspaces()[at];
        if (next) workspace.value = next.id;
    },
});

// The label names the step that would be undone.
export const undoWords = (): string => {
    const { at, steps } = history.value;
    const last = steps[at - 1];
    return last ? `Undo: ${stepLabel(last)}` : "Undo";
};
export const redoWords = (): string => {
    const { at, steps } = history.value;
    const next = steps[at];
    return next ? `Redo: ${stepLabel(next)}` : "Redo";
};

export function registerShellActions(): void {
    register(...editing, tab(0), tab(1), tab(2), ...viewing, ...timing, ...helping);
}
