// Where things are seen: between the paper, the world and the picture, of a body in space and of a drawing alike.
import { signal } from "@preact/signals";
import { camera as stageCamera, fitted, stageSize } from "../draw/camera.ts";
import { Bounds } from "../draw/framing.ts";
import { Orbit } from "../draw/orbit.ts";
import type { Camera } from "../draw/painter.ts";
import { add, cross, outward, rayThrough, scaled, seenAt, type Eye, type Point, type Ray } from "../draw/space.ts";
import { SpaceView } from "../draw/spaceview.tsx";
import { frame } from "../state/workspaces.ts";
import { action, free, isDrawing, line } from "./state.ts";

export interface Spot {
  readonly x: number; // CSS pixels
  readonly y: number;
}
export const orbit = new Orbit({ heading: 0.6, pitch: 0.2 });
export const view = new SpaceView(orbit);
// Which part of the paper is seen, of a body; a drawing has the stage's.
export const paperCamera = signal<Camera>({ x: 0, y: 0, zoom: 200 });
export const size = signal({ width: 1, height: 1 });
// Counts pictures that differ in where things are: what lies over the view is placed anew.
export const looked = signal(0);

export const cameraNow = (): Camera => (isDrawing.peek() ? stageCamera.peek() : paperCamera.peek());
export const sizeNow = (): { readonly width: number; readonly height: number } => (isDrawing.peek() ? stageSize.peek() : size.peek());
// Whether strokes can be drawn: the picture is the paper.
export const onPaper = (): boolean => isDrawing.peek() || !free.peek();

const REST = { heading: 0, pitch: 0, centre: [0, 1, 0] as Point, distance: 0 };
export const paperView = (): { heading: number; pitch: number; centre: Point; distance: number } => line.peek()?.view ?? REST;

// The eye that sees the paper as it was drawn on, and of it what the camera shows.
export function paperEye(): Eye {
  const { heading, pitch, centre, distance } = paperView();
  const { width, height } = size.peek();
  const { x, y, zoom } = paperCamera.peek();
  const away = distance > 0 ? distance : 10;
  const high = height / zoom / 2;
  return { target: centre, heading, pitch, distance: away, flat: distance === 0, lens: high / away, shift: [(-x * zoom * 2) / width, (-y * zoom * 2) / height] };
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
// Pixels to a metre, at a place of the world.
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
// Only where the picture is the paper.
export function pictureToPaper(x: number, y: number): readonly [number, number] {
  const { width, height } = sizeNow();
  const camera = cameraNow();
  return [camera.x + (x - width / 2) / camera.zoom, camera.y - (y - height / 2) / camera.zoom];
}

// ---- Looking

export const ABOVE = 104; // px: room for the toolbar and a card

let framed: Camera | null = null; // where the last framing looked
// The body and all strokes, with some air around them.
export function framePaper(): void {
  const now = action();
  const { width, height } = size.peek();
  if (!now || now.drawing || width < 8) return;
  const { heading, pitch, centre } = paperView();
  const right: Point = [Math.cos(heading), 0, -Math.sin(heading)];
  const up = cross(outward({ heading, pitch, target: centre, distance: 1 }), right);
  const box = new Bounds();
  const along = (p: Point, way: Point): number => (p[0] - centre[0]) * way[0] + (p[1] - centre[1]) * way[1] + (p[2] - centre[2]) * way[2];
  for (let i = 0; i < now.positions.length; i += 3) {
    const p: Point = [now.positions[i]!, now.positions[i + 1]!, now.positions[i + 2]!];
    box.grow([along(p, right), along(p, up)]);
  }
  for (const key of line.peek()?.keys ?? []) box.grow(key.points.flat());
  const fit = fitted(box, width, height, ABOVE);
  if (!box.isEmpty && fit.zoom > 0) paperCamera.value = framed = { ...fit, zoom: Math.min(5000, Math.max(5, fit.zoom)) };
  frame.request();
}
// All of it stays in view when the window changes, unless somebody has looked elsewhere since.
export function keepFramed(): void {
  if (paperCamera.peek() === framed) framePaper();
}
export function frameFree(turned: boolean): void {
  const now = action();
  if (!now || now.vertexCount === 0) return;
  let [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  for (let i = 0; i < now.positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3]!, now.positions[i]!);
    high[i % 3] = Math.max(high[i % 3]!, now.positions[i]!);
  }
  const middle: Point = [(low[0]! + high[0]!) / 2, (low[1]! + high[1]!) / 2, (low[2]! + high[2]!) / 2];
  orbit.frame(middle, 0.95 * Math.hypot(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!), view, turned);
}
// Away from the paper: the eye starts where it was, and goes where the hand turns it; or a little aside at once.
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
