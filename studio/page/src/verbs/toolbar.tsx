// The toolbar over the view: play, restart, and switches for what is shown.
import { IconButton } from "../widgets/index.ts";
import { frameNow } from "./view.tsx";
import { frame } from "../state/workspaces.ts";
import { subject } from "../state/subject.ts";
import { plays, restart, running, setSwitch, switches } from "./state.ts";
import "../widgets/toolbar.css";

export function toggleRunning(): void {
    running.value = !running.peek();
    frame.request();
}

export function Toolbar() {
    if (!subject.value) return null;
    const on = switches.value;
    return (
        <div class="playbar" role="toolbar" aria-label="Playing">
            {plays() && (
                <>
                    <IconButton
                        icon={running.value ? "pause" : "play"}
                        label={running.value ? "Pause" : "Play"}
                        shortcut="Space"
                        onClick={toggleRunning}
                        test="verb-play"
                    />
                    <IconButton
                        icon="rotate-ccw"
                        label="Restart"
                        shortcut="Home"
                        onClick={restart}
                        test="verb-restart"
                    />
                    <span class="playbar-line" />
                    <IconButton
                        icon="footprints"
                        label="Plant the feet"
                        title="Feet that stand do not slide"
                        pressed={on.plant}
                        onClick={() => setSwitch("plant", !on.plant)}
                        test="switch-plant"
                    />
                    <IconButton
                        icon="locate-fixed"
                        label="On the spot"
                        pressed={on.still}
                        onClick={() => setSwitch("still", !on.still)}
                        test="switch-still"
                    />
                </>
            )}
            <IconButton
                icon="flame"
                label="Heat: where it is stretched or crushed"
                pressed={on.heat}
                onClick={() => setSwitch("heat", !on.heat)}
                test="switch-heat"
            />
            <span class="playbar-line" />
            <IconButton icon="maximize" label="Show all of it" shortcut="F" onClick={frameNow} test="verb-frame" />
        </div>
    );
}
