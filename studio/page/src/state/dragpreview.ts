// Preview of a drag: its result is shown at most once per frame, and the end of the drag makes one undo step.
import type { Command } from "../core/project.ts";
import { endPreview, preview, send } from "./document.ts";
import { ofProject } from "./owned.ts";

const waiting = ofProject(
    () => ({ frame: 0 }),
    ({ frame }) => cancelAnimationFrame(frame),
);

export function showSoon(change: () => Command | readonly Command[] | null): void {
    cancelAnimationFrame(waiting.frame);
    waiting.frame = requestAnimationFrame(() => {
        const next = change();
        if (next) preview(next);
    });
}
export function settle(change: Command | readonly Command[] | null): boolean {
    cancelAnimationFrame(waiting.frame);
    endPreview();
    return change !== null && send(change);
}
