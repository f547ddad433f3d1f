// The targets of the motion, which games set, as balls that can be dragged. They are shown for the active creature;
// other creatures have theirs at the same place relative to their height.
import type { Vec3 } from "../core/project.ts";
import { add, seenAt, type Point } from "../draw/space.ts";
import { drag } from "../widgets/gesture.ts";
import { activeBody, herd, putTarget, targetAt, usedTargets } from "./state.ts";
import { draggedTo, sight, focusView } from "./tools.ts";

const member = (): number => activeBody.value?.member ?? 0;
const round = (v: number): number => Math.round(v * 1e3) / 1e3;

function worldOf(index: number): { place: Point; stands: Point; height: number } | null {
    const one = herd()?.members[member()];
    if (!one || one.height <= 0) return null;
    const at = targetAt(index);
    const stands: Point = [one.x, 0, one.z];
    return {
        stands,
        height: one.height,
        place: add(stands, [at[0] * one.height, at[1] * one.height, at[2] * one.height]),
    };
}
function begin(event: PointerEvent, index: number): void {
    const [now, world] = [sight.peek(), worldOf(index)];
    if (event.button !== 0 || !now || !world) return;
    event.preventDefault();
    event.stopPropagation();
    focusView();
    const before = targetAt(index);
    const grabbed = draggedTo(event, now, world.place, "free") ?? world.place;
    drag(event, {
        move(e) {
            const to = draggedTo(e, now, world.place, e.shiftKey ? "xz" : "free");
            if (!to) return;
            const put = [0, 1, 2].map((i) => round(before[i]! + (to[i]! - grabbed[i]!) / world.height));
            putTarget(index, put as unknown as Vec3);
        },
        cancel: () => putTarget(index, before),
    });
}
function nudgeByKey(event: KeyboardEvent, index: number): void {
    const ways: Record<string, Point> = {
        ArrowLeft: [0.02, 0, 0],
        ArrowRight: [-0.02, 0, 0],
        ArrowUp: [0, 0.02, 0],
        ArrowDown: [0, -0.02, 0],
        PageUp: [0, 0, 0.02],
        PageDown: [0, 0, -0.02],
    };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    putTarget(index, add(targetAt(index), way).map(round) as unknown as Vec3);
}

export function TargetBalls() {
    const now = sight.value;
    if (!now) return null;
    return (
        <>
            {usedTargets.value.map((index) => {
                const world = worldOf(index);
                const at = world && seenAt(now.eye, now.width, now.height, world.place);
                const foot = world && seenAt(now.eye, now.width, now.height, [world.place[0], 0, world.place[2]]);
                if (!at || !foot) return null;
                return (
                    <div key={index}>
                        <span
                            class="target-stem"
                            style={{
                                left: `${at.x}px`,
                                top: `${Math.min(at.y, foot.y)}px`,
                                height: `${Math.abs(foot.y - at.y)}px`,
                            }}
                        />
                        <button
                            type="button"
                            class="target-ball"
                            style={{ transform: `translate(${at.x}px, ${at.y}px)` }}
                            aria-label={`Target ${index}; arrow keys move it`}
                            onPointerDown={(event) => begin(event, index)}
                            onKeyDown={(event) => nudgeByKey(event, index)}
                            data-test={`target-${index}`}
                        >
                            <span>{usedTargets.value.length > 1 ? index : ""}</span>
                        </button>
                    </div>
                );
            })}
        </>
    );
}
