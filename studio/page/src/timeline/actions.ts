// The actions of the timeline, by name. Their keys apply while the timeline was touched last (`active` in state.ts),
// because the same letters act on the actor on the stage.
import { register } from "../state/actions.ts";
import type { Action } from "../state/actions.ts";
import { duration, playRange, time } from "../state/app.ts";
import { freeName, send } from "../state/document.ts";
import { rulerUnits, showSpan } from "./view.ts";
import { fitValues } from "./curveview.ts";
import {
    addClip,
    canPaste,
    changed,
    copy,
    goToKey,
    keyHandles,
    make,
    nudge,
    paste,
    removeKeys,
    setCurve,
    setTangents,
} from "./edit.ts";
import type { KeyRef } from "./model.ts";
import {
    active,
    autoKey,
    chooseAll,
    chosenClip,
    clip,
    clips,
    ghosts,
    hasKeys,
    keyedOnly,
    mode,
    model,
    motionPath,
    offset,
    openAll,
    puppet,
    recordKeys,
    selectedHandles,
    selectedKeys,
    selectKeys,
    sheetShown,
    snapping,
} from "./state.ts";
import { transform } from "./transform.ts";

const here = { menu: "Timeline", workspaces: ["stage"] } as const;
const hasClip = (): boolean => sheetShown.value && clip.value !== null;
const hasSelection = (): boolean => hasClip() && hasKeys.value;
// While the timeline was touched last, its keys apply even if no key is selected, so that Delete does not remove the
// actor.
const hasKeyboard = (): boolean => hasClip() && active.value;

// Shows the time from the first to the last of the keys, with a small margin.
function frameKeys(hasSelectedKeys: readonly KeyRef[]): void {
    const times = hasSelectedKeys.map((ref) => offset.peek() + ref.key.time);
    if (!times.length) return;
    const [first, last] = [Math.min(...times), Math.max(...times)];
    const room = Math.max(0.1, 0.08 * (last - first));
    showSpan(first - room, last + room);
    fitValues(
        mode.peek() === "curves" && hasSelectedKeys.length < (model.peek()?.keyCount ?? 0) ? hasSelectedKeys : [],
    );
}
const allKeys = (): readonly KeyRef[] => [...(model.peek()?.tracks.values() ?? [])].flatMap((t) => t.keys);

const keys: Action[] = [
    {
        id: "keys.add",
        label: "Key the selected handles",
        ...here,
        group: 0,
        icon: "diamond-plus",
        keys: ["K"],
        enabled: () => sheetShown.value,
        run: () => void keyHandles(selectedHandles.peek()),
    },
    {
        id: "keys.move",
        label: "Move keys",
        ...here,
        group: 0,
        icon: "move-horizontal",
        keys: ["G"],
        enabled: hasKeyboard,
        run: () => transform("move"),
    },
    {
        id: "keys.scale",
        label: "Scale keys about the playhead",
        ...here,
        group: 0,
        icon: "scaling",
        keys: ["S"],
        enabled: hasKeyboard,
        run: () => transform("scale"),
    },
    {
        id: "keys.copy",
        label: "Copy keys",
        ...here,
        group: 1,
        icon: "copy",
        keys: ["Mod+C"],
        enabled: () => hasKeyboard() && hasKeys.value,
        run: copy,
    },
    {
        id: "keys.paste",
        label: "Paste keys at the playhead",
        ...here,
        group: 1,
        icon: "clipboard-paste",
        keys: ["Mod+V"],
        enabled: () => hasKeyboard() && canPaste(),
        run: paste,
    },
    {
        id: "keys.duplicate",
        label: "Duplicate keys",
        ...here,
        group: 1,
        icon: "copy-plus",
        keys: ["Mod+D"],
        enabled: hasKeyboard,
        run: () => transform("copy"),
    },
    {
        id: "keys.delete",
        label: "Delete keys",
        ...here,
        group: 1,
        icon: "trash-2",
        keys: ["Delete", "Backspace"],
        enabled: hasKeyboard,
        run: removeKeys,
    },
    {
        id: "keys.all",
        label: "Select all keys",
        ...here,
        group: 2,
        keys: ["Mod+A"],
        enabled: hasKeyboard,
        run: chooseAll,
    },
    {
        id: "keys.none",
        label: "Select no keys",
        ...here,
        group: 2,
        keys: ["Escape"],
        enabled: () => hasKeyboard() && hasKeys.value,
        run: () => selectKeys([]),
    },
    {
        id: "keys.next",
        label: "Next key",
        ...here,
        group: 2,
        icon: "chevron-right",
        keys: ["."],
        repeats: true,
        enabled: hasClip,
        run: () => goToKey(1),
    },
    {
        id: "keys.previous",
        label: "Previous key",
        ...here,
        group: 2,
        icon: "chevron-left",
        keys: [","],
        repeats: true,
        enabled: hasClip,
        run: () => goToKey(-1),
    },
    ...nudges(),
    {
        id: "keys.frame",
        label: "Frame the selected keys",
        ...here,
        group: 3,
        icon: "scan",
        keys: ["F"],
        enabled: () => hasKeyboard() && hasKeys.value,
        run: () => frameKeys(selectedKeys.peek()),
    },
    {
        id: "keys.frame-all",
        label: "Frame all keys",
        ...here,
        group: 3,
        icon: "maximize",
        keys: ["Shift+F"],
        enabled: hasKeyboard,
        run: () => frameKeys(allKeys()),
    },
    {
        id: "keys.snap",
        label: "Snap to frames",
        ...here,
        group: 3,
        icon: "magnet",
        keys: ["Shift+S"],
        enabled: hasClip,
        checked: () => snapping.value,
        run: () => void (snapping.value = !snapping.value),
    },
    {
        id: "keys.curves",
        label: "Curves instead of keys",
        ...here,
        group: 3,
        icon: "chart-spline",
        keys: ["Shift+C"],
        enabled: hasClip,
        checked: () => mode.value === "curves",
        run: () => void (mode.value = mode.value === "curves" ? "keys" : "curves"),
    },
    {
        id: "keys.smooth",
        label: "Smooth curves after keys",
        ...here,
        group: 4,
        icon: "spline",
        enabled: hasSelection,
        run: () => void setCurve("smooth"),
    },
    {
        id: "keys.linear",
        label: "Straight lines after keys",
        ...here,
        group: 4,
        icon: "slash",
        enabled: hasSelection,
        run: () => void setCurve("linear"),
    },
    {
        id: "keys.step",
        label: "Steps after keys",
        ...here,
        group: 4,
        icon: "chart-no-axes-column-increasing",
        enabled: hasSelection,
        run: () => void setCurve("step"),
    },
    {
        id: "keys.release",
        label: "Let go after keys",
        ...here,
        group: 4,
        icon: "unlink",
        enabled: hasSelection,
        checked: () => hasSelection() && selectedKeys.value.every((ref) => ref.key.release),
        run: toggleRelease,
    },
    {
        id: "keys.auto",
        label: "Automatic tangents",
        ...here,
        group: 5,
        icon: "wand-sparkles",
        keys: ["T"],
        enabled: () => hasKeyboard() && hasKeys.value,
        run: () => setTangents("auto"),
    },
    {
        id: "keys.flat",
        label: "Flat tangents",
        ...here,
        group: 5,
        icon: "minus",
        keys: ["Shift+T"],
        enabled: () => hasKeyboard() && hasKeys.value,
        run: () => setTangents("flat"),
    },
    {
        id: "keys.unify",
        label: "Unify tangents",
        ...here,
        group: 5,
        icon: "link-2",
        enabled: hasSelection,
        run: () => setTangents("unified"),
    },
    {
        id: "keys.break",
        label: "Break tangents",
        ...here,
        group: 5,
        icon: "link-2-off",
        enabled: hasSelection,
        run: () => setTangents("broken"),
    },
];
function nudges(): Action[] {
    const nudging = (id: string, label: string, key: string, frames: number): Action => ({
        id: `keys.${id}`,
        label,
        workspaces: ["stage"],
        keys: [key],
        repeats: true,
        enabled: () => hasKeyboard() && hasKeys.value,
        run: () => nudge(frames),
    });
    return [
        nudging("earlier", "Keys one frame earlier", "ArrowLeft", -1),
        nudging("later", "Keys one frame later", "ArrowRight", 1),
        nudging("earlier-ten", "Keys ten frames earlier", "Shift+ArrowLeft", -10),
        nudging("later-ten", "Keys ten frames later", "Shift+ArrowRight", 10),
    ];
}
function toggleRelease(): void {
    const now = selectedKeys.peek();
    const release = !now.every((ref) => ref.key.release);
    make(changed(now, () => ({ release }), release ? "Let go after keys" : "Hold after keys"));
}

// ---- Clips and display

function duplicateClip(): void {
    const now = clip.peek();
    if (!now) return;
    const name = freeName(`${now.name} copy`, clips.peek());
    if (send({ do: "clip.duplicate", clip: now.name, name })) chosenClip.value = name;
}
const clipping: Action[] = [
    {
        id: "clip.new",
        label: "New clip",
        ...here,
        group: 6,
        icon: "plus",
        enabled: () => sheetShown.value,
        run: addClip,
    },
    {
        id: "clip.duplicate",
        label: "Duplicate the clip",
        ...here,
        group: 6,
        icon: "copy",
        enabled: hasClip,
        run: duplicateClip,
    },
    {
        id: "clip.delete",
        label: "Delete the clip",
        ...here,
        group: 6,
        icon: "trash-2",
        enabled: hasClip,
        run: () => void send({ do: "clip.remove", clip: clip.peek()!.name }),
    },
    {
        id: "clip.keyed-only",
        label: "Only handles with keys",
        ...here,
        group: 7,
        enabled: hasClip,
        checked: () => keyedOnly.value,
        run: () => void (keyedOnly.value = !keyedOnly.value),
    },
    {
        id: "clip.open-all",
        label: "Open all handles",
        ...here,
        group: 7,
        icon: "chevrons-up-down",
        enabled: hasClip,
        run: () => openAll(true),
    },
    {
        id: "clip.close-all",
        label: "Close all handles",
        ...here,
        group: 7,
        icon: "chevrons-down-up",
        enabled: hasClip,
        run: () => openAll(false),
    },
    {
        id: "clip.frames",
        label: "Ruler in frames",
        ...here,
        group: 7,
        checked: () => rulerUnits.value === "frames",
        run: () => void (rulerUnits.value = rulerUnits.value === "frames" ? "seconds" : "frames"),
    },
    {
        id: "clip.auto-key",
        label: "Auto-key: posing on the stage sets keys",
        ...here,
        group: 8,
        icon: "key-round",
        keys: ["A"],
        enabled: () => puppet.value !== null,
        checked: () => autoKey.value,
        run: () => void (autoKey.value = !autoKey.value),
    },
    {
        id: "clip.record",
        label: "Record drags as keys",
        ...here,
        group: 8,
        icon: "circle-dot",
        keys: ["Shift+A"],
        enabled: () => puppet.value !== null,
        checked: () => recordKeys.value,
        run: () => void (recordKeys.value = !recordKeys.value),
    },
    {
        id: "clip.ghosts",
        label: "Ghosts before and after",
        ...here,
        group: 8,
        icon: "ghost",
        keys: ["Shift+O"],
        enabled: () => puppet.value !== null,
        checked: () => ghosts.value.on,
        run: () => void (ghosts.value = { ...ghosts.peek(), on: !ghosts.peek().on }),
    },
    {
        id: "clip.path",
        label: "Motion paths of the selected handles",
        ...here,
        group: 8,
        icon: "route",
        keys: ["P"],
        enabled: () => puppet.value !== null,
        checked: () => motionPath.value,
        run: () => void (motionPath.value = !motionPath.value),
    },
];

// ---- The playback range

const [FIRST, LAST] = ["from", "to"] as const;
function setRange(end: typeof FIRST | typeof LAST): void {
    const now = playRange.peek() ?? { from: 0, to: duration.peek() };
    const next = { ...now, [end]: time.peek() };
    playRange.value =
        next.to - next.from > 1e-3
            ? next
            : end === FIRST
              ? { from: next.from, to: duration.peek() }
              : { from: 0, to: next.to };
}
const ranging: Action[] = [
    {
        id: "time.range-in",
        label: "Play from here",
        ...here,
        group: 9,
        icon: "arrow-right-from-line",
        keys: ["I"],
        run: () => setRange(FIRST),
    },
    {
        id: "time.range-out",
        label: "Play to here",
        ...here,
        group: 9,
        icon: "arrow-right-to-line",
        keys: ["O"],
        run: () => setRange(LAST),
    },
    {
        id: "time.range-clear",
        label: "Play everything",
        ...here,
        group: 9,
        keys: ["Alt+O"],
        enabled: () => playRange.value !== null,
        run: () => void (playRange.value = null),
    },
];

export function registerTimelineActions(): void {
    register(...keys, ...clipping, ...ranging);
}
