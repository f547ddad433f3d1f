// Gestures of Try: the core solves, this only says what is held and where the pointer is.
import type { Vec2 } from "../core/project.ts";
import { Refusal } from "../core/studio.ts";
import type { Painter } from "../draw/painter.ts";
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

// Runs a call of the core; where it refuses, what is held is let go.
function attempt(call: () => void): void {
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

// Takes hold of a handle at its pivot, or of the drawing under the pointer where `handle` is null. null: nothing is there.
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
      attempt(() => core.drag(artwork, held[0], held[1]));
    },
    finish: () => letGo(moved),
    cancel: () => letGo(false),
    draw(painter) {
      if (handle === null) painter.disc(held[0], held[1], 5, INK);
      if (handle === null) painter.ring(held[0], held[1], 5, MUSTARD, 2);
    },
  };
}

// ---- Turning and stretching

const LEAST = 0.05;

function factors(part: GizmoPart, centre: Vec2, from: Vec2, to: Vec2): [number, number] {
  const ratio = (a: number, b: number): number => (Math.abs(b) > 1e-6 ? Math.max(LEAST, a / b) : 1);
  const [x0, y0] = minus(from, centre);
  const [x1, y1] = minus(to, centre);
  if (part === "along") return [ratio(x1, x0), 1];
  if (part === "across") return [1, ratio(y1, y0)];
  const both = Math.max(LEAST, Math.hypot(x1, y1) / Math.max(1e-6, Math.hypot(x0, y0)));
  return [both, both];
}

// Squash and stretch: with Shift what is stretched one way is squashed the other, so that the area stays.
export function twist(handle: number, part: GizmoPart, centre: Vec2, begun: StagePointer): Gesture | null {
  const core = studio.peek();
  const artwork = artworkIndex.peek();
  if (!core?.grab(artwork, handle, centre[0], centre[1])) return null;
  const winding = new Winding(centre, at(begun));
  let [angle, along, across] = [0, 1, 1];
  let moved = false;
  return {
    cursor: "grabbing",
    hint: () => (part === "turn" ? "Drag around to turn · Shift turns in steps" : "Drag to stretch or squash · Shift keeps the area") + " · Esc takes it back",
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
      attempt(() => core.twist(artwork, angle, along, across));
    },
    finish: () => letGo(moved),
    cancel: () => letGo(false),
    draw: (painter) => readout(painter, handle, part === "turn" ? degrees(angle) : `${times(along)}  ${times(across)}`),
  };
}

export function readout(painter: Painter, handle: number, text: string): void {
  const figure = currentFigure();
  if (!figure || handle >= figure.handleCount) return;
  painter.label(figure.handles[4 * handle]!, figure.handles[4 * handle + 1]!, text, { dx: 0, dy: -84 });
}

// ---- Pins

// What a click on a handle does: free, held in place, free …; a second kind also holds its turn and stretch.
export function pin(handles: readonly number[], kind: 0 | 1 | 2): void {
  const core = studio.peek();
  for (const handle of handles) attempt(() => core?.pin(artworkIndex.peek(), handle, kind));
  posed();
}
export function togglePins(handles: readonly number[]): void {
  const figure = currentFigure();
  if (!figure || !handles.length) return;
  const anyFree = handles.some((handle) => figure.pins[handle] === 0);
  pin(handles, anyFree ? 1 : 0);
}
