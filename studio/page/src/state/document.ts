// The open project: the one way in which anything changes it. Components read `project`; everything that edits calls
// `send` (a step of undo) or `preview` (while a slider is dragged).
import { signal } from "@preact/signals";
import type { Command, Project } from "../core/project.ts";
import type { Studio } from "../core/studio.ts";
import { Refusal } from "../core/studio.ts";
import { tell } from "./messages.ts";

const nothing: Project = { name: "", about: "", artworks: [], clips: [], families: [], recordings: [], skeletons: [], takes: [], forms: [], shapes: [], verbs: [], graphs: [], creatures: [], motions: [], gaits: [], lines: [], scenes: [] };

export const studio = signal<Studio | null>(null);
export const project = signal<Project>(nothing);
export const history = signal<{ at: number; steps: readonly string[] }>({ at: 0, steps: [] });
// Counts every change, also those that project.json does not show (a pose by hand): what is drawn depends on it.
export const revision = signal(0);

// Why nothing can be changed now ("Another tab works on this project"), with what to do; null: it can.
export const readOnly = signal<{ reason: string; remedy: string } | null>(null);
function mayChange(): boolean {
  const why = readOnly.value;
  if (why) tell("warning", why.reason, why.remedy);
  return why === null;
}

// Who brings lines to the journal; files/autosave.ts sets it when a project is open.
type LineTaker = (line: string) => void;
let takeLine: LineTaker = () => {};
export function onLine(taker: LineTaker): void {
  takeLine = taker;
}

export function opened(core: Studio | null): void {
  studio.value = core;
  refresh();
}

// After anything that may have changed the project: what the page shows follows.
export function refresh(): void {
  const core = studio.value;
  project.value = core ? core.project() : nothing;
  history.value = core ? core.history() : { at: 0, steps: [] };
  revision.value++;
}

function changed(): void {
  const line = studio.value?.takeLine() ?? "";
  if (line) takeLine(line);
  refresh();
}

// Applies a command, or several as one step. False where it was refused; the artist has then been told why.
export function send(command: Command | readonly Command[]): boolean {
  const core = studio.value;
  if (!core || !mayChange()) return false;
  try {
    core.apply(command);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    tell("error", problem.message, problem.remedy);
    refresh();
    return false;
  }
  changed();
  return true;
}

// Asks for what the core may refuse: a picture is missing, what was meant is gone. null then; `aloud` tells the artist why.
export function ask<T>(question: (core: Studio) => T, aloud = false): T | null {
  const core = studio.peek();
  return core && guarded(() => question(core), aloud);
}
// The same for what asks the core somewhere inside.
export function guarded<T>(run: () => T, aloud = false): T | null {
  try {
    return run();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    if (aloud) tell("error", problem.message, problem.remedy);
    return null;
  }
}

// While a control is dragged: shows what `command` would make, without a step of undo. `send` or `endPreview` ends it.
export function preview(command: Command | readonly Command[]): void {
  if (readOnly.value) return;
  try {
    studio.value?.preview(command);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    return; // what cannot be is not shown
  }
  refresh();
}
export function endPreview(): void {
  studio.value?.previewEnd();
  refresh();
}

export function undo(): boolean {
  if (!mayChange()) return false;
  const done = studio.value?.undo() ?? false;
  if (done) changed();
  return done;
}
export function redo(): boolean {
  if (!mayChange()) return false;
  const done = studio.value?.redo() ?? false;
  if (done) changed();
  return done;
}
// Goes along the row until `at` steps are done. There may be thousands: the journal hears of them together, and what is shown
// follows once. What was only posed by hand has no line, and is no step.
export function goTo(at: number): void {
  const core = studio.value;
  if (!core || !mayChange()) return;
  let lines = "";
  const { at: now } = history.value;
  for (let left = Math.abs(at - now); left > 0 && (at < now ? core.undo() : core.redo()); ) {
    const line = core.takeLine();
    lines += line;
    if (line) left--;
  }
  if (lines) takeLine(lines);
  refresh();
}

// A name like `base` that no item has: "ball", "ball 2", "ball 3" …
export function freeName(base: string, items: readonly { name: string }[]): string {
  const taken = new Set(items.map((item) => item.name));
  for (let i = 1; ; i++) {
    const name = i === 1 ? base : `${base} ${i}`;
    if (!taken.has(name)) return name;
  }
}
