// Modules loaded on first use: the workspaces that draw in 3-D.
import "./verbs/index.ts";
import "./creatures/index.ts";
import "./lines/index.ts";
