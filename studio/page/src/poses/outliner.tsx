// The poses of the artwork as a list with live thumbnails.
import { Thumbnail } from "../draw/thumbnail.tsx";
import { artwork, artworkIndex, artworkName, selection } from "../state/app.ts";
import { project, send } from "../state/document.ts";
import { FamilyList } from "../puppets/familylist.tsx";
import { Button, Empty, Section, Select, Tree } from "../widgets/index.ts";
import type { TreeItem } from "../widgets/index.ts";
import "./outliner.css";
import {
    dot,
    duplicate,
    keepPose,
    mirror,
    remove,
    rename,
    selectedExamples,
    showCurrent,
    showExample,
    showExamples,
} from "./state.ts";

const PICTURE = 24;

function items(): TreeItem[] {
    return (artwork.value?.examples ?? []).map((example, i) => ({
        id: example.name,
        label: example.name,
        picture: <Thumbnail artwork={artworkIndex.value} example={i} size={PICTURE} />,
        detail: links(example.name),
        renames: true,
        moves: true,
        test: `pose-${example.name}`,
        menu: () => [
            { label: "Duplicate", icon: "copy", keys: "Mod+D", run: () => duplicate(example.name) },
            { label: "Mirror as a new pose", icon: "flip-horizontal-2", run: () => mirror(example.name, true) },
            { label: "Mirror in place", icon: "flip-horizontal-2", run: () => mirror(example.name, false) },
            "line",
            { label: "Delete", icon: "trash-2", keys: "Delete", danger: true, run: () => remove([example.name]) },
        ],
    }));
}

// The number of poses that it blends with.
function links(name: string): string | undefined {
    const others = new Set((artwork.value?.complex ?? []).filter((corners) => corners.includes(name)).flat());
    others.delete(name);
    return others.size ? `blends with ${others.size}` : undefined;
}

function reorder(ids: readonly string[], before: string | null): void {
    const own = artwork.value;
    if (own) send(ids.map((example) => ({ do: "example.move", artwork: own.name, example, before })));
}

export function Outliner() {
    const own = artwork.value;
    if (!own)
        return (
            <Empty icon="image" title="No drawing yet" text="Bring one in on the Rig workspace; its poses live here." />
        );
    return (
        <>
            {project.value.artworks.length > 1 && (
                <Section title="Artwork">
                    <Select
                        label="Artwork"
                        value={own.name}
                        options={project.value.artworks.map((a) => ({ value: a.name, label: a.name }))}
                        onChange={(name) => {
                            artworkName.value = name;
                            selection.value = [];
                            dot.value = null;
                            showCurrent();
                        }}
                    />
                </Section>
            )}
            <Section title="Poses" detail={own.examples.length || undefined}>
                <Tree
                    label="Poses"
                    items={items()}
                    selected={selectedExamples.value.map((e) => e.name)}
                    onSelect={showExamples}
                    onActivate={(id) => showExample(id)}
                    onRename={rename}
                    onMove={reorder}
                    onDelete={remove}
                    test="poses"
                />
                <div class="poses-keep">
                    <Button
                        label="Keep this pose"
                        icon="plus"
                        kind="plain"
                        shortcut="K"
                        wide
                        onClick={() => keepPose()}
                        test="keep-pose"
                    />
                </div>
            </Section>
            <FamilyList />
        </>
    );
}
