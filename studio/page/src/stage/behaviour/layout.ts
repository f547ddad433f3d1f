// Where states lie on the graph: in rows by how many transitions away from the first they are, unless the artist has put
// them elsewhere. The format has no place for that, so the browser remembers it.
import { signal } from "@preact/signals";
import type { Behaviour } from "../../core/project.ts";
import { remember, remembered } from "../../widgets/memory.ts";

export const ANY = "\u0000any"; // where transitions from any state begin; no state can have this name
export const WIDE = 100;
export const HIGH = 34;
const ACROSS = 124; // pixels between states of a row
const DOWN = 84; // and between rows
const SWAY = 20; // every other row stands aside, so that arrows pass between

export type Point = readonly [number, number];
export type Spots = Readonly<Record<string, Point>>;

interface Arrow {
  readonly from: string;
  readonly to: string;
}
export function arrowsOf(b: Behaviour): Arrow[] {
  const walks = b.states.flatMap((s) => (s.next === null ? [] : [{ from: s.name, to: s.next }]));
  return [...b.transitions.map((t) => ({ from: t.from ?? ANY, to: t.to })), ...walks];
}
export const nodesOf = (b: Behaviour): string[] => [...b.states.map((s) => s.name), ...(b.transitions.some((t) => t.from === null) ? [ANY] : [])];

// Rows by distance from the first state; what cannot be reached comes last.
function rowsOf(b: Behaviour): string[][] {
  const arrows = arrowsOf(b);
  const left = new Set(b.states.map((s) => s.name));
  const rows: string[][] = [];
  let row = b.states.slice(0, 1).map((s) => s.name);
  while (row.length) {
    rows.push(row);
    row.forEach((name) => left.delete(name));
    row = [...left].filter((name) => arrows.some((a) => a.to === name && (a.from === ANY || rows.at(-1)!.includes(a.from))));
  }
  const lost = [...left];
  for (let i = 0; i < lost.length; i += 3) rows.push(lost.slice(i, i + 3));
  return rows.flatMap(wrapped);
}
// A row of more than three is made two: panels are narrow.
const wrapped = (row: string[]): string[][] => (row.length <= 3 ? [row] : [row.slice(0, Math.ceil(row.length / 2)), ...wrapped(row.slice(Math.ceil(row.length / 2)))]);

// Each row in the order of the middles of what it is joined to above: fewer arrows cross.
function ordered(rows: string[][], arrows: readonly Arrow[]): string[][] {
  const across = new Map<string, number>();
  return rows.map((row) => {
    const middle = (name: string): number => {
      const near = arrows.flatMap((a) => (a.to === name ? [a.from] : a.from === name ? [a.to] : [])).flatMap((n) => across.get(n) ?? []);
      return near.length ? near.reduce((sum, x) => sum + x, 0) / near.length : 0;
    };
    const sorted = row.map((name, i) => ({ name, key: middle(name), i })).sort((a, b) => a.key - b.key || a.i - b.i).map(({ name }) => name);
    sorted.forEach((name, i) => across.set(name, i - (sorted.length - 1) / 2));
    return sorted;
  });
}

export function layOut(b: Behaviour): Spots {
  const spots: Record<string, Point> = {};
  const rows = ordered(rowsOf(b), arrowsOf(b));
  rows.forEach((row, y) => {
    const aside = row.length === 1 && y > 0 ? 0 : y % 2 ? SWAY : 0;
    row.forEach((name, i) => (spots[name] = [(i - (row.length - 1) / 2) * ACROSS + aside, y * DOWN]));
  });
  if (nodesOf(b).includes(ANY)) spots[ANY] = [ACROSS * 1.1, 0];
  return spots;
}

// As much apart as there is room for, within reason.
const MOST = 1.5;
export interface Room {
  readonly width: number;
  readonly height: number;
}
function spread(spots: Spots, room: Room): Spots {
  const factor = (axis: 0 | 1, space: number): number => {
    const values = Object.values(spots).map((at) => at[axis]);
    const span = Math.max(...values) - Math.min(...values);
    return span > 0 ? Math.min(MOST, Math.max(1, space / span)) : 1;
  };
  const [across, down] = [factor(0, room.width - WIDE - 48), factor(1, room.height - HIGH - 72)];
  return Object.fromEntries(Object.entries(spots).map(([name, [x, y]]) => [name, [Math.round(x * across), Math.round(y * down)]]));
}

// ---- What the artist has moved

const key = (project: string, artwork: string, behaviour: string): string => `states.${project}/${artwork}/${behaviour}`;
export const arrangements = signal(0); // counts what was moved

export function isArranged(project: string, artwork: string, b: Behaviour): boolean {
  void arrangements.value;
  return Object.keys(remembered<Spots>(key(project, artwork, b.name), {})).length > 0;
}
export function spotsOf(project: string, artwork: string, b: Behaviour, room: Room): Spots {
  void arrangements.value;
  const kept = remembered<Spots>(key(project, artwork, b.name), {});
  return { ...spread(layOut(b), room), ...Object.fromEntries(Object.entries(kept).filter(([name]) => nodesOf(b).includes(name))) };
}
// All are kept once one is moved: a new transition then moves nothing.
export function keepSpots(project: string, artwork: string, b: Behaviour, spots: Spots | null): void {
  remember(key(project, artwork, b.name), spots ?? {});
  arrangements.value++;
}
export function renameSpot(project: string, artwork: string, b: Behaviour, name: string, to: string): void {
  const kept = { ...remembered<Record<string, Point>>(key(project, artwork, b.name), {}) };
  const spot = kept[name];
  if (!spot) return;
  delete kept[name];
  keepSpots(project, artwork, b, { ...kept, [to]: spot });
}
