// The state of the Lines workspace: the open line, the selection, and what the core reports of the line.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { ActionReport, ActionView } from "../core/action.ts";
import type { Command, Keystroke, Line } from "../core/project.ts";
import { Refusal } from "../core/studio.ts";
import { duration, playing, playRange, rate, time } from "../state/app.ts";
import { ask, project, revision, send, studio } from "../state/document.ts";
import { frame } from "../state/workspaces.ts";
import { note, noted } from "../widgets/memory.ts";

const SAME_TIME = 2e-4; // seconds; keystrokes closer than this are the same one
const EXTRA_TIME = 0.75; // seconds that the ruler continues after the line's end, for the next stroke
const MIN_DURATION = 2;

// ---- The selection

export const lineName = signal<string | null>(noted<string>("line")); // if null or unknown, the first line is open
effect(() => note("line", lineName.value));
export const line = computed(
    (): Line | null => project.value.lines.find((one) => one.name === lineName.value) ?? project.value.lines[0] ?? null,
);
export const lineIndex = computed((): number => (line.value ? project.value.lines.indexOf(line.value) : -1));
export const isDrawing = computed((): boolean => line.value?.artwork != null);

// Selected keystrokes by time, which stays valid while others are added or removed; the last one is inspected and
// edited.
const chosenTimes = signal<readonly number[]>([]);
const keyAt = (at: number): number => line.value?.keys.findIndex((one) => Math.abs(one.time - at) < SAME_TIME) ?? -1;
export const keyIndex = computed(
    (): number | null =>
        chosenTimes.value
            .map(keyAt)
            .filter((found) => found >= 0)
            .at(-1) ?? null,
);
export const key = computed((): Keystroke | null =>
    keyIndex.value === null ? null : line.value!.keys[keyIndex.value]!,
);
export const keyIndexes = computed((): readonly number[] =>
    [...new Set(chosenTimes.value.map(keyAt).filter((found) => found >= 0))].sort((a, b) => a - b),
);
export function chooseKey(at: number | null): void {
    chosenTimes.value = at === null ? [] : [at];
}
export function chooseKeys(times: readonly number[]): void {
    chosenTimes.value = times;
}
export function toggleKey(index: number): void {
    const at = line.peek()!.keys[index]!.time;
    const others = chosenTimes.peek().filter((one) => Math.abs(one - at) >= SAME_TIME);
    chosenTimes.value = others.length < chosenTimes.peek().length ? others : [...others, at];
}
// The keystroke at the playhead, which a new stroke replaces.
export const keyHere = computed((): number | null => {
    const found = line.value?.keys.findIndex((one) => Math.abs(one.time - time.value) < SAME_TIME) ?? -1;
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
    const next =
        by > 0
            ? keys.findIndex((one) => one.time > now + SAME_TIME)
            : keys.filter((one) => one.time < now - SAME_TIME).length - 1;
    if (next >= 0) goToKey(next);
}

export type ToolName = "draw" | "edit" | "wobble" | "scribble" | "look";
export const tool = signal<ToolName>("draw");
export const free = signal(false); // whether the view is free instead of showing the paper
export const ghosts = signal({ line: true, body: false, bones: true });
export const resting = signal(false); // for a drawing: the next stroke becomes the line at rest

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

// ---- Reported by the core

export const trouble = signal<{ readonly message: string; readonly remedy: string } | null>(null);
export const report = signal<ActionReport | null>(null);
export const length = signal(0); // seconds of the line itself; the ruler is longer
export const serial = signal(0); // changes with every build
export const pulled = signal<Command | null>(null); // the command of the last pull, until it is kept or discarded
export const action = (): ActionView | null => studio.peek()?.actions.now() ?? null;

export const command = (what: string, keys: Record<string, unknown> = {}): Command => ({
    do: what,
    line: line.peek()?.name,
    ...keys,
});
export const setLine = (keys: Record<string, unknown>): boolean => send(command("line.set", keys));
// The bones of the selected keystroke, chosen or proposed.
export const bonesNow = computed((): readonly string[] => {
    const at = keyIndex.value;
    return at === null ? [] : (key.value!.bones ?? report.value?.keys[at]?.bones ?? []);
});

// ---- Following the project

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
// The ruler covers the line and continues beyond its end.
function followTime(): () => void {
    const room = effect(() => {
        duration.value = Math.max(MIN_DURATION, (line.value?.keys.length ? length.value : 0) + EXTRA_TIME);
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

// Draws the view again when any of these changes.
function followLook(): () => void {
    return effect(() => {
        for (const each of [tool, free, ghosts, resting, chosenTimes, holding, pulled]) void each.value;
        frame.request();
    });
}

// Follows the project while the workspace is shown; returns what stops it.
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

export const holding = signal(false); // the line is held, or still swings after release
export const canPlay = (): boolean => (line.value?.keys.length ?? 0) > 0 && !trouble.value;
export function togglePlaying(): void {
    if (!playing.peek() && time.peek() >= length.peek() - 1e-3) time.value = 0;
    ask((core) => core.actions.seek(time.peek()));
    playing.value = !playing.peek();
    frame.request();
}
// Advances the playback. While the line is held, it stops at the end; otherwise it loops.
export function advanceLine(seconds: number): void {
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
