// The poses that a puppet is attracted to: those that its rest shape may become.
import type { Actor, Artwork } from "../core/project.ts";
import { send } from "../state/document.ts";
import { Section, Toggle } from "../widgets/index.ts";
import { setActor } from "../scene/state.ts";

export function PuppetSection({ actor, own }: { actor: Actor; own: Artwork }) {
    const drawnTo = (name: string, wanted: boolean): void => {
        const attractions = own.examples
            .map((e) => e.name)
            .filter((e) => (e === name ? wanted : actor.attractions.includes(e)));
        void send(setActor(actor.name, { attractions }));
    };
    return (
        <Section title="Drawn to" id="puppet.attractions" detail={actor.attractions.length || "nothing"}>
            {own.examples.length === 0 && (
                <p class="w-note">
                    Poses of this drawing would show here: its shape can then become any mix of those that are switched
                    on.
                </p>
            )}
            {own.examples.map(({ name }) => (
                <Toggle
                    key={name}
                    label={name}
                    title="Its rest shape may become this pose"
                    value={actor.attractions.includes(name)}
                    onChange={(wanted) => drawnTo(name, wanted)}
                    test={`attraction-${name}`}
                />
            ))}
        </Section>
    );
}
