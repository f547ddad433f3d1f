// What the whole page knows: which workspace, what is selected, what is shown. Signals; components read them, actions and
// workspaces set them.
import { computed, signal } from "@preact/signals";
import type { Artwork, Scene, Verb } from "../core/project.ts";
import { project } from "./document.ts";

export type WorkspaceId = "rig" | "poses" | "stage" | "verbs" | "creatures" | "lines";
export const workspace = signal<WorkspaceId>("rig");

// The artwork, the scene and the verb that are worked on, by name: names survive reordering. null: the first.
export const artworkName = signal<string | null>(null);
export const sceneName = signal<string | null>(null);
export const verbName = signal<string | null>(null);

export type SelectionKind = "artwork" | "layer" | "handle" | "example" | "scene" | "actor" | "obstacle" | "behaviour" | "state" | "transition" | "pin" | "family";
export interface Selected {
  readonly kind: SelectionKind;
  readonly name: string; // of the thing; an obstacle's, a transition's or a pin's index as text
}
// What is selected inside the current artwork or scene; the last is the one that the inspector shows.
export const selection = signal<readonly Selected[]>([]);
export const isSelected = (kind: SelectionKind, name: string): boolean => selection.value.some((s) => s.kind === kind && s.name === name);
export function select(kind: SelectionKind, name: string, add = false): void {
  const rest = add ? selection.value.filter((s) => !(s.kind === kind && s.name === name)) : [];
  selection.value = [...rest, { kind, name }];
}

const indexOf = <T extends { name: string }>(items: readonly T[], name: string | null): number =>
  Math.max(0, items.findIndex((item) => item.name === name));

// −1 where there is none.
export const artworkIndex = computed((): number => (project.value.artworks.length ? indexOf(project.value.artworks, artworkName.value) : -1));
export const artwork = computed((): Artwork | null => project.value.artworks[artworkIndex.value] ?? null);
export const sceneIndex = computed((): number => (project.value.scenes.length ? indexOf(project.value.scenes, sceneName.value) : -1));
export const verbIndex = computed((): number => (project.value.verbs.length ? indexOf(project.value.verbs, verbName.value) : -1));
export const verb = computed((): Verb | null => project.value.verbs[verbIndex.value] ?? null);
export const scene = computed((): Scene | null => project.value.scenes[sceneIndex.value] ?? null);

// What the stage shows beside the drawing.
export const overlays = signal({
  mesh: false,
  weights: false, // of the selected handle
  handles: true,
  ghosts: true,
  contacts: false,
  neighbourhoods: false,
  goals: false,
  velocities: false,
  grid: false,
});

// Transport: the timeline strip shows it, the stage workspace moves it.
export const playing = signal(false);
export const recording = signal(false);
export const time = signal(0); // seconds shown
export const duration = signal(5); // of the scene, seconds
export const rate = signal(60); // frames a second of the ruler
export const looping = signal(true); // from the end it goes on at the start
export const playRange = signal<{ readonly from: number; readonly to: number } | null>(null); // null: all of the scene

// What the last frame cost: script time in milliseconds, and what was drawn.
export const frameCost = signal({ milliseconds: 0, vertices: 0, draws: 0 });
// One line at the bottom: what the tool under the pointer does.
export const hint = signal("");
