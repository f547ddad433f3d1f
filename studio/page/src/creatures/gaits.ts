// The open gait: the selected row for a number of legs, the selected key of the flight, and their edits. The core
// reports the default rows of a gait without its own, and the flight of feet between keys.
import { computed, signal } from "@preact/signals";
import type { Falls, GaitTable } from "../core/herd.ts";
import type { Command, Gait, GaitRow } from "../core/project.ts";
import { playing } from "../state/app.ts";
import { ask, revision } from "../state/document.ts";
import { frame } from "../state/workspaces.ts";
import { active, gait, gaitIndex, leaveTrial, members, speed } from "./state.ts";

export const MAX_FEET = 6;
const MAX_ROWS = 64;
const MAX_ARC_KEYS = 16;
const SAMPLES = 41; // samples of a flight
const MIN_SPEED_GAP = 0.01; // the smallest difference of two speeds
const DEFAULT_LIFT = 0.12; // the lift at which keyed flights have the height of their keys

export type ArcKey = Gait["arc"][number];

const round4 = (value: number): number => Math.round(value * 1e4) / 1e4;
export const setGait = (keys: Record<string, unknown>): Command => ({
    do: "gait.set",
    gait: gait.peek()!.name,
    ...keys,
});

// Plays the gait after an edit, so that its effect is visible.
export function playGait(): void {
    leaveTrial();
    playing.value = true;
    frame.request();
}

// ---- Reported by the core

export const table = computed((): GaitTable | null => {
    void revision.value;
    const index = gaitIndex.value;
    return index === null ? null : ask((core) => core.herds.table(index, SAMPLES));
});
// The member that is measured: that of the active body, else the first.
export const measuredMember = computed((): number => Math.max(0, members.value.indexOf(active.value?.creature ?? "")));
export const falls = computed((): Falls | null => {
    void revision.value;
    return members.value.length === 0
        ? null
        : ask((core) => core.herds.falls(measuredMember.value, gaitIndex.value, speed.value));
});

// ---- Rows

const chosenFeet = signal<number | null>(null); // null: the number of the creature's legs
export const feet = computed((): number => {
    const legs = falls.value?.feet.filter((foot) => foot.group === 0).length ?? 0;
    return chosenFeet.value ?? (legs >= 1 && legs <= MAX_FEET ? legs : 4);
});
export function chooseFeet(count: number): void {
    chosenFeet.value = count;
}
export const rows = computed(
    (): readonly GaitRow[] => table.value?.rows.filter((row) => row.feet === feet.value) ?? [],
);
const chosenRow = signal(0);
export const rowIndex = computed((): number => Math.min(chosenRow.value, rows.value.length - 1));
export const row = computed((): GaitRow | null => rows.value[rowIndex.value] ?? null);
// Selects a row and plays at its speed.
export function chooseRow(index: number): void {
    chosenRow.value = index;
    const [now, unit] = [row.peek(), falls.peek()?.unit ?? 0];
    if (now && unit > 0) speed.value = Number((now.speed * unit).toFixed(2));
    playGait();
}

// Replaces the rows of the shown number of legs; all rows are sorted by legs, then by speed.
function withRows(next: readonly GaitRow[]): Command {
    const others = (table.peek()?.rows ?? []).filter((one) => one.feet !== feet.peek());
    return setGait({ rows: [...others, ...next].sort((a, b) => a.feet - b.feet || a.speed - b.speed) });
}
// The nearest free speed at or above `wanted`, because no two rows may have the same speed.
function freeSpeed(wanted: number, others: readonly GaitRow[]): number {
    const taken = (at: number): boolean => others.some((one) => Math.abs(one.speed - at) < MIN_SPEED_GAP / 2);
    let at = round4(wanted);
    while (taken(at)) at = round4(at + MIN_SPEED_GAP);
    return at;
}
export function changeRow(keys: Partial<Omit<GaitRow, "feet">>): Command | null {
    const [now, index] = [row.peek(), rowIndex.peek()];
    if (!now) return null;
    const others = rows.peek().filter((_, i) => i !== index);
    const next = { ...now, ...keys };
    return withRows([
        ...others,
        { ...next, speed: keys.speed === undefined ? next.speed : freeSpeed(keys.speed, others) },
    ]);
}
// Selects the row of that speed, wherever it was sorted to.
export function followRow(to: number): void {
    const at = rows.peek().findIndex((one) => Math.abs(one.speed - to) < MIN_SPEED_GAP);
    if (at >= 0) chosenRow.value = at;
}
export const setTrigger = (foot: number, at: number): Command | null =>
    changeRow({
        triggers: row.peek()!.triggers.map((old, i) => (i === foot ? round4(Math.min(1, Math.max(0, at))) : old)),
    });
export const canAddRow = (): boolean => (table.value?.rows.length ?? MAX_ROWS) < MAX_ROWS;

// Adds a row between the selected row and the next, or beyond the last; the first row of a gait steps evenly.
export function addRow(): { readonly command: Command; readonly speed: number } {
    const [now, after] = [row.peek(), rows.peek()[rowIndex.peek() + 1]];
    const count = feet.peek();
    const fresh: GaitRow = now ?? {
        feet: count,
        speed: 0.3,
        duty: 0.6,
        stride: 1,
        triggers: Array.from({ length: count }, (_, i) => round4(i / count)),
    };
    const at = !now ? fresh.speed : freeSpeed(after ? (now.speed + after.speed) / 2 : now.speed + 0.25, rows.peek());
    return { command: withRows([...rows.peek(), { ...fresh, speed: at }]), speed: at };
}
export function removeRow(): Command | null {
    const left = rows.peek().filter((_, i) => i !== rowIndex.peek());
    return (table.peek()?.rows.length ?? 0) > 1 ? withRows(left) : null;
}

// The name of a foot, such as "hind left". Rows count feet from the hindmost hip to the foremost, left before right.
export function footWords(count: number, foot: number): string {
    if (count === 1) return "foot";
    if (count % 2) return `foot ${foot + 1}`;
    const side = foot % 2 ? "right" : "left";
    const hips = count === 2 ? [""] : count === 4 ? ["hind ", "fore "] : ["hind ", "middle ", "fore "];
    return `${hips[foot >> 1] ?? ""}${side}`;
}

// ---- Flight

export const arcIndex = signal(1);
// The height of keyed flights is scaled with the lift of the feet.
export const liftShare = computed((): number => (gait.value?.lift ?? DEFAULT_LIFT) / DEFAULT_LIFT);
export const flight = computed(() => table.value?.flight ?? []);

function flightKey(time: number): ArcKey {
    const [forward, up, out, pitch] = flight.peek()[Math.round(time * (SAMPLES - 1))] ?? [time, 0, 0, 0];
    const share = liftShare.peek() || 1;
    return { time, forward: round4(forward), up: round4(up / share), out: round4(out), pitch: round4(pitch) };
}
const groundKey = (time: number): ArcKey => ({ time, forward: time, up: 0, out: 0, pitch: 0 });
// Creates keys that reproduce the flight without keys.
export const startArc = (): Command =>
    setGait({ arc: [groundKey(0), flightKey(0.25), flightKey(0.5), flightKey(0.75), groundKey(1)] });
export function changeArcKey(index: number, keys: Partial<ArcKey>): Command {
    const { arc } = gait.peek()!;
    const [before, after] = [arc[index - 1]?.time ?? 0, arc[index + 1]?.time ?? 1];
    const next = { ...arc[index]!, ...keys };
    const time = round4(Math.min(after - 0.005, Math.max(before + 0.005, next.time)));
    return setGait({
        arc: arc.map((old, i) =>
            i === index ? { ...next, time, forward: round4(next.forward), up: round4(next.up) } : old,
        ),
    });
}
export const canAddArcKey = (): boolean => (gait.value?.arc.length ?? 0) < MAX_ARC_KEYS;
// Adds a key in the widest gap.
export function addArcKey(): { readonly command: Command; readonly index: number } {
    const { arc } = gait.peek()!;
    const gaps = arc.slice(1).map((key, i) => key.time - arc[i]!.time);
    const widest = gaps.indexOf(Math.max(...gaps));
    const key = flightKey(round4(arc[widest]!.time + gaps[widest]! / 2));
    return {
        command: setGait({ arc: [...arc.slice(0, widest + 1), key, ...arc.slice(widest + 1)] }),
        index: widest + 1,
    };
}
export const removeArcKey = (index: number): Command =>
    setGait({ arc: gait.peek()!.arc.filter((_, i) => i !== index) });
