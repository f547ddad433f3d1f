// The inspector of several layers: what they have in common.
import type { Artwork, Command, Layer } from "../core/project.ts";
import { send } from "../state/document.ts";
import { Section } from "../widgets/section.tsx";
import { Toggle } from "../widgets/toggle.tsx";
import { Budget } from "./budget.tsx";
import { together } from "./commands.ts";
import { EditButtons } from "./editbuttons.tsx";

export function SeveralLayers({ artwork, layers }: { artwork: Artwork; layers: readonly Layer[] }) {
    const set = (label: string, keys: Partial<Layer>): void => {
        send(
            together(
                label,
                layers.map(
                    (layer): Command => ({ do: "layer.set", artwork: artwork.name, layer: layer.name, ...keys }),
                ),
            ),
        );
    };
    return (
        <>
            <Section title="Layers" id="rig.layer" actions={<EditButtons />}>
                <Toggle
                    label="Visible"
                    value={layers.every((layer) => layer.visible)}
                    onChange={(visible) => set("Show layers", { visible })}
                />
                <Toggle
                    label="Locked"
                    value={layers.every((layer) => layer.locked)}
                    onChange={(locked) => set("Lock layers", { locked })}
                />
            </Section>
            <Section title="Triangles" id="rig.mesh">
                <Budget artwork={artwork} layers={layers} />
                <p class="rig-note">Each of them gets as many.</p>
            </Section>
        </>
    );
}
