// The layers of the artwork, the front first.
import { useState } from "preact/hooks";
import { send } from "../state/document.ts";
import type { MenuEntry } from "../widgets/menu.tsx";
import { Section } from "../widgets/section.tsx";
import { Tree } from "../widgets/tree.tsx";
import type { TreeItem } from "../widgets/tree.tsx";
import type { Artwork, Layer } from "../core/project.ts";
import { replaceImage } from "../files/import.ts";
import { moveLayers, together } from "./commands.ts";
import { removeSelected, rename } from "./editing.ts";
import { entry, HoverRows, idOf, nameOf, selectedIds, selectRows } from "./rows.tsx";
import { Thumbnail } from "./thumbnail.tsx";

export function LayerList({ artwork, layers }: { artwork: string; layers: Artwork["layers"] }) {
    const [renaming, setRenaming] = useState<string | null>(null);
    const set = (layer: Layer, keys: Partial<Layer>): void =>
        void send({ do: "layer.set", artwork, layer: layer.name, ...keys });
    const toEdge = (layer: Layer, front: boolean): void => {
        const below = front ? (layers.filter((l) => l !== layer).at(-1)?.name ?? null) : null;
        send(moveLayers({ name: artwork, layers }, [layer.name], below));
    };
    const menuOf = (layer: Layer): MenuEntry[] => [
        { label: "Rename", icon: "text-cursor-input", keys: "F2", run: () => setRenaming(idOf("layer", layer.name)) },
        { label: "Replace the picture…", icon: "image", run: () => void replaceImage(artwork, layer.name) },
        entry("rig.duplicate"),
        "line",
        { label: "To the front", icon: "arrow-up", run: () => toEdge(layer, true) },
        { label: "To the back", icon: "arrow-down", run: () => toEdge(layer, false) },
        "line",
        {
            label: layer.visible ? "Hide" : "Show",
            icon: layer.visible ? "eye-off" : "eye",
            run: () => set(layer, { visible: !layer.visible }),
        },
        {
            label: layer.locked ? "Unlock" : "Lock",
            icon: layer.locked ? "lock-open" : "lock",
            run: () => set(layer, { locked: !layer.locked }),
        },
        "line",
        entry("rig.delete", { danger: true }),
    ];
    const items = [...layers].reverse().map(
        (layer): TreeItem => ({
            id: idOf("layer", layer.name),
            label: layer.name,
            picture: <Thumbnail path={layer.image} />,
            dim: !layer.visible,
            renames: true,
            moves: true,
            buttons: [
                {
                    icon: layer.locked ? "lock" : "lock-open",
                    label: layer.locked ? "Unlock" : "Lock",
                    always: layer.locked,
                    onClick: () => set(layer, { locked: !layer.locked }),
                    test: `lock-${layer.name}`,
                },
                {
                    icon: layer.visible ? "eye" : "eye-off",
                    label: layer.visible ? "Hide" : "Show",
                    always: true,
                    onClick: () => set(layer, { visible: !layer.visible }),
                    test: `eye-${layer.name}`,
                },
            ],
            menu: () => menuOf(layer),
        }),
    );
    const move = (ids: readonly string[], before: string | null): void => {
        const commands = moveLayers({ name: artwork, layers }, ids.map(nameOf), before && nameOf(before));
        if (commands.length) send(commands.length === 1 ? commands[0]! : together("Move layers", commands));
    };
    return (
        <Section title="Layers" id="rig.layers" detail={layers.length ? String(layers.length) : undefined}>
            <HoverRows kind="layer">
                <Tree
                    label="Layers"
                    items={items}
                    selected={selectedIds("layer")}
                    onSelect={(ids) => selectRows("layer", ids)}
                    onRename={(id, name) => rename("layer", nameOf(id), name)}
                    onMove={move}
                    onDelete={removeSelected}
                    renaming={renaming}
                    onRenamingEnd={() => setRenaming(null)}
                    empty={<p class="rig-note">This artwork has no layers.</p>}
                    test="layers"
                />
            </HoverRows>
        </Section>
    );
}
