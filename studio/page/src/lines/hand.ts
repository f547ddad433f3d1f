// The hand on the sheet: it draws strokes, drags points of one, takes hold of the line, scribbles over bones, or looks about.
import { signal } from "@preact/signals";
import { panBy, zoomBy } from "../draw/camera.ts";
import { playing, time } from "../state/app.ts";
import { ask, send } from "../state/document.ts";
import { frame } from "../state/workspaces.ts";
import { drag } from "../widgets/gesture.ts";
import { bent, falloff } from "./bend.ts";
import { addStroke, setBones, setPoints } from "./edits.ts";
import { settle, showSoon } from "./live.ts";
import { cameraNow, lookFreely, onPaper, orbit, paperCamera, paperToPicture, pictureToPaper, sizeNow } from "./sight.ts";
import { action, chooseKey, free, goToKey, holding, isDrawing, keyHere, keyIndex, keyIndexes, length, line, pulled, toggleKey, tool } from "./state.ts";

export const drawn = signal<readonly number[]>([]); // what is being drawn: x, y on the paper and pressure, each
export const editing = signal<{ readonly weights: readonly number[] } | null>(null); // how much each point of the chosen stroke goes along
export const softness = signal(0.3); // share of the stroke that goes along with a point
export const brush = signal(18); // CSS pixels: the radius of the scribble
const REACH = 14; // CSS pixels, of a mouse
const TOUCH_REACH = 26;
const LEAST = 8; // CSS pixels: shorter ones are clicks

let box = new DOMRect();
const spotOf = (event: PointerEvent | WheelEvent): { x: number; y: number } => ({ x: event.clientX - box.left, y: event.clientY - box.top });
const paperOf = (event: PointerEvent): readonly [number, number] => {
  const { x, y } = spotOf(event);
  return pictureToPaper(x, y);
};
const reachOf = (event: PointerEvent): number => (event.pointerType === "touch" ? TOUCH_REACH : REACH);
// A mouse has no pressure; a finger seldom.
const pressureOf = (event: PointerEvent): number => (event.pointerType === "pen" && event.pressure > 0 ? Math.round(1000 * event.pressure) / 1000 : 1);

// ---- Looking

function pan(dx: number, dy: number): void {
  if (isDrawing.peek()) return panBy(dx, dy);
  if (free.peek()) return orbit.move(dx, dy, sizeNow().height);
  const { x, y, zoom } = paperCamera.peek();
  paperCamera.value = { x: x - dx / zoom, y: y + dy / zoom, zoom };
  frame.request();
}
export function zoom(factor: number, at?: { readonly x: number; readonly y: number }): void {
  if (isDrawing.peek()) return zoomBy(factor, at && [at.x, at.y], false);
  if (free.peek()) return orbit.zoom(1 / factor);
  const { width, height } = sizeNow();
  const { x, y, zoom: before } = paperCamera.peek();
  const after = Math.min(20_000, Math.max(2, before * factor));
  const [right, down] = at ? [at.x - width / 2, at.y - height / 2] : [0, 0];
  const shift = 1 / before - 1 / after;
  paperCamera.value = { x: x + right * shift, y: y - down * shift, zoom: after };
  frame.request();
}
export function wheel(event: WheelEvent): void {
  event.preventDefault();
  box = (event.currentTarget as HTMLElement).getBoundingClientRect();
  zoom(Math.exp(-event.deltaY / 500), spotOf(event));
}
function look(event: PointerEvent, moves: boolean): void {
  let [lastX, lastY] = [0, 0];
  drag(event, {
    move(_, dx, dy) {
      if (moves) pan(dx - lastX, dy - lastY);
      else {
        lookFreely();
        orbit.turn(dx - lastX, dy - lastY);
      }
      [lastX, lastY] = [dx, dy];
    },
  });
}
const NUDGE = 0.01; // metres of the paper, a press of an arrow key
// With the tool that drags points: arrows move the chosen strokes.
function nudgeStrokes(event: KeyboardEvent): boolean {
  const ways: Record<string, readonly [number, number]> = { ArrowLeft: [-NUDGE, 0], ArrowRight: [NUDGE, 0], ArrowUp: [0, NUDGE], ArrowDown: [0, -NUDGE] };
  const by = ways[event.key];
  const all = keyIndexes.peek();
  if (!by || tool.peek() !== "edit" || all.length === 0 || event.altKey || event.ctrlKey || event.metaKey) return false;
  const far = event.shiftKey ? 5 : 1;
  send(all.map((k) => {
    const { points } = line.peek()!.keys[k]!;
    return setPoints(k, bent(points, points.map(() => 1), far * by[0], far * by[1]));
  }));
  return true;
}
export function keysOnView(event: KeyboardEvent): void {
  if (nudgeStrokes(event)) {
    event.preventDefault();
    return event.stopPropagation();
  }
  const turns: Record<string, [number, number]> = { ArrowLeft: [12, 0], ArrowRight: [-12, 0], ArrowUp: [0, 8], ArrowDown: [0, -8] };
  const by = turns[event.key];
  if (event.ctrlKey || event.metaKey || (by && !event.altKey)) return;
  if (by) {
    lookFreely();
    orbit.turn(...by);
  } else if (event.key === "+" || event.key === "=") zoom(1.12);
  else if (event.key === "-") zoom(1 / 1.12);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

// ---- Two fingers move and zoom the picture; what one of them had begun is taken back

const fingers = new Map<number, { x: number; y: number }>();
let takeBack: (() => void) | null = null;
function pinch(event: PointerEvent & { currentTarget: HTMLElement }): boolean {
  if (event.pointerType !== "touch") return false;
  const element = event.currentTarget;
  fingers.set(event.pointerId, spotOf(event));
  const move = (e: PointerEvent): void => {
    const before = fingers.get(e.pointerId);
    const other = [...fingers].find(([id]) => id !== e.pointerId)?.[1];
    if (!before) return;
    const now = spotOf(e);
    fingers.set(e.pointerId, now);
    if (!other) return;
    const wide = (a: { x: number; y: number }): number => Math.max(8, Math.hypot(a.x - other.x, a.y - other.y));
    pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    zoom(wide(now) / wide(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  };
  const up = (e: PointerEvent): void => {
    if (e.pointerId !== event.pointerId) return;
    fingers.delete(e.pointerId);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", up);
  };
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  if (fingers.size < 2) return false;
  takeBack?.();
  return true;
}

// ---- Drawing

function follow(event: PointerEvent, finish: (samples: readonly number[], event: PointerEvent) => void, click: (event: PointerEvent) => void): void {
  let samples: number[] = [];
  let given = false; // back, to two fingers
  const take = (e: PointerEvent): void => {
    const [x, y] = paperOf(e);
    if (Number.isFinite(x) && Number.isFinite(y)) samples.push(x, y, pressureOf(e));
  };
  const done = (): void => {
    drawn.value = [];
    takeBack = null;
    frame.request();
  };
  take(event);
  takeBack = () => {
    given = true;
    done();
  };
  drag(event, {
    move(e) {
      if (given) return;
      const all = e.getCoalescedEvents?.() ?? [];
      for (const each of all.length ? all : [e]) take(each);
      drawn.value = samples;
      samples = [...samples];
      frame.request();
    },
    end(e, moved) {
      if (given) return;
      done();
      if (moved && wayOf(samples) * cameraNow().zoom >= LEAST) finish(samples, e);
      else click(e);
    },
    cancel: done,
  });
}
function wayOf(samples: readonly number[]): number {
  let way = 0;
  for (let i = 3; i < samples.length; i += 3) way += Math.hypot(samples[i]! - samples[i - 3]!, samples[i + 1]! - samples[i - 2]!);
  return way;
}

// ---- Which stroke is meant

interface Near {
  readonly key: number;
  readonly point: number;
  readonly far: number; // CSS pixels
}
function nearest(event: PointerEvent, only: number | null = null): Near | null {
  const at = spotOf(event);
  let best: Near | null = null;
  line.peek()?.keys.forEach((key, k) => {
    if (only !== null && k !== only) return;
    key.points.forEach(([x, y], i) => {
      const spot = paperToPicture(x, y);
      const far = spot ? Math.hypot(spot.x - at.x, spot.y - at.y) : Infinity;
      if (!best || far < best.far) best = { key: k, point: i, far };
    });
  });
  return best;
}
function pick(event: PointerEvent): void {
  const found = nearest(event);
  if (!found || found.far > reachOf(event)) chooseKey(null);
  else if (event.shiftKey && tool.peek() !== "scribble") toggleKey(found.key);
  else goToKey(found.key);
}

// ---- Tools

function draw(event: PointerEvent): void {
  follow(event, (samples) => addStroke(samples), pick);
}
function scribble(event: PointerEvent): void {
  const index = keyIndex.peek() ?? keyHere.peek();
  const radius = brush.peek() / cameraNow().zoom;
  follow(
    event,
    (samples, e) => {
      const points = samples.filter((_, i) => i % 3 !== 2);
      const found = ask((core) => core.actions.scribble(points, radius), true);
      if (found) setBones(index, found, e.shiftKey ? "add" : e.altKey ? "remove" : "replace");
    },
    pick,
  );
}
function edit(event: PointerEvent): void {
  const own = keyIndex.peek() === null ? null : nearest(event, keyIndex.peek());
  const found = own && own.far <= reachOf(event) ? own : nearest(event);
  if (!found || found.far > reachOf(event)) return void chooseKey(null);
  goToKey(found.key);
  const before = line.peek()!.keys[found.key]!.points;
  const from = paperOf(event);
  const weights = falloff(before, found.point, event.shiftKey ? Infinity : softness.peek());
  editing.value = { weights };
  const change = (e: PointerEvent) => {
    const [x, y] = paperOf(e);
    return setPoints(found.key, bent(before, weights, x - from[0], y - from[1]));
  };
  const done = (): void => {
    editing.value = null;
    frame.request();
  };
  drag(event, {
    move: (e) => showSoon(() => change(e)),
    end(e, moved) {
      done();
      settle(moved ? change(e) : null);
    },
    cancel() {
      done();
      settle(null);
    },
  });
  frame.request();
}

// ---- The line in the hand

let hold: readonly [number, number] | null = null;
// Every frame in which it is held: a hand that rests draws too.
export function keepHold(): void {
  if (hold) ask((core) => core.actions.drag(hold![0], hold![1]));
}
function wobble(event: PointerEvent): void {
  if ((action()?.keyCount ?? 0) === 0) return;
  if (time.peek() >= length.peek() - 1e-3) time.value = 0;
  const [x, y] = paperOf(event);
  playing.value = false;
  ask((core) => core.actions.seek(time.peek()));
  if (!ask((core) => core.actions.grab(x, y, (2 * reachOf(event)) / cameraNow().zoom))) return pick(event);
  hold = [x, y];
  holding.value = true;
  pulled.value = null;
  frame.request();
  const let_go = (): void => {
    hold = null;
    ask((core) => core.actions.letGo());
  };
  drag(event, {
    move: (e) => (hold = paperOf(e)),
    end() {
      let_go();
      pulled.value = ask((core) => core.actions.pulled());
    },
    cancel() {
      let_go();
      holding.value = false;
    },
  });
}

// Whether there is something to take hold of under the pointer: the cursor says so.
export const within = signal(false);
export function hover(event: PointerEvent & { currentTarget: HTMLElement }): void {
  if (event.buttons !== 0) return;
  box = event.currentTarget.getBoundingClientRect();
  const kind = onPaper() ? tool.peek() : "look";
  within.value = kind === "edit" ? (nearest(event)?.far ?? Infinity) <= reachOf(event) : kind === "wobble" && nearLine(event);
}
function nearLine(event: PointerEvent): boolean {
  const now = action();
  if (!now || now.keyCount === 0) return false;
  const at = spotOf(event);
  for (let i = 0; i < now.points.length; i += 2) {
    const spot = paperToPicture(now.points[i]!, now.points[i + 1]!);
    if (spot && Math.hypot(spot.x - at.x, spot.y - at.y) <= 2 * reachOf(event)) return true;
  }
  return false;
}

// A hand that lies on the screen while the pen draws is not meant, nor one that was there before the pen.
let pen = 0;
function isPalm(event: PointerEvent): boolean {
  if (event.pointerType === "touch") return pen !== 0;
  if (event.pointerType !== "pen") return false;
  takeBack?.();
  pen = event.pointerId;
  const up = (e: PointerEvent): void => {
    if (e.pointerId !== pen) return;
    pen = 0;
    window.removeEventListener("pointerup", up, true);
    window.removeEventListener("pointercancel", up, true);
  };
  window.addEventListener("pointerup", up, true);
  window.addEventListener("pointercancel", up, true);
  return false;
}

export function grab(event: PointerEvent & { currentTarget: HTMLElement }): void {
  event.preventDefault();
  if (isPalm(event)) return;
  event.currentTarget.focus({ preventScroll: true });
  box = event.currentTarget.getBoundingClientRect();
  if (pinch(event)) return;
  const moves = event.button === 1 || isDrawing.peek();
  if (event.button !== 0) return look(event, moves);
  if (!line.peek()) return;
  if (!onPaper() || tool.peek() === "look") return look(event, event.shiftKey || isDrawing.peek());
  ({ draw, edit, wobble, scribble })[tool.peek() as Exclude<ReturnType<typeof tool.peek>, "look">](event);
}
