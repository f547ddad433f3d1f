// The camera of the Verbs workspace: it frames what is opened and follows a walking character.
import type { Act } from "../core/act.ts";
import { Orbit } from "../draw/orbit.ts";
import type { Point } from "../draw/space.ts";
import { ofProject } from "../state/owned.ts";

export const orbit = new Orbit({ heading: 0.6, pitch: 0.16 });
const framing = ofProject(() => ({
    subject: "", // the subject that was framed last
}));

interface Viewport {
    readonly aspect: number;
    readonly height: number; // px
}
const middleOf = (act: Act): Point => [
    (act.low[0] + act.high[0]) / 2,
    (act.low[1] + act.high[1]) / 2,
    (act.low[2] + act.high[2]) / 2,
];
export const sizeOf = (act: Act): number =>
    Math.hypot(act.high[0] - act.low[0], act.high[1] - act.low[1], act.high[2] - act.low[2]);

// The point that the camera looks at: it moves with a walking character and stays fixed for a shape.
function lookAt(act: Act): Point {
    const middle = middleOf(act);
    if (act.kind === "shape") return middle;
    return [act.root[0], act.root[1] + middle[1], act.root[2]];
}
export function frameCamera(act: Act, view: Viewport, turned = false): void {
    orbit.frame(lookAt(act), sizeOf(act), view, turned);
}
// Frames a new subject, and follows it from then on.
export function moveCamera(act: Act, view: Viewport, seconds: number): void {
    const key = `${act.kind} ${act.subject}`;
    if (framing.subject === key) return orbit.follow(lookAt(act), seconds);
    framing.subject = key;
    frameCamera(act, view, true);
}
export function resetCamera(): void {
    framing.subject = "";
}
