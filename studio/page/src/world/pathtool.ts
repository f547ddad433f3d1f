// Moving obstacles with the pointer. One with a path gets a key at the time shown; the dots of its way can be dragged.
import type { Obstacle, Vec2 } from "../core/project.ts";
import { rounded, setObstacle, staged } from "../scene/state.ts";
import { autoKey } from "../timeline/state.ts";
import { time } from "../state/app.ts";
import { studio } from "../state/document.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { distance, minus, plus } from "../tools/geometry.ts";
import type { Gesture } from "../tools/gesture.ts";
import { frameOf, turned } from "./anchors.ts";
import { chooseKeyNow, choosePathKey, hasPath, keyed, placeOf, setKey, setPath } from "./paths.ts";
import { previewGesture } from "./previewed.ts";

const at = (pointer: StagePointer): Vec2 => [pointer.x, pointer.y];
function offsetOf(pointer: StagePointer, begun: StagePointer): Vec2 {
    const by = minus(at(pointer), at(begun));
    if (!pointer.shift) return by;
    return Math.abs(by[0]) > Math.abs(by[1]) ? [by[0], 0] : [0, by[1]];
}
const isJoined = (name: string | null): boolean =>
    name !== null && (staged.peek()?.joints ?? []).some(({ a, b }) => a.obstacle === name || b.obstacle === name);

// Whether it is moved by its origin rather than by its corners: it has a place of its own, or joints that go by that.
export const isPlaced = ({ at: [x, y], angle, spin, name }: Obstacle): boolean =>
    x !== 0 || y !== 0 || angle !== 0 || spin !== 0 || isJoined(name);

// An obstacle that stands, or one of its corners. Joints and an own place go by its origin, so that moves too.
function moveStanding(
    obstacle: Obstacle,
    index: number,
    point: number,
    begun: StagePointer,
    first: () => void,
): Gesture {
    const placed = isPlaced(obstacle);
    return previewGesture({
        cursor: "grabbing",
        begun,
        first,
        says: () => "Move · Shift: one axis · Esc takes it back",
        change(pointer) {
            const by = offsetOf(pointer, begun);
            if (obstacle.kind === "ground")
                return [setObstacle(index, { height: rounded([0, (obstacle.height ?? 0) + by[1]])[1] })];
            if (point < 0 && placed) return [setObstacle(index, { at: rounded(plus(obstacle.at, by)) })];
            const own = turned(by, -obstacle.angle);
            const points = obstacle.points ?? [];
            return [
                setObstacle(index, {
                    points: points.map((p, i) => (point < 0 || point === i ? rounded(plus(p, own)) : p)),
                }),
            ];
        },
    });
}
function moveCorner(obstacle: Obstacle, index: number, point: number, begun: StagePointer): Gesture {
    const play = studio.peek()!.playing()!;
    const { angle } = frameOf(play, index);
    return previewGesture({
        cursor: "grabbing",
        begun,
        says: () => "Move the corner · Esc takes it back",
        change(pointer) {
            const own = turned(minus(at(pointer), at(begun)), -angle);
            const points = (obstacle.points ?? []).map((p, i) => (i === point ? rounded(plus(p, own)) : p));
            return [setObstacle(index, { points })];
        },
    });
}
function moveKeyed(obstacle: Obstacle, index: number, begun: StagePointer): Gesture {
    const { x, y, angle } = frameOf(studio.peek()!.playing()!, index);
    return previewGesture({
        cursor: "grabbing",
        begun,
        says: () => `A key at ${time.peek().toFixed(2)} s · Shift: one axis · Esc takes it back`,
        change(pointer) {
            const path = keyed(obstacle, { at: plus([x, y], offsetOf(pointer, begun)), angle });
            chooseKeyNow(index, path);
            return [setPath(index, path)];
        },
    });
}

// Moves the whole obstacle (`point` < 0) or one of its corners. One that has a path is keyed at the time shown; with
// auto-key on so is one that has none yet, unless the time is 0.
export function moveObstacle(
    obstacle: Obstacle,
    index: number,
    point: number,
    begun: StagePointer,
    first: () => void,
): Gesture {
    if (point >= 0 && hasPath(obstacle)) return moveCorner(obstacle, index, point, begun);
    const keys = hasPath(obstacle) || (autoKey.peek() && time.peek() > 0);
    return keys && point < 0 ? moveKeyed(obstacle, index, begun) : moveStanding(obstacle, index, point, begun, first);
}

// ---- Dots of the way

const DOT_REACH = 9; // pixels
// A dot under the obstacle itself is not meant, unless it is that of the time shown: whoever drags there keys it anew.
export function keyDotAt(obstacle: Obstacle, index: number, point: Vec2, pixel: number): number {
    const play = studio.peek()?.playing();
    if (!play) return -1;
    const { x, y, angle } = frameOf(play, index);
    const here = placeOf(obstacle, { at: [x, y], angle });
    return obstacle.path.findIndex((key) => {
        const dot = placeOf(obstacle, key);
        const covered = distance(dot, here) < DOT_REACH * pixel && Math.abs(key.time - time.peek()) > 1e-3;
        return !covered && distance(dot, point) < DOT_REACH * pixel;
    });
}
export function dragDot(obstacle: Obstacle, index: number, k: number, begun: StagePointer): Gesture {
    const key = obstacle.path[k]!;
    choosePathKey(index, key.time);
    return previewGesture({
        cursor: "grabbing",
        begun,
        says: () => `The key at ${key.time.toFixed(2)} s · Shift: one axis · Esc takes it back`,
        change: (pointer) => [setKey(index, obstacle, k, { at: rounded(plus(key.at, offsetOf(pointer, begun))) })],
    });
}
