// A family: who is in it, how readily one turns into another, and which of their parts answer to each other.
import type { Family } from "../core/project.ts";
import { Thumbnail } from "../draw/thumbnail.tsx";
import { project } from "../state/document.ts";
import { Button, IconButton, openMenu, Section, Slider, TextField } from "../widgets/index.ts";
import { addMember, outsiders, removeFamily, removeMember, renameFamily, setFamily } from "./families.ts";
import { LinkList } from "./linklist.tsx";
import { live } from "./live.ts";
import "./puppets.css";

const PICTURE = 44;

function addMenu(family: Family, event: MouseEvent): void {
  const entries = outsiders(family).map((name) => ({ label: name, icon: "image", run: () => void addMember(family, name), test: `add-member-${name}` }));
  openMenu(entries, event.currentTarget as Element, { label: "Add a drawing" });
}

function Members({ family }: { family: Family }) {
  const free = outsiders(family).length > 0;
  const add = <IconButton icon="plus" label="Add a drawing" menu disabled={!free} onClick={(e) => addMenu(family, e)} test="add-member" />;
  return (
    <Section title="Drawings" id="puppets.members" detail={family.members.length} actions={add}>
      <ul class="puppets-members" aria-label="Drawings of the family">
        {family.members.map((name) => (
          <li key={name} data-test={`member-${name}`}>
            <Thumbnail artwork={name} example={0} size={PICTURE} />
            <span>{name}</span>
            <IconButton small icon="x" label={`Take ${name} out of the family`} disabled={family.members.length < 2} onClick={() => void removeMember(family, name)} test={`remove-member-${name}`} />
          </li>
        ))}
      </ul>
      {family.members.length < 2 && (
        <p class="w-note">{free ? "Add the drawing that it turns into." : project.value.artworks.length < 2 ? "Bring a second drawing in on the Rig workspace; then it can turn into that." : ""}</p>
      )}
      {family.members.length < 2 && free && <Button label="Add a drawing" icon="plus" kind="primary" onClick={(e) => addMenu(family, e)} test="second-member" />}
    </Section>
  );
}

function Turning({ family }: { family: Family }) {
  const set = (key: string) => live((value) => setFamily(family, { [key]: value }));
  return (
    <Section title="When it changes" id="puppets.turning">
      <Slider label="Reluctance" title="How much less strained the other drawing must be before it takes over, as a share. 0 changes at the slightest advantage; high values keep the drawing as long as it bears it (equation 11)" value={family.margin} min={0} max={0.99} step={0.01} default={0.3} {...set("margin")} test="family-margin" />
      <Slider label="Rest between" title="Seconds that pass between two changes, so that it does not flicker" value={family.pause} min={0} max={3} step={0.05} default={0.2} unit="s" {...set("pause")} test="family-pause" />
      <Slider label="Own shape" title="λ of equation 10: how much the drawing that might take over keeps its own shape, against following the links. Low: the links are met closely; high: it stays as it was drawn" value={family.lambda} min={0.0001} max={10} log default={0.01} {...set("lambda")} test="family-lambda" />
      <Slider label="Fade" title="Seconds over which one drawing passes into the other. 0 cuts, as in drawn animation" value={family.fade} min={0} max={1} step={0.02} default={0} unit="s" {...set("fade")} test="family-fade" />
    </Section>
  );
}

export function FamilyInspector({ family }: { family: Family }) {
  return (
    <div data-test="family-inspector">
      <Section title="Family" id="puppets.family" actions={<IconButton small icon="trash-2" label="Delete the family" onClick={() => removeFamily(family.name)} test="family-delete" />}>
        <TextField label="Name" value={family.name} onChange={(to) => renameFamily(family.name, to)} test="family-name" />
      </Section>
      <Members family={family} />
      {family.members.length > 1 && <LinkList family={family} />}
      {family.members.length > 1 && <Turning family={family} />}
    </div>
  );
}
