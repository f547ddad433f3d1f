// The transport of the open line: play, step and the time as numbers; and edits of keystrokes.
import { duration, playing } from "../state/app.ts";
import { FrameNow, TimeNow } from "../timeline/timefields.tsx";
import { ActionButton } from "../tools/actionbutton.tsx";
import { tip } from "../widgets/tip.ts";
import { length } from "./state.ts";
import "../timeline/transport.css";

export function LineTransport() {
    return (
        <div class="transport" role="group" aria-label="Transport">
            <div class="transport-buttons">
                <ActionButton id="lines.start" />
                <ActionButton id="lines.back" />
                <ActionButton id="lines.play" icon={playing.value ? "pause" : "play"} pressed={playing.value} />
                <ActionButton id="lines.on" />
                <ActionButton id="lines.end" />
            </div>
            <div class="time-figures">
                <TimeNow most={Math.max(duration.value, 60)} hint="Time: strokes are put here" />
                <span class="figures" {...tip("How long the line is, with what settles after its last keystroke")}>
                    {length.value.toFixed(2)} s
                </span>
                <FrameNow />
            </div>
        </div>
    );
}
export function LineTools() {
    return (
        <div class="sheet-tools" role="toolbar" aria-label="Keystrokes">
            <ActionButton small id="lines.key-before" />
            <ActionButton small id="lines.key-after" />
            <ActionButton small id="lines.later" />
            <ActionButton small id="lines.copy" />
            <ActionButton small id="lines.paste" />
            <ActionButton small id="lines.paste-mirrored" />
            <ActionButton small id="lines.duplicate" />
            <ActionButton small id="lines.delete" />
        </div>
    );
}
