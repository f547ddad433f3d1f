// Dragging handles of the directed puppet. With auto-key on, and for G, R and S, the drag makes a key at the playhead,
// which is previewed and becomes one undo step in the end. Otherwise, and during playback, the pointer leads the
// handles as soft goals; when recorded, the path of the pointer becomes keys.
import type { Channel, KeyValue, Vec2 } from "../core/project.ts";
import type { Play } from "../core/studio.ts";
import { working } from "../draw/loop.ts";
import { playing, recording, time } from "../state/app.ts";
import { ask, send } from "../state/document.ts";
import { ofProject } from "../state/owned.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { minus, plus, tidy, turned } from "../tools/geometry.ts";
import type { Shape } from "../tools/geometry.ts";
import type { Gesture } from "../tools/gesture.ts";
import { hasMoved } from "../tools/gesture.ts";
import { degrees, times, Winding } from "../tools/turning.ts";
import { advanced, carriedAngle, standing } from "../timeline/core.ts";
import { addClip, keysAt, keyTime, make, show, takeBack } from "../timeline/edit.ts";
import { parts, trackId, whole } from "../timeline/model.ts";
import { chosenClip, clip, clipTime, isOwn, model, offset, recordKeys, roundNow } from "../timeline/state.ts";
import type { Directed, Placing } from "./state.ts";
import { placingOf } from "./state.ts";

const at = (pointer: StagePointer): Vec2 => [pointer.x, pointer.y];

// ---- The change that the pointer makes to a handle

interface Change {
    readonly channel: Channel;
    readonly description: string;
    of(base: readonly number[], carried?: number): KeyValue; // the value, from the initial one; see carriedAngle
}
type ChangeAt = (pointer: StagePointer) => Change;

const MIN_SCALE = 0.05; // smallest scale factor

function moving(begun: Vec2, placing: Placing, axis: () => Axis): ChangeAt {
    return (pointer) => {
        let by = minus(at(pointer), begun);
        if (axis() === "x") by = [by[0], 0];
        if (axis() === "y") by = [0, by[1]];
        const value = minus(placing.toValue(plus(begun, by)), placing.toValue(begun));
        return {
            channel: "position",
            description: `Move by ${by.map((v) => v.toFixed(2)).join(", ")} m`,
            of: ([x, y], carried = 0) => {
                const own = turned(value, -carried);
                return [tidy(x! + own[0]), tidy(y! + own[1])];
            },
        };
    };
}
// On a flipped actor, rotations are reversed.
function turning(
    begun: Vec2,
    centre: Vec2,
    flipped: boolean,
    isSnapping: (pointer: StagePointer) => boolean,
): ChangeAt {
    const winding = new Winding(centre, begun);
    return (pointer) => {
        const angle = winding.to(at(pointer), isSnapping(pointer)) * (flipped ? -1 : 1);
        return { channel: "angle", description: `Turn ${degrees(angle)}`, of: ([first]) => tidy(first! + angle) };
    };
}
type Axis = "both" | "x" | "y";
// Shift preserves the area: stretching one axis compresses the other.
function scaling(begun: Vec2, centre: Vec2, axis: () => Axis): ChangeAt {
    const reach = (point: Vec2): number => Math.max(1e-6, Math.hypot(...minus(point, centre)));
    return (pointer) => {
        const factor = Math.max(MIN_SCALE, reach(at(pointer)) / reach(begun));
        const other = pointer.shift ? 1 / factor : 1;
        const [along, across] =
            axis() === "y" ? [other, factor] : axis() === "x" || pointer.shift ? [factor, other] : [factor, factor];
        return {
            channel: "scale",
            description: `Scale ${times(along)}, ${times(across)}`,
            of: ([x, y]) => [tidy(Math.max(MIN_SCALE, x! * along)), tidy(Math.max(MIN_SCALE, y! * across))],
        };
    };
}

// ---- Keys at the playhead

// Returns the clip that the puppet plays, and gives it one if it has none.
function ensureClip(): boolean {
    if (!isOwn.peek()) chosenClip.value = null;
    if (!clip.peek()) addClip();
    return clip.peek() !== null && isOwn.peek();
}
// The visible state is keyed: if keys snap to frames, the playhead does too.
function settlePlayhead(): number {
    const moment = keyTime();
    const snapped = Math.max(0, time.peek() + moment - clipTime());
    if (Math.abs(snapped - time.peek()) > 1e-6) time.value = snapped;
    ask((core) => core.seek(time.peek()));
    return moment;
}
function baseOf(handle: string, channel: Channel, moment: number): readonly number[] {
    const existing = model
        .peek()
        ?.tracks.get(trackId(handle, channel))
        ?.keys.find((ref) => Math.abs(ref.key.time - moment) < 1e-4);
    return parts(existing ? existing.key.value : standing(handle, channel, moment));
}

export type Verb = "move" | "turn" | "scale";

interface Setting {
    readonly own: Directed;
    readonly handles: readonly string[]; // all handles that move along
    readonly shape: Shape; // the handle that was grabbed
    readonly verb: Verb;
    readonly begun: StagePointer;
    readonly modal?: boolean;
}

function changeByVerb({ own, shape, verb, begun, modal }: Setting, placing: Placing, axis: () => Axis): ChangeAt {
    if (verb === "move") return moving(at(begun), placing, axis);
    // The Shift key that started a rotation must not also make it snap.
    if (verb === "turn")
        return turning(at(begun), shape.from, own.actor.flipped, (pointer) => (modal ?? false) && pointer.shift);
    return scaling(at(begun), shape.from, axis);
}

export function keyHandlesBy(setting: Setting): Gesture | null {
    const { handles, verb, begun, modal = false } = setting;
    const placing = placingOf(setting.own.index);
    if (!placing || !ensureClip()) return null;
    const moment = settlePlayhead();
    let axis: Axis = "both";
    const changeAt = changeByVerb(setting, placing, () => axis);
    const channel: Channel = verb === "move" ? "position" : verb === "turn" ? "angle" : "scale";
    const bases = handles.map((handle) => ({
        handle,
        base: baseOf(handle, channel, moment),
        carried: carriedAngle(handle),
    }));
    let change: Change | null = null;
    let last = begun;
    const keysOfChange = () =>
        keysAt(
            moment,
            bases.map(({ handle, base, carried }) => ({ handle, channel, value: change!.of(base, carried) })),
        );
    const update = (pointer: StagePointer): void => {
        last = pointer;
        if (!modal && !change && !hasMoved(begun, pointer)) return;
        change = changeAt(pointer);
        working(() => show(keysOfChange()));
    };
    return {
        cursor: "grabbing",
        modal,
        hint: () =>
            `${change?.description ?? "Key"} · ${verb === "scale" ? "Shift keeps the area · " : ""}${verb === "turn" ? "" : "X, Y: one axis · "}a key at ${moment.toFixed(2)} s · Esc takes it back`,
        move: update,
        key(event) {
            const wanted = event.key.toLowerCase();
            if ((wanted !== "x" && wanted !== "y") || verb === "turn") return false;
            axis = axis === wanted ? "both" : wanted;
            update(last);
            return true;
        },
        finish() {
            if (change) make(keysOfChange());
            else takeBack();
        },
        cancel: takeBack,
    };
}

// ---- Leading handles by the pointer

// The values led in this frame, for the sampler.
const leading = ofProject(() => ({ held: null as { sample(play: Play): void } | null }));
export const isHeld = (): boolean => leading.held !== null;
export function sampleHeld(play: Play): void {
    leading.held?.sample(play);
}

const TOLERANCE = 0.01; // tolerance of the thinned keys, as a share of the puppet's size

// Discards what was led by hand: the scene as its keys define it, at a time.
function restoreKeys(to: number): void {
    ask((core) => {
        core.reset();
        core.seek(to);
    });
    time.value = to;
}

// The recorded path of the hand, in the clip's own time, on the stage.
class Recorder {
    private readonly samples: number[] = [];
    private readonly round = roundNow();
    private readonly handle: string;
    private readonly placing: Placing;

    constructor(handle: string, placing: Placing) {
        this.handle = handle;
        this.placing = placing;
    }
    add(value: Vec2): void {
        const now = offset.peek() + clipTime();
        if (roundNow() !== this.round || now <= (this.samples.at(-3) ?? -1) + 1e-4) return;
        const offsetOfRounds = advanced(this.handle, "position");
        this.samples.push(now, ...this.placing.toStage(minus(value, [offsetOfRounds[0]!, offsetOfRounds[1]!])));
    }
    // Makes one undo step: a clip that does not loop is extended by what was recorded.
    makeKeys(own: Directed, handle: number, size: number): boolean {
        const command =
            this.samples.length >= 6
                ? ask((core) => core.keepDrag(own.index, handle, this.samples, TOLERANCE * size), true)
                : null;
        if (!command) return false;
        const now = clip.peek();
        const end = this.samples.at(-3)! - offset.peek();
        return send(
            now && !now.loop && end > now.length
                ? [{ do: "clip.set", clip: now.name, length: tidy(end) }, command]
                : command,
        );
    }
}

// Leads a handle by aims that count as script entries. If playback is paused, the scene runs while the handle is held,
// and pauses again afterwards.
export function leadHandle({ own, shape, verb, begun }: Setting): Gesture | null {
    const placing = placingOf(own.index);
    if (!placing) return null;
    const channel: Channel = verb === "turn" ? "angle" : "position";
    const base = ask((core) => core.handleValue(own.index, shape.index, channel === "angle" ? 1 : 0));
    if (!base) return null;
    const running = playing.peek();
    const records = running && recordKeys.peek() && channel === "position" && !recording.peek() && ensureClip();
    const recorder = records ? new Recorder(shape.name, placing) : null;
    const changeAt = changeByVerb({ own, shape, verb, begun, handles: [] }, placing, () => "both");
    const from = time.peek();
    let value: KeyValue | null = null;
    let size = 1;
    const aim = (wanted: KeyValue | null): void =>
        void ask((core) =>
            core.cue({
                do: "aim",
                actor: own.actor.name,
                handle: shape.name,
                channel,
                ...(wanted === null ? { strength: 0 } : { value: wanted, strength: 1 }),
            }),
        );
    const begin = (): void => {
        leading.held = {
            sample(play) {
                size = play.actors[own.index]?.size ?? size;
                if (value !== null) recorder?.add(parts(value) as unknown as Vec2);
            },
        };
        playing.value = true;
    };
    const end = (kept: boolean): void => {
        leading.held = null;
        if (value === null) return;
        aim(null);
        if (!running) playing.value = false;
        const keyed = kept && recorder?.makeKeys(own, shape.index, size);
        if (!running) restoreKeys(from);
        else if (keyed || !kept) restoreKeys(time.peek());
    };
    return {
        cursor: "grabbing",
        hint: () =>
            recorder
                ? "Recording: released, the drag becomes keys · Esc discards it"
                : running
                  ? "Release to let physics move the handle again"
                  : "Release to go back to the keys · auto-key (A) stores what you drag",
        move(pointer) {
            if (value === null && !hasMoved(begun, pointer)) return;
            if (value === null) begin();
            value = whole(parts(changeAt(pointer).of(base)));
            working(() => aim(value));
        },
        finish: () => end(true),
        cancel: () => end(false),
    };
}
