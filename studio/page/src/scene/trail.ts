// The recent path of the selected actor among its poses: the pose board shows it behind the dot.
import { signal } from "@preact/signals";
import type { Play } from "../core/studio.ts";
import { layOut, mix } from "../tools/poselayout.ts";
import { activeActor, artworkOf, staged } from "./state.ts";
import { ofProject } from "../state/owned.ts";

const MAX_POINTS = 120; // maximum number of points

export interface Watched {
    readonly artwork: number;
    readonly place: Float32Array;
    readonly trail: readonly (readonly [number, number])[];
}
export const watched = signal<Watched | null>(null);

const left = ofProject(() => ({
    of: "",
    before: 0, // time of the last point
}));

// Called once per frame, for the selected actor, or else the first one.
export function leaveTrail(play: Play): void {
    const own = staged.peek();
    const actor = activeActor.peek() ?? own?.actors[0];
    const index = own && actor ? own.actors.indexOf(actor) : -1;
    const performer = play.actors[index];
    const artwork = actor && artworkOf(actor);
    if (!own || !actor || !performer || !artwork || artwork.examples.length === 0) {
        if (watched.peek()) watched.value = null;
        return;
    }
    const key = `${own.name}/${actor.name}`;
    const again = key !== left.of || play.time < left.before;
    const last = watched.peek();
    const place = performer.place.slice();
    if (last && !again && play.time === left.before && samePlace(last.place, place)) return;
    const point = mix(layOut(artwork), place);
    const trail = again || !last ? [point] : [...last.trail.slice(1 - MAX_POINTS), point];
    [left.of, left.before] = [key, play.time];
    watched.value = { artwork: performer.artwork, place, trail };
}
const samePlace = (a: Float32Array, b: Float32Array): boolean => a.length === b.length && a.every((v, i) => v === b[i]);
