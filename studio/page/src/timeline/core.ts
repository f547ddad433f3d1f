// What the timeline asks of the core: the curve of a track between its keys, the slopes that the core computed, and
// the current state of a puppet's handles. Answers are cached until the project changes.
import { isStaged } from "../core/project.ts";
import type { Channel, Handle, KeyValue, Vec2 } from "../core/project.ts";
import { scene, sceneIndex } from "../state/app.ts";
import { ask, project, revision } from "../state/document.ts";
import { Memo } from "../state/owned.ts";
import { fromOf, minus, plus, turned } from "../tools/geometry.ts";
import { CHANNELS, parts, restValue, trackId, whole } from "./model.ts";
import type { TrackRow } from "./model.ts";
import { clip, model, puppet, roundNow } from "./state.ts";

// Floats of a sample: the value (2), the slope (2) and the strength.
export const SAMPLE = 5;
const [VALUE, STRENGTH] = [0, 4];

const MAX_CACHED = 4096;
interface Answers {
    readonly curves: Map<string, Float32Array>;
    readonly slopes: Map<string, Float32Array>;
}
const answers = new Memo<Answers>();
const cache = (): Answers => answers.get(String(revision.peek()), () => ({ curves: new Map(), slopes: new Map() }));
function cached<T>(map: Map<string, T>, key: string, make: () => T | null): T | null {
    const found = map.get(key) ?? make();
    if (map.size > MAX_CACHED) map.clear(); // while the clip plays, every moment is asked for only once
    if (found) map.set(key, found);
    return found;
}
const clipIndex = (): number => (project.peek().clips ?? []).findIndex((c) => c.name === clip.peek()?.name);
const trackIndex = (row: TrackRow): number => clip.peek()?.tracks.indexOf(row.track) ?? -1;

// `count` samples from `from` to `to` inclusive, in the clip's own time; null if the core refuses.
export function sampled(row: TrackRow, from: number, to: number, count: number): Float32Array | null {
    return cached(cache().curves, `${row.id}|${from}|${to}|${count}`, () =>
        ask((core) => core.clipCurve(clipIndex(), trackIndex(row), from, to, count)),
    );
}
// The slopes before and after each key, including those that the core computed: in x, in y, out x, out y.
export function slopes(row: TrackRow): Float32Array | null {
    return cached(cache().slopes, row.id, () =>
        ask((core) => core.clipSlopes(clipIndex(), trackIndex(row), row.keys.length)),
    );
}
export const slopeOf = (found: Float32Array | null, index: number, side: "in" | "out", part: number): number =>
    found?.[4 * index + (side === "in" ? 0 : 2) + part] ?? 0;

// The target value of a track at a time; null where the track has no effect.
export function aimed(row: TrackRow, at: number): { value: KeyValue; strength: number } | null {
    const sample = sampled(row, at, at, 1);
    if (!sample || sample[STRENGTH]! <= 0) return null;
    return {
        value: whole([...sample.slice(VALUE, row.track.channel === "angle" ? 1 : 2)]),
        strength: sample[STRENGTH]!,
    };
}

// The value of a handle now: as the stage shows it, else the target of its track, else the rest value.
export function standing(handle: string, channel: Channel, at: number): KeyValue {
    const keyed = keyedAt(handle, channel, at);
    const loopAdvance = advanced(handle, channel);
    const shown = shownOnStage(handle, channel, typeof keyed === "number" ? keyed + loopAdvance[0]! : 0);
    return shown === null ? keyed : whole(parts(shown).map((v, i) => v - loopAdvance[i]!));
}
// What the completed cycles of a loop have added to a track.
export function advanced(handle: string, channel: Channel): readonly number[] {
    const advance = parts(model.peek()?.tracks.get(trackId(handle, channel))?.track.advance ?? [0, 0]);
    const round = roundNow();
    return [round * (advance[0] ?? 0), round * (advance[1] ?? 0)];
}
const MIN_SCALE = 0.01; // the smallest scale, because keys must have positive scales
// A value in the artwork's space, as the stage shows it. A transform does not determine the number of full turns, so the
// angle nearest to `near` is taken.
function valueOnStage(handle: string, channel: Channel, near: number): Vec2 | null {
    const [shown, actor, now] = [scene.peek(), puppet.peek(), model.peek()];
    const index = now?.artwork.handles.findIndex((h) => h.name === handle) ?? -1;
    if (!shown || !isStaged(shown) || !actor || index < 0 || actor.artwork !== now?.artwork.name) return null;
    const kind = CHANNELS.indexOf(channel) as 0 | 1 | 2;
    return ask((core) =>
        core.playing()?.scene === sceneIndex.peek()
            ? core.handleValue(shown.actors.indexOf(actor), index, kind, near)
            : null,
    );
}
const parentOf = (handle: string): Handle | null => {
    const handles = model.peek()?.artwork.handles ?? [];
    const parent = handles.find((h) => h.name === handle)?.parent ?? null;
    return handles.find((h) => h.name === parent) ?? null;
};
// By how much what carries a handle is rotated: keys of children are relative to their parents.
export function carriedAngle(handle: string): number {
    const parent = parentOf(handle);
    return parent ? (valueOnStage(parent.name, "angle", 0)?.[0] ?? 0) : 0;
}
function shownOnStage(handle: string, channel: Channel, near: number): KeyValue | null {
    const parent = parentOf(handle);
    const carried = carriedAngle(handle);
    const value = valueOnStage(handle, channel, near + carried);
    if (!value) return null;
    if (channel === "angle") return value[0] - carried;
    if (channel === "scale") return [Math.max(MIN_SCALE, value[0]), Math.max(MIN_SCALE, value[1])];
    const at = parent && valueOnStage(parent.name, "position", 0);
    return at ? plus(fromOf(parent), turned(minus(value, at), -carried)) : value;
}
export function keyedAt(handle: string, channel: Channel, at: number): KeyValue {
    const now = model.peek();
    const row = now?.tracks.get(`${handle}\n${channel}`);
    const aim = row && aimed(row, at);
    if (aim) return aim.value;
    const own = now?.artwork.handles.find((h) => h.name === handle);
    return own ? restValue(own, channel) : 0;
}
