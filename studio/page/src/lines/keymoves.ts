// Keystrokes in time: moved together, copied by dragging, nudged, deleted. Each one step of undo.
import type { Command, Keystroke } from "../core/project.ts";
import { time } from "../state/app.ts";
import { send } from "../state/document.ts";
import { GAP, onFrame, round, whole } from "./edits.ts";
import { chooseKey, chooseKeys, command, key, keyIndex, keyIndexes, line } from "./state.ts";

const NEAR = 0.0101; // seconds: two keystrokes are farther apart

export interface Moved {
  readonly commands: readonly Command[];
  readonly times: readonly number[]; // where they are then, in the order of `indexes`
}
const meets = (at: number, others: readonly number[]): boolean => others.some((other) => Math.abs(other - at) < NEAR);

// These of the keystrokes (as they are without any preview) `by` seconds later; null where one would come upon another, which would give way.
export function movedBy(keys: readonly Keystroke[], indexes: readonly number[], by: number): Moved | null {
  const times = keys.map((one) => one.time);
  const targets = indexes.map((i) => round(times[i]! + by));
  const still = times.filter((_, i) => !indexes.includes(i));
  if (targets.some((at) => at < 0 || meets(at, still))) return null;
  // The foremost goes first, so that none passes over another of them; every one is found where those before it have left it.
  const order = [...indexes.keys()].sort((a, b) => (by > 0 ? 1 : -1) * (times[indexes[b]!]! - times[indexes[a]!]!));
  const commands = order.map((i) => {
    const own = indexes[i]!;
    const index = times.filter((at) => at < times[own]!).length;
    times[own] = targets[i]!;
    return command("keystroke.move", { index, time: targets[i] });
  });
  return { commands, times: targets };
}
const added = (one: Keystroke, at: number): Command => command("keystroke.add", { key: { ...whole(one), time: at } });
// Copies of them; the same.
export function copiedBy(keys: readonly Keystroke[], indexes: readonly number[], by: number): Moved | null {
  const targets = indexes.map((i) => round(keys[i]!.time + by));
  if (targets.some((at) => at < 0 || meets(at, keys.map((one) => one.time)))) return null;
  return { commands: indexes.map((i, k) => added(keys[i]!, targets[k]!)), times: targets };
}
function keep(moved: Moved | null): void {
  if (!moved || !send(moved.commands)) return;
  chooseKeys(moved.times);
  time.value = moved.times.at(-1)!;
}
// By frames.
export const nudgeKeys = (frames: number): void => keep(movedBy(line.peek()!.keys, keyIndexes.peek(), frames / line.peek()!.rate));
export function removeKeys(): void {
  const all = [...keyIndexes.peek()].reverse();
  if (all.length > 0 && send(all.map((index) => command("keystroke.remove", { index })))) chooseKey(null);
}
// At the playhead, or half a second on where that is its own place.
export function duplicateKeys(): void {
  const all = keyIndexes.peek();
  const now = key.peek();
  if (!now || keyIndex.peek() === null) return;
  const first = line.peek()!.keys[all[0]!]!.time;
  const here = onFrame(time.peek());
  const wanted = all.length === 1 && Math.abs(here - now.time) > 1e-3 ? here - now.time : Math.max(GAP, line.peek()!.keys[all.at(-1)!]!.time - first + GAP);
  for (let by = wanted; by < wanted + 60; by += GAP) {
    const copied = copiedBy(line.peek()!.keys, all, by);
    if (copied) return keep(copied);
  }
}
