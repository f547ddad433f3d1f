// Validates every motion and gait on unseen creatures, which are grown from consecutive seeds and judged by the core;
// the worst are listed first. A trial takes about a tenth of a second; between trials the page handles input.
import { computed, signal } from "@preact/signals";
import type { Failure, Verdict } from "../core/herd.ts";
import { Refusal } from "../core/studio.ts";
import { duration, playing, time } from "../state/app.ts";
import { project, revision, studio } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { remember, remembered } from "../widgets/memory.ts";
import { showSeed } from "./bringin.ts";
import { active, gaitName, openMotion, openTrial, showOnly, shownCreatures, subject, variant } from "./state.ts";

export interface Plan {
    readonly seed: number;
    readonly count: number;
}
export const plan = signal<Plan>(remembered("creatures.checks", { seed: 7, count: 40 }));
export function setPlan(next: Plan): void {
    plan.value = next;
    remember("creatures.checks", next);
}

// The verdict on one creature.
export interface Judged extends Verdict {
    readonly tried: readonly ("passed" | "failed" | "skipped")[]; // outcomes so far, in the order of trials
}
export const verdicts = signal<readonly Judged[]>([]);
export const checking = signal<AbortController | null>(null);
const judgedAt = signal(-1); // the revision of the project that was judged
export const stale = computed(
    (): boolean => verdicts.value.length > 0 && judgedAt.value !== revision.value && checking.value === null,
);

export const totals = computed(() => {
    const sum = (of: (one: Judged) => number): number => verdicts.value.reduce((all, one) => all + of(one), 0);
    return { plays: sum((one) => one.plays), passed: sum((one) => one.passed), skipped: sum((one) => one.skipped) };
});
// How bad a creature is: the largest ratio of a measured value to its limit, plus the number of failures.
const badness = (one: Judged): number =>
    one.failures.reduce((worst, failure) => Math.max(worst, failure.value / (failure.limit || 1)), 0) +
    one.failures.length;
export const worstFirst = computed((): readonly Judged[] =>
    [...verdicts.value].sort((a, b) => badness(b) - badness(a) || a.seed - b.seed),
);
// One item to judge; motions come before gaits.
export interface Trial {
    readonly kind: "motion" | "gait";
    readonly name: string;
}
export const trials = computed((): readonly Trial[] => [
    ...project.value.motions.map(({ name }): Trial => ({ kind: "motion", name })),
    ...project.value.gaits.map(({ name }): Trial => ({ kind: "gait", name })),
]);
export const failureOf = (verdict: Verdict, trial: Trial): Failure | null =>
    verdict.failures.find((one) => one[trial.kind] === trial.name) ?? null;

const yieldToPage = (): Promise<void> => new Promise((go) => setTimeout(go, 0));

const newVerdict = (seed: number): Judged => ({ seed, plays: 0, passed: 0, skipped: 0, failures: [], tried: [] });
const addVerdict = (all: Judged, one: Verdict): Judged => ({
    seed: all.seed,
    plays: all.plays + one.plays,
    passed: all.passed + one.passed,
    skipped: all.skipped + one.skipped,
    failures: [...all.failures, ...one.failures],
    tried: [...all.tried, one.skipped ? "skipped" : one.failures.length ? "failed" : "passed"],
});

export async function check(): Promise<void> {
    const core = studio.peek();
    if (!core || checking.peek()) return;
    const stop = new AbortController();
    const { seed, count } = plan.peek();
    const trialCount = trials.peek().length;
    checking.value = stop;
    verdicts.value = [];
    judgedAt.value = revision.peek();
    const isCurrent = (): boolean =>
        !stop.signal.aborted && studio.peek() === core && trials.peek().length === trialCount;
    try {
        for (let i = 0; i < count && isCurrent(); i++) {
            let judged = newVerdict(seed + i);
            for (let trial = 0; trial < trialCount && isCurrent(); trial++) {
                judged = addVerdict(judged, core.herds.validate(seed + i, trial));
                verdicts.value = [...verdicts.peek().slice(0, i), judged];
                await yieldToPage();
            }
        }
    } catch (problem) {
        if (!(problem instanceof Refusal)) throw problem;
        tell("error", problem.message, problem.remedy);
    } finally {
        judgedAt.value = revision.peek();
        checking.value = null;
    }
}
export function stopChecking(): void {
    checking.peek()?.abort();
}

// Shows the creature, the motion or gait, and the moment of a failure. A gait starts from standstill and follows the
// path of its trial, so that the playhead stands on the failing frame and playback continues from there.
export function openFailure(seed: number, failure: Failure | null): void {
    playing.value = false;
    const name = `seed:${seed}`;
    if (shownCreatures.peek().length > 2) showOnly(shownCreatures.peek().slice(0, 1));
    showSeed(seed);
    if (!failure) return;
    active.value = failure.body ? { creature: name, body: failure.body } : null;
    if (failure.gait !== undefined) openTrial(name, failure);
    else {
        gaitName.value = null;
        openMotion(failure.motion!);
        variant.value = failure.variant;
    }
    time.value = Math.min(failure.time, duration.peek());
    subject.value = "checks";
}
