// Moves of kinematic actors: entries of the script that say where one goes, when, and how long that takes.
import type { Actor, Command, Staged, Vec2 } from "../core/project.ts";
import { activeActor, rounded, setScene, staged } from "../scene/state.ts";
import { time } from "../state/app.ts";
import { send, studio } from "../state/document.ts";

export interface Move {
    readonly index: number; // in the script
    readonly time: number;
    readonly to: Vec2 | null; // of its centre of mass; null: it stays
    readonly angle: number | null;
    readonly seconds: number;
    readonly ease: "smooth" | "linear";
}
type Entry = Readonly<Record<string, unknown>>;

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

const inOrder = (script: readonly Entry[]): Command =>
    setScene({ script: [...script].sort((a, b) => (a["time"] as number) - (b["time"] as number)) });
export function setMove(index: number, keys: Entry): Command {
    return inOrder((staged.peek()?.script ?? []).map((entry, i) => (i === index ? { ...entry, ...keys } : entry)));
}
export const removeMove = (index: number): Command =>
    inOrder((staged.peek()?.script ?? []).filter((_, i) => i !== index));

const FIRST = { metres: 1, seconds: 1 };
// A move from where it is at the time shown, a metre to the right: its end can be dragged.
export function addMove(actor: Actor): void {
    const own = staged.peek();
    const now = own && studio.peek()?.playing()?.actors[own.actors.indexOf(actor)];
    if (!now) return;
    const at = Math.round(1e4 * time.peek()) / 1e4;
    const to = rounded([now.x + FIRST.metres, now.y]);
    void send(inOrder([...own.script, { time: at, do: "move", actor: actor.name, to, seconds: FIRST.seconds }]));
}
