// The running behaviour: its active state, the transition taken last, and the values of its inputs. A signal changes
// only when the core reports a different value.
import { signal } from "@preact/signals";
import type { Play } from "../../core/studio.ts";
import { studio } from "../../state/document.ts";
import { ofProject } from "../../state/owned.ts";
import { frame } from "../../state/workspaces.ts";
import { performance_ } from "../../scene/state.ts";
import { driven } from "./state.ts";

export const activeState = signal<number | null>(null);
// The transition taken last; `count` grows with each, so that the same one can flash again.
export const taken = signal<{ readonly from: number; readonly to: number; readonly count: number } | null>(null);
export const inputs = signal<readonly number[]>([]);

const previous = ofProject(() => ({
    key: "",
    time: 0,
    count: 0,
}));

// Called once a frame.
export function watchBehaviour(play: Play): void {
    const now = driven.peek();
    const performer = now ? play.actors[now.index] : undefined;
    const state = now?.behaviour && performer ? performer.state : null;
    const key = now ? `${play.scene}/${now.actor.name}/${now.behaviour?.name}` : "";
    const isSame = key === previous.key && play.time >= previous.time;
    const last = activeState.peek();
    if (!isSame) taken.value = null;
    else if (last !== null && state !== null && last !== state)
        taken.value = { from: last, to: state, count: ++previous.count };
    if (last !== state) activeState.value = state;
    [previous.key, previous.time] = [key, play.time];
    const values = performer ? performer.inputs : [];
    const shown = inputs.peek();
    if (values.length !== shown.length || shown.some((v, i) => v !== values[i])) inputs.value = Array.from(values);
}

// ---- Steering: sends entries of a script to the core now

function cue(entry: Readonly<Record<string, unknown>>): void {
    const now = driven.peek();
    if (!now?.behaviour || !performance_()) return;
    studio.peek()?.cue({ ...entry, actor: now.actor.name });
    frame.request();
}
export const setInput = (input: string, value: number): void => cue({ do: "input", input, value });
export const raise = (event: string): void => cue({ do: "raise", event });
