// Marks on the stage for what the handles of the selected puppet follow: paths, and balls with their trajectory and
// floor.
import type { Actor, Follow, Vec2 } from "../core/project.ts";
import { PLUM, WHITE, fade } from "../draw/colour.ts";
import type { Painter } from "../state/painter.ts";
import { activeActor } from "../scene/state.ts";
import { restOnStage } from "./follows.ts";

const ARROW_SECONDS = 0.25; // the arrow of a velocity is the distance covered in this time

function drawPath(painter: Painter, points: readonly Vec2[], closed: boolean): void {
    painter.line(points.flat(), fade(WHITE, 0.8), 4.5, { closed });
    painter.line(points.flat(), PLUM, 2, { closed, arrow: !closed });
    for (const [x, y] of points) painter.disc(x, y, 2.5, PLUM);
}
function drawBall(painter: Painter, ball: NonNullable<Follow["particle"]>): void {
    const [x, y] = ball.at;
    const [dx, dy] = [ball.velocity[0] * ARROW_SECONDS, ball.velocity[1] * ARROW_SECONDS];
    if (Math.hypot(dx, dy) * painter.camera.zoom > 8) painter.line([x, y, x + dx, y + dy], PLUM, 2.5, { arrow: true });
    painter.disc(x, y, 6, WHITE);
    painter.disc(x, y, 4.5, PLUM);
    const half = 40 / painter.camera.zoom;
    if (ball.floor !== null) painter.line([x - half, ball.floor, x + half, ball.floor], PLUM, 2, { dash: 4 });
}
function drawFollow(painter: Painter, actor: Actor, follow: Follow): void {
    const [x, y] = restOnStage(actor, follow.handle);
    const first = follow.path?.points[0] ?? follow.particle?.at;
    if (first && Math.hypot(first[0] - x, first[1] - y) * painter.camera.zoom > 12)
        painter.line([x, y, ...first], fade(PLUM, 0.6), 1.5, { dash: 3 });
    if (follow.path) drawPath(painter, follow.path.points, follow.path.closed);
    if (follow.particle) drawBall(painter, follow.particle);
}

export function drawFollows(painter: Painter): void {
    const actor = activeActor.peek();
    for (const follow of actor?.follows ?? []) drawFollow(painter, actor!, follow);
}
