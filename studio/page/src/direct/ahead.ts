// Computes the scene ahead while nothing else is to be done, so that scrubbing, ghosts and motion paths find every moment
// known. A few milliseconds at a time; after an edit it begins where the edit does.
import { duration, playing } from "../state/app.ts";
import { revision, studio } from "../state/document.ts";
import { frame } from "../state/workspaces.ts";
import { staged } from "../stage/state.ts";
import { ghosts, motionPath } from "../timeline/state.ts";

const SLICE = 4; // milliseconds
const MOST = 64; // steps between two looks at the clock: of long scenes not every state is kept, and fewer would get nowhere

let asked = false;
let known = 0;
let pace = { revision: -1, steps: 1 };
export const knownUntil = (): number => known;

// After every frame.
export function lookAhead(): void {
  if (asked) return;
  asked = true;
  setTimeout(run);
}
const isWanted = (): boolean => !playing.peek() && (staged.peek()?.actors.some((actor) => actor.kind === "puppet") ?? false);
function run(): void {
  asked = false;
  const core = studio.peek();
  const play = core?.playing();
  if (!core || !play || play.live > 0 || !isWanted()) return;
  const before = known;
  const until = duration.peek() - play.step / 2;
  if (pace.revision !== revision.peek()) pace = { revision: revision.peek(), steps: 1 };
  computeFor(SLICE, (steps) => core.compute(until, steps), until);
  if (known !== before && (ghosts.peek().on || motionPath.peek())) frame.request();
  else if (known < until && (known !== before || pace.steps < MOST)) lookAhead();
}
function computeFor(milliseconds: number, compute: (steps: number) => number, until: number): void {
  const begun = performance.now();
  known = compute(0);
  while (known < until && pace.steps <= MOST && performance.now() - begun < milliseconds) {
    const next = compute(pace.steps);
    if (next <= known) pace.steps *= 2;
    known = next;
  }
}
