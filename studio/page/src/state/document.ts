// The open project and the only way to change it. Components read `project`; everything that edits calls `send` (one
// undo step) or `preview` (while a control is dragged).
import { signal } from "@preact/signals";
import type { Command, Project } from "../core/project.ts";
import type { History, Studio } from "../core/studio.ts";
import { Refusal } from "../core/studio.ts";
import { tell } from "./messages.ts";
import { ofProject, resetProjectState } from "./owned.ts";

const nothing: Project = {
    name: "",
    $schema: null,
    about: "",
    artworks: [],
    clips: [],
    families: [],
    recordings: [],
    skeletons: [],
    takes: [],
    forms: [],
    shapes: [],
    verbs: [],
    graphs: [],
    creatures: [],
    motions: [],
    gaits: [],
    lines: [],
    scenes: [],
};

export const studio = signal<Studio | null>(null);
export const project = signal<Project>(nothing);
const noHistory: History = { at: 0, steps: [] };
export const history = signal(noHistory);
// Counts every change, including those that project.json does not show (a pose made by hand), because the drawing
// depends on it.
export const revision = signal(0);

// Why nothing can be changed now ("Another tab works on this project"), with a remedy; null: changes are allowed.
export const readOnly = signal<{ reason: string; remedy: string } | null>(null);
function mayChange(): boolean {
    const why = readOnly.value;
    if (why) tell("warning", why.reason, why.remedy);
    return why === null;
}

// Queues lines for the journal; files/autosave.ts sets it when a project is open.
type LineTaker = (line: string) => void;
const journal = ofProject(() => ({ takeLine: (() => {}) as LineTaker }));
export function onLine(taker: LineTaker): void {
    journal.takeLine = taker;
}

export function opened(core: Studio | null): void {
    resetProjectState();
    studio.value = core;
    refresh();
}

// Updates the page's state after anything that may have changed the project.
export function refresh(): void {
    const state = studio.value?.update();
    project.value = state?.project ?? nothing;
    history.value = state?.history ?? noHistory;
    revision.value++;
}

function changed(): void {
    const line = studio.value?.takeLine() ?? "";
    if (line) journal.takeLine(line);
    refresh();
}

// Applies one command, or several as one undo step. Returns false if it was refused; the artist has then been told
// why.
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

// Runs a query that the core may refuse, for example because a picture is missing or an item no longer exists. Returns
// null then; `aloud` also tells the artist why.
export function ask<T>(question: (core: Studio) => T, aloud = false): T | null {
    const core = studio.peek();
    return core && guarded(() => question(core), aloud);
}
// The same for a function that queries the core at some point.
export function guarded<T>(run: () => T, aloud = false): T | null {
    try {
        return run();
    } catch (problem) {
        if (!(problem instanceof Refusal)) throw problem;
        if (aloud) tell("error", problem.message, problem.remedy);
        return null;
    }
}

// While a control is dragged: shows the result of `command` without making an undo step. `send` or `endPreview` ends
// it.
export function preview(command: Command | readonly Command[]): void {
    if (readOnly.value) return;
    try {
        studio.value?.preview(command);
    } catch (problem) {
        if (!(problem instanceof Refusal)) throw problem;
        return; // an impossible state is not shown
    }
    refresh();
}
export function endPreview(): void {
    studio.value?.previewEnd();
    refresh();
}
// What a slider or a field of a number calls: dragging it previews the command, letting go makes one step of undo.
export const live = (command: (value: number) => Command) => ({
    onInput: (value: number) => preview(command(value)),
    onChange: (value: number) => void send(command(value)),
    onCancel: endPreview,
});

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
// Undoes or redoes until `at` steps are done. There may be thousands of steps: their journal lines are queued together
// and the page is updated once at the end. A pose that was only made by hand has no journal line and is no step.
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
    if (lines) journal.takeLine(lines);
    refresh();
}

// A name derived from `base` that no item has: "ball", "ball 2", "ball 3" …
export function freeName(base: string, items: readonly { name: string }[]): string {
    const taken = new Set(items.map((item) => item.name));
    for (let i = 1; ; i++) {
        const name = i === 1 ? base : `${base} ${i}`;
        if (!taken.has(name)) return name;
    }
}
