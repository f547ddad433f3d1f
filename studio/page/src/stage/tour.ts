// A tour scene: one artwork goes through places among its poses, as the core reports them.
import type { Tour } from "../core/project.ts";
import { isTour } from "../core/project.ts";
import { drawings } from "../draw/drawing.ts";
import type { Box, Painter } from "../state/painter.ts";
import { duration, looping, playing, scene, sceneIndex, time } from "../state/app.ts";
import { project, studio } from "../state/document.ts";

export function tourNow(): { tour: Tour; artwork: number } | null {
    const shown = scene.peek();
    if (!shown || !isTour(shown)) return null;
    const artwork = project.peek().artworks.findIndex((a) => a.name === shown.artwork);
    return artwork < 0 ? null : { tour: shown, artwork };
}

function advanceTime(seconds: number): number {
    if (!playing.peek()) return time.peek();
    let next = time.peek() + seconds;
    if (next >= duration.peek()) {
        next = looping.peek() ? next % duration.peek() : duration.peek();
        playing.value = looping.peek();
    }
    time.value = next;
    return next;
}

// The weights of the poses at a time; null where the scene is not a tour.
export function tourPlace(at = time.peek()): Float32Array | null {
    const now = tourNow();
    const core = studio.peek();
    if (!now || !core) return null;
    return core.tour(sceneIndex.peek(), Math.min(at, now.tour.seconds), core.figure(now.artwork).exampleCount);
}

export function drawTour(painter: Painter, seconds: number): void {
    const now = tourNow();
    const core = studio.peek();
    if (!now || !core) return;
    const place = tourPlace(advanceTime(seconds));
    const figure = core.figure(now.artwork);
    const drawing = drawings.of(core, now.artwork, figure);
    if (!drawing || !place) return;
    painter.drawing(drawing, core.verticesAt(now.artwork, place, figure.vertexCount));
}

export function tourBox(): Box | null {
    const now = tourNow();
    const core = studio.peek();
    if (!now || !core) return null;
    const { low, high } = core.figure(now.artwork);
    const room = 0.3 * Math.max(high[0] - low[0], high[1] - low[1]);
    return { low: [low[0] - room, low[1]], high: [high[0] + room, high[1] + 2 * room] };
}
