// The gizmo around the selected handle in Try: a ring that rotates it, two arrows that stretch it, and a corner for
// both axes at once. Distances in CSS pixels.
import type { Vec2 } from "../core/project.ts";
import type { Colour, Painter } from "../state/painter.ts";
import { INK, MUSTARD, TOMATO, WHITE } from "../draw/colour.ts";
import { distance, toSegment } from "../tools/geometry.ts";
import { LEAF } from "./marks.ts";
import type { GizmoPart } from "./state.ts";

const RING_RADIUS = 44;
const ARROW_FROM = 52;
const ARROW_TO = 76;
const CORNER = 56; // along the diagonal
const GRAB_DISTANCE = 7;
const TOUCH_GRAB_DISTANCE = 16;

const offset = ([x, y]: Vec2, dx: number, dy: number, zoom: number): Vec2 => [x + dx / zoom, y + dy / zoom];
const corner = (centre: Vec2, zoom: number): Vec2 => offset(centre, CORNER * Math.SQRT1_2, CORNER * Math.SQRT1_2, zoom);

// The smaller parts have priority over the ring that they lie on.
export function gizmoAt(centre: Vec2, at: Vec2, zoom: number, touch: boolean): GizmoPart | null {
    const reach = touch ? TOUCH_GRAB_DISTANCE : GRAB_DISTANCE;
    const far = distance(centre, at) * zoom;
    if (far > ARROW_TO + reach) return null;
    const near = (dx: number, dy: number): boolean =>
        toSegment(
            at,
            offset(centre, ARROW_FROM * dx, ARROW_FROM * dy, zoom),
            offset(centre, ARROW_TO * dx, ARROW_TO * dy, zoom),
        ) *
            zoom <
        reach;
    if (near(1, 0)) return "along";
    if (near(0, 1)) return "across";
    if (distance(corner(centre, zoom), at) * zoom < reach + 2) return "both";
    return Math.abs(far - RING_RADIUS) < reach ? "turn" : null;
}

export function drawGizmo(painter: Painter, centre: Vec2, lit: GizmoPart | null): void {
    const { zoom } = painter.camera;
    const part = (id: GizmoPart, colour: Colour): Colour => (lit === id ? MUSTARD : colour);
    painter.ring(centre[0], centre[1], RING_RADIUS, part("turn", INK), lit === "turn" ? 3 : 1.5);
    arrow(painter, centre, 1, 0, part("along", TOMATO), zoom);
    arrow(painter, centre, 0, 1, part("across", LEAF), zoom);
    const [x, y] = corner(centre, zoom);
    const half = (lit === "both" ? 5.5 : 4.5) / zoom;
    const square = [x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half];
    painter.polygon(square, part("both", INK));
    painter.line(square, WHITE, 1, { closed: true });
}
function arrow(painter: Painter, centre: Vec2, dx: number, dy: number, colour: Colour, zoom: number): void {
    const from = offset(centre, ARROW_FROM * dx, ARROW_FROM * dy, zoom);
    const to = offset(centre, ARROW_TO * dx, ARROW_TO * dy, zoom);
    painter.line([...from, ...to], WHITE, 5);
    painter.line([...from, ...to], colour, 3, { arrow: true });
}
export const GIZMO_CURSORS: Record<GizmoPart, string> = {
    turn: "grab",
    along: "ew-resize",
    across: "ns-resize",
    both: "nesw-resize",
};
