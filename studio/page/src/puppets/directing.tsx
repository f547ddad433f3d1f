// The inspector sections of a puppet on the stage besides its keys: family, follows, copies, material.
import type { Actor } from "../core/project.ts";
import { artworkOf } from "../scene/state.ts";
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
