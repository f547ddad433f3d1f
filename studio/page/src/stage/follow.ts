// The view goes along with the actor that the scene's picture follows, as `verve render` does: sideways always, up and down
// only where the actor would leave the middle half. What the artist moved or zoomed by hand meanwhile stays.
import { signal } from "@preact/signals";
import type { Staged, Vec2 } from "../core/project.ts";
import type { Performer, Play } from "../core/studio.ts";
import { camera, shiftBy, stageSize } from "../draw/camera.ts";
import { remember, remembered } from "../widgets/memory.ts";

export const following = signal(remembered("follows-actor", true));
export function toggleFollowing(): void {
  following.value = !following.value;
  remember("follows-actor", following.value);
}

const MIDDLE = 0.25; // of the height, either way: there the view keeps its height

let of = ""; // scene and actor that are followed
let time = 0;
let start = 0; // where the actor was when the performance began
let gone: Vec2 = [0, 0]; // how far the view has come since

export function followedActor(own: Staged, play: Play): Performer | null {
  return play.actors[own.actors.findIndex((actor) => actor.name === own.follow)] ?? null;
}

// How far a view that began at a height of `middle` must rise to keep `y` in its middle half.
function risen(y: number, middle: number): number {
  const most = (MIDDLE * stageSize.peek().height) / camera.peek().zoom;
  const off = y - middle;
  return off - Math.min(most, Math.max(-most, off));
}

// Once a frame. What is arranged while time stands does not move the view.
export function followActor(own: Staged, play: Play): void {
  const actor = following.peek() ? followedActor(own, play) : null;
  const now = actor ? `${own.name}/${own.follow}` : "";
  if (!actor || now !== of) {
    [of, time, gone] = [now, play.time, [0, 0]];
    start = actor?.x ?? 0;
    return;
  }
  if (play.time === time) {
    if (time === 0) start = actor.x;
    return;
  }
  time = play.time;
  const to: Vec2 = [actor.x - start, risen(actor.y, camera.peek().y - gone[1])];
  shiftBy(to[0] - gone[0], to[1] - gone[1]);
  gone = to;
}
