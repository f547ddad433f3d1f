// While something is dragged: what it would make is shown once a frame, and the end is one step of undo.
import type { Command } from "../core/project.ts";
import { endPreview, preview, send } from "../state/document.ts";

let waiting = 0;
export function showSoon(change: () => Command | readonly Command[] | null): void {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(() => {
    const next = change();
    if (next) preview(next);
  });
}
export function settle(change: Command | readonly Command[] | null): boolean {
  cancelAnimationFrame(waiting);
  endPreview();
  return change !== null && send(change);
}
