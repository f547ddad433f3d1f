// Draws the handles of the directed puppet on the stage. A thick ring means that keys hold the handle strongly, a thin
// one weakly, a plain one that physics moves it freely; a diamond inside means that a key lies at the playhead, as on
// the timeline.
import type { Vec2 } from "../core/project.ts";
import type { Play } from "../core/studio.ts";
import { fade, INK, MUSTARD, TEAL, WHITE } from "../draw/colour.ts";
import type { Colour, Painter } from "../state/painter.ts";
import { overlays } from "../state/app.ts";
import { prefs } from "../state/prefs.ts";
import { distance, middle } from "../tools/geometry.ts";
import type { Shape } from "../tools/geometry.ts";
import { gesture } from "../tools/gesture.ts";
import { drawBone, drawPoint } from "../tools/handlemarks.ts";
import { advanced, aimed } from "../timeline/core.ts";
import { CHANNELS, tickOf, trackId } from "../timeline/model.ts";
import type { TrackRow } from "../timeline/model.ts";
import { clipTime, isOwn, model, selectedHandles } from "../timeline/state.ts";
import { directed, hover, placingOf, shapesOn } from "./state.ts";
import type { Placing } from "./state.ts";

const MIN_EXTRA_WIDTH = 2.5;
const MAX_EXTRA_WIDTH = 3.5; // additional ring width at full strength

interface Held {
    readonly strength: number; // of the strongest of its channels; 0: it has no goal now
    readonly keyed: boolean; // a key lies at the playhead
    readonly aim: Vec2 | null; // the goal that its keys give, on the stage
}
function heldOf(handle: string, at: number, placing: Placing | null): Held {
    const rows = isOwn.peek()
        ? CHANNELS.map((channel) => model.peek()?.tracks.get(trackId(handle, channel))).filter(
              (row): row is TrackRow => row !== undefined,
          )
        : [];
    let [strength, keyed, aim]: [number, boolean, Vec2 | null] = [0, false, null];
    for (const row of rows) {
        const wanted = aimed(row, at);
        keyed ||= row.keys.some((ref) => Math.abs(ref.tick - tickOf(at)) <= 1);
        if (!wanted) continue;
        strength = Math.max(strength, wanted.strength);
        if (row.track.channel !== "position" || !placing) continue;
        const gone = advanced(handle, "position");
        const [x, y] = wanted.value as Vec2;
        aim = placing.toStage([x + gone[0]!, y + gone[1]!]);
    }
    return { strength, keyed, aim };
}

// A key as the timeline draws it.
function drawKey(painter: Painter, [x, y]: Vec2, colour: Colour): void {
    const half = Math.max(4, prefs.peek().handleSize * 0.42) / painter.camera.zoom;
    const diamond = [x - half, y, x, y - half, x + half, y, x, y + half];
    painter.polygon(diamond, colour);
}
function drawHandle(painter: Painter, shape: Shape, colour: Colour, held: Held): void {
    const under = hover.peek();
    const part = under?.name === shape.name ? under.part : null;
    if (shape.bone) drawBone(painter, shape, colour, part !== null, 0, part);
    else drawPoint(painter, shape.from, colour, part !== null, 0);
    const [x, y] = shape.from;
    if (held.strength > 0)
        painter.ring(x, y, prefs.peek().handleSize / 2, colour, MIN_EXTRA_WIDTH + MAX_EXTRA_WIDTH * held.strength);
    if (held.keyed) {
        painter.disc(x, y, prefs.peek().handleSize / 2, WHITE);
        drawKey(painter, shape.from, colour === MUSTARD ? INK : colour);
    }
}
// A thread to the goal of its keys, if physics kept the handle from reaching it.
function drawThread(painter: Painter, shape: Shape, { aim }: Held): void {
    if (!aim || distance(aim, shape.from) * painter.camera.zoom < 5) return;
    const arm = 4 / painter.camera.zoom;
    painter.line([...shape.from, ...aim], fade(TEAL, 0.7), 1.5, { dash: 3 });
    painter.line([aim[0] - arm, aim[1] - arm, aim[0] + arm, aim[1] + arm], TEAL, 1.75);
    painter.line([aim[0] - arm, aim[1] + arm, aim[0] + arm, aim[1] - arm], TEAL, 1.75);
}

export function drawDirected(painter: Painter, play: Play): void {
    const own = directed.peek();
    if (!own || !overlays.peek().handles) return;
    const shapes = shapesOn(own, play);
    const chosen = new Set(selectedHandles.peek());
    const placing = placingOf(own.index);
    const at = clipTime();
    const rank = (shape: Shape): number => Number(!shape.bone) + 2 * Number(chosen.has(shape.name));
    for (const shape of [...shapes].sort((a, b) => rank(a) - rank(b))) {
        const held = heldOf(shape.name, at, placing);
        const colour = chosen.has(shape.name) ? MUSTARD : held.strength > 0 || held.keyed ? TEAL : INK;
        if (chosen.has(shape.name)) drawThread(painter, shape, held);
        drawHandle(painter, shape, colour, held);
    }
    const lit = gesture.peek() ? undefined : shapes.find((shape) => shape.name === hover.peek()?.name);
    if (lit) painter.label(...(lit.bone ? middle(lit.from, lit.to) : lit.from), lit.name, { dx: 14, dy: -14 });
}
