// Ground, walls and soft shadows of a scene, as cli/show_stage.c draws them.
import type { Obstacle, Scene, Staged, Vec2 } from "../core/project.ts";
import { isStaged } from "../core/project.ts";
import type { Colour, Painter } from "../draw/painter.ts";
import { Bounds } from "./framing.ts";
import type { Shown } from "./show.ts";

const EARTH: Colour = [0xe8 / 255, 0xd8 / 255, 0xbc / 255, 1];
const TIMBER: Colour = [0xd9 / 255, 0xc0 / 255, 0x98 / 255, 1];
const EDGE: Colour = [0x8a / 255, 0x6a / 255, 0x4a / 255, 1];
const FEELER: Colour = [0x17 / 255, 0x87 / 255, 0x7d / 255, 0x22 / 255];

export function colourOf(text: string | null, usual: Colour): Colour {
  const digits = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(text ?? "");
  if (!digits) return usual;
  const value = Number.parseInt(digits[1]!, 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255, digits[2] ? Number.parseInt(digits[2], 16) / 255 : 1];
}
const flat = (points: readonly Vec2[]): number[] => points.flatMap(([x, y]) => [x, y]);
const isPlane = (obstacle: Obstacle): boolean => obstacle.kind === "ground" || obstacle.kind === "half-plane";
const pointsOf = (obstacle: Obstacle): readonly Vec2[] =>
  obstacle.kind === "ground" ? [[0, obstacle.height ?? 0], [1, obstacle.height ?? 0]] : (obstacle.points ?? []);

function drawObstacle(painter: Painter, obstacle: Obstacle, line: number): void {
  const points = pointsOf(obstacle);
  const [a, b] = points;
  if (!a || !b) return;
  if (isPlane(obstacle)) {
    const fill = colourOf(obstacle.colour, obstacle.sensor ? FEELER : EARTH);
    painter.halfPlane(a[0], a[1], -(b[1] - a[1]), b[0] - a[0], fill);
  } else if (obstacle.kind === "segments") {
    const width = line * (obstacle.one_way ? 1.6 : 2.6);
    painter.line(flat(points), obstacle.sensor ? FEELER : EDGE, width);
    if (!obstacle.sensor) painter.line(flat(points), colourOf(obstacle.colour, TIMBER), 0.45 * width);
  } else {
    painter.polygon(flat(points), colourOf(obstacle.colour, obstacle.sensor ? FEELER : TIMBER));
    painter.line(flat(points), obstacle.sensor ? FEELER : EDGE, line, { closed: true });
  }
}

// The highest solid surface at x that is not above `below`.
function surfaceAt(scene: Staged, x: number, below: number): number {
  let best = -Infinity;
  for (const obstacle of scene.obstacles) {
    if (obstacle.sensor || !obstacle.visible) continue;
    const points = pointsOf(obstacle);
    const closed = obstacle.kind === "polygon";
    for (let p = closed ? 0 : 1; p < points.length; p++) {
      const [a, b] = [points[p ? p - 1 : points.length - 1]!, points[p]!];
      if (a[0] === b[0] || (!isPlane(obstacle) && (x < Math.min(a[0], b[0]) || x > Math.max(a[0], b[0])))) continue;
      const height = a[1] + ((x - a[0]) / (b[0] - a[0])) * (b[1] - a[1]);
      if (height <= below && height > best) best = height;
    }
  }
  return best;
}

// Wide and dark where the drawing touches, narrow and pale as it rises.
function drawShadow(painter: Painter, scene: Scene, one: Shown, ground: number | null): void {
  const bounds = new Bounds();
  bounds.grow(one.vertices);
  const width = Math.max(bounds.high[0] - bounds.low[0], 1e-3);
  const x = (bounds.low[0] + bounds.high[0]) / 2;
  const below = bounds.low[1] + 0.35 * (bounds.high[1] - bounds.low[1]);
  const surface = ground ?? (isStaged(scene) ? surfaceAt(scene, x, below) : bounds.low[1]);
  const height = Math.max(bounds.low[1] - surface, 0);
  if (!(height < 8 * width)) return;
  const near = 1 / (1 + (3 * height) / width);
  const radius = 0.52 * width * (0.6 + 0.4 * near);
  painter.shadow(x, surface, radius, 0.09 * radius, 0.25 * near);
}

export function drawScene(painter: Painter, scene: Scene, shown: readonly Shown[]): void {
  const line = Math.max(1, 0.006 * painter.height);
  if (isStaged(scene)) for (const obstacle of scene.obstacles) if (obstacle.visible) drawObstacle(painter, obstacle, line);
  for (const one of shown) drawShadow(painter, scene, one, isStaged(scene) ? null : 0);
  for (const one of shown) painter.drawing(one.drawing, one.vertices);
}
