// Draws zones with the same shapes as cli/show_zone.c: water is translucent with a surface that ripples, wind and forces
// are short strokes that drift along them, all of it pale and slow.
import type { Staged, Vec2, Zone } from "../core/project.ts";
import type { Play } from "../core/studio.ts";
import { colour, fade, MUSTARD, PLUM, readColour } from "../draw/colour.ts";
import { isSelected } from "../state/app.ts";
import type { Colour, Painter } from "../state/painter.ts";
import { boxOf } from "../tools/geometry.ts";
import { isInPolygon } from "./hits.ts";
import { viewCorners, zoneOutline, zonePoints } from "./zones.ts";
import type { ZoneFrame } from "./zones.ts";

const WATER = colour("#76BED0", 0x78 / 255); // behind the actors
const SURFACE = colour("#3F8FA6", 0xd0 / 255);
const GLINT = colour("#FFFBF0", 0xb0 / 255);
const BREEZE = colour("#5E869C", 0x90 / 255);
const THRUST = fade(PLUM, 0x80 / 255);
const BEFORE = 0.75; // of the water's opacity, in front of the actors
const UNSEEN = 0.4; // of a zone that pictures do not show, or that is switched off
const EDGE_POINTS = 60;
const PLANE_POINTS = 240;
const UNIT = 1 / 480; // of the view's height: pixels of a picture 480 high

interface DrawnZone {
    readonly zone: Zone;
    readonly frame: ZoneFrame;
    readonly outline: readonly Vec2[];
    readonly gravity: Vec2;
    readonly time: number;
    readonly opacity: number;
}
const ownColour = ({ zone, opacity }: DrawnZone, usual: Colour): Colour =>
    fade(readColour(zone.colour ?? "") ?? usual, opacity);

// ---- Water

const ripple = (x: number, t: number): number => 1.5 * Math.sin(0.055 * x - 2.1 * t) + Math.sin(0.031 * x + 1.4 * t);

// Whether an edge is the surface: it faces up, against gravity.
function isSurface({ outline, gravity }: DrawnZone, edge: number): boolean {
    const [a, b] = [outline[edge]!, outline[(edge + 1) % outline.length]!];
    const [ox, oy] = [b[1] - a[1], a[0] - b[0]];
    const [fall, length] = [Math.hypot(...gravity), Math.hypot(ox, oy)];
    return fall > 0 && length > 0 && ox * gravity[0] + oy * gravity[1] < -0.7 * fall * length;
}
// An edge without its end; that of a surface ripples, less near its ends. The phase goes by the place on the stage, so
// that the water stands where the view moves.
function traceEdge(painter: Painter, drawn: DrawnZone, edge: number): Vec2[] {
    const { outline, zone, time } = drawn;
    const [a, b] = [outline[edge]!, outline[(edge + 1) % outline.length]!];
    if (!isSurface(drawn, edge)) return [a];
    const unit = (painter.height * UNIT) / painter.camera.zoom;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const [dx, dy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const most = zone.points.length === 2 ? PLANE_POINTS : EDGE_POINTS;
    const parts = Math.max(1, Math.min(most, Math.floor(length / (10 * unit))));
    return Array.from({ length: parts }, (_, i): Vec2 => {
        const u = i / parts;
        const near = Math.min(1, (Math.min(u, 1 - u) * length) / (24 * unit));
        const [x, y] = [a[0] + u * length * dx, a[1] + u * length * dy];
        const high = ripple((x * dx + y * dy) / unit, time) * near * unit;
        return [x + dy * high, y - dx * high];
    });
}
function fillWater(painter: Painter, drawn: DrawnZone, opacity: number): void {
    const points = drawn.outline.flatMap((_, edge) => traceEdge(painter, drawn, edge));
    painter.polygon(points.flat(), fade(ownColour(drawn, WATER), opacity));
}
function drawSurface(painter: Painter, drawn: DrawnZone): void {
    const width = Math.max(1.5, 0.006 * painter.height);
    const own = readColour(drawn.zone.colour ?? "");
    const line: Colour = own ? [0.6 * own[0], 0.6 * own[1], 0.6 * own[2], SURFACE[3]] : SURFACE;
    const below = (1.6 * width) / painter.camera.zoom;
    drawn.outline.forEach((_, edge) => {
        if (!isSurface(drawn, edge)) return;
        const points = [...traceEdge(painter, drawn, edge), drawn.outline[(edge + 1) % drawn.outline.length]!];
        painter.line(points.flat(), fade(line, drawn.opacity), width);
        for (let i = 2; i + 6 <= points.length; i += 12) {
            const crest = points.slice(i, i + 6).flatMap(([x, y]) => [x, y - below]);
            painter.line(crest, fade(GLINT, drawn.opacity), 0.6 * width);
        }
    });
}

// ---- Winds, forces and flows

// A number 0…1 that belongs to a cell of a grid.
function cellNumber(column: number, row: number, which: number): number {
    let bits = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca77) ^ Math.imul(which, 0xc2b2ae3d);
    bits ^= bits >>> 15;
    bits = Math.imul(bits, 0x2c1b3c6d);
    bits ^= bits >>> 13;
    return (bits >>> 8) / 16777216;
}
const STROKE_PARTS = 6;
const LEAST_CELL = 3; // pixels; what is smaller shows no strokes
const NOWHERE = { low: [0, 0], high: [0, 0] } as const;
// The part of a stroke that lies inside, with an arrow's head where its end does.
function drawStroke(painter: Painter, drawn: DrawnZone, from: Vec2, to: Vec2, head: boolean, tone: Colour): void {
    const points = Array.from({ length: STROKE_PARTS + 1 }, (_, i): Vec2 => {
        const u = i / STROKE_PARTS;
        return [from[0] + u * (to[0] - from[0]), from[1] + u * (to[1] - from[1])];
    });
    const inside = points.filter((point) => isInPolygon(point, drawn.outline));
    if (inside.length < 2) return;
    const width = Math.max(1, 0.004 * painter.height);
    painter.line([...inside[0]!, ...inside.at(-1)!], tone, width, { arrow: head && inside.at(-1) === points.at(-1) });
}
// Strokes in the cells of a grid that drift along `motion`, and fade in and out on their way. A narrow zone has smaller
// ones.
function drawStrokes(painter: Painter, drawn: DrawnZone, motion: Vec2, heads: boolean, tone: Colour): void {
    const { low: least, high: most } = boxOf(drawn.outline) ?? NOWHERE;
    const narrowest = Math.min(most[0] - least[0], most[1] - least[1]);
    const cell = Math.min((0.13 * painter.height) / painter.camera.zoom, 0.5 * narrowest);
    if (cell * painter.camera.zoom < LEAST_CELL) return;
    const speed = Math.hypot(...motion);
    if (speed === 0) return;
    const [ax, ay] = [motion[0] / speed, motion[1] / speed];
    const [seenLow, , seenHigh] = viewCorners(painter, cell);
    const reach = 2 * cell; // of a stroke, from its cell
    const low = [Math.max(seenLow[0], least[0] - reach), Math.max(seenLow[1], least[1] - reach)] as const;
    const high = [Math.min(seenHigh[0], most[0] + reach), Math.min(seenHigh[1], most[1] + reach)] as const;
    const period = (2 * cell) / Math.min(3 * cell, Math.max(0.5 * cell, speed)); // seconds for one way
    for (let row = Math.floor(low[1] / cell); row <= Math.floor(high[1] / cell); row++)
        for (let column = Math.floor(low[0] / cell); column <= Math.floor(high[0] / cell); column++) {
            if (cellNumber(column, row, 3) >= 0.75) continue;
            const turns = drawn.time / period + cellNumber(column, row, 2);
            const u = turns - Math.floor(turns);
            const way = (u - 0.5) * 2 * cell;
            const x = (column + cellNumber(column, row, 0)) * cell + ax * way;
            const y = (row + cellNumber(column, row, 1)) * cell + ay * way;
            const to: Vec2 = [x + 0.55 * cell * ax, y + 0.55 * cell * ay];
            drawStroke(painter, drawn, [x, y], to, heads, fade(tone, 4 * u * (1 - u)));
        }
}

// ---- All of them

function drawnZones(
    painter: Painter,
    scene: Pick<Staged, "zones" | "gravity">,
    play: Play,
    editing = false,
): DrawnZone[] {
    return scene.zones.flatMap((zone, i): DrawnZone[] => {
        const now = play.zones[i];
        const shown = zone.visible && now?.active;
        if (!now || (!shown && !editing)) return [];
        // One that is switched off is shown where it is set up.
        const frame = now.active
            ? now
            : {
                  ...now,
                  x: zone.at[0],
                  y: zone.at[1],
                  angle: zone.angle,
                  velocity: zone.velocity ?? [0, 0],
                  acceleration: zone.acceleration ?? [0, 0],
              };
        const outline = zoneOutline(painter, zone, frame);
        return [{ zone, frame, outline, gravity: scene.gravity, time: play.time, opacity: shown ? 1 : UNSEEN }];
    });
}
export function drawZonesBehind(
    painter: Painter,
    scene: Pick<Staged, "zones" | "gravity">,
    play: Play,
    editing = false,
): void {
    for (const drawn of drawnZones(painter, scene, play, editing)) {
        const { zone, frame } = drawn;
        if (zone.kind === "water") fillWater(painter, drawn, 1);
        else if (zone.kind === "wind") drawStrokes(painter, drawn, frame.velocity, false, ownColour(drawn, BREEZE));
        else drawStrokes(painter, drawn, frame.acceleration, true, ownColour(drawn, THRUST));
    }
}
export function drawZonesBefore(
    painter: Painter,
    scene: Pick<Staged, "zones" | "gravity">,
    play: Play,
    editing = false,
): void {
    for (const drawn of drawnZones(painter, scene, play, editing)) {
        if (drawn.zone.kind !== "water") continue;
        fillWater(painter, drawn, BEFORE);
        drawStrokes(painter, drawn, drawn.frame.velocity, false, fade(GLINT, drawn.opacity));
        drawSurface(painter, drawn);
    }
}
// What only the artist sees: a pale tint and a border for winds and forces, and the corners of the selected zone.
export function drawZoneMarks(painter: Painter, scene: Staged, play: Play, standing: boolean): void {
    for (const [i, zone] of scene.zones.entries()) {
        const frame = play.zones[i];
        const selected = isSelected("zone", String(i));
        if (!frame || zone.points.length === 0 || (!selected && !standing)) continue;
        const outline = zoneOutline(painter, zone, frame);
        const tone = zone.kind === "wind" ? BREEZE : zone.kind === "force" ? THRUST : null;
        if (tone) painter.polygon(outline.flat(), fade(tone, 0.16));
        if (selected) painter.line(outline.flat(), MUSTARD, 2, { closed: true });
        else if (tone) painter.line(outline.flat(), fade(tone, 0.8), 1, { closed: true, dash: 5 });
        if (selected) for (const [x, y] of zonePoints(zone, frame)) painter.ring(x, y, 4, MUSTARD, 2);
    }
}
