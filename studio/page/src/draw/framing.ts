// Frames the camera of a picture in the same way as cli/show.c and cli/show_stage.c, so that what the page draws by
// itself (tiles, the preview of an export, an export without a server) has the frame that `verve render` gives it.
// Sizes in pixels.
import type { Obstacle, Scene } from "../core/project.ts";
import type { Camera } from "../state/painter.ts";
import { isEndless, obstaclePoints } from "./scenery.ts";

const MIN_EXTENT = 1e-3; // minimum extent of a picture, metres

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
    // Finite obstacles are shown whole; infinite ones do not grow the bounds.
    include(obstacles: readonly Obstacle[]): void {
        for (const obstacle of obstacles)
            if (!isEndless(obstacle) && obstacle.visible) this.grow(obstaclePoints(obstacle).flat());
    }
    get isEmpty(): boolean {
        return this.low[0] > this.high[0];
    }
}

// The scene's own frame, enlarged so that a picture of another aspect ratio still shows all of it.
export function framed(scene: Scene, width: number, height: number): Camera {
    const [x, y] = scene.centre ?? [0, 0];
    return { x, y, zoom: (scene.zoom ?? 100) * Math.min(width / scene.size[0], height / scene.size[1]) };
}

function fitted(bounds: Bounds, width: number, height: number, across: number, upward: number): Camera {
    if (bounds.isEmpty) return { x: 0, y: 0, zoom: 100 };
    const [wide, high] = [
        Math.max(bounds.high[0] - bounds.low[0], MIN_EXTENT),
        Math.max(bounds.high[1] - bounds.low[1], MIN_EXTENT),
    ];
    const zoom = Math.min(width / (across * wide), height / (upward * high));
    return { x: (bounds.low[0] + bounds.high[0]) / 2, y: (bounds.low[1] + bounds.high[1]) / 2, zoom };
}
// The whole drawing with a small margin.
export const fitDrawing = (bounds: Bounds, width: number, height: number): Camera =>
    fitted(bounds, width, height, 1.12, 1.12);
// The whole stage with some ground below.
export function fitStage(bounds: Bounds, width: number, height: number): Camera {
    const camera = fitted(bounds, width, height, 1.12, 1.25);
    return { ...camera, y: camera.y - (0.04 * height) / camera.zoom };
}

// A camera that follows an actor of this size, which begins at this height.
export const followFrom = (size: number, y: number, height: number): Camera => ({
    x: 0,
    y,
    zoom: height / (5 * Math.max(size, MIN_EXTENT)),
});
// Follows sideways and keeps its height; it moves up or down only with an actor that would leave the middle half.
export function followed(camera: Camera, x: number, y: number, height: number): Camera {
    const off = y - camera.y;
    const most = (0.25 * height) / camera.zoom;
    return { x: camera.x + x, y: camera.y + off - Math.min(most, Math.max(-most, off)), zoom: camera.zoom };
}
