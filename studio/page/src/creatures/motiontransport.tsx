// The transport of the open motion: play, step, and the time as numbers.
import { within } from "../core/ranges.ts";
import { motionRanges } from "../core/schema.ts";
import { duration, playing } from "../state/app.ts";
import { endPreview, preview, send } from "../state/document.ts";
import { FrameNow, TimeNow } from "../timeline/timefields.tsx";
import { ActionButton } from "../tools/actionbutton.tsx";
import { NumberInput } from "../widgets/numberinput.tsx";
import { tip } from "../widgets/tip.ts";
import { command, motion, trial } from "./state.ts";
import "../timeline/transport.css";

export function MotionTransport() {
    const now = motion.value;
    const length = (seconds: number) => command("motion.set", { length: seconds });
    return (
        <div class="transport" role="group" aria-label="Transport">
            <div class="transport-buttons">
                <ActionButton id="creatures.start" />
                <ActionButton id="creatures.back" />
                <ActionButton id="creatures.play" icon={playing.value ? "pause" : "play"} pressed={playing.value} />
                <ActionButton id="creatures.on" />
                <ActionButton id="creatures.loop" />
            </div>
            <div class="time-figures">
                <TimeNow most={duration.value} />
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
                <FrameNow />
            </div>
        </div>
    );
}
