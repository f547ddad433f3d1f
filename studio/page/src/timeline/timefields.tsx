// The time now, as seconds that can be typed and as a frame: what every transport shows.
import { rate, time } from "../state/app.ts";
import { NumberInput } from "../widgets/numberinput.tsx";
import { tip } from "../widgets/tip.ts";
import "./transport.css";

export function TimeNow(props: { most: number; hint?: string }) {
    return (
        <>
            <div class="w-field time-now" {...tip(props.hint ?? "Time")}>
                <NumberInput
                    label="Time now"
                    value={Number(time.value.toFixed(3))}
                    min={0}
                    max={props.most}
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
        </>
    );
}

export function FrameNow() {
    return (
        <span class="time-frame figures" {...tip("Frame")}>
            <span class="unseen">Frame </span>
            {Math.round(time.value * rate.value)}
        </span>
    );
}
