// Imported before any workspace, so that a workspace can replace an action by registering the same id later.
import { registerShellActions } from "./shellactions.ts";

registerShellActions();
