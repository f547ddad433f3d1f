// Draws the moves of the selected kinematic actor, and drags their ends.
import type { Vec2 } from "../core/project.ts";
import type { Play } from "../core/studio.ts";
import { fade, INK, TEAL, WHITE } from "../draw/colour.ts";
import { rounded, staged } from "../scene/state.ts";
import type { Painter } from "../state/painter.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { distance, minus, plus } from "../tools/geometry.ts";
import type { Gesture } from "../tools/gesture.ts";
import { setMove, shownMoves } from "./moves.ts";
import type { Move } from "./moves.ts";
import { previewGesture } from "./previewed.ts";

const REACH = 10; // pixels

export function drawMoves(painter: Painter, play: Play): void {
    const shown = shownMoves();
    const now = shown && play.actors[staged.peek()?.actors.indexOf(shown.actor) ?? -1];
    if (!now) return;
    let from: Vec2 = [now.x, now.y];
    for (const [i, { to, time, seconds }] of shown.moves.entries()) {
        if (!to) continue;
        // From where it is only to what is still to come.
        if (i > 0 || time + seconds > play.time) {
            painter.line([...from, ...to], fade(WHITE, 0.7), 4, { arrow: true });
            painter.line([...from, ...to], TEAL, 2, { arrow: true });
        }
        from = to;
    }
    for (const [i, { to }] of shown.moves.entries()) {
        if (!to) continue;
        painter.disc(to[0], to[1], 8, INK);
        painter.disc(to[0], to[1], 6.5, WHITE);
        painter.label(to[0], to[1], String(i + 1), { colour: INK, plate: null, align: "centre" });
    }
}
export function moveEndAt(point: Vec2, pixel: number): Move | null {
    const ends = shownMoves()?.moves ?? [];
    return ends.find(({ to }) => to && distance(to, point) < REACH * pixel) ?? null;
}
export function dragMove({ index, to }: Move, begun: StagePointer): Gesture {
    return previewGesture({
        cursor: "grabbing",
        begun,
        says: () => "Where the move ends · Esc takes it back",
        change: (pointer) => [
            setMove(index, { to: rounded(plus(to!, minus([pointer.x, pointer.y], [begun.x, begun.y]))) }),
        ],
    });
}
