// Ground, walls and soft shadows of a scene, shape for shape as cli/show_stage.c draws them: what the studio shows is what
// `verve render` gives.
import type { Obstacle, Vec2 } from "../core/project.ts";
import { EARTH, EDGE, TEAL, TIMBER, fade, readColour } from "./colour.ts";
import { extentOf } from "./extent.ts";
import type { Colour, Painter } from "./painter.ts";

const FEELER = fade(TEAL, 0x22 / 255); // sensors
const FEELER_EDGE = fade(TEAL, 0x50 / 255);
const SHADE = 0.25; // of a shadow where it is darkest
const REST_SHADE = 0x38 / 255;

export const obstaclePoints = (obstacle: Obstacle): readonly Vec2[] =>
  obstacle.kind === "ground" ? [[0, obstacle.height ?? 0], [1, obstacle.height ?? 0]] : (obstacle.points ?? []);
export const isEndless = (obstacle: Obstacle): boolean => obstacle.kind === "ground" || obstacle.kind === "half-plane";

// How wide outlines of ground and walls are, pixels.
export const wallWidth = (painter: Painter): number => Math.max(1.5, 0.006 * painter.height);
const colourOf = (obstacle: Obstacle, usual: Colour): Colour => readColour(obstacle.colour ?? "") ?? usual;

function drawPlane(painter: Painter, obstacle: Obstacle, [a, b]: readonly Vec2[]): void {
  if (!a || !b) return;
  const fill = colourOf(obstacle, obstacle.sensor ? FEELER : EARTH);
  painter.halfPlane(a[0], a[1], a[1] - b[1], b[0] - a[0], fill, !obstacle.sensor);
}
// A one-way platform is a thin board; a wall that stops from both sides a thick one.
function drawSegments(painter: Painter, obstacle: Obstacle, points: number[]): void {
  const line = wallWidth(painter);
  if (obstacle.sensor) return painter.line(points, colourOf(obstacle, FEELER_EDGE), line);
  const width = line * (obstacle.one_way ? 1.6 : 2.6);
  painter.line(points, EDGE, width);
  painter.line(points, colourOf(obstacle, TIMBER), 0.45 * width);
}

export function drawObstacle(painter: Painter, obstacle: Obstacle): void {
  const points = obstaclePoints(obstacle);
  const flat = points.flatMap(([x, y]) => [x, y]);
  if (isEndless(obstacle)) drawPlane(painter, obstacle, points);
  else if (obstacle.kind === "segments") drawSegments(painter, obstacle, flat);
  else {
    painter.polygon(flat, colourOf(obstacle, obstacle.sensor ? FEELER : TIMBER));
    painter.line(flat, obstacle.sensor ? FEELER_EDGE : EDGE, obstacle.sensor ? 1 : wallWidth(painter), { closed: true });
  }
}

// ---- Shadows

interface Surface {
  readonly height: number;
  readonly left: number; // how far it goes to either side
  readonly right: number;
  readonly along: Vec2; // its direction, to the right, of length 1
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
export function surfaceBelow(obstacles: readonly Obstacle[], x: number, below: number): Surface | null {
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

// Of a drawing without a stage, on the height on which it rests: as cli/show.c has it.
export function drawRestShadow(painter: Painter, ground: number, vertices: Float32Array): void {
  const { left: lowX, right: highX, low: lowY } = extentOf(vertices);
  const width = highX - lowX;
  const near = 1 / (1 + (3 * Math.max(lowY - ground, 0)) / Math.max(width, 1e-3));
  painter.shadow((lowX + highX) / 2, ground, 0.48 * width, 0.06 * width, REST_SHADE * near);
}

// Wide and dark where the drawing touches, narrow and pale as it rises, along what it lies on and never over its edge.
export function drawShadow(painter: Painter, obstacles: readonly Obstacle[], vertices: Float32Array): void {
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
  painter.shadow(x, ground.height, radius, 0.09 * radius, SHADE * near, ...ground.along);
}
