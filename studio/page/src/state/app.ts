// State shared by the whole page: the current workspace, the selection and what is shown. All of it is signals;
// components read them, actions and workspaces set them.
import { computed, signal } from "@preact/signals";
import type { Artwork, Scene, Verb } from "../core/project.ts";
import { project } from "./document.ts";

export type WorkspaceId = "rig" | "poses" | "stage" | "verbs" | "creatures" | "lines";
export const workspace = signal<WorkspaceId>("rig");

// The current artwork, scene and verb, by name, because names survive reordering. null: the first one.
export const artworkName = signal<string | null>(null);
export const sceneName = signal<string | null>(null);
export const verbName = signal<string | null>(null);

export type SelectionKind =
    | "artwork"
    | "layer"
    | "handle"
    | "example"
    | "scene"
    | "actor"
    | "obstacle"
    | "joint"
    | "zone"
    | "behaviour"
    | "state"
    | "transition"
    | "pin"
    | "family";
export interface Selected {
    readonly kind: SelectionKind;
    readonly name: string; // the thing's name; for an obstacle, a joint, a zone, a transition or a pin, its index as text
}
// The selection inside the current artwork or scene; the inspector shows the last item.
export const selection = signal<readonly Selected[]>([]);
export const isSelected = (kind: SelectionKind, name: string): boolean =>
    selection.value.some((s) => s.kind === kind && s.name === name);
export function select(kind: SelectionKind, name: string, add = false): void {
    const rest = add ? selection.value.filter((s) => !(s.kind === kind && s.name === name)) : [];
    selection.value = [...rest, { kind, name }];
}

const indexOf = <T extends { name: string }>(items: readonly T[], name: string | null): number =>
    Math.max(
        0,
        items.findIndex((item) => item.name === name),
    );

// −1 if there is none.
export const artworkIndex = computed((): number =>
    project.value.artworks.length ? indexOf(project.value.artworks, artworkName.value) : -1,
);
export const artwork = computed((): Artwork | null => project.value.artworks[artworkIndex.value] ?? null);
export const sceneIndex = computed((): number =>
    project.value.scenes.length ? indexOf(project.value.scenes, sceneName.value) : -1,
);
export const verbIndex = computed((): number =>
    project.value.verbs.length ? indexOf(project.value.verbs, verbName.value) : -1,
);
export const verb = computed((): Verb | null => project.value.verbs[verbIndex.value] ?? null);
export const scene = computed((): Scene | null => project.value.scenes[sceneIndex.value] ?? null);

// What the stage shows in addition to the drawing.
export const overlays = signal({
    mesh: false,
    weights: false, // weights of the selected handle
    handles: true,
    ghosts: true,
    contacts: false,
    neighbourhoods: false,
    goals: false,
    velocities: false,
    grid: false,
});

// Transport: the timeline strip shows it, the stage workspace advances it.
export const playing = signal(false);
export const recording = signal(false);
export const time = signal(0); // time shown, seconds
export const duration = signal(5); // length of the scene, seconds
export const rate = signal(60); // frames per second of the ruler
export const looping = signal(true); // playback restarts when it reaches the end
export const playRange = signal<{ readonly from: number; readonly to: number } | null>(null); // null: the whole scene

// Cost of the last frame: script time in milliseconds, and the number of things drawn.
export const frameCost = signal({ milliseconds: 0, vertices: 0, draws: 0 });
// The hint in the status line: what the tool under the pointer does.
export const hint = signal("");
