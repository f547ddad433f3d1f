// The Creatures workspace: motions keyed on one body that play on any other, gaits for any number of legs, and their
// validation.
import { register } from "../state/actions.ts";
import { duration, hint, playing, rate, time } from "../state/app.ts";
import { send } from "../state/document.ts";
import { laterWorkspaces } from "../state/later.ts";
import { addWorkspace, frame } from "../state/workspaces.ts";
import { addFromFiles, guestFromRandomSeed } from "./bringin.ts";
import { stopChecking } from "./checks.ts";
import { Inspector } from "./inspector.tsx";
import { canPaste, copyKeys, cutKeys, pasteKeys } from "./keyclipboard.ts";
import { foundKeys, goToKey, keyHere, mode, onFrame, removeKeys, selectAll, selectedKeys, showMode } from "./keys.ts";
import { MotionTimeline } from "./motiontimeline.tsx";
import { Outliner } from "./outliner.tsx";
import { Overlay } from "./overlay.tsx";
import {
    advance,
    canPlay,
    channel,
    command,
    creatureName,
    follow,
    gait,
    gaitName,
    herd,
    mirrored,
    motion,
    openMotion,
    subject,
    togglePlaying,
    trouble,
} from "./state.ts";
import { Toolbar } from "./toolbar.tsx";
import { tool } from "./tools.ts";
import { forgetView, frameNow, paintView, space } from "./view.tsx";
import { walked } from "./walking.ts";

const isRunning = (): boolean => playing.peek() && canPlay() && !trouble.peek() && herd() !== null;

addWorkspace({
    id: "creatures",
    label: "Creatures",
    icon: "paw-print",
    Outliner,
    Inspector,
    Toolbar,
    Overlay,
    strip: { Timeline: MotionTimeline, size: () => "sheet" },
    tool: {
        before(seconds) {
            if (!isRunning()) return;
            advance(seconds);
            if (gait.peek()) walked.value += seconds;
        },
        draw: (_, seconds) => paintView(seconds),
        space,
        moving: isRunning,
    },
    entered() {
        forgetView();
        const unfollow = follow();
        hint.value = "Click a body, drag its gizmo: every creature follows. Space plays, K keys, G moves, R turns";
        return () => {
            unfollow();
            stopChecking();
        };
    },
});

laterWorkspaces.addOpener("creature", (name) => {
    creatureName.value = name;
    subject.value = "creature";
});
laterWorkspaces.addOpener("motion", openMotion);
laterWorkspaces.addOpener("gait", (name) => {
    gaitName.value = name;
    subject.value = "gait";
});

function stepTime(frames: number): void {
    playing.value = false;
    time.value = Math.min(duration.peek(), Math.max(0, (Math.round(time.peek() * rate.peek()) + frames) / rate.peek()));
}
function goTo(at: number): void {
    playing.value = false;
    time.value = at;
}
// Pausing rounds the time to a frame.
function play(): void {
    togglePlaying();
    if (!playing.peek()) time.value = Math.min(duration.peek(), onFrame(time.peek()));
    frame.request();
}

const here = { menu: "Creatures", workspaces: ["creatures"] } as const;
const hasMotion = (): boolean => motion.value !== null;
register(
    {
        id: "creatures.play",
        label: "Play or pause",
        ...here,
        group: 1,
        icon: "play",
        keys: ["Space"],
        enabled: canPlay,
        run: play,
    },
    {
        id: "creatures.start",
        label: "To the start",
        ...here,
        group: 1,
        icon: "skip-back",
        keys: ["Home"],
        enabled: hasMotion,
        run: () => goTo(0),
    },
    {
        id: "creatures.end",
        label: "To the end",
        ...here,
        group: 1,
        icon: "skip-forward",
        keys: ["End"],
        enabled: hasMotion,
        run: () => goTo(duration.peek()),
    },
    {
        id: "creatures.back",
        label: "One frame back",
        ...here,
        group: 1,
        icon: "step-back",
        keys: ["ArrowLeft"],
        repeats: true,
        enabled: hasMotion,
        run: () => stepTime(-1),
    },
    {
        id: "creatures.on",
        label: "One frame on",
        ...here,
        group: 1,
        icon: "step-forward",
        keys: ["ArrowRight"],
        repeats: true,
        enabled: hasMotion,
        run: () => stepTime(1),
    },
    {
        id: "creatures.back-ten",
        label: "Ten frames back",
        ...here,
        group: 1,
        keys: ["Shift+ArrowLeft"],
        repeats: true,
        enabled: hasMotion,
        run: () => stepTime(-10),
    },
    {
        id: "creatures.on-ten",
        label: "Ten frames on",
        ...here,
        group: 1,
        keys: ["Shift+ArrowRight"],
        repeats: true,
        enabled: hasMotion,
        run: () => stepTime(10),
    },
    {
        id: "creatures.loop",
        label: "The motion loops",
        ...here,
        group: 1,
        icon: "repeat",
        keys: ["Shift+L"],
        enabled: hasMotion,
        checked: () => motion.value?.loop ?? false,
        run: () => void send(command("motion.set", { loop: !motion.peek()!.loop })),
    },
    {
        id: "creatures.look",
        label: "Pick bodies",
        ...here,
        group: 2,
        icon: "mouse-pointer-2",
        keys: ["V"],
        checked: () => tool.value === "look",
        run: () => void (tool.value = "look"),
    },
    {
        id: "creatures.move",
        label: "Move the body",
        ...here,
        group: 2,
        icon: "move-3d",
        keys: ["G"],
        checked: () => tool.value === "move",
        run: () => void (tool.value = "move"),
    },
    {
        id: "creatures.turn",
        label: "Turn the body",
        ...here,
        group: 2,
        icon: "rotate-3d",
        keys: ["R"],
        checked: () => tool.value === "turn",
        run: () => void (tool.value = "turn"),
    },
    {
        id: "creatures.mirror",
        label: "Mirror the whole motion",
        ...here,
        group: 2,
        icon: "flip-horizontal-2",
        keys: ["M"],
        enabled: hasMotion,
        checked: () => mirrored.value,
        run: () => void (mirrored.value = !mirrored.peek()),
    },
    {
        id: "creatures.key",
        label: "Key it here",
        ...here,
        group: 3,
        icon: "diamond-plus",
        keys: ["K"],
        enabled: () => channel.value !== null,
        run: keyHere,
    },
    {
        id: "creatures.delete",
        label: "Delete keys",
        ...here,
        group: 3,
        icon: "trash-2",
        keys: ["Delete", "Backspace"],
        enabled: () => foundKeys.value.length > 0,
        run: removeKeys,
    },
    {
        id: "creatures.copy",
        label: "Copy keys",
        ...here,
        group: 3,
        icon: "copy",
        keys: ["Mod+C"],
        enabled: () => foundKeys.value.length > 0,
        run: copyKeys,
    },
    {
        id: "creatures.cut",
        label: "Cut keys",
        ...here,
        group: 3,
        icon: "scissors",
        keys: ["Mod+X"],
        enabled: () => foundKeys.value.length > 0,
        run: cutKeys,
    },
    {
        id: "creatures.paste",
        label: "Paste keys at the playhead",
        ...here,
        group: 3,
        icon: "clipboard-paste",
        keys: ["Mod+V"],
        enabled: canPaste,
        run: pasteKeys,
    },
    {
        id: "creatures.all",
        label: "Select all keys of the channel",
        ...here,
        group: 3,
        keys: ["Mod+A"],
        enabled: () => channel.value !== null,
        run: selectAll,
    },
    {
        id: "creatures.none",
        label: "Select no keys",
        ...here,
        group: 3,
        keys: ["Escape"],
        enabled: () => selectedKeys.value.length > 0,
        run: () => void (selectedKeys.value = []),
    },
    {
        id: "creatures.key-before",
        label: "Previous key",
        ...here,
        group: 3,
        icon: "chevron-left",
        keys: [","],
        enabled: () => channel.value !== null,
        run: () => goToKey(-1),
    },
    {
        id: "creatures.key-after",
        label: "Next key",
        ...here,
        group: 3,
        icon: "chevron-right",
        keys: ["."],
        enabled: () => channel.value !== null,
        run: () => goToKey(1),
    },
    {
        id: "creatures.curves",
        label: "Curves instead of keys",
        ...here,
        group: 3,
        icon: "chart-spline",
        keys: ["Shift+C"],
        enabled: hasMotion,
        checked: () => mode.value === "curves",
        run: () => showMode(mode.peek() === "curves" ? "keys" : "curves"),
    },
    {
        id: "creatures.roll",
        label: "Grow a creature from a seed",
        ...here,
        group: 4,
        icon: "dices",
        run: guestFromRandomSeed,
    },
    {
        id: "creatures.file",
        label: "Bring in a creature…",
        ...here,
        group: 4,
        icon: "import",
        run: () => void addFromFiles(),
    },
    {
        id: "creatures.frame",
        label: "Show all of them",
        menu: "View",
        group: 1,
        icon: "maximize",
        workspaces: ["creatures"],
        keys: ["F"],
        run: () => frameNow(),
    },
);
