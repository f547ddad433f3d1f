// What is open in the Verbs workspace: one shape, verb or graph, where it is on its axes, and what the core says of it.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { Act, ActKind } from "../core/act.ts";
import type { Axis, Command, Graph, Shape, Verb } from "../core/project.ts";
import { Refusal } from "../core/studio.ts";
import { verbName } from "../state/app.ts";
import { ask, project, revision, send, studio } from "../state/document.ts";
import { frame } from "../state/workspaces.ts";

export interface Subject {
  readonly kind: ActKind;
  readonly name: string;
}

export const chosen = signal<Subject | null>(null);
const listOf = (kind: ActKind): readonly { readonly name: string }[] => ({ shape: project.value.shapes, verb: project.value.verbs, graph: project.value.graphs })[kind];
const isThere = (subject: Subject): boolean => listOf(subject.kind).some((item) => item.name === subject.name);

// What was chosen, else the first there is.
export const subject = computed((): Subject | null => {
  if (chosen.value && isThere(chosen.value)) return chosen.value;
  for (const kind of ["verb", "shape", "graph"] as const) {
    const first = listOf(kind)[0];
    if (first) return { kind, name: first.name };
  }
  return null;
});
export const subjectIndex = computed((): number => (subject.value ? listOf(subject.value.kind).findIndex((item) => item.name === subject.value!.name) : -1));
export const shape = computed((): Shape | null => (subject.value?.kind === "shape" ? (project.value.shapes[subjectIndex.value] ?? null) : null));
export const verb = computed((): Verb | null => (subject.value?.kind === "verb" ? (project.value.verbs[subjectIndex.value] ?? null) : null));
export const graph = computed((): Graph | null => (subject.value?.kind === "graph" ? (project.value.graphs[subjectIndex.value] ?? null) : null));
export const field = computed((): Shape | Verb | null => shape.value ?? verb.value);
export const axes = computed((): readonly Axis[] => field.value?.axes ?? []);

// An example of either kind, by the name of its form or take.
export interface Example {
  readonly name: string;
  readonly at: readonly number[];
}
export const examples = computed((): readonly Example[] => {
  if (shape.value) return shape.value.examples.map((e) => ({ name: e.form, at: e.at }));
  return verb.value?.examples.map((e) => ({ name: e.take, at: e.at })) ?? [];
});

// What commands about the field begin with, and how they name an example.
export const target = (): Record<string, string> => (subject.peek() ? { [subject.peek()!.kind]: subject.peek()!.name } : {});
export const exampleKind = (): "form" | "take" => (subject.peek()?.kind === "shape" ? "form" : "take");
export const command = (what: string, keys: Record<string, unknown> = {}): Command => ({ do: what, ...target(), ...keys });

export function open(kind: ActKind, name: string): void {
  if (subject.peek()?.kind !== kind || subject.peek()?.name !== name) picked.value = null;
  chosen.value = { kind, name };
  if (kind === "verb") verbName.value = name;
}

// ---- What plays

export const running = signal(true);
export const switches = signal({ plant: true, still: false, heat: false });
export const trouble = signal<{ readonly message: string; readonly remedy: string } | null>(null); // why it cannot be built
export const built = signal(0); // counts what changed the look of places: pictures of them are drawn anew
export const place = signal<readonly number[]>([]);
export const weights = signal<readonly number[]>([]);
export const beyond = signal(0);
export const state = signal<number | null>(null); // of a graph
export const report = signal<Report | null>(null);
export const inputs = signal<Readonly<Record<string, number>>>({}); // of a graph, as they were set here

export interface Report {
  readonly length?: number;
  readonly angle_rms?: number;
  readonly angle_worst?: number;
  readonly slide?: { readonly mean: number; readonly worst: number; readonly planted_mean: number; readonly planted_worst: number };
  readonly vertices?: number;
  readonly surface?: number;
  readonly trouble?: number;
  readonly states?: readonly string[];
  readonly inputs?: readonly string[];
  readonly events?: readonly string[];
}

export const act = (): Act | null => studio.peek()?.acting() ?? null;

// After anything that moves it: what the page tells of it follows.
export function look(): void {
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
const same = (a: readonly number[], b: Float32Array): boolean => a.length === b.length && a.every((value, i) => value === b[i]);

export function setPlace(at: readonly number[]): void {
  ask((core) => core.actPlace(at));
  look();
  frame.request();
}
export function setAxis(index: number, value: number): void {
  setPlace(place.peek().map((old, i) => (i === index ? value : old)));
}
export function setSwitch(name: "plant" | "still" | "heat", on: boolean): void {
  switches.value = { ...switches.peek(), [name]: on };
  tellSwitches();
}
function tellSwitches(): void {
  const { plant, still, heat } = switches.peek();
  ask((core) => core.actSwitch(plant, still, heat));
  frame.request();
}
export function restart(): void {
  ask((core) => core.actRestart());
  look();
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

// ---- Opening, and keeping up with the project

let openedKey = "";
let builtKey = "";

function openNow(): void {
  const core = studio.value;
  const now = subject.value;
  if (!core || !now) {
    core?.actEnd();
    trouble.value = null;
    look();
    return;
  }
  const key = `${now.kind} ${now.name}`;
  try {
    core.act(now.kind, subjectIndex.value);
    trouble.value = null;
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    trouble.value = { message: problem.message, remedy: problem.remedy };
    builtKey = "";
  }
  if (key !== openedKey) inputs.value = {};
  openedKey = key;
  tellSwitches();
  look();
}

// The same words make the same pictures.
function lookKey(): string {
  const version = act()?.version ?? 0;
  return `${openedKey} ${version} ${JSON.stringify(field.value ?? graph.value)} ${JSON.stringify(project.value.skeletons)} ${trouble.value ? "no" : "yes"}`;
}

let reporting = 0;
function reportSoon(): void {
  clearTimeout(reporting);
  reporting = window.setTimeout(() => (report.value = trouble.peek() ? null : ask((core) => core.actReport<Report>())), 250);
}

// While the workspace is shown.
export function follow(): () => void {
  const stop = effect(() => {
    void revision.value;
    void subject.value;
    void subjectIndex.value;
    untracked(() => {
      openNow();
      const key = lookKey();
      if (key === builtKey) return;
      builtKey = key;
      built.value++;
      reportSoon();
    });
    frame.request();
  });
  return () => {
    stop();
    clearTimeout(reporting);
    builtKey = openedKey = "";
    studio.peek()?.actEnd();
    look();
  };
}

// ---- Changing what is selected

// On the pad and in its lists: an example by its name, or a moved form by its index.
export type Picked = { readonly kind: "example"; readonly name: string } | { readonly kind: "pseudo"; readonly index: number };
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
