// The failure of a gait, while its trial is open.
import { duration, playing, time } from "../state/app.ts";
import { Button, Icon, IconButton } from "../widgets/index.ts";
import { leaveTrial, trial } from "./state.ts";
import { failureWords } from "./words.ts";

export function TrialCard() {
    const now = trial.value;
    if (!now) return null;
    const toMoment = (): void => {
        playing.value = false;
        time.value = Math.min(now.time, duration.peek());
    };
    return (
        <div class="trial-card" role="group" aria-label="A trial of a gait" data-test="trial-card">
            <Icon name="footprints" />
            <span>
                <b>{now.gait}</b>, {now.words}
                <em>{failureWords(now)}</em>
            </span>
            <Button
                small
                kind="quiet"
                icon="crosshair"
                label={`At ${now.time.toFixed(2)} s`}
                title="Back to the failing frame"
                onClick={toMoment}
                test="trial-moment"
            />
            <IconButton small icon="x" label="Leave the trial" onClick={leaveTrial} test="trial-leave" />
        </div>
    );
}
