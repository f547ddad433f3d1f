// Where a new thing goes: to the middle of the view, or as far to the right of it as there is room.
import { drawings } from "../draw/drawing.ts";
import { camera } from "../draw/camera.ts";
import { extentOf } from "../draw/extent.ts";
import { isEndless, shownObstacles } from "../draw/scenery.ts";
import type { Obstacle, Vec2 } from "../core/project.ts";
import { addActor, addObstacle, rounded, staged } from "../scene/state.ts";
import { project, studio } from "../state/document.ts";
import { boxOf, plus } from "../tools/geometry.ts";
import type { Box } from "../state/painter.ts";

const GRID = 0.1; // metres
const MOST_STEPS = 200;

const overlap = (a: Box, b: Box): boolean =>
    a.low[0] < b.high[0] && b.low[0] < a.high[0] && a.low[1] < b.high[1] && b.low[1] < a.high[1];
const moved = ({ low, high }: Box, by: Vec2): Box => ({ low: plus(low, by), high: plus(high, by) });

// What stands on the stage at the time shown; grounds and slopes are everywhere.
function boxesThere(): Box[] {
    const [own, play] = [staged.peek(), studio.peek()?.playing()];
    if (!own || !play) return [];
    const actors = play.actors.map(({ vertices }): Box => {
        const { left, right, low, high } = extentOf(vertices);
        return { low: [left, low], high: [right, high] };
    });
    const obstacles = shownObstacles(own.obstacles, play.obstacles).flatMap((one) =>
        isEndless(one) ? [] : (boxOf(one.points ?? []) ?? []),
    );
    return [...actors, ...obstacles];
}
// How far a thing with this box goes from the origin.
function freeSpot(box: Box): Vec2 {
    const { x, y } = camera.peek();
    const there = boxesThere();
    let spot = rounded([Math.round(x / GRID) * GRID, Math.round(y / GRID) * GRID]);
    for (let i = 0; i < MOST_STEPS && there.some((one) => overlap(one, moved(box, spot))); i++)
        spot = rounded([spot[0] + GRID, spot[1]]);
    return spot;
}
export function placeActor(artwork: string): void {
    const core = studio.peek();
    const index = project.peek().artworks.findIndex(({ name }) => name === artwork);
    if (!core || !drawings.of(core, index)) return addActor(artwork, [0, 1.5]);
    const { left, right, low, high } = extentOf(core.figure(index).rest);
    addActor(artwork, freeSpot({ low: [left, low], high: [right, high] }));
}
// Its points are relative to the spot.
export function placeObstacle(obstacle: Pick<Obstacle, "kind"> & Partial<Obstacle>): void {
    const points = obstacle.points ?? [];
    const spot = freeSpot(boxOf(points) ?? { low: [0, 0], high: [0, 0] });
    addObstacle({ ...obstacle, points: points.map((point) => rounded(plus(point, spot))) });
}
