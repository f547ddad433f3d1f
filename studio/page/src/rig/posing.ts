// Gestures of Try mode: the core solves the pose; this module only tells it what is held and where the pointer is.
import type { Vec2 } from "../core/project.ts";
import { Refusal } from "../core/studio.ts";
import type { Painter } from "../state/painter.ts";
import { artworkIndex } from "../state/app.ts";
import { studio } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { frame } from "../state/workspaces.ts";
import { INK, MUSTARD } from "../draw/colour.ts";
import { currentFigure, poseFrame, posed } from "./figure.ts";
import { minus, plus } from "../tools/geometry.ts";
import type { Gesture } from "../tools/gesture.ts";
import { degrees, times, Winding } from "../tools/turning.ts";
import { cancel, hasMoved } from "../tools/gesture.ts";
import type { GizmoPart } from "./state.ts";

const at = (pointer: StagePointer): Vec2 => [pointer.x, pointer.y];

// Runs a call of the core; if it refuses, the held handle is released.
function tryCall(call: () => void): void {
    try {
        call();
        poseFrame.value++;
        frame.request();
    } catch (problem) {
        if (!(problem instanceof Refusal)) throw problem;
        cancel();
        tell("error", problem.message, problem.remedy);
    }
}
export function letGo(keep: boolean): void {
    studio.peek()?.letGo(artworkIndex.peek(), keep);
    posed();
}

// Grabs a handle at its pivot, or the drawing under the pointer if `handle` is null. Returns null if nothing is there.
export function dragPose(handle: number | null, grip: Vec2, begun: StagePointer): Gesture | null {
    const core = studio.peek();
    const artwork = artworkIndex.peek();
    if (!core?.grab(artwork, handle, grip[0], grip[1])) return null;
    let moved = false;
    let held = grip;
    return {
        cursor: "grabbing",
        hint: () => "Drag: the drawing follows · what is pinned stays · Esc takes it back",
        move(pointer) {
            moved ||= hasMoved(begun, pointer);
            if (!moved) return;
            held = plus(grip, minus(at(pointer), at(begun)));
            tryCall(() => core.drag(artwork, held[0], held[1]));
        },
        finish: () => letGo(moved),
        cancel: () => letGo(false),
        draw(painter) {
            if (handle === null) painter.disc(held[0], held[1], 5, INK);
            if (handle === null) painter.ring(held[0], held[1], 5, MUSTARD, 2);
        },
    };
}

// ---- Rotation and stretch

const MIN_SCALE = 0.05;

function factors(part: GizmoPart, centre: Vec2, from: Vec2, to: Vec2): [number, number] {
    const ratio = (a: number, b: number): number => (Math.abs(b) > 1e-6 ? Math.max(MIN_SCALE, a / b) : 1);
    const [x0, y0] = minus(from, centre);
    const [x1, y1] = minus(to, centre);
    if (part === "along") return [ratio(x1, x0), 1];
    if (part === "across") return [1, ratio(y1, y0)];
    const both = Math.max(MIN_SCALE, Math.hypot(x1, y1) / Math.max(1e-6, Math.hypot(x0, y0)));
    return [both, both];
}

// Squash and stretch: with Shift, stretching one axis compresses the other so that the area is preserved.
export function twist(handle: number, part: GizmoPart, centre: Vec2, begun: StagePointer): Gesture | null {
    const core = studio.peek();
    const artwork = artworkIndex.peek();
    if (!core?.grab(artwork, handle, centre[0], centre[1])) return null;
    const winding = new Winding(centre, at(begun));
    let [angle, along, across] = [0, 1, 1];
    let moved = false;
    return {
        cursor: "grabbing",
        hint: () =>
            (part === "turn"
                ? "Drag around to turn · Shift turns in steps"
                : "Drag to stretch or squash · Shift keeps the area") + " · Esc takes it back",
        move(pointer) {
            moved ||= hasMoved(begun, pointer);
            if (!moved) return;
            if (part === "turn") {
                angle = winding.to(at(pointer), pointer.shift);
            } else {
                [along, across] = factors(part, centre, at(begun), at(pointer));
                if (pointer.shift && part === "along") across = 1 / along;
                if (pointer.shift && part === "across") along = 1 / across;
            }
            tryCall(() => core.twist(artwork, angle, along, across));
        },
        finish: () => letGo(moved),
        cancel: () => letGo(false),
        draw: (painter) =>
            readout(painter, handle, part === "turn" ? degrees(angle) : `${times(along)}  ${times(across)}`),
    };
}

export function readout(painter: Painter, handle: number, text: string): void {
    const figure = currentFigure();
    if (!figure || handle >= figure.handleCount) return;
    painter.label(figure.handles[4 * handle]!, figure.handles[4 * handle + 1]!, text, { dx: 0, dy: -84 });
}

// ---- Pins

// The cycle of clicks on a handle: free, position held, free …; the second kind also holds rotation and stretch.
export function pin(handles: readonly number[], kind: 0 | 1 | 2): void {
    const core = studio.peek();
    for (const handle of handles) tryCall(() => core?.pin(artworkIndex.peek(), handle, kind));
    posed();
}
export function togglePins(handles: readonly number[]): void {
    const figure = currentFigure();
    if (!figure || !handles.length) return;
    const anyFree = handles.some((handle) => figure.pins[handle] === 0);
    pin(handles, anyFree ? 1 : 0);
}
