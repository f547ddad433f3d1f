// Places labels of curves so that none overlaps another.
import type { Spot } from "./sight.ts";

const MAX_SHIFT = 90; // px along the curve

// For each curve, the first point that is at least `gap` away from all other labels and from `taken` points; the
// start of the curve where there is no such point near it.
export function separateLabels(
    curves: readonly (readonly Spot[])[],
    taken: readonly Spot[],
    gap: number,
): readonly (Spot | null)[] {
    const placed = [...taken];
    const isFree = (at: Spot): boolean => placed.every((other) => Math.hypot(other.x - at.x, other.y - at.y) >= gap);
    return curves.map((curve) => {
        const found = pointsNearStart(curve).find(isFree) ?? curve[0] ?? null;
        if (found) placed.push(found);
        return found;
    });
}
// The points of a curve within reach of its start, two pixels apart.
function pointsNearStart(curve: readonly Spot[]): readonly Spot[] {
    const all: Spot[] = curve.slice(0, 1);
    for (let i = 1, way = 0; i < curve.length && way < MAX_SHIFT; i++) {
        const [a, b] = [curve[i - 1]!, curve[i]!];
        const long = Math.hypot(b.x - a.x, b.y - a.y);
        for (let at = 2; at <= long && way + at < MAX_SHIFT; at += 2)
            all.push({ x: a.x + ((b.x - a.x) * at) / long, y: a.y + ((b.y - a.y) * at) / long });
        all.push(b);
        way += long;
    }
    return all;
}
