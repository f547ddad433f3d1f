// Edits of keystrokes in time: moving, copying, nudging and deleting, each one step of undo.
import type { Command, Keystroke } from "../core/project.ts";
import { time } from "../state/app.ts";
import { send } from "../state/document.ts";
import { GAP, onFrame, round, keyFields } from "./edits.ts";
import { chooseKey, chooseKeys, command, key, keyIndex, keyIndexes, line } from "./state.ts";

const MIN_GAP = 0.0101; // seconds; two keystrokes must be farther apart

export interface Moved {
    readonly commands: readonly Command[];
    readonly times: readonly number[]; // the resulting times, in the order of `indexes`
}
const collides = (at: number, others: readonly number[]): boolean =>
    others.some((other) => Math.abs(other - at) < MIN_GAP);

// Moves the keystrokes at `indexes` by `by` seconds, starting from the times without a preview. Null if one would
// land on another keystroke, which would replace it.
export function moveKeys(keys: readonly Keystroke[], indexes: readonly number[], by: number): Moved | null {
    const times = keys.map((one) => one.time);
    const targets = indexes.map((i) => round(times[i]! + by));
    const still = times.filter((_, i) => !indexes.includes(i));
    if (targets.some((at) => at < 0 || collides(at, still))) return null;
    // The foremost moves first, so that none passes another of the selection; each index allows for the moves before
    // it.
    const order = [...indexes.keys()].sort((a, b) => (by > 0 ? 1 : -1) * (times[indexes[b]!]! - times[indexes[a]!]!));
    const commands = order.map((i) => {
        const own = indexes[i]!;
        const index = times.filter((at) => at < times[own]!).length;
        times[own] = targets[i]!;
        return command("keystroke.move", { index, time: targets[i] });
    });
    return { commands, times: targets };
}
const addKeystroke = (one: Keystroke, at: number): Command =>
    command("keystroke.add", { key: { ...keyFields(one), time: at } });
// Copies keystrokes, with the same conditions.
export function copyKeysBy(keys: readonly Keystroke[], indexes: readonly number[], by: number): Moved | null {
    const targets = indexes.map((i) => round(keys[i]!.time + by));
    if (
        targets.some(
            (at) =>
                at < 0 ||
                collides(
                    at,
                    keys.map((one) => one.time),
                ),
        )
    )
        return null;
    return { commands: indexes.map((i, k) => addKeystroke(keys[i]!, targets[k]!)), times: targets };
}
function applyMove(moved: Moved | null): void {
    if (!moved || !send(moved.commands)) return;
    chooseKeys(moved.times);
    time.value = moved.times.at(-1)!;
}
// Moves the selected keystrokes by a number of frames.
export const nudgeKeys = (frames: number): void =>
    applyMove(moveKeys(line.peek()!.keys, keyIndexes.peek(), frames / line.peek()!.rate));
export function removeKeys(): void {
    const all = [...keyIndexes.peek()].reverse();
    if (all.length > 0 && send(all.map((index) => command("keystroke.remove", { index })))) chooseKey(null);
}
// Duplicates the selected keystrokes to the playhead, or half a second later if the playhead is at the keystroke.
export function duplicateKeys(): void {
    const all = keyIndexes.peek();
    const now = key.peek();
    if (!now || keyIndex.peek() === null) return;
    const first = line.peek()!.keys[all[0]!]!.time;
    const here = onFrame(time.peek());
    const firstShift =
        all.length === 1 && Math.abs(here - now.time) > 1e-3
            ? here - now.time
            : Math.max(GAP, line.peek()!.keys[all.at(-1)!]!.time - first + GAP);
    for (let by = firstShift; by < firstShift + 60; by += GAP) {
        const copied = copyKeysBy(line.peek()!.keys, all, by);
        if (copied) return applyMove(copied);
    }
}
