// A grid in metres, and rulers along the top and left edges.
import { INK, PAPER, WHITE, fade } from "./colour.ts";
import type { Painter } from "../state/painter.ts";

const MIN_SPACING = 12; // minimum distance between two lines, pixels
const TOP_RULER = 18; // height of the top ruler
const LEFT_RULER = 28; // width of the left ruler
const LABEL_EVERY = 60;

// The smallest number of the form 1, 2 or 5 times a power of ten that is at least `least`.
export function niceStep(least: number): number {
    const power = 10 ** Math.floor(Math.log10(least));
    return power * ([1, 2, 5].find((n) => n * power >= least * (1 - 1e-9)) ?? 10);
}

// Calls `use` with every multiple of `step` from low to high and with its index.
function each(low: number, high: number, step: number, use: (value: number, n: number) => void): void {
    for (let n = Math.ceil(low / step); n * step <= high; n++) use(n * step, n);
}

// Moves a coordinate in CSS pixels so that a line one pixel wide covers whole device pixels, which makes all hairlines
// look alike.
function snap(at: number, ratio: number): number {
    const half = Math.max(1, Math.round(ratio)) / 2;
    return (Math.round(at * ratio - half) + half) / ratio;
}

export function drawGrid(painter: Painter, light: boolean): void {
    const { width, height, pixelRatio } = painter;
    const at = (x: number, y: number): [number, number] => painter.toStage(x, y);
    const [left, top] = at(0, 0);
    const [right, bottom] = at(width, height);
    const step = niceStep(MIN_SPACING / painter.camera.zoom);
    const ink = light ? INK : WHITE;
    const strength = (n: number): number => (n === 0 ? 0.35 : n % 10 === 0 ? 0.16 : n % 5 === 0 ? 0.1 : 0.05);
    const line = (n: number, x0: number, y0: number, x1: number, y1: number): void =>
        painter.line([...at(x0, y0), ...at(x1, y1)], fade(ink, strength(n)), 1);
    each(left, right, step, (x, n) => {
        const sx = snap(painter.toScreen(x, 0)[0], pixelRatio);
        line(n, sx, 0, sx, height);
    });
    each(bottom, top, step, (y, n) => {
        const sy = snap(painter.toScreen(0, y)[1], pixelRatio);
        line(n, 0, sy, width, sy);
    });
}

const told = (value: number, step: number): string =>
    value.toFixed(Math.max(0, -Math.floor(Math.log10(step) + 1e-9))).replace("-", "−");

export function drawRulers(painter: Painter, light: boolean): void {
    const { width, height, pixelRatio } = painter;
    const [ink, ground] = light ? [INK, fade(PAPER, 0.92)] : [WHITE, [0.11, 0.12, 0.14, 0.92] as const];
    const at = (x: number, y: number): [number, number] => painter.toStage(x, y);
    const plate = (x0: number, y0: number, x1: number, y1: number): void =>
        painter.plate(...at(x0, y0), ...at(x1, y1), 0, ground);
    const line = (x0: number, y0: number, x1: number, y1: number, alpha: number): void =>
        painter.line([...at(x0, y0), ...at(x1, y1)], fade(ink, alpha), 1);
    const label = (x: number, y: number, text: string, align: "left" | "right"): void =>
        painter.label(...at(x, y), text, { plate: null, colour: fade(ink, 0.8), size: 9, align });
    plate(0, 0, width, TOP_RULER);
    plate(0, TOP_RULER, LEFT_RULER, height);
    line(LEFT_RULER, snap(TOP_RULER, pixelRatio), width, snap(TOP_RULER, pixelRatio), 0.2);
    line(snap(LEFT_RULER, pixelRatio), TOP_RULER, snap(LEFT_RULER, pixelRatio), height, 0.2);
    const step = niceStep(MIN_SPACING / painter.camera.zoom);
    const far = niceStep(LABEL_EVERY / painter.camera.zoom);
    const [left, top] = at(LEFT_RULER, TOP_RULER);
    const [right, bottom] = at(width, height);
    const across = (x: number): number => snap(painter.toScreen(x, 0)[0], pixelRatio);
    const down = (y: number): number => snap(painter.toScreen(0, y)[1], pixelRatio);
    each(left, right, step, (x) => line(across(x), TOP_RULER - 4, across(x), TOP_RULER, 0.4));
    each(bottom, top, step, (y) => line(LEFT_RULER - 4, down(y), LEFT_RULER, down(y), 0.4));
    each(left, right, far, (x) => label(across(x) + 3, 7, told(x, far), "left"));
    each(bottom, top, far, (y) => label(LEFT_RULER - 5, down(y) - 6, told(y, far), "right"));
    label(4, 8, "m", "left");
}
