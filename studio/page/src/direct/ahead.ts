// Simulates the scene ahead while the page is idle, so that every moment is known for scrubbing, ghosts and motion
// paths. It takes a few milliseconds at a time; after an edit it begins where the edit does.
import { duration, playing } from "../state/app.ts";
import { revision, studio } from "../state/document.ts";
import { ofProject } from "../state/owned.ts";
import { frame } from "../state/workspaces.ts";
import { staged } from "../scene/state.ts";
import { ghosts, motionPath } from "../timeline/state.ts";

const SLICE_MILLISECONDS = 4; // milliseconds
// Steps between two checks of the clock: of long scenes not every state is stored, and with fewer steps the simulation
// would not get far enough
const MAX_STEPS = 64;

const ahead = ofProject(() => ({
    asked: false,
    known: 0,
    pace: { revision: -1, steps: 1 },
}));
export const knownUntil = (): number => ahead.known;

// Called after every frame.
export function lookAhead(): void {
    if (ahead.asked) return;
    ahead.asked = true;
    setTimeout(run);
}
const isWanted = (): boolean =>
    !playing.peek() && (staged.peek()?.actors.some((actor) => actor.kind === "puppet") ?? false);
function run(): void {
    ahead.asked = false;
    const core = studio.peek();
    const play = core?.playing();
    if (!core || !play || play.live > 0 || !isWanted()) return;
    const before = ahead.known;
    const until = duration.peek() - play.step / 2;
    if (ahead.pace.revision !== revision.peek()) ahead.pace = { revision: revision.peek(), steps: 1 };
    computeFor(SLICE_MILLISECONDS, (steps) => core.compute(until, steps), until);
    if (ahead.known !== before && (ghosts.peek().on || motionPath.peek())) frame.request();
    else if (ahead.known < until && (ahead.known !== before || ahead.pace.steps < MAX_STEPS)) lookAhead();
}
function computeFor(milliseconds: number, compute: (steps: number) => number, until: number): void {
    const begun = performance.now();
    ahead.known = compute(0);
    while (ahead.known < until && ahead.pace.steps <= MAX_STEPS && performance.now() - begun < milliseconds) {
        const next = compute(ahead.pace.steps);
        if (next <= ahead.known) ahead.pace.steps *= 2;
        ahead.known = next;
    }
}
