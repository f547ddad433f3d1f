// Positions of handles and hit tests. Coordinates are in metres; hit distances are given in CSS pixels and converted
// by the zoom.
import type { Artwork, Handle, Vec2 } from "../core/project.ts";
import type { Figure } from "../core/studio.ts";
import type { Box } from "../state/painter.ts";

export interface Shape {
    readonly name: string;
    readonly index: number;
    readonly bone: boolean;
    readonly from: Vec2; // of a point: its position
    readonly to: Vec2;
}

// A handle's position while it is dragged, before the core is updated.
export type Places = ReadonlyMap<string, { readonly from: Vec2; readonly to: Vec2 }>;

export const fromOf = (handle: Handle): Vec2 => handle.at ?? handle.from ?? [0, 0];
export const toOf = (handle: Handle): Vec2 => handle.at ?? handle.to ?? [0, 0];

export function shapesAtRest(artwork: Artwork, moved: Places): Shape[] {
    return artwork.handles.map((handle, index) => {
        const { from, to } = moved.get(handle.name) ?? { from: fromOf(handle), to: toOf(handle) };
        return { name: handle.name, index, bone: handle.kind === "bone", from, to };
    });
}
export function shapesAsPosed(artwork: Artwork, figure: Figure): Shape[] {
    return artwork.handles.slice(0, figure.handleCount).map((handle, index) => {
        const [fromX, fromY, toX, toY] = figure.handles.subarray(4 * index, 4 * index + 4);
        return { name: handle.name, index, bone: handle.kind === "bone", from: [fromX!, fromY!], to: [toX!, toY!] };
    });
}

export const distance = (a: Vec2, b: Vec2): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
export const plus = (a: Vec2, b: Vec2): Vec2 => [a[0] + b[0], a[1] + b[1]];
export const minus = (a: Vec2, b: Vec2): Vec2 => [a[0] - b[0], a[1] - b[1]];
export const turned = (v: Vec2, angle: number): Vec2 => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [c * v[0] - s * v[1], s * v[0] + c * v[1]];
};
export const middle = (a: Vec2, b: Vec2): Vec2 => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

export function toSegment(at: Vec2, from: Vec2, to: Vec2): number {
    const [dx, dy] = minus(to, from);
    const length = dx * dx + dy * dy;
    const along = length > 0 ? Math.max(0, Math.min(1, ((at[0] - from[0]) * dx + (at[1] - from[1]) * dy) / length)) : 0;
    return distance(at, [from[0] + along * dx, from[1] + along * dy]);
}

export interface HandleHit {
    readonly shape: Shape;
    readonly part: "from" | "to" | "whole";
}

// The handle within reach of a point: points and ends of bones have priority over the middle of bones, then the
// nearest counts.
export function handleAt(shapes: readonly Shape[], at: Vec2, reach: number): HandleHit | null {
    let best: HandleHit | null = null;
    let least = reach;
    const offer = (shape: Shape, part: HandleHit["part"], far: number): void => {
        if (far > least) return;
        least = far;
        best = { shape, part };
    };
    for (const shape of shapes) {
        offer(shape, shape.bone ? "from" : "whole", distance(at, shape.from));
        if (shape.bone) offer(shape, "to", distance(at, shape.to));
    }
    if (best) return best;
    for (const shape of shapes) if (shape.bone) offer(shape, "whole", toSegment(at, shape.from, shape.to));
    return best;
}

export function inTriangle(x: number, y: number, v: Float32Array, a: number, b: number, c: number): boolean {
    const side = (p: number, q: number): number =>
        (v[2 * q]! - v[2 * p]!) * (y - v[2 * p + 1]!) - (v[2 * q + 1]! - v[2 * p + 1]!) * (x - v[2 * p]!);
    const [ab, bc, ca] = [side(a, b), side(b, c), side(c, a)];
    return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

// The layers under a point, the frontmost first, including hidden and locked ones.
export function layersAt(figure: Figure, vertices: Float32Array, at: Vec2): number[] {
    const found: number[] = [];
    const { triangles, layers } = figure;
    for (let layer = figure.layerCount - 1; layer >= 0; layer--) {
        const first = layers[4 * layer + 2]!;
        const end = first + layers[4 * layer + 3]!;
        for (let t = first; t < end; t++) {
            if (!inTriangle(at[0], at[1], vertices, triangles[3 * t]!, triangles[3 * t + 1]!, triangles[3 * t + 2]!))
                continue;
            found.push(layer);
            break;
        }
    }
    return found;
}
export const pickable = (artwork: Artwork, layer: number): boolean => {
    const { visible, locked } = artwork.layers[layer] ?? { visible: false, locked: true };
    return visible && !locked;
};

export function boxOf(points: Iterable<Vec2>): Box | null {
    let [lowX, lowY, highX, highY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const [x, y] of points) {
        [lowX, lowY] = [Math.min(lowX, x), Math.min(lowY, y)];
        [highX, highY] = [Math.max(highX, x), Math.max(highY, y)];
    }
    return lowX <= highX ? { low: [lowX, lowY], high: [highX, highY] } : null;
}
export const holds = (box: Box, [x, y]: Vec2): boolean =>
    x >= box.low[0] && x <= box.high[0] && y >= box.low[1] && y <= box.high[1];

// Rounds numbers that people will read in project.json: a hundredth of a millimetre is finer than any pixel.
export const tidy = (value: number): number => Math.round(value * 1e5) / 1e5;
export const tidyPoint = ([x, y]: Vec2): Vec2 => [tidy(x), tidy(y)];

// The fewest corners that stay within `slack` of the stroke (Douglas and Peucker).
export function simplify(points: readonly Vec2[], slack: number): Vec2[] {
    if (points.length < 3) return [...points];
    const [first, last] = [points[0]!, points.at(-1)!];
    let [worst, far] = [0, slack];
    for (let i = 1; i < points.length - 1; i++) {
        const off = toSegment(points[i]!, first, last);
        if (off > far) [worst, far] = [i, off];
    }
    if (worst === 0) return [first, last];
    return [...simplify(points.slice(0, worst + 1), slack).slice(0, -1), ...simplify(points.slice(worst), slack)];
}
