// What is loaded when it is wanted first: the workspaces in space.
import "./verbs/index.ts";
import "./creatures/index.ts";
import "./lines/index.ts";

export { creatureName, gaitName, openMotion, subject } from "./creatures/state.ts";
export { openLine } from "./lines/state.ts";
