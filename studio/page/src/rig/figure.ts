// The current artwork as the core has built it.
import type { Figure } from "../core/studio.ts";
import { Refusal } from "../core/studio.ts";
import { artwork, artworkIndex } from "../state/app.ts";
import { revision, studio } from "../state/document.ts";
import { signal } from "@preact/signals";
import { frame } from "../state/workspaces.ts";
import { mode, trouble } from "./state.ts";

function reportTrouble(problem: unknown): null {
    if (!(problem instanceof Refusal)) throw problem;
    if (trouble.value?.message !== problem.message)
        trouble.value = { message: problem.message, remedy: problem.remedy };
    return null;
}

// null if there is nothing to build or it cannot be built: `trouble` then says why. The arrays are views into the
// core's memory and must not be kept.
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
        return reportTrouble(problem);
    }
}
// Build shows the drawing at rest, whatever its pose; Try shows the pose.
export const shownVertices = (figure: Figure): Float32Array =>
    mode.peek() === "build" ? figure.rest : figure.vertices;

// Counts the frames of a pose drag: components that show its numbers subscribe to it, and nothing else is rendered.
export const poseFrame = signal(0);

// Called after a change of the pose by hand, which is not a command, to redraw it.
export function posed(): void {
    revision.value++;
    frame.request();
}
