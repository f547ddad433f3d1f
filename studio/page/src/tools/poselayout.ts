// The layout of thumbnails on the pose board. A board unit is the width of a thumbnail with its margin; y points down,
// as on the screen (in the project it points up, as everywhere). The artist's own positions come from the project; the
// others are computed here, so that poses that blend lie side by side, links cross as little as possible and triangles
// look like triangles: each pair is moved towards its distance along the links (Kamada and Kawai's springs), from
// several initial layouts, of which the tidiest is used.
import type { Artwork } from "../core/project.ts";
import { ofProject } from "../state/owned.ts";

export type Points = Float32Array<ArrayBuffer>; // [2 · examples]

const LINK_LENGTH = 1.6; // distance in board units between linked poses
const UNLINKED_LENGTH = 2.6; // distance between poses without any path of links
const MIN_DISTANCE = 1.35; // minimum distance between any two
// Number of links for which a pose has room around it at that distance; more links make them longer
const CROWDED_DEGREE = 2 * Math.PI;
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

// Target distances: shortest paths along the links (Floyd and Warshall).
function distances(count: number, links: readonly Pair[]): number[][] {
    const degree = new Array<number>(count).fill(0);
    for (const [a, b] of links) [degree[a], degree[b]] = [degree[a]! + 1, degree[b]! + 1];
    const far = Array.from({ length: count }, (_, i) =>
        Array.from({ length: count }, (__, k) => (i === k ? 0 : Infinity)),
    );
    for (const [a, b] of links)
        far[a]![b] = far[b]![a] = LINK_LENGTH * Math.max(1, Math.max(degree[a]!, degree[b]!) / CROWDED_DEGREE);
    for (let via = 0; via < count; via++)
        for (let a = 0; a < count; a++)
            for (let b = 0; b < count; b++) far[a]![b] = Math.min(far[a]![b]!, far[a]![via]! + far[via]![b]!);
    return far.map((row) => row.map((d) => (Number.isFinite(d) ? d : UNLINKED_LENGTH)));
}

// Each pair is moved towards its target distance, near pairs more than far ones, with decreasing steps; fixed poses do
// not move.
function relax(points: Points, fixed: readonly boolean[], wanted: readonly number[][]): void {
    const count = fixed.length;
    for (let round = 0; round < ROUNDS; round++) {
        const share = 1 - round / ROUNDS;
        for (let a = 0; a < count; a++)
            for (let b = a + 1; b < count; b++) {
                const [dx, dy] = [x(points, b) - x(points, a), y(points, b) - y(points, a)];
                const far = Math.hypot(dx, dy) || 1e-3;
                const goal = wanted[a]![b]!;
                const pull =
                    far < MIN_DISTANCE
                        ? 0.5 * (MIN_DISTANCE - far)
                        : (0.4 * share * (goal - far) * LINK_LENGTH * LINK_LENGTH) / (goal * goal);
                const moved = fixed[a] === fixed[b] ? 0.5 : 1;
                for (const [i, way] of [
                    [a, -1],
                    [b, 1],
                ] as const) {
                    if (fixed[i]) continue;
                    points[2 * i]! += (moved * way * pull * dx) / far;
                    points[2 * i + 1]! += (moved * way * pull * dy) / far;
                }
            }
    }
}

// ---- Tidiness

function side(p: Points, a: number, b: number, c: number): number {
    return (x(p, b) - x(p, a)) * (y(p, c) - y(p, a)) - (y(p, b) - y(p, a)) * (x(p, c) - x(p, a));
}
function crossings(points: Points, links: readonly Pair[]): number {
    let crossed = 0;
    links.forEach(([a, b], i) => {
        for (const [c, d] of links.slice(i + 1)) {
            if (a === c || a === d || b === c || b === d) continue;
            if (side(points, a, b, c) * side(points, a, b, d) < 0 && side(points, c, d, a) * side(points, c, d, b) < 0)
                crossed++;
        }
    });
    return crossed;
}
function untidiness(points: Points, links: readonly Pair[], wanted: readonly number[][]): number {
    let sum = 8 * crossings(points, links);
    for (let a = 0; a < wanted.length; a++)
        for (let b = a + 1; b < wanted.length; b++) {
            const far = Math.hypot(x(points, b) - x(points, a), y(points, b) - y(points, a));
            sum += (far / wanted[a]![b]! - 1) ** 2 + (far < 0.9 * MIN_DISTANCE ? 4 : 0);
        }
    return sum;
}

// The initial layouts are points of a sunflower spiral, taken in another order each time. No three of them are
// collinear; relaxation could not bend a straight line.
function begin(own: Artwork, turn: number): Points {
    const count = own.examples.length;
    const points = new Float32Array(2 * count);
    own.examples.forEach((example, i) => {
        const seed = i === 0 ? 0 : 1 + ((i * (1 + turn)) % 101) / (1 + turn); // scattered more in each turn
        const [angle, radius] = [
            GOLDEN * ((i * (1 + 30 * turn)) % 101) - Math.PI / 2,
            LINK_LENGTH * Math.sqrt(Math.min(seed, count)),
        ];
        points.set(
            example.board
                ? [example.board[0], -example.board[1]]
                : [radius * Math.cos(angle), radius * Math.sin(angle)],
            2 * i,
        );
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

// ---- Orientation

const laid = ofProject(() => ({
    before: { of: "", places: new Map() } as { of: string; places: ReadonlyMap<string, readonly [number, number]> },
    last: null as { examples: unknown; complex: unknown; says: string; points: Points } | null,
}));

const size = (points: Points): number =>
    Math.max(
        ...[0, 1]
            .map((axis) => points.filter((_, k) => k % 2 === axis))
            .map((all) => Math.max(...all) - Math.min(...all)),
    );
// The total distance of poses from their previous positions.
function moved(points: Points, own: Artwork): number {
    return own.examples.reduce((sum, { name }, i) => {
        const was = laid.before.places.get(name);
        return sum + (was ? Math.hypot(x(points, i) - was[0], y(points, i) - was[1]) : 0);
    }, 0);
}
// Rotates, and mirrors if necessary, so that the layout is most like the previous one; the first time, so that it fits
// in the smallest square.
function turned(points: Points, own: Artwork): Points {
    const known =
        laid.before.of === own.name && own.examples.filter(({ name }) => laid.before.places.has(name)).length > 1;
    let [best, least] = [points, Infinity];
    for (let step = 0; step < 2 * TURNS; step++) {
        const angle = (step * 2 * Math.PI) / TURNS;
        const [c, s, flip] = [Math.cos(angle), Math.sin(angle), step < TURNS ? 1 : -1];
        const now = points.map((_, k) =>
            k % 2 ? s * flip * points[k - 1]! + c * points[k]! : c * flip * points[k]! - s * points[k + 1]!,
        );
        const cost = known ? moved(now, own) : size(now);
        if (cost < least - 1e-3) [best, least] = [now, cost];
    }
    return best;
}

// Compares by identity first; different objects may still be equal, because every preview creates the project anew.
export function layOut(own: Artwork): Points {
    const { examples, complex } = own;
    if (laid.last?.examples !== examples || laid.last.complex !== complex) {
        const says = JSON.stringify([examples.map(({ name, board }) => [name, board]), complex]);
        laid.last = { examples, complex, says, points: laid.last?.says === says ? laid.last.points : compute(own) };
        const { points } = laid.last;
        laid.before = {
            of: own.name,
            places: new Map(examples.map(({ name }, i) => [name, [x(points, i), y(points, i)]])),
        };
    }
    return laid.last.points.slice();
}

// The weighted mean of the corners.
export function mix(points: Points, weights: ArrayLike<number>): [number, number] {
    let [across, down] = [0, 0];
    for (let i = 0; 2 * i < points.length; i++) {
        across += x(points, i) * (weights[i] ?? 0);
        down += y(points, i) * (weights[i] ?? 0);
    }
    return [across, down];
}
