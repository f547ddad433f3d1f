// Drawing ground with the pointer: a stroke becomes a chain of segments, or a solid polygon where it ends at its
// start. With Shift, the pointer sets straight pieces corner by corner, until Enter or a double click.
import { MUSTARD } from "../draw/colour.ts";
import type { Vec2 } from "../core/project.ts";
import { distance, simplify } from "../tools/geometry.ts";
import type { Gesture } from "../tools/gesture.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { addObstacle, rounded } from "../scene/state.ts";

const CLOSE_DISTANCE = 14; // pixels between the ends of a stroke within which it becomes a polygon
const TOLERANCE = 2.5; // pixels, the largest deviation of a straight piece from the stroke
const MIN_LENGTH = 12; // pixels; shorter strokes are clicks

function crosses(a: Vec2, b: Vec2, c: Vec2, d: Vec2): boolean {
    const side = (p: Vec2, q: Vec2, r: Vec2): number => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}
export function crossesItself(points: readonly Vec2[]): boolean {
    const n = points.length;
    for (let i = 0; i < n; i++)
        for (let j = i + 2; j < n; j++)
            if (
                !(i === 0 && j === n - 1) &&
                crosses(points[i]!, points[(i + 1) % n]!, points[j]!, points[(j + 1) % n]!)
            )
                return true;
    return false;
}

// A corner nearly level with or above another is meant to be so; the two before it, or the first, say where.
const ALIGNED = 7; // pixels
function aligned(point: Vec2, corners: readonly Vec2[], pixel: number): Vec2 {
    const near = [corners.at(-1)!, corners[0]!];
    const take = (axis: 0 | 1): number =>
        near.find((corner) => Math.abs(corner[axis] - point[axis]) < ALIGNED * pixel)?.[axis] ?? point[axis];
    return [take(0), take(1)];
}

// The obstacle that a stroke becomes; null for a click.
export function groundOf(stroke: readonly Vec2[], pixel: number): Record<string, unknown> | null {
    const length = stroke.reduce((sum, p, i) => sum + (i ? distance(p, stroke[i - 1]!) : 0), 0);
    if (length < MIN_LENGTH * pixel) return null;
    const points = simplify(stroke, TOLERANCE * pixel)
        .map(rounded)
        .filter((p, i, all) => i === 0 || distance(p, all[i - 1]!) > 1e-3);
    const closed = points.length > 3 && distance(points[0]!, points.at(-1)!) < CLOSE_DISTANCE * pixel;
    if (closed && !crossesItself(points.slice(0, -1))) return { kind: "polygon", points: points.slice(0, -1) };
    if (points.length === 2) points[1] = aligned(points[1]!, [points[0]!], pixel);
    return points.length >= 2 ? { kind: "segments", points } : null;
}

export function drawGround(begun: StagePointer, pixel: number): Gesture {
    const stroke: Vec2[] = [[begun.x, begun.y]];
    return {
        cursor: "crosshair",
        hint: () => "Draw the ground · end where you began for a solid shape · Esc takes it back",
        move(pointer) {
            const here: Vec2 = [pointer.x, pointer.y];
            if (distance(here, stroke.at(-1)!) > 2 * pixel) stroke.push(here);
        },
        finish() {
            const obstacle = groundOf(stroke, pixel);
            if (obstacle) addObstacle(obstacle);
        },
        cancel() {},
        draw(painter) {
            painter.line(stroke.flat(), MUSTARD, 3);
        },
    };
}

// Draws straight pieces corner by corner.
export function drawCorners(begun: StagePointer, pixel: number): Gesture {
    const corners: Vec2[] = [[begun.x, begun.y]];
    let here: Vec2 = corners[0]!;
    const cornerAt = ({ x, y, alt }: StagePointer): Vec2 => (alt ? [x, y] : aligned([x, y], corners, pixel));
    return {
        cursor: "crosshair",
        modal: true,
        hint: () => "Click corners · Enter ends · Backspace takes the last back · Alt: not aligned · Esc gives up",
        move(pointer) {
            here = cornerAt(pointer);
        },
        press(pointer) {
            const next = cornerAt(pointer);
            const done =
                corners.length > 1 &&
                (distance(next, corners[0]!) < CLOSE_DISTANCE * pixel || distance(next, corners.at(-1)!) < 4 * pixel);
            corners.push(distance(next, corners[0]!) < CLOSE_DISTANCE * pixel ? corners[0]! : next);
            return !done;
        },
        key(event) {
            if (event.key !== "Backspace" || corners.length < 2) return false;
            corners.pop();
            return true;
        },
        finish() {
            const obstacle = groundOf(corners, pixel);
            if (obstacle) addObstacle(obstacle);
        },
        cancel() {},
        draw(painter) {
            painter.line([...corners.flat(), ...here], MUSTARD, 3);
            for (const [x, y] of corners) painter.ring(x, y, 4, MUSTARD, 2);
        },
    };
}
