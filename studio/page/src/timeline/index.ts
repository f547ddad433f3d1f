// The timeline registers what it can do; the shell shows it where a scene has puppets.
import { registerTimelineActions } from "./actions.ts";

registerTimelineActions();
