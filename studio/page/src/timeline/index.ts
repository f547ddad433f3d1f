// Registers the actions of the timeline; the shell shows the timeline where a scene has puppets.
import { registerTimelineActions } from "./actions.ts";

registerTimelineActions();
