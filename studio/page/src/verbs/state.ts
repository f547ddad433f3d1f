// The state of the Verbs workspace: the open shape, verb or graph, its place on its axes, and what the core reports
// of it.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { Act, ActKind } from "../core/act.ts";
import type { Axis, Command, Graph, Shape, Verb } from "../core/project.ts";
import { Refusal } from "../core/studio.ts";
import { verbName } from "../state/app.ts";
import { ask, project, revision, send, studio } from "../state/document.ts";
import { ofProject } from "../state/owned.ts";
import { chosen, listOf, subject } from "../state/subject.ts";
import { AfterPause } from "../state/pause.ts";
import { frame } from "../state/workspaces.ts";

export const subjectIndex = computed((): number =>
    subject.value ? listOf(subject.value.kind).findIndex((item) => item.name === subject.value!.name) : -1,
);
export const shape = computed((): Shape | null =>
    subject.value?.kind === "shape" ? (project.value.shapes[subjectIndex.value] ?? null) : null,
);
export const verb = computed((): Verb | null =>
    subject.value?.kind === "verb" ? (project.value.verbs[subjectIndex.value] ?? null) : null,
);
export const graph = computed((): Graph | null =>
    subject.value?.kind === "graph" ? (project.value.graphs[subjectIndex.value] ?? null) : null,
);
export const field = computed((): Shape | Verb | null => shape.value ?? verb.value);
export const axes = computed((): readonly Axis[] => field.value?.axes ?? []);

// An example of a shape or a verb, named by its form or take.
export interface Example {
    readonly name: string;
    readonly at: readonly number[];
}
export const examples = computed((): readonly Example[] => {
    if (shape.value) return shape.value.examples.map((e) => ({ name: e.form, at: e.at }));
    return verb.value?.examples.map((e) => ({ name: e.take, at: e.at })) ?? [];
});

// The key that names the subject in commands, and the key that names an example.
export const target = (): Record<string, string> =>
    subject.peek() ? { [subject.peek()!.kind]: subject.peek()!.name } : {};
export const exampleKind = (): "form" | "take" => (subject.peek()?.kind === "shape" ? "form" : "take");
export const command = (what: string, keys: Record<string, unknown> = {}): Command => ({
    do: what,
    ...target(),
    ...keys,
});

export function open(kind: ActKind, name: string): void {
    if (subject.peek()?.kind !== kind || subject.peek()?.name !== name) picked.value = null;
    chosen.value = { kind, name };
    if (kind === "verb") verbName.value = name;
}

// ---- Playing

export const running = signal(true);
export const switches = signal({ plant: true, still: false, heat: false });
// why it cannot be built
export const trouble = signal<{ readonly message: string; readonly remedy: string } | null>(null);
export const built = signal(0); // counts changes of how places readAct; each makes the pad's pictures stale
export const place = signal<readonly number[]>([]);
export const weights = signal<readonly number[]>([]);
export const beyond = signal(0);
export const state = signal<number | null>(null); // of a graph: the active state
export const report = signal<Report | null>(null);
export const inputs = signal<Readonly<Record<string, number>>>({}); // of a graph: the values set on this page

export interface Report {
    readonly length?: number;
    readonly angle_rms?: number;
    readonly angle_worst?: number;
    readonly slide?: {
        readonly mean: number;
        readonly worst: number;
        readonly planted_mean: number;
        readonly planted_worst: number;
    };
    readonly vertices?: number;
    readonly surface?: number;
    readonly trouble?: number;
    readonly states?: readonly string[];
    readonly inputs?: readonly string[];
    readonly events?: readonly string[];
}

export const act = (): Act | null => studio.peek()?.acting() ?? null;

// Updates the signals from the core; call it after anything that changes the place or advances time.
export function readAct(): void {
    const now = act();
    batch(() => {
        if (!now) {
            [place.value, weights.value, beyond.value, state.value] = [[], [], 0, null];
            return;
        }
        if (!same(place.peek(), now.at)) place.value = Array.from(now.at);
        if (!same(weights.peek(), now.weights)) weights.value = Array.from(now.weights);
        [beyond.value, state.value] = [now.beyond, now.state];
    });
}
const same = (a: readonly number[], b: Float32Array): boolean =>
    a.length === b.length && a.every((value, i) => value === b[i]);

export function setPlace(at: readonly number[]): void {
    ask((core) => core.actPlace(at));
    readAct();
    frame.request();
}
export function setAxis(index: number, value: number): void {
    setPlace(place.peek().map((old, i) => (i === index ? value : old)));
}
export function setSwitch(name: "plant" | "still" | "heat", on: boolean): void {
    switches.value = { ...switches.peek(), [name]: on };
    sendSwitches();
}
function sendSwitches(): void {
    const { plant, still, heat } = switches.peek();
    ask((core) => core.actSwitch(plant, still, heat));
    frame.request();
}
export function restart(): void {
    ask((core) => core.actRestart());
    readAct();
    frame.request();
}
export function setInput(name: string, value: number): void {
    ask((core) => core.actSet(name, value), true);
    inputs.value = { ...inputs.peek(), [name]: value };
    frame.request();
}
export function raise(event: string): void {
    ask((core) => core.actRaise(event), true);
    running.value = true;
    frame.request();
}
export const plays = (): boolean => subject.value?.kind === "verb" || subject.value?.kind === "graph";

// ---- Opening, and following changes of the project

const keys = ofProject(() => ({
    openedKey: "",
    builtKey: "",
}));

function openNow(): void {
    const core = studio.value;
    const now = subject.value;
    if (!core || !now) {
        core?.actEnd();
        trouble.value = null;
        readAct();
        return;
    }
    const key = `${now.kind} ${now.name}`;
    try {
        core.act(now.kind, subjectIndex.value);
        trouble.value = null;
    } catch (problem) {
        if (!(problem instanceof Refusal)) throw problem;
        trouble.value = { message: problem.message, remedy: problem.remedy };
        keys.builtKey = "";
    }
    if (key !== keys.openedKey) inputs.value = {};
    keys.openedKey = key;
    sendSwitches();
    readAct();
}

// Pictures of places are drawn again when this key changes.
function pictureKey(): string {
    const version = act()?.version ?? 0;
    return `${keys.openedKey} ${version} ${JSON.stringify(field.value ?? graph.value)} ${JSON.stringify(project.value.skeletons)} ${trouble.value ? "no" : "yes"}`;
}

const reportLater = new AfterPause(250);
function reportSoon(): void {
    reportLater.start(() => (report.value = trouble.peek() ? null : ask((core) => core.actReport<Report>())));
}

// Follows the project while the workspace is shown; returns what stops it.
export function follow(): () => void {
    const stop = effect(() => {
        void revision.value;
        void subject.value;
        void subjectIndex.value;
        untracked(() => {
            openNow();
            const key = pictureKey();
            if (key === keys.builtKey) return;
            keys.builtKey = key;
            built.value++;
            reportSoon();
        });
        frame.request();
    });
    return () => {
        stop();
        reportLater.stop();
        keys.builtKey = keys.openedKey = "";
        studio.peek()?.actEnd();
        readAct();
    };
}

// ---- The selection

// The selection on the pad and in the lists: an example by its name, or a moved form by its index.
export type Picked =
    | { readonly kind: "example"; readonly name: string }
    | { readonly kind: "pseudo"; readonly index: number };
export const picked = signal<Picked | null>(null);
export const pickExample = (name: string): void => void (picked.value = { kind: "example", name });
export const pickPseudo = (index: number): void => void (picked.value = { kind: "pseudo", index });

export const selectedExample = computed((): Example | null => {
    const now = picked.value;
    return now?.kind === "example" ? (examples.value.find((e) => e.name === now.name) ?? null) : null;
});
export const selectedPseudo = computed((): number | null => {
    const now = picked.value;
    return now?.kind === "pseudo" && field.value && now.index < field.value.pseudo.length ? now.index : null;
});
export function removeSelected(): void {
    const example = selectedExample.peek();
    const pseudo = selectedPseudo.peek();
    if (example) send(command("place.remove", { [exampleKind()]: example.name }));
    else if (pseudo !== null) send(command("pseudo.remove", { index: pseudo }));
    else return;
    picked.value = null;
}
