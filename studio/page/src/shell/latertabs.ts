// Placeholder tabs of the workspaces that are loaded after the start (state/later.ts).
import { laterWorkspaces } from "../state/later.ts";
import { addWorkspace, type Workspace } from "../state/workspaces.ts";

const Nothing = (): null => null;
const tab = (id: Workspace["id"], label: string, icon: string): Workspace => ({
    id,
    label,
    icon,
    Outliner: Nothing,
    Inspector: Nothing,
    Toolbar: Nothing,
    tool: { draw: () => {} },
    entered: () => laterWorkspaces.load(),
});

addWorkspace(tab("stage", "Stage", "clapperboard"));
addWorkspace(tab("verbs", "Verbs", "person-standing"));
addWorkspace(tab("creatures", "Creatures", "paw-print"));
addWorkspace(tab("lines", "Lines", "spline"));
