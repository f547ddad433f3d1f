// Which part of the time the ruler shows, and how it is divided.
import { computed, effect, signal } from "@preact/signals";
import { duration, rate, time } from "../state/app.ts";
import { remember, remembered } from "../widgets/memory.ts";

export interface View {
  readonly from: number; // seconds at the left edge
  readonly to: number;
}
const chosen = signal<View | null>(null); // null: all of it
const LEAST_FRAMES = 6; // nobody looks closer
const MARGIN = 0.015; // a little room before the start and after the end

// A stage that plays on beyond its end has the ruler grow by the scene's length each time.
const reached = computed((): number => Math.ceil((time.value - 1e-4) / duration.value) || 1);
// Something that reaches beyond the scene, such as a clip.
export const beyond = signal(0);
export const whole = computed((): View => {
  const length = Math.max(1 / rate.value, duration.value * Math.max(1, reached.value), beyond.value);
  return { from: -MARGIN * length, to: (1 + MARGIN) * length };
});
export const view = computed((): View => chosen.value ?? whole.value);
export const isFitted = computed(() => chosen.value === null);
export function fitAll(): void {
  chosen.value = null;
}

function put(from: number, span: number): void {
  const all = whole.value;
  if (span >= all.to - all.from) return fitAll();
  const start = Math.min(Math.max(all.from, from), all.to - span);
  chosen.value = { from: start, to: start + span };
}
// `share`: the place that stays where it is, 0 at the left edge, 1 at the right.
export function zoomTime(factor: number, share: number): void {
  const { from, to } = view.value;
  const span = Math.max(LEAST_FRAMES / rate.value, (to - from) / factor);
  put(from + share * (to - from - span), span);
}
export function panTime(share: number): void {
  const { from, to } = view.value;
  if (!isFitted.value) showFrom(from + share * (to - from));
}
// The same length of time, from another place on.
export function showFrom(from: number): void {
  const now = view.value;
  if (!isFitted.value) put(from, now.to - now.from);
}

export function showSpan(from: number, to: number): void {
  put(from, Math.max(LEAST_FRAMES / rate.value, to - from));
}

export const toFrame = (seconds: number): number => Math.round(seconds * rate.value);
export const onFrame = (seconds: number): number => Math.min(Math.max(duration.value, time.peek()), Math.max(0, toFrame(seconds) / rate.value));

// How the ruler counts.
export const rulerUnits = signal<"seconds" | "frames">(remembered("ruler-units", "seconds"));
effect(() => remember("ruler-units", rulerUnits.value));

export interface Tick {
  readonly time: number;
  readonly label: string; // "": a small one
}
const LABEL_ROOM = 64; // px
const TICK_ROOM = 6;
const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600];
const PARTS = [1, 2, 5, 10, 15, 20, 30]; // frames

// The smallest division whose parts are at least `room` px wide, in frames.
function division(framePixels: number, frames: number, room: number): number {
  const parts = PARTS.filter((n) => n < frames && (frames % n === 0 || n === 1));
  const all = [...parts, ...SECONDS.map((s) => s * frames)];
  return all.find((n) => n * framePixels >= room) ?? all.at(-1)!;
}
function label(frame: number, frames: number): string {
  if (rulerUnits.value === "frames") return String(frame);
  const [seconds, part] = [Math.floor(frame / frames), frame % frames];
  if (part) return `+${part}`;
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
export function ticks(shown: View, pixels: number): Tick[] {
  const frames = Math.max(1, Math.round(rate.value));
  const framePixels = pixels / ((shown.to - shown.from) * frames);
  const [large, small] = [division(framePixels, frames, LABEL_ROOM), division(framePixels, frames, TICK_ROOM)];
  const step = large % small === 0 ? small : large;
  const made: Tick[] = [];
  for (let f = Math.max(0, Math.ceil((shown.from * frames) / step) * step); f <= shown.to * frames; f += step) made.push({ time: f / frames, label: f % large === 0 ? label(f, frames) : "" });
  return made;
}
