// Cues: entries of the script that change an actor, an obstacle, a joint, a zone or the whole stage while it plays: which
// there are, which one is chosen, and the commands that change them. cuekinds.ts says what they can do.
import { signal } from "@preact/signals";
import type { Command, Staged } from "../core/project.ts";
import { inScene, setScene, staged } from "../scene/state.ts";
import { time } from "../state/app.ts";
import { freeName, send } from "../state/document.ts";
import { freeObstacleName } from "./joints.ts";
import { isCue, LISTS, subjectOf } from "./cuekinds.ts";
import type { CueSubject, Entry } from "./cuekinds.ts";

// ---- Which there are

export interface Cue {
    readonly index: number; // in the script
    readonly time: number;
    readonly entry: Entry;
}
export const timeOf = (entry: Entry): number => Number(entry["time"] ?? 0);
export function cuesOf(own: Staged, { noun, name }: CueSubject): readonly Cue[] {
    if (noun !== "stage" && name === null) return [];
    return own.script.flatMap((entry, index): Cue[] => {
        const named = subjectOf(entry);
        const isOne = named.noun === noun && named.name === (name ?? "") && isCue(noun, entry);
        return isOne ? [{ index, time: timeOf(entry), entry }] : [];
    });
}

// The cue whose fields are shown, by its place in the script.
export const chosenCue = signal<number | null>(null);

// ---- Commands

const byTime = (script: readonly Entry[]): Entry[] => [...script].sort((a, b) => timeOf(a) - timeOf(b));
export const setScript = (script: readonly Entry[]): Command => setScene({ script: byTime(script) });
// Keys that are undefined go.
export function withKeys(entry: Entry, keys: Entry): Entry {
    return Object.fromEntries(Object.entries({ ...entry, ...keys }).filter(([, value]) => value !== undefined));
}
export function setEntry(index: number, keys: Entry): Command {
    return setScript((staged.peek()?.script ?? []).map((entry, i) => (i === index ? withKeys(entry, keys) : entry)));
}
export const removeEntry = (index: number): Command =>
    setScript((staged.peek()?.script ?? []).filter((_, i) => i !== index));
export function removeCue(index: number): void {
    if (send(removeEntry(index))) chosenCue.value = null;
}

const TICK = 1e4;
export const onTick = (at: number): number => Math.max(0, Math.round(TICK * at) / TICK);
// The script with an entry at another time, and where that entry is in it then.
export function retimed(script: readonly Entry[], index: number, at: number): { command: Command; index: number } {
    const moved = { ...script[index]!, time: onTick(at) };
    const next = byTime(script.map((entry, i) => (i === index ? moved : entry)));
    return { command: setScene({ script: next }), index: next.indexOf(moved) };
}

// The name that the script knows it by; obstacles, joints and zones that have none yet get one.
function naming(own: Staged, { noun, index, name }: CueSubject): { name: string; commands: Command[] } {
    if (name !== null || noun === "stage" || noun === "actor") return { name: name ?? "", commands: [] };
    const taken = own[LISTS[noun]].flatMap(({ name: other }) => (other === null ? [] : [{ name: other }]));
    const free =
        noun === "obstacle"
            ? freeObstacleName(own.obstacles[index]!, taken)
            : freeName((noun === "joint" ? own.joints : own.zones)[index]!.kind, taken);
    return { name: free, commands: [inScene({ do: `${noun}.set`, index, name: free })] };
}
export function addCue(subject: CueSubject, keys: Entry): void {
    const own = staged.peek();
    if (!own) return;
    const { name, commands } = naming(own, subject);
    const entry = { time: onTick(time.peek()), ...keys, ...(subject.noun !== "stage" && { [subject.noun]: name }) };
    const script = byTime([...own.script, entry]);
    if (send([...commands, setScene({ script })])) chosenCue.value = script.indexOf(entry);
}
