// Triangulates a simple polygon by ear clipping, which is fast enough for the few dozen corners that a person draws.

const cross = (p: ArrayLike<number>, a: number, b: number, c: number): number =>
    (p[2 * b]! - p[2 * a]!) * (p[2 * c + 1]! - p[2 * a + 1]!) -
    (p[2 * b + 1]! - p[2 * a + 1]!) * (p[2 * c]! - p[2 * a]!);

function area(p: ArrayLike<number>): number {
    const n = p.length >> 1;
    let sum = 0;
    for (let i = 0, j = n - 1; i < n; j = i++) sum += p[2 * j]! * p[2 * i + 1]! - p[2 * i]! * p[2 * j + 1]!;
    return sum;
}

function isEar(p: ArrayLike<number>, ring: readonly number[], i: number): boolean {
    const n = ring.length;
    const [a, b, c] = [ring[(i + n - 1) % n]!, ring[i]!, ring[(i + 1) % n]!];
    if (cross(p, a, b, c) <= 0) return false;
    return !ring.some(
        (q) =>
            q !== a && q !== b && q !== c && cross(p, a, b, q) >= 0 && cross(p, b, c, q) >= 0 && cross(p, c, a, q) >= 0,
    );
}

// Calls `use` with the three corners of each triangle. A self-intersecting polygon is filled as far as possible.
export function triangulate(points: ArrayLike<number>, use: (a: number, b: number, c: number) => void): void {
    const ring = Array.from({ length: points.length >> 1 }, (_, i) => i);
    if (area(points) < 0) ring.reverse();
    while (ring.length > 2) {
        const n = ring.length;
        let ear = 0;
        while (ear < n && !isEar(points, ring, ear)) ear++;
        if (ear === n) ear = 0; // no ear: coinciding corners or crossing edges
        use(ring[(ear + n - 1) % n]!, ring[ear]!, ring[(ear + 1) % n]!);
        ring.splice(ear, 1);
    }
}
