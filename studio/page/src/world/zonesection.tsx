// The inspector of a zone: its kind, how it acts, on whom, and how it looks.
import { sliding } from "../core/ranges.ts";
import { zoneRanges } from "../core/schema.ts";
import type { Command, Zone } from "../core/project.ts";
import { live, send } from "../state/document.ts";
import { Section, Segmented, Slider } from "../widgets/index.ts";
import { CueSection } from "./cuesection.tsx";
import { AngleField, FlagField, LookFields, NameField, RemoveButton, TagField, VectorField } from "./fields.tsx";
import { LayerField } from "./layerfield.tsx";
import { setZone, setZoneKind, ZONE_KINDS } from "./zones.ts";
import { rename } from "./rename.ts";

// The colours that zones without one of their own have.
const USUAL: Readonly<Record<Zone["kind"], string>> = { water: "#76BED0", wind: "#5E869C", force: "#6B3E75" };

// The fields that its kind has.
function ActingFields({ zone, index }: { zone: Zone; index: number }) {
    const set = (keys: Readonly<Record<string, unknown>>): Command => setZone(index, keys);
    const water = zone.kind === "water";
    const slider = (
        key: "drag" | "quadratic_drag" | "angular_drag" | "density",
        label: string,
        title: string,
        home: number,
    ) =>
        zone[key] !== undefined && (
            <Slider
                label={label}
                title={title}
                value={zone[key]}
                {...sliding(zoneRanges[key])}
                unit={key === "density" ? "" : sliding(zoneRanges[key]).unit}
                default={home}
                {...live((v) => set({ [key]: v }))}
                test={`zone-${key}`}
            />
        );
    return (
        <>
            {zone.acceleration && (
                <VectorField
                    label="Accelerates by"
                    title="Whatever is wholly in it, whatever its mass"
                    value={zone.acceleration}
                    unit="m/s²"
                    step={0.1}
                    default={0}
                    set={(acceleration) => set({ acceleration })}
                    test="zone-acceleration"
                />
            )}
            {zone.velocity && (
                <VectorField
                    label={water ? "Flows with" : "Blows with"}
                    title={
                        water ? "What is in it is slowed down relative to its flow" : "Added to the wind of the stage"
                    }
                    value={zone.velocity}
                    unit="m/s"
                    step={0.1}
                    default={0}
                    set={(velocity) => set({ velocity })}
                    test="zone-velocity"
                />
            )}
            {slider("density", "Density", "Drawings have 1: what is denser sinks", 1)}
            {slider(
                "drag",
                water ? "Slows" : "Takes along",
                water
                    ? "How quickly it slows what is as dense as water"
                    : "How quickly it takes along what has no drag of its own",
                water ? 0.5 : 0,
            )}
            {slider("quadratic_drag", "Slows the fast", "How much more it slows what is fast, a drag coefficient", 1)}
            {slider("angular_drag", "Slows turning", "How quickly it slows rotation", 1)}
        </>
    );
}

function PlaceFields({ zone, index }: { zone: Zone; index: number }) {
    const set = (keys: Readonly<Record<string, unknown>>): Command => setZone(index, keys);
    if (zone.points.length === 0) return <p class="w-note">It is the whole stage.</p>;
    return (
        <>
            <VectorField
                label="Origin"
                title="Its corners are relative to it, and it turns about it"
                value={zone.at}
                unit="m"
                default={0}
                set={(at) => set({ at })}
                test="zone-at"
            />
            <AngleField label="Turned by" value={zone.angle} set={(angle) => set({ angle })} test="zone-angle" />
        </>
    );
}

export function ZoneSection({ zone, index }: { zone: Zone; index: number }) {
    const set = (keys: Readonly<Record<string, unknown>>): Command => setZone(index, keys);
    return (
        <>
            <Section title="Zone" actions={<RemoveButton test="zone-remove" />}>
                <NameField name={zone.name} onChange={(name) => rename("zone", index, name)} test="zone-name" />
                <Segmented
                    label="Kind"
                    value={zone.kind}
                    options={ZONE_KINDS.map(({ value, label }) => ({ value, label }))}
                    onChange={(kind) => void send(setZoneKind(index, kind))}
                    test="zone-kind"
                />
                <ActingFields zone={zone} index={index} />
                <LayerField
                    label="Acts on"
                    title="Actors that are in one of these layers"
                    value={zone.layers}
                    onChange={(layers) => void send(set({ layers }))}
                    test="zone-layers"
                />
                <FlagField
                    label="From the start"
                    title="Off: it does nothing until a cue switches it on"
                    keyName="active"
                    value={zone.active}
                    set={set}
                    test="zone-active"
                />
                <TagField value={zone.tag} range={zoneRanges.tag} set={set} test="zone-tag" />
            </Section>
            <CueSection subject={{ noun: "zone", index, name: zone.name }} />
            <Section title="Place and looks" id="zone.looks">
                <PlaceFields zone={zone} index={index} />
                <LookFields
                    visible={zone.visible}
                    colour={zone.colour}
                    usual={USUAL[zone.kind]}
                    opacity="78"
                    set={set}
                    test="zone-visible"
                />
            </Section>
        </>
    );
}
