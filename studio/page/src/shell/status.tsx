// The line at the bottom: the tool's hint, problems, cost of a frame, zoom, panels.
import { useComputed } from "@preact/signals";
import { camera } from "../draw/camera.ts";
import { spaceNow } from "../draw/view.ts";
import { find, run } from "../state/actions.ts";
import { artwork, frameCost, hint } from "../state/app.ts";
import { IconButton } from "../widgets/iconbutton.tsx";
import { tip } from "../widgets/tip.ts";
import { shown, togglePanel } from "./layout.ts";
import type { PanelName } from "./layout.ts";
import { Problems } from "./problems.tsx";
import "./status.css";

// Signals rendered as text: the line is not rendered sixty times per second, only its numbers are updated.
function Cost() {
    const vertices = useComputed(() => frameCost.value.vertices.toLocaleString("en"));
    const cost = useComputed(() => frameCost.value.milliseconds.toFixed(1));
    return (
        <>
            <span class="status-item figures" {...tip("Vertices drawn")}>
                <span class="status-number">{vertices}</span> vertices
            </span>
            <span
                class="status-item figures"
                data-test="frame-cost"
                {...tip("Script time of the last frame; 16.7 ms is the budget of 60 frames a second")}
            >
                <span class="status-number">{cost}</span> ms
            </span>
        </>
    );
}

// A 3D view has no pixels of a drawing to compare with.
function Zoom() {
    const zoom = useComputed(
        () => `${Math.round((100 * camera.value.zoom * devicePixelRatio) / (artwork.value?.scale ?? 256))} %`,
    );
    const actual = find("view.actual");
    if (spaceNow()) return null;
    return (
        <button
            type="button"
            class="status-item figures"
            data-test="zoom"
            onClick={() => run("view.actual")}
            {...tip("Zoom; click for actual pixels", actual?.keys?.[0])}
        >
            {zoom}
        </button>
    );
}

function PanelSwitch(props: { panel: PanelName; icon: string; label: string; shortcut: string }) {
    return (
        <IconButton
            small
            icon={props.icon}
            label={props.label}
            pressed={shown.value[props.panel]}
            shortcut={props.shortcut}
            onClick={() => togglePanel(props.panel)}
        />
    );
}

export function Status() {
    return (
        <footer class="status" aria-label="Status">
            <Problems />
            <p class="status-hint" data-test="hint">
                {hint}
            </p>
            <Cost />
            <Zoom />
            <div class="status-panels">
                <PanelSwitch panel="left" icon="panel-left" label="Outliner" shortcut="Mod+1" />
                <PanelSwitch panel="bottom" icon="panel-bottom" label="Timeline" shortcut="Mod+2" />
                <PanelSwitch panel="right" icon="panel-right" label="Inspector" shortcut="Mod+3" />
            </div>
        </footer>
    );
}
