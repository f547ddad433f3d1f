// Maps between the paper, the world and the picture, for bodies in space and for drawings.
import { signal } from "@preact/signals";
import { camera as stageCamera, fitted, stageSize } from "../draw/camera.ts";
import { Bounds } from "../draw/framing.ts";
import { Orbit } from "../draw/orbit.ts";
import type { Camera } from "../state/painter.ts";
import { add, cross, outward, rayThrough, scaled, seenAt, type Eye, type Point, type Ray } from "../draw/space.ts";
import { SpaceView } from "../draw/spaceview.tsx";
import { frame } from "../state/workspaces.ts";
import { ofProject } from "../state/owned.ts";
import { action, free, isDrawing, line } from "./state.ts";

export interface Spot {
    readonly x: number; // CSS pixels
    readonly y: number;
}
export const orbit = new Orbit({ heading: 0.6, pitch: 0.2 });
export const view = new SpaceView(orbit);
// The visible part of the paper, for a body; a drawing uses the camera of the stage.
export const paperCamera = signal<Camera>({ x: 0, y: 0, zoom: 200 });
export const size = signal({ width: 1, height: 1 });
// Counts changes of the projection; what lies over the view is placed again with each.
export const projectionVersion = signal(0);

export const cameraNow = (): Camera => (isDrawing.peek() ? stageCamera.peek() : paperCamera.peek());
export const sizeNow = (): { readonly width: number; readonly height: number } =>
    isDrawing.peek() ? stageSize.peek() : size.peek();
// Whether strokes can be drawn, because the view shows the paper.
export const onPaper = (): boolean => isDrawing.peek() || !free.peek();

const REST = { heading: 0, pitch: 0, centre: [0, 1, 0] as Point, distance: 0 };
export const paperView = (): { heading: number; pitch: number; centre: Point; distance: number } =>
    line.peek()?.view ?? REST;

// The eye that sees the paper from the front, showing the part that the camera shows.
export function paperEye(): Eye {
    const { heading, pitch, centre, distance } = paperView();
    const { width, height } = size.peek();
    const { x, y, zoom } = paperCamera.peek();
    const away = distance > 0 ? distance : 10;
    const high = height / zoom / 2;
    return {
        target: centre,
        heading,
        pitch,
        distance: away,
        flat: distance === 0,
        lens: high / away,
        shift: [(-x * zoom * 2) / width, (-y * zoom * 2) / height],
    };
}
export const eyeNow = (): Eye => (free.peek() ? orbit.eye() : paperEye());

export function paperToWorld(x: number, y: number): Point {
    const { heading, pitch, centre } = paperView();
    const right: Point = [Math.cos(heading), 0, -Math.sin(heading)];
    const up = cross(outward({ heading, pitch, target: centre, distance: 1 }), right);
    return add(centre, add(scaled(right, x), scaled(up, y)));
}
export function worldToPicture(point: Point): Spot | null {
    const { width, height } = size.peek();
    return seenAt(eyeNow(), width, height, point);
}
// Pixels per metre at a point of the world.
export function scaleAt(point: Point): number {
    const { width, height } = size.peek();
    return seenAt(eyeNow(), width, height, point)?.scale ?? 100;
}
export function rayAt(x: number, y: number): Ray {
    const { width, height } = size.peek();
    return rayThrough(eyeNow(), width, height, x, y);
}
export function paperToPicture(x: number, y: number): Spot | null {
    if (!onPaper()) return worldToPicture(paperToWorld(x, y));
    const { width, height } = sizeNow();
    const camera = cameraNow();
    return { x: width / 2 + (x - camera.x) * camera.zoom, y: height / 2 - (y - camera.y) * camera.zoom };
}
// The point of the paper; valid only while the view shows the paper.
export function pictureToPaper(x: number, y: number): readonly [number, number] {
    const { width, height } = sizeNow();
    const camera = cameraNow();
    return [camera.x + (x - width / 2) / camera.zoom, camera.y - (y - height / 2) / camera.zoom];
}

// ---- Moving the view

export const ABOVE = 104; // px: room for the toolbar and a card

const lastFraming = ofProject(() => ({
    framed: null as Camera | null, // the camera after the last framing
}));
// Frames the body and all strokes with a margin.
export function framePaper(): void {
    const now = action();
    const { width, height } = size.peek();
    if (!now || now.drawing || width < 8) return;
    const { heading, pitch, centre } = paperView();
    const right: Point = [Math.cos(heading), 0, -Math.sin(heading)];
    const up = cross(outward({ heading, pitch, target: centre, distance: 1 }), right);
    const box = new Bounds();
    const along = (p: Point, way: Point): number =>
        (p[0] - centre[0]) * way[0] + (p[1] - centre[1]) * way[1] + (p[2] - centre[2]) * way[2];
    for (let i = 0; i < now.positions.length; i += 3) {
        const p: Point = [now.positions[i]!, now.positions[i + 1]!, now.positions[i + 2]!];
        box.grow([along(p, right), along(p, up)]);
    }
    for (const key of line.peek()?.keys ?? []) box.grow(key.points.flat());
    const fit = fitted(box, width, height, ABOVE);
    if (!box.isEmpty && fit.zoom > 0)
        paperCamera.value = lastFraming.framed = { ...fit, zoom: Math.min(5000, Math.max(5, fit.zoom)) };
    frame.request();
}
// Frames again when the window changes, unless the artist has moved the view since.
export function keepFramed(): void {
    if (paperCamera.peek() === lastFraming.framed) framePaper();
}
export function frameFree(turned: boolean): void {
    const now = action();
    if (!now || now.vertexCount === 0) return;
    let [low, high] = [
        [Infinity, Infinity, Infinity],
        [-Infinity, -Infinity, -Infinity],
    ];
    for (let i = 0; i < now.positions.length; i++) {
        low[i % 3] = Math.min(low[i % 3]!, now.positions[i]!);
        high[i % 3] = Math.max(high[i % 3]!, now.positions[i]!);
    }
    const middle: Point = [(low[0]! + high[0]!) / 2, (low[1]! + high[1]!) / 2, (low[2]! + high[2]!) / 2];
    orbit.frame(middle, 0.95 * Math.hypot(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!), view, turned);
}
// Leaves the paper for a free view, starting from the view of the paper, optionally turned aside by an angle.
export function lookFreely(aside = 0): void {
    if (free.peek() || isDrawing.peek()) return;
    const { heading, pitch } = paperView();
    frameFree(false);
    orbit.look(heading - aside, pitch + 0.4 * aside);
    free.value = true;
    frame.request();
}
export function backToPaper(): void {
    free.value = false;
    frame.request();
}
