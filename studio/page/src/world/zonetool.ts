// Drawing zones with the pointer, and moving them and their corners.
import type { Vec2, Zone } from "../core/project.ts";
import { MUSTARD } from "../draw/colour.ts";
import { rounded } from "../scene/state.ts";
import { tell } from "../state/messages.ts";
import type { Painter } from "../state/painter.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { distance, minus, plus } from "../tools/geometry.ts";
import { hasMoved } from "../tools/gesture.ts";
import type { Gesture } from "../tools/gesture.ts";
import { turned } from "./anchors.ts";
import { previewGesture } from "./previewed.ts";
import { addZone, MOST_CORNERS, setZone, zoneShape } from "./zones.ts";

const CLOSE = 14; // pixels between the first corner and a press that ends a polygon
const LEAST = 6; // pixels a side
const at = (pointer: StagePointer): Vec2 => [pointer.x, pointer.y];

function drawRectangle(begun: StagePointer, pixel: number): Gesture {
    let to = at(begun);
    const corners = (): Vec2[] => {
        const [left, right] = [Math.min(begun.x, to[0]), Math.max(begun.x, to[0])];
        const [low, high] = [Math.min(begun.y, to[1]), Math.max(begun.y, to[1])];
        return [[left, low], [right, low], [right, high], [left, high]]; // prettier-ignore
    };
    return {
        cursor: "crosshair",
        hint: () => `${Math.abs(to[0] - begun.x).toFixed(2)} × ${Math.abs(to[1] - begun.y).toFixed(2)} m · Esc cancels`,
        move: (pointer) => void (to = at(pointer)),
        finish() {
            const [width, height] = [Math.abs(to[0] - begun.x), Math.abs(to[1] - begun.y)];
            if (Math.min(width, height) > LEAST * pixel) addZone(corners());
        },
        cancel() {},
        draw: (painter) => painter.line(corners().flat(), MUSTARD, 2, { closed: true }),
    };
}

// A click is a level sea at that height; a drag is its border, which it lies on the right of.
function drawPlane(begun: StagePointer): Gesture {
    let [to, moved]: [Vec2, boolean] = [at(begun), false];
    const border = (): [Vec2, Vec2] => (moved ? [at(begun), to] : [[begun.x - 1, begun.y], [begun.x + 1, begun.y]]); // prettier-ignore
    return {
        cursor: "crosshair",
        hint: () => "Let go for a level one, or drag along its border: it lies on the right · Esc cancels",
        move(pointer) {
            moved ||= hasMoved(begun, pointer);
            to = at(pointer);
        },
        finish: () => addZone(border()),
        cancel() {},
        draw(painter) {
            const [a, b] = border();
            const [dx, dy] = minus(b, a);
            const far = 1000;
            painter.line([a[0] - far * dx, a[1] - far * dy, a[0] + far * dx, a[1] + far * dy], MUSTARD, 2);
        },
    };
}

function drawCorners(painter: Painter, corners: readonly Vec2[], here: Vec2): void {
    painter.line([...corners.flat(), ...here], MUSTARD, 2);
    painter.line([...here, ...corners[0]!], MUSTARD, 1, { dash: 4 });
    for (const [x, y] of corners) painter.ring(x, y, 4, MUSTARD, 2);
}
function drawPolygon(begun: StagePointer, pixel: number): Gesture {
    const corners: Vec2[] = [at(begun)];
    let here = at(begun);
    return {
        cursor: "crosshair",
        modal: true,
        hint: () => "Click corners · Enter or the first corner ends · Backspace takes the last back · Esc cancels",
        move: (pointer) => void (here = at(pointer)),
        press(pointer) {
            const next = at(pointer);
            const closes = distance(next, corners[0]!) < CLOSE * pixel || distance(next, corners.at(-1)!) < 4 * pixel;
            if (closes && corners.length > 2) return false;
            if (!closes) corners.push(next);
            return corners.length < MOST_CORNERS;
        },
        key(event) {
            if (event.key !== "Backspace" || corners.length < 2) return false;
            corners.pop();
            return true;
        },
        finish() {
            if (corners.length > 2) addZone(corners);
            else tell("warning", "A zone needs three corners.", "Click at least three, then press Enter.");
        },
        cancel() {},
        draw: (painter) => drawCorners(painter, corners, here),
    };
}

export function drawZone(begun: StagePointer, pixel: number): Gesture {
    const shape = zoneShape.peek();
    if (shape === "polygon") return drawPolygon(begun, pixel);
    return shape === "plane" ? drawPlane(begun) : drawRectangle(begun, pixel);
}

// Moves a zone (`point` < 0) or one of its corners.
export function moveZone(zone: Zone, index: number, point: number, begun: StagePointer, first: () => void): Gesture {
    return previewGesture({
        cursor: "grabbing",
        begun,
        first,
        says: () => "Move · Shift: one axis · Esc takes it back",
        change(pointer) {
            let by = minus(at(pointer), at(begun));
            if (pointer.shift) by = Math.abs(by[0]) > Math.abs(by[1]) ? [by[0], 0] : [0, by[1]];
            if (point < 0) return [setZone(index, { at: rounded(plus(zone.at, by)) })];
            const own = turned(by, -zone.angle);
            const points = zone.points.map((p, i) => (i === point ? rounded(plus(p, own)) : p));
            return [setZone(index, { points })];
        },
    });
}
