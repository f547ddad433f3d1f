// Regions of puppets: the part that a handle moves by more than a threshold. The chosen regions, their display on the
// drawing, and the copied ones.
import { computed, signal } from "@preact/signals";
import type { Actor, Artwork } from "../core/project.ts";
import type { Performer, Studio } from "../core/studio.ts";
import { playing, scene } from "../state/app.ts";
import { project } from "../state/document.ts";
import { directed } from "../direct/state.ts";
import { selectedHandles } from "../timeline/state.ts";

export const USUAL = 0.4; // docs/format.md

export interface Region {
    readonly handle: string;
    readonly threshold: number;
}

// ---- The selection

const thresholds = signal<ReadonlyMap<string, number>>(new Map());
const keyOf = (artwork: string, handle: string): string => `${artwork}\n${handle}`;
export const thresholdOf = (artwork: string, handle: string): number =>
    thresholds.value.get(keyOf(artwork, handle)) ?? USUAL;
export function setThreshold(artwork: string, handles: readonly string[], value: number): void {
    thresholds.value = new Map([
        ...thresholds.value,
        ...handles.map((handle) => [keyOf(artwork, handle), value] as const),
    ]);
}

export interface Chosen {
    readonly actor: Actor;
    readonly artwork: Artwork;
    readonly regions: readonly Region[];
}
// The selected handles of the selected puppet.
export const chosen = computed((): Chosen | null => {
    const now = directed.value;
    if (!now) return null;
    const { actor, artwork } = now;
    const known = new Set(artwork.handles.map((h) => h.name));
    const regions = selectedHandles.value
        .filter((name) => known.has(name))
        .map((handle) => ({ handle, threshold: thresholdOf(actor.artwork, handle) }));
    return { actor, artwork, regions };
});

// ---- On the drawing

export const regionsShown = signal(false);

function heat(core: Studio, artwork: Artwork, index: number, regions: readonly Region[]): Float32Array {
    const { weights, vertexCount, handleCount } = core.figure(index);
    const found = new Float32Array(vertexCount);
    for (const { handle, threshold } of regions) {
        const column = artwork.handles.findIndex((h) => h.name === handle);
        for (let v = 0; column >= 0 && v < vertexCount; v++) {
            const weight = weights[v * handleCount + column]!;
            if (weight > threshold) found[v] = Math.max(found[v]!, 0.35 + 0.65 * weight);
        }
    }
    return found;
}
// The heat of each vertex with which the stage draws an actor; null: drawn normally.
export function heatOf(core: Studio, actor: Actor | undefined, performer: Performer): Float32Array | null {
    const now = chosen.peek();
    if (!regionsShown.peek() || playing.peek() || !now?.regions.length || now.actor.name !== actor?.name) return null;
    const index = project.peek().artworks.indexOf(now.artwork);
    return performer.artwork === index ? heat(core, now.artwork, index, now.regions) : null;
}

// ---- Copied regions

export interface Copied {
    readonly scene: string;
    readonly actor: string;
    readonly artwork: string;
    readonly regions: readonly Region[];
}
export const clipboard = signal<Copied | null>(null);
// The source may have been removed meanwhile.
export const copied = computed((): Copied | null => {
    const own = clipboard.value;
    const from = own && project.value.scenes.find((s) => s.name === own.scene);
    return from && "actors" in from && from.actors.some((a) => a.name === own.actor && a.kind === "puppet")
        ? own
        : null;
});
export function copyRegions(): boolean {
    const now = chosen.peek();
    const where = scene.peek()?.name;
    if (!now?.regions.length || where === undefined) return false;
    clipboard.value = { scene: where, actor: now.actor.name, artwork: now.actor.artwork, regions: now.regions };
    regionsShown.value = true;
    return true;
}
