// The inspector of what an actor meets and how: layers, kinematic, one way, tint and hidden layers.
import type { Actor, Artwork, Command } from "../core/project.ts";
import { sliding } from "../core/ranges.ts";
import { actorRanges } from "../core/schema.ts";
import { setActor } from "../scene/state.ts";
import { live, send } from "../state/document.ts";
import { Colour, Row, Section, Slider, Toggle } from "../widgets/index.ts";
import { FlagField, TagField } from "./fields.tsx";
import { LayerField } from "./layerfield.tsx";

// "#rrggbb" or "#rrggbbaa" as a colour and an opacity.
const opacityOf = (tint: string): number => (tint.length > 7 ? parseInt(tint.slice(7, 9), 16) / 255 : 1);
function withOpacity(tint: string, opacity: number): string {
    const byte = Math.round(255 * opacity);
    return tint.slice(0, 7) + (byte < 255 ? byte.toString(16).padStart(2, "0") : "");
}

function HiddenLayers({ actor, own }: { actor: Actor; own: Artwork }) {
    if (own.layers.length < 2) return null;
    const toggle = (name: string): void => {
        const hidden = actor.hidden.includes(name)
            ? actor.hidden.filter((other) => other !== name)
            : [...actor.hidden, name];
        void send(setActor(actor.name, { hidden }));
    };
    return (
        <Section
            title="Layers shown"
            detail={
                actor.hidden.length > 0
                    ? `${own.layers.length - actor.hidden.length} of ${own.layers.length}`
                    : undefined
            }
            id="actor.layers"
            open={false}
        >
            {own.layers.map(({ name }) => (
                <Toggle
                    key={name}
                    label={name}
                    value={!actor.hidden.includes(name)}
                    onChange={() => toggle(name)}
                    test={`shown-${name}`}
                />
            ))}
        </Section>
    );
}

export function ContactSection({ actor, own }: { actor: Actor; own: Artwork }) {
    const set = (keys: Readonly<Record<string, unknown>>): Command => setActor(actor.name, keys);
    return (
        <>
            <Section title="On the stage" id="actor.contact">
                <FlagField
                    label="Kinematic"
                    title="It goes where its velocity and its moves say, pushes others, and is pushed by nobody"
                    keyName="kinematic"
                    value={actor.kinematic}
                    set={set}
                    test="actor-kinematic"
                />
                <FlagField
                    label="One way"
                    title="It stops only actors that come from above, seen from its drawing"
                    keyName="one_way"
                    value={actor.one_way}
                    set={set}
                    test="actor-one-way"
                />
                <FlagField
                    label="Only feels"
                    title="It feels what overlaps it, and neither stops nor is stopped"
                    keyName="sensor"
                    value={actor.sensor}
                    set={set}
                    test="actor-sensor"
                />
                <FlagField
                    label="Reports every step"
                    title="What it touches is told in every step, not only when a touch begins and ends: for a game that scrapes or burns"
                    keyName="report_stay"
                    value={actor.report_stay}
                    set={set}
                    test="actor-report-stay"
                />
                {actor.density !== null && (
                    <Slider
                        label="Density"
                        title="Times that of drawings: by it they have mass, push others and float"
                        value={actor.density}
                        {...sliding(actorRanges.density)}
                        {...live((density) => set({ density }))}
                        test="actor-density"
                    />
                )}
                <LayerField
                    label="Is in"
                    title="The layers of contact that it is in"
                    value={actor.layers}
                    onChange={(layers) => void send(set({ layers }))}
                    test="actor-layers"
                />
                <LayerField
                    label="Meets"
                    title="It meets others that are in one of these layers, if it is in one of theirs"
                    value={actor.mask}
                    onChange={(mask) => void send(set({ mask }))}
                    test="actor-mask"
                />
                <Row label="Tint" title="The colour by which its drawing is multiplied">
                    <Colour
                        label="Tint"
                        value={actor.tint.slice(0, 7)}
                        onChange={(colour) => void send(set({ tint: withOpacity(colour, opacityOf(actor.tint)) }))}
                        test="actor-tint"
                    />
                </Row>
                <Slider
                    label="Opacity"
                    value={opacityOf(actor.tint)}
                    min={0}
                    max={1}
                    default={1}
                    {...live((v) => set({ tint: withOpacity(actor.tint, v) }))}
                    test="actor-opacity"
                />
                <TagField value={actor.tag} range={actorRanges.tag} set={set} test="actor-tag" />
            </Section>
            <HiddenLayers actor={actor} own={own} />
        </>
    );
}
