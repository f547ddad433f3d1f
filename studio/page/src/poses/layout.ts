// Where thumbnails lie on the pose board. A board unit is the width of a thumbnail with its margin; y points down, as on
// the screen. The artist's own places come from the project; the rest are found here.
import type { Artwork } from "../core/project.ts";

export type Points = Float32Array<ArrayBuffer>; // [2 · examples]

// Poses that were never arranged go round the first one, so that links between neighbours do not cross.
export function layOut(own: Artwork): Points {
  const points = new Float32Array(2 * own.examples.length);
  const loose = own.examples.map((e, i) => (e.board ? -1 : i)).filter((i) => i >= 0);
  own.examples.forEach((example, i) => {
    if (example.board) points.set(example.board, 2 * i);
  });
  const arranged = own.examples.filter((e) => e.board);
  const centreX = arranged.length ? arranged.reduce((sum, e) => sum + e.board![0], 0) / arranged.length : 0;
  const centreY = arranged.length ? arranged.reduce((sum, e) => sum + e.board![1], 0) / arranged.length : 0;
  const reach = arranged.reduce((far, e) => Math.max(far, Math.hypot(e.board![0] - centreX, e.board![1] - centreY)), 0);
  const ring = arranged.length ? loose : loose.slice(1);
  const radius = Math.max(arranged.length ? reach + 1.4 : 1.7, (ring.length * 1.35) / (2 * Math.PI));
  ring.forEach((i, n) => {
    const angle = ring.length === 1 ? 0 : -Math.PI / 2 + (2 * Math.PI * n) / ring.length;
    points[2 * i] = centreX + radius * Math.cos(angle);
    points[2 * i + 1] = centreY + radius * Math.sin(angle);
  });
  return points;
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
