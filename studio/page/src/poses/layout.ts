// Where thumbnails lie on the pose board. A board unit is the width of a thumbnail with its margin; y points down, as on
// the screen (in the project it points up, as everywhere). The artist's own places come from the project; the others are found here, so that poses that blend lie side by
// side and triangles are seen as triangles.
import type { Artwork } from "../core/project.ts";

export type Points = Float32Array<ArrayBuffer>; // [2 · examples]

const LINKED = 1.6; // board units that poses which blend lie apart
const LOOSE = 2.4; // and others, at least
const APART = 1.3; // no two nearer than this: a thumbnail, its name and a little room
const ROUNDS = 200;
const APART_ROUNDS = 60;
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

function linkedPairs(own: Artwork): Set<string> {
  const index = new Map(own.examples.map((e, i) => [e.name, i]));
  const pairs = new Set<string>();
  for (const names of own.complex)
    for (const a of names) for (const b of names) if (a !== b) pairs.add(`${index.get(a)},${index.get(b)}`);
  return pairs;
}

// Each pair is pushed to the distance it should have, ever more gently, and in the end apart where one would cover another;
// what the artist placed stays.
function relax(points: Points, fixed: readonly boolean[], linked: ReadonlySet<string>): void {
  const count = fixed.length;
  for (let round = 0; round < ROUNDS + APART_ROUNDS; round++) {
    const last = round >= ROUNDS;
    const share = last ? 1 : 0.5 * (1 - round / ROUNDS);
    for (let a = 0; a < count; a++)
      for (let b = a + 1; b < count; b++) {
        const [dx, dy] = [points[2 * b]! - points[2 * a]!, points[2 * b + 1]! - points[2 * a + 1]!];
        const far = Math.hypot(dx, dy) || 1e-3;
        const together = linked.has(`${a},${b}`);
        const wanted = last ? Math.max(far, APART) : together ? LINKED : Math.max(far, LOOSE);
        const by = (share * (wanted - far)) / far / (together || last ? 1 : 3);
        for (const [i, way] of [[a, -1], [b, 1]] as const) {
          if (fixed[i]) continue;
          points[2 * i]! += 0.5 * way * by * dx;
          points[2 * i + 1]! += 0.5 * way * by * dy;
        }
      }
  }
}

function compute(own: Artwork): Points {
  const count = own.examples.length;
  const points = new Float32Array(2 * count);
  // They start on a sunflower's spiral: no three in a line, which pushing would never bend.
  own.examples.forEach((example, i) => {
    const [angle, radius] = [GOLDEN * i - Math.PI / 2, LINKED * Math.sqrt(i)];
    const [x, y] = example.board ?? [radius * Math.cos(angle), -radius * Math.sin(angle)];
    points.set([x, -y], 2 * i);
  });
  const fixed = own.examples.map((example, i) => example.board !== null || i === 0);
  relax(points, fixed, linkedPairs(own));
  return points;
}

let last: { examples: unknown; complex: unknown; points: Points } | null = null;
export function layOut(own: Artwork): Points {
  if (!last || last.examples !== own.examples || last.complex !== own.complex) last = { examples: own.examples, complex: own.complex, points: compute(own) };
  return last.points.slice();
}

// The point that weights make of the corners.
export function mix(points: Points, weights: ArrayLike<number>): [number, number] {
  let x = 0;
  let y = 0;
  for (let i = 0; 2 * i < points.length; i++) {
    x += points[2 * i]! * (weights[i] ?? 0);
    y += points[2 * i + 1]! * (weights[i] ?? 0);
  }
  return [x, y];
}
