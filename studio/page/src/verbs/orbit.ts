// The eye of the Verbs workspace: it frames what is opened and goes along with who walks.
import type { Act } from "../core/act.ts";
import { Orbit } from "../draw/orbit.ts";
import type { Point } from "../draw/space.ts";

export const orbit = new Orbit({ heading: 0.6, pitch: 0.16 });
let framed = ""; // what it was framed for

interface Seen {
  readonly aspect: number;
  readonly height: number; // px
}
const middleOf = (act: Act): Point => [(act.low[0] + act.high[0]) / 2, (act.low[1] + act.high[1]) / 2, (act.low[2] + act.high[2]) / 2];
export const sizeOf = (act: Act): number => Math.hypot(act.high[0] - act.low[0], act.high[1] - act.low[1], act.high[2] - act.low[2]);

// Who walks takes the eye along; a shape stays where it is.
function wanted(act: Act): Point {
  const middle = middleOf(act);
  if (act.kind === "shape") return middle;
  return [act.root[0], act.root[1] + middle[1], act.root[2]];
}
export function frameEye(act: Act, view: Seen, turned = false): void {
  orbit.frame(wanted(act), sizeOf(act), view, turned);
}
// Frames what is new, and follows.
export function moveEye(act: Act, view: Seen, seconds: number): void {
  const key = `${act.kind} ${act.subject}`;
  if (framed === key) return orbit.follow(wanted(act), seconds);
  framed = key;
  frameEye(act, view, true);
}
export function forgetEye(): void {
  framed = "";
}
