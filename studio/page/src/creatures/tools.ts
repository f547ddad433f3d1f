// Hands on a body: what the gizmo holds, where it is, and the keys that a drag sets. The core says what is keyed so that the body
// is where the hand puts it; all bodies of the channel follow on every creature, because they play the same keys.
import { computed, signal } from "@preact/signals";
import type { Goal } from "../core/herd.ts";
import type { Command } from "../core/project.ts";
import { composed, normal, onLine, onPlane, outward, rayThrough, seenAt, turnAbout, type Eye, type Point, type Quat } from "../draw/space.ts";
import { playing, time } from "../state/app.ts";
import { ask, endPreview, preview, send } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { drag } from "../widgets/gesture.ts";
import { activeBody, channel, channelIndex, herd, motion, trial } from "./state.ts";

export type ToolName = "look" | "move" | "turn";
export const tool = signal<ToolName>("move");

// How the view stood when it was last drawn, for what lies over it.
export interface Sight {
  readonly eye: Eye;
  readonly width: number; // CSS pixels
  readonly height: number;
  readonly held: Point | null; // what the gizmo holds, in the world
  readonly stands: readonly { readonly x: number; readonly z: number }[]; // of each member
}
export const sight = signal<Sight | null>(null);
export const dragging = signal(false);

export const AXES = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const satisfies Record<string, Point>;
export type AxisName = keyof typeof AXES;
export type Grip = AxisName | "yz" | "xz" | "xy" | "free";

// ---- What is held

// A loop's end is its beginning.
export function keyTime(at = time.peek()): number {
  const now = motion.peek();
  return now?.loop && at > now.length - 1e-3 ? 0 : Math.round(at * 1e4) / 1e4;
}
export function goalNow(at = keyTime()): Goal | null {
  const now = activeBody.peek();
  return now && channelIndex.peek() >= 0 ? ask((core) => core.herds.goal(channelIndex.peek(), now.member, now.body, at)) : null;
}
// Of the active member: what takes its own frame to the world.
const standing = (): Point => {
  const member = herd()?.members[activeBody.peek()?.member ?? -1];
  return [member?.x ?? 0, 0, member?.z ?? 0];
};
const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export function heldNow(): Point | null {
  const goal = playing.peek() || trial.peek() ? null : goalNow();
  return goal && plus(goal.special.place, standing());
}
export const mayHold = computed((): boolean => activeBody.value !== null && channel.value !== null && !playing.value && trial.value === null);

// ---- Keys

const step = (label: string, commands: readonly Command[]): Command => (commands.length === 1 ? commands[0]! : { do: "group", label, commands });

// What keys the active body at the time that is shown.
function keyed(place: Point | null, turn: Quat | null): Command | null {
  const now = activeBody.peek();
  const commands = now && ask((core) => core.herds.key(channelIndex.peek(), now.member, now.body, keyTime(), place, turn));
  return commands && commands.length > 0 ? step("key", commands) : null;
}
// A key where everything is as it is: of the tracks there are, or of what the tool moves.
export function addKey(): boolean {
  const [goal, now] = [goalNow(), channel.peek()];
  if (!goal || !now) {
    tell("info", "There is no body to key.", "Show a creature that this channel selects a body of, or choose another channel.");
    return false;
  }
  const both = now.place.length === 0 && now.turn.length === 0;
  const place = now.place.length > 0 || (both && tool.peek() !== "turn") ? goal.special.place : null;
  const turn = now.turn.length > 0 || (both && tool.peek() === "turn") ? goal.special.turn : null;
  const change = keyed(place, turn);
  return change !== null && send(change);
}

// A press on what lies over the view is a press on the view: shortcuts are its again, wherever the focus was.
export function takeFocus(): void {
  document.querySelector<HTMLElement>("[data-test=herd]")?.focus({ preventScroll: true });
}

let waiting = 0;
function showSoon(change: () => Command | null): void {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(() => {
    const next = change();
    if (next) preview(next);
  });
}
// Drags so that every move shows what it would key, and the end is one step of undo.
function dragKey(event: PointerEvent, change: (event: PointerEvent) => Command | null): void {
  takeFocus();
  dragging.value = true;
  const done = (): void => {
    cancelAnimationFrame(waiting);
    dragging.value = false;
    endPreview();
  };
  drag(event, {
    move: (e) => showSoon(() => change(e)),
    end(e, moved) {
      const next = moved ? change(e) : null;
      done();
      if (next) send(next);
    },
    cancel: done,
  });
}

// ---- Moving

function under(event: PointerEvent, now: Sight): { x: number; y: number } {
  const box = document.querySelector("[data-test=herd]")!.getBoundingClientRect();
  return { x: ((event.clientX - box.left) / box.width) * now.width, y: ((event.clientY - box.top) / box.height) * now.height };
}
const normals: Record<"yz" | "xz" | "xy", Point> = { yz: AXES.x, xz: AXES.y, xy: AXES.z };

// Where a pointer takes what was at `from`.
export function pulledTo(event: PointerEvent, now: Sight, from: Point, grip: Grip): Point | null {
  const { x, y } = under(event, now);
  const ray = rayThrough(now.eye, now.width, now.height, x, y);
  if (grip === "free") return onPlane(ray, from, outward(now.eye));
  if (grip.length === 2) return onPlane(ray, from, normals[grip as "yz"]);
  const axis = AXES[grip as AxisName];
  const way = onLine(ray, from, axis);
  return way === null ? null : plus(from, [axis[0] * way, axis[1] * way, axis[2] * way]);
}
export function beginMove(event: PointerEvent, grip: Grip): void {
  const [now, goal] = [sight.peek(), goalNow()];
  if (event.button !== 0 || !now || !goal) return;
  event.preventDefault();
  event.stopPropagation();
  const from = plus(goal.special.place, standing());
  const grabbed = pulledTo(event, now, from, grip) ?? from;
  dragKey(event, (e) => {
    const to = pulledTo(e, now, from, grip);
    return to && keyed(plus(goal.special.place, minus(to, grabbed)), null);
  });
}
export function nudge(axis: AxisName, metres: number): void {
  const goal = goalNow();
  const way = AXES[axis];
  const change = goal && keyed(plus(goal.special.place, [way[0] * metres, way[1] * metres, way[2] * metres]), null);
  if (change) send(change);
}

// ---- Turning

const SNAP = Math.PI / 12; // with Ctrl

export function beginTurn(event: PointerEvent, axis: Point): void {
  const [now, goal] = [sight.peek(), goalNow()];
  const centre = now?.held ? seenAt(now.eye, now.width, now.height, now.held) : null;
  if (event.button !== 0 || !now || !goal || !centre) return;
  event.preventDefault();
  event.stopPropagation();
  const away = outward(now.eye);
  const towards = axis[0] * away[0] + axis[1] * away[1] + axis[2] * away[2] >= 0 ? 1 : -1;
  const angleOf = (e: PointerEvent): number => {
    const { x, y } = under(e, now);
    return Math.atan2(centre.y - y, x - centre.x);
  };
  const first = angleOf(event);
  dragKey(event, (e) => {
    const raw = towards * (angleOf(e) - first);
    const angle = e.ctrlKey || e.metaKey ? SNAP * Math.round(raw / SNAP) : raw;
    return keyed(null, composed(turnAbout(normal(axis), angle), goal.special.turn as Quat));
  });
}
export function nudgeTurn(axis: AxisName, angle: number): void {
  const goal = goalNow();
  const change = goal && keyed(null, composed(turnAbout(AXES[axis], angle), goal.special.turn as Quat));
  if (change) send(change);
}
