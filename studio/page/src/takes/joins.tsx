// Lines between strips that connect the same keytime of all takes.
import { verb } from "../state/app.ts";
import { rulerOf } from "./scale.ts";
import { chosenKey, keyColour, strips } from "./state.ts";
import { STRIP } from "./strip.tsx";

const STRIP_GAP = 12; // px between strips: the height that a line spans

export function Joins({ width }: { width: number }) {
    const shown = strips.value;
    const cyclic = verb.value?.cyclic ?? false;
    const lines = shown.slice(1).flatMap((below, i) => {
        const above = shown[i]!;
        const [a, b] = [above.cut, below.cut];
        if (!a || !b || !above.motion.value || !below.motion.value || a.keytimes.length !== b.keytimes.length)
            return [];
        const [up, down] = [rulerOf(above, width), rulerOf(below, width)];
        const top = (i + 1) * (STRIP + STRIP_GAP) - STRIP_GAP;
        const path = (x1: number, x2: number): string =>
            `M${x1},${top}C${x1},${top + STRIP_GAP} ${x2},${top} ${x2},${top + STRIP_GAP}`;
        return a.keytimes.map((key, k) => ({
            k,
            id: `${i} ${k}`,
            count: a.keytimes.length,
            d: path(up.x(key.time), down.x(b.keytimes[k]!.time)),
        }));
    });
    return (
        <svg class="joins" width={width} height={shown.length * (STRIP + STRIP_GAP)} aria-hidden="true">
            {lines.map(({ id, k, count, d }) => (
                <path
                    key={id}
                    class={chosenKey.value === k ? "chosen" : ""}
                    style={{ stroke: keyColour(k, count, cyclic) }}
                    d={d}
                />
            ))}
        </svg>
    );
}
