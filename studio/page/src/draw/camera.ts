// Where the stage looks: one camera for each thing a workspace shows, remembered; moved at once or within a tenth of a second.
// A view that shows all there is goes on showing all of it, whatever becomes of the window, until it is moved by hand.
import { computed, effect, signal } from "@preact/signals";
import { artwork, scene, workspace } from "../state/app.ts";
import { project } from "../state/document.ts";
import { prefs } from "../state/prefs.ts";
import { frame, mode } from "../state/workspaces.ts";
import type { Box, Camera } from "./painter.ts";

const SECONDS = 0.1;
const LEAST = 0.05; // pixels to a metre
const MOST = 200_000;
const KEPT = 200; // cameras
const AIR = 0.1; // of the view, on each side of what is framed
export const BAR = 64; // px at the top, where the toolbar lies
const STORE = "verve.cameras";

export const camera = signal<Camera>({ x: 0, y: 0, zoom: 200 });
// Of the stage, CSS pixels, and device pixels to one of them.
export const stageSize = signal({ width: 0, height: 0, ratio: 1 });

interface Flight {
  readonly from: Camera;
  readonly to: Camera;
  seconds: number;
}
let flight: Flight | null = null;
let showsAll = false; // it was framed, and not moved by hand since

const reducedMotion = (): boolean => prefs.peek().still || matchMedia("(prefers-reduced-motion: reduce)").matches;
const limit = ({ x, y, zoom }: Camera): Camera => ({ x, y, zoom: Math.min(MOST, Math.max(LEAST, zoom)) });
// Where it is, or will be when it has arrived.
const goal = (): Camera => flight?.to ?? camera.peek();

export function lookAt(to: Camera, smoothly = true): void {
  if (![to.x, to.y, to.zoom].every(Number.isFinite)) return;
  if (smoothly && !reducedMotion()) {
    flight = { from: camera.peek(), to: limit(to), seconds: 0 };
    frame.request();
  } else {
    flight = null;
    camera.value = limit(to);
  }
}
// Takes a flight further. 1/zoom and the middle go evenly, so that a point that stays put at the end stays put on the way.
export function fly(seconds: number): void {
  if (!flight) return;
  const { from, to } = flight;
  flight.seconds += seconds;
  const t = Math.min(1, flight.seconds / SECONDS);
  const s = t * (2 - t);
  const mix = (a: number, b: number): number => a + (b - a) * s;
  camera.value = t === 1 ? to : { x: mix(from.x, to.x), y: mix(from.y, to.y), zoom: 1 / mix(1 / from.zoom, 1 / to.zoom) };
  if (t === 1) flight = null;
}
export const isFlying = (): boolean => flight !== null;

export function panBy(dx: number, dy: number, smoothly = false): void {
  const { x, y, zoom } = goal();
  showsAll = false;
  lookAt({ x: x - dx / zoom, y: y + dy / zoom, zoom }, smoothly);
}
// About a point of the canvas, CSS pixels from the top left; the middle where none is given.
export function zoomBy(factor: number, at?: readonly [number, number], smoothly = true): void {
  const { width, height } = stageSize.peek();
  const before = goal();
  const after = limit({ ...before, zoom: before.zoom * factor });
  const [right, down] = at ? [at[0] - width / 2, at[1] - height / 2] : [0, 0];
  const shift = 1 / before.zoom - 1 / after.zoom;
  showsAll = false;
  lookAt({ x: before.x + right * shift, y: before.y - down * shift, zoom: after.zoom }, smoothly);
}
export function zoomTo(zoom: number): void {
  showsAll = false;
  lookAt({ ...goal(), zoom });
}
// Goes along with something that moves: the view stays what it is, elsewhere.
export function shiftBy(dx: number, dy: number): void {
  const { x, y, zoom } = goal();
  if (dx || dy) lookAt({ x: x + dx, y: y + dy, zoom }, false);
}
// Where a view of this size shows the whole box, with some air around it and none of it under the `above` pixels of bars.
export function fitted(box: Box, width: number, height: number, above = BAR): Camera {
  const [wide, high] = [box.high[0] - box.low[0], box.high[1] - box.low[1]];
  const below = AIR * height;
  const top = Math.min(height / 3, Math.max(below, above));
  const zoom = Math.min(((1 - 2 * AIR) * width) / wide, (height - top - below) / high);
  return { x: (box.low[0] + box.high[0]) / 2, y: (box.low[1] + box.high[1]) / 2 + (top - below) / 2 / zoom, zoom };
}
// `all`: it is all there is, and stays in view. What has no size is looked at from as near as before.
export function frameBox(box: Box, smoothly = true, all = false, above = BAR): void {
  showsAll = all;
  const { width, height } = stageSize.peek();
  const fit = fitted(box, width, height, above);
  const usable = Number.isFinite(fit.zoom) && fit.zoom > 0;
  lookAt(usable ? fit : { x: (box.low[0] + box.high[0]) / 2, y: (box.low[1] + box.high[1]) / 2, zoom: goal().zoom }, smoothly);
}

// ---- Remembering

const key = computed((): string | null => {
  if (mode.value) return `${project.value.name}/${mode.value.id}`;
  const thing = workspace.value === "stage" ? scene.value : artwork.value;
  return thing ? `${project.value.name}/${workspace.value}/${thing.name}` : null;
});

type Kept = Camera & { readonly all?: boolean };
function readStore(): Map<string, Kept> {
  try {
    const told = JSON.parse(localStorage.getItem(STORE) ?? "[]") as [string, Kept][];
    return new Map(told.filter(([, c]) => [c?.x, c?.y, c?.zoom].every(Number.isFinite) && c.zoom > 0));
  } catch {
    return new Map();
  }
}
let cameras: Map<string, Kept> | null = null;
let writing: ReturnType<typeof setTimeout> | null = null;

function remember(name: string, now: Camera): void {
  cameras ??= readStore();
  cameras.delete(name);
  cameras.set(name, showsAll ? { ...now, all: true } : now);
  writing ??= setTimeout(() => {
    writing = null;
    try {
      localStorage.setItem(STORE, JSON.stringify([...cameras!].slice(-KEPT)));
    } catch {
      // No room, or not allowed: it is remembered until the page goes.
    }
  }, 500);
}

let shown: string | null = null;
let wantsFraming = false;
let early = false; // panels come and go with a workspace: its first frame is drawn before the stage has its size

// Keeps the camera of whatever is shown. Call once.
export function rememberCameras(): () => void {
  const stopFollowing = effect(() => {
    const now = key.value;
    if (now === shown) return;
    shown = now;
    cameras ??= readStore();
    const before = now === null ? undefined : cameras.get(now);
    wantsFraming = now !== null;
    early = true;
    flight = null;
    showsAll = before?.all ?? false;
    if (before) camera.value = limit(before);
    frame.request();
  });
  const stopFitting = effect(() => {
    void stageSize.value;
    if (showsAll && shown !== null) wantsFraming = true;
  });
  const stopKeeping = effect(() => {
    const now = camera.value;
    if (shown !== null && !wantsFraming) remember(shown, now);
  });
  return () => {
    stopFollowing();
    stopFitting();
    stopKeeping();
    shown = null;
  };
}
// Every frame: what is shown for the first time, or was left out of sight, is framed as soon as it is known how large it is.
export function frameNewcomer(bounds: () => Box | null, above = BAR): void {
  const { width, height } = stageSize.peek();
  if (!wantsFraming || shown === null || width < 16 || height < 16) return;
  if (early) {
    early = false;
    frame.request();
    return;
  }
  const box = bounds();
  if (!box) return;
  wantsFraming = false;
  const { x, y, zoom } = camera.peek();
  const apart = (low: number, high: number, middle: number, size: number): boolean => high < middle - size / 2 / zoom || low > middle + size / 2 / zoom;
  const unseen = apart(box.low[0], box.high[0], x, width) || apart(box.low[1], box.high[1], y, height);
  if (showsAll || unseen || !cameras?.has(shown)) frameBox(box, false, true, above);
}
