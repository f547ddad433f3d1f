// Ground, walls and soft shadows of a scene, with the same shapes as cli/show_stage.c, so that the studio shows what
// `verve render` produces.
import { PlayObstacleFloat, Words } from "../core/layout.ts";
import type { Obstacle, Vec2 } from "../core/project.ts";
import { EARTH, EDGE, TEAL, TIMBER, fade, readColour } from "./colour.ts";
import { extentOf } from "./extent.ts";
import type { Colour, Painter } from "../state/painter.ts";

const SENSOR_FILL = fade(TEAL, 0x22 / 255); // sensors
const SENSOR_EDGE = fade(TEAL, 0x50 / 255);
const SHADOW_OPACITY = 0.25; // opacity of a shadow where it is darkest
const REST_SHADOW_OPACITY = 0x38 / 255;

// What of an obstacle is drawn.
export type Scenery = Pick<Obstacle, "kind" | "height" | "points" | "sensor" | "one_way" | "visible" | "colour">;
export const obstaclePoints = (obstacle: Scenery): readonly Vec2[] =>
    obstacle.kind === "ground"
        ? [
              [0, obstacle.height ?? 0],
              [1, obstacle.height ?? 0],
          ]
        : (obstacle.points ?? []);
export const isEndless = (obstacle: Scenery): boolean => obstacle.kind === "ground" || obstacle.kind === "half-plane";

// An obstacle as it is at the time shown: `frames` has six numbers for each of the scene's obstacles, of which the first
// three are the position and angle of its frame.
function shownObstacle<T extends Scenery>(obstacle: T, frames: Float32Array, index: number): T {
    const at = index * Words.playObstacle;
    const [x, y, angle] = [
        frames[at + PlayObstacleFloat.x] ?? 0,
        frames[at + PlayObstacleFloat.y] ?? 0,
        frames[at + PlayObstacleFloat.angle] ?? 0,
    ];
    if (x === 0 && y === 0 && angle === 0) return obstacle;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const points = obstaclePoints(obstacle).map(([px, py]): Vec2 => [x + c * px - s * py, y + s * px + c * py]);
    return { ...obstacle, kind: obstacle.kind === "ground" ? "half-plane" : obstacle.kind, points };
}
export const shownObstacles = <T extends Scenery>(
    obstacles: readonly T[],
    frames: Float32Array | undefined,
): readonly T[] => (frames ? obstacles.map((obstacle, i) => shownObstacle(obstacle, frames, i)) : obstacles);

// Width of the outlines of ground and walls, pixels.
export const wallWidth = (painter: Painter): number => Math.max(1.5, 0.006 * painter.height);
const colourOf = (obstacle: Scenery, usual: Colour): Colour => readColour(obstacle.colour ?? "") ?? usual;

function drawPlane(painter: Painter, obstacle: Scenery, [a, b]: readonly Vec2[]): void {
    if (!a || !b) return;
    const fill = colourOf(obstacle, obstacle.sensor ? SENSOR_FILL : EARTH);
    painter.halfPlane(a[0], a[1], a[1] - b[1], b[0] - a[0], fill, !obstacle.sensor);
}
// A one-way platform is drawn as a thin board, a wall that stops from both sides as a thick one.
function drawSegments(painter: Painter, obstacle: Scenery, points: number[]): void {
    const line = wallWidth(painter);
    if (obstacle.sensor) return painter.line(points, colourOf(obstacle, SENSOR_EDGE), line);
    const width = line * (obstacle.one_way ? 1.6 : 2.6);
    painter.line(points, EDGE, width);
    painter.line(points, colourOf(obstacle, TIMBER), 0.45 * width);
}

export function drawObstacle(painter: Painter, obstacle: Scenery): void {
    const points = obstaclePoints(obstacle);
    const flat = points.flatMap(([x, y]) => [x, y]);
    if (isEndless(obstacle)) drawPlane(painter, obstacle, points);
    else if (obstacle.kind === "segments") drawSegments(painter, obstacle, flat);
    else {
        painter.polygon(flat, colourOf(obstacle, obstacle.sensor ? SENSOR_FILL : TIMBER));
        painter.line(flat, obstacle.sensor ? SENSOR_EDGE : EDGE, obstacle.sensor ? 1 : wallWidth(painter), {
            closed: true,
        });
    }
}

// ---- Shadows

interface Surface {
    readonly height: number;
    readonly left: number; // extent to either side
    readonly right: number;
    readonly along: Vec2; // unit direction of the surface, pointing right
}

function surfaceOf([ax, ay]: Vec2, [bx, by]: Vec2, endless: boolean, x: number): Surface | null {
    const [low, high] = [Math.min(ax, bx), Math.max(ax, bx)];
    if (ax === bx || (!endless && (x < low || x > high))) return null;
    const length = Math.hypot(bx - ax, by - ay) * Math.sign(bx - ax);
    return {
        height: ay + ((x - ax) / (bx - ax)) * (by - ay),
        left: endless ? -Infinity : low,
        right: endless ? Infinity : high,
        along: [(bx - ax) / length, (by - ay) / length],
    };
}
// The highest solid surface at x that is not above `below`.
export function surfaceBelow(obstacles: readonly Scenery[], x: number, below: number): Surface | null {
    let best: Surface | null = null;
    for (const obstacle of obstacles) {
        if (obstacle.sensor || !obstacle.visible) continue;
        const points = obstaclePoints(obstacle);
        for (let p = obstacle.kind === "polygon" ? 0 : 1; p < points.length; p++) {
            const found = surfaceOf(points[p ? p - 1 : points.length - 1]!, points[p]!, isEndless(obstacle), x);
            if (found && found.height <= below && (!best || found.height > best.height)) best = found;
        }
    }
    return best;
}

// The shadow of a drawing without a stage, at the height on which it rests, as in cli/show.c.
export function drawRestShadow(painter: Painter, ground: number, vertices: Float32Array): void {
    const { left: lowX, right: highX, low: lowY } = extentOf(vertices);
    const width = highX - lowX;
    const near = 1 / (1 + (3 * Math.max(lowY - ground, 0)) / Math.max(width, 1e-3));
    painter.shadow((lowX + highX) / 2, ground, 0.48 * width, 0.06 * width, REST_SHADOW_OPACITY * near);
}

// Wide and dark where the drawing touches the ground, narrow and pale as it rises; it follows the surface and never
// extends past its edge.
export function drawShadow(painter: Painter, obstacles: readonly Scenery[], vertices: Float32Array): void {
    const { left: lowX, right: highX, low: lowY, high: highY } = extentOf(vertices);
    const [width, x] = [highX - lowX, (lowX + highX) / 2];
    const ground = surfaceBelow(obstacles, x, lowY + 0.35 * (highY - lowY));
    if (!ground) return;
    const size = Math.max(width, 1e-3);
    const height = Math.max(lowY - ground.height, 0);
    if (!(height < 8 * size)) return;
    const near = 1 / (1 + (3 * height) / size);
    const room = Math.min(x - ground.left, ground.right - x) / ground.along[0];
    const radius = Math.min(0.52 * width * (0.6 + 0.4 * near), room);
    painter.shadow(x, ground.height, radius, 0.09 * radius, SHADOW_OPACITY * near, ...ground.along);
}
