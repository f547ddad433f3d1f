// How handles are drawn wherever they can be dragged: rings for points, tapered bones, tacks where they are pinned.
import type { Vec2 } from "../core/project.ts";
import { INK, MUSTARD, TOMATO, WHITE } from "../draw/colour.ts";
import type { Colour, Painter } from "../state/painter.ts";
import { prefs } from "../state/prefs.ts";
import type { Shape } from "./geometry.ts";

const HOVER_SCALE = 1.4; // scale of a handle under the pointer

// Selected handles are filled with ink, so that the mustard ring is visible on mustard drawings too.
export function drawPoint(painter: Painter, [x, y]: Vec2, colour: Colour, lit: boolean, pinned: number): void {
    const radius = (prefs.peek().handleSize / 2) * (lit ? HOVER_SCALE : 1);
    if (pinned) painter.disc(x, y, radius, WHITE);
    else if (colour === MUSTARD) painter.disc(x, y, radius + 3, INK);
    painter.ring(x, y, radius, colour, lit ? 3 : 2.5);
    if (pinned) drawPin(painter, x, y, pinned);
}
// A tack: its position is held; with a square around it, its rotation and stretch are held too.
function drawPin(painter: Painter, x: number, y: number, kind: number): void {
    painter.disc(x, y, 2.75, TOMATO);
    if (kind < 2) return;
    const half = 9.5 / painter.camera.zoom;
    const square = [x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half];
    painter.line(square, WHITE, 3.5, { closed: true });
    painter.line(square, TOMATO, 1.5, { closed: true });
}
// `part`: the end of it that is under the pointer.
export function drawBone(
    painter: Painter,
    shape: Shape,
    colour: Colour,
    lit: boolean,
    pinned: number,
    part: string | null,
): void {
    painter.bone(shape.from[0], shape.from[1], shape.to[0], shape.to[1], colour);
    drawPoint(painter, shape.from, colour, lit && part !== "to", pinned);
    painter.disc(shape.to[0], shape.to[1], part === "to" ? 5 : 3.5, WHITE);
    painter.disc(shape.to[0], shape.to[1], part === "to" ? 4 : 2.5, colour);
}
