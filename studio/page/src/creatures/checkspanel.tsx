// The validation grid (Figure 9): creatures from seeds by motions, coloured by outcome, the worst first. A click
// opens the failing creature, motion and moment.
import type { Failure } from "../core/herd.ts";
import { Button, Empty, NumberField, Progress, Row, tip } from "../widgets/index.ts";
import {
    check,
    checking,
    failureOf,
    openFailure,
    plan,
    setPlan,
    stale,
    stopChecking,
    totals,
    trials,
    verdicts,
    worstFirst,
    type Judged,
    type Trial,
} from "./checks.ts";
import { SeedPicture } from "./seedpicture.tsx";
import { guest } from "./state.ts";
import { failureWords } from "./words.ts";
import "./checkspanel.css";

const describeFailure = (failure: Failure): string =>
    `${failure.motion ?? failure.gait}, ${failure.words}: ${failureWords(failure)}, at ${failure.time.toFixed(2)} s`;

const OUTCOMES = { passed: "passed", failed: "failed", skipped: "not for this creature" };
function Cell({ verdict, trial, index }: { verdict: Judged; trial: Trial; index: number }) {
    const failed = failureOf(verdict, trial);
    const outcome = verdict.tried[index];
    const words = failed ? describeFailure(failed) : `${trial.name}: ${outcome ? OUTCOMES[outcome] : "not yet tried"}`;
    return failed ? (
        <button
            type="button"
            class={`check-cell bad ${trial.kind}`}
            aria-label={words}
            onClick={() => openFailure(verdict.seed, failed)}
            data-test={`failure-${verdict.seed}-${trial.name}`}
            {...tip(words)}
        />
    ) : (
        <span class={`check-cell ${outcome === "passed" ? "good" : "none"} ${trial.kind}`} {...tip(words)} />
    );
}
function Line({ verdict }: { verdict: Judged }) {
    const first = verdict.failures[0] ?? null;
    const open = guest.value === `seed:${verdict.seed}`;
    return (
        <div class={open ? "check-line open" : "check-line"} data-test={`check-${verdict.seed}`}>
            <button
                type="button"
                class="check-creature"
                onClick={() => openFailure(verdict.seed, first)}
                aria-label={`Look at the creature of seed ${verdict.seed}`}
                {...tip(first ? describeFailure(first) : "Everything passed: show the creature")}
            >
                <SeedPicture seed={verdict.seed} />
                <span>{verdict.seed}</span>
            </button>
            <div class="check-cells">
                {trials.value.map((trial, i) => (
                    <Cell key={`${trial.kind} ${trial.name}`} verdict={verdict} trial={trial} index={i} />
                ))}
            </div>
            <span class={first ? "check-score bad" : "check-score"}>
                {verdict.passed}/{verdict.plays}
            </span>
        </div>
    );
}

function Settings() {
    const now = plan.value;
    const busy = checking.value !== null;
    return (
        <div class="check-settings">
            <Row label="Creatures">
                <NumberField
                    label="How many"
                    prefix="n"
                    value={now.count}
                    min={1}
                    max={300}
                    step={1}
                    default={40}
                    disabled={busy}
                    onChange={(count) => setPlan({ ...now, count })}
                    test="check-count"
                />
                <NumberField
                    label="From seed"
                    prefix="from"
                    value={now.seed}
                    min={0}
                    max={1e9}
                    step={1}
                    default={7}
                    disabled={busy}
                    onChange={(seed) => setPlan({ ...now, seed })}
                    test="check-seed"
                />
            </Row>
            {busy ? (
                <div class="check-going">
                    <Progress
                        label={`${verdicts.value.length} of ${now.count} creatures`}
                        share={verdicts.value.length / now.count}
                    />
                    <Button small label="Stop" icon="x" onClick={stopChecking} test="check-stop" />
                </div>
            ) : (
                <Button
                    kind="primary"
                    icon="shield-check"
                    label={verdicts.value.length ? "Check again" : "Check motions and gaits"}
                    onClick={() => void check()}
                    disabled={trials.value.length === 0}
                    test="check-run"
                />
            )}
        </div>
    );
}

export function ChecksPanel() {
    const { plays, passed, skipped } = totals.value;
    return (
        <div class="checks">
            <Settings />
            {verdicts.value.length === 0 && !checking.value ? (
                <Empty
                    icon="shield-check"
                    title="Does it play on any creature?"
                    text="Every motion is tried on unseen creatures and checked for missed goals, slipping feet, jumps, twists, and bodies that sink into the ground."
                />
            ) : (
                <>
                    <p class="check-total" role="status" data-test="check-total">
                        <b>{plays ? ((100 * passed) / plays).toFixed(1) : "0"} %</b> of {plays} plays passed; {skipped}{" "}
                        were not for the creature.{stale.value ? " The project has changed since." : ""}
                    </p>
                    <div class="check-grid" data-test="check-grid">
                        {worstFirst.value.map((verdict) => (
                            <Line key={verdict.seed} verdict={verdict} />
                        ))}
                    </div>
                </>
            )}
        </div>
    );
}
