// What the timeline asks of the core: how a track goes between its keys, with the slopes that were found, and how a puppet's
// handles stand. Answers are kept until the project changes.
import { isStaged } from "../core/project.ts";
import type { Channel, KeyValue } from "../core/project.ts";
import { scene, sceneIndex } from "../state/app.ts";
import { ask, project, revision } from "../state/document.ts";
import { CHANNELS, parts, restValue, trackId, whole } from "./model.ts";
import type { TrackRow } from "./model.ts";
import { clip, model, puppet, roundNow } from "./state.ts";

// Of each sample: value, slope and strength.
export const SAMPLE = 5;
const [VALUE, STRENGTH] = [0, 4];

const MOST_KEPT = 4096;
let kept = { revision: -1, curves: new Map<string, Float32Array>(), slopes: new Map<string, Float32Array>() };
function cache(): typeof kept {
  if (kept.revision !== revision.peek()) kept = { revision: revision.peek(), curves: new Map(), slopes: new Map() };
  return kept;
}
function remember<T>(map: Map<string, T>, key: string, make: () => T | null): T | null {
  const found = map.get(key) ?? make();
  if (map.size > MOST_KEPT) map.clear(); // what plays asks for a moment only once
  if (found) map.set(key, found);
  return found;
}
const clipIndex = (): number => (project.peek().clips ?? []).findIndex((c) => c.name === clip.peek()?.name);
const trackIndex = (row: TrackRow): number => clip.peek()?.tracks.indexOf(row.track) ?? -1;

// `count` samples from `from` to `to`, both ends too, in the clip's own time; null where the core refuses.
export function sampled(row: TrackRow, from: number, to: number, count: number): Float32Array | null {
  return remember(cache().curves, `${row.id}|${from}|${to}|${count}`, () => ask((core) => core.clipCurve(clipIndex(), trackIndex(row), from, to, count)));
}
// The slopes before and after each key, also those that were found: in x, y, out x, y.
export function slopes(row: TrackRow): Float32Array | null {
  return remember(cache().slopes, row.id, () => ask((core) => core.clipSlopes(clipIndex(), trackIndex(row), row.keys.length)));
}
export const slopeOf = (found: Float32Array | null, index: number, side: "in" | "out", part: number): number => found?.[4 * index + (side === "in" ? 0 : 2) + part] ?? 0;

// What a track wants at a time; null where it wants nothing.
export function aimed(row: TrackRow, at: number): { value: KeyValue; strength: number } | null {
  const sample = sampled(row, at, at, 1);
  if (!sample || sample[STRENGTH]! <= 0) return null;
  return { value: whole([...sample.slice(VALUE, row.track.channel === "angle" ? 1 : 2)]), strength: sample[STRENGTH]! };
}

// Where a handle is now: as the stage shows it, else where its track wants it, else at rest.
export function standing(handle: string, channel: Channel, at: number): KeyValue {
  const keyed = keyedAt(handle, channel, at);
  const gone = advanced(handle, channel);
  const shown = shownOnStage(handle, channel, typeof keyed === "number" ? keyed + gone[0]! : 0);
  return shown === null ? keyed : whole(parts(shown).map((v, i) => v - gone[i]!));
}
// What the rounds of a loop that lie behind the playhead have added to a track.
export function advanced(handle: string, channel: Channel): readonly number[] {
  const advance = parts(model.peek()?.tracks.get(trackId(handle, channel))?.track.advance ?? [0, 0]);
  const round = roundNow();
  return [round * (advance[0] ?? 0), round * (advance[1] ?? 0)];
}
const LEAST = 0.01; // of a scale: keys have none that is not positive
// A picture does not tell how often something has turned: the angle nearest to `near`.
function shownOnStage(handle: string, channel: Channel, near: number): KeyValue | null {
  const [shown, actor, now] = [scene.peek(), puppet.peek(), model.peek()];
  const index = now?.artwork.handles.findIndex((h) => h.name === handle) ?? -1;
  if (!shown || !isStaged(shown) || !actor || index < 0 || actor.artwork !== now?.artwork.name) return null;
  const kind = CHANNELS.indexOf(channel) as 0 | 1 | 2;
  const value = ask((core) => (core.playing()?.scene === sceneIndex.peek() ? core.handleValue(shown.actors.indexOf(actor), index, kind, near) : null));
  if (!value) return null;
  return channel === "angle" ? value[0] : channel === "scale" ? [Math.max(LEAST, value[0]), Math.max(LEAST, value[1])] : value;
}
export function keyedAt(handle: string, channel: Channel, at: number): KeyValue {
  const now = model.peek();
  const row = now?.tracks.get(`${handle}\n${channel}`);
  const aim = row && aimed(row, at);
  if (aim) return aim.value;
  const own = now?.artwork.handles.find((h) => h.name === handle);
  return own ? restValue(own, channel) : 0;
}
