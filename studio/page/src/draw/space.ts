// Matrices of space: four columns of four numbers, as the graphics card wants them. y is up, lengths are metres.
export type Point = readonly [number, number, number];
export type Matrix = Float32Array<ArrayBuffer>;

// Where it is looked from: around `target`, heading 0 from +z, turning towards +x; radians.
export interface Eye {
  readonly target: Point;
  readonly heading: number;
  readonly pitch: number;
  readonly distance: number;
}

export const FIELD_OF_VIEW = (28 * Math.PI) / 180; // from bottom to top: a long lens, which leaves limbs their length

export function outward(eye: Eye): Point {
  const flat = Math.cos(eye.pitch);
  return [Math.sin(eye.heading) * flat, Math.sin(eye.pitch), Math.cos(eye.heading) * flat];
}

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// From the world to the picture.
export function viewMatrix(eye: Eye, aspect: number): Matrix {
  const back = outward(eye);
  const right: Point = [Math.cos(eye.heading), 0, -Math.sin(eye.heading)];
  const up: Point = [back[1] * right[2] - back[2] * right[1], back[2] * right[0] - back[0] * right[2], back[0] * right[1] - back[1] * right[0]];
  const at: Point = [eye.target[0] + eye.distance * back[0], eye.target[1] + eye.distance * back[1], eye.target[2] + eye.distance * back[2]];
  const f = 1 / Math.tan(FIELD_OF_VIEW / 2);
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
  return matrix;
}

// How far off a ball of this radius fills a picture whose narrower side is as given.
export const distanceFor = (radius: number, aspect: number): number => (1.08 * radius) / Math.sin(Math.atan(Math.tan(FIELD_OF_VIEW / 2) * Math.min(1, aspect)));
