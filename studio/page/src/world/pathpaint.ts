// Draws the way of an obstacle: a line through its keys, with a dot for each.
import type { Obstacle } from "../core/project.ts";
import { fade, INK, MUSTARD, TEAL, WHITE } from "../draw/colour.ts";
import { isSelected, rate } from "../state/app.ts";
import type { Painter } from "../state/painter.ts";
import { pathKey, placeOf, poseAt } from "./paths.ts";

const MOST_TICKS = 240;

// One small dot a frame, so that the spacing shows the speed.
function drawTicks(painter: Painter, obstacle: Obstacle): void {
    const [first, last] = [obstacle.path[0]!.time, obstacle.path.at(-1)!.time];
    const step = Math.max(1 / rate.peek(), (last - first) / MOST_TICKS);
    for (let at = first + step; at < last; at += step)
        painter.disc(...placeOf(obstacle, poseAt(obstacle.path, at)), 1.5, fade(TEAL, 0.8));
}
export function drawPath(painter: Painter, obstacle: Obstacle, index: number): void {
    if (obstacle.path.length === 0) return;
    const selected = isSelected("obstacle", String(index));
    const line: number[] = obstacle.path.flatMap((key, k) => {
        const before = obstacle.path[k - 1];
        // Keys at other angles: the middle goes round the origin, so the way between them bends.
        const between =
            before && before.angle !== key.angle
                ? Array.from({ length: 15 }, (_, i) => before.time + ((key.time - before.time) * (i + 1)) / 16)
                : [];
        return [...between.map((at) => poseAt(obstacle.path, at)), key].flatMap((pose) => [...placeOf(obstacle, pose)]);
    });
    if (!selected) return painter.line(line, fade(TEAL, 0.45), 1.5, { dash: 4 });
    painter.line(line, fade(WHITE, 0.7), 4);
    painter.line(line, TEAL, 2);
    drawTicks(painter, obstacle);
    for (const [k, key] of obstacle.path.entries()) {
        const [x, y] = placeOf(obstacle, key);
        const chosen = k === pathKey.peek();
        painter.disc(x, y, chosen ? 7 : 5.5, INK);
        painter.disc(x, y, chosen ? 5.5 : 4, chosen ? MUSTARD : WHITE);
    }
}
