// The clip that an actor plays, and when it starts.
import type { Actor, Artwork } from "../core/project.ts";
import { endPreview, freeName, preview, project, send } from "../state/document.ts";
import { NumberField, Section, Select } from "../widgets/index.ts";
import { setActor, staged } from "../scene/state.ts";

const NEW = "\n"; // a value that no clip can have as its name

export function ClipSection({ actor, own }: { actor: Actor; own: Artwork }) {
    const clips = project.value.clips.filter((clip) => clip.artwork === own.name);
    const options = [
        { value: "", label: "None" },
        ...clips.map(({ name }) => ({ value: name, label: name })),
        { value: NEW, label: "New clip" },
    ];
    const choose = (name: string): void => {
        if (name !== NEW) return void send(setActor(actor.name, { clip: name || null }));
        const made = freeName("clip", project.value.clips);
        void send({
            do: "group",
            label: "Add clip",
            commands: [
                { do: "clip.add", name: made, artwork: own.name, length: staged.value?.seconds ?? 2 },
                setActor(actor.name, { clip: made }),
            ],
        });
    };
    const start = (clip_start: number) => setActor(actor.name, { clip_start });
    return (
        <Section title="Directed by" id="puppet.clip">
            <Select
                label="Plays"
                title={
                    actor.kind === "puppet"
                        ? "The clip whose keys lead its handles"
                        : "The clip that its shape is taken from, over its pose; physics puts and turns it"
                }
                value={actor.clip ?? ""}
                options={options}
                onChange={choose}
                test="actor-clip"
            />
            {actor.clip !== null && (
                <NumberField
                    label="Clip begins at"
                    title="On the stage's clock; before it, the first keys hold"
                    value={actor.clip_start}
                    min={-3600}
                    max={3600}
                    step={0.05}
                    default={0}
                    unit="s"
                    onInput={(v) => preview(start(v))}
                    onChange={(v) => void send(start(v))}
                    onCancel={endPreview}
                    test="actor-clip-start"
                />
            )}
        </Section>
    );
}
