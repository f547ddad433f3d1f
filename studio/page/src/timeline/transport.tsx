// The transport: play, step, loop, record, and the time as a number.
import { duration, looping, playing, recording, scene, time } from "../state/app.ts";
import { endPreview, preview, send } from "../state/document.ts";
import { ActionButton } from "../tools/actionbutton.tsx";
import { NumberInput } from "../widgets/numberinput.tsx";
import { tip } from "../widgets/tip.ts";
import { FrameNow, TimeNow } from "./timefields.tsx";
import "./transport.css";

function TimeFields() {
    const shown = scene.value;
    const length = (seconds: number) => ({ do: "scene.set", scene: shown?.name ?? "", seconds });
    return (
        <div class="time-figures">
            <TimeNow most={Math.max(duration.value, time.value)} />
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
            <FrameNow />
        </div>
    );
}

export function Transport() {
    return (
        <div class="transport" role="group" aria-label="Transport">
            <div class="transport-buttons">
                <ActionButton id="time.start" icon="skip-back" />
                <ActionButton id="time.back" icon="step-back" />
                <ActionButton id="time.play" icon={playing.value ? "pause" : "play"} pressed={playing.value} />
                <ActionButton id="time.on" icon="step-forward" />
                <ActionButton id="time.loop" icon="repeat" pressed={looping.value} />
                <ActionButton id="time.record" icon="circle" pressed={recording.value} tone="error" />
            </div>
            <TimeFields />
        </div>
    );
}
