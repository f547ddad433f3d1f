// Moves and turns the active body: the held point, the gizmo, and the keys that a drag sets. The core computes the
// keys that put the body where the pointer is; all bodies of the channel follow on every creature, because they play
// the same keys.
import { computed, signal } from "@preact/signals";
import type { Goal } from "../core/herd.ts";
import type { Command } from "../core/project.ts";
import {
    composed,
    normal,
    onLine,
    onPlane,
    outward,
    rayThrough,
    seenAt,
    turnAbout,
    type Eye,
    type Point,
    type Quat,
} from "../draw/space.ts";
import { playing, time } from "../state/app.ts";
import { ask, send } from "../state/document.ts";
import { settle, showSoon } from "../state/dragpreview.ts";
import { tell } from "../state/messages.ts";
import { drag } from "../widgets/gesture.ts";
import { activeBody, channel, channelIndex, herd, motion, trial } from "./state.ts";

export type ToolName = "look" | "move" | "turn";
export const tool = signal<ToolName>("move");

// The projection of the last drawn view, for what lies over it.
export interface Sight {
    readonly eye: Eye;
    readonly width: number; // CSS pixels
    readonly height: number;
    readonly held: Point | null; // the held point, in the world
    readonly positions: readonly { readonly x: number; readonly z: number }[]; // position of each member
}
export const sight = signal<Sight | null>(null);
export const dragging = signal(false);

export const AXES = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const satisfies Record<string, Point>;
export type AxisName = keyof typeof AXES;
export type Grip = AxisName | "yz" | "xz" | "xy" | "free";

// ---- The held body

// In a loop, a key at the end is a key at the start.
export function keyTime(at = time.peek()): number {
    const now = motion.peek();
    return now?.loop && at > now.length - 1e-3 ? 0 : Math.round(at * 1e4) / 1e4;
}
export function currentGoal(at = keyTime()): Goal | null {
    const now = activeBody.peek();
    return now && channelIndex.peek() >= 0
        ? ask((core) => core.herds.goal(channelIndex.peek(), now.member, now.body, at))
        : null;
}
// The origin of the active member's frame in the world.
const memberOrigin = (): Point => {
    const member = herd()?.members[activeBody.peek()?.member ?? -1];
    return [member?.x ?? 0, 0, member?.z ?? 0];
};
const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export function currentHeldPoint(): Point | null {
    const goal = playing.peek() || trial.peek() ? null : currentGoal();
    return goal && plus(goal.special.place, memberOrigin());
}
export const canHold = computed(
    (): boolean => activeBody.value !== null && channel.value !== null && !playing.value && trial.value === null,
);

// ---- Keys

const groupCommands = (label: string, commands: readonly Command[]): Command =>
    commands.length === 1 ? commands[0]! : { do: "group", label, commands };

// The command that keys the active body at the shown time.
function keyCommand(place: Point | null, turn: Quat | null): Command | null {
    const now = activeBody.peek();
    const commands =
        now && ask((core) => core.herds.key(channelIndex.peek(), now.member, now.body, keyTime(), place, turn));
    return commands && commands.length > 0 ? groupCommands("key", commands) : null;
}
// Keys the current transform: on the tracks that have keys, else on the track of the tool.
export function addKey(): boolean {
    const [goal, now] = [currentGoal(), channel.peek()];
    if (!goal || !now) {
        tell(
            "info",
            "There is no body to key.",
            "Show a creature that this channel selects a body of, or choose another channel.",
        );
        return false;
    }
    const both = now.place.length === 0 && now.turn.length === 0;
    const place = now.place.length > 0 || (both && tool.peek() !== "turn") ? goal.special.place : null;
    const turn = now.turn.length > 0 || (both && tool.peek() === "turn") ? goal.special.turn : null;
    const change = keyCommand(place, turn);
    return change !== null && send(change);
}

// Focuses the view after a press on an overlay, so that the view's shortcuts apply.
export function focusView(): void {
    document.querySelector<HTMLElement>("[data-test=herd]")?.focus({ preventScroll: true });
}

// A drag that previews the resulting key at every move and ends as one step of undo.
function dragKey(event: PointerEvent, change: (event: PointerEvent) => Command | null): void {
    focusView();
    dragging.value = true;
    const done = (next: Command | null): void => {
        dragging.value = false;
        settle(next);
    };
    drag(event, {
        move: (e) => showSoon(() => change(e)),
        end(e, moved) {
            done(moved ? change(e) : null);
        },
        cancel: () => done(null),
    });
}

// ---- Moving

function viewPoint(event: PointerEvent, now: Sight): { x: number; y: number } {
    const box = document.querySelector("[data-test=herd]")!.getBoundingClientRect();
    return {
        x: ((event.clientX - box.left) / box.width) * now.width,
        y: ((event.clientY - box.top) / box.height) * now.height,
    };
}
const normals: Record<"yz" | "xz" | "xy", Point> = { yz: AXES.x, xz: AXES.y, xy: AXES.z };

// The point to which the pointer drags a point that was at `from`.
export function draggedTo(event: PointerEvent, now: Sight, from: Point, grip: Grip): Point | null {
    const { x, y } = viewPoint(event, now);
    const ray = rayThrough(now.eye, now.width, now.height, x, y);
    if (grip === "free") return onPlane(ray, from, outward(now.eye));
    if (grip.length === 2) return onPlane(ray, from, normals[grip as "yz"]);
    const axis = AXES[grip as AxisName];
    const way = onLine(ray, from, axis);
    return way === null ? null : plus(from, [axis[0] * way, axis[1] * way, axis[2] * way]);
}
export function beginMove(event: PointerEvent, grip: Grip): void {
    const [now, goal] = [sight.peek(), currentGoal()];
    if (event.button !== 0 || !now || !goal) return;
    event.preventDefault();
    event.stopPropagation();
    const from = plus(goal.special.place, memberOrigin());
    const grabbed = draggedTo(event, now, from, grip) ?? from;
    dragKey(event, (e) => {
        const to = draggedTo(e, now, from, grip);
        return to && keyCommand(plus(goal.special.place, minus(to, grabbed)), null);
    });
}
export function nudge(axis: AxisName, metres: number): void {
    const goal = currentGoal();
    const way = AXES[axis];
    const change =
        goal && keyCommand(plus(goal.special.place, [way[0] * metres, way[1] * metres, way[2] * metres]), null);
    if (change) send(change);
}

// ---- Turning

const SNAP_ANGLE = Math.PI / 12; // with Ctrl

export function beginTurn(event: PointerEvent, axis: Point): void {
    const [now, goal] = [sight.peek(), currentGoal()];
    const centre = now?.held ? seenAt(now.eye, now.width, now.height, now.held) : null;
    if (event.button !== 0 || !now || !goal || !centre) return;
    event.preventDefault();
    event.stopPropagation();
    const away = outward(now.eye);
    const towards = axis[0] * away[0] + axis[1] * away[1] + axis[2] * away[2] >= 0 ? 1 : -1;
    const angleOf = (e: PointerEvent): number => {
        const { x, y } = viewPoint(e, now);
        return Math.atan2(centre.y - y, x - centre.x);
    };
    const first = angleOf(event);
    dragKey(event, (e) => {
        const raw = towards * (angleOf(e) - first);
        const angle = e.ctrlKey || e.metaKey ? SNAP_ANGLE * Math.round(raw / SNAP_ANGLE) : raw;
        return keyCommand(null, composed(turnAbout(normal(axis), angle), goal.special.turn as Quat));
    });
}
export function nudgeTurn(axis: AxisName, angle: number): void {
    const goal = currentGoal();
    const change = goal && keyCommand(null, composed(turnAbout(AXES[axis], angle), goal.special.turn as Quat));
    if (change) send(change);
}
