// The eye of the Verbs workspace: it turns around what plays, comes nearer, and goes along with who walks.
import type { Act } from "../core/act.ts";
import { distanceFor, type Eye, type Point } from "../draw/space.ts";
import { frame } from "../state/workspaces.ts";

const HOME = { heading: 0.6, pitch: 0.16 };
const STIFF = 6; // a second: how fast the eye comes after

let heading = HOME.heading;
let pitch = HOME.pitch;
let distance = 4;
let target: Point = [0, 1, 0];
let shift: Point = [0, 0, 0]; // by hand, from what it follows
let framed = ""; // what it was framed for

const middleOf = (act: Act): Point => [(act.low[0] + act.high[0]) / 2, (act.low[1] + act.high[1]) / 2, (act.low[2] + act.high[2]) / 2];
export const sizeOf = (act: Act): number => Math.hypot(act.high[0] - act.low[0], act.high[1] - act.low[1], act.high[2] - act.low[2]);

// Who walks takes the eye along; a shape stays where it is.
function wanted(act: Act): Point {
  const middle = middleOf(act);
  if (act.kind === "shape") return middle;
  return [act.root[0], act.root[1] + middle[1], act.root[2]];
}

export function eyeNow(): Eye {
  return { target: [target[0] + shift[0], target[1] + shift[1], target[2] + shift[2]], heading, pitch, distance };
}
export function frameEye(act: Act, aspect: number, turned = false): void {
  if (turned) ({ heading, pitch } = HOME);
  distance = distanceFor(0.56 * sizeOf(act), aspect);
  target = wanted(act);
  shift = [0, 0, 0];
  frame.request();
}
// Frames what is new, and follows.
export function moveEye(act: Act, aspect: number, seconds: number): void {
  const key = `${act.kind} ${act.subject}`;
  if (framed !== key) {
    framed = key;
    frameEye(act, aspect, true);
    return;
  }
  const goal = wanted(act);
  const far = Math.hypot(goal[0] - target[0], goal[2] - target[2]) > 3 * distance; // it began anew elsewhere
  const share = far ? 1 : 1 - Math.exp(-STIFF * seconds);
  target = [target[0] + share * (goal[0] - target[0]), target[1] + share * (goal[1] - target[1]), target[2] + share * (goal[2] - target[2])];
}
export function forgetEye(): void {
  framed = "";
}
export function turnEye(dx: number, dy: number): void {
  heading -= 0.008 * dx;
  pitch = Math.min(1.5, Math.max(-0.35, pitch + 0.008 * dy));
  frame.request();
}
export function shiftEye(dx: number, dy: number, height: number): void {
  const scale = (0.5 * distance) / height;
  const [side, up] = [-dx * scale, dy * scale];
  shift = [shift[0] + side * Math.cos(heading), shift[1] + up, shift[2] - side * Math.sin(heading)];
  frame.request();
}
export function zoomEye(by: number): void {
  distance = Math.min(200, Math.max(0.05, distance * by));
  frame.request();
}
