// A stroke bent by hand: a point is dragged, its neighbours along the stroke go along, the farther the less.
import type { Vec2 } from "../core/project.ts";

// How much each point goes along with the one that is held; `share` of the stroke's length does, on either side.
export function falloff(points: readonly Vec2[], held: number, share: number): readonly number[] {
  const along = [0];
  for (let i = 1; i < points.length; i++) along.push(along[i - 1]! + Math.hypot(points[i]![0] - points[i - 1]![0], points[i]![1] - points[i - 1]![1]));
  const reach = share * along.at(-1)!;
  return along.map((at) => {
    if (share === Infinity) return 1;
    const far = Math.abs(at - along[held]!) / Math.max(1e-9, reach);
    return far < 1 ? (1 - far * far) ** 2 : at === along[held] ? 1 : 0;
  });
}
const round = (value: number): number => Math.round(value * 1e5) / 1e5;
export const bent = (points: readonly Vec2[], weights: readonly number[], dx: number, dy: number): readonly Vec2[] => points.map(([x, y], i) => [round(x + weights[i]! * dx), round(y + weights[i]! * dy)]);
