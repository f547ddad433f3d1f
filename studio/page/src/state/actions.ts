// Everything that can be done by name: the menu, the palette, the shortcut sheet and the keyboard all read this list. A
// workspace registers its own when the page starts; the later of two with one id counts.
import { signal } from "@preact/signals";
import type { WorkspaceId } from "./app.ts";
import { workspace } from "./app.ts";

export type MenuName = "File" | "Edit" | "View" | "Rig" | "Poses" | "Stage" | "Verbs" | "Creatures" | "Lines" | "Timeline" | "Help";

export interface Action {
  readonly id: string; // "rig.pin"
  readonly label: string; // "Pin or free the handle"
  readonly menu?: MenuName; // missing: palette and keyboard only
  readonly group?: number; // a line between groups of a menu
  readonly icon?: string; // Lucide's name
  readonly keys?: readonly string[]; // "Mod+Shift+Z", "Space", "K", "?"; Mod is Ctrl, or Cmd on a Mac
  readonly workspaces?: readonly WorkspaceId[]; // missing: everywhere
  readonly enabled?: () => boolean;
  readonly checked?: () => boolean; // a switch
  readonly repeats?: boolean; // while its key is held: steps
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
export function isEnabled(action: Action): boolean {
  return action.enabled?.() ?? true;
}
export function belongs(action: Action): boolean {
  return action.workspaces?.includes(workspace.value) ?? true;
}
export function run(id: string): void {
  const action = find(id);
  if (action && isEnabled(action)) action.run();
}

// What these keys do here and now: what the workspace itself brings goes before what holds everywhere, and the later
// before the earlier.
export function actionFor(keys: string): Action | undefined {
  const fitting = actions.value.filter((a) => a.keys?.includes(keys) && belongs(a) && isEnabled(a));
  return fitting.filter((a) => a.workspaces).at(-1) ?? fitting.at(-1);
}
