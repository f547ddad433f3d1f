// Gestures that arrange a stage: they move, turn and scale actors at their start. Each is previewed
// while it lasts and becomes one step of undo.
import type { Actor, Command, Vec2 } from "../core/project.ts";
import { minus, plus } from "../tools/geometry.ts";
import type { Gesture } from "../tools/gesture.ts";
import { degrees, times, Winding } from "../tools/turning.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { previewGesture } from "../world/previewed.ts";
import { activeActor, rounded, selectedActors, setActor } from "../scene/state.ts";

export type Verb = "move" | "turn" | "scale";

const at = (pointer: StagePointer): Vec2 => [pointer.x, pointer.y];
const round4 = (value: number): number => Math.round(value * 1e4) / 1e4;
const MIN_FACTOR = 0.05;

type Change = (pointer: StagePointer) => Command[];
const previewed = (
    cursor: string,
    begun: StagePointer,
    says: () => string,
    change: Change,
    modal = false,
    first?: () => void,
): Gesture => previewGesture({ cursor, begun, says, change, modal, first });

export function moveActors(actors: readonly Actor[], begun: StagePointer, modal = false, first?: () => void): Gesture {
    let by: Vec2 = [0, 0];
    const says = (): string =>
        `Move by ${by.map((v) => v.toFixed(2)).join(", ")} m · Shift: one axis · Esc takes it back`;
    return previewed(
        "grabbing",
        begun,
        says,
        (pointer) => {
            by = minus(at(pointer), at(begun));
            if (pointer.shift) by = Math.abs(by[0]) > Math.abs(by[1]) ? [by[0], 0] : [0, by[1]];
            return actors.map((actor) => setActor(actor.name, { at: rounded(plus(actor.at, by)) }));
        },
        modal,
        first,
    );
}

// Turns about the centre of the actor's bounding box.
export function turnActor(actor: Actor, centre: Vec2, begun: StagePointer, modal = false): Gesture {
    const winding = new Winding(centre, at(begun));
    let angle = 0;
    return previewed(
        "grabbing",
        begun,
        () => `Turn ${degrees(angle)} · Shift: steps of 15° · Esc takes it back`,
        (pointer) => {
            angle = winding.to(at(pointer), pointer.shift);
            const [c, s] = [Math.cos(angle), Math.sin(angle)];
            const [x, y] = minus(actor.at, centre);
            return [
                setActor(actor.name, {
                    angle: round4(actor.angle + angle),
                    at: rounded(plus(centre, [c * x - s * y, s * x + c * y])),
                }),
            ];
        },
        modal,
    );
}

export function scaleActors(actors: readonly Actor[], centre: Vec2, begun: StagePointer, modal = false): Gesture {
    const reach = (point: Vec2): number => Math.max(1e-6, Math.hypot(...minus(point, centre)));
    let factor = 1;
    return previewed(
        "nwse-resize",
        begun,
        () => `Scale ${times(factor)} · Esc takes it back`,
        (pointer) => {
            factor = Math.max(MIN_FACTOR, reach(at(pointer)) / reach(at(begun)));
            return actors.map((actor) => setActor(actor.name, { scale: round4(actor.scale * factor) }));
        },
        modal,
    );
}

// G, R and S: the gesture follows the pointer until a click.
export function modalArrange(verb: Verb, begun: StagePointer, centre: Vec2): Gesture | null {
    const actor = activeActor.peek();
    if (!actor) return null;
    if (verb === "move") return moveActors(selectedActors.peek(), begun, true);
    return verb === "turn"
        ? turnActor(actor, centre, begun, true)
        : scaleActors(selectedActors.peek(), centre, begun, true);
}
