// Dragging a key's square on a motion path: it changes the key's value or, with Alt, its time along the handle's path.
import type { Vec2 } from "../core/project.ts";
import { working } from "../draw/loop.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { minus, plus, tidy } from "../tools/geometry.ts";
import type { Gesture } from "../tools/gesture.ts";
import { hasMoved } from "../tools/gesture.ts";
import { clampTime, make, moved, show, snapped, takeBack } from "../timeline/edit.ts";
import type { Change } from "../timeline/edit.ts";
import type { KeyRef } from "../timeline/model.ts";
import { model, offset, selectKeys } from "../timeline/state.ts";
import type { Path } from "./paths.ts";
import { nearestTime } from "./paths.ts";
import type { Directed } from "./state.ts";
import { placingOf } from "./state.ts";

const MIN_KEY_DISTANCE = 1e-3; // seconds: a key does not coincide with its neighbour

// Limits the time to the interval between the keys before and after it.
function clampToNeighbours(ref: KeyRef, to: number): number {
    const keys = model.peek()?.tracks.get(ref.id)?.keys ?? [];
    const [before, after] = [keys[ref.index - 1]?.key.time, keys[ref.index + 1]?.key.time];
    return clampTime(
        Math.min(
            after === undefined ? Infinity : after - MIN_KEY_DISTANCE,
            Math.max(before === undefined ? 0 : before + MIN_KEY_DISTANCE, to),
        ),
    );
}

export function dragKey(own: Directed, path: Path, ref: KeyRef, begun: StagePointer, zoom: number): Gesture | null {
    const placing = placingOf(own.index);
    if (!placing) return null;
    selectKeys([ref]);
    const start: Vec2 = [begun.x, begun.y];
    const first = ref.key.value as Vec2;
    const changesTime = begun.alt;
    let change: Change | null = null;
    let description = changesTime ? "Drag along the path" : "Move";
    const changeAt = (pointer: StagePointer): Change => {
        const point: Vec2 = [pointer.x, pointer.y];
        if (changesTime) {
            const near = nearestTime(path, point, offset.peek() + ref.key.time, 4 / zoom);
            const to = clampToNeighbours(
                ref,
                near === null ? ref.key.time : snapped(near - offset.peek(), pointer.shift),
            );
            description = `At ${to.toFixed(2)} s`;
            return moved([ref], () => to);
        }
        const by = minus(placing.toValue(point), placing.toValue(start));
        description = `Move by ${minus(point, start)
            .map((v) => v.toFixed(2))
            .join(", ")} m`;
        return moved(
            [ref],
            () => ref.key.time,
            () => plus(first, by).map(tidy) as unknown as Vec2,
        );
    };
    return {
        cursor: changesTime ? "ew-resize" : "grabbing",
        hint: () => `${description} · Esc takes it back`,
        move(pointer) {
            if (!change && !hasMoved(begun, pointer)) return;
            change = changeAt(pointer);
            working(() => show(change!));
        },
        finish() {
            if (change) make(change);
            else takeBack();
        },
        cancel: takeBack,
    };
}
