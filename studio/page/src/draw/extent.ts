// The bounding box of points.

export interface Extent {
    readonly left: number;
    readonly right: number;
    readonly low: number;
    readonly high: number;
}

// Of points[2 · count]; left > right if there are none. Plain comparisons, because it runs over every vertex in every
// frame.
export function extentOf(points: ArrayLike<number>, count = points.length / 2): Extent {
    let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = 0; i < 2 * count; i += 2) {
        const x = points[i]!;
        const y = points[i + 1]!;
        if (x < left) left = x;
        if (x > right) right = x;
        if (y < low) low = y;
        if (y > high) high = y;
    }
    return { left, right, low, high };
}
