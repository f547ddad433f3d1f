// Gestures that arrange a stage: dragging actors, and G, R and S, by which actors, ground and zones are moved, turned and
// scaled. Each is previewed while it lasts and becomes one step of undo.
import type { Actor, Command, Obstacle, Vec2, Zone } from "../core/project.ts";
import { rounded, selectedActors, setActor, setObstacle, staged } from "../scene/state.ts";
import { selection } from "../state/app.ts";
import { endPreview, preview, send, studio } from "../state/document.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { minus, plus } from "../tools/geometry.ts";
import type { Gesture } from "../tools/gesture.ts";
import { Modal, moved } from "../tools/modal.ts";
import type { Change, Verb } from "../tools/modal.ts";
import { frameOf } from "../world/anchors.ts";
import type { Frame } from "../world/anchors.ts";
import { hasPath, keyed, middleOf, setPath } from "../world/paths.ts";
import { isPlaced } from "../world/pathtool.ts";
import { previewGesture } from "../world/previewed.ts";
import { setZone } from "../world/zones.ts";

export type { Verb };

const at = (pointer: StagePointer): Vec2 => [pointer.x, pointer.y];
const round4 = (value: number): number => Math.round(value * 1e4) / 1e4;
const MIN_FACTOR = 0.05;

export function moveActors(actors: readonly Actor[], begun: StagePointer, first?: () => void): Gesture {
    let by: Vec2 = [0, 0];
    return previewGesture({
        cursor: "grabbing",
        begun,
        first,
        says: () => `Move by ${by.map((v) => v.toFixed(2)).join(", ")} m · Shift: one axis · Esc takes it back`,
        change(pointer) {
            by = minus(at(pointer), at(begun));
            if (pointer.shift) by = Math.abs(by[0]) > Math.abs(by[1]) ? [by[0], 0] : [0, by[1]];
            return actors.map((actor) => setActor(actor.name, { at: rounded(plus(actor.at, by)) }));
        },
    });
}

// ---- G, R and S

// Drawings grow evenly: by what the pointer or the digits say along either axis.
function evenly({ factor: [x, y] }: Change): number {
    return Math.max(MIN_FACTOR, Math.abs(Math.abs(x - 1) > Math.abs(y - 1) ? x : y));
}
function changeActor(actor: Actor, centre: Vec2, change: Change): Command {
    const even = { ...change, factor: [evenly(change), evenly(change)] as const };
    return setActor(actor.name, {
        at: rounded(moved(actor.at, centre, even)),
        angle: round4(actor.angle + change.angle),
        scale: round4(actor.scale * even.factor[0]),
    });
}
// Corners that are where their numbers say change themselves; of others the origin does, and their size about it.
function changeOutline(item: Obstacle | Zone, placed: boolean, centre: Vec2, change: Change): Record<string, unknown> {
    const points = item.points ?? [];
    if (!placed) return { points: points.map((point) => rounded(moved(point, centre, change))) };
    const own: Change = { ...change, by: [0, 0], angle: 0 };
    return {
        at: rounded(moved(item.at, centre, change)),
        angle: round4(item.angle + change.angle),
        points: points.map((point) => rounded(moved(point, [0, 0], own))),
    };
}
interface ChosenObstacle {
    readonly item: Obstacle;
    readonly index: number;
    readonly begun: Frame; // where it was before the gesture
}
// One with a path is keyed at the time shown, as it then is.
function changeObstacle({ item: obstacle, index, begun }: ChosenObstacle, centre: Vec2, change: Change): Command {
    if (obstacle.kind === "ground") return setObstacle(index, { height: rounded([0, (obstacle.height ?? 0) + change.by[1]])[1] }); // prettier-ignore
    if (!hasPath(obstacle)) return setObstacle(index, changeOutline(obstacle, isPlaced(obstacle), centre, change));
    if (change.factor[0] !== 1 || change.factor[1] !== 1)
        return setObstacle(index, { points: (obstacle.points ?? []).map((point) => rounded(moved(point, middleOf(obstacle), change))) }); // prettier-ignore
    const { x, y, angle } = begun;
    return setPath(index, keyed(obstacle, { at: moved([x, y], centre, change), angle: angle + change.angle }));
}
function changeZone(zone: Zone, index: number, centre: Vec2, change: Change): Command {
    const placed = zone.at[0] !== 0 || zone.at[1] !== 0 || zone.angle !== 0;
    return setZone(index, changeOutline(zone, placed, centre, change));
}
function chosen<T>(kind: "obstacle" | "zone", list: readonly T[]): { item: T; index: number }[] {
    const indices = selection.peek().flatMap((one) => (one.kind === kind ? [Number(one.name)] : []));
    return indices.flatMap((index) => (list[index] ? [{ item: list[index], index }] : []));
}

// The gesture follows the pointer until a click. `first` is called before the first change.
export function modalArrange(verb: Verb, begun: StagePointer, centre: Vec2, first: () => void): Gesture | null {
    const own = staged.peek();
    if (!own) return null;
    const play = studio.peek()?.playing();
    if (!play) return null;
    const [actors, zones] = [selectedActors.peek(), chosen("zone", own.zones)];
    const obstacles = chosen("obstacle", own.obstacles).map((one) => ({ ...one, begun: frameOf(play, one.index) }));
    if (actors.length + obstacles.length + zones.length === 0) return null;
    let last: readonly Command[] = [];
    const effect = {
        centre,
        apply(change: Change): void {
            if (last.length === 0) first();
            last = [
                ...actors.map((actor) => changeActor(actor, centre, change)),
                ...obstacles.map((one) => changeObstacle(one, centre, change)),
                ...zones.map(({ item, index }) => changeZone(item, index, centre, change)),
            ];
            preview(last);
        },
        done(changed: boolean): void {
            if (changed && last.length) send(last);
            else endPreview();
        },
        cancel: endPreview,
    };
    return new Modal(verb, effect, at(begun));
}
// Whether the selected ground moves by its path: then it is keyed where the playhead is, not placed at the start.
export function keysGround(): boolean {
    const own = staged.peek();
    const obstacles = own ? chosen("obstacle", own.obstacles) : [];
    return obstacles.length > 0 && selectedActors.peek().length === 0 && obstacles.every(({ item }) => hasPath(item));
}
