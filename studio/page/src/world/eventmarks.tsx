// On the timeline of a stage: contacts, as high as the impulse is strong; sensors, zones, broken joints, and who falls
// asleep and wakes.
import type { Staged } from "../core/project.ts";
import type { Mark } from "../core/studio.ts";
import { marks, staged } from "../scene/state.ts";
import { obstacleWords } from "./joints.ts";
import { tip } from "../widgets/tip.ts";

const MIN_HEIGHT = 3; // pixels
const MAX_HEIGHT = 13;

const VERBS: Readonly<Partial<Record<Mark["kind"], string>>> = {
    begin: "touches",
    hit: "hits",
    enter: "enters",
    leave: "leaves",
    "zone-enter": "comes into",
    "zone-leave": "leaves",
    asleep: "falls asleep",
    awake: "wakes",
};

function otherOf(own: Staged, mark: Mark): string {
    if (mark.zone !== null) return ` ${zoneName(own, mark.zone)}`;
    if (mark.other !== null) return ` ${own.actors[mark.other]?.name ?? ""}`;
    if (mark.obstacle === null) return "";
    const obstacle = own.obstacles[mark.obstacle];
    return obstacle ? ` ${obstacleWords(obstacle)}` : "";
}
function zoneName({ zones }: Staged, index: number): string {
    const zone = zones[index];
    return zone?.name ?? (zone ? `the ${zone.kind}` : "a zone");
}
function wordsOf(own: Staged, mark: Mark): string {
    const when = `${mark.time.toFixed(2)} s`;
    const actor = own.actors[mark.actor ?? -1]?.name;
    if (mark.kind === "broken") {
        const joint = own.joints[mark.joint ?? -1];
        return `${when} · ${joint?.name ?? `a ${joint?.kind ?? "joint"}`}${actor ? ` of ${actor}` : ""} broke`;
    }
    const strength = mark.impulse > 0 ? ` · ${mark.impulse.toPrecision(2)} N·s` : "";
    return `${when} · ${actor ?? "something"} ${VERBS[mark.kind] ?? mark.kind}${otherOf(own, mark)}${strength}`;
}

// One mark for each two pixels and kind, so that a heap does not draw thousands. A hit is shown instead of the beginning
// of its touch.
function strongest(all: readonly Mark[], x: (seconds: number) => number, width: number): Mark[] {
    const best = new Map<string, Mark>();
    for (const mark of all) {
        const at = Math.round(x(mark.time) / 2);
        if (at < 0 || at > width / 2) continue;
        const key = `${at} ${mark.kind === "begin" ? "hit" : mark.kind}`;
        const there = best.get(key);
        if (!there || mark.impulse > there.impulse || mark.kind === "hit") best.set(key, mark);
    }
    return [...best.values()];
}

export function EventMarks({ x, width }: { x: (seconds: number) => number; width: number }) {
    const own = staged.value;
    if (!own) return null;
    const most = marks.value.reduce((sum, mark) => Math.max(sum, mark.impulse), 1e-9);
    return (
        <div class="event-marks" data-test="event-marks">
            {strongest(marks.value, x, width).map((mark, i) => {
                const quiet = mark.kind === "asleep" || mark.kind === "awake";
                const share = mark.impulse > 0 ? Math.sqrt(mark.impulse / most) : quiet ? 0.15 : 1;
                return (
                    <span
                        key={i}
                        class={`event-mark ${mark.kind}`}
                        style={{
                            left: `${x(mark.time).toFixed(1)}px`,
                            height: `${(MIN_HEIGHT + (MAX_HEIGHT - MIN_HEIGHT) * share).toFixed(1)}px`,
                        }}
                        {...tip(wordsOf(own, mark))}
                    />
                );
            })}
        </div>
    );
}
