// The takes of a verb as the keytime editor shows them: what the core tells of each, and where it is cut.
import { computed, effect, signal } from "@preact/signals";
import type { Cut, TakeSize } from "../core/act.ts";
import type { Keytime, Project, Take, VerbExample } from "../core/project.ts";
import { Refusal } from "../core/studio.ts";
import type { Studio } from "../core/studio.ts";
import { projectFiles } from "../files/session.ts";
import { verb, workspace } from "../state/app.ts";
import { project, revision, studio } from "../state/document.ts";
import { subject } from "../verbs/state.ts";
import { remember, remembered } from "../widgets/memory.ts";

const MOST_SAMPLES = 480; // of a foot over a whole take

// The keytime editor lies under the stage while a verb is open.
export const keytimesShown = computed((): boolean => workspace.value === "verbs" && subject.value?.kind === "verb" && verb.value !== null);

// Strips over the same seconds, or each with its cut from edge to edge.
export type Scale = "seconds" | "cuts";
export const scale = signal<Scale>(remembered("keytimes-scale", "seconds"));
effect(() => remember("keytimes-scale", scale.value));

export const chosenKey = signal<number | null>(null); // which of the keytimes, in all strips
// Where the pointer is in a take, to be drawn by whoever draws the figure; null: nowhere.
export const hovered = signal<{ readonly take: number; readonly time: number; readonly x: number; readonly y: number } | null>(null);

// ---- What the core tells of a take --------------------------------------------------------------------------------------

export interface Motion extends TakeSize {
  readonly heights: Float32Array; // metres, one foot after the other: as many of each
  readonly highest: number;
  readonly stands: readonly (readonly (readonly [number, number])[])[]; // of each foot
}
export interface Told<T> {
  readonly value: T | null;
  readonly problem: { readonly message: string; readonly remedy: string } | null; // where there is no value
}

function told<T>(question: () => T): Told<T> {
  try {
    return { value: question(), problem: null };
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    return { value: null, problem };
  }
}

function motionOf(core: Studio, take: number): Motion {
  const size = core.takeSize(take);
  const count = Math.min(MOST_SAMPLES, Math.round(size.length * size.rate) + 1); // frames, where they are few enough
  const samples = core.takeFeet(take, size.feet, count);
  const heights = new Float32Array(size.feet * count);
  for (let i = 0; i < count; i++) for (let f = 0; f < size.feet; f++) heights[f * count + i] = samples[2 * (i * size.feet + f)]!;
  return { ...size, heights, highest: heights.reduce((a, b) => Math.max(a, b), 0.05), stands: core.takeStands(take) };
}

// What was asked is kept as long as the take, its skeleton and their files are the same.
interface Kept {
  readonly core: Studio;
  readonly take: string;
  readonly bytes: unknown;
  readonly body: unknown;
  readonly motion: Told<Motion>;
  readonly cuts: Map<boolean, Told<Cut>>; // suggested, of cycles and of others
}
const kept = new Map<string, Kept>();

function keepOf(core: Studio, now: Project, take: Take, index: number): Kept {
  const skeleton = now.skeletons.find((one) => one.name === take.skeleton);
  const words = JSON.stringify([take, skeleton?.file, skeleton?.scale, skeleton?.feet]);
  const bytes = projectFiles()?.bytes.get(take.file);
  const body = skeleton && projectFiles()?.bytes.get(skeleton.file);
  const old = kept.get(take.name);
  if (old && old.core === core && old.take === words && old.bytes === bytes && old.body === body) return old;
  const fresh = { core, take: words, bytes, body, motion: told(() => motionOf(core, index)), cuts: new Map<boolean, Told<Cut>>() };
  kept.set(take.name, fresh);
  return fresh;
}
function suggestionOf(core: Studio, known: Kept, index: number, cyclic: boolean): Told<Cut> {
  const old = known.cuts.get(cyclic);
  if (old) return old;
  const fresh = told(() => core.takeSuggest(index, cyclic));
  known.cuts.set(cyclic, fresh);
  return fresh;
}

// ---- Strips ---------------------------------------------------------------------------------------------------------------

export interface Strip {
  readonly example: number;
  readonly take: string;
  readonly takeIndex: number;
  readonly motion: Told<Motion>;
  // Where it is cut; null where nobody knows. `given` by the artist, with keytimes; "span": only its ends.
  readonly cut: { readonly how: "given" | "span" | "suggested"; readonly keytimes: readonly Keytime[] } | null;
  readonly problem: { readonly message: string; readonly remedy: string } | null;
}

function cutOf(example: VerbExample, suggest: () => Told<Cut>): Pick<Strip, "cut" | "problem"> {
  const { from, to, keytimes } = example;
  if (keytimes && keytimes.length > 1) return { cut: { how: "given", keytimes }, problem: null };
  if (from !== null && to !== null) return { cut: { how: "span", keytimes: [{ label: "", time: from }, { label: "", time: to }] }, problem: null };
  const { value, problem } = suggest();
  return { cut: value && { how: "suggested", keytimes: value.keytimes }, problem };
}

export const strips = computed((): readonly Strip[] => {
  const [core, of, now] = [studio.value, verb.value, project.value];
  void revision.value; // a file that came does not change the project
  if (!core || !of || !keytimesShown.value) return [];
  return of.examples.map((example, i): Strip => {
    const takeIndex = now.takes.findIndex((one) => one.name === example.take);
    const known = keepOf(core, now, now.takes[takeIndex]!, takeIndex);
    const base = { example: i, take: example.take, takeIndex, motion: known.motion };
    if (!known.motion.value) return { ...base, cut: null, problem: known.motion.problem };
    return { ...base, ...cutOf(example, () => suggestionOf(core, known, takeIndex, of.cyclic)) };
  });
});

// The labels that all strips share: those of the first with keytimes.
export const labels = computed((): readonly string[] => {
  const first = strips.value.find((strip) => strip.cut && strip.cut.how !== "span");
  return first?.cut?.keytimes.map((key) => key.label) ?? [];
});
export const longest = computed((): number => strips.value.reduce((most, strip) => Math.max(most, strip.motion.value?.length ?? 0), 0.1));

// A cycle's last moment is its first.
const COLOURS = ["--accent-text", "--channel-position", "--curve-x", "--channel-angle", "--success-text", "--channel-scale"];
export const keyColour = (index: number, count: number, cyclic: boolean): string => `var(${COLOURS[cyclic && index === count - 1 ? 0 : index % COLOURS.length]})`;
