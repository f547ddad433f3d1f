// Maps seconds of a take to pixels of its strip.
import { longest, scale } from "./state.ts";
import type { Strip } from "./state.ts";

const EDGE = 8; // px before the first frame and after the last
const CUT_MARGIN = 0.12; // share of a cut's width that is visible before and after it

export interface Ruler {
    readonly x: (seconds: number) => number;
    readonly seconds: (x: number) => number;
}

export function rulerOf(strip: Strip, width: number): Ruler {
    const room = Math.max(1, width - 2 * EDGE);
    const keys = strip.cut?.keytimes;
    const [from, to] = [keys?.[0]?.time ?? 0, keys?.at(-1)?.time ?? longest.value];
    const byCut = scale.value === "cuts" && keys && to > from;
    const start = byCut ? from - CUT_MARGIN * (to - from) : 0;
    const span = byCut ? (1 + 2 * CUT_MARGIN) * (to - from) : longest.value;
    return {
        x: (seconds) => EDGE + ((seconds - start) / span) * room,
        seconds: (x) => start + ((x - EDGE) / room) * span,
    };
}
