// Which curves the curve editor shows, and which part of the values.
import { computed, signal } from "@preact/signals";
import type { Channel } from "../core/project.ts";
import { view } from "../shell/timelineview.ts";
import { sampled, SAMPLE } from "./core.ts";
import { partCount, parts, toShown } from "./model.ts";
import type { KeyRef, TrackRow } from "./model.ts";
import { mainRow, model, offset, selectedKeys, selectedRows } from "./state.ts";

// One line: a number of a track, over time.
export interface Curve {
  readonly row: TrackRow;
  readonly part: number; // 0: x or the angle, 1: y
}
export interface Values {
  readonly low: number;
  readonly high: number;
}

// Those of the selected rows, else all: selecting keys takes no curve away.
export const curves = computed((): readonly Curve[] => {
  const tracks = [...(model.value?.tracks.values() ?? [])];
  const chosen = new Set(selectedRows.value);
  const ofRows = tracks.filter((t) => chosen.has(t.id) || chosen.has(t.track.handle));
  const shown = ofRows.length && !chosen.has("*") ? ofRows : tracks;
  return shown.flatMap((row) => Array.from({ length: partCount(row.track.channel) }, (_, part) => ({ row, part })));
});
export const shownValue = (curve: Curve, ref: KeyRef): number => toShown(ref.track.channel, parts(ref.key.value)[curve.part] ?? 0);

// ---- Values: metres, degrees and factors have little to do with each other, so each channel has a scale of its own. What is
// looked at is a part of these scales together, 0 at the lowest of each and 1 at its highest.

export type Extents = Readonly<Record<Channel, Values>>;
const ROOM = 0.12; // above and below
const FIT_SAMPLES = 200;
const LEAST: Record<Channel, number> = { position: 0.02, angle: 2, scale: 0.02 }; // a curve that is level is in the middle

// Everything that the curves of a channel do in the time that is in sight.
function extentOf(channel: Channel): Values {
  let [low, high] = [Infinity, -Infinity];
  const take = (v: number): void => {
    low = Math.min(low, v);
    high = Math.max(high, v);
  };
  const [from, to] = [view.value.from - offset.value, view.value.to - offset.value];
  for (const curve of curves.value) {
    if (curve.row.track.channel !== channel) continue;
    for (const ref of curve.row.keys) take(shownValue(curve, ref));
    const samples = sampled(curve.row, Math.max(0, from), Math.max(0, to), FIT_SAMPLES);
    for (let i = 0; samples && i < samples.length; i += SAMPLE) if (samples[i + 4]! > 0) take(toShown(channel, samples[i + curve.part]!));
  }
  if (low > high) [low, high] = [0, 1];
  const lacking = Math.max(0, LEAST[channel] - (high - low)) / 2;
  return { low: low - lacking, high: high + lacking };
}
const fitted = computed((): Extents => ({ position: extentOf("position"), angle: extentOf("angle"), scale: extentOf("scale") }));
const held = signal<Extents | null>(null); // while something is dragged the scales stand still
export const extents = computed((): Extents => held.value ?? fitted.value);
export function holdExtents(hold: boolean): void {
  held.value = hold ? extents.peek() : null;
}

const ALL: Values = { low: -ROOM, high: 1 + ROOM };
const chosen = signal<Values>(ALL);
export const values = computed((): Values => chosen.value);
export const isFittedValues = computed(() => chosen.value === ALL);

// All, or these keys.
export function fitValues(keys: readonly KeyRef[] = []): void {
  const shares = keys.flatMap((ref) => parts(ref.key.value).map((v) => shareOf(extents.peek(), ref.track.channel, toShown(ref.track.channel, v))));
  const [low, high] = [Math.min(...shares), Math.max(...shares)];
  const room = Math.max(0.05, ROOM * (high - low));
  chosen.value = keys.length ? { low: low - room, high: high + room } : ALL;
}
export const shareOf = (all: Extents, channel: Channel, shown: number): number => (shown - all[channel].low) / (all[channel].high - all[channel].low);
export const fromShare = (all: Extents, channel: Channel, share: number): number => all[channel].low + share * (all[channel].high - all[channel].low);

// `share`: the height that stays, 0 at the bottom.
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
// Whose numbers stand at the left: those of the selected row or key, else of the first curve.
export const axisChannel = computed((): Channel => mainRow.value?.channel ?? selectedKeys.value.at(-1)?.track.channel ?? curves.value[0]?.row.track.channel ?? "position");
