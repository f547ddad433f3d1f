// Colours of marks on the stage, and parsing colours from text.
import type { Colour, DrawingOptions } from "../state/painter.ts";

// "#rgb", "#rrggbb" or "#rrggbbaa"; anything else is null.
export function readColour(text: string): Colour | null {
    const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
    const digits = short
        ? short
              .slice(1)
              .map((d) => d + d)
              .join("")
        : /^#([0-9a-f]{6}(?:[0-9a-f]{2})?)$/i.exec(text)?.[1];
    if (!digits) return null;
    const part = (at: number): number => parseInt(digits.slice(at, at + 2), 16) / 255;
    return [part(0), part(2), part(4), digits.length === 8 ? part(6) : 1];
}
export function colour(text: string, alpha = 1): Colour {
    const [r, g, b, a] = readColour(text) ?? [1, 0, 1, 1];
    return [r, g, b, a * alpha];
}
export const fade = (c: Colour, alpha: number): Colour => [c[0], c[1], c[2], c[3] * alpha];

export const isLight = (c: Colour | null): boolean => !c || 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2] > 0.5;

export const PAPER = colour("#F7F1E5");
export const DARK = colour("#15161A");
export const INK = colour("#2A2430");
export const WHITE = colour("#FFFFFF");
export const MUSTARD = colour("#F2B134"); // selected, live
export const TOMATO = colour("#E4572E"); // heat, recording
export const TEAL = colour("#17877D"); // handles; ghosts of earlier times
export const PLUM = colour("#6B3E75"); // ghosts of later times
export const SKY = colour("#76BED0");
export const WIRE = colour("#2A2430", 0x90 / 255);
export const HEMP = colour("#D9B36C"); // ropes and pulls
export const STEEL = colour("#8A94A6"); // other joints
export const EARTH = colour("#E8D8BC"); // ground
export const TIMBER = colour("#D9C098"); // polygons
export const EDGE = colour("#8A6A4A"); // outlines of polygons, and thin walls

// Drawing options of a ghost: teal for earlier times, plum for later ones; `strength` 1 is what `verve render
// --ghosts` shows.
export const ghost = (c: Colour, strength = 1): DrawingOptions => ({ tint: fade(c, 0.75), opacity: 0.22 * strength });
