// The visible part of the time, and the divisions of the ruler.
import { computed, effect, signal } from "@preact/signals";
import { duration, rate, time } from "../state/app.ts";
import { remember, remembered } from "../widgets/memory.ts";

export interface View {
    readonly from: number; // seconds at the left edge
    readonly to: number;
}
const chosen = signal<View | null>(null); // null: all of it
const MIN_FRAMES = 6; // the closest zoom
const MARGIN = 0.015; // share of the whole, before the start and after the end

// While a stage plays on beyond its end, the ruler grows by the scene's length each time.
const passes = computed((): number => Math.ceil((time.value - 1e-4) / duration.value) || 1);
// The end of something that reaches beyond the scene, such as a clip.
export const beyond = signal(0);
export const whole = computed((): View => {
    const length = Math.max(1 / rate.value, duration.value * Math.max(1, passes.value), beyond.value);
    return { from: -MARGIN * length, to: (1 + MARGIN) * length };
});
export const view = computed((): View => chosen.value ?? whole.value);
export const isFitted = computed(() => chosen.value === null);
export function fitAll(): void {
    chosen.value = null;
}

function setView(from: number, span: number): void {
    const all = whole.value;
    if (span >= all.to - all.from) return fitAll();
    const start = Math.min(Math.max(all.from, from), all.to - span);
    chosen.value = { from: start, to: start + span };
}
// `share` is the position that stays in place: 0 at the left edge, 1 at the right.
export function zoomTime(factor: number, share: number): void {
    const { from, to } = view.value;
    const span = Math.max(MIN_FRAMES / rate.value, (to - from) / factor);
    setView(from + share * (to - from - span), span);
}
export function panTime(share: number): void {
    const { from, to } = view.value;
    if (!isFitted.value) showFrom(from + share * (to - from));
}
// Shows the same length of time, starting at another time.
export function showFrom(from: number): void {
    const now = view.value;
    if (!isFitted.value) setView(from, now.to - now.from);
}

export function showSpan(from: number, to: number): void {
    setView(from, Math.max(MIN_FRAMES / rate.value, to - from));
}

export const toFrame = (seconds: number): number => Math.round(seconds * rate.value);
export const onFrame = (seconds: number): number =>
    Math.min(Math.max(duration.value, time.peek()), Math.max(0, toFrame(seconds) / rate.value));

// The unit of the ruler's labels.
export const rulerUnits = signal<"seconds" | "frames">(remembered("ruler-units", "seconds"));
effect(() => remember("ruler-units", rulerUnits.value));

export interface Tick {
    readonly time: number;
    readonly label: string; // "" for a small tick
}
const LABEL_ROOM = 64; // px
const TICK_ROOM = 6;
const SECOND_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600];
const FRAME_STEPS = [1, 2, 5, 10, 15, 20, 30]; // frames

// The smallest division that is at least `room` px wide, in frames.
function division(framePixels: number, frames: number, room: number): number {
    const parts = FRAME_STEPS.filter((n) => n < frames && (frames % n === 0 || n === 1));
    const all = [...parts, ...SECOND_STEPS.map((s) => s * frames)];
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
    for (let f = Math.max(0, Math.ceil((shown.from * frames) / step) * step); f <= shown.to * frames; f += step)
        made.push({ time: f / frames, label: f % large === 0 ? label(f, frames) : "" });
    return made;
}
