// Keys that were copied, and where they are pasted: on the tracks of the same names of the channel that is chosen, at the playhead.
import { signal } from "@preact/signals";
import type { CurveKey } from "../core/project.ts";
import { send } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { foundKeys, latest, removeKeys, replaced, selectedKeys, step, type KeyRef } from "./keys.ts";
import { channel } from "./state.ts";
import { keyTime } from "./tools.ts";

interface Copied {
  readonly track: string;
  readonly keys: readonly CurveKey[]; // the first of all at time 0
}
const copied = signal<readonly Copied[]>([]);
export const canPaste = (): boolean => channel.value !== null && copied.value.length > 0;

export function copyKeys(): void {
  const chosen = foundKeys.peek();
  const first = Math.min(...chosen.map((one) => one.key.time));
  copied.value = [...new Set(chosen.map((one) => one.track.id))].map((track) => ({
    track,
    keys: chosen.filter((one) => one.track.id === track).map((one) => ({ ...one.key, time: one.key.time - first })),
  }));
}
export function cutKeys(): void {
  copyKeys();
  removeKeys();
}
// Those that lie where one comes give way; those beyond the motion's end stay out.
export function pasteKeys(): void {
  const from = keyTime();
  const end = latest() + 1e-4;
  const refs: KeyRef[] = [];
  const commands = copied.peek().flatMap(({ track, keys }) => {
    const coming = keys.map((key) => ({ ...key, time: Math.round((key.time + from) * 1e4) / 1e4 })).filter((key) => key.time <= end);
    refs.push(...coming.map((key) => ({ track, time: key.time })));
    return coming.length > 0 ? [replaced(track, coming)] : [];
  });
  const change = step("paste keys", commands);
  if (!change || !send(change)) return;
  const lost = copied.peek().reduce((sum, one) => sum + one.keys.length, 0) - refs.length;
  selectedKeys.value = refs;
  if (lost > 0) tell("info", `${lost} ${lost === 1 ? "key" : "keys"} would come after the motion's end and stayed out.`, "Make the motion longer, or paste earlier.");
}
