// Where thumbnails lie on the pose board. A board unit is the width of a thumbnail with its margin; y points down, as on
// the screen (in the project it points up, as everywhere). The artist's own places come from the project; the others are found
// here, so that poses that blend lie side by side, links cross as little as they can and triangles are seen as triangles: every
// pair is brought towards the distance that it has along the links (Kamada and Kawai's springs), from several beginnings, of
// which the tidiest counts.
import type { Artwork } from "../core/project.ts";

export type Points = Float32Array<ArrayBuffer>; // [2 · examples]

const LINKED = 1.6; // board units that poses which blend lie apart
const LOOSE = 2.6; // and those that no links join
const APART = 1.35; // the least between any two
const CROWDED = 2 * Math.PI; // links of a pose that have room around it at that length; more make them longer
const ROUNDS = 160;
const BEGINNINGS = 24;
const TURNS = 36;
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

type Pair = readonly [number, number];
const x = (points: Points, i: number): number => points[2 * i]!;
const y = (points: Points, i: number): number => points[2 * i + 1]!;

function linksOf(own: Artwork): Pair[] {
  const index = new Map(own.examples.map((e, i) => [e.name, i]));
  const links = new Map<string, Pair>();
  for (const names of own.complex) {
    const corners = names.map((name) => index.get(name)!).sort((a, b) => a - b);
    for (const a of corners) for (const b of corners) if (a < b) links.set(`${a},${b}`, [a, b]);
  }
  return [...links.values()];
}

// How far each two should lie apart: along the links (Floyd and Warshall).
function distances(count: number, links: readonly Pair[]): number[][] {
  const degree = new Array<number>(count).fill(0);
  for (const [a, b] of links) [degree[a], degree[b]] = [degree[a]! + 1, degree[b]! + 1];
  const far = Array.from({ length: count }, (_, i) => Array.from({ length: count }, (__, k) => (i === k ? 0 : Infinity)));
  for (const [a, b] of links) far[a]![b] = far[b]![a] = LINKED * Math.max(1, Math.max(degree[a]!, degree[b]!) / CROWDED);
  for (let via = 0; via < count; via++)
    for (let a = 0; a < count; a++) for (let b = 0; b < count; b++) far[a]![b] = Math.min(far[a]![b]!, far[a]![via]! + far[via]![b]!);
  return far.map((row) => row.map((d) => (Number.isFinite(d) ? d : LOOSE)));
}

// Each pair is pushed to the distance it should have, near ones more than far ones, ever more gently; what is fixed stays.
function relax(points: Points, fixed: readonly boolean[], wanted: readonly number[][]): void {
  const count = fixed.length;
  for (let round = 0; round < ROUNDS; round++) {
    const share = 1 - round / ROUNDS;
    for (let a = 0; a < count; a++)
      for (let b = a + 1; b < count; b++) {
        const [dx, dy] = [x(points, b) - x(points, a), y(points, b) - y(points, a)];
        const far = Math.hypot(dx, dy) || 1e-3;
        const goal = wanted[a]![b]!;
        const pull = far < APART ? 0.5 * (APART - far) : (0.4 * share * (goal - far) * LINKED * LINKED) / (goal * goal);
        const moved = fixed[a] === fixed[b] ? 0.5 : 1;
        for (const [i, way] of [[a, -1], [b, 1]] as const) {
          if (fixed[i]) continue;
          points[2 * i]! += (moved * way * pull * dx) / far;
          points[2 * i + 1]! += (moved * way * pull * dy) / far;
        }
      }
  }
}

// ---- How tidy it is

function side(p: Points, a: number, b: number, c: number): number {
  return (x(p, b) - x(p, a)) * (y(p, c) - y(p, a)) - (y(p, b) - y(p, a)) * (x(p, c) - x(p, a));
}
function crossings(points: Points, links: readonly Pair[]): number {
  let crossed = 0;
  links.forEach(([a, b], i) => {
    for (const [c, d] of links.slice(i + 1)) {
      if (a === c || a === d || b === c || b === d) continue;
      if (side(points, a, b, c) * side(points, a, b, d) < 0 && side(points, c, d, a) * side(points, c, d, b) < 0) crossed++;
    }
  });
  return crossed;
}
function untidiness(points: Points, links: readonly Pair[], wanted: readonly number[][]): number {
  let sum = 8 * crossings(points, links);
  for (let a = 0; a < wanted.length; a++)
    for (let b = a + 1; b < wanted.length; b++) {
      const far = Math.hypot(x(points, b) - x(points, a), y(points, b) - y(points, a));
      sum += (far / wanted[a]![b]! - 1) ** 2 + (far < 0.9 * APART ? 4 : 0);
    }
  return sum;
}

// They begin on a sunflower's spiral, whose seeds are taken in another order each time: no three in a line, which pushing
// would never bend.
function begin(own: Artwork, turn: number): Points {
  const count = own.examples.length;
  const points = new Float32Array(2 * count);
  own.examples.forEach((example, i) => {
    const seed = i === 0 ? 0 : 1 + ((i * (1 + turn)) % 101) / (1 + turn); // scattered further each time
    const [angle, radius] = [GOLDEN * ((i * (1 + 30 * turn)) % 101) - Math.PI / 2, LINKED * Math.sqrt(Math.min(seed, count))];
    points.set(example.board ? [example.board[0], -example.board[1]] : [radius * Math.cos(angle), radius * Math.sin(angle)], 2 * i);
  });
  return points;
}

function compute(own: Artwork): Points {
  const fixed = own.examples.map((example, i) => example.board !== null || i === 0);
  const links = linksOf(own);
  const wanted = distances(fixed.length, links);
  let best = begin(own, 0);
  if (own.examples.every((example) => example.board !== null)) return best;
  let least = Infinity;
  for (let turn = 0; turn < BEGINNINGS; turn++) {
    const points = begin(own, turn);
    relax(points, fixed, wanted);
    const score = untidiness(points, links, wanted);
    if (score < least) [best, least] = [points, score];
  }
  return own.examples.some((example) => example.board) ? best : turned(best, own);
}

// ---- Which way up

let before: { of: string; places: ReadonlyMap<string, readonly [number, number]> } = { of: "", places: new Map() };

const size = (points: Points): number =>
  Math.max(...[0, 1].map((axis) => points.filter((_, k) => k % 2 === axis)).map((all) => Math.max(...all) - Math.min(...all)));
// How far, in all, poses have gone from where they were.
function moved(points: Points, own: Artwork): number {
  return own.examples.reduce((sum, { name }, i) => {
    const was = before.places.get(name);
    return sum + (was ? Math.hypot(x(points, i) - was[0], y(points, i) - was[1]) : 0);
  }, 0);
}
// Turned, and mirrored where need be, so that it is most like what was seen before; at first, so that it needs the smallest
// square.
function turned(points: Points, own: Artwork): Points {
  const known = before.of === own.name && own.examples.filter(({ name }) => before.places.has(name)).length > 1;
  let [best, least] = [points, Infinity];
  for (let step = 0; step < 2 * TURNS; step++) {
    const angle = (step * 2 * Math.PI) / TURNS;
    const [c, s, flip] = [Math.cos(angle), Math.sin(angle), step < TURNS ? 1 : -1];
    const now = points.map((_, k) => (k % 2 ? s * flip * points[k - 1]! + c * points[k]! : c * flip * points[k]! - s * points[k + 1]!));
    const cost = known ? moved(now, own) : size(now);
    if (cost < least - 1e-3) [best, least] = [now, cost];
  }
  return best;
}

// What is the same object is the same; another one may still say the same (every preview makes the project anew).
let last: { examples: unknown; complex: unknown; says: string; points: Points } | null = null;
export function layOut(own: Artwork): Points {
  const { examples, complex } = own;
  if (last?.examples !== examples || last.complex !== complex) {
    const says = JSON.stringify([examples.map(({ name, board }) => [name, board]), complex]);
    last = { examples, complex, says, points: last?.says === says ? last.points : compute(own) };
    const { points } = last;
    before = { of: own.name, places: new Map(examples.map(({ name }, i) => [name, [x(points, i), y(points, i)]])) };
  }
  return last.points.slice();
}

// The point that weights make of the corners.
export function mix(points: Points, weights: ArrayLike<number>): [number, number] {
  let [across, down] = [0, 0];
  for (let i = 0; 2 * i < points.length; i++) {
    across += x(points, i) * (weights[i] ?? 0);
    down += y(points, i) * (weights[i] ?? 0);
  }
  return [across, down];
}
