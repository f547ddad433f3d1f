// The rig workspace: a drawing gets layers, triangles, handles and bones, and is tried.
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
import { rigTool, tellHint } from "./tool.ts";
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
    tellHint();
    frame.request();
  },
  left() {
    if (studio.peek()) cancel();
    hover.value = null;
    rowHover.value = null;
  },
});
registerActions();

// What the stage shows beside the project: a frame follows when it changes.
effect(() => {
  for (const shown of [mode, toolId, showNames, rowHover, budgeting]) void shown.value;
  frame.request();
});
effect(() => {
  void [mode.value, toolId.value];
  untracked(() => workspace.value !== "stage" && tellHint());
});
