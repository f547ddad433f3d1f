// The strengths of an actor as sliders, changed while it runs. They are stored with the artwork, for all its actors,
// or with this actor alone.
import { signal } from "@preact/signals";
import type { Actor, Artwork, Command, Strengths } from "../core/project.ts";
import { endPreview, preview, send } from "../state/document.ts";
import { IconButton, Section, Segmented, Select, Slider, Toggle } from "../widgets/index.ts";
import { setActor } from "../scene/state.ts";
import { StrengthPicture } from "../scene/strengthpicture.tsx";
import type { Entry, Strength } from "../scene/strengths.ts";
import { GROUPS, isChoice, isStrength, isTowards } from "../scene/strengths.ts";
import "./strengthpanel.css";

type Owner = "artwork" | "actor";
const owner = signal<Owner>("artwork");

interface Context {
    readonly own: Artwork;
    readonly actor: Actor;
    readonly whose: Owner;
}
const valueOf = ({ own, actor, whose }: Context, key: string): number | string | boolean | undefined =>
    (whose === "actor" ? (actor.strengths[key] as number | undefined) : undefined) ?? own.sprite.strengths[key];
function change({ own, actor, whose }: Context, strengths: Strengths | Record<string, null>): Command {
    return whose === "actor" ? setActor(actor.name, { strengths }) : { do: "sprite.set", artwork: own.name, strengths };
}

// For an actor, the default of a slider is the value of the artwork.
function StrengthSlider({ entry, context }: { entry: Strength; context: Context }) {
    const value = Number(valueOf(context, entry.key) ?? entry.default);
    const home =
        context.whose === "actor" ? Number(context.own.sprite.strengths[entry.key] ?? entry.default) : entry.default;
    return (
        <Slider
            label={entry.label}
            title={entry.about}
            picture={<StrengthPicture name={entry.key} />}
            value={value}
            min={Math.min(entry.min, value)}
            max={Math.max(entry.max, value)}
            default={home}
            unit={entry.unit}
            log={entry.log}
            onInput={(v) => preview(change(context, { [entry.key]: v }))}
            onChange={(v) => void send(change(context, { [entry.key]: v }))}
            onCancel={endPreview}
            test={`strength-${entry.key}`}
        />
    );
}
function EntryField({ entry, context }: { entry: Entry; context: Context }) {
    const set = (value: string | boolean): void => void send(change(context, { [entry.key]: value }));
    if (isStrength(entry)) return <StrengthSlider entry={entry} context={context} />;
    if (isChoice(entry))
        return (
            <Select
                label={entry.label}
                title={entry.about}
                value={String(valueOf(context, entry.key))}
                options={entry.options}
                onChange={set}
                test={`strength-${entry.key}`}
            />
        );
    if (isTowards(entry)) {
        const options = context.own.examples.map((e) => ({ value: e.name, label: e.name }));
        return (
            <Select
                label={entry.label}
                title={entry.about}
                value={String(valueOf(context, entry.key) ?? options[0]?.value ?? "")}
                options={options}
                onChange={set}
                test={`strength-${entry.key}`}
            />
        );
    }
    return (
        <Toggle
            label={entry.label}
            title={entry.about}
            value={valueOf(context, entry.key) === true}
            onChange={set}
            test={`strength-${entry.key}`}
        />
    );
}

// Hides settings that have no effect with the current values of others.
function isOfUse(entry: Entry, context: Context): boolean {
    if (isTowards(entry) && context.own.examples.length === 0) return false;
    if (entry.key === "energy_example") return valueOf(context, "energy_towards") === "example";
    if (entry.key.startsWith("orient_")) return valueOf(context, "orient") !== "free";
    return true;
}

export function StrengthPanel({ own, actor }: { own: Artwork; actor: Actor }) {
    const context: Context = { own, actor, whose: owner.value };
    const changed = Object.keys(actor.strengths);
    const forget = (): void =>
        void send(setActor(actor.name, { strengths: Object.fromEntries(changed.map((key) => [key, null])) }));
    return (
        <>
            <div class="strength-owner">
                <Segmented
                    label="Whose strengths"
                    bare
                    value={owner.value}
                    options={[
                        { value: "artwork", label: "All of this drawing" },
                        { value: "actor", label: changed.length ? `This actor (${changed.length})` : "This actor" },
                    ]}
                    onChange={(value) => (owner.value = value)}
                    test="strength-owner"
                />
                {owner.value === "actor" && (
                    <IconButton
                        icon="rotate-ccw"
                        label="Reset to the drawing's values"
                        disabled={changed.length === 0}
                        onClick={forget}
                    />
                )}
            </div>
            {GROUPS.map((group) => (
                <Section key={group.title} title={group.title} id={`strengths.${group.title}`}>
                    {group.entries
                        .filter((entry) => isOfUse(entry, context))
                        .map((entry) => (
                            <EntryField key={entry.key} entry={entry} context={context} />
                        ))}
                </Section>
            ))}
        </>
    );
}
