// Targets that handles follow: particles, paths and other puppets' handles. Commands, and the tool that draws a path.
import { signal } from "@preact/signals";
import type { Actor, Command, Follow, Vec2 } from "../core/project.ts";
import { MUSTARD } from "../draw/colour.ts";
import { send } from "../state/document.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { frame } from "../state/workspaces.ts";
import { distance, fromOf, simplify } from "../tools/geometry.ts";
import type { Gesture } from "../tools/gesture.ts";
import { artworkOf, reset, rounded, setActor, staged } from "../scene/state.ts";
import { playing, time } from "../state/app.ts";
import { withoutNulls } from "./nulls.ts";

export type FollowKind = "particle" | "path" | "of";
export const kindOf = (follow: Follow): FollowKind => (follow.particle ? "particle" : follow.path ? "path" : "of");

export const setFollows = (actor: Actor, follows: readonly Follow[]): Command =>
    setActor(actor.name, { follows: follows.map(withoutNulls) });
export const withFollow = (actor: Actor, index: number, change: Partial<Follow> | null): Command =>
    setFollows(
        actor,
        actor.follows.flatMap((f, i) => (i !== index ? [f] : change ? [{ ...f, ...change }] : [])),
    );

// ---- Initial values

// The position of the handle on the stage at the start.
export function restOnStage(actor: Actor, handle: string): Vec2 {
    const found = artworkOf(actor)?.handles.find((h) => h.name === handle);
    const [x, y] = found ? fromOf(found) : [0, 0];
    const [sx, sy] = [(actor.flipped ? -actor.scale : actor.scale) * x, actor.scale * y];
    const [c, s] = [Math.cos(actor.angle), Math.sin(actor.angle)];
    return rounded([actor.at[0] + c * sx - s * sy, actor.at[1] + s * sx + c * sy]);
}
// The puppets before this one in the list: only those can be followed.
export const leaders = (actor: Actor): readonly Actor[] => {
    const own = staged.value?.actors ?? [];
    return own
        .slice(
            0,
            Math.max(
                0,
                own.findIndex((a) => a.name === actor.name),
            ),
        )
        .filter((a) => a.kind === "puppet" && (artworkOf(a)?.handles.length ?? 0) > 0);
};
// Each kind with initial values that have a visible effect at once: a falling ball, a path to the right, the first
// handle of the puppet before.
export function ofKind(actor: Actor, handle: string, kind: FollowKind): Pick<Follow, FollowKind> | null {
    const at = restOnStage(actor, handle);
    if (kind === "particle")
        return { particle: { at, velocity: [0, 2], gravity: 1, floor: null, bounce: 0.8 }, path: null, of: null };
    if (kind === "path")
        return {
            particle: null,
            path: {
                points: [at, [at[0] + 0.5, at[1] + 0.3], [at[0] + 1, at[1]]].map((p) => rounded(p as unknown as Vec2)),
                closed: false,
                seconds: 2,
                loop: false,
                ease: true,
            },
            of: null,
        };
    const leader = leaders(actor).at(-1);
    const first = leader && artworkOf(leader)?.handles[0];
    return leader && first
        ? { particle: null, path: null, of: { actor: leader.name, handle: first.name, relative: true } }
        : null;
}
export function addFollow(actor: Actor, handle: string, kind: FollowKind): boolean {
    const what = ofKind(actor, handle, kind);
    if (!what) return false;
    const added: Follow = { handle, keep: ["position"], strength: 1, from: 0, until: null, offset: [0, 0], ...what };
    return send({ do: "group", label: "Add follow", commands: [setFollows(actor, [...actor.follows, added])] });
}

// ---- Drawing a path

export interface PathWanted {
    readonly actor: string;
    readonly index: number;
}
export const pathWanted = signal<PathWanted | null>(null);
// Paths are drawn on the stage at its start, while it is paused.
export function wantPath(actor: Actor, index: number): void {
    if (playing.peek() || time.peek() > 0) reset();
    pathWanted.value = { actor: actor.name, index };
    frame.request();
}
const SIMPLIFY_TOLERANCE = 1.5; // pixels by which the simplified path may miss the stroke
const CLOSE_DISTANCE = 14; // pixels between the ends of a stroke below which the path is closed
const MAX_POINTS = 256;

export function pathOf(stroke: readonly Vec2[], pixel: number): { points: Vec2[]; closed: boolean } | null {
    const points = simplify(stroke, SIMPLIFY_TOLERANCE * pixel)
        .map(rounded)
        .filter((p, i, all) => i === 0 || distance(p, all[i - 1]!) > 1e-3);
    if (points.length < 2 || points.length > MAX_POINTS) return null;
    const closed = points.length > 3 && distance(points[0]!, points.at(-1)!) < CLOSE_DISTANCE * pixel;
    return { points: closed ? points.slice(0, -1) : points, closed };
}
function keepPath(wanted: PathWanted, stroke: readonly Vec2[], pixel: number): void {
    const actor = staged.peek()?.actors.find((a) => a.name === wanted.actor);
    const follow = actor?.follows[wanted.index];
    const drawn = pathOf(stroke, pixel);
    if (!actor || !follow || !drawn) return;
    const path = { seconds: 2, loop: drawn.closed, ease: !drawn.closed, ...follow.path, ...drawn };
    send({
        do: "group",
        label: "Draw path",
        commands: [withFollow(actor, wanted.index, { particle: null, of: null, path })],
    });
}
export function drawPath(begun: StagePointer, pixel: number): Gesture | null {
    const wanted = pathWanted.peek();
    if (!wanted) return null;
    const stroke: Vec2[] = [[begun.x, begun.y]];
    return {
        cursor: "crosshair",
        hint: () => "Draw the way that the handle goes · end where you began for a round · Esc takes it back",
        move(pointer) {
            if (distance([pointer.x, pointer.y], stroke.at(-1)!) > 2 * pixel) stroke.push([pointer.x, pointer.y]);
        },
        finish() {
            pathWanted.value = null;
            keepPath(wanted, stroke, pixel);
        },
        cancel: () => void (pathWanted.value = null),
        draw: (painter) => painter.line(stroke.flat(), MUSTARD, 3),
    };
}
