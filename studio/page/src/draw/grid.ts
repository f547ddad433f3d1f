// A grid in metres, and rulers along the top and the left edge.
import { INK, PAPER, WHITE, fade } from "./colour.ts";
import type { Painter } from "./painter.ts";

const NEAREST = 12; // pixels between two lines at least
const RULER = 18;
const LABEL_EVERY = 60;

// 1, 2 or 5 times a power of ten: the smallest that is at least `least`.
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((n) => n * power >= least * (1 - 1e-9)) ?? 10);
}

// Calls `use` with every multiple of `step` from low to high, and its number.
function each(low: number, high: number, step: number, use: (value: number, n: number) => void): void {
  for (let n = Math.ceil(low / step); n * step <= high; n++) use(n * step, n);
}

export function drawGrid(painter: Painter, light: boolean): void {
  const [left, top] = painter.toStage(0, 0);
  const [right, bottom] = painter.toStage(painter.width, painter.height);
  const step = niceStep(NEAREST / painter.camera.zoom);
  const ink = light ? INK : WHITE;
  const strength = (n: number): number => (n === 0 ? 0.35 : n % 10 === 0 ? 0.16 : n % 5 === 0 ? 0.1 : 0.05);
  each(left, right, step, (x, n) => painter.line([x, bottom, x, top], fade(ink, strength(n)), 1));
  each(bottom, top, step, (y, n) => painter.line([left, y, right, y], fade(ink, strength(n)), 1));
}

const told = (value: number, step: number): string => value.toFixed(Math.max(0, -Math.floor(Math.log10(step) + 1e-9))).replace("-", "−");

export function drawRulers(painter: Painter, light: boolean): void {
  const { width, height } = painter;
  const [ink, ground] = light ? [INK, fade(PAPER, 0.9)] : [WHITE, [0.11, 0.12, 0.14, 0.9] as const];
  const at = (x: number, y: number): [number, number] => painter.toStage(x, y);
  const plate = (x0: number, y0: number, x1: number, y1: number): void => painter.plate(...at(x0, y0), ...at(x1, y1), 0, ground);
  plate(0, 0, width, RULER);
  plate(0, RULER, RULER, height);
  const step = niceStep(NEAREST / painter.camera.zoom);
  const far = niceStep(LABEL_EVERY / painter.camera.zoom);
  const [left, top] = at(RULER, RULER);
  const [right, bottom] = at(width, height);
  const tick = (x0: number, y0: number, x1: number, y1: number): void => painter.line([...at(x0, y0), ...at(x1, y1)], fade(ink, 0.4), 1);
  const label = (x: number, y: number, text: string): void => painter.label(...at(x, y), text, { plate: null, colour: fade(ink, 0.8), size: 9 });
  each(left, right, step, (x) => tick(painter.toScreen(x, 0)[0], RULER - 4, painter.toScreen(x, 0)[0], RULER));
  each(bottom, top, step, (y) => tick(RULER - 4, painter.toScreen(0, y)[1], RULER, painter.toScreen(0, y)[1]));
  each(left, right, far, (x) => label(painter.toScreen(x, 0)[0] + 3, 7, told(x, far)));
  each(bottom, top, far, (y) => label(1, painter.toScreen(0, y)[1] - 7, told(y, far)));
  label(2, height - 8, "m");
}
