// The zones of the open stage: the selected one, its outline, and the commands that add and change zones.
import { computed, signal } from "@preact/signals";
import type { Command, Vec2, Zone } from "../core/project.ts";
import type { Play } from "../core/studio.ts";
import { inScene, rounded, staged } from "../scene/state.ts";
import { select, selection } from "../state/app.ts";
import { send } from "../state/document.ts";
import type { Painter } from "../state/painter.ts";
import { turned } from "./anchors.ts";

export type ZoneKind = Zone["kind"];
export const ZONE_KINDS: readonly { value: ZoneKind; label: string; icon: string; about: string }[] = [
    { value: "water", label: "Water", icon: "waves", about: "Bears up what is lighter, and slows it down" },
    { value: "wind", label: "Wind", icon: "wind", about: "Air that takes along what has drag" },
    { value: "force", label: "Force", icon: "arrow-up-right", about: "Accelerates whatever is in it" },
];
export type ZoneShape = "rectangle" | "polygon" | "plane";
export const ZONE_SHAPES: readonly { value: ZoneShape; label: string; icon: string }[] = [
    { value: "rectangle", label: "Rectangle: drag from corner to corner", icon: "square" },
    { value: "polygon", label: "Polygon: click its corners", icon: "shapes" },
    { value: "plane", label: "Half plane: click for a level sea, or drag along its border", icon: "minus" },
];
export const MOST_CORNERS = 16;

// What the zone tool draws next.
export const zoneKind = signal<ZoneKind>("water");
export const zoneShape = signal<ZoneShape>("rectangle");

export const selectedZone = computed((): { zone: Zone; index: number } | null => {
    const last = selection.value.at(-1);
    const index = last?.kind === "zone" ? Number(last.name) : -1;
    const zone = staged.value?.zones[index];
    return zone ? { zone, index } : null;
});
export const zoneWords = (zone: Zone): string =>
    zone.name ?? ZONE_KINDS.find(({ value }) => value === zone.kind)!.label;

// ---- Commands

export const setZone = (index: number, keys: Readonly<Record<string, unknown>>): Command =>
    inScene({ do: "zone.set", index, ...keys });
// A zone that does something at once: in new water drawings float half in, a new wind blows to the right, a new force
// lifts.
const FIRST: Readonly<Record<ZoneKind, Record<string, unknown>>> = {
    water: { density: 2 },
    wind: { velocity: [4, 0], drag: 1 },
    force: { acceleration: [0, 15] },
};
export const setZoneKind = (index: number, kind: ZoneKind): Command => setZone(index, { kind, ...FIRST[kind] });
export function addZone(points: readonly Vec2[], kind = zoneKind.peek()): void {
    const count = staged.peek()?.zones.length ?? 0;
    if (send(inScene({ do: "zone.add", kind, points: points.map(rounded), ...FIRST[kind] })))
        select("zone", String(count));
}

// ---- Outlines

// A zone at the time shown, as its performance has it.
export interface ZoneFrame {
    readonly active: boolean;
    readonly x: number;
    readonly y: number;
    readonly angle: number;
    readonly velocity: Vec2;
    readonly acceleration: Vec2;
}
export const zonePoints = (zone: Zone, { x, y, angle }: ZoneFrame): Vec2[] =>
    zone.points.map((point) => {
        const [px, py] = turned(point, angle);
        return [x + px, y + py];
    });

const areaOf = (points: readonly Vec2[]): number =>
    points.reduce((sum, [x, y], i) => {
        const [px, py] = points.at(i - 1)!;
        return sum + px * y - py * x;
    }, 0);
// The corners of what the view shows, with something around it.
export function viewCorners({ camera, width, height }: Painter, around: number): [Vec2, Vec2, Vec2, Vec2] {
    const [x, y] = [width / camera.zoom / 2 + around, height / camera.zoom / 2 + around];
    return [
        [camera.x - x, camera.y - y],
        [camera.x + x, camera.y - y],
        [camera.x + x, camera.y + y],
        [camera.x - x, camera.y + y],
    ];
}
// A half plane as far as the view shows it: its border first, from right to left.
function planeOutline({ camera, width, height }: Painter, a: Vec2, b: Vec2): Vec2[] {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const [dx, dy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const reach = (width + height) / camera.zoom;
    const along = (camera.x - a[0]) * dx + (camera.y - a[1]) * dy;
    const middle: Vec2 = [a[0] + along * dx, a[1] + along * dy];
    const depth = reach + Math.abs((camera.x - middle[0]) * dy - (camera.y - middle[1]) * dx);
    const at = (way: number, deep: number): Vec2 => [
        middle[0] + way * dx + deep * dy,
        middle[1] + way * dy - deep * dx,
    ];
    return [at(reach, 0), at(-reach, 0), at(-reach, depth), at(reach, depth)];
}
// Counter-clockwise, on the stage.
export function zoneOutline(painter: Painter, zone: Zone, frame: ZoneFrame): readonly Vec2[] {
    const points = zonePoints(zone, frame);
    if (points.length === 0) return viewCorners(painter, 1);
    const outline = points.length === 2 ? planeOutline(painter, points[0]!, points[1]!) : points;
    return areaOf(outline) < 0 ? [...outline].reverse() : outline;
}

// ---- Hit testing

export interface ZoneHit {
    readonly index: number;
    readonly point: number; // a corner of the selected zone; −1: none
}
function isInZone(zone: Zone, points: readonly Vec2[], [x, y]: Vec2): boolean {
    if (zone.points.length === 2) {
        const [[ax, ay], [bx, by]] = points as [Vec2, Vec2];
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0;
    }
    let isInside = false;
    points.forEach(([bx, by], i) => {
        const [ax, ay] = points.at(i - 1)!;
        if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
    });
    return isInside;
}
// The zone at a point; one that is the whole stage is chosen in the list.
export function zoneAt(play: Play, zones: readonly Zone[], at: Vec2, reach: number): ZoneHit | null {
    const chosen = selectedZone.peek()?.index;
    for (let index = zones.length - 1; index >= 0; index--) {
        const [zone, frame] = [zones[index]!, play.zones[index]];
        if (!frame || zone.points.length === 0) continue;
        const points = zonePoints(zone, frame);
        const corner = points.findIndex(([x, y]) => Math.hypot(x - at[0], y - at[1]) < reach);
        if (index === chosen && corner >= 0) return { index, point: corner };
        if (isInZone(zone, points, at)) return { index, point: -1 };
    }
    return null;
}
