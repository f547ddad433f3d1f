// The transport: play, step, loop, record, and the time as a number.
import { useComputed } from "@preact/signals";
import { find, isEnabled, run } from "../state/actions.ts";
import { duration, looping, playing, rate, recording, scene, time } from "../state/app.ts";
import { endPreview, preview, send } from "../state/document.ts";
import { IconButton } from "../widgets/iconbutton.tsx";
import { NumberInput } from "../widgets/numberinput.tsx";
import { tip } from "../widgets/tip.ts";
import "./transport.css";

function Act(props: { id: string; icon: string; pressed?: boolean; tone?: "error" }) {
    const action = find(props.id);
    if (!action) return null;
    return (
        <IconButton
            icon={props.icon}
            label={action.label}
            shortcut={action.keys?.[0]}
            pressed={props.pressed}
            {...(props.tone ? { tone: props.tone } : {})}
            disabled={!isEnabled(action)}
            onClick={() => run(props.id)}
            test={props.id.replace(".", "-")}
        />
    );
}

function TimeFields() {
    const frame = useComputed(() => Math.round(time.value * rate.value));
    const shown = scene.value;
    const length = (seconds: number) => ({ do: "scene.set", scene: shown?.name ?? "", seconds });
    return (
        <div class="time-figures">
            <div class="w-field time-now" {...tip("Time")}>
                <NumberInput
                    label="Time now"
                    value={Number(time.value.toFixed(3))}
                    min={0}
                    max={Math.max(duration.value, time.value)}
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
            <div class="w-field time-length" {...tip("How long the scene is")}>
                <NumberInput
                    label="Duration"
                    value={duration.value}
                    min={0.1}
                    max={3600}
                    step={0.1}
                    unit="s"
                    disabled={!shown}
                    onInput={(v) => preview(length(v))}
                    onChange={(v) => send(length(v))}
                    onCancel={endPreview}
                    test="duration"
                />
            </div>
            <span class="time-frame figures" {...tip("Frame")}>
                <span class="unseen">Frame </span>
                {frame}
            </span>
        </div>
    );
}

export function Transport() {
    return (
        <div class="transport" role="group" aria-label="Transport">
            <div class="transport-buttons">
                <Act id="time.start" icon="skip-back" />
                <Act id="time.back" icon="step-back" />
                <Act id="time.play" icon={playing.value ? "pause" : "play"} pressed={playing.value} />
                <Act id="time.on" icon="step-forward" />
                <Act id="time.loop" icon="repeat" pressed={looping.value} />
                <Act id="time.record" icon="circle" pressed={recording.value} tone="error" />
            </div>
            <TimeFields />
        </div>
    );
}
