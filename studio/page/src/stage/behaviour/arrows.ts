// The arrows of the graph: one curve for each pair of states, bent so that it passes no other state and stays apart
// from the arrow in the opposite direction, with room for its labels.
import type { Behaviour } from "../../core/project.ts";
import type { Point, Spots } from "./layout.ts";
import { ANY, HIGH, WIDE } from "./layout.ts";
import { label } from "./words.ts";

export interface Arrow {
    readonly id: string;
    readonly from: string;
    readonly to: string;
    readonly transitions: readonly number[]; // indices; empty if the arrow stands only for the end of the walk
    readonly next: boolean; // the end of the walk leads to `to`
    readonly line: readonly Point[];
    readonly label: Point; // the middle of its labels
    readonly isFree: boolean; // the labels cover nothing
}
interface Box {
    readonly x: number;
    readonly y: number;
    readonly wide: number; // half the width
    readonly high: number;
}

const SAMPLES = 36;
const CLEAR = 5; // pixels between an arrow and a state that it passes
const DOT = 5; // pixels, half the size of a label that is collapsed to a dot
const ROW = 19; // pixels, height of a label
const LETTER = 6.3; // pixels, width of a letter
export const LABEL_WIDE = 140;

const inside = ([x, y]: Point, box: Box, room = 0): boolean =>
    Math.abs(x - box.x) < box.wide + room && Math.abs(y - box.y) < box.high + room;
const boxAt = ([x, y]: Point): Box => ({ x, y, wide: WIDE / 2, high: HIGH / 2 });

function bezier(a: Point, b: Point, bend: number): Point[] {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(dx, dy) || 1;
    const middle: Point = [(a[0] + b[0]) / 2 - (dy / length) * 2 * bend, (a[1] + b[1]) / 2 + (dx / length) * 2 * bend];
    return Array.from({ length: SAMPLES + 1 }, (_, i): Point => {
        const t = i / SAMPLES;
        const [u, v, w] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
        return [u * a[0] + v * middle[0] + w * b[0], u * a[1] + v * middle[1] + w * b[1]];
    });
}
// From a state to itself: a loop at its side.
function loop([x, y]: Point): Point[] {
    return Array.from({ length: SAMPLES + 1 }, (_, i): Point => {
        const angle = -2.3 + (i / SAMPLES) * 4.6;
        return [x + WIDE / 2 + 6 + 20 * Math.cos(angle), y + 15 * Math.sin(angle)];
    });
}
// The part of the curve that lies outside both states.
const trimmed = (line: readonly Point[], from: Box, to: Box): Point[] =>
    line.filter((p) => !inside(p, from, 1) && !inside(p, to, 3));

function curve(from: string, to: string, spots: Spots, back: boolean): Point[] {
    const [a, b] = [spots[from]!, spots[to]!];
    if (from === to) return loop(a);
    const others = Object.entries(spots)
        .filter(([name]) => name !== from && name !== to)
        .map(([, at]) => boxAt(at));
    const bends = back
        ? [12, 24, 40, 60, 90, 130, -40, -70]
        : [0, 14, -14, 28, -28, 46, -46, 70, -70, 100, -100, 135, -135];
    const countCrossings = (line: readonly Point[]): number =>
        line.filter((p) => others.some((box) => inside(p, box, CLEAR))).length;
    let best = bezier(a, b, bends[0]!);
    let least = countCrossings(best);
    for (const bend of bends.slice(1)) {
        if (least === 0) break;
        const line = bezier(a, b, bend);
        const crossings = countCrossings(line);
        if (crossings < least) [best, least] = [line, crossings];
    }
    return trimmed(best, boxAt(a), boxAt(b));
}

// Places labels where they cover least, trying the middle of the arrow first and then outwards.
function placeLabel(line: readonly Point[], words: readonly string[], taken: Box[]): { label: Point; isFree: boolean } {
    const wide = Math.min(LABEL_WIDE, Math.max(...words.map((w) => w.length)) * LETTER + 12) / 2;
    const high = (words.length * ROW) / 2;
    const order = line.map((_, i) => i).sort((a, b) => Math.abs(a - line.length / 2) - Math.abs(b - line.length / 2));
    const covered = ([x, y]: Point): number =>
        taken.reduce(
            (sum, box) =>
                sum +
                Math.max(0, wide + box.wide - Math.abs(x - box.x)) * Math.max(0, high + box.high - Math.abs(y - box.y)),
            0,
        );
    let best = line[order[0] ?? 0] ?? [0, 0];
    let least = Infinity;
    for (const i of order) {
        const area = covered(line[i]!);
        if (area < least) [best, least] = [line[i]!, area];
        if (area === 0) break;
    }
    const isFree = least === 0;
    taken.push({ x: best[0], y: best[1], wide: isFree ? wide : DOT, high: isFree ? high : DOT });
    return { label: best, isFree };
}

export function arrowsFor(b: Behaviour, spots: Spots): Arrow[] {
    const pairs = new Map<string, { from: string; to: string; transitions: number[]; next: boolean }>();
    const pair = (from: string, to: string) => {
        const id = `${from}\u0001${to}`;
        const known = pairs.get(id) ?? { from, to, transitions: [], next: false };
        pairs.set(id, known);
        return known;
    };
    b.transitions.forEach((t, i) => pair(t.from ?? ANY, t.to).transitions.push(i));
    b.states.forEach((s) => s.next !== null && (pair(s.name, s.next).next = true));
    const taken = Object.values(spots).map(boxAt);
    return [...pairs]
        .filter(([, { from, to }]) => spots[from] && spots[to])
        .map(([id, { from, to, transitions, next }]) => {
            const line = curve(from, to, spots, pairs.has(`${to}\u0001${from}`));
            const words = [...transitions.map((i) => label(b.transitions[i]!)), ...(next ? ["then"] : [])];
            return { id, from, to, transitions, next, line, ...placeLabel(line, words, taken) };
        });
}

// The head of an arrow at the end of its line, as the points of an SVG triangle.
export function headOf(line: readonly Point[]): string {
    const [end, before] = [line.at(-1), line.at(-4) ?? line[0]];
    if (!end || !before) return "";
    const length = Math.hypot(end[0] - before[0], end[1] - before[1]) || 1;
    const [dx, dy] = [(end[0] - before[0]) / length, (end[1] - before[1]) / length];
    const corner = (along: number, across: number): string =>
        `${(end[0] - along * dx - across * dy).toFixed(1)},${(end[1] - along * dy + across * dx).toFixed(1)}`;
    return [corner(-2, 0), corner(7, 4.5), corner(7, -4.5)].join(" ");
}
export const pathOf = (line: readonly Point[]): string =>
    line.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
