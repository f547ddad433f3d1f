// Ghosts of the directed puppet before and after the playhead: teal and plum, paler with the distance in time.
import type { Play } from "../core/studio.ts";
import { ghost, PLUM, TEAL } from "../draw/colour.ts";
import { drawings } from "../draw/drawing.ts";
import type { Colour, Painter } from "../state/painter.ts";
import { duration, playing, rate } from "../state/app.ts";
import { revision, studio } from "../state/document.ts";
import { Memo, ofProject } from "../state/owned.ts";
import { ghosts } from "../timeline/state.ts";
import { knownUntil } from "./ahead.ts";
import type { Directed } from "./state.ts";

interface Ghost {
    readonly artwork: number;
    readonly vertices: Float32Array;
    readonly colour: Colour;
    readonly strength: number;
}
const made = new Memo<readonly Ghost[]>();
const shown = ofProject(() => ({ ghosts: [] as readonly Ghost[] })); // the ghosts of the current frame

const [NEAREST, FAINTEST] = [1.5, 0.6]; // strength relative to `verve render --ghosts`

// The farthest first, so that nearer ones are drawn over them. Moments that are not known yet are skipped.
function make(index: number, now: number): Ghost[] {
    const core = studio.peek()!;
    const { before, after, every } = ghosts.peek();
    const list: Ghost[] = [];
    const add = (count: number, way: 1 | -1, colour: Colour): void => {
        for (let i = count; i >= 1; i--) {
            const at = now + (way * i * every) / rate.peek();
            const performer = at >= 0 && at <= duration.peek() + 1e-6 ? core.glance(at)?.actors[index] : undefined;
            if (performer)
                list.push({
                    artwork: performer.artwork,
                    vertices: performer.vertices.slice(),
                    colour,
                    strength: NEAREST - ((NEAREST - FAINTEST) * (i - 1)) / count,
                });
        }
    };
    add(before, -1, TEAL);
    add(after, 1, PLUM);
    return list;
}

// Called before any current state is read: looking at other times moves the memory that views point to.
export function prepareGhosts(own: Directed | null, play: Play): void {
    const { on, before, after, every } = ghosts.peek();
    if (!on || !own || playing.peek()) {
        made.forget();
        shown.ghosts = [];
        return;
    }
    const key = [
        revision.peek(),
        play.scene,
        play.live,
        own.index,
        play.time,
        before,
        after,
        every,
        rate.peek(),
        Math.min(knownUntil(), play.time + (after * every) / rate.peek()),
    ].join();
    shown.ghosts = made.get(key, () => make(own.index, play.time));
}
export function drawGhosts(painter: Painter): void {
    const core = studio.peek();
    for (const { artwork, vertices, colour, strength } of shown.ghosts) {
        const drawing = core && drawings.of(core, artwork);
        if (drawing && 2 * drawing.vertexCount === vertices.length)
            painter.drawing(drawing, vertices, ghost(colour, strength));
    }
}
