// What the inspector says of a puppet on stage beside its keys: its family, what it follows, what it copies, what it is made of.
import type { Actor } from "../core/project.ts";
import { artworkOf } from "../stage/state.ts";
import { Section } from "../widgets/section.tsx";
import { CopiesPanel } from "./copiespanel.tsx";
import { FamilyField } from "./familyfield.tsx";
import { FollowsPanel } from "./followspanel.tsx";
import { PuppetPanel } from "./puppetpanel.tsx";

export function Directing({ actor }: { actor: Actor }) {
  const own = artworkOf(actor);
  if (actor.kind !== "puppet" || !own) return null;
  return (
    <>
      <Section title="Turns into" id="puppets.turns">
        <FamilyField actor={actor} />
      </Section>
      <FollowsPanel actor={actor} />
      <CopiesPanel actor={actor} />
      <PuppetPanel own={own} />
    </>
  );
}
