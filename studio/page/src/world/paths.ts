// Paths of obstacles: their keys, where a path is at a time, and the commands that change them.
import { computed, signal } from "@preact/signals";
import type { Command, Obstacle, ObstacleKey, Vec2 } from "../core/project.ts";
import { isEndless, obstaclePoints } from "../draw/scenery.ts";
import { rounded, selectedObstacle, setObstacle, staged } from "../scene/state.ts";
import { rate, time, workspace } from "../state/app.ts";
import { send, studio } from "../state/document.ts";
import { frameOf, turned } from "./anchors.ts";

export interface Pose {
    readonly at: Vec2;
    readonly angle: number;
}

// The selected keys of the selected obstacle, by their times: indices change when keys are dragged past others.
const chosenKey = signal<{ readonly obstacle: number; readonly time: number } | null>(null);
export const pathKey = computed((): number => {
    const own = selectedObstacle.value;
    const chosen = chosenKey.value;
    if (!own || chosen?.obstacle !== own.index) return -1;
    return own.obstacle.path.findIndex((key) => Math.abs(key.time - chosen.time) < 1e-4);
});
export function choosePathKey(obstacle: number, at: number | null): void {
    chosenKey.value = at === null ? null : { obstacle, time: at };
}

export const hasPath = (obstacle: Obstacle): boolean => obstacle.path.length > 0;
export const movingObstacles = computed((): readonly { obstacle: Obstacle; index: number }[] =>
    (staged.value?.obstacles ?? []).flatMap((obstacle, index) => (hasPath(obstacle) ? [{ obstacle, index }] : [])),
);

// The timeline then has a row for each.
export const pathsShown = computed(() => workspace.value === "stage" && movingObstacles.value.length > 0);

// The middle of an obstacle in its own frame: its way is drawn through there.
export function middleOf(obstacle: Obstacle): Vec2 {
    const points = obstaclePoints(obstacle);
    if (isEndless(obstacle)) return points[0] ?? [0, 0];
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}
export function placeOf(obstacle: Obstacle, { at, angle }: Pose): Vec2 {
    const [x, y] = turned(middleOf(obstacle), angle);
    return [at[0] + x, at[1] + y];
}

// ---- Where a path is, as runtime/scene/motion.c has it

const smooth = (u: number): number => u * u * (3 - 2 * u);
// The time of the keys at a time of the scene.
export function pathTime({ path, repeat }: Obstacle, at: number): number {
    const length = path.at(-1)?.time ?? 0;
    if (repeat === "once" || length <= 0) return at;
    const round = repeat === "ping-pong" ? 2 * length : length;
    const rest = at - Math.floor(at / round) * round;
    return rest > length ? 2 * length - rest : rest;
}
export function poseAt(path: readonly ObstacleKey[], at: number): Pose {
    const next = path.findIndex((key) => key.time > at);
    const b = path.at(next < 0 ? -1 : next)!;
    const a = next > 0 ? path[next - 1]! : b;
    if (next <= 0) return b;
    const u = (at - a.time) / (b.time - a.time);
    const share = b.ease === "linear" ? u : smooth(u);
    return {
        at: [a.at[0] + share * (b.at[0] - a.at[0]), a.at[1] + share * (b.at[1] - a.at[1])],
        angle: a.angle + share * (b.angle - a.angle),
    };
}

// ---- Commands

const round4 = (value: number): number => Math.round(value * 1e4) / 1e4;
const onTick = (seconds: number): number => round4(Math.round(seconds * rate.peek()) / rate.peek());
const isAt = (key: ObstacleKey, at: number): boolean => Math.abs(key.time - at) < 0.5 / rate.peek();

// What follows a path has no place and no velocity of its own.
export const setPath = (index: number, path: readonly ObstacleKey[]): Command =>
    setObstacle(index, { at: null, angle: null, velocity: null, spin: null, path });

// The path with a key at the time shown. An obstacle that stood gets one for where it stood too.
export function keyed(obstacle: Obstacle, { at, angle }: Pose): readonly ObstacleKey[] {
    const now = onTick(Math.max(0, hasPath(obstacle) ? keyTime(obstacle) : time.peek()));
    const before: readonly ObstacleKey[] =
        hasPath(obstacle) || now === 0
            ? obstacle.path
            : [{ time: 0, at: obstacle.at, angle: obstacle.angle, ease: "smooth" }];
    const same = before.find((key) => isAt(key, now));
    const key: ObstacleKey = {
        time: same?.time ?? now,
        at: rounded(at),
        angle: round4(angle),
        ease: same?.ease ?? before.at(-1)?.ease ?? "smooth",
    };
    return [...before.filter((other) => other !== same), key].sort((one, other) => one.time - other.time);
}
// After its last key a path that repeats is in a later round; a new key then makes the path longer.
function keyTime(obstacle: Obstacle): number {
    const now = time.peek();
    const known = pathTime(obstacle, now);
    return obstacle.path.some((key) => isAt(key, known)) ? known : now;
}

// K: a key where the selected obstacle is now.
export function keySelected(): void {
    const own = selectedObstacle.peek();
    const play = studio.peek()?.playing();
    if (!own || !play) return;
    const { x, y, angle } = frameOf(play, own.index);
    const path = keyed(own.obstacle, { at: [x, y], angle });
    if (send(setPath(own.index, path))) chooseKeyNow(own.index, path);
}
// The key at the time shown is the one that the inspector has.
export function chooseKeyNow(index: number, path: readonly ObstacleKey[]): void {
    choosePathKey(index, path.find((key) => isAt(key, time.peek()))?.time ?? null);
}
export function setKey(index: number, obstacle: Obstacle, k: number, keys: Partial<ObstacleKey>): Command {
    return setPath(
        index,
        obstacle.path.map((key, i) => (i === k ? { ...key, ...keys } : key)),
    );
}
// A key's new time, between those of its neighbours.
export function withinNeighbours(path: readonly ObstacleKey[], k: number, wanted: number): number {
    const frame = 1 / rate.peek();
    const low = k > 0 ? path[k - 1]!.time + frame : 0;
    const high = k + 1 < path.length ? path[k + 1]!.time - frame : Infinity;
    return round4(Math.max(low, Math.min(high, onTick(wanted))));
}
export function removeKey(index: number, obstacle: Obstacle, k: number): void {
    const path = obstacle.path.filter((_, i) => i !== k);
    if (send(path.length ? setPath(index, path) : standStill(index, obstacle))) choosePathKey(index, null);
}
// Without its path an obstacle stands where the path begins.
export function standStill(index: number, obstacle: Obstacle): Command {
    const first = obstacle.path[0];
    return setObstacle(index, { path: null, repeat: null, ...(first && { at: first.at, angle: first.angle }) });
}
