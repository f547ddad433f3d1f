// The rig workspace: adding layers, triangles, handles and bones to a drawing, and trying them.
import { effect, untracked } from "@preact/signals";
import { workspace } from "../state/app.ts";
import { studio } from "../state/document.ts";
import { addWorkspace, frame } from "../state/workspaces.ts";
import { registerActions } from "./actions.ts";
import { cancel } from "../tools/gesture.ts";
import { Inspector } from "./inspector.tsx";
import { Outliner } from "./outliner.tsx";
import { Overlay } from "./overlay.tsx";
import { budgeting, hover, mode, rowHover, showNames, toolId } from "./state.ts";
import { rigTool, updateHint } from "./tool.ts";
import { Toolbar } from "./toolbar.tsx";

addWorkspace({
    id: "rig",
    label: "Rig",
    icon: "bone",
    Outliner,
    Inspector,
    Toolbar,
    Overlay,
    tool: rigTool,
    entered() {
        updateHint();
        frame.request();
        return () => {
            if (studio.peek()) cancel();
            hover.value = null;
            rowHover.value = null;
        };
    },
});
registerActions();

// View settings beside the project: the stage is redrawn when they change.
effect(() => {
    for (const shown of [mode, toolId, showNames, rowHover, budgeting]) void shown.value;
    frame.request();
});
effect(() => {
    void [mode.value, toolId.value];
    untracked(() => workspace.value !== "stage" && updateHint());
});
