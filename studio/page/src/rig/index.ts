// The rig workspace: a drawing gets layers, triangles, handles and bones, and is tried.
import { studio } from "../state/document.ts";
import { addWorkspace, frame } from "../state/workspaces.ts";
import { registerActions } from "./actions.ts";
import { cancel } from "./gesture.ts";
import { Inspector } from "./inspector.tsx";
import { Outliner } from "./outliner.tsx";
import { Overlay } from "./overlay.tsx";
import { hover, rowHover } from "./state.ts";
import { rigTool } from "./tool.ts";
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
  entered: () => frame.request(),
  left() {
    if (studio.peek()) cancel();
    hover.value = null;
    rowHover.value = null;
  },
});
registerActions();
