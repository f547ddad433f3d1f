// Imported before any workspace, so that what a workspace registers under the same id counts.
import { registerShellActions } from "./shellactions.ts";

registerShellActions();
