// Moves the view with the actor that the scene follows, as `verve render` does: always horizontally, and vertically
// only where the actor would leave the middle half. The artist's own panning and zooming is kept.
import { signal } from "@preact/signals";
import type { Staged, Vec2 } from "../core/project.ts";
import type { Performer, Play } from "../core/studio.ts";
import { camera, shiftBy, stageSize } from "../draw/camera.ts";
import { remember, remembered } from "../widgets/memory.ts";
import { ofProject } from "../state/owned.ts";

export const following = signal(remembered("follows-actor", true));
export function toggleFollowing(): void {
    following.value = !following.value;
    remember("follows-actor", following.value);
}

const MIDDLE = 0.25; // share of the view's height above and below its middle within which the view keeps its height

const followed = ofProject(() => ({
    key: "", // the scene and the actor that are followed
    time: 0,
    startX: 0, // where the actor was when the performance began
    moved: [0, 0] as Vec2, // how far the view has moved since
}));

export function followedActor(own: Staged, play: Play): Performer | null {
    return play.actors[own.actors.findIndex((actor) => actor.name === own.follow)] ?? null;
}

// By how much a view whose middle began at the height `middle` must rise to keep `y` in its middle half.
function riseNeeded(y: number, middle: number): number {
    const most = (MIDDLE * stageSize.peek().height) / camera.peek().zoom;
    const offset = y - middle;
    return offset - Math.min(most, Math.max(-most, offset));
}

// Called once a frame. Arranging actors while time stands does not move the view.
export function followActor(own: Staged, play: Play): void {
    const actor = following.peek() ? followedActor(own, play) : null;
    const now = actor ? `${own.name}/${own.follow}` : "";
    if (!actor || now !== followed.key) {
        [followed.key, followed.time, followed.moved] = [now, play.time, [0, 0]];
        followed.startX = actor?.x ?? 0;
        return;
    }
    if (play.time === followed.time) {
        if (followed.time === 0) followed.startX = actor.x;
        return;
    }
    followed.time = play.time;
    const to: Vec2 = [actor.x - followed.startX, riseNeeded(actor.y, camera.peek().y - followed.moved[1])];
    shiftBy(to[0] - followed.moved[0], to[1] - followed.moved[1]);
    followed.moved = to;
}
