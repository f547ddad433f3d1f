// Moves of kinematic actors: entries of the script that say where one goes, when, and how long that takes.
import type { Actor, Staged, Vec2 } from "../core/project.ts";
import { activeActor, rounded, staged } from "../scene/state.ts";
import { time } from "../state/app.ts";
import { send, studio } from "../state/document.ts";
import { onTick, removeEntry, setEntry, setScript } from "./cues.ts";

export interface Move {
    readonly index: number; // in the script
    readonly time: number;
    readonly to: Vec2 | null; // of its centre of mass; null: it stays
    readonly angle: number | null;
    readonly seconds: number;
    readonly ease: "smooth" | "linear";
}

export function movesOf(own: Staged, actor: Actor): readonly Move[] {
    return own.script.flatMap((entry, index): Move[] => {
        if (entry["do"] !== "move" || entry["actor"] !== actor.name) return [];
        return [
            {
                index,
                time: entry["time"] as number,
                to: (entry["to"] as Vec2 | null | undefined) ?? null,
                angle: (entry["angle"] as number | null | undefined) ?? null,
                seconds: entry["seconds"] as number,
                ease: entry["ease"] === "linear" ? "linear" : "smooth",
            },
        ];
    });
}
// The moves that are shown on the stage: those of the selected actor.
export function shownMoves(): { readonly actor: Actor; readonly moves: readonly Move[] } | null {
    const [own, actor] = [staged.value, activeActor.value];
    return own && actor?.kinematic ? { actor, moves: movesOf(own, actor) } : null;
}

export const setMove = setEntry;
export const removeMove = removeEntry;

const FIRST = { metres: 1, seconds: 1 };
// A move from where it is at the time shown, a metre to the right: its end can be dragged.
export function addMove(actor: Actor): void {
    const own = staged.peek();
    const now = own && studio.peek()?.playing()?.actors[own.actors.indexOf(actor)];
    if (!now) return;
    const at = onTick(time.peek());
    const to = rounded([now.x + FIRST.metres, now.y]);
    void send(setScript([...own.script, { time: at, do: "move", actor: actor.name, to, seconds: FIRST.seconds }]));
}
