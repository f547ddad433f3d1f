// Draws the Stage workspace: the scene as `verve render` shows it, marks of the selection, and overlays of the
// solver's work.
import { ContactMarkFloat, Words } from "../core/layout.ts";
import type { Actor, Obstacle, Staged } from "../core/project.ts";
import type { Performer, Play, Studio } from "../core/studio.ts";
import { drawGhosts } from "../direct/ghosts.ts";
import { drawDirected } from "../direct/paint.ts";
import { drawPaths, pathsNow } from "../direct/paths.ts";
import { keyLit } from "../direct/pointer.ts";
import { directed } from "../direct/state.ts";
import { castOf, drawShown } from "../draw/cast.ts";
import type { Shown } from "../draw/cast.ts";
import { fade, INK, MUSTARD, PLUM, SKY, TEAL, TOMATO, WHITE } from "../draw/colour.ts";
import { drawings } from "../draw/drawing.ts";
import { extentOf } from "../draw/extent.ts";
import type { Painter } from "../state/painter.ts";
import { drawObstacle, drawShadow, isEndless, obstaclePoints, shownObstacles } from "../draw/scenery.ts";
import { isSelected, overlays, playing } from "../state/app.ts";
import { drawBadges } from "../puppets/badges.ts";
import { drawFollows } from "../puppets/followmarks.ts";
import { heatOf } from "../puppets/regions.ts";
import { studio } from "../state/document.ts";
import { drawJointMarks, drawJoints } from "../world/jointpaint.ts";
import { drawMoves } from "../world/movetool.ts";
import { drawPath } from "../world/pathpaint.ts";
import { drawZoneMarks, drawZonesBefore, drawZonesBehind } from "../world/zonepaint.ts";
import { selectedHandles } from "../timeline/state.ts";

const CONTACT_SECONDS = 0.25;
const ARROW_SECONDS = 0.25; // seconds; the arrow of a velocity spans the distance travelled in this time

// ---- Obstacles

// Outlines a selected obstacle and marks its corners, which can be dragged.
function drawSelected(painter: Painter, obstacle: Obstacle): void {
    const points = obstaclePoints(obstacle);
    const flat = points.flat();
    if (!isEndless(obstacle)) {
        painter.line(flat, MUSTARD, 2, { closed: obstacle.kind === "polygon" });
        for (const [x, y] of points) painter.ring(x, y, 4, MUSTARD, 2);
        return;
    }
    const [ax, ay, bx, by] = flat as [number, number, number, number];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
    const here = (painter.camera.x - ax) * dx + (painter.camera.y - ay) * dy;
    const far = (painter.width + painter.height) / painter.camera.zoom;
    painter.line(
        [ax + dx * (here - far), ay + dy * (here - far), ax + dx * (here + far), ay + dy * (here + far)],
        MUSTARD,
        2,
    );
    if (obstacle.kind === "half-plane") for (const [x, y] of points) painter.ring(x, y, 4, MUSTARD, 2);
}

// ---- Actors

// Draws the actors, with the selected regions as a heat map.
function drawCast(painter: Painter, core: Studio, scene: Staged, cast: readonly (readonly Shown[])[]): void {
    const wire = overlays.peek().mesh ? { wire: fade(INK, 0.5) } : {};
    const heats = (core.playing()?.actors ?? []).map((actor, i) => heatOf(core, scene.actors[i], actor));
    for (const [i, looks] of cast.entries())
        for (const shown of looks)
            drawShown(painter, shown, heats[i] && shown.fading === undefined ? { ...wire, heat: heats[i] } : wire);
}

function drawFrame(painter: Painter, actor: Performer): void {
    const { left, right, low, high } = extentOf(actor.vertices);
    const room = 6 / painter.camera.zoom;
    painter.line(
        [left - room, low - room, right + room, low - room, right + room, high + room, left - room, high + room],
        MUSTARD,
        1.5,
        { closed: true, dash: 5 },
    );
}

// Marks the points where an actor is held.
function drawHolds(painter: Painter, actor: Actor): void {
    for (const { to } of actor.holds) {
        if (!to) continue;
        painter.disc(to[0], to[1], 5, WHITE);
        painter.disc(to[0], to[1], 3.5, TOMATO);
    }
}

// ---- Overlays

function drawGoals(painter: Painter, actor: Performer): void {
    if (!actor.goals) return;
    const core = studio.peek();
    const drawing = core && drawings.of(core, actor.artwork);
    if (drawing) painter.drawing(drawing, actor.goals, { tint: fade(TEAL, 0.75), opacity: 0.35 });
}
function drawVelocity(painter: Painter, actor: Performer): void {
    const [dx, dy] = [actor.velocityX * ARROW_SECONDS, actor.velocityY * ARROW_SECONDS];
    if (Math.hypot(dx, dy) * painter.camera.zoom > 6)
        painter.line([actor.x, actor.y, actor.x + dx, actor.y + dy], SKY, 3, { arrow: true });
    painter.disc(actor.x, actor.y, 4, WHITE);
    painter.disc(actor.x, actor.y, 3, actor.asleep ? PLUM : actor.grounded ? TEAL : SKY);
}
function drawContacts(painter: Painter, play: Play): void {
    for (let i = 0; i + Words.contactMark <= play.contacts.length; i += Words.contactMark) {
        const number = (member: ContactMarkFloat): number => play.contacts[i + member]!;
        const [x, y, nx, ny] = [
            number(ContactMarkFloat.x),
            number(ContactMarkFloat.y),
            number(ContactMarkFloat.normalX),
            number(ContactMarkFloat.normalY),
        ];
        const [speed, age] = [number(ContactMarkFloat.speed), number(ContactMarkFloat.age)];
        const fresh = Math.max(0, 1 - age / CONTACT_SECONDS);
        const length = (10 + 6 * Math.min(speed, 8)) / painter.camera.zoom;
        painter.line([x, y, x + nx * length, y + ny * length], fade(TOMATO, fresh), 2.5, { arrow: true });
        painter.disc(x, y, 3.5, fade(TOMATO, fresh));
    }
}
function drawNeighbourhood(painter: Painter, play: Play, at: readonly [number, number] | null): void {
    const core = studio.peek();
    if (!core || !at) return;
    const actor = play.actors.findIndex(({ vertices }) => {
        const { left, right, low, high } = extentOf(vertices);
        return at[0] >= left && at[0] <= right && at[1] >= low && at[1] <= high;
    });
    const vertices = play.actors[actor]?.vertices;
    if (!vertices) return;
    for (const v of core.neighbourhood(actor, at[0], at[1]))
        painter.disc(vertices[2 * v]!, vertices[2 * v + 1]!, 3, PLUM);
}

export function paint(painter: Painter, scene: Staged, core: Studio, pointer: readonly [number, number] | null): void {
    const shown = overlays.peek();
    const cast = castOf(
        () => core.playing(),
        (artwork) => drawings.of(core, artwork),
    );
    const play = core.playing();
    if (!play) return;
    const obstacles = shownObstacles(scene.obstacles, play.obstacles);
    obstacles.forEach((obstacle, i) => {
        const selected = isSelected("obstacle", String(i));
        if (obstacle.visible || selected) drawObstacle(painter, obstacle);
        if (selected) drawSelected(painter, obstacle);
    });
    for (const [i, obstacle] of scene.obstacles.entries())
        if (!isSelected("obstacle", String(i)) && !playing.peek()) drawPath(painter, obstacle, i);
    drawZonesBehind(painter, scene, play, !playing.peek());
    for (const actor of play.actors) drawShadow(painter, obstacles, actor.vertices);
    drawGhosts(painter);
    drawJoints(painter, scene.joints, play, true, !playing.peek());
    drawCast(painter, core, scene, cast);
    drawJoints(painter, scene.joints, play, false, !playing.peek());
    drawZonesBefore(painter, scene, play, !playing.peek());
    drawZoneMarks(painter, scene, play, !playing.peek());
    for (const [i, actor] of play.actors.entries()) {
        if (shown.goals) drawGoals(painter, actor);
        if (shown.velocities) drawVelocity(painter, actor);
        const own = scene.actors[i];
        if (own && isSelected("actor", own.name)) {
            // no frame around a puppet whose selected handles are marked
            if (own.kind === "sprite" || selectedHandles.peek().length === 0) drawFrame(painter, actor);
            drawHolds(painter, own);
        }
    }
    drawJointMarks(painter, scene, play);
    if (!playing.peek()) drawMoves(painter, play);
    for (const [i, obstacle] of scene.obstacles.entries())
        if (isSelected("obstacle", String(i))) drawPath(painter, obstacle, i);
    drawFollows(painter);
    drawBadges(painter, scene, play);
    if (shown.contacts) drawContacts(painter, play);
    if (shown.neighbourhoods) drawNeighbourhood(painter, play, pointer);
    drawPaths(painter, pathsNow(directed.peek(), play), play.time, keyLit());
    drawDirected(painter, play);
}
