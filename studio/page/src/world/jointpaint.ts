// Draws joints with the same shapes as cli/show_stage.c, and for the artist their limits, motors and the selected one's
// ends.
import type { Joint, Staged, Vec2 } from "../core/project.ts";
import type { PlayJoint, Play } from "../core/studio.ts";
import { fade, INK, MUSTARD, readColour, STEEL, HEMP, TOMATO, WHITE } from "../draw/colour.ts";
import { isSelected, playing } from "../state/app.ts";
import type { Colour, Painter } from "../state/painter.ts";
import { distance, toSegment } from "../tools/geometry.ts";
import { frameOf, turned } from "./anchors.ts";
import { isPin } from "./joints.ts";
import type { JointKind, JointPart } from "./joints.ts";

const CORD_POINTS = 17;
const ARC_RADIUS = 34; // pixels
const UNSEEN = 0.35; // opacity of a joint that pictures do not show, while the stage stands

const mix = (a: Vec2, b: Vec2, u: number): Vec2 => [a[0] + u * (b[0] - a[0]), a[1] + u * (b[1] - a[1])];
const isSpring = (joint: Joint): boolean => joint.kind === "pull" || (joint.kind === "rod" && joint.strength !== null);

// ---- Shapes

// A rope that is longer than the way between its ends: a parabola of that length hangs w deep where
// length² ≈ way² + 16/3 · w².
function ropePoints(a: Vec2, b: Vec2, length: number): Vec2[] {
    const spare = length * length - distance(a, b) ** 2;
    const sag = spare > 0 ? Math.sqrt((spare * 3) / 16) : 0;
    return Array.from({ length: CORD_POINTS }, (_, i) => {
        const u = i / (CORD_POINTS - 1);
        const [x, y] = mix(a, b, u);
        return [x, y - 4 * u * (1 - u) * sag];
    });
}
function springPoints(a: Vec2, b: Vec2, wide: number): Vec2[] {
    const way = distance(a, b);
    const across: Vec2 = way > 0 ? [(-(b[1] - a[1]) / way) * wide, ((b[0] - a[0]) / way) * wide] : [0, wide];
    return Array.from({ length: CORD_POINTS }, (_, i) => {
        const side = i < 2 || i > CORD_POINTS - 3 ? 0 : i % 2 ? 1 : -1;
        const [x, y] = mix(a, b, i / (CORD_POINTS - 1));
        return [x + across[0] * side, y + across[1] * side];
    });
}
function pointsOf(joint: Joint, { a, b, length }: PlayJoint, width: number, zoom: number): Vec2[] {
    if (joint.kind === "rope") return ropePoints(a, b, length);
    return isSpring(joint) ? springPoints(a, b, (2.2 * width) / zoom) : [a, b];
}

function drawCord(painter: Painter, points: readonly Vec2[], width: number, colour: Colour, rim: Colour): void {
    const flat = points.flat();
    painter.line(flat, rim, width + 2 * Math.max(1, 0.35 * width));
    painter.line(flat, colour, width);
}
function drawPin(painter: Painter, [x, y]: Vec2, width: number, colour: Colour, rim: Colour, turns: boolean): void {
    painter.disc(x, y, 1.25 * width, rim);
    painter.disc(x, y, 0.85 * width, colour);
    if (turns) painter.disc(x, y, 0.35 * width, rim);
}

const widthOf = (painter: Painter, joint: Joint): number =>
    joint.width > 0 ? joint.width * painter.camera.zoom : Math.max(2, 0.008 * painter.height);

function drawBody(painter: Painter, joint: Joint, now: PlayJoint, opacity: number): void {
    const line = !isPin(joint.kind);
    const width = widthOf(painter, joint);
    const usual = joint.kind === "rope" || joint.kind === "pull" ? HEMP : STEEL;
    const colour = fade(readColour(joint.colour ?? "") ?? usual, opacity);
    const rim = fade(INK, opacity);
    if (!line) return drawPin(painter, now.b, width, colour, rim, joint.kind !== "weld");
    const own = isSpring(joint) ? 0.6 * width : width;
    drawCord(painter, pointsOf(joint, now, width, painter.camera.zoom), own, colour, rim);
    for (const end of [now.a, now.b]) drawPin(painter, end, 0.7 * width, colour, rim, false);
}

// ---- Limits and motors

const polar = ([x, y]: Vec2, angle: number, radius: number): Vec2 => [
    x + radius * Math.cos(angle),
    y + radius * Math.sin(angle),
];
function arc(at: Vec2, from: number, to: number, radius: number): Vec2[] {
    const count = Math.max(2, Math.ceil(Math.abs(to - from) / 0.15));
    return Array.from({ length: count + 1 }, (_, i) => polar(at, from + ((to - from) * i) / count, radius));
}
// Where a hinge points: from it to the middle of what turns, and which way its angle counts there.
function heading(scene: Staged, play: Play, joint: Joint, at: Vec2): { angle: number; sign: 1 | -1 } {
    const indexOf = (name?: string | null): number => scene.actors.findIndex((actor) => actor.name === name);
    const turns = indexOf(joint.b.actor) >= 0;
    const body = play.actors[turns ? indexOf(joint.b.actor) : indexOf(joint.a.actor)];
    return { angle: body ? Math.atan2(body.y - at[1], body.x - at[0]) : 0, sign: turns ? 1 : -1 };
}
function drawHingeMarks(painter: Painter, scene: Staged, play: Play, joint: Joint, now: PlayJoint): void {
    const radius = ARC_RADIUS / painter.camera.zoom;
    const { angle, sign } = heading(scene, play, joint, now.b);
    const zero = angle - sign * now.angle;
    const { low, high, motor_speed: speed } = joint;
    if (typeof low === "number" && typeof high === "number") {
        const [from, to] = [zero + sign * low, zero + sign * Math.min(high, low + 2 * Math.PI)];
        painter.polygon([...now.b, ...arc(now.b, from, to, radius).flat()], fade(MUSTARD, 0.22));
        const sides = [...polar(now.b, from, radius), ...now.b, ...polar(now.b, to, radius)];
        painter.line(sides, fade(WHITE, 0.7), 3.5);
        painter.line(sides, MUSTARD, 1.5);
        painter.line([...now.b, ...polar(now.b, angle, radius)], now.atLimit ? TOMATO : INK, 2);
    }
    if (typeof speed === "number" && speed !== 0) {
        const way = sign * Math.sign(speed);
        const turning = arc(now.b, angle + 0.5 * way, angle + 2.2 * way, 0.72 * radius).flat();
        painter.line(turning, fade(WHITE, 0.7), 4.5, { arrow: true });
        painter.line(turning, TOMATO, 2.5, { arrow: true });
    }
}
// The axis of a slider as it is now: it turns with `a`.
function axisOf(scene: Staged, play: Play, joint: Joint): Vec2 {
    const actor = scene.actors.findIndex(({ name }) => name === joint.a.actor);
    const obstacle = joint.a.actor == null ? scene.obstacles.findIndex(({ name }) => name === joint.a.obstacle) : -1;
    const stands = scene.obstacles[obstacle];
    const turn =
        actor >= 0
            ? play.actors[actor]!.angle - scene.actors[actor]!.angle
            : stands && joint.a.obstacle != null
              ? frameOf(play, obstacle).angle - (stands.path[0]?.angle ?? stands.angle)
              : 0;
    const [x, y] = joint.axis ?? [1, 0];
    const length = Math.hypot(x, y) || 1;
    return turned([x / length, y / length], turn);
}
function drawSliderMarks(painter: Painter, scene: Staged, play: Play, joint: Joint, now: PlayJoint): void {
    const axis = axisOf(scene, play, joint);
    const on = (way: number): Vec2 => [
        now.b[0] + (way - now.translation) * axis[0],
        now.b[1] + (way - now.translation) * axis[1],
    ];
    const { low, high, motor_speed: speed } = joint;
    const limited = typeof low === "number" && typeof high === "number";
    const far = 60 / painter.camera.zoom;
    const [from, to] = limited ? [on(low), on(high)] : [on(now.translation - far), on(now.translation + far)];
    painter.line([...from, ...to], fade(INK, 0.35), 5);
    painter.line([...from, ...to], MUSTARD, 2, limited ? {} : { dash: 5 });
    const across: Vec2 = [(-axis[1] * 7) / painter.camera.zoom, (axis[0] * 7) / painter.camera.zoom];
    for (const [x, y] of limited ? [from, to] : [])
        painter.line([x - across[0], y - across[1], x + across[0], y + across[1]], MUSTARD, 2);
    if (typeof speed === "number" && speed !== 0) {
        const way = (Math.sign(speed) * 34) / painter.camera.zoom;
        painter.line([...now.b, now.b[0] + way * axis[0], now.b[1] + way * axis[1]], TOMATO, 2.5, { arrow: true });
    }
}
function drawMarks(painter: Painter, scene: Staged, play: Play, joint: Joint, now: PlayJoint): void {
    if (joint.kind === "hinge") drawHingeMarks(painter, scene, play, joint, now);
    if (joint.kind === "slider") drawSliderMarks(painter, scene, play, joint, now);
}

// ---- All of them

// Lines hang behind the actors, pins are in front of them. With `editing`, those that pictures do not show are seen too.
export function drawJoints(
    painter: Painter,
    joints: readonly Joint[],
    play: Play,
    behind: boolean,
    editing = false,
): void {
    for (const [i, joint] of joints.entries()) {
        const now = play.joints[i];
        if (!now || isPin(joint.kind) === behind) continue;
        if (joint.visible) drawBody(painter, joint, now, 1);
        else if (editing) drawBody(painter, joint, now, UNSEEN);
    }
}
// What only the artist sees, in front of everything.
export function drawJointMarks(painter: Painter, scene: Staged, play: Play): void {
    for (const [i, joint] of scene.joints.entries()) {
        const now = play.joints[i];
        if (!now) continue;
        const selected = isSelected("joint", String(i));
        if (selected || !playing.peek()) drawMarks(painter, scene, play, joint, now);
        if (selected) drawSelected(painter, joint, now);
    }
}
function drawSelected(painter: Painter, joint: Joint, now: PlayJoint): void {
    if (isPin(joint.kind)) return painter.ring(now.b[0], now.b[1], 9, MUSTARD, 2.5);
    painter.line(pointsOf(joint, now, widthOf(painter, joint), painter.camera.zoom).flat(), fade(MUSTARD, 0.9), 2);
    for (const [x, y] of [now.a, now.b]) {
        painter.disc(x, y, 5, WHITE);
        painter.ring(x, y, 5, MUSTARD, 2.5);
    }
}
export function drawDraft(painter: Painter, kind: JointKind, from: Vec2, to: Vec2, colour: Colour): void {
    if (distance(from, to) > 0) painter.line([...from, ...to], colour, 2.5, isPin(kind) ? { dash: 5 } : {});
    for (const [x, y] of [from, to]) painter.ring(x, y, 6, colour, 2.5);
}

// ---- Hit testing

const PIN_REACH = 10; // pixels
const LINE_REACH = 7;
export interface JointHit {
    readonly index: number;
    readonly part: JointPart | null; // null: the line itself
}
function hitOf(painterZoom: number, joint: Joint, now: PlayJoint, at: Vec2): JointPart | "line" | null {
    const reach = PIN_REACH / painterZoom;
    if (isPin(joint.kind)) return distance(now.b, at) < reach ? "pin" : null;
    if (distance(now.b, at) < reach) return "b";
    if (distance(now.a, at) < reach) return "a";
    const points = pointsOf(joint, now, 4, painterZoom);
    const near = points.some((p, i) => i > 0 && toSegment(at, points[i - 1]!, p) < LINE_REACH / painterZoom);
    return near ? "line" : null;
}
// The joint at a point; one that is selected first. Lines count only if `lines` says so: actors are in front of them.
export function jointAt(scene: Staged, play: Play, at: Vec2, zoom: number, lines: boolean): JointHit | null {
    const order = scene.joints.map((_, i) => i).reverse();
    order.sort((i, j) => Number(isSelected("joint", String(j))) - Number(isSelected("joint", String(i))));
    for (const index of order) {
        const now = play.joints[index];
        const hit = now ? hitOf(zoom, scene.joints[index]!, now, at) : null;
        if (hit === "line" ? lines : hit !== null) return { index, part: hit === "line" ? null : hit };
    }
    return null;
}
