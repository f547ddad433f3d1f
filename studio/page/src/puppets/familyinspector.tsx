// The inspector of a family: its members, how readily one changes into another, and the links between them.
import { sliding } from "../core/ranges.ts";
import { familyRanges } from "../core/schema.ts";
import type { Family } from "../core/project.ts";
import { Thumbnail } from "../draw/thumbnail.tsx";
import { live, project } from "../state/document.ts";
import { Button, IconButton, openMenu, Section, Slider, TextField } from "../widgets/index.ts";
import { addMember, outsiders, removeFamily, removeMember, renameFamily, setFamily } from "./families.ts";
import { LinkList } from "./linklist.tsx";
import "./puppets.css";

const PICTURE = 44;

function addMenu(family: Family, event: MouseEvent): void {
    const entries = outsiders(family).map((name) => ({
        label: name,
        icon: "image",
        run: () => void addMember(family, name),
        test: `add-member-${name}`,
    }));
    openMenu(entries, event.currentTarget as Element, { label: "Add a drawing" });
}

function Members({ family }: { family: Family }) {
    const free = outsiders(family).length > 0;
    const add = (
        <IconButton
            icon="plus"
            label="Add a drawing"
            menu
            disabled={!free}
            onClick={(e) => addMenu(family, e)}
            test="add-member"
        />
    );
    return (
        <Section title="Drawings" id="puppets.members" detail={family.members.length} actions={add}>
            <ul class="puppets-members" aria-label="Drawings of the family">
                {family.members.map((name) => (
                    <li key={name} data-test={`member-${name}`}>
                        <Thumbnail artwork={name} example={0} size={PICTURE} />
                        <span>{name}</span>
                        <IconButton
                            small
                            icon="x"
                            label={`Take ${name} out of the family`}
                            disabled={family.members.length < 2}
                            onClick={() => void removeMember(family, name)}
                            test={`remove-member-${name}`}
                        />
                    </li>
                ))}
            </ul>
            {family.members.length < 2 && (
                <p class="w-note">
                    {free
                        ? "Add the drawing that it changes into."
                        : project.value.artworks.length < 2
                          ? "Import a second drawing in the Rig workspace; then it can change into that one."
                          : ""}
                </p>
            )}
            {family.members.length < 2 && free && (
                <Button
                    label="Add a drawing"
                    icon="plus"
                    kind="primary"
                    onClick={(e) => addMenu(family, e)}
                    test="second-member"
                />
            )}
        </Section>
    );
}

function TransitionSettings({ family }: { family: Family }) {
    const set = (key: string) => live((value) => setFamily(family, { [key]: value }));
    return (
        <Section title="When it changes" id="puppets.turning">
            <Slider
                label="Reluctance"
                title="By which share the energy of the other drawing must be lower before it takes over. 0 changes at the slightest advantage; high values keep the current drawing longer (equation 11)"
                value={family.margin}
                {...sliding(familyRanges.margin)}
                step={0.01}
                {...set("margin")}
                test="family-margin"
            />
            <Slider
                label="Rest between"
                title="Seconds that pass between two changes, so that it does not flicker"
                value={family.pause}
                {...sliding(familyRanges.pause)}
                step={0.05}
                {...set("pause")}
                test="family-pause"
            />
            <Slider
                label="Own shape"
                title="λ of equation 10: weight of the other drawing's own shape against the links. Low: the links are met closely; high: it stays as it was drawn"
                value={family.lambda}
                {...sliding(familyRanges.lambda)}
                {...set("lambda")}
                test="family-lambda"
            />
            <Slider
                label="Fade"
                title="Seconds over which one drawing passes into the other. 0 cuts, as in drawn animation"
                value={family.fade}
                {...sliding(familyRanges.fade)}
                step={0.02}
                {...set("fade")}
                test="family-fade"
            />
        </Section>
    );
}

export function FamilyInspector({ family }: { family: Family }) {
    return (
        <div data-test="family-inspector">
            <Section
                title="Family"
                id="puppets.family"
                actions={
                    <IconButton
                        small
                        icon="trash-2"
                        label="Delete the family"
                        onClick={() => removeFamily(family.name)}
                        test="family-delete"
                    />
                }
            >
                <TextField
                    label="Name"
                    value={family.name}
                    onChange={(to) => renameFamily(family.name, to)}
                    test="family-name"
                />
            </Section>
            <Members family={family} />
            {family.members.length > 1 && <LinkList family={family} />}
            {family.members.length > 1 && <TransitionSettings family={family} />}
        </div>
    );
}
