// The list of families in the outliner: drawings that change into one another.
import { Thumbnail } from "../draw/thumbnail.tsx";
import { selection } from "../state/app.ts";
import { send } from "../state/document.ts";
import { Button, IconButton, Section, Tree } from "../widgets/index.ts";
import { addFamily, families, removeFamily, renameFamily } from "./families.ts";
import "./puppets.css";

const PICTURE = 24;

function NoFamilies() {
    return (
        <div class="puppets-invite" data-test="no-families">
            <p class="w-note">
                A puppet can turn into another drawing when that fits its motion better: from the side, from the front.
            </p>
            <Button label="New family" icon="plus" onClick={addFamily} test="first-family" />
        </div>
    );
}

export function FamilyList() {
    return (
        <Section
            title="Families"
            id="puppets.families"
            detail={families.value.length || undefined}
            actions={<IconButton icon="plus" label="New family" onClick={addFamily} test="add-family" />}
        >
            <Tree
                label="Families"
                items={families.value.map((family) => ({
                    id: family.name,
                    label: family.name,
                    picture: <Thumbnail artwork={family.members[0] ?? ""} example={0} size={PICTURE} />,
                    detail: `${family.members.length}`,
                    title: family.members.join(", "),
                    renames: true,
                    moves: true,
                    test: `family-${family.name}`,
                    menu: () => [
                        { label: "Delete", icon: "trash-2", danger: true, run: () => removeFamily(family.name) },
                    ],
                }))}
                selected={selection.value.filter((s) => s.kind === "family").map((s) => s.name)}
                onSelect={(ids) => void (selection.value = ids.map((name) => ({ kind: "family", name })))}
                onRename={renameFamily}
                onMove={(ids, before) => void send(ids.map((family) => ({ do: "family.move", family, before })))}
                onDelete={(ids) => ids.forEach(removeFamily)}
                empty={<NoFamilies />}
                test="families"
            />
        </Section>
    );
}
