// Colours of the rig's own marks, in addition to those of draw/colour.ts.
import { colour, fade, MUSTARD } from "../draw/colour.ts";

export const LEAF = colour("#7BA23F"); // the y axis
export const STEEL = colour("#8A94A6"); // guide lines
export const SELECTING = fade(MUSTARD, 0.14); // fill of a selection frame
