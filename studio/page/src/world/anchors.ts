// Where the end of a joint lies: which thing is under a point of the stage, and the point in that thing's own frame.
import { PlayObstacleFloat, Words } from "../core/layout.ts";
import type { Vec2 } from "../core/project.ts";
import type { Figure, Performer, Play } from "../core/studio.ts";
import { drawings } from "../draw/drawing.ts";
import { isEndless, shownObstacles } from "../draw/scenery.ts";
import { artworkOf, staged } from "../scene/state.ts";
import { studio } from "../state/document.ts";
import { distance, fromOf, inTriangle } from "../tools/geometry.ts";
import { actorsUnder, obstacleAt } from "./hits.ts";
import type { Anchor, Thing } from "./joints.ts";

// ---- Points of an actor: the same place of its triangles at rest and on the stage

type Corners = readonly [number, number, number];
const corner = (positions: Float32Array, v: number): Vec2 => [positions[2 * v]!, positions[2 * v + 1]!];

// The triangle that holds a point, or the one whose middle is nearest to it.
function triangleAt(triangles: Uint32Array, positions: Float32Array, [x, y]: Vec2): Corners | null {
    let nearest: Corners | null = null;
    let least = Infinity;
    for (let t = 0; t + 2 < triangles.length; t += 3) {
        const corners: Corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
        if (inTriangle(x, y, positions, ...corners)) return corners;
        const [a, b, c] = corners.map((v) => corner(positions, v)) as [Vec2, Vec2, Vec2];
        const far = Math.hypot((a[0] + b[0] + c[0]) / 3 - x, (a[1] + b[1] + c[1]) / 3 - y);
        if (far < least) [least, nearest] = [far, corners];
    }
    return nearest;
}
// The point that has the same barycentric coordinates in `to` as `at` has in `from`.
function transfer(corners: Corners, from: Float32Array, to: Float32Array, at: Vec2): Vec2 {
    const [a, b, c] = corners.map((v) => corner(from, v)) as [Vec2, Vec2, Vec2];
    const [p, q, r] = corners.map((v) => corner(to, v)) as [Vec2, Vec2, Vec2];
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (Math.abs(area) < 1e-12) return p;
    const u = ((at[0] - a[0]) * (c[1] - a[1]) - (at[1] - a[1]) * (c[0] - a[0])) / area;
    const v = ((b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])) / area;
    return [p[0] + u * (q[0] - p[0]) + v * (r[0] - p[0]), p[1] + u * (q[1] - p[1]) + v * (r[1] - p[1])];
}

interface Body {
    readonly performer: Performer;
    readonly figure: Figure;
    readonly triangles: Uint32Array;
}
// Figure and drawing are asked for first, because that may move the memory that the views of a play point to.
function bodyOf(index: number): Body | null {
    const core = studio.peek();
    const artwork = core?.playing()?.actors[index]?.artwork;
    if (!core || artwork === undefined) return null;
    const drawing = drawings.of(core, artwork);
    core.figure(artwork);
    const performer = core.playing()?.actors[index];
    const figure = core.figure(artwork);
    if (!drawing || !performer || figure.rest.length !== performer.vertices.length) return null;
    return { performer, figure, triangles: drawing.triangles };
}
function toRest({ performer, figure, triangles }: Body, at: Vec2): Vec2 {
    const corners = triangleAt(triangles, performer.vertices, at);
    return corners ? transfer(corners, performer.vertices, figure.rest, at) : [0, 0];
}
function toStage({ performer, figure, triangles }: Body, at: Vec2): Vec2 {
    const corners = triangleAt(triangles, figure.rest, at);
    return corners ? transfer(corners, figure.rest, performer.vertices, at) : [performer.x, performer.y];
}

function onActor(index: number, at: Vec2, reach: number): Anchor | null {
    const actor = staged.peek()?.actors[index];
    const body = bodyOf(index);
    if (!actor || !body) return null;
    const free: Anchor = { actor: actor.name, obstacle: null, handle: null, at: toRest(body, at), place: at };
    let [best, least] = [free, reach];
    for (const handle of artworkOf(actor)?.handles ?? []) {
        const rest = fromOf(handle);
        const place = toStage(body, rest);
        if (distance(place, at) >= least) continue;
        [best, least] = [{ ...free, handle: handle.name, at: rest, place }, distance(place, at)];
    }
    return best;
}

// ---- Points of an obstacle

export interface Frame {
    readonly x: number;
    readonly y: number;
    readonly angle: number;
}
export function frameOf(play: Play, obstacle: number): Frame {
    const number = (member: PlayObstacleFloat): number => play.obstacles[Words.playObstacle * obstacle + member] ?? 0;
    return {
        x: number(PlayObstacleFloat.x),
        y: number(PlayObstacleFloat.y),
        angle: number(PlayObstacleFloat.angle),
    };
}
export function turned([x, y]: Vec2, angle: number): Vec2 {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [c * x - s * y, s * x + c * y];
}
function onObstacle(play: Play, index: number, at: Vec2, reach: number): Anchor {
    const shown = shownObstacles(staged.peek()?.obstacles ?? [], play.obstacles)[index]!;
    const near = isEndless(shown) ? undefined : shown.points?.find((point) => distance(point, at) < reach);
    const place = near ?? at;
    const { x, y, angle } = frameOf(play, index);
    const own = turned([place[0] - x, place[1] - y], -angle);
    return { actor: null, obstacle: index, handle: null, at: own, place };
}
const inWorld = (at: Vec2): Anchor => ({ actor: null, obstacle: null, handle: null, at, place: at });

// ---- What is under the pointer

export interface Reach {
    readonly touch: number; // metres from an obstacle within which it is meant
    readonly snap: number; // metres within which a handle or a corner is meant; 0: none
}
// The frontmost thing under a point, with `at` in its own frame. `but` is left out.
export function anchorAt(play: Play, at: Vec2, { touch, snap }: Reach, but: string | null = null): Anchor {
    const actors = staged.peek()?.actors ?? [];
    for (const index of actorsUnder(play, at)) {
        if (actors[index]?.name === but) continue;
        const found = onActor(index, at, snap);
        if (found) return found;
    }
    const now = studio.peek()?.playing() ?? play;
    const stands = obstacleAt(at, touch);
    return stands ? onObstacle(now, stands.index, at, snap) : inWorld(at);
}
// The two things that lie over each other at a point, the topmost first; the lower one may be an obstacle or the world.
export function anchorsAt(play: Play, at: Vec2, reach: Reach): readonly [Anchor, Anchor] {
    const top = anchorAt(play, at, reach);
    return [top, sameThing(play, top.place, anchorAt(play, top.place, { ...reach, snap: 0 }, top.actor))];
}
// The point `at` of the thing that an anchor is at, even where it lies outside of it.
export function sameThing(play: Play, at: Vec2, { actor, obstacle }: Thing): Anchor {
    const now = studio.peek()?.playing() ?? play;
    const index = staged.peek()?.actors.findIndex((one) => one.name === actor) ?? -1;
    if (actor !== null) return onActor(index, at, 0) ?? inWorld(at);
    return obstacle === null ? inWorld(at) : onObstacle(now, obstacle, at, 0);
}
