// A key's square on a motion path that is dragged: its value, or with Alt its time, along the way that the handle goes.
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

const APART = 1e-3; // seconds: a key does not land on its neighbour

// Between the keys before and after it.
function between(ref: KeyRef, to: number): number {
  const keys = model.peek()?.tracks.get(ref.id)?.keys ?? [];
  const [before, after] = [keys[ref.index - 1]?.key.time, keys[ref.index + 1]?.key.time];
  return clampTime(Math.min(after === undefined ? Infinity : after - APART, Math.max(before === undefined ? 0 : before + APART, to)));
}

export function dragKey(own: Directed, path: Path, ref: KeyRef, begun: StagePointer, zoom: number): Gesture | null {
  const placing = placingOf(own.index);
  if (!placing) return null;
  selectKeys([ref]);
  const start: Vec2 = [begun.x, begun.y];
  const first = ref.key.value as Vec2;
  const inTime = begun.alt;
  let change: Change | null = null;
  let says = inTime ? "Drag along the path" : "Move";
  const changed = (pointer: StagePointer): Change => {
    const point: Vec2 = [pointer.x, pointer.y];
    if (inTime) {
      const near = nearestTime(path, point, offset.peek() + ref.key.time, 4 / zoom);
      const to = between(ref, near === null ? ref.key.time : snapped(near - offset.peek(), pointer.shift));
      says = `At ${to.toFixed(2)} s`;
      return moved([ref], () => to);
    }
    const by = minus(placing.toValue(point), placing.toValue(start));
    says = `Move by ${minus(point, start).map((v) => v.toFixed(2)).join(", ")} m`;
    return moved([ref], () => ref.key.time, () => plus(first, by).map(tidy) as unknown as Vec2);
  };
  return {
    cursor: inTime ? "ew-resize" : "grabbing",
    hint: () => `${says} · Esc takes it back`,
    move(pointer) {
      if (!change && !hasMoved(begun, pointer)) return;
      change = changed(pointer);
      working(() => show(change!));
    },
    finish() {
      if (change) make(change);
      else takeBack();
    },
    cancel: takeBack,
  };
}
