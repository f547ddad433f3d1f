// The registry of named actions: the menu, the palette, the shortcut sheet and the keyboard all read it. Each
// workspace registers its own actions when the page starts; if two share an id, the one registered later wins.
import { signal } from "@preact/signals";
import type { WorkspaceId } from "./app.ts";
import { workspace } from "./app.ts";

export type MenuName =
    | "File"
    | "Edit"
    | "View"
    | "Rig"
    | "Poses"
    | "Stage"
    | "Verbs"
    | "Creatures"
    | "Lines"
    | "Timeline"
    | "Help";

export interface Action {
    readonly id: string; // "rig.pin"
    readonly label: string; // "Pin or free the handle"
    readonly menu?: MenuName; // omitted: palette and keyboard only
    readonly group?: number; // menus draw a line between groups
    readonly icon?: string; // name of a Lucide icon
    readonly keys?: readonly string[]; // "Mod+Shift+Z", "Space", "K", "?"; Mod is Ctrl, or Cmd on a Mac
    readonly workspaces?: readonly WorkspaceId[]; // omitted: available everywhere
    readonly enabled?: () => boolean;
    readonly checked?: () => boolean; // whether a switch is on
    readonly repeats?: boolean; // repeats while its key is held, as steps do
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

// The action that these keys run in the current workspace: actions of the workspace precede global ones, and later
// registrations precede earlier ones.
export function actionFor(keys: string): Action | undefined {
    const fitting = actions.value.filter((a) => a.keys?.includes(keys) && belongs(a) && isEnabled(a));
    return fitting.filter((a) => a.workspaces).at(-1) ?? fitting.at(-1);
}
