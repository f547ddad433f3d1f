// Computes the scene ahead while nothing else is to be done, so that scrubbing, ghosts and motion paths find every moment
// known. A few milliseconds at a time; after an edit it begins where the edit does.
import { duration, playing } from "../state/app.ts";
import { studio } from "../state/document.ts";
import { frame } from "../state/workspaces.ts";
import { staged } from "../stage/state.ts";
import { ghosts, motionPath } from "../timeline/state.ts";

const SLICE = 4; // milliseconds
const AT_ONCE = 16; // steps between two looks at the clock: no fewer than lie between two kept states of an hour

let asked = false;
let known = 0;
export const knownUntil = (): number => known;

// After every frame.
export function lookAhead(): void {
  if (asked) return;
  asked = true;
  setTimeout(run);
}
function run(): void {
  asked = false;
  const core = studio.peek();
  const play = core?.playing();
  if (!core || !play || playing.peek() || !staged.peek()?.actors.some((actor) => actor.kind === "puppet")) return;
  const [begun, before] = [performance.now(), known];
  for (let last = -1; ; last = known) {
    known = core.compute(duration.peek(), AT_ONCE);
    if (known <= last || performance.now() - begun > SLICE) break;
  }
  const done = known >= duration.peek() - play.step / 2;
  if (known !== before && (ghosts.peek().on || motionPath.peek())) frame.request();
  else if (!done && known !== before) lookAhead();
}
