// The curve editor: values over time, and keys with their tangents. The core computes the curves; they are only drawn
// here.
import type { Channel } from "../core/project.ts";
import { sampled, SAMPLE, slopeOf, slopes } from "./core.ts";
import type { Colours } from "./colours.ts";
import type { Curve, Extents, Values } from "./curveview.ts";
import { fromShare, shareOf, shownValue } from "./curveview.ts";
import { holds, shownUnit, toShown } from "./model.ts";
import type { KeyRef, KeySet, Model } from "./model.ts";
import { diamond, drawBox, drawEnds, drawGrid, inBox, pixelsPerSecond, timeOf, xOf } from "./picture.ts";
import type { Box, Frame } from "./picture.ts";

export interface Graph extends Frame {
    readonly model: Model;
    readonly curves: readonly Curve[];
    readonly extents: Extents;
    readonly values: Values;
    readonly axis: Channel;
    readonly selected: KeySet;
    readonly hover: Grip | null;
    readonly box: Box | null;
}
export interface Point {
    readonly curve: Curve;
    readonly ref: KeyRef;
    readonly x: number;
    readonly y: number;
}
// What can be grabbed: a key, or the end of one of its tangents.
export interface Grip extends Point {
    readonly side: "in" | "out" | null; // null: the key itself
}

const pixelsPerShare = (g: Graph): number => g.height / (g.values.high - g.values.low);
const pixelsPerValue = (g: Graph, channel: Channel): number =>
    pixelsPerShare(g) / (g.extents[channel].high - g.extents[channel].low);
// Values are in the displayed units: degrees, metres, factors.
export const yOf = (g: Graph, channel: Channel, value: number): number =>
    (g.values.high - shareOf(g.extents, channel, value)) * pixelsPerShare(g);
export const valueOf = (g: Graph, channel: Channel, y: number): number =>
    fromShare(g.extents, channel, g.values.high - y / pixelsPerShare(g));

const LABEL_ROOM = 34; // px between labelled lines
const TANGENT = 46; // px, length of a tangent
const RADIUS = 4.5;

export function drawGraph(c: CanvasRenderingContext2D, graph: Graph, colours: Colours): void {
    c.clearRect(0, 0, graph.width, graph.height);
    drawGrid(c, graph, colours);
    drawEnds(c, graph, graph.model.clip, colours);
    drawLevels(c, graph, colours);
    // While keys are selected, curves without selected keys are drawn fainter.
    const isFaint = (curve: Curve): boolean => graph.selected.size > 0 && !graph.selected.has(curve.row.id);
    for (const curve of graph.curves) {
        c.globalAlpha = isFaint(curve) ? 0.4 : 1;
        drawCurve(c, graph, curve, colours);
    }
    c.globalAlpha = 1;
    drawTangents(c, graph, colours);
    drawPoints(c, graph, colours);
    if (graph.box) drawBox(c, graph.box, colours);
}

// ---- The value axis

export function levels(g: Graph): { value: number; label: string }[] {
    const least = LABEL_ROOM / pixelsPerValue(g, g.axis);
    const power = 10 ** Math.floor(Math.log10(least));
    const step = [1, 2, 5, 10].map((n) => n * power).find((s) => s >= least) ?? least;
    const [low, high] = [valueOf(g, g.axis, g.height), valueOf(g, g.axis, 0)];
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const made: { value: number; label: string }[] = [];
    for (let i = Math.ceil(low / step); i * step <= high; i++)
        made.push({
            value: i * step,
            label: (i * step).toFixed(digits).replace("-", "−") + (g.axis === "position" ? "" : shownUnit[g.axis]),
        });
    return made;
}
function drawLevels(c: CanvasRenderingContext2D, g: Graph, colours: Colours): void {
    c.font = colours.font;
    c.textBaseline = "middle";
    for (const { value, label } of levels(g)) {
        const y = Math.round(yOf(g, g.axis, value)) + 0.5;
        c.strokeStyle = value === 0 ? colours.lineStrong : colours.line;
        c.globalAlpha = value === 0 ? 0.9 : 0.5;
        c.beginPath();
        c.moveTo(0, y);
        c.lineTo(g.width, y);
        c.stroke();
        c.globalAlpha = 1;
        c.lineWidth = 3;
        c.strokeStyle = colours.back;
        c.strokeText(label, 6, y - 7);
        c.lineWidth = 1;
        c.fillStyle = colours.secondary;
        c.fillText(label, 6, y - 7);
    }
}

// ---- Curves

export const colourOf = (curve: Curve, colours: Colours): string => colours.parts[curve.row.track.channel][curve.part]!;

// There is no line where the track has no effect. Curves of scales are dashed, to tell their x from that of
// positions.
function drawCurve(c: CanvasRenderingContext2D, g: Graph, curve: Curve, colours: Colours): void {
    const [from, to] = [timeOf(g, 0), timeOf(g, g.width)];
    const samples = sampled(curve.row, from, to, Math.max(2, Math.round(g.width)));
    if (!samples) return;
    const count = samples.length / SAMPLE;
    c.beginPath();
    let on = false;
    for (let i = 0; i < count; i++) {
        const hasEffect = samples[SAMPLE * i + 4]! > 0;
        const [x, y] = [
            (i / (count - 1)) * g.width,
            yOf(g, curve.row.track.channel, toShown(curve.row.track.channel, samples[SAMPLE * i + curve.part]!)),
        ];
        if (hasEffect && on) c.lineTo(x, y);
        else if (hasEffect) c.moveTo(x, y);
        on = hasEffect;
    }
    c.strokeStyle = colourOf(curve, colours);
    c.lineWidth = 1.75;
    c.lineJoin = "round";
    c.setLineDash(curve.row.track.channel === "scale" ? [6, 3] : []);
    c.stroke();
    c.setLineDash([]);
    c.lineWidth = 1;
}

// ---- Keys and tangents

export function points(g: Graph): Point[] {
    const found: Point[] = [];
    for (const curve of g.curves)
        for (const ref of curve.row.keys) {
            const x = xOf(g, ref.key.time);
            if (x > -TANGENT && x < g.width + TANGENT)
                found.push({ curve, ref, x, y: yOf(g, ref.track.channel, shownValue(curve, ref)) });
        }
    return found;
}
// The ends of the tangents that have an effect: those next to a smooth curve.
export function tangents(g: Graph, point: Point): Grip[] {
    const { ref, curve } = point;
    const keys = curve.row.keys;
    const [before, after] = [neighbour(g, keys, ref.index, -1), neighbour(g, keys, ref.index, 1)];
    const found = slopes(curve.row);
    const grip = (side: "in" | "out"): Grip => {
        const slope = toShown(ref.track.channel, slopeOf(found, ref.index, side, curve.part));
        const way = side === "in" ? -1 : 1;
        const [dx, dy] = [pixelsPerSecond(g), -slope * pixelsPerValue(g, ref.track.channel)];
        const length = Math.hypot(dx, dy) || 1;
        return {
            ...point,
            side,
            x: point.x + (way * TANGENT * dx) / length,
            y: point.y + (way * TANGENT * dy) / length,
        };
    };
    const ends: Grip[] = [];
    if (before && before.key.curve === "smooth" && !before.key.release) ends.push(grip("in"));
    if (after && ref.key.curve === "smooth" && !ref.key.release) ends.push(grip("out"));
    return ends;
}
function neighbour(g: Graph, keys: readonly KeyRef[], index: number, by: 1 | -1): KeyRef | undefined {
    if (g.model.clip.loop && keys.length > 1) return keys[(index + by + keys.length) % keys.length];
    return keys[index + by];
}
function drawTangents(c: CanvasRenderingContext2D, g: Graph, colours: Colours): void {
    for (const point of points(g)) {
        if (!holds(g.selected, point.ref)) continue;
        for (const end of tangents(g, point)) {
            c.beginPath();
            c.moveTo(point.x, point.y);
            c.lineTo(end.x, end.y);
            c.strokeStyle = colours.secondary;
            c.stroke();
            c.beginPath();
            c.arc(end.x, end.y, 3.5, 0, 2 * Math.PI);
            c.fillStyle = isSame(g.hover, end) ? colours.accent : colours.back;
            c.fill();
            c.strokeStyle = point.ref.key[end.side!] === null ? colours.secondary : colours.accent;
            c.lineWidth = 1.5;
            c.stroke();
            c.lineWidth = 1;
        }
    }
}
const isSame = (a: Grip | null, b: Grip): boolean =>
    a !== null && a.ref === b.ref && a.side === b.side && a.curve.part === b.curve.part;

function drawPoints(c: CanvasRenderingContext2D, g: Graph, colours: Colours): void {
    for (const point of points(g)) {
        const on = holds(g.selected, point.ref);
        c.beginPath();
        diamond(c, point.x, point.y, RADIUS, point.ref.key.curve === "step" ? "step" : "diamond");
        c.lineWidth = 2.5;
        c.strokeStyle = colours.back;
        c.stroke();
        c.fillStyle = on ? colours.accent : colourOf(point.curve, colours);
        c.fill();
        c.lineWidth = 1;
        if (isSame(g.hover, { ...point, side: null })) {
            c.beginPath();
            diamond(c, point.x, point.y, RADIUS + 3, "diamond");
            c.strokeStyle = colours.accent;
            c.lineWidth = 1.5;
            c.stroke();
            c.lineWidth = 1;
        }
    }
}

// ---- Hit testing

const REACH = 8; // px
// What a press grabs: a key within half the reach, else a tangent of a selected key, else a key within the reach.
// Selected keys come before others.
export function gripAt(g: Graph, x: number, y: number): Grip | null {
    const near = (p: { x: number; y: number }): boolean => Math.hypot(p.x - x, p.y - y) <= REACH;
    const all = points(g);
    const chosen = all.filter((p) => holds(g.selected, p.ref));
    const key = [...chosen, ...all].find(near);
    if (key && Math.hypot(key.x - x, key.y - y) <= REACH / 2) return { ...key, side: null };
    for (const point of chosen) {
        const end = tangents(g, point).find(near);
        if (end) return end;
    }
    return key ? { ...key, side: null } : null;
}
export const keysInGraphBox = (g: Graph, box: Box): KeyRef[] =>
    points(g)
        .filter((p) => inBox(box, p.x, p.y))
        .map((p) => p.ref);
// The slope of the line from a key to a point, in the units of the file; it is never vertical.
export function slopeTo(g: Graph, point: Point, x: number, y: number, side: "in" | "out"): number {
    const way = side === "in" ? -1 : 1;
    const dx = Math.max(2, way * (x - point.x));
    const shown = (-way * (y - point.y)) / pixelsPerValue(g, point.ref.track.channel) / (dx / pixelsPerSecond(g));
    const slope = point.ref.track.channel === "angle" ? (shown * Math.PI) / 180 : shown;
    return Math.min(1e4, Math.max(-1e4, slope));
}
// The curve under a point; a double click adds a key to it.
export function curveAt(g: Graph, x: number, y: number): Curve | null {
    let best: { curve: Curve; far: number } | null = null;
    for (const curve of g.curves) {
        const sample = sampled(curve.row, timeOf(g, x), timeOf(g, x), 1);
        if (!sample) continue;
        const far = Math.abs(
            yOf(g, curve.row.track.channel, toShown(curve.row.track.channel, sample[curve.part]!)) - y,
        );
        if (far < 12 && (!best || far < best.far)) best = { curve, far };
    }
    return best?.curve ?? null;
}
