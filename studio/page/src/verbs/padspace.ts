// Where places of a field lie on the pad: two of its axes across and up, with room outside their ranges.
import { computed, signal } from "@preact/signals";
import type { Axis } from "../core/project.ts";
import { axes, examples, field, place, subject } from "./state.ts";

const MARGIN = 0.28; // of a range, on each side
export const GRID = 5; // pictures across and up

const picked = signal<Readonly<Record<string, readonly [string, string]>>>({}); // for each subject, by names
const keyOf = (): string => (subject.value ? `${subject.value.kind} ${subject.value.name}` : "");

// The axes that are shown; −1: there is no such.
export const padAxes = computed((): readonly [number, number] => {
  const names = axes.value.map((axis) => axis.name);
  const [x, y] = picked.value[keyOf()] ?? ["", ""];
  const across = Math.max(0, names.indexOf(x));
  const found = names.indexOf(y);
  const up = found >= 0 && found !== across ? found : names.findIndex((_, i) => i !== across);
  return [names.length > 0 ? across : -1, up];
});
export function pickAxis(side: 0 | 1, name: string): void {
  const now = padAxes.peek().map((i) => axes.peek()[i]?.name ?? "") as [string, string];
  const other = now[1 - side]!;
  if (other === name) now[1 - side] = now[side]!;
  now[side] = name;
  picked.value = { ...picked.peek(), [keyOf()]: now };
}

export interface Range {
  readonly low: number;
  readonly high: number;
}
// What of an axis is shown: its range, a margin, and every example.
function rangeOf(axis: Axis | undefined, index: number): Range {
  if (!axis) return { low: -1, high: 1 };
  const span = axis.high - axis.low;
  const all = [...examples.value.map((e) => e.at), ...(field.value?.pseudo.flatMap((p) => [p.from, p.to]) ?? [])].map((at) => at[index] ?? axis.low);
  const low = Math.min(axis.low - MARGIN * span, ...all.map((v) => v - 0.08 * span));
  const high = Math.max(axis.high + MARGIN * span, ...all.map((v) => v + 0.08 * span));
  return { low, high };
}
let held: readonly [Range, Range] | null = null;
// While something is dragged the pad stands still.
export const dragging = signal(false);
export const ranges = computed((): readonly [Range, Range] => {
  const [x, y] = padAxes.value;
  if (dragging.value && held) return held;
  held = [rangeOf(axes.value[x], x), rangeOf(axes.value[y], y)];
  return held;
});

export const area = signal({ width: 0, height: 0 }); // CSS pixels

export function toPixels(at: readonly number[]): readonly [number, number] {
  const [x, y] = padAxes.value;
  const [across, up] = ranges.value;
  const { width, height } = area.value;
  const part = (value: number, range: Range): number => (value - range.low) / (range.high - range.low);
  return [part(at[x] ?? 0, across) * width, y < 0 ? height / 2 : (1 - part(at[y] ?? 0, up)) * height];
}
const tidy = (value: number, range: Range): number => {
  const step = 10 ** Math.floor(Math.log10((range.high - range.low) / 400));
  return Number((Math.round(value / step) * step).toPrecision(7));
};
// The place under a point of the pad; the other axes are as `like` has them.
export function toPlace(px: number, py: number, like: readonly number[] = place.peek()): number[] {
  const [x, y] = padAxes.peek();
  const [across, up] = ranges.peek();
  const { width, height } = area.peek();
  const at = axes.peek().map((axis, i) => like[i] ?? axis.low);
  if (x >= 0) at[x] = tidy(across.low + (px / width) * (across.high - across.low), across);
  if (y >= 0) at[y] = tidy(up.low + (1 - py / height) * (up.high - up.low), up);
  return clamped(at);
}
function clamped(at: number[]): number[] {
  return at.map((value, i) => {
    const axis = axes.peek()[i];
    return axis?.extrapolate === "clamped" ? Math.min(axis.high, Math.max(axis.low, value)) : value;
  });
}
// The part of the pad inside both ranges: left, top, right, bottom.
export const inside = computed((): readonly [number, number, number, number] => {
  const [x, y] = padAxes.value;
  const [a, b] = [axes.value[x], axes.value[y]];
  const low = axes.value.map((axis) => axis.low);
  const high = axes.value.map((axis) => axis.high);
  const [left, bottom] = toPixels(low);
  const [right, top] = toPixels(high);
  return [a ? left : 0, b ? top : 0, a ? right : area.value.width, b ? bottom : area.value.height];
});
// Whether an example is of the sheet that the pad shows: what the other axes say.
export function isNear(at: readonly number[]): boolean {
  const [x, y] = padAxes.value;
  return axes.value.every((axis, i) => i === x || i === y || Math.abs((at[i] ?? 0) - (place.value[i] ?? 0)) < 0.1 * (axis.high - axis.low));
}
