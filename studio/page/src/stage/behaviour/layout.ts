// Positions of the states on the graph: rows by the number of transitions from the first state, unless the artist has
// moved them. The file format does not store positions, so the browser remembers them.
import { signal } from "@preact/signals";
import type { Behaviour } from "../../core/project.ts";
import { remember, remembered } from "../../widgets/memory.ts";

export const ANY = "\u0000any"; // the node from which transitions of any state start; no state can have this name
export const WIDE = 100;
export const HIGH = 34;
const COLUMN_PITCH = 124; // pixels between the states of a row
const ROW_PITCH = 84; // pixels between rows
const ROW_SHIFT = 20; // pixels by which every other row is shifted, so that arrows pass between states

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
export const nodesOf = (b: Behaviour): string[] => [
    ...b.states.map((s) => s.name),
    ...(b.transitions.some((t) => t.from === null) ? [ANY] : []),
];

// Rows by distance from the first state; unreachable states come last.
function rowsOf(b: Behaviour): string[][] {
    const arrows = arrowsOf(b);
    const left = new Set(b.states.map((s) => s.name));
    const rows: string[][] = [];
    let row = b.states.slice(0, 1).map((s) => s.name);
    while (row.length) {
        rows.push(row);
        row.forEach((name) => left.delete(name));
        row = [...left].filter((name) =>
            arrows.some((a) => a.to === name && (a.from === ANY || rows.at(-1)!.includes(a.from))),
        );
    }
    const lost = [...left];
    for (let i = 0; i < lost.length; i += 3) rows.push(lost.slice(i, i + 3));
    return rows.flatMap(wrapRow);
}
// Splits rows of more than three states in two, because panels are narrow.
const wrapRow = (row: string[]): string[][] =>
    row.length <= 3
        ? [row]
        : [row.slice(0, Math.ceil(row.length / 2)), ...wrapRow(row.slice(Math.ceil(row.length / 2)))];

// Sorts each row by the mean position of the neighbours above (the barycentre heuristic), so that fewer arrows cross.
function sortRows(rows: string[][], arrows: readonly Arrow[]): string[][] {
    const across = new Map<string, number>();
    return rows.map((row) => {
        const middle = (name: string): number => {
            const near = arrows
                .flatMap((a) => (a.to === name ? [a.from] : a.from === name ? [a.to] : []))
                .flatMap((n) => across.get(n) ?? []);
            return near.length ? near.reduce((sum, x) => sum + x, 0) / near.length : 0;
        };
        const sorted = row
            .map((name, i) => ({ name, centre: middle(name), i }))
            .sort((a, b) => a.centre - b.centre || a.i - b.i)
            .map(({ name }) => name);
        sorted.forEach((name, i) => across.set(name, i - (sorted.length - 1) / 2));
        return sorted;
    });
}

export function layOut(b: Behaviour): Spots {
    const spots: Record<string, Point> = {};
    const rows = sortRows(rowsOf(b), arrowsOf(b));
    rows.forEach((row, y) => {
        const aside = row.length === 1 && y > 0 ? 0 : y % 2 ? ROW_SHIFT : 0;
        row.forEach((name, i) => (spots[name] = [(i - (row.length - 1) / 2) * COLUMN_PITCH + aside, y * ROW_PITCH]));
    });
    if (nodesOf(b).includes(ANY)) spots[ANY] = [COLUMN_PITCH * 1.1, 0];
    return spots;
}

// The largest factor by which the states are spread to fill the room.
const MAX_SPREAD = 1.5;
export interface Room {
    readonly width: number;
    readonly height: number;
}
function spread(spots: Spots, room: Room): Spots {
    const factor = (axis: 0 | 1, space: number): number => {
        const values = Object.values(spots).map((at) => at[axis]);
        const span = Math.max(...values) - Math.min(...values);
        return span > 0 ? Math.min(MAX_SPREAD, Math.max(1, space / span)) : 1;
    };
    const [across, down] = [factor(0, room.width - WIDE - 48), factor(1, room.height - HIGH - 72)];
    return Object.fromEntries(
        Object.entries(spots).map(([name, [x, y]]) => [name, [Math.round(x * across), Math.round(y * down)]]),
    );
}

// ---- Positions chosen by the artist

const storageKey = (project: string, artwork: string, behaviour: string): string =>
    `states.${project}/${artwork}/${behaviour}`;
export const arrangements = signal(0); // counts changes of stored positions

export function isArranged(project: string, artwork: string, b: Behaviour): boolean {
    void arrangements.value;
    return Object.keys(remembered<Spots>(storageKey(project, artwork, b.name), {})).length > 0;
}
export function spotsOf(project: string, artwork: string, b: Behaviour, room: Room): Spots {
    void arrangements.value;
    const stored = remembered<Spots>(storageKey(project, artwork, b.name), {});
    return {
        ...spread(layOut(b), room),
        ...Object.fromEntries(Object.entries(stored).filter(([name]) => nodesOf(b).includes(name))),
    };
}
// Stores all positions as soon as one state is moved, so that a new transition does not move any state.
export function keepSpots(project: string, artwork: string, b: Behaviour, spots: Spots | null): void {
    remember(storageKey(project, artwork, b.name), spots ?? {});
    arrangements.value++;
}
export function renameSpot(project: string, artwork: string, b: Behaviour, name: string, to: string): void {
    const stored = { ...remembered<Record<string, Point>>(storageKey(project, artwork, b.name), {}) };
    const spot = stored[name];
    if (!spot) return;
    delete stored[name];
    keepSpots(project, artwork, b, { ...stored, [to]: spot });
}
