// The Lines workspace: draw the line of action, and the body follows.
import { effect } from "@preact/signals";
import { register } from "../state/actions.ts";
import { duration, hint, playing, rate, time } from "../state/app.ts";
import { laterWorkspaces } from "../state/later.ts";
import { addWorkspace, frame } from "../state/workspaces.ts";
import { makeClip, makePoses } from "./clip.ts";
import { canPaste, copyKeys, cutKeys, pasteKeys } from "./clipboard.ts";
import { dropPull, keepPull, stepLater, reverseStroke } from "./edits.ts";
import { keepHold, softness, zoom } from "./hand.ts";
import { duplicateKeys, removeKeys } from "./keymoves.ts";
import { Inspector } from "./inspector.tsx";
import { numbersNow } from "./marks.ts";
import { Outliner } from "./outliner.tsx";
import { Overlay } from "./overlay.tsx";
import { ABOVE, backToPaper, lookFreely, paperToPicture } from "./sight.ts";
import {
    action,
    advanceLine,
    canPlay,
    chooseKey,
    chooseKeys,
    follow,
    free,
    ghosts,
    holding,
    isDrawing,
    key,
    length,
    line,
    openLine,
    pulled,
    resting,
    stepKey,
    togglePlaying,
    tool,
} from "./state.ts";
import { LineTimeline } from "./timeline.tsx";
import { Toolbar, TOOLS } from "./toolbar.tsx";
import { drawingBox, forgetView, frameNow, paint } from "./view.tsx";

const isRunning = (): boolean => (playing.peek() || holding.peek()) && line.peek() !== null;

addWorkspace({
    id: "lines",
    label: "Lines",
    icon: "spline",
    Outliner,
    Inspector,
    Toolbar,
    Overlay,
    strip: { Timeline: LineTimeline, size: () => "sheet" },
    tool: {
        before(seconds) {
            if (!isRunning()) return;
            keepHold();
            advanceLine(seconds);
        },
        draw: (painter) => paint(painter),
        bounds: () => drawingBox(),
        above: ABOVE,
        space: () =>
            line.value && !isDrawing.value ? { vertices: action()?.vertexCount ?? 0, zoom, frame: frameNow } : null,
        moving: isRunning,
    },
    entered() {
        forgetView();
        const [stop, quiet] = [
            follow(),
            effect(() => void (hint.value = TOOLS.find((one) => one.name === tool.value)!.hint)),
        ];
        return () => {
            stop();
            quiet();
            free.value = resting.value = false;
        };
    },
});

laterWorkspaces.addOpener("line", openLine);

// For tests and for inspection, added to the page's other state.
Object.assign((globalThis as { verve?: object }).verve ?? {}, { onPaper: paperToPicture, numbersNow });

function stepTime(frames: number): void {
    playing.value = false;
    time.value = Math.min(duration.peek(), Math.max(0, (Math.round(time.peek() * rate.peek()) + frames) / rate.peek()));
}
function goTo(at: number): void {
    playing.value = false;
    time.value = at;
}
function play(): void {
    togglePlaying();
    if (!playing.peek()) time.value = Math.round(time.peek() * rate.peek()) / rate.peek();
    frame.request();
}
function soften(by: number): void {
    softness.value = Math.min(1, Math.max(0.05, Math.round(100 * softness.peek() * by) / 100));
    hint.value = `${Math.round(100 * softness.peek())} % of the stroke goes along with a point`;
}
function switchGhosts(which: "line" | "body" | "bones"): void {
    ghosts.value = { ...ghosts.peek(), [which]: !ghosts.peek()[which] };
    frame.request();
}

const here = { menu: "Lines", workspaces: ["lines"] } as const;
const any = (): boolean => line.value !== null;
const chosen = (): boolean => key.value !== null;
register(
    {
        id: "lines.play",
        label: "Play or pause",
        ...here,
        group: 1,
        icon: "play",
        keys: ["Space"],
        enabled: canPlay,
        run: play,
    },
    {
        id: "lines.start",
        label: "To the start",
        ...here,
        group: 1,
        icon: "skip-back",
        keys: ["Home"],
        enabled: any,
        run: () => goTo(0),
    },
    {
        id: "lines.end",
        label: "To the end",
        ...here,
        group: 1,
        icon: "skip-forward",
        keys: ["End"],
        enabled: any,
        run: () => goTo(length.peek()),
    },
    {
        id: "lines.back",
        label: "One frame back",
        ...here,
        group: 1,
        icon: "step-back",
        keys: ["ArrowLeft"],
        repeats: true,
        enabled: any,
        run: () => stepTime(-1),
    },
    {
        id: "lines.on",
        label: "One frame on",
        ...here,
        group: 1,
        icon: "step-forward",
        keys: ["ArrowRight"],
        repeats: true,
        enabled: any,
        run: () => stepTime(1),
    },
    {
        id: "lines.back-ten",
        label: "Ten frames back",
        ...here,
        group: 1,
        keys: ["Shift+ArrowLeft"],
        repeats: true,
        enabled: any,
        run: () => stepTime(-10),
    },
    {
        id: "lines.on-ten",
        label: "Ten frames on",
        ...here,
        group: 1,
        keys: ["Shift+ArrowRight"],
        repeats: true,
        enabled: any,
        run: () => stepTime(10),
    },
    {
        id: "lines.later",
        label: "Half a second on, for the next stroke",
        ...here,
        group: 1,
        icon: "arrow-right-to-line",
        keys: ["Shift+D"],
        enabled: any,
        run: stepLater,
    },
    ...TOOLS.map((one) => ({
        id: `lines.${one.name}`,
        label: one.label,
        ...here,
        group: 2,
        icon: one.icon,
        keys: [one.shortcut],
        enabled: () => any() && (!one.bodies || !isDrawing.value),
        checked: () => tool.value === one.name,
        run: () => void (tool.value = one.name),
    })),
    {
        id: "lines.sharper",
        label: "Fewer points go along",
        ...here,
        group: 2,
        keys: ["["],
        repeats: true,
        enabled: any,
        run: () => soften(0.8),
    },
    {
        id: "lines.softer",
        label: "More points go along",
        ...here,
        group: 2,
        keys: ["]"],
        repeats: true,
        enabled: any,
        run: () => soften(1.25),
    },
    {
        id: "lines.key-before",
        label: "Previous keystroke",
        ...here,
        group: 3,
        icon: "chevron-left",
        keys: [","],
        enabled: any,
        run: () => stepKey(-1),
    },
    {
        id: "lines.key-after",
        label: "Next keystroke",
        ...here,
        group: 3,
        icon: "chevron-right",
        keys: ["."],
        enabled: any,
        run: () => stepKey(1),
    },
    {
        id: "lines.duplicate",
        label: "Duplicate the keystrokes",
        ...here,
        group: 3,
        icon: "copy-plus",
        keys: ["Mod+D"],
        enabled: chosen,
        run: duplicateKeys,
    },
    {
        id: "lines.copy",
        label: "Copy strokes",
        ...here,
        group: 3,
        icon: "copy",
        keys: ["Mod+C"],
        enabled: chosen,
        run: copyKeys,
    },
    {
        id: "lines.cut",
        label: "Cut strokes",
        ...here,
        group: 3,
        icon: "scissors",
        keys: ["Mod+X"],
        enabled: chosen,
        run: cutKeys,
    },
    {
        id: "lines.paste",
        label: "Paste strokes at the playhead",
        ...here,
        group: 3,
        icon: "clipboard-paste",
        keys: ["Mod+V"],
        enabled: canPaste,
        run: () => pasteKeys(false),
    },
    {
        id: "lines.paste-mirrored",
        label: "Paste strokes mirrored: the other side",
        ...here,
        group: 3,
        icon: "flip-horizontal-2",
        keys: ["Mod+Shift+V"],
        enabled: canPaste,
        run: () => pasteKeys(true),
    },
    {
        id: "lines.all",
        label: "Choose all keystrokes",
        ...here,
        group: 3,
        keys: ["Mod+A"],
        enabled: () => (line.value?.keys.length ?? 0) > 0,
        run: () => chooseKeys(line.peek()!.keys.map((one) => one.time)),
    },
    {
        id: "lines.reverse",
        label: "Turn the stroke round",
        ...here,
        group: 3,
        icon: "arrow-left-right",
        enabled: chosen,
        run: reverseStroke,
    },
    {
        id: "lines.delete",
        label: "Delete the keystrokes",
        ...here,
        group: 3,
        icon: "trash-2",
        keys: ["Delete", "Backspace"],
        enabled: chosen,
        run: removeKeys,
    },
    {
        id: "lines.none",
        label: "Choose no keystroke",
        ...here,
        group: 3,
        keys: ["Escape"],
        enabled: () => chosen() || pulled.value !== null,
        run: () => (pulled.peek() ? dropPull() : chooseKey(null)),
    },
    {
        id: "lines.keep",
        label: "Keep the pull",
        ...here,
        group: 3,
        icon: "check",
        keys: ["Enter"],
        enabled: () => pulled.value !== null,
        run: keepPull,
    },
    {
        id: "lines.clip",
        label: "Make a clip",
        ...here,
        group: 4,
        icon: "film",
        enabled: () => (line.value?.keys.length ?? 0) > 0,
        run: () => void makeClip(),
    },
    {
        id: "lines.poses",
        label: "Make poses",
        ...here,
        group: 4,
        icon: "images",
        enabled: () => isDrawing.value && (line.value?.keys.length ?? 0) > 0,
        run: () => void makePoses(),
    },
    {
        id: "lines.ghosts",
        label: "Ghosts of the line",
        menu: "View",
        group: 1,
        icon: "ghost",
        workspaces: ["lines"],
        keys: ["G"],
        checked: () => ghosts.value.line,
        run: () => switchGhosts("line"),
    },
    {
        id: "lines.body-ghosts",
        label: "Ghosts of who follows",
        menu: "View",
        group: 1,
        icon: "person-standing",
        workspaces: ["lines"],
        keys: ["Shift+G"],
        checked: () => ghosts.value.body,
        run: () => switchGhosts("body"),
    },
    {
        id: "lines.free",
        label: "Look freely, or back to the paper",
        menu: "View",
        group: 1,
        icon: "rotate-3d",
        workspaces: ["lines"],
        keys: ["P"],
        enabled: () => any() && !isDrawing.value,
        checked: () => free.value,
        run: () => (free.peek() ? backToPaper() : lookFreely(0.6)),
    },
    {
        id: "lines.frame",
        label: "Show all of it",
        menu: "View",
        group: 1,
        icon: "maximize",
        workspaces: ["lines"],
        keys: ["F"],
        enabled: any,
        run: frameNow,
    },
);
