// What a puppet plays and what it is drawn to: its clip and when that begins, and the poses that its shape may become.
import type { Actor, Artwork } from "../core/project.ts";
import { endPreview, freeName, preview, project, send } from "../state/document.ts";
import { NumberField, Section, Select, Toggle } from "../widgets/index.ts";
import { setActor, staged } from "./state.ts";

const NEW = "\n"; // no clip is called that

function ClipFields({ actor, own }: { actor: Actor; own: Artwork }) {
  const clips = project.value.clips.filter((clip) => clip.artwork === own.name);
  const options = [{ value: "", label: "None" }, ...clips.map(({ name }) => ({ value: name, label: name })), { value: NEW, label: "New clip" }];
  const choose = (name: string): void => {
    if (name !== NEW) return void send(setActor(actor.name, { clip: name || null }));
    const made = freeName("clip", project.value.clips);
    void send({ do: "group", label: "Add clip", commands: [{ do: "clip.add", name: made, artwork: own.name, length: staged.value?.seconds ?? 2 }, setActor(actor.name, { clip: made })] });
  };
  const start = (clip_start: number) => setActor(actor.name, { clip_start });
  return (
    <>
      <Select label="Plays" title="The clip whose keys lead its handles" value={actor.clip ?? ""} options={options} onChange={choose} test="actor-clip" />
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
    </>
  );
}

export function PuppetSection({ actor, own }: { actor: Actor; own: Artwork }) {
  const drawnTo = (name: string, wanted: boolean): void => {
    const attractions = own.examples.map((e) => e.name).filter((e) => (e === name ? wanted : actor.attractions.includes(e)));
    void send(setActor(actor.name, { attractions }));
  };
  return (
    <>
      <Section title="Directed by" id="puppet.clip">
        <ClipFields actor={actor} own={own} />
      </Section>
      <Section title="Drawn to" id="puppet.attractions" detail={actor.attractions.length || "nothing"}>
        {own.examples.length === 0 && <p class="w-note">Poses of this drawing would show here: its shape can then become any mix of those that are switched on.</p>}
        {own.examples.map(({ name }) => (
          <Toggle key={name} label={name} title="Its rest shape may become this pose" value={actor.attractions.includes(name)} onChange={(wanted) => drawnTo(name, wanted)} test={`attraction-${name}`} />
        ))}
      </Section>
    </>
  );
}
