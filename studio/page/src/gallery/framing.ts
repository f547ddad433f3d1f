// Where a scene's camera stands when its picture has another shape than the tile: everything stays in view, as cli/show.c and
// cli/show_stage.c frame it.
import type { Scene } from "../core/project.ts";
import type { Camera } from "../draw/painter.ts";

export class Bounds {
  low: [number, number] = [Infinity, Infinity];
  high: [number, number] = [-Infinity, -Infinity];

  grow(points: ArrayLike<number>): void {
    for (let i = 0; i + 1 < points.length; i += 2) {
      for (const axis of [0, 1] as const) {
        this.low[axis] = Math.min(this.low[axis], points[i + axis]!);
        this.high[axis] = Math.max(this.high[axis], points[i + axis]!);
      }
    }
  }
  get isEmpty(): boolean {
    return this.low[0] > this.high[0];
  }
}

// As the scene says, for a tile that is width × height CSS pixels.
export function framed(scene: Scene, width: number, height: number): Camera {
  const [x, y] = scene.centre ?? [0, 0];
  return { x, y, zoom: (scene.zoom ?? 100) * Math.min(width / scene.size[0], height / scene.size[1]) };
}
// All of it, with a little room.
export function fitted(bounds: Bounds, width: number, height: number): Camera {
  if (bounds.isEmpty) return { x: 0, y: 0, zoom: 100 };
  const [wide, high] = [Math.max(bounds.high[0] - bounds.low[0], 1e-3), Math.max(bounds.high[1] - bounds.low[1], 1e-3)];
  const zoom = Math.min(width / (1.2 * wide), height / (1.25 * high));
  const lower = (0.04 * height) / zoom; // ground to stand on
  return { x: (bounds.low[0] + bounds.high[0]) / 2, y: (bounds.low[1] + bounds.high[1]) / 2 - lower, zoom };
}

// Goes along sideways and keeps its height; rises only with an actor that would leave the middle half.
export function followed(camera: Camera, x: number, y: number, height: number): Camera {
  const off = y - camera.y;
  const most = (0.25 * height) / camera.zoom;
  return { x: camera.x + x, y: camera.y + off - Math.min(most, Math.max(-most, off)), zoom: camera.zoom };
}
