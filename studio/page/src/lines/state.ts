// What is open in the Lines workspace: one line, what is chosen of it, and what the core says of it.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { ActionReport, ActionView } from "../core/action.ts";
import type { Command, Keystroke, Line } from "../core/project.ts";
import { Refusal } from "../core/studio.ts";
import { duration, playing, playRange, rate, time } from "../state/app.ts";
import { ask, project, revision, send, studio } from "../state/document.ts";
import { frame } from "../state/workspaces.ts";
import { note, noted } from "../widgets/memory.ts";

const SAME = 2e-4; // seconds: one keystroke
const ROOM = 0.75; // seconds of the ruler after the line's end: the next stroke goes there
const LEAST_ROOM = 2;

// ---- What is chosen

export const lineName = signal<string | null>(noted<string>("line")); // null, or one that is not there: the first
effect(() => note("line", lineName.value));
export const line = computed((): Line | null => project.value.lines.find((one) => one.name === lineName.value) ?? project.value.lines[0] ?? null);
export const lineIndex = computed((): number => (line.value ? project.value.lines.indexOf(line.value) : -1));
export const isDrawing = computed((): boolean => line.value?.artwork != null);

// Chosen keystrokes by their times, which is what they keep while others come and go; the last is the one that is inspected and edited.
const chosenTimes = signal<readonly number[]>([]);
const keyAt = (at: number): number => line.value?.keys.findIndex((one) => Math.abs(one.time - at) < SAME) ?? -1;
export const keyIndex = computed((): number | null => chosenTimes.value.map(keyAt).filter((found) => found >= 0).at(-1) ?? null);
export const key = computed((): Keystroke | null => (keyIndex.value === null ? null : line.value!.keys[keyIndex.value]!));
export const keyIndexes = computed((): readonly number[] => [...new Set(chosenTimes.value.map(keyAt).filter((found) => found >= 0))].sort((a, b) => a - b));
export function chooseKey(at: number | null): void {
  chosenTimes.value = at === null ? [] : [at];
}
export function chooseKeys(times: readonly number[]): void {
  chosenTimes.value = times;
}
export function toggleKey(index: number): void {
  const at = line.peek()!.keys[index]!.time;
  const others = chosenTimes.peek().filter((one) => Math.abs(one - at) >= SAME);
  chosenTimes.value = others.length < chosenTimes.peek().length ? others : [...others, at];
}
// The keystroke at the playhead, which a new stroke replaces.
export const keyHere = computed((): number | null => {
  const found = line.value?.keys.findIndex((one) => Math.abs(one.time - time.value) < SAME) ?? -1;
  return found < 0 ? null : found;
});
export function goToKey(index: number): void {
  const at = line.peek()?.keys[index]?.time;
  if (at === undefined) return;
  playing.value = false;
  batch(() => {
    chooseKey(at);
    time.value = at;
  });
}
export function stepKey(by: 1 | -1): void {
  const keys = line.peek()?.keys ?? [];
  const now = time.peek();
  const next = by > 0 ? keys.findIndex((one) => one.time > now + SAME) : keys.filter((one) => one.time < now - SAME).length - 1;
  if (next >= 0) goToKey(next);
}

export type ToolName = "draw" | "edit" | "wobble" | "scribble" | "look";
export const tool = signal<ToolName>("draw");
export const free = signal(false); // it is looked at from elsewhere than the paper
export const ghosts = signal({ line: true, body: false, bones: true });
export const resting = signal(false); // the next stroke is the line at rest, of a drawing

export function openLine(name: string): void {
  if (line.peek()?.name !== name) {
    batch(() => {
      chooseKey(null);
      pulled.value = null;
      time.value = 0;
    });
  }
  lineName.value = name;
}

// ---- What the core says

export const trouble = signal<{ readonly message: string; readonly remedy: string } | null>(null);
export const report = signal<ActionReport | null>(null);
export const length = signal(0); // seconds of the line itself; the ruler has room for more
export const serial = signal(0); // counts what was built
export const pulled = signal<Command | null>(null); // what the hand did to the line, until it is kept or not
export const action = (): ActionView | null => studio.peek()?.actions.now() ?? null;

export const command = (what: string, keys: Record<string, unknown> = {}): Command => ({ do: what, line: line.peek()?.name, ...keys });
export const setLine = (keys: Record<string, unknown>): boolean => send(command("line.set", keys));
// Bones of the chosen keystroke: as given, or as they were proposed.
export const bonesNow = computed((): readonly string[] => {
  const at = keyIndex.value;
  return at === null ? [] : (key.value!.bones ?? report.value?.keys[at]?.bones ?? []);
});

// ---- Keeping up with the project

function openNow(): void {
  const core = studio.value;
  if (!core || lineIndex.value < 0) {
    core?.actions.end();
    [trouble.value, report.value, length.value] = [null, null, 0];
    return;
  }
  try {
    core.actions.show(lineIndex.value);
    trouble.value = null;
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    trouble.value = { message: problem.message, remedy: problem.remedy };
    return;
  }
  const now = core.actions.now()!;
  if (now.serial === serial.peek()) return;
  serial.value = now.serial;
  report.value = core.actions.report();
  length.value = now.length;
}
function followProject(): () => void {
  return effect(() => {
    void revision.value;
    void lineIndex.value;
    untracked(openNow);
    frame.request();
  });
}
// The ruler is the line's, and goes on beyond its end.
function followTime(): () => void {
  const room = effect(() => {
    duration.value = Math.max(LEAST_ROOM, (line.value?.keys.length ? length.value : 0) + ROOM);
    rate.value = line.value?.rate ?? 30;
    if (time.peek() > duration.peek()) time.value = duration.peek();
  });
  const seek = effect(() => {
    const at = time.value;
    if (playing.value || holding.value) return;
    void revision.value;
    void lineIndex.value;
    ask((core) => core.actions.now() && core.actions.seek(at));
    frame.request();
  });
  return () => {
    room();
    seek();
  };
}

// What is drawn depends on these too.
function followLook(): () => void {
  return effect(() => {
    for (const each of [tool, free, ghosts, resting, chosenTimes, holding, pulled]) void each.value;
    frame.request();
  });
}

// While the workspace is shown.
export function follow(): () => void {
  const before = time.peek();
  playing.value = false;
  playRange.value = null;
  time.value = 0;
  const stops = [followProject(), followTime(), followLook()];
  return () => {
    stops.forEach((stop) => stop());
    playing.value = holding.value = false;
    pulled.value = null;
    time.value = before;
    serial.value = 0;
    studio.peek()?.actions.end();
  };
}

// ---- Playing

export const holding = signal(false); // the line is in the hand, or still wobbles
export const canPlay = (): boolean => (line.value?.keys.length ?? 0) > 0 && !trouble.value;
export function togglePlaying(): void {
  if (!playing.peek() && time.peek() >= length.peek() - 1e-3) time.value = 0;
  ask((core) => core.actions.seek(time.peek()));
  playing.value = !playing.peek();
  frame.request();
}
// What is in the hand comes to its end and stops; what plays goes round.
export function advance(seconds: number): void {
  ask((core) => core.actions.play(seconds));
  const now = action();
  if (!now) return;
  if (holding.peek() && now.seconds < time.peek() - 1e-6) {
    stopHolding();
    return;
  }
  time.value = now.seconds;
  if (holding.peek() && !now.grabbed) stopHolding();
}
function stopHolding(): void {
  holding.value = false;
  time.value = Math.min(time.peek(), length.peek());
}
