// The artworks of the project.
import { computed } from "@preact/signals";
import { useState } from "preact/hooks";
import { run } from "../state/actions.ts";
import { artwork } from "../state/app.ts";
import { project, send } from "../state/document.ts";
import { IconButton } from "../widgets/iconbutton.tsx";
import type { MenuEntry } from "../widgets/menu.tsx";
import { Section } from "../widgets/section.tsx";
import { Tree } from "../widgets/tree.tsx";
import type { TreeItem } from "../widgets/tree.tsx";
import type { Artwork } from "../core/project.ts";
import { duplicateArtwork } from "./commands.ts";
import { chooseArtwork, removeArtwork, renameArtwork } from "./editing.ts";
import { Thumbnail } from "./thumbnail.tsx";

// Everything that the list shows, as text, so that it is rendered only when this changes: other parts of an artwork
// may change with every move of a slider.
const shown = computed(() =>
    JSON.stringify([
        artwork.value?.name,
        project.value.artworks.map(({ name, layers }) => [name, layers.length, layers[0]?.image]),
    ]),
);

export function ArtworkList() {
    shown.value;
    const artworks = project.peek().artworks;
    const current = artwork.peek()?.name;
    const [renaming, setRenaming] = useState<string | null>(null);
    const duplicate = (name: string): void => {
        const all = project.peek().artworks;
        const of = all.find((one) => one.name === name);
        if (of) send(duplicateArtwork(all, of).command);
    };
    const menuOf = (of: Artwork): MenuEntry[] => [
        { label: "Rename", icon: "text-cursor-input", keys: "F2", run: () => setRenaming(of.name) },
        { label: "Duplicate", icon: "copy", run: () => duplicate(of.name) },
        "line",
        { label: "Delete", icon: "trash-2", danger: true, run: () => removeArtwork(of.name) },
    ];
    const items = artworks.map(
        (of): TreeItem => ({
            id: of.name,
            label: of.name,
            // A drawing of one layer is represented by its picture, one of several layers by its largest.
            ...(of.layers.length === 1 ? { picture: <Thumbnail path={of.layers[0]!.image} /> } : { icon: "image" }),
            detail: of.layers.length > 1 ? `${of.layers.length} layers` : "",
            renames: true,
            moves: true,
            menu: () => menuOf(of),
        }),
    );
    const move = (ids: readonly string[], before: string | null): void =>
        void send({ do: "artwork.move", artwork: ids[0]!, before });
    return (
        <Section
            title="Artworks"
            id="rig.artworks"
            detail={items.length ? String(items.length) : undefined}
            actions={
                <IconButton
                    small
                    icon="plus"
                    label="Import drawings"
                    shortcut="Mod+I"
                    onClick={() => run("file.import")}
                    test="artwork-add"
                />
            }
        >
            <Tree
                label="Artworks"
                items={items}
                selected={current === undefined ? [] : [current]}
                onSelect={(ids) => ids.length && chooseArtwork(ids.at(-1)!)}
                onRename={renameArtwork}
                onMove={move}
                onDelete={(ids) => ids.forEach(removeArtwork)}
                renaming={renaming}
                onRenamingEnd={() => setRenaming(null)}
                empty={<p class="rig-note">No drawings yet.</p>}
                test="artworks"
            />
        </Section>
    );
}
