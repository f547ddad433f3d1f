// What the behaviour does now: the active state, the transition that was just taken, and what its inputs are. The core tells;
// signals change only where it tells something else.
import { signal } from "@preact/signals";
import type { Play } from "../../core/studio.ts";
import { studio } from "../../state/document.ts";
import { frame } from "../../state/workspaces.ts";
import { performance_ } from "../state.ts";
import { driven } from "./state.ts";

export const activeState = signal<number | null>(null);
// From one state to another; `count` goes on, so that the same one can flash again.
export const taken = signal<{ readonly from: number; readonly to: number; readonly count: number } | null>(null);
export const inputs = signal<readonly number[]>([]);

let of = "";
let before = 0;
let count = 0;

// Once a frame.
export function watchBehaviour(play: Play): void {
  const now = driven.peek();
  const performer = now ? play.actors[now.index] : undefined;
  const state = now?.behaviour && performer ? performer.state : null;
  const key = now ? `${play.scene}/${now.actor.name}/${now.behaviour?.name}` : "";
  const known = key === of && play.time >= before;
  const last = activeState.peek();
  if (!known) taken.value = null;
  else if (last !== null && state !== null && last !== state) taken.value = { from: last, to: state, count: ++count };
  if (last !== state) activeState.value = state;
  [of, before] = [key, play.time];
  const values = performer ? performer.inputs : [];
  const shown = inputs.peek();
  if (values.length !== shown.length || shown.some((v, i) => v !== values[i])) inputs.value = Array.from(values);
}

// ---- Steering: entries of a script, now

function cue(entry: Readonly<Record<string, unknown>>): void {
  const now = driven.peek();
  if (!now?.behaviour || !performance_()) return;
  studio.peek()?.cue({ ...entry, actor: now.actor.name });
  frame.request();
}
export const setInput = (input: string, value: number): void => cue({ do: "input", input, value });
export const raise = (event: string): void => cue({ do: "raise", event });
