// The transport of the open motion: play, step, and the time as numbers.
import { within } from "../core/ranges.ts";
import { motionRanges } from "../core/schema.ts";
import { find, isEnabled, run } from "../state/actions.ts";
import { duration, playing, rate, time } from "../state/app.ts";
import { endPreview, preview, send } from "../state/document.ts";
import { IconButton } from "../widgets/iconbutton.tsx";
import { NumberInput } from "../widgets/numberinput.tsx";
import { tip } from "../widgets/tip.ts";
import { command, motion, trial } from "./state.ts";
import "../timeline/transport.css";

export function Act(props: { id: string; icon?: string; pressed?: boolean; small?: boolean }) {
    const action = find(props.id);
    if (!action) return null;
    return (
        <IconButton
            small={props.small ?? false}
            icon={props.icon ?? action.icon ?? "circle"}
            label={action.label}
            shortcut={action.keys?.[0]}
            pressed={props.pressed ?? action.checked?.()}
            disabled={!isEnabled(action)}
            onClick={() => run(props.id)}
            test={props.id.replace(".", "-")}
        />
    );
}

export function MotionTransport() {
    const now = motion.value;
    const length = (seconds: number) => command("motion.set", { length: seconds });
    return (
        <div class="transport" role="group" aria-label="Transport">
            <div class="transport-buttons">
                <Act id="creatures.start" />
                <Act id="creatures.back" />
                <Act id="creatures.play" icon={playing.value ? "pause" : "play"} pressed={playing.value} />
                <Act id="creatures.on" />
                <Act id="creatures.loop" />
            </div>
            <div class="time-figures">
                <div class="w-field time-now" {...tip("Time")}>
                    <NumberInput
                        label="Time now"
                        value={Number(time.value.toFixed(3))}
                        min={0}
                        max={duration.value}
                        step={0.01}
                        unit="s"
                        onInput={(v) => (time.value = v)}
                        onChange={(v) => (time.value = v)}
                        test="time"
                    />
                </div>
                <span class="time-of" aria-hidden="true">
                    /
                </span>
                <div class="w-field time-length" {...tip("How long the motion is")}>
                    <NumberInput
                        label="Length"
                        value={duration.value}
                        {...within(motionRanges.length)}
                        default={undefined}
                        step={0.05}
                        disabled={!now || trial.value !== null}
                        onInput={(v) => preview(length(v))}
                        onChange={(v) => send(length(v))}
                        onCancel={endPreview}
                        test="duration"
                    />
                </div>
                <span class="time-frame figures" {...tip("Frame")}>
                    <span class="unseen">Frame </span>
                    {Math.round(time.value * rate.value)}
                </span>
            </div>
        </div>
    );
}
