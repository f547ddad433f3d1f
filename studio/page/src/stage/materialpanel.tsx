// The material of a puppet as sliders, changed while it runs. It is stored with the artwork, for all its puppets, or
// with this actor alone.
import { signal } from "@preact/signals";
import type { Actor, Artwork, Command, Material } from "../core/project.ts";
import { endPreview, preview, send } from "../state/document.ts";
import { IconButton, Section, Segmented, Select, Slider, Toggle } from "../widgets/index.ts";
import { MATERIAL, PICTURE_OF } from "./materials.ts";
import { setActor } from "../scene/state.ts";
import { StrengthPicture } from "../scene/strengthpicture.tsx";
import type { Entry, Strength } from "../scene/strengths.ts";
import { isChoice, isStrength } from "../scene/strengths.ts";
import "./strengthpanel.css";

type Owner = "artwork" | "actor";
const owner = signal<Owner>("artwork");

interface Context {
    readonly own: Artwork;
    readonly actor: Actor;
    readonly whose: Owner;
}
type Value = number | string | boolean;
const valueIn = (material: Partial<Material>, key: string): Value | undefined => material[key as keyof Material];
const valueOf = ({ own, actor, whose }: Context, key: string): Value | undefined =>
    (whose === "actor" ? valueIn(actor.material, key) : undefined) ?? valueIn(own.puppet.material, key);
function change({ own, actor, whose }: Context, key: string, value: Value): Command {
    const material = { [key]: key === "iterations" ? Math.round(Number(value)) : value };
    return whose === "actor" ? setActor(actor.name, { material }) : { do: "puppet.set", artwork: own.name, material };
}

// For an actor, the default of a slider is the value of the artwork.
function MaterialSlider({ entry, context }: { entry: Strength; context: Context }) {
    const value = Number(valueOf(context, entry.key) ?? entry.default);
    const home =
        context.whose === "actor"
            ? Number(valueIn(context.own.puppet.material, entry.key) ?? entry.default)
            : entry.default;
    return (
        <Slider
            label={entry.label}
            title={entry.about}
            picture={<StrengthPicture name={PICTURE_OF[entry.key] ?? entry.key} />}
            value={value}
            min={Math.min(entry.min, value)}
            max={Math.max(entry.max, value)}
            default={home}
            unit={entry.unit}
            log={(entry.log ?? false) && value > 0}
            onInput={(v) => preview(change(context, entry.key, v))}
            onChange={(v) => void send(change(context, entry.key, v))}
            onCancel={endPreview}
            test={`material-${entry.key}`}
        />
    );
}
function EntryField({ entry, context }: { entry: Entry; context: Context }) {
    const set = (value: string | boolean): void => void send(change(context, entry.key, value));
    if (isStrength(entry)) return <MaterialSlider entry={entry} context={context} />;
    if (isChoice(entry))
        return (
            <Select
                label={entry.label}
                title={entry.about}
                value={String(valueOf(context, entry.key))}
                options={entry.options}
                onChange={set}
                test={`material-${entry.key}`}
            />
        );
    return (
        <Toggle
            label={entry.label}
            title={entry.about}
            value={valueOf(context, entry.key) === true}
            onChange={set}
            test={`material-${entry.key}`}
        />
    );
}

// Settings of pose attraction are hidden while the puppet is attracted to no pose.
const isOfUse = (entry: Entry, { actor }: Context): boolean =>
    (entry.key !== "examples" && entry.key !== "attraction") || actor.attractions.length > 0;

export function MaterialPanel({ own, actor }: { own: Artwork; actor: Actor }) {
    const context: Context = { own, actor, whose: owner.value };
    const changed = Object.keys(actor.material);
    const forget = (): void =>
        void send(setActor(actor.name, { material: Object.fromEntries(changed.map((key) => [key, null])) }));
    return (
        <>
            <div class="strength-owner">
                <Segmented
                    label="Whose material"
                    bare
                    value={owner.value}
                    options={[
                        { value: "artwork", label: "All of this drawing" },
                        { value: "actor", label: changed.length ? `This actor (${changed.length})` : "This actor" },
                    ]}
                    onChange={(value) => (owner.value = value)}
                    test="material-owner"
                />
                {owner.value === "actor" && (
                    <IconButton
                        icon="rotate-ccw"
                        label="Reset to the drawing's values"
                        disabled={changed.length === 0}
                        onClick={forget}
                        test="material-forget"
                    />
                )}
            </div>
            {MATERIAL.map((group) => (
                <Section
                    key={group.title}
                    title={group.title}
                    id={`material.${group.title}`}
                    open={group.title !== "Solver"}
                >
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
