// The takes of a verb for the keytime editor: the core's analysis of each, and its cut.
import { computed, effect, signal } from "@preact/signals";
import type { Cut, TakeSize } from "../core/act.ts";
import type { Keytime, Project, Take, VerbExample } from "../core/project.ts";
import { Refusal } from "../core/studio.ts";
import type { Studio } from "../core/studio.ts";
import { projectFiles } from "../files/session.ts";
import { verb, workspace } from "../state/app.ts";
import { project, revision, studio } from "../state/document.ts";
import { ofProject } from "../state/owned.ts";
import { subject } from "../state/subject.ts";
import { remember, remembered } from "../widgets/memory.ts";

const MOST_SAMPLES = 480; // samples of a foot over a whole take

// The keytime editor is below the stage while a verb is open.
export const keytimesShown = computed(
    (): boolean => workspace.value === "verbs" && subject.value?.kind === "verb" && verb.value !== null,
);

// All strips over the same time range, or each with its cut from edge to edge.
export type Scale = "seconds" | "cuts";
export const scale = signal<Scale>(remembered("keytimes-scale", "seconds"));
effect(() => remember("keytimes-scale", scale.value));

export const chosenKey = signal<number | null>(null); // index of the chosen keytime, in all strips
// The take and time under the pointer, used by the preview of the figure; null: none.
export const hovered = signal<{
    readonly take: number;
    readonly time: number;
    readonly x: number;
    readonly y: number;
} | null>(null);

// ---- The core's analysis of a take ---------------------------------------------------------------------------------

export interface Motion extends TakeSize {
    readonly heights: Float32Array; // metres, one foot after the other, with the same number of samples each
    readonly highest: number;
    readonly stands: readonly (readonly (readonly [number, number])[])[]; // stance intervals of each foot
}
export interface Answer<T> {
    readonly value: T | null;
    readonly problem: { readonly message: string; readonly remedy: string } | null; // set if there is no value
}

function answerOf<T>(question: () => T): Answer<T> {
    try {
        return { value: question(), problem: null };
    } catch (problem) {
        if (!(problem instanceof Refusal)) throw problem;
        return { value: null, problem };
    }
}

function motionOf(core: Studio, take: number): Motion {
    const size = core.takeSize(take);
    // One per frame if there are few enough frames
    const count = Math.min(MOST_SAMPLES, Math.round(size.length * size.rate) + 1);
    const samples = core.takeFeet(take, size.feet, count);
    const heights = new Float32Array(size.feet * count);
    for (let i = 0; i < count; i++)
        for (let f = 0; f < size.feet; f++) heights[f * count + i] = samples[2 * (i * size.feet + f)]!;
    return { ...size, heights, highest: heights.reduce((a, b) => Math.max(a, b), 0.05), stands: core.takeStands(take) };
}

// The results are kept as long as the take, its skeleton and their files are the same.
interface Kept {
    readonly core: Studio;
    readonly take: string;
    readonly bytes: unknown;
    readonly body: unknown;
    readonly motion: Answer<Motion>;
    readonly cuts: Map<boolean, Answer<Cut>>; // suggested cuts, by whether the verb is cyclic
}
const takes = ofProject(() => ({ kept: new Map<string, Kept>() }));

function keepOf(core: Studio, now: Project, take: Take, index: number): Kept {
    const skeleton = now.skeletons.find((one) => one.name === take.skeleton);
    const words = JSON.stringify([take, skeleton?.file, skeleton?.scale, skeleton?.feet]);
    const bytes = projectFiles()?.bytes.get(take.file);
    const body = skeleton && projectFiles()?.bytes.get(skeleton.file);
    const old = takes.kept.get(take.name);
    if (old && old.core === core && old.take === words && old.bytes === bytes && old.body === body) return old;
    const fresh = {
        core,
        take: words,
        bytes,
        body,
        motion: answerOf(() => motionOf(core, index)),
        cuts: new Map<boolean, Answer<Cut>>(),
    };
    takes.kept.set(take.name, fresh);
    return fresh;
}
function suggestionOf(core: Studio, known: Kept, index: number, cyclic: boolean): Answer<Cut> {
    const old = known.cuts.get(cyclic);
    if (old) return old;
    const fresh = answerOf(() => core.takeSuggest(index, cyclic));
    known.cuts.set(cyclic, fresh);
    return fresh;
}

// ---- Strips --------------------------------------------------------------------------------------------------------

export interface Strip {
    readonly example: number;
    readonly take: string;
    readonly takeIndex: number;
    readonly motion: Answer<Motion>;
    // The cut of a take; null if it is not known. `given`: chosen by the artist, with keytimes; "span": only its ends.
    readonly cut: { readonly how: "given" | "span" | "suggested"; readonly keytimes: readonly Keytime[] } | null;
    readonly problem: { readonly message: string; readonly remedy: string } | null;
}

function cutOf(example: VerbExample, suggest: () => Answer<Cut>): Pick<Strip, "cut" | "problem"> {
    const { from, to, keytimes } = example;
    if (keytimes && keytimes.length > 1) return { cut: { how: "given", keytimes }, problem: null };
    if (from !== null && to !== null)
        return {
            cut: {
                how: "span",
                keytimes: [
                    { label: "", time: from },
                    { label: "", time: to },
                ],
            },
            problem: null,
        };
    const { value, problem } = suggest();
    return { cut: value && { how: "suggested", keytimes: value.keytimes }, problem };
}

export const strips = computed((): readonly Strip[] => {
    const [core, of, now] = [studio.value, verb.value, project.value];
    void revision.value; // a file that arrives does not change the project
    if (!core || !of || !keytimesShown.value) return [];
    return of.examples.map((example, i): Strip => {
        const takeIndex = now.takes.findIndex((one) => one.name === example.take);
        const known = keepOf(core, now, now.takes[takeIndex]!, takeIndex);
        const base = { example: i, take: example.take, takeIndex, motion: known.motion };
        if (!known.motion.value) return { ...base, cut: null, problem: known.motion.problem };
        return { ...base, ...cutOf(example, () => suggestionOf(core, known, takeIndex, of.cyclic)) };
    });
});

// The labels that all strips share: those of the first take with keytimes.
export const labels = computed((): readonly string[] => {
    const first = strips.value.find((strip) => strip.cut && strip.cut.how !== "span");
    return first?.cut?.keytimes.map((key) => key.label) ?? [];
});
export const longest = computed((): number =>
    strips.value.reduce((most, strip) => Math.max(most, strip.motion.value?.length ?? 0), 0.1),
);

// The last moment of a cycle is its first.
const COLOURS = [
    "--accent-text",
    "--channel-position",
    "--curve-x",
    "--channel-angle",
    "--success-text",
    "--channel-scale",
];
export const keyColour = (index: number, count: number, cyclic: boolean): string =>
    `var(${COLOURS[cyclic && index === count - 1 ? 0 : index % COLOURS.length]})`;
