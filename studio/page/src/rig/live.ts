// Previews while something is dragged. Weights of a large drawing take longer than a frame, so a preview runs at most a third
// of the time: the marks follow the pointer in every frame, the drawing as often as it can.
import type { Command } from "../core/project.ts";
import { endPreview, preview } from "../state/document.ts";
import { currentFigure } from "./figure.ts";
import { frame } from "../state/workspaces.ts";

let pending: readonly Command[] | null = null;
let timer = 0;
let idleUntil = 0; // performance.now()
let shown = false;

function run(): void {
  timer = 0;
  if (!pending) return;
  const begun = performance.now();
  preview(pending);
  currentFigure(); // builds what the preview changed: the dear part
  pending = null;
  shown = true;
  const ended = performance.now();
  idleUntil = ended + 2 * (ended - begun);
  frame.request();
}

export function showLive(commands: readonly Command[]): void {
  pending = commands;
  if (!timer) timer = window.setTimeout(run, Math.max(0, idleUntil - performance.now()));
  frame.request();
}
// Before sending what was shown: nothing that is still waiting may come after it.
export function settle(): void {
  if (timer) window.clearTimeout(timer);
  timer = 0;
  pending = null;
  shown = false;
}
export function takeBack(): void {
  const was = shown;
  settle();
  if (was) endPreview();
  frame.request();
}
