// The way that the selected actor has gone among its poses: the pose board shows it behind the dot.
import { signal } from "@preact/signals";
import type { Play } from "../core/studio.ts";
import { layOut, mix } from "../poses/layout.ts";
import { activeActor, artworkOf, staged } from "./state.ts";

const LONGEST = 120; // points

export interface Watched {
  readonly artwork: number;
  readonly place: Float32Array;
  readonly trail: readonly (readonly [number, number])[];
}
export const watched = signal<Watched | null>(null);

let of = "";
let before = 0; // the time of the last point

// Once a frame, for the actor that is selected, or the first.
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
  const again = key !== of || play.time < before;
  const last = watched.peek();
  const place = performer.place.slice();
  if (last && !again && play.time === before && samePlace(last.place, place)) return;
  const point = mix(layOut(artwork), place);
  const trail = again || !last ? [point] : [...last.trail.slice(1 - LONGEST), point];
  [of, before] = [key, play.time];
  watched.value = { artwork: performer.artwork, place, trail };
}
const samePlace = (a: Float32Array, b: Float32Array): boolean => a.length === b.length && a.every((v, i) => v === b[i]);
