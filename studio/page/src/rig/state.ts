// The rig workspace's state beyond the page's own: Build or Try mode, the current tool, and what lies under the
// pointer. A running gesture is in gesture.ts.
import { computed, effect, signal } from "@preact/signals";
import type { Artwork, Handle, Layer } from "../core/project.ts";
import { artwork, selection, workspace } from "../state/app.ts";
import type { Selected } from "../state/app.ts";
import { gesture } from "../tools/gesture.ts";

// Build places handles on the drawing at rest; Try grabs the drawing and poses it.
export type Mode = "build" | "try";
export type ToolId = "select" | "point" | "bone" | "pin" | "join";

export const mode = signal<Mode>("build");
export const toolId = signal<ToolId>("select");
export const showNames = signal(false);

// What a press would grab.
export type Target =
    | { readonly kind: "handle"; readonly name: string; readonly part: "from" | "to" | "whole" }
    | { readonly kind: "layer"; readonly name: string }
    | { readonly kind: "join"; readonly index: number }
    | { readonly kind: "gizmo"; readonly part: GizmoPart };
export type GizmoPart = "turn" | "along" | "across" | "both";
export const hover = signal<Target | null>(null);
// The handle or layer whose row is under the pointer: its heat or its outline is shown meanwhile.
export const rowHover = signal<{ readonly kind: "handle" | "layer"; readonly name: string } | null>(null);
// The triangles are shown while the vertex budget is dragged, regardless of the overlays.
export const budgeting = signal(false);
// Why the artwork cannot be built, "" if it can.
export const trouble = signal<{ readonly message: string; readonly remedy: string } | null>(null);

const modeOfTool: Record<ToolId, Mode | null> = {
    select: null,
    point: "build",
    bone: "build",
    join: "build",
    pin: "try",
};

export function takeTool(id: ToolId): void {
    toolId.value = id;
    hover.value = null; // the hovered object has another meaning now
    if (id === "join") selection.value = []; // the artwork's inspector lists the joins
    mode.value = modeOfTool[id] ?? mode.value;
}
export function enterMode(next: Mode): void {
    mode.value = next;
    hover.value = null;
    const needs = modeOfTool[toolId.value];
    if (needs && needs !== next) toolId.value = "select";
}

const named = (kind: "handle" | "layer"): readonly string[] =>
    selection.value.filter((s) => s.kind === kind).map((s) => s.name);
export const selectedHandles = computed((): readonly Handle[] => {
    const names = named("handle");
    return names.flatMap((name) => artwork.value?.handles.find((h) => h.name === name) ?? []);
});
export const selectedLayers = computed((): readonly Layer[] => {
    const names = named("layer");
    return names.flatMap((name) => artwork.value?.layers.find((l) => l.name === name) ?? []);
});
// The handle with the gizmo: the one selected last.
export const activeHandle = computed((): Handle | null => selectedHandles.value.at(-1) ?? null);

export const indexOfHandle = (of: Artwork, name: string): number => of.handles.findIndex((h) => h.name === name);
export const indexOfLayer = (of: Artwork, name: string): number => of.layers.findIndex((l) => l.name === name);

// Selecting handles keeps the pose selected for which they are dragged.
export const keptSelected = (): readonly Selected[] =>
    workspace.peek() === "poses" ? selection.peek().filter((s) => s.kind === "example") : [];

// Shift adds to the selection, or removes from it.
export function choose(kind: "handle" | "layer", name: string, shift: boolean): void {
    const kept = keptSelected();
    const same = selection.value.filter((s) => s.kind === kind);
    const others = same.filter((s) => s.name !== name);
    if (shift && others.length < same.length) selection.value = [...kept, ...others];
    else selection.value = [...kept, ...(shift ? others : []), { kind, name }];
}

// After a gesture the hovered object may have moved: it is unknown until the pointer's next move.
effect(() => {
    if (!gesture.value) hover.value = null;
});
