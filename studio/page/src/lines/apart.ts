// Where labels of curves stand so that none lies on another.
import type { Spot } from "./sight.ts";

const FARTHEST = 90; // px along the curve

// For each curve the first place on it that is `gap` away from every other label and from what stands already; its beginning where there is
// none near it.
export function apart(curves: readonly (readonly Spot[])[], taken: readonly Spot[], gap: number): readonly (Spot | null)[] {
  const stand = [...taken];
  const isFree = (at: Spot): boolean => stand.every((other) => Math.hypot(other.x - at.x, other.y - at.y) >= gap);
  return curves.map((curve) => {
    const found = along(curve).find(isFree) ?? curve[0] ?? null;
    if (found) stand.push(found);
    return found;
  });
}
// Its points within reach of its beginning, two pixels from one to the next.
function along(curve: readonly Spot[]): readonly Spot[] {
  const all: Spot[] = curve.slice(0, 1);
  for (let i = 1, way = 0; i < curve.length && way < FARTHEST; i++) {
    const [a, b] = [curve[i - 1]!, curve[i]!];
    const long = Math.hypot(b.x - a.x, b.y - a.y);
    for (let at = 2; at <= long && way + at < FARTHEST; at += 2) all.push({ x: a.x + ((b.x - a.x) * at) / long, y: a.y + ((b.y - a.y) * at) / long });
    all.push(b);
    way += long;
  }
  return all;
}
