// Maps places of a field to the pad and back: two of its axes across and up, with a margin outside their ranges.
import { computed, signal } from "@preact/signals";
import type { Axis } from "../core/project.ts";
import { subject } from "../state/subject.ts";
import { ofProject } from "../state/owned.ts";
import { axes, examples, field, place } from "./state.ts";

const MARGIN = 0.28; // share of the range, on each side
export const GRID = 5; // pictures across and up

// names of the axes across and up, for each subject
const chosenAxes = signal<Readonly<Record<string, readonly [string, string]>>>({});
const keyOf = (): string => (subject.value ? `${subject.value.kind} ${subject.value.name}` : "");

// Indices of the axes across and up; −1 where there is none.
export const padAxes = computed((): readonly [number, number] => {
    const names = axes.value.map((axis) => axis.name);
    const [x, y] = chosenAxes.value[keyOf()] ?? ["", ""];
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
    chosenAxes.value = { ...chosenAxes.peek(), [keyOf()]: now };
}

export interface Range {
    readonly low: number;
    readonly high: number;
}
// The part of an axis that the pad shows: its range with a margin, and every example.
function rangeOf(axis: Axis | undefined, index: number): Range {
    if (!axis) return { low: -1, high: 1 };
    const span = axis.high - axis.low;
    const all = [...examples.value.map((e) => e.at), ...(field.value?.pseudo.flatMap((p) => [p.from, p.to]) ?? [])].map(
        (at) => at[index] ?? axis.low,
    );
    const low = Math.min(axis.low - MARGIN * span, ...all.map((v) => v - 0.08 * span));
    const high = Math.max(axis.high + MARGIN * span, ...all.map((v) => v + 0.08 * span));
    return { low, high };
}
const lastRanges = ofProject(() => ({ both: null as readonly [Range, Range] | null }));
// While something is dragged, the ranges of the pad do not change.
export const dragging = signal(false);
export const ranges = computed((): readonly [Range, Range] => {
    const [x, y] = padAxes.value;
    if (dragging.value && lastRanges.both) return lastRanges.both;
    lastRanges.both = [rangeOf(axes.value[x], x), rangeOf(axes.value[y], y)];
    return lastRanges.both;
});

export const area = signal({ width: 0, height: 0 }); // CSS pixels

export function toPixels(at: readonly number[]): readonly [number, number] {
    const [x, y] = padAxes.value;
    const [across, up] = ranges.value;
    const { width, height } = area.value;
    const part = (value: number, range: Range): number => (value - range.low) / (range.high - range.low);
    return [part(at[x] ?? 0, across) * width, y < 0 ? height / 2 : (1 - part(at[y] ?? 0, up)) * height];
}
const roundToStep = (value: number, range: Range): number => {
    const step = 10 ** Math.floor(Math.log10((range.high - range.low) / 400));
    return Number((Math.round(value / step) * step).toPrecision(7));
};
// The place under a point of the pad; axes that the pad does not show keep their values from `like`.
export function toPlace(px: number, py: number, like: readonly number[] = place.peek()): number[] {
    const [x, y] = padAxes.peek();
    const [across, up] = ranges.peek();
    const { width, height } = area.peek();
    const at = axes.peek().map((axis, i) => like[i] ?? axis.low);
    if (x >= 0) at[x] = roundToStep(across.low + (px / width) * (across.high - across.low), across);
    if (y >= 0) at[y] = roundToStep(up.low + (1 - py / height) * (up.high - up.low), up);
    return clampToAxes(at);
}
function clampToAxes(at: number[]): number[] {
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
// Whether an example lies near the slice of the field that the pad shows, that is, near the current place on every
// other axis.
export function isNear(at: readonly number[]): boolean {
    const [x, y] = padAxes.value;
    return axes.value.every(
        (axis, i) =>
            i === x || i === y || Math.abs((at[i] ?? 0) - (place.value[i] ?? 0)) < 0.1 * (axis.high - axis.low),
    );
}
