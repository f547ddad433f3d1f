// The transport of the open line: play, step and the time as numbers; and edits of keystrokes.
import { Act } from "../creatures/motiontransport.tsx";
import { duration, playing, rate, time } from "../state/app.ts";
import { NumberInput } from "../widgets/numberinput.tsx";
import { tip } from "../widgets/tip.ts";
import { length } from "./state.ts";
import "../timeline/transport.css";

export function LineTransport() {
    return (
        <div class="transport" role="group" aria-label="Transport">
            <div class="transport-buttons">
                <Act id="lines.start" />
                <Act id="lines.back" />
                <Act id="lines.play" icon={playing.value ? "pause" : "play"} pressed={playing.value} />
                <Act id="lines.on" />
                <Act id="lines.end" />
            </div>
            <div class="time-figures">
                <div class="w-field time-now" {...tip("Time: strokes are put here")}>
                    <NumberInput
                        label="Time now"
                        value={Number(time.value.toFixed(3))}
                        min={0}
                        max={Math.max(duration.value, 60)}
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
                <span class="figures" {...tip("How long the line is, with what settles after its last keystroke")}>
                    {length.value.toFixed(2)} s
                </span>
                <span class="time-frame figures" {...tip("Frame")}>
                    <span class="unseen">Frame </span>
                    {Math.round(time.value * rate.value)}
                </span>
            </div>
        </div>
    );
}
export function LineTools() {
    return (
        <div class="sheet-tools" role="toolbar" aria-label="Keystrokes">
            <Act small id="lines.key-before" />
            <Act small id="lines.key-after" />
            <Act small id="lines.later" />
            <Act small id="lines.copy" />
            <Act small id="lines.paste" />
            <Act small id="lines.paste-mirrored" />
            <Act small id="lines.duplicate" />
            <Act small id="lines.delete" />
        </div>
    );
}
