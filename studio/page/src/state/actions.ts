// Everything that can be done by name: the menu, the palette, the shortcut sheet and the keyboard all read this list. A
// workspace registers its own when the page starts.
import { signal } from "@preact/signals";
import type { WorkspaceId } from "./app.ts";

export interface Action {
  readonly id: string; // "rig.pin"
  readonly label: string; // "Pin or free the handle"
  readonly menu?: "File" | "Edit" | "View" | "Rig" | "Poses" | "Stage" | "Help"; // missing: palette and keyboard only
  readonly group?: number; // a line between groups of a menu
  readonly icon?: string; // Lucide's name
  readonly keys?: readonly string[]; // "Mod+Shift+Z", "Space", "K", "?"; Mod is Ctrl, or Cmd on a Mac
  readonly workspaces?: readonly WorkspaceId[]; // missing: everywhere
  readonly enabled?: () => boolean;
  readonly checked?: () => boolean; // a switch
  readonly run: () => void;
}

export const actions = signal<readonly Action[]>([]);

export function register(...added: readonly Action[]): void {
  const ids = new Set(added.map((a) => a.id));
  actions.value = [...actions.value.filter((a) => !ids.has(a.id)), ...added];
}
export function find(id: string): Action | undefined {
  return actions.value.find((a) => a.id === id);
}
export function run(id: string): void {
  const action = find(id);
  if (action && (action.enabled?.() ?? true)) action.run();
}
