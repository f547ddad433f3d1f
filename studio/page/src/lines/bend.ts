// Bends a stroke by hand: a point is dragged, and its neighbours along the stroke follow with a weight that falls off
// with the distance.
import type { Vec2 } from "../core/project.ts";

// The weight with which each point follows the dragged one; it reaches zero at `share` of the stroke's length on
// either side.
export function falloff(points: readonly Vec2[], held: number, share: number): readonly number[] {
    const along = [0];
    for (let i = 1; i < points.length; i++)
        along.push(along[i - 1]! + Math.hypot(points[i]![0] - points[i - 1]![0], points[i]![1] - points[i - 1]![1]));
    const reach = share * along.at(-1)!;
    return along.map((at) => {
        if (share === Infinity) return 1;
        const far = Math.abs(at - along[held]!) / Math.max(1e-9, reach);
        return far < 1 ? (1 - far * far) ** 2 : at === along[held] ? 1 : 0;
    });
}
const round = (value: number): number => Math.round(value * 1e5) / 1e5;
export const bent = (points: readonly Vec2[], weights: readonly number[], dx: number, dy: number): readonly Vec2[] =>
    points.map(([x, y], i) => [round(x + weights[i]! * dx), round(y + weights[i]! * dy)]);
