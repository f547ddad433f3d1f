// The number of vertices per layer. The mesh changes while the slider is dragged, and is shown meanwhile.
import type { Artwork, Command, Layer } from "../core/project.ts";
import { endPreview, send } from "../state/document.ts";
import { frame } from "../state/workspaces.ts";
import { Slider } from "../widgets/slider.tsx";
import { together } from "./commands.ts";
import { settle, showLive } from "./live.ts";
import { budgeting } from "./state.ts";

const FEWEST = 20;
const MOST = 5000;
const USUAL = 300;

export function Budget({ artwork, layers }: { artwork: Artwork; layers: readonly Layer[] }) {
    const commands = (value: number): Command[] =>
        layers.map((layer) => ({
            do: "layer.set",
            artwork: artwork.name,
            layer: layer.name,
            vertices: Math.round(value),
        }));
    const done = (): void => {
        settle();
        budgeting.value = false;
        frame.request();
    };
    return (
        <Slider
            label="Mesh budget"
            title="About how many vertices the cut has; there are up to twice as many triangles. More bend more smoothly and cost more"
            value={layers[0]?.vertices ?? USUAL}
            min={FEWEST}
            max={MOST}
            default={USUAL}
            step={1}
            log
            test="layer-budget"
            onInput={(value) => {
                budgeting.value = true;
                showLive(commands(value));
            }}
            onChange={(value) => {
                done();
                const steps = commands(value);
                send(steps.length === 1 ? steps[0]! : together("Triangle budget", steps));
            }}
            onCancel={() => {
                done();
                endPreview();
            }}
        />
    );
}
