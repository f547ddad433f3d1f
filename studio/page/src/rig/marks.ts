// Colours of the rig's own marks, beside those of draw/colour.ts.
import { colour, fade, MUSTARD } from "../draw/colour.ts";

export const LEAF = colour("#7BA23F"); // along y
export const STEEL = colour("#8A94A6"); // guides
export const SELECTING = fade(MUSTARD, 0.14); // inside a frame
