// The keys of the chosen channel: its tracks, which keys are selected, and what changes them. Values are shown as they are kept
// (generalised) or as they are on the active body (specialised); the core takes them from one to the other.
import { computed, signal } from "@preact/signals";
import type { Body } from "../core/herd.ts";
import type { Command, CurveKey, CurveKind, CurveNumbers, CurveSlope, MotionChannel } from "../core/project.ts";
import { degreesOf, fromDegrees, type Point, type Quat } from "../draw/space.ts";
import { rate, time } from "../state/app.ts";
import { ask, endPreview, preview, revision, send } from "../state/document.ts";
import { remember, remembered } from "../widgets/memory.ts";
import { activeBody, channel, channelCommand, channelIndex, motion, wish } from "./state.ts";
import { addKey, keyTime } from "./tools.ts";

export type Space = "general" | "special";
export const space = signal<Space>("special");
export type SheetMode = "keys" | "curves";
export const mode = signal<SheetMode>(remembered("creatures.sheet", "keys"));
export function showMode(next: SheetMode): void {
  mode.value = next;
  remember("creatures.sheet", next);
}

// ---- Tracks

export interface Track {
  readonly id: string; // as commands name it
  readonly label: string;
  readonly number: number; // as the core counts it
  readonly keys: readonly CurveKey[];
  readonly kind: "place" | "turn" | "scalar";
}
export function tracksOf(of: MotionChannel | null): readonly Track[] {
  if (!of) return [];
  const fixed: readonly Track[] = [
    { id: "place", label: "Place", number: 0, keys: of.place, kind: "place" },
    { id: "turn", label: "Turn", number: 1, keys: of.turn, kind: "turn" },
    { id: "place_weight", label: "Weight of the place", number: 2, keys: of.place_weight, kind: "scalar" },
    { id: "turn_weight", label: "Weight of the turn", number: 3, keys: of.turn_weight, kind: "scalar" },
  ];
  const deforms = Object.entries(of.deforms).map(([name, keys], i): Track => ({ id: `deform:${name}`, label: name, number: 4 + i, keys, kind: "scalar" }));
  return [...fixed, ...deforms];
}
export const tracks = computed(() => tracksOf(channel.value));
const chosenTrack = signal("place");
export const track = computed((): Track | null => tracks.value.find((one) => one.id === chosenTrack.value) ?? tracks.value[0] ?? null);
export function chooseTrack(id: string): void {
  chosenTrack.value = id;
}

// Whose space curves are shown in; null: generalised.
export const on = computed((): Body => {
  const now = activeBody.value;
  return space.value === "special" && now ? { member: now.member, body: now.body } : null;
});
export const numbers = (value: CurveNumbers): readonly number[] => (typeof value === "number" ? [value] : value);
export const PARTS: Record<Track["kind"], readonly string[]> = { place: ["x", "y", "z"], turn: ["x", "y", "z"], scalar: ["value"] };
export const isSpecial = (of: Track): boolean => on.value !== null && of.kind !== "scalar";
export const unitOf = (of: Track): string => (of.kind === "turn" ? "°" : of.kind === "place" && isSpecial(of) ? "m" : "");

// What people read: a turn in degrees about each axis.
const shown = (of: Track, four: ArrayLike<number>): readonly number[] => (of.kind === "turn" ? degreesOf([four[0]!, four[1]!, four[2]!, four[3]!]) : Array.from({ length: PARTS[of.kind].length }, (_, i) => four[i]!));

// ---- What the core says of a track, kept until something changes

let kept = { key: "", answers: new Map<string, Float32Array | null>() };
function told(name: string, question: () => Float32Array | null): Float32Array | null {
  const key = `${revision.value} ${JSON.stringify([wish.value, on.value])}`;
  if (kept.key !== key) kept = { key, answers: new Map() };
  if (!kept.answers.has(name)) kept.answers.set(name, question());
  return kept.answers.get(name) ?? null;
}
// `count` samples over the motion's length, as people read them, one after the other.
export function sampled(of: Track, count: number): readonly (readonly number[])[] {
  if (of.keys.length === 0) return [];
  const found = told(`curve ${of.id} ${count}`, () => ask((core) => core.herds.curve(channelIndex.peek(), of.number, isSpecial(of) ? on.peek() : null, count)));
  return found ? Array.from({ length: count }, (_, i) => shown(of, found.subarray(4 * i, 4 * i + 4))) : [];
}
// The value of a key in the space that is shown.
export function valueOf(of: Track, key: CurveKey): readonly number[] {
  const now = activeBody.peek();
  if (!isSpecial(of) || !now) return shown(of, numbers(key.value));
  const found = told(`goal ${key.time}`, () => {
    const goal = ask((core) => core.herds.goal(channelIndex.peek(), now.member, now.body, key.time));
    return goal && Float32Array.from([...goal.special.place, ...goal.special.turn]);
  });
  return found ? shown(of, of.kind === "turn" ? found.subarray(3) : found) : shown(of, numbers(key.value));
}
// Slopes of a key in the space that is shown: before and after it.
export function slopesOf(of: Track, index: number): { readonly in: readonly number[]; readonly out: readonly number[] } | null {
  if (of.kind === "turn") return null;
  const found = told(`slopes ${of.id}`, () => ask((core) => core.herds.slopes(channelIndex.peek(), of.number, isSpecial(of) ? on.peek() : null, of.keys.length)));
  if (!found) return null;
  const at = (from: number): readonly number[] => [...found.subarray(8 * index + from, 8 * index + from + PARTS[of.kind].length)];
  return { in: at(0), out: at(4) };
}

// ---- What is selected

export interface KeyRef {
  readonly track: string;
  readonly time: number;
}
const TICKS = 1e4;
const tick = (at: number): number => Math.round(at * TICKS);
export const selectedKeys = signal<readonly KeyRef[]>([]);
export const isSelected = (of: string, at: number): boolean => selectedKeys.value.some((ref) => ref.track === of && tick(ref.time) === tick(at));
export function selectKey(ref: KeyRef, add: boolean): void {
  const on = isSelected(ref.track, ref.time);
  const others = selectedKeys.peek().filter((one) => !(one.track === ref.track && tick(one.time) === tick(ref.time)));
  selectedKeys.value = add ? (on ? others : [...others, ref]) : on ? selectedKeys.peek() : [ref];
}
// Those that are there: undo may have taken others away.
export const foundKeys = computed((): readonly { readonly track: Track; readonly key: CurveKey; readonly index: number }[] =>
  tracks.value.flatMap((of) => of.keys.flatMap((key, index) => (isSelected(of.id, key.time) ? [{ track: of, key, index }] : []))),
);
export function selectAll(): void {
  selectedKeys.value = tracks.peek().flatMap((of) => of.keys.map((key) => ({ track: of.id, time: key.time })));
}

// ---- Changing

export const step = (label: string, commands: readonly Command[]): Command | null => (commands.length === 0 ? null : commands.length === 1 ? commands[0]! : { do: "group", label, commands });
const curveSet = (of: string, keys: readonly CurveKey[]): Command => channelCommand("curve.set", { track: of, keys });

export const onFrame = (at: number): number => Math.round(at * rate.peek()) / rate.peek();
export const latest = (): number => {
  const now = motion.peek();
  return now ? (now.loop ? now.length - 1 / rate.peek() : now.length) : 0;
};
const GAP = 2e-4;

// Commands want keys in order of time.
const inOrder = (keys: readonly CurveKey[]): readonly CurveKey[] => [...keys].sort((a, b) => a.time - b.time);
// Keys come among those of a track, which give way where one comes.
const joined = (of: string, left: readonly CurveKey[], coming: readonly CurveKey[]): Command => curveSet(of, inOrder([...left.filter((key) => !coming.some((other) => Math.abs(other.time - key.time) < GAP)), ...coming]));
export const replaced = (id: string, coming: readonly CurveKey[]): Command => joined(id, tracks.peek().find((one) => one.id === id)?.keys ?? [], coming);

// The selected keys by `by` seconds, as they were in `from`. In the end those that lie where one comes give way; until then two at one
// time are simply not shown.
export interface Moved {
  readonly command: Command | null;
  readonly refs: readonly KeyRef[];
}
export function movedBy(from: typeof foundKeys.value, by: number, free: boolean, end = true): Moved {
  const first = Math.min(...from.map((one) => one.key.time));
  const last = Math.max(...from.map((one) => one.key.time));
  const snapped = free ? by : onFrame(first + by) - first;
  const way = Math.min(Math.max(snapped, -first), Math.max(0, latest() - last));
  const refs: KeyRef[] = [];
  const commands = [...new Set(from.map((one) => one.track))].map((of) => {
    const moving = from.filter((one) => one.track === of).map((one) => ({ ...one.key, time: Math.round((one.key.time + way) * TICKS) / TICKS }));
    const left = of.keys.filter((key) => !from.some((one) => one.track === of && one.key === key));
    refs.push(...moving.map((key) => ({ track: of.id, time: key.time })));
    return end ? joined(of.id, left, moving) : curveSet(of.id, inOrder([...left, ...moving]));
  });
  return { command: way === 0 ? null : step("move keys", commands), refs };
}
export function removeKeys(): void {
  const gone = foundKeys.peek();
  const commands = [...new Set(gone.map((one) => one.track))].map((of) => curveSet(of.id, of.keys.filter((key) => !gone.some((one) => one.track === of && one.key === key))));
  const change = step("delete keys", commands);
  if (change && send(change)) selectedKeys.value = [];
}
// A key of one track gets another value, as people read it, in the space that is shown.
export function valued(of: Track, key: CurveKey, value: readonly number[]): Command | null {
  const now = activeBody.peek();
  const whole: readonly number[] = of.kind === "turn" ? fromDegrees(value as unknown as Point) : value;
  if (isSpecial(of) && now) {
    const commands = ask((core) => core.herds.key(channelIndex.peek(), now.member, now.body, key.time, of.kind === "place" ? whole : null, of.kind === "turn" ? (whole as unknown as Quat) : null));
    return commands && step("change key", commands);
  }
  return channelCommand("curve.key", { track: of.id, key: { ...key, value: of.kind === "scalar" ? whole[0]! : whole } });
}
// Several keys of one track, with the values that they had, all by the same amount of one of their numbers.
export function raised(of: Track, keys: ReadonlyMap<CurveKey, readonly number[]>, part: number, by: number): Command | null {
  const [low, high] = scalarLimits(of);
  const commands = [...keys].flatMap(([key, value]): readonly Command[] => {
    const change = valued(of, key, value.map((old, i) => (i === part ? Math.min(high, Math.max(low, old + by)) : old)));
    return change ? [change] : [];
  });
  return step("change keys", commands);
}
export const scalarLimits = (of: Track): readonly [number, number] => (of.id.endsWith("weight") ? [0, 1] : [-1e5, 1e5]);

export function slanted(of: Track, key: CurveKey, before: readonly number[] | null, after: readonly number[] | null): Command | null {
  const four = (side: readonly number[] | null): readonly number[] | null => side && [...side, 0, 0, 0].slice(0, 4);
  return ask((core) => core.herds.slant(channelIndex.peek(), of.number, isSpecial(of) ? on.peek() : null, key.time, four(before), four(after)));
}
// All selected keys get the same slopes or the same curve.
export function setKeys(change: { readonly in?: CurveSlope; readonly out?: CurveSlope; readonly curve?: CurveKind }): void {
  const chosen = foundKeys.peek();
  const commands = [...new Set(chosen.map((one) => one.track))].map((of) => curveSet(of.id, of.keys.map((key) => (chosen.some((one) => one.track === of && one.key === key) ? { ...key, ...change } : key))));
  const made = step("change keys", commands);
  if (made) send(made);
}

// Shows no more than one change a frame.
let waiting = 0;
export function showSoon(change: () => Command | null): void {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(() => {
    const next = change();
    if (next) preview(next);
  });
}
export function settle(change: Command | null): boolean {
  cancelAnimationFrame(waiting);
  endPreview();
  return change !== null && send(change);
}

// A key at the time that is shown: of the chosen row, else where the body is.
export function keyHere(): void {
  const of = track.peek();
  const at = keyTime();
  if (of && of.kind === "scalar") return void addScalar(of, at);
  if (!addKey()) return;
  selectedKeys.value = tracks.peek().flatMap((one) => one.keys.filter((key) => tick(key.time) === tick(at)).map((key) => ({ track: one.id, time: key.time })));
}
function addScalar(of: Track, at: number): void {
  const count = 1 + Math.round((motion.peek()?.length ?? 1) * 240);
  const line = sampled(of, count);
  const value = line[Math.round((at / (motion.peek()?.length ?? 1)) * (count - 1))]?.[0] ?? (of.id.endsWith("weight") ? 1 : 0);
  if (send(channelCommand("curve.key", { track: of.id, key: { time: at, value } }))) selectedKeys.value = [{ track: of.id, time: at }];
}
// The next key of the channel, either way.
export function goToKey(way: 1 | -1): void {
  const all = [...new Set(tracks.peek().flatMap((of) => of.keys.map((key) => key.time)))].sort((a, b) => a - b);
  const now = time.peek();
  const next = way > 0 ? all.find((at) => at > now + 1e-3) : all.filter((at) => at < now - 1e-3).at(-1);
  if (next !== undefined) time.value = next;
}
