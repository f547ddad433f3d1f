// The clipboard of keys. They are pasted on tracks of the same names of the selected channel, at the playhead.
import { signal } from "@preact/signals";
import type { CurveKey } from "../core/project.ts";
import { send } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { foundKeys, lastTime, removeKeys, insertKeys, selectedKeys, groupCommands, type KeyRef } from "./keys.ts";
import { channel } from "./state.ts";
import { keyTime } from "./tools.ts";

interface Copied {
    readonly track: string;
    readonly keys: readonly CurveKey[]; // times start at 0 for the earliest key
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
// Pasted keys replace keys at the same times; keys beyond the motion's end are left out.
export function pasteKeys(): void {
    const from = keyTime();
    const end = lastTime() + 1e-4;
    const refs: KeyRef[] = [];
    const commands = copied.peek().flatMap(({ track, keys }) => {
        const coming = keys
            .map((key) => ({ ...key, time: Math.round((key.time + from) * 1e4) / 1e4 }))
            .filter((key) => key.time <= end);
        refs.push(...coming.map((key) => ({ track, time: key.time })));
        return coming.length > 0 ? [insertKeys(track, coming)] : [];
    });
    const change = groupCommands("paste keys", commands);
    if (!change || !send(change)) return;
    const lost = copied.peek().reduce((sum, one) => sum + one.keys.length, 0) - refs.length;
    selectedKeys.value = refs;
    if (lost > 0)
        tell(
            "info",
            `${lost} ${lost === 1 ? "key" : "keys"} would come after the motion's end and stayed out.`,
            "Make the motion longer, or paste earlier.",
        );
}
