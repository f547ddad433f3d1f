// The state of the pose workspace, and its operations on poses. Every change is a command; the drawing is the core's.
import { computed, effect, signal, untracked } from "@preact/signals";
import type { Artwork, Command, Example } from "../core/project.ts";
import { artwork, artworkIndex, selection } from "../state/app.ts";
import { ask, freeName, project, revision, send, studio } from "../state/document.ts";
import { ofProject } from "../state/owned.ts";
import { frame } from "../state/workspaces.ts";

// The place of the dot on the board while it is not on an example: a weight for each example.
export const dot = signal<Float32Array | null>(null);

const isExample = (s: { kind: string }): boolean => s.kind === "example";
export const selectedExamples = computed((): readonly Example[] => {
    const names = selection.value.filter(isExample).map((s) => s.name);
    return (artwork.value?.examples ?? []).filter((e) => names.includes(e.name));
});
// The example that is being edited: the one selected last, unless the dot is elsewhere.
export const current = computed((): Example | null => {
    if (dot.value) return null;
    const last = selection.value.filter(isExample).at(-1)?.name;
    return artwork.value?.examples.find((e) => e.name === last) ?? null;
});
export const exampleIndex = (own: Artwork, name: string): number => own.examples.findIndex((e) => e.name === name);

// The artwork, pose and place that the figure was last asked to show: asking again would end a pose made by hand.
const figure = ofProject(() => ({ shown: "" }));

// Makes the figure show what the board selects: an example, a place, or the rest pose.
export function showCurrent(again = false): void {
    const core = studio.value;
    const own = artwork.value;
    if (!core || !own) return;
    const example = current.value;
    const wanted = `${own.name}/${dot.value ? `dot ${dot.value.join()}` : example ? `example ${example.name}` : "rest"}`;
    if (wanted === figure.shown && !again) return;
    figure.shown = wanted;
    const [place, index] = [dot.value, artworkIndex.value];
    ask(() => {
        if (place) core.showPlace(index, place);
        else if (example) core.showExample(index, exampleIndex(own, example.name));
        else core.showRest(index);
    });
    revision.value++;
    frame.request();
}
export const forgetShown = (): void => {
    figure.shown = "";
};

// Undo, rename and other commands change an example: the figure follows, unless it is posed by hand.
export function follow(): () => void {
    let last = project.peek();
    return effect(() => {
        const now = project.value;
        void [studio.value, artworkIndex.value, current.value, dot.value];
        untracked(() => {
            const again = now !== last;
            last = now;
            if (dot.value && dot.value.length !== (artwork.value?.examples.length ?? 0)) dot.value = null;
            if (again && !current.value && !dot.value && isPosed()) return;
            showCurrent(again);
        });
    });
}
function isPosed(): boolean {
    return ask((core) => artworkIndex.peek() >= 0 && core.figure(artworkIndex.peek()).posed) ?? false;
}

// ---- Commands

const inArtwork = (command: Command): Command => ({ ...command, artwork: artwork.value?.name ?? "" });

// Stores the current pose in `name`, or as a new example.
export function keepPose(name?: string): void {
    const own = artwork.value;
    if (!own) return;
    const target = name ?? freeName(own.examples.length ? "pose" : "rest", own.examples);
    const command = ask((core) => core.keep(artworkIndex.value, target), true);
    if (command && send(command)) showExample(target);
}
// The selected handle stays selected, so that it can be compared from pose to pose.
export function showExamples(names: readonly string[]): void {
    dot.value = null;
    const handles = selection.value.filter((s) => s.kind === "handle");
    selection.value = [...handles, ...names.map((name) => ({ kind: "example", name }) as const)];
    showCurrent();
}
export function showExample(name: string, add = false): void {
    const others = add ? selection.value.filter((s) => isExample(s) && s.name !== name).map((s) => s.name) : [];
    showExamples([...others, name]);
}
export function showRest(): void {
    showExamples([]);
    showCurrent(true);
}
export function duplicate(name: string): void {
    const own = artwork.value;
    if (!own) return;
    const copy = freeName(`${name} copy`, own.examples);
    if (send(inArtwork({ do: "example.duplicate", example: name, name: copy }))) showExample(copy);
}
// Mirrors left and right; as a new pose, or in place.
export function mirror(name: string, asNew: boolean): void {
    const own = artwork.value;
    if (!own) return;
    const copy = freeName(`${name} mirrored`, own.examples);
    if (
        send(
            inArtwork(
                asNew ? { do: "example.mirror", example: name, name: copy } : { do: "example.mirror", example: name },
            ),
        )
    )
        showExample(asNew ? copy : name);
}
export function remove(names: readonly string[]): void {
    if (names.length === 0) return;
    if (send(names.map((example) => inArtwork({ do: "example.remove", example })))) {
        selection.value = [];
        dot.value = null;
        showCurrent();
    }
}
export function rename(name: string, to: string): void {
    if (to && to !== name && send(inArtwork({ do: "example.rename", example: name, to }))) showExample(to);
}
export const link = (names: readonly string[]): boolean => send(inArtwork({ do: "complex.link", examples: names }));
export const unlink = (names: readonly string[]): boolean => send(inArtwork({ do: "complex.unlink", examples: names }));

// ---- The complex for the board

export interface Simplices {
    readonly segments: readonly (readonly [number, number])[]; // including the sides of triangles
    readonly triangles: readonly (readonly [number, number, number])[];
}
export function simplicesOf(own: Artwork): Simplices {
    const segments = new Map<string, readonly [number, number]>();
    const triangles: (readonly [number, number, number])[] = [];
    const side = (a: number, b: number): void => {
        segments.set(`${Math.min(a, b)},${Math.max(a, b)}`, [Math.min(a, b), Math.max(a, b)]);
    };
    for (const names of own.complex) {
        const [a, b, c] = names.map((n) => exampleIndex(own, n));
        if (a === undefined || b === undefined) continue;
        side(a, b);
        if (c === undefined) continue;
        side(b, c);
        side(a, c);
        triangles.push([a, b, c]);
    }
    return { segments: [...segments.values()], triangles };
}

// The poses that blend with those of this place, shown as ghosts.
export function neighboursOf(own: Artwork, weights: ArrayLike<number>): number[] {
    const { segments } = simplicesOf(own);
    const here = new Set<number>();
    for (let i = 0; i < weights.length; i++) if (weights[i]! > 1e-3) here.add(i);
    const near = new Set<number>();
    for (const [a, b] of segments) {
        if (here.has(a) && !here.has(b)) near.add(b);
        if (here.has(b) && !here.has(a)) near.add(a);
    }
    if (here.size > 1) for (const own of here) near.add(own);
    return [...near].sort((a, b) => a - b);
}
