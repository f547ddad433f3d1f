// The curves that the curve editor shows, and the visible part of their values.
import { computed, signal } from "@preact/signals";
import type { Channel } from "../core/project.ts";
import { view } from "./view.ts";
import { sampled, SAMPLE } from "./core.ts";
import { partCount, parts, toShown } from "./model.ts";
import type { KeyRef, TrackRow } from "./model.ts";
import { mainRow, model, offset, selectedKeys, selectedRows } from "./state.ts";

// One curve: one number of a track, over time.
export interface Curve {
    readonly row: TrackRow;
    readonly part: number; // 0: x or the angle, 1: y
}
export interface Values {
    readonly low: number;
    readonly high: number;
}

// The curves of the selected rows, or all of them. Selecting keys hides no curve.
export const curves = computed((): readonly Curve[] => {
    const tracks = [...(model.value?.tracks.values() ?? [])];
    const chosen = new Set(selectedRows.value);
    const ofRows = tracks.filter((t) => chosen.has(t.id) || chosen.has(t.track.handle));
    const shown = ofRows.length && !chosen.has("*") ? ofRows : tracks;
    return shown.flatMap((row) => Array.from({ length: partCount(row.track.channel) }, (_, part) => ({ row, part })));
});
export const shownValue = (curve: Curve, ref: KeyRef): number =>
    toShown(ref.track.channel, parts(ref.key.value)[curve.part] ?? 0);

// ---- Values: metres, degrees and factors cannot share a scale, so each channel has its own extent. The visible part
// is given as shares of the extents: 0 is the lowest value of each channel, 1 the highest.

export type Extents = Readonly<Record<Channel, Values>>;
const ROOM = 0.12; // share of the visible range, above and below
const FIT_SAMPLES = 200;
// the smallest extent; a constant curve lies in the middle
const MIN_EXTENT: Record<Channel, number> = { position: 0.02, angle: 2, scale: 0.02 };

// The range of all values of a channel's curves within the visible time.
function extentOf(channel: Channel): Values {
    let [low, high] = [Infinity, -Infinity];
    const include = (v: number): void => {
        low = Math.min(low, v);
        high = Math.max(high, v);
    };
    const [from, to] = [view.value.from - offset.value, view.value.to - offset.value];
    for (const curve of curves.value) {
        if (curve.row.track.channel !== channel) continue;
        for (const ref of curve.row.keys) include(shownValue(curve, ref));
        const samples = sampled(curve.row, Math.max(0, from), Math.max(0, to), FIT_SAMPLES);
        for (let i = 0; samples && i < samples.length; i += SAMPLE)
            if (samples[i + 4]! > 0) include(toShown(channel, samples[i + curve.part]!));
    }
    if (low > high) [low, high] = [0, 1];
    const missing = Math.max(0, MIN_EXTENT[channel] - (high - low)) / 2;
    return { low: low - missing, high: high + missing };
}
const fitted = computed(
    (): Extents => ({ position: extentOf("position"), angle: extentOf("angle"), scale: extentOf("scale") }),
);
const held = signal<Extents | null>(null); // set while something is dragged, so that the scales do not change
export const extents = computed((): Extents => held.value ?? fitted.value);
export function holdExtents(hold: boolean): void {
    held.value = hold ? extents.peek() : null;
}

const ALL: Values = { low: -ROOM, high: 1 + ROOM };
const chosen = signal<Values>(ALL);
export const values = computed((): Values => chosen.value);
export const isFittedValues = computed(() => chosen.value === ALL);

// Fits all values, or those of the given keys.
export function fitValues(keys: readonly KeyRef[] = []): void {
    const shares = keys.flatMap((ref) =>
        parts(ref.key.value).map((v) => shareOf(extents.peek(), ref.track.channel, toShown(ref.track.channel, v))),
    );
    const [low, high] = [Math.min(...shares), Math.max(...shares)];
    const room = Math.max(0.05, ROOM * (high - low));
    chosen.value = keys.length ? { low: low - room, high: high + room } : ALL;
}
export const shareOf = (all: Extents, channel: Channel, shown: number): number =>
    (shown - all[channel].low) / (all[channel].high - all[channel].low);
export const fromShare = (all: Extents, channel: Channel, share: number): number =>
    all[channel].low + share * (all[channel].high - all[channel].low);

// `share` is the height that stays in place: 0 at the bottom, 1 at the top.
export function zoomValues(factor: number, share: number): void {
    const { low, high } = values.peek();
    const span = Math.min(50, Math.max(1e-3, (high - low) / factor));
    const from = low + share * (high - low - span);
    chosen.value = { low: from, high: from + span };
}
export function panValues(share: number): void {
    const { low, high } = values.peek();
    const by = share * (high - low);
    chosen.value = { low: low + by, high: high + by };
}
// The channel whose values label the axis: that of the selected row or key, else of the first curve.
export const axisChannel = computed(
    (): Channel =>
        mainRow.value?.channel ??
        selectedKeys.value.at(-1)?.track.channel ??
        curves.value[0]?.row.track.channel ??
        "position",
);
