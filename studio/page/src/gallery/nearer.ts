// A tile is small, so a scene with one actor is shown closer, following the actor within the scene's picture.
import type { Camera } from "../state/painter.ts";

const NEARER = 1.5;

export function nearer(camera: Camera, x: number, y: number, width: number, height: number): Camera {
    const zoom = camera.zoom * NEARER;
    const [slackX, slackY] = [width, height].map((size) => (size / 2) * (1 / camera.zoom - 1 / zoom)) as [
        number,
        number,
    ];
    const within = (value: number, middle: number, spare: number): number =>
        Math.min(middle + spare, Math.max(middle - spare, value));
    return { x: within(x, camera.x, slackX), y: within(y, camera.y, slackY), zoom };
}
