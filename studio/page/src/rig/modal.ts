// What follows G, R and S in the Rig workspace: handles at rest, or the pose (tools/modal.ts is the gesture).
import type { Artwork, Handle, Vec2 } from "../core/project.ts";
import { Refusal } from "../core/studio.ts";
import { artwork, artworkIndex } from "../state/app.ts";
import { studio } from "../state/document.ts";
import { frame } from "../state/workspaces.ts";
import { boxOf, fromOf, toOf } from "../tools/geometry.ts";
import type { Gesture } from "../tools/gesture.ts";
import { Modal, moved } from "../tools/modal.ts";
import type { Effect, Verb } from "../tools/modal.ts";
import { commit } from "./building.ts";
import { placeHandles } from "./commands.ts";
import { currentFigure, poseFrame } from "./figure.ts";
import { cancelLive, showLive } from "./live.ts";
import { letGo } from "./posing.ts";
import { activeHandle, indexOfHandle, mode, selectedHandles } from "./state.ts";

// ---- Handles at rest: about their centre, a single bone about its joint

function changeAtRest(of: Artwork, handles: readonly Handle[]): Effect {
    const places = new Map<string, { from: Vec2; to: Vec2 }>();
    const box = boxOf(handles.flatMap((handle) => [fromOf(handle), toOf(handle)]))!;
    const centre: Vec2 =
        handles.length === 1 ? fromOf(handles[0]!) : [(box.low[0] + box.high[0]) / 2, (box.low[1] + box.high[1]) / 2];
    return {
        centre,
        places,
        apply(change) {
            for (const handle of handles) {
                places.set(handle.name, {
                    from: moved(fromOf(handle), centre, change),
                    to: moved(toOf(handle), centre, change),
                });
            }
            showLive(placeHandles(of, places));
        },
        done: (changed) => commit("Place handles", placeHandles(of, places), changed),
        cancel: cancelLive,
    };
}

// ---- The pose: the handle selected last

function changePose(of: Artwork, handle: Handle, verb: Verb): Effect | null {
    const core = studio.peek();
    const figure = currentFigure();
    const index = indexOfHandle(of, handle.name);
    const which = artworkIndex.peek();
    if (!core || !figure || index < 0 || index >= figure.handleCount) return null;
    const centre: Vec2 = [figure.handles[4 * index]!, figure.handles[4 * index + 1]!];
    if (!core.grab(which, index, centre[0], centre[1])) return null;
    return {
        centre,
        apply({ by, angle, factor }) {
            try {
                if (verb === "move") core.drag(which, centre[0] + by[0], centre[1] + by[1]);
                else core.twist(which, angle, factor[0], factor[1]);
            } catch (problem) {
                if (!(problem instanceof Refusal)) throw problem; // an unsolvable pose is not shown
            }
            poseFrame.value++;
            frame.request();
        },
        done: letGo,
        cancel: () => letGo(false),
    };
}

// Returns null if nothing is selected that could follow.
export function modal(verb: Verb, begun: Vec2): Gesture | null {
    const of = artwork.peek();
    const active = activeHandle.peek();
    if (!of || !active) return null;
    const effect = mode.peek() === "build" ? changeAtRest(of, selectedHandles.peek()) : changePose(of, active, verb);
    return effect && new Modal(verb, effect, begun);
}
