// What lies under a point of the stage.
import type { Actor, Obstacle, Vec2 } from "../core/project.ts";
import type { Play } from "../core/studio.ts";
import { drawings } from "../draw/drawing.ts";
import { isEndless, obstaclePoints, shownObstacles } from "../draw/scenery.ts";
import { staged } from "../scene/state.ts";
import { isSelected } from "../state/app.ts";
import { studio } from "../state/document.ts";
import { distance, inTriangle, toSegment } from "../tools/geometry.ts";

// Indices of the actors under a point, the topmost first.
export function actorsUnder(play: Play, [x, y]: Vec2): number[] {
    const core = studio.peek();
    const found: number[] = [];
    for (let i = play.actors.length - 1; core && i >= 0; i--) {
        const { vertices, artwork } = play.actors[i]!;
        const triangles = drawings.of(core, artwork)?.triangles;
        for (let t = 0; triangles && t < triangles.length; t += 3) {
            if (!inTriangle(x, y, vertices, triangles[t]!, triangles[t + 1]!, triangles[t + 2]!)) continue;
            found.push(i);
            break;
        }
    }
    return found;
}
export function actorAt(play: Play, x: number, y: number): Actor | null {
    return staged.peek()?.actors[actorsUnder(play, [x, y])[0] ?? -1] ?? null;
}

export function isInPolygon([x, y]: Vec2, points: readonly Vec2[]): boolean {
    let isInside = false;
    points.forEach(([bx, by], i) => {
        const [ax, ay] = points.at(i - 1)!;
        if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
    });
    return isInside;
}

export interface ObstacleHit {
    readonly index: number;
    readonly point: number; // the corner of a selected obstacle; −1: none
}
function isOnObstacle(obstacle: Obstacle, at: Vec2, reach: number): boolean {
    if (isEndless(obstacle)) {
        const [ax, ay, bx, by] = obstaclePoints(obstacle).flat() as [number, number, number, number];
        const length = Math.hypot(bx - ax, by - ay) || 1;
        return ((at[1] - ay) * (bx - ax) - (at[0] - ax) * (by - ay)) / length < reach;
    }
    const points = obstacle.points ?? [];
    const closed = obstacle.kind === "polygon";
    const near = points.some((p, i) => {
        const before = i ? points[i - 1] : closed ? points.at(-1) : undefined;
        return before !== undefined && toSegment(at, before, p) < reach;
    });
    return near || (closed && isInPolygon(at, points));
}
// The obstacle at a point at the time shown; `reach` in metres.
export function obstacleAt(at: Vec2, reach: number): ObstacleHit | null {
    const obstacles = shownObstacles(staged.peek()?.obstacles ?? [], studio.peek()?.playing()?.obstacles);
    for (let index = obstacles.length - 1; index >= 0; index--) {
        const obstacle = obstacles[index]!;
        const corner = (obstacle.points ?? []).findIndex((p) => distance(p, at) < reach);
        if (corner >= 0 && isSelected("obstacle", String(index)) && staged.peek()!.obstacles[index]!.kind !== "ground")
            return { index, point: corner };
        if (isOnObstacle(obstacle, at, reach)) return { index, point: -1 };
    }
    return null;
}
