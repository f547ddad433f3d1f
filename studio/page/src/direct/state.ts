// The puppet that is directed on the stage: the actor selected last, if it is a puppet, with the current state of its
// handles.
import { computed, signal } from "@preact/signals";
import { Words } from "../core/layout.ts";
import type { Actor, Artwork, Vec2 } from "../core/project.ts";
import type { Play } from "../core/studio.ts";
import { activeActor, artworkOf, staged } from "../scene/state.ts";
import { ask, project } from "../state/document.ts";
import type { HandleHit, Shape } from "../tools/geometry.ts";
import { fromOf, toOf } from "../tools/geometry.ts";

export interface Directed {
    readonly actor: Actor;
    readonly index: number; // index among the scene's actors
    readonly artwork: Artwork; // its own artwork, whose handles have keys
    readonly artworkIndex: number;
}
export const directed = computed((): Directed | null => {
    const actor = activeActor.value;
    const artwork = actor?.kind === "puppet" ? artworkOf(actor) : null;
    if (!actor || !artwork) return null;
    return {
        actor,
        index: staged.value!.actors.indexOf(actor),
        artwork,
        artworkIndex: project.value.artworks.indexOf(artwork),
    };
});

export const hover = signal<{ readonly name: string; readonly part: HandleHit["part"] } | null>(null);

// Its handles on the stage; empty while it shows another member of its family, which has no keys here.
export function shapesOn({ index, artwork, artworkIndex }: Directed, play: Play): Shape[] {
    const performer = play.actors[index];
    if (!performer || performer.artwork !== artworkIndex) return [];
    const { handles } = performer;
    const onStage = (handle: number, [x, y]: Vec2): Vec2 => {
        const [xx, xy, yx, yy, dx, dy] = handles.subarray(
            Words.affine * handle,
            Words.affine * (handle + 1),
        ) as unknown as [number, number, number, number, number, number];
        return [xx * x + xy * y + dx, yx * x + yy * y + dy];
    };
    return artwork.handles.slice(0, handles.length / Words.affine).map((handle, i) => ({
        name: handle.name,
        index: i,
        bone: handle.kind === "bone",
        from: onStage(i, fromOf(handle)),
        to: onStage(i, toOf(handle)),
    }));
}

// Maps between the stage and the values of position keys: the core's own map, both ways.
export interface Placing {
    toValue(point: Vec2): Vec2;
    toStage(value: Vec2): Vec2;
}
export function placingOf(index: number): Placing | null {
    const corners = ask((core) => [core.aimAt(index, 0, 0), core.aimAt(index, 1, 0), core.aimAt(index, 0, 1)] as const);
    if (!corners) return null;
    const [[ox, oy], [ax, ay], [bx, by]] = corners;
    const [xx, yx, xy, yy] = [ax - ox, ay - oy, bx - ox, by - oy];
    const determinant = xx * yy - xy * yx;
    if (!determinant) return null;
    return {
        toValue: ([x, y]) => [xx * x + xy * y + ox, yx * x + yy * y + oy],
        toStage: ([x, y]) => [
            (yy * (x - ox) - xy * (y - oy)) / determinant,
            (xx * (y - oy) - yx * (x - ox)) / determinant,
        ],
    };
}
