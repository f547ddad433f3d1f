// Matrices and rotations in 3D. A matrix is four columns of four numbers, as WebGL wants it. y is up, lengths are
// metres.
export type Point = readonly [number, number, number];
export type Matrix = Float32Array<ArrayBuffer>;

// A camera around `target`: heading 0 is +z and increases towards +x; radians.
export interface Eye {
    readonly target: Point;
    readonly heading: number;
    readonly pitch: number;
    readonly distance: number;
    readonly lens?: number; // tangent of half the vertical field of view; default: that of FIELD_OF_VIEW
    readonly flat?: boolean; // orthographic; the scale is that of a perspective view at the target
    readonly shift?: readonly [number, number]; // offset of the picture, in halves of its size
}

export const FIELD_OF_VIEW = (28 * Math.PI) / 180; // vertical: a long lens, which distorts the length of limbs little

export function outward(eye: Eye): Point {
    const flat = Math.cos(eye.pitch);
    return [Math.sin(eye.heading) * flat, Math.sin(eye.pitch), Math.cos(eye.heading) * flat];
}

const lensOf = (eye: Eye): number => eye.lens ?? Math.tan(FIELD_OF_VIEW / 2);

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// World to clip space.
export function viewMatrix(eye: Eye, aspect: number): Matrix {
    const back = outward(eye);
    const right: Point = [Math.cos(eye.heading), 0, -Math.sin(eye.heading)];
    const up: Point = [
        back[1] * right[2] - back[2] * right[1],
        back[2] * right[0] - back[0] * right[2],
        back[0] * right[1] - back[1] * right[0],
    ];
    if (eye.flat) return moved(flatMatrix(eye, aspect, right, up, back), eye);
    const at: Point = [
        eye.target[0] + eye.distance * back[0],
        eye.target[1] + eye.distance * back[1],
        eye.target[2] + eye.distance * back[2],
    ];
    const f = 1 / lensOf(eye);
    const near = 0.02 * eye.distance;
    const far = 12 * eye.distance;
    const z = (far + near) / (near - far);
    const w = (2 * far * near) / (near - far);
    const matrix = new Float32Array(16);
    for (let k = 0; k < 3; k++) {
        matrix[4 * k] = (f / aspect) * right[k]!;
        matrix[4 * k + 1] = f * up[k]!;
        matrix[4 * k + 2] = z * back[k]!;
        matrix[4 * k + 3] = -back[k]!;
    }
    matrix[12] = (-f / aspect) * dot(right, at);
    matrix[13] = -f * dot(up, at);
    matrix[14] = -z * dot(back, at) + w;
    matrix[15] = dot(back, at);
    return moved(matrix, eye);
}
function flatMatrix(eye: Eye, aspect: number, right: Point, up: Point, back: Point): Matrix {
    const high = lensOf(eye) * eye.distance;
    const deep = 12 * eye.distance;
    const rows: readonly [Point, number][] = [
        [right, 1 / (aspect * high)],
        [up, 1 / high],
        [back, -1 / deep],
    ];
    const matrix = new Float32Array(16);
    rows.forEach(([way, scale], row) => {
        for (let k = 0; k < 3; k++) matrix[4 * k + row] = scale * way[k]!;
        matrix[12 + row] = -scale * dot(way, eye.target);
    });
    matrix[15] = 1;
    return matrix;
}
function moved(matrix: Matrix, { shift }: Eye): Matrix {
    for (let k = 0; shift && k < 4; k++) {
        matrix[4 * k] = matrix[4 * k]! + shift[0] * matrix[4 * k + 3]!;
        matrix[4 * k + 1] = matrix[4 * k + 1]! + shift[1] * matrix[4 * k + 3]!;
    }
    return matrix;
}

// The distance at which a ball of this radius fills a picture whose shorter side is as given.
export const distanceFor = (radius: number, aspect: number): number =>
    (1.08 * radius) / Math.sin(Math.atan(Math.tan(FIELD_OF_VIEW / 2) * Math.min(1, aspect)));

// ---- Between the world and a picture of `width` by `height`, in pixels from its top left corner

export interface ScreenPoint {
    readonly x: number;
    readonly y: number;
    readonly scale: number; // pixels per metre at that depth
}
// null: behind the eye.
export function seenAt(eye: Eye, width: number, height: number, point: Point): ScreenPoint | null {
    const m = viewMatrix(eye, width / height);
    const at = (row: number): number =>
        m[row]! * point[0] + m[4 + row]! * point[1] + m[8 + row]! * point[2] + m[12 + row]!;
    const depth = at(3);
    if (depth <= 0) return null;
    const scale = height / (2 * lensOf(eye) * (eye.flat ? eye.distance : depth));
    return { x: (0.5 + at(0) / (2 * depth)) * width, y: (0.5 - at(1) / (2 * depth)) * height, scale };
}

export interface Ray {
    readonly from: Point;
    readonly along: Point; // unit vector
}
export function rayThrough(eye: Eye, width: number, height: number, x: number, y: number): Ray {
    const back = outward(eye);
    const right: Point = [Math.cos(eye.heading), 0, -Math.sin(eye.heading)];
    const up = cross(back, right);
    const f = lensOf(eye);
    const [shiftX, shiftY] = eye.shift ?? [0, 0];
    const [across, above] = [
        ((2 * x) / width - 1 - shiftX) * f * (width / height),
        (1 - (2 * y) / height - shiftY) * f,
    ];
    if (eye.flat)
        return {
            from: add(
                add(eye.target, scaled(back, eye.distance)),
                add(scaled(right, across * eye.distance), scaled(up, above * eye.distance)),
            ),
            along: scaled(back, -1),
        };
    const along = normal(add(add(scaled(right, across), scaled(up, above)), scaled(back, -1)));
    return { from: add(eye.target, scaled(back, eye.distance)), along };
}

export const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const scaled = (a: Point, s: number): Point => [a[0] * s, a[1] * s, a[2] * s];
export const cross = (a: Point, b: Point): Point => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
];
export const normal = (a: Point): Point => scaled(a, 1 / (Math.hypot(...a) || 1));

// The intersection of a ray with the plane through `point`; null if they are parallel.
export function onPlane(ray: Ray, point: Point, across: Point): Point | null {
    const slant = dot(ray.along, across);
    if (Math.abs(slant) < 1e-4) return null;
    return add(ray.from, scaled(ray.along, dot(add(point, scaled(ray.from, -1)), across) / slant));
}
// The point on a line (through `point`, along a unit axis) that is nearest to a ray, as a distance from `point`; null
// if both are parallel.
export function onLine(ray: Ray, point: Point, axis: Point): number | null {
    const between = dot(ray.along, axis);
    const bent = 1 - between * between;
    if (bent < 1e-4) return null;
    const to = add(point, scaled(ray.from, -1));
    return (between * dot(ray.along, to) - dot(axis, to)) / bent;
}

// Rotations are quaternions x, y, z, w.
export type Quat = readonly [number, number, number, number];
export function turnAbout(axis: Point, angle: number): Quat {
    const s = Math.sin(angle / 2);
    return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
}
export function composed(a: Quat, b: Quat): Quat {
    return [
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    ];
}
// A rotation as a rotation vector (axis times angle) in degrees, for display, and back.
export function degreesOf(q: Quat): Point {
    const way = q[3] < 0 ? -1 : 1;
    const sine = Math.hypot(q[0], q[1], q[2]);
    const angle = 2 * Math.atan2(sine, way * q[3]);
    return scaled([q[0], q[1], q[2]], (way * (sine < 1e-9 ? 2 : angle / sine) * 180) / Math.PI);
}
export function fromDegrees(v: Point): Quat {
    const angle = (Math.hypot(...v) * Math.PI) / 180;
    return turnAbout(normal(v), angle);
}
export function rotated(q: Quat, v: Point): Point {
    const axis: Point = [q[0], q[1], q[2]];
    const t = scaled(cross(axis, v), 2);
    return add(add(v, scaled(t, q[3])), cross(axis, t));
}
// From a matrix given row by row: a rotation, possibly scaled.
export function turnOf(m: ArrayLike<number>): Quat {
    const [xx, yy, zz] = [m[0]!, m[4]!, m[8]!];
    const parts: readonly [number, Quat][] = [
        [xx + yy + zz, [m[7]! - m[5]!, m[2]! - m[6]!, m[3]! - m[1]!, 1 + xx + yy + zz]],
        [xx - yy - zz, [1 + xx - yy - zz, m[1]! + m[3]!, m[2]! + m[6]!, m[7]! - m[5]!]],
        [yy - xx - zz, [m[1]! + m[3]!, 1 + yy - xx - zz, m[5]! + m[7]!, m[2]! - m[6]!]],
        [zz - xx - yy, [m[2]! + m[6]!, m[5]! + m[7]!, 1 + zz - xx - yy, m[3]! - m[1]!]],
    ];
    const [, q] = parts.reduce((a, b) => (b[0] > a[0] ? b : a));
    const size = Math.hypot(...q) || 1;
    return [q[0] / size, q[1] / size, q[2] / size, q[3] / size];
}
