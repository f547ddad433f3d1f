// Previews during a drag. Weights of a large drawing take longer than a frame, so previews use at most a third of the
// time: marks follow the pointer in every frame, the drawing as often as possible.
import type { Command } from "../core/project.ts";
import { endPreview, preview } from "../state/document.ts";
import { ofProject } from "../state/owned.ts";
import { currentFigure } from "./figure.ts";
import { frame } from "../state/workspaces.ts";

const live = ofProject(
    () => ({
        pending: null as readonly Command[] | null,
        timer: 0,
        idleUntil: 0, // a time of performance.now()
        shown: false,
    }),
    ({ timer }) => window.clearTimeout(timer),
);

function run(): void {
    live.timer = 0;
    if (!live.pending) return;
    const begun = performance.now();
    preview(live.pending);
    currentFigure(); // builds what the preview changed, which is the expensive part
    live.pending = null;
    live.shown = true;
    const ended = performance.now();
    live.idleUntil = ended + 2 * (ended - begun);
    frame.request();
}

export function showLive(commands: readonly Command[]): void {
    live.pending = commands;
    if (!live.timer) live.timer = window.setTimeout(run, Math.max(0, live.idleUntil - performance.now()));
    frame.request();
}
// Called before sending what was previewed: a waiting preview must not run afterwards.
export function settle(): void {
    if (live.timer) window.clearTimeout(live.timer);
    live.timer = 0;
    live.pending = null;
    live.shown = false;
}
export function cancelLive(): void {
    const was = live.shown;
    settle();
    if (was) endPreview();
    frame.request();
}
