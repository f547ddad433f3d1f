// Reading SVG, which is loaded later: only imports of drawings need it.
import { LaterPart } from "../state/later.ts";
import type { drawSvg } from "./svgdraw.ts";

export const svgReader = new LaterPart<typeof drawSvg>();
