// The dope sheet: rows of keys. Only visible rows are drawn, and keys that fall on one pixel are drawn once, so that
// the cost depends on the size of the picture and not on the number of keys.
import type { CurveKind, Key } from "../core/project.ts";
import type { Colours } from "./colours.ts";
import { firstFrom, holds } from "./model.ts";
import type { KeyRef, KeySet, Mark, Model, Row, TrackRow } from "./model.ts";
import { stamp } from "./stamp.ts";
import { diamond, drawBox, drawEnds, drawGrid, pixelsPerSecond, rounds, timeOf, xOf } from "./picture.ts";
import type { Box, Frame, Glyph } from "./picture.ts";

export interface Sheet extends Frame {
    readonly model: Model;
    readonly scroll: number; // px
    readonly selected: KeySet;
    readonly rows: readonly string[]; // the selected rows
    readonly hover: Mark | null;
    readonly box: Box | null;
}
const RADIUS = { all: 4.5, handle: 5, channel: 5 } as const;
const MIN_DISTANCE = 3; // px; keys nearer than this share one diamond
const MAX_THICKNESS = 6; // px above and below the middle
const GLYPH_ROOM = 30; // px that a run needs to show its curve kind

export const rowsInSight = (sheet: Sheet): readonly Row[] =>
    sheet.model.rows.filter((row) => row.top + row.height > sheet.scroll && row.top < sheet.scroll + sheet.height);
const middle = (sheet: Sheet, row: Row): number => row.top - sheet.scroll + row.height / 2;

export function drawSheet(c: CanvasRenderingContext2D, sheet: Sheet, colours: Colours): void {
    c.clearRect(0, 0, sheet.width, sheet.height);
    const rows = rowsInSight(sheet);
    drawStripes(c, sheet, rows, colours);
    drawGrid(c, sheet, colours);
    drawEnds(c, sheet, sheet.model.clip, colours);
    for (const row of rows) drawRuns(c, sheet, row, colours);
    for (const later of rounds(sheet, sheet.model.clip))
        drawMarks(c, { ...sheet, offset: sheet.offset + later }, rows, colours, true);
    drawMarks(c, sheet, rows, colours, false);
    if (sheet.box) drawBox(c, sheet.box, colours);
}

function drawStripes(c: CanvasRenderingContext2D, sheet: Sheet, rows: readonly Row[], colours: Colours): void {
    for (const row of rows) {
        const top = row.top - sheet.scroll;
        if (row.kind !== "channel") {
            c.fillStyle = colours.raised;
            c.globalAlpha = row.kind === "all" ? 0.75 : 0.45;
            c.fillRect(0, top, sheet.width, row.height);
        }
        if (sheet.rows.includes(row.id)) {
            c.fillStyle = colours.accent;
            c.globalAlpha = 0.09;
            c.fillRect(0, top, sheet.width, row.height);
        }
        c.globalAlpha = 0.8;
        c.fillStyle = colours.lineSoft;
        c.fillRect(0, top + row.height - 1, sheet.width, 1);
    }
    c.globalAlpha = 1;
}

// ---- Runs: bars from one key to the next, as thick as the keys are strong

const halfThickness = (strength: number, thin: boolean): number =>
    thin ? 0.75 + 1.5 * strength : 0.75 + (MAX_THICKNESS - 0.75) * strength;

function drawRuns(c: CanvasRenderingContext2D, sheet: Sheet, row: Row, colours: Colours): void {
    if (row.kind === "all") return;
    const y = middle(sheet, row);
    for (const track of row.tracks) {
        c.fillStyle = c.strokeStyle = colours.channels[track.track.channel];
        drawTrackRuns(c, sheet, track, y, row.kind === "handle");
    }
    c.globalAlpha = 1;
}
function drawTrackRuns(c: CanvasRenderingContext2D, sheet: Sheet, { keys }: TrackRow, y: number, thin: boolean): void {
    const [from, to] = [timeOf(sheet, 0), timeOf(sheet, sheet.width)];
    const first = Math.max(0, firstFrom(timesOf(keys), from) - 1);
    const strong = thin ? 0.32 : 0.5;
    c.globalAlpha = strong;
    c.beginPath();
    for (let i = first; i < keys.length && keys[i]!.key.time - keys[i]!.key.ease <= to; ) {
        const { key } = keys[i]!;
        if (i === 0 || keys[i - 1]!.key.release) fadeInPath(c, sheet, y, keys, i, thin);
        const last = lastOfBar(sheet, keys, i);
        if (key.release) rampPath(c, sheet, y, key.time, key.time + key.ease, halfThickness(key.strength, thin));
        else if (last > i)
            barPath(c, xOf(sheet, key.time), xOf(sheet, keys[last]!.key.time), y, halfThickness(key.strength, thin));
        else if (keys[i + 1]) runPath(c, sheet, y, key, keys[i + 1]!.key, thin);
        i = Math.max(i + 1, last);
    }
    c.fill();
    c.globalAlpha = 0.5 * strong;
    c.beginPath();
    tailPaths(c, sheet, y, keys, thin);
    c.fill();
    c.globalAlpha = 0.9;
    if (!thin) drawKinds(c, sheet, y, keys, first);
}
// The last key up to which the runs from key `i` on have equal strength, or are too short to distinguish: they become
// one bar.
function lastOfBar(sheet: Sheet, keys: readonly KeyRef[], i: number): number {
    const { strength } = keys[i]!.key;
    const least = MIN_DISTANCE / pixelsPerSecond(sheet);
    let last = i;
    while (last + 1 < keys.length && !keys[last]!.key.release) {
        const [a, b] = [keys[last]!.key, keys[last + 1]!.key];
        if (b.strength !== strength && b.time - a.time > least) break;
        last++;
    }
    return last;
}
const times = new WeakMap<readonly KeyRef[], readonly { time: number }[]>();
function timesOf(keys: readonly KeyRef[]): readonly { time: number }[] {
    let made = times.get(keys);
    if (!made) times.set(keys, (made = keys.map((ref) => ref.key)));
    return made;
}
function runPath(c: CanvasRenderingContext2D, sheet: Sheet, y: number, a: Key, b: Key, thin: boolean): void {
    const [x0, x1] = [xOf(sheet, a.time), xOf(sheet, b.time)];
    const [h0, h1] = [halfThickness(a.strength, thin), halfThickness(b.strength, thin)];
    const [p, q] = [x0 + (x1 - x0) / 3, x1 - (x1 - x0) / 3];
    c.moveTo(x0, y - h0);
    c.bezierCurveTo(p, y - h0, q, y - h1, x1, y - h1);
    c.lineTo(x1, y + h1);
    c.bezierCurveTo(q, y + h1, p, y + h0, x0, y + h0);
    c.closePath();
}
// A ramp from zero thickness at `thinAt` to a full bar at `at`, in either direction.
function rampPath(c: CanvasRenderingContext2D, sheet: Sheet, y: number, at: number, thinAt: number, h: number): void {
    if (at === thinAt) return;
    const [x, tip] = [xOf(sheet, at), xOf(sheet, thinAt)];
    const between = (x + tip) / 2;
    c.moveTo(tip, y);
    c.bezierCurveTo(between, y, between, y - h, x, y - h);
    c.lineTo(x, y + h);
    c.bezierCurveTo(between, y + h, between, y, tip, y);
    c.closePath();
}
function fadeInPath(
    c: CanvasRenderingContext2D,
    sheet: Sheet,
    y: number,
    keys: readonly KeyRef[],
    i: number,
    thin: boolean,
): void {
    const led = i === 0 && sheet.model.clip.loop && !keys.at(-1)!.key.release;
    const { key } = keys[i]!;
    if (!led) rampPath(c, sheet, y, key.time, key.time - key.ease, halfThickness(key.strength, thin));
}
// After the last key its value holds; in a loop it leads to the first key of the next cycle.
function tailPaths(c: CanvasRenderingContext2D, sheet: Sheet, y: number, keys: readonly KeyRef[], thin: boolean): void {
    const { clip } = sheet.model;
    const [first, last] = [keys[0]?.key, keys.at(-1)?.key];
    if (!first || !last || last.release) return;
    const h = halfThickness(last.strength, thin);
    barPath(c, xOf(sheet, last.time), xOf(sheet, clip.length), y, h);
    if (clip.loop) barPath(c, xOf(sheet, 0), xOf(sheet, first.time), y, halfThickness(first.strength, thin));
}
function barPath(c: CanvasRenderingContext2D, from: number, to: number, y: number, h: number): void {
    if (to > from) c.rect(from, y - h, to - from, 2 * h);
}
// A thin line in the middle of a run with enough room: curved, straight or stepped.
function drawKinds(c: CanvasRenderingContext2D, sheet: Sheet, y: number, keys: readonly KeyRef[], first: number): void {
    c.beginPath();
    for (let i = first; i + 1 < keys.length; i++) {
        const [a, b] = [keys[i]!.key, keys[i + 1]!.key];
        const [x0, x1] = [xOf(sheet, a.time), xOf(sheet, b.time)];
        if (x0 > sheet.width) break;
        if (!a.release && x1 - x0 >= GLYPH_ROOM) kindPath(c, (x0 + x1) / 2, y, a.curve);
    }
    c.stroke();
}
function kindPath(c: CanvasRenderingContext2D, x: number, y: number, curve: CurveKind): void {
    c.moveTo(x - 6, y + 3);
    if (curve === "smooth") c.bezierCurveTo(x, y + 3, x, y - 3, x + 6, y - 3);
    else if (curve === "linear") c.lineTo(x + 6, y - 3);
    else {
        c.lineTo(x + 2, y + 3);
        c.lineTo(x + 2, y - 3);
        c.lineTo(x + 6, y - 3);
    }
}

// ---- Keys

function glyphOf(mark: Mark): Glyph {
    const [only] = mark.keys;
    if (mark.keys.length > 1 || !only) return "diamond";
    return only.key.release ? "open" : only.key.curve === "step" ? "step" : "diamond";
}
function drawMarks(
    c: CanvasRenderingContext2D,
    sheet: Sheet,
    rows: readonly Row[],
    colours: Colours,
    later: boolean,
): void {
    c.globalAlpha = later ? 0.3 : 1;
    for (const row of rows) {
        const [y, r] = [middle(sheet, row), RADIUS[row.kind]];
        let last = -Infinity;
        for (let i = firstFrom(row.marks, timeOf(sheet, -8)); i < row.marks.length; i++) {
            const mark = row.marks[i]!;
            const x = xOf(sheet, mark.time);
            if (x > sheet.width + 8 || (later && mark.time >= sheet.model.clip.length)) break;
            const on = !later && mark.keys.some((ref) => holds(sheet.selected, ref));
            if (x - last < MIN_DISTANCE && !on) continue;
            last = x;
            stamp(c, x, y, r, glyphOf(mark), on ? colours.accent : colours.text, colours.panel);
        }
    }
    if (!later && sheet.hover) drawHover(c, sheet, rows, colours);
    c.globalAlpha = 1;
}
function drawHover(c: CanvasRenderingContext2D, sheet: Sheet, rows: readonly Row[], colours: Colours): void {
    const row = rows.find((r) => r.marks.includes(sheet.hover!));
    if (!row) return;
    c.beginPath();
    diamond(c, xOf(sheet, sheet.hover!.time), middle(sheet, row), RADIUS[row.kind] + 3, "diamond");
    c.strokeStyle = colours.accent;
    c.lineWidth = 1.5;
    c.stroke();
    c.lineWidth = 1;
}

// ---- Hit testing

const REACH = 7; // px

export function markAt(sheet: Sheet, row: Row, x: number): Mark | null {
    const reach = REACH / pixelsPerSecond(sheet);
    const at = timeOf(sheet, x);
    let best: Mark | null = null;
    for (let i = firstFrom(row.marks, at - reach); i < row.marks.length && row.marks[i]!.time <= at + reach; i++) {
        const mark = row.marks[i]!;
        if (!best || Math.abs(mark.time - at) < Math.abs(best.time - at)) best = mark;
    }
    return best;
}
// Keys whose diamonds lie in a box. Summary rows count only if the box touches no other row.
export function keysInBox(sheet: Sheet, box: Box): KeyRef[] {
    const [from, to] = [timeOf(sheet, box.left), timeOf(sheet, box.right)];
    const touched = sheet.model.rows.filter((row) => middle(sheet, row) >= box.top && middle(sheet, row) <= box.bottom);
    const own = touched.filter((row) => row.kind === "channel" || (row.kind === "handle" && !row.open));
    const found: KeyRef[] = [];
    for (const row of own.length ? own : touched)
        for (let i = firstFrom(row.marks, from); i < row.marks.length && row.marks[i]!.time <= to; i++)
            found.push(...row.marks[i]!.keys);
    return found;
}
