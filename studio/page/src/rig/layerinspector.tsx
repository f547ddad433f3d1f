// The inspector of one layer: its number of vertices, its position, its picture, its density.
import type { Artwork, Layer } from "../core/project.ts";
import { revision, send } from "../state/document.ts";
import { Button } from "../widgets/button.tsx";
import { Row } from "../widgets/row.tsx";
import { Section } from "../widgets/section.tsx";
import { Slider } from "../widgets/slider.tsx";
import { TextField } from "../widgets/textfield.tsx";
import { Toggle } from "../widgets/toggle.tsx";
import { replaceImage } from "../files/import.ts";
import { Budget } from "./budget.tsx";
import { rename } from "./editing.ts";
import { EditButtons } from "./editbuttons.tsx";
import { currentFigure } from "./figure.ts";
import { settle, showLive } from "./live.ts";
import { PointFields } from "./pointfields.tsx";
import { indexOfLayer } from "./state.ts";

export function LayerInspector({ artwork, layer }: { artwork: Artwork; layer: Layer }) {
    const set = (keys: Partial<Layer>) => ({ do: "layer.set", artwork: artwork.name, layer: layer.name, ...keys });
    return (
        <>
            <Section title="Layer" id="rig.layer" actions={<EditButtons />}>
                <TextField
                    label="Name"
                    value={layer.name}
                    onChange={(to) => rename("layer", layer.name, to)}
                    test="layer-name"
                />
                <PointFields
                    label="Position"
                    value={layer.at}
                    step={1 / artwork.scale}
                    disabled={layer.locked}
                    title="Where the top left corner of the image lies"
                    command={(at) => set({ at })}
                    test="layer-at"
                />
                <Toggle label="Visible" value={layer.visible} onChange={(visible) => send(set({ visible }))} />
                <Toggle
                    label="Locked"
                    value={layer.locked}
                    title="A locked layer cannot be grabbed"
                    onChange={(locked) => send(set({ locked }))}
                />
            </Section>
            <Section title="Triangles" id="rig.mesh">
                <Budget artwork={artwork} layers={[layer]} />
                <Figures artwork={artwork} layer={layer} />
            </Section>
            <Section title="Picture" id="rig.picture">
                <Row label="File">
                    <span class="rig-path" title={layer.image ?? layer.mesh ?? ""}>
                        {layer.image ?? layer.mesh}
                    </span>
                </Row>
                <div class="rig-buttons">
                    <Button
                        label="Replace…"
                        icon="image"
                        small
                        onClick={() => void replaceImage(artwork.name, layer.name)}
                        title="Another picture in the same place; handles and poses stay"
                        test="layer-replace"
                    />
                </div>
            </Section>
            <Section title="On stage" id="rig.onstage">
                <Density artwork={artwork} layer={layer} />
            </Section>
        </>
    );
}

function Figures({ artwork, layer }: { artwork: Artwork; layer: Layer }) {
    revision.value; // rendered again whenever anything is rebuilt
    const figure = currentFigure();
    const index = indexOfLayer(artwork, layer.name);
    if (!figure || index < 0 || index >= figure.layerCount) return null;
    return (
        <dl class="rig-figures" data-test="layer-figures">
            <div>
                <dt>Vertices</dt>
                <dd>{figure.layers[4 * index + 1]}</dd>
            </div>
            <div>
                <dt>Triangles</dt>
                <dd>{figure.layers[4 * index + 3]}</dd>
            </div>
            <div>
                <dt title="Of all layers. Thin triangles deform badly">Least angle</dt>
                <dd>{figure.smallestAngle.toFixed(1)}°</dd>
            </div>
        </dl>
    );
}

function Density({ artwork, layer }: { artwork: Artwork; layer: Layer }) {
    const value = artwork.sprite.densities[layer.name] ?? 1;
    const command = (factor: number) => {
        const { [layer.name]: _, ...others } = artwork.sprite.densities;
        return {
            do: "sprite.set",
            artwork: artwork.name,
            densities: factor === 1 ? others : { ...others, [layer.name]: factor },
        };
    };
    const keep = (factor: number): void => {
        settle();
        send(command(factor));
    };
    return (
        <Slider
            label="Density"
            value={value}
            min={0.1}
            max={10}
            default={1}
            log
            unit="×"
            title="Density of this layer relative to the others"
            onInput={(v) => showLive([command(v)])}
            onChange={keep}
            test="layer-density"
        />
    );
}
