// Workspaces in space are loaded when one of them is entered first: most projects begin with a drawing, and need not wait for them. Until
// then their tabs stand for them.
import { tell } from "../state/messages.ts";
import { addWorkspace, type Workspace } from "../state/workspaces.ts";

type Later = typeof import("../later.ts");
let loading: Promise<Later> | null = null;

export function loadLater(): Promise<Later> {
  loading ??= import("../later.ts").catch((problem: unknown) => {
    loading = null; // another try may do better
    tell("error", "This workspace could not be loaded.", "Is the server still running? Choose the workspace again.");
    throw problem;
  });
  return loading;
}
// For what can do without: errors are told already.
export const loadSoon = (then: (later: Later) => void = () => {}): void => void loadLater().then(then, () => {});

const Nothing = (): null => null;
const tab = (id: Workspace["id"], label: string, icon: string): Workspace => ({ id, label, icon, Outliner: Nothing, Inspector: Nothing, Toolbar: Nothing, tool: { draw: () => {} }, entered: () => loadSoon() });

addWorkspace(tab("verbs", "Verbs", "person-standing"));
addWorkspace(tab("creatures", "Creatures", "paw-print"));
addWorkspace(tab("lines", "Lines", "spline"));
