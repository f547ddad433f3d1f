// The height of a take's feet over time, and the intervals in which they stand.
import type { Ruler } from "./scale.ts";
import type { Motion } from "./state.ts";

const STANCE_HEIGHT = 7; // px below the ground, where stance is marked by a line for each foot
const LINE = 3;

interface CurvesProps {
    motion: Motion;
    ruler: Ruler;
    height: number;
}

export function Curves({ motion, ruler, height }: CurvesProps) {
    const { feet, heights, highest, length, stands } = motion;
    const count = feet > 0 ? heights.length / feet : 0;
    const ground = height - STANCE_HEIGHT;
    const y = (metres: number): number => ground - (metres / highest) * (ground - 6);
    const outline = (foot: number): string => {
        let path = `M${ruler.x(0).toFixed(1)},${ground}`;
        for (let i = 0; i < count; i++)
            path += `L${ruler.x((i / (count - 1)) * length).toFixed(1)},${y(heights[foot * count + i]!).toFixed(1)}`;
        return `${path}L${ruler.x(length).toFixed(1)},${ground}Z`;
    };
    const all = [...Array(feet).keys()];
    return (
        <g class="feet">
            <line class="feet-ground" x1={ruler.x(0)} x2={ruler.x(length)} y1={ground} y2={ground} />
            {all.map((foot) => (
                <path key={foot} class={`foot foot-${foot % 4}`} d={outline(foot)} />
            ))}
            {all.flatMap((foot) =>
                (stands[foot] ?? []).map(([from, to]) => (
                    <rect
                        key={`${foot} ${from}`}
                        class={`stand foot-${foot % 4}`}
                        x={ruler.x(from)}
                        width={Math.max(1, ruler.x(to) - ruler.x(from))}
                        y={ground + 1 + (foot % 2) * LINE}
                        height={LINE - 1}
                        rx={1}
                    />
                )),
            )}
        </g>
    );
}
