// Motion paths: the paths of the selected handles through the clip, with a dot per frame and draggable squares for
// keys.
import type { Vec2 } from "../core/project.ts";
import type { Play } from "../core/studio.ts";
import { fade, INK, MUSTARD, PLUM, TEAL, WHITE } from "../draw/colour.ts";
import type { Painter } from "../state/painter.ts";
import { duration, playing, rate } from "../state/app.ts";
import { ask, revision } from "../state/document.ts";
import { Memo } from "../state/owned.ts";
import { distance } from "../tools/geometry.ts";
import { holds, trackId } from "../timeline/model.ts";
import type { KeyRef } from "../timeline/model.ts";
import { clip, isOwn, model, motionPath, offset, selectedHandles, selectedSet } from "../timeline/state.ts";
import { knownUntil } from "./ahead.ts";
import type { Directed, Placing } from "./state.ts";
import { placingOf } from "./state.ts";

export interface Path {
    readonly handle: string;
    readonly points: Float32Array; // time, x, y of each step
    // `time` on the scene's ruler
    readonly keys: readonly { readonly ref: KeyRef; readonly at: Vec2; readonly time: number }[];
}
const pathCache = new Memo<readonly Path[]>();

function computePaths({ index, artwork }: Directed): Path[] {
    const now = clip.peek();
    const placing = placingOf(index);
    if (!placing) return [];
    const from = offset.peek();
    const to = Math.min(
        duration.peek(),
        now && isOwn.peek() ? Math.max(from + now.length, from + 0.1) : duration.peek(),
    );
    return selectedHandles.peek().flatMap((name): Path[] => {
        const handle = artwork.handles.findIndex((h) => h.name === name);
        const points = handle < 0 ? null : ask((core) => core.path(index, handle, Math.max(0, from), to));
        const carried = artwork.handles[handle]?.parent ?? null; // its keys are relative to that
        return points ? [{ handle: name, points, keys: carried === null ? keysOf(name, placing) : [] }] : [];
    });
}
function keysOf(handle: string, placing: Placing): Path["keys"] {
    const row = isOwn.peek() ? model.peek()?.tracks.get(trackId(handle, "position")) : undefined;
    return (row?.keys ?? []).map((ref) => ({
        ref,
        at: placing.toStage(ref.key.value as Vec2),
        time: offset.peek() + ref.key.time,
    }));
}

// During playback only what moves is checked.
export function pathsNow(own: Directed | null, play: Play | null): readonly Path[] {
    if (!own || !play || !motionPath.peek() || playing.peek()) return [];
    const key = [
        revision.peek(),
        play.scene,
        play.live,
        play.stepCount * Number(play.live > 0),
        own.index,
        knownUntil(),
        duration.peek(),
        selectedHandles.peek().join("\n"),
    ].join();
    return pathCache.get(key, () => computePaths(own));
}

// The position on a path at a time, interpolated between two steps; null if it is not known.
export function placeAt({ points }: Path, time: number): Vec2 | null {
    for (let i = 0; i + 3 < points.length; i += 3) {
        const [a, b] = [points[i]!, points[i + 3]!];
        if (time < a - 1e-6 || time > b + 1e-6) continue;
        const s = b > a ? (time - a) / (b - a) : 0;
        return [
            points[i + 1]! + s * (points[i + 4]! - points[i + 1]!),
            points[i + 2]! + s * (points[i + 5]! - points[i + 2]!),
        ];
    }
    return null;
}
// The time at which a path is nearest to a point; among several, the one nearest to `near`.
export function nearestTime({ points }: Path, at: Vec2, near: number, reach: number): number | null {
    let best: number | null = null;
    let least = Infinity;
    for (let i = 0; i + 2 < points.length; i += 3) {
        const far = distance([points[i + 1]!, points[i + 2]!], at) + reach * Math.abs(points[i]! - near);
        if (far >= least) continue;
        least = far;
        best = points[i]!;
    }
    return best;
}
export function keyUnder(
    paths: readonly Path[],
    at: Vec2,
    reach: number,
): { path: Path; ref: KeyRef; at: Vec2 } | null {
    let found: { path: Path; ref: KeyRef; at: Vec2 } | null = null;
    for (const path of paths)
        for (const key of path.keys) {
            const far = distance(key.at, at);
            if (far < reach) [found, reach] = [{ path, ref: key.ref, at: key.at }, far];
        }
    return found;
}

// ---- Drawing

function drawWay(painter: Painter, { points }: Path, now: number): void {
    const [before, after]: [number[], number[]] = [[], []];
    for (let i = 0; i + 2 < points.length; i += 3) {
        const [time, x, y] = [points[i]!, points[i + 1]!, points[i + 2]!];
        if (time <= now + 1e-6) before.push(x, y);
        if (time >= now - 1e-6 || (points[i + 3] ?? -1) > now) after.push(x, y);
    }
    for (const [line, colour] of [
        [before, TEAL],
        [after, PLUM],
    ] as const) {
        if (line.length < 4) continue;
        painter.line(line, fade(WHITE, 0.85), 4);
        painter.line(line, colour, 1.75);
    }
}
function drawDots(painter: Painter, path: Path, now: number): void {
    const { points } = path;
    if (points.length < 6) return;
    const [first, last] = [points[0]!, points[points.length - 3]!];
    for (let f = Math.ceil(first * rate.peek() - 1e-4); f / rate.peek() <= last + 1e-4; f++) {
        const at = placeAt(path, f / rate.peek());
        if (at) painter.disc(at[0], at[1], 2.25, f / rate.peek() <= now + 1e-6 ? TEAL : PLUM);
    }
}
function drawKeys(painter: Painter, path: Path, lit: KeyRef | null): void {
    for (const { ref, at, time } of path.keys) {
        const way = placeAt(path, time);
        // A soft key marks the goal of the handle; a thread shows how far physics kept the handle from it.
        if (way && distance(way, at) * painter.camera.zoom > 5)
            painter.line([...at, ...way], fade(INK, 0.5), 1.25, { dash: 3 });
        const isLit = lit !== null && lit.id === ref.id && lit.tick === ref.tick;
        const half = (isLit ? 6 : 4.5) / painter.camera.zoom;
        const square = [
            at[0] - half,
            at[1] - half,
            at[0] + half,
            at[1] - half,
            at[0] + half,
            at[1] + half,
            at[0] - half,
            at[1] + half,
        ];
        painter.polygon(square, holds(selectedSet.peek(), ref) ? MUSTARD : WHITE);
        painter.line(square, INK, 1 + ref.key.strength, { closed: true });
    }
}
export function drawPaths(painter: Painter, paths: readonly Path[], now: number, lit: KeyRef | null): void {
    for (const path of paths) {
        drawWay(painter, path, now);
        drawDots(painter, path, now);
        drawKeys(painter, path, lit);
    }
}
