// The times of the ghosts: a few moments before and after the shown one, within the line.
import { time } from "../state/app.ts";
import { length } from "./state.ts";

const PER_SIDE = 3; // on either side
const INTERVAL = 0.1; // seconds

export interface GhostTime {
    readonly at: number;
    readonly after: boolean;
    readonly strength: number; // 0…1, larger for nearer moments
}
export function ghostTimes(each = PER_SIDE, apart = INTERVAL): readonly GhostTime[] {
    const all: GhostTime[] = [];
    for (let i = each; i >= 1; i--)
        for (const after of [false, true]) {
            const at = time.peek() + (after ? 1 : -1) * i * apart;
            if (at >= 0 && at <= length.peek() + 1e-6) all.push({ at, after, strength: 1 - (i - 1) / (each + 1) });
        }
    return all;
}
