// The current artwork as the core has built it.
import type { Figure } from "../core/studio.ts";
import { Refusal } from "../core/studio.ts";
import { artwork, artworkIndex } from "../state/app.ts";
import { revision, studio } from "../state/document.ts";
import { signal } from "@preact/signals";
import { frame } from "../state/workspaces.ts";
import { mode, trouble } from "./state.ts";

function complain(problem: unknown): null {
  if (!(problem instanceof Refusal)) throw problem;
  if (trouble.value?.message !== problem.message) trouble.value = { message: problem.message, remedy: problem.remedy };
  return null;
}

// null where there is nothing to build, or it cannot be built: `trouble` then says why. Views into the core's memory: for now only.
export function currentFigure(): Figure | null {
  const core = studio.peek();
  if (!core || !artwork.peek()?.layers.length) {
    if (trouble.value) trouble.value = null;
    return null;
  }
  try {
    const figure = core.figure(artworkIndex.peek());
    if (trouble.value) trouble.value = null;
    return figure;
  } catch (problem) {
    return complain(problem);
  }
}
// Build looks at the drawing at rest, whatever was posed; Try at what is posed.
export const shownVertices = (figure: Figure): Float32Array => (mode.peek() === "build" ? figure.rest : figure.vertices);

// Counts frames of a pose that is being dragged: what shows its numbers follows, and nothing else is drawn anew.
export const poseFrame = signal(0);

// After anything done by hand to the pose, which is no command: what shows it draws again.
export function posed(): void {
  revision.value++;
  frame.request();
}
