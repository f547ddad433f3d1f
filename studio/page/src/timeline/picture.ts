// Shared by the dope sheet and the curve editor: the mapping of time to pixels, the time grid, and the shading
// outside the clip.
import { ticks } from "./view.ts";
import type { View } from "./view.ts";
import type { Colours } from "./colours.ts";
import type { Clip } from "../core/project.ts";

// How a canvas maps the clip's own seconds to pixels and back.
export interface Frame {
    readonly width: number;
    readonly height: number;
    readonly view: View; // the visible part of the scene's time
    readonly offset: number; // where the clip starts in the scene's time
}
export const pixelsPerSecond = (f: Frame): number => f.width / (f.view.to - f.view.from);
export const xOf = (f: Frame, time: number): number => (f.offset + time - f.view.from) * pixelsPerSecond(f);
export const timeOf = (f: Frame, x: number): number => x / pixelsPerSecond(f) + f.view.from - f.offset;

export interface Box {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
}
export const boxBetween = (ax: number, ay: number, bx: number, by: number): Box => ({
    left: Math.min(ax, bx),
    top: Math.min(ay, by),
    right: Math.max(ax, bx),
    bottom: Math.max(ay, by),
});
export const inBox = (box: Box, x: number, y: number): boolean =>
    x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

export function drawGrid(c: CanvasRenderingContext2D, f: Frame, colours: Colours): void {
    const at = { ...f, offset: 0 };
    for (const large of [false, true]) {
        c.beginPath();
        for (const tick of ticks(f.view, f.width)) {
            if (Boolean(tick.label) !== large) continue;
            const x = Math.round(xOf(at, tick.time)) + 0.5;
            c.moveTo(x, 0);
            c.lineTo(x, f.height);
        }
        c.strokeStyle = large ? colours.line : colours.lineSoft;
        c.globalAlpha = large ? 0.75 : 0.6;
        c.stroke();
    }
    c.globalAlpha = 1;
}

// Shades the time before and after the clip, and draws its ends.
export function drawEnds(c: CanvasRenderingContext2D, f: Frame, clip: Clip, colours: Colours): void {
    const [start, end] = [xOf(f, 0), xOf(f, clip.length)];
    c.fillStyle = colours.surround;
    c.globalAlpha = 0.55;
    if (start > 0) c.fillRect(0, 0, start, f.height);
    if (end < f.width) {
        if (clip.loop) c.globalAlpha = 0.3;
        c.fillRect(Math.max(0, end), 0, f.width - Math.max(0, end), f.height);
    }
    c.globalAlpha = 1;
    c.beginPath();
    c.setLineDash(clip.loop ? [] : [3, 3]);
    for (const x of [start, end]) {
        c.moveTo(Math.round(x) + 0.5, 0);
        c.lineTo(Math.round(x) + 0.5, f.height);
    }
    c.strokeStyle = colours.lineStrong;
    c.stroke();
    c.setLineDash([]);
}
// The starts of the later cycles of a loop that are visible, in the clip's own time.
export function rounds(f: Frame, clip: Clip): number[] {
    if (!clip.loop) return [];
    const [first, last] = [
        Math.max(1, Math.floor(timeOf(f, 0) / clip.length)),
        Math.ceil(timeOf(f, f.width) / clip.length),
    ];
    const most = 64; // more would be indistinguishable
    return Array.from({ length: Math.max(0, Math.min(most, last - first)) }, (_, i) => (first + i) * clip.length);
}

export function drawBox(c: CanvasRenderingContext2D, box: Box, colours: Colours): void {
    c.fillStyle = colours.accent;
    c.globalAlpha = 0.12;
    c.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    c.globalAlpha = 1;
    c.strokeStyle = colours.accent;
    c.strokeRect(
        Math.round(box.left) + 0.5,
        Math.round(box.top) + 0.5,
        Math.round(box.right - box.left),
        Math.round(box.bottom - box.top),
    );
}

// The shape of a key, a diamond. Its right half shows what follows: cut off straight for a step, open where the key
// releases the handle.
export type Glyph = "diamond" | "step" | "open";
export function diamond(path: Path2D | CanvasRenderingContext2D, x: number, y: number, r: number, glyph: Glyph): void {
    path.moveTo(x, y - r);
    if (glyph === "step") {
        path.lineTo(x + 0.8 * r, y - r);
        path.lineTo(x + 0.8 * r, y + r);
    } else if (glyph === "diamond") path.lineTo(x + r, y);
    path.lineTo(x, y + r);
    path.lineTo(x - r, y);
    path.closePath();
}
