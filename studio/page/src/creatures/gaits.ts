// The open gait as it is edited: which row of which number of legs is chosen, which key of the flight, and what changes them. The core
// says what a gait without rows of its own goes by, and how feet fly between the keys.
import { computed, signal } from "@preact/signals";
import type { Falls, GaitTable } from "../core/herd.ts";
import type { Command, Gait, GaitRow } from "../core/project.ts";
import { playing } from "../state/app.ts";
import { ask, revision } from "../state/document.ts";
import { frame } from "../state/workspaces.ts";
import { active, gait, gaitIndex, leaveTrial, members, speed } from "./state.ts";

export const MOST_FEET = 6;
const MOST_ROWS = 64;
const MOST_ARC = 16;
const SAMPLES = 41; // of a flight
const APART = 0.01; // the least between two speeds
const PLAIN_LIFT = 0.12; // with which keyed flights rise as they are keyed

export type ArcKey = Gait["arc"][number];

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
export const setGait = (keys: Record<string, unknown>): Command => ({ do: "gait.set", gait: gait.peek()!.name, ...keys });

// What is changed about a gait is seen while they walk.
export function walk(): void {
  leaveTrial();
  playing.value = true;
  frame.request();
}

// ---- What the core says

export const table = computed((): GaitTable | null => {
  void revision.value;
  const index = gaitIndex.value;
  return index === null ? null : ask((core) => core.herds.table(index, SAMPLES));
});
// Of the creature that is worked on, else of the first.
export const fallsAt = computed((): number => Math.max(0, members.value.indexOf(active.value?.creature ?? "")));
export const falls = computed((): Falls | null => {
  void revision.value;
  return members.value.length === 0 ? null : ask((core) => core.herds.falls(fallsAt.value, gaitIndex.value, speed.value));
});

// ---- Rows

const chosenFeet = signal<number | null>(null); // null: as many as the creature has
export const feet = computed((): number => {
  const legs = falls.value?.feet.filter((foot) => foot.group === 0).length ?? 0;
  return chosenFeet.value ?? (legs >= 1 && legs <= MOST_FEET ? legs : 4);
});
export function chooseFeet(count: number): void {
  chosenFeet.value = count;
}
export const rows = computed((): readonly GaitRow[] => table.value?.rows.filter((row) => row.feet === feet.value) ?? []);
const chosenRow = signal(0);
export const rowIndex = computed((): number => Math.min(chosenRow.value, rows.value.length - 1));
export const row = computed((): GaitRow | null => rows.value[rowIndex.value] ?? null);
// Who looks at a row sees them walk at its speed.
export function chooseRow(index: number): void {
  chosenRow.value = index;
  const [now, unit] = [row.peek(), falls.peek()?.unit ?? 0];
  if (now && unit > 0) speed.value = Number((now.speed * unit).toFixed(2));
  walk();
}

// All rows, with other ones for as many legs as are looked at; by legs, then by speed.
function withRows(next: readonly GaitRow[]): Command {
  const others = (table.peek()?.rows ?? []).filter((one) => one.feet !== feet.peek());
  return setGait({ rows: [...others, ...next].sort((a, b) => a.feet - b.feet || a.speed - b.speed) });
}
// No two rows of one speed: whoever meets another stays beside it.
function apart(wanted: number, others: readonly GaitRow[]): number {
  const taken = (at: number): boolean => others.some((one) => Math.abs(one.speed - at) < APART / 2);
  let at = rounded(wanted);
  while (taken(at)) at = rounded(at + APART);
  return at;
}
export function rowChanged(keys: Partial<Omit<GaitRow, "feet">>): Command | null {
  const [now, index] = [row.peek(), rowIndex.peek()];
  if (!now) return null;
  const others = rows.peek().filter((_, i) => i !== index);
  const next = { ...now, ...keys };
  return withRows([...others, { ...next, speed: keys.speed === undefined ? next.speed : apart(keys.speed, others) }]);
}
// Where the row of that speed is after it was sorted in.
export function followRow(to: number): void {
  const at = rows.peek().findIndex((one) => Math.abs(one.speed - to) < APART);
  if (at >= 0) chosenRow.value = at;
}
export const triggered = (foot: number, at: number): Command | null => rowChanged({ triggers: row.peek()!.triggers.map((old, i) => (i === foot ? rounded(Math.min(1, Math.max(0, at))) : old)) });
export const mayAddRow = (): boolean => (table.value?.rows.length ?? MOST_ROWS) < MOST_ROWS;

// Between the chosen row and the next, else beyond it; the first one steps evenly.
export function rowAdded(): { readonly command: Command; readonly speed: number } {
  const [now, after] = [row.peek(), rows.peek()[rowIndex.peek() + 1]];
  const count = feet.peek();
  const fresh: GaitRow = now ?? { feet: count, speed: 0.3, duty: 0.6, stride: 1, triggers: Array.from({ length: count }, (_, i) => rounded(i / count)) };
  const at = !now ? fresh.speed : apart(after ? (now.speed + after.speed) / 2 : now.speed + 0.25, rows.peek());
  return { command: withRows([...rows.peek(), { ...fresh, speed: at }]), speed: at };
}
export function rowRemoved(): Command | null {
  const left = rows.peek().filter((_, i) => i !== rowIndex.peek());
  return (table.peek()?.rows.length ?? 0) > 1 ? withRows(left) : null;
}

// "hind left", as rows count feet: from the hindmost hip to the foremost, left before right.
export function footWords(count: number, foot: number): string {
  if (count === 1) return "foot";
  if (count % 2) return `foot ${foot + 1}`;
  const side = foot % 2 ? "right" : "left";
  const hips = count === 2 ? [""] : count === 4 ? ["hind ", "fore "] : ["hind ", "middle ", "fore "];
  return `${hips[foot >> 1] ?? ""}${side}`;
}

// ---- Flight

export const arcIndex = signal(1);
// Keyed flights rise by how much feet are lifted.
export const liftShare = computed((): number => (gait.value?.lift ?? PLAIN_LIFT) / PLAIN_LIFT);
export const flight = computed(() => table.value?.flight ?? []);

function onFlight(time: number): ArcKey {
  const [forward, up, out, pitch] = flight.peek()[Math.round(time * (SAMPLES - 1))] ?? [time, 0, 0, 0];
  const share = liftShare.peek() || 1;
  return { time, forward: rounded(forward), up: rounded(up / share), out: rounded(out), pitch: rounded(pitch) };
}
const ground = (time: number): ArcKey => ({ time, forward: time, up: 0, out: 0, pitch: 0 });
// As it flies without keys.
export const arcBegun = (): Command => setGait({ arc: [ground(0), onFlight(0.25), onFlight(0.5), onFlight(0.75), ground(1)] });
export function arcChanged(index: number, keys: Partial<ArcKey>): Command {
  const { arc } = gait.peek()!;
  const [before, after] = [arc[index - 1]?.time ?? 0, arc[index + 1]?.time ?? 1];
  const next = { ...arc[index]!, ...keys };
  const time = rounded(Math.min(after - 0.005, Math.max(before + 0.005, next.time)));
  return setGait({ arc: arc.map((old, i) => (i === index ? { ...next, time, forward: rounded(next.forward), up: rounded(next.up) } : old)) });
}
export const mayAddArc = (): boolean => (gait.value?.arc.length ?? 0) < MOST_ARC;
// In the widest gap.
export function arcAdded(): { readonly command: Command; readonly index: number } {
  const { arc } = gait.peek()!;
  const gaps = arc.slice(1).map((key, i) => key.time - arc[i]!.time);
  const widest = gaps.indexOf(Math.max(...gaps));
  const key = onFlight(rounded(arc[widest]!.time + gaps[widest]! / 2));
  return { command: setGait({ arc: [...arc.slice(0, widest + 1), key, ...arc.slice(widest + 1)] }), index: widest + 1 };
}
export const arcRemoved = (index: number): Command => setGait({ arc: gait.peek()!.arc.filter((_, i) => i !== index) });
