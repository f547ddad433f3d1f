// The inspector of a zone: its kind, how it acts, on whom, and how it looks.
import { sliding } from "../core/ranges.ts";
import { zoneRanges } from "../core/schema.ts";
import type { Command, Vec2, Zone } from "../core/project.ts";
import { endPreview, preview, send } from "../state/document.ts";
import {
    Colour,
    IconButton,
    NumberField,
    Row,
    Section,
    Segmented,
    Slider,
    TextField,
    Toggle,
} from "../widgets/index.ts";
import { LayerField } from "./layerfield.tsx";
import { removeSelected } from "./remove.ts";
import { setZone, setZoneKind, ZONE_KINDS } from "./zones.ts";

const DEGREE = Math.PI / 180;
const live = (command: (value: number) => Command) => ({
    onInput: (value: number) => preview(command(value)),
    onChange: (value: number) => void send(command(value)),
    onCancel: endPreview,
});

// The colours that zones without one of their own have.
const USUAL: Readonly<Record<Zone["kind"], string>> = { water: "#76BED0", wind: "#5E869C", force: "#6B3E75" };

// A speed or an acceleration, by its components.
function Arrow(props: {
    label: string;
    title: string;
    value: Vec2;
    unit: string;
    set: (value: Vec2) => Command;
    test: string;
}) {
    const [x, y] = props.value;
    return (
        <Row label={props.label} title={props.title}>
            <NumberField
                label="X"
                value={x}
                step={0.1}
                default={0}
                unit={props.unit}
                {...live((v) => props.set([v, y]))}
                test={`${props.test}-x`}
            />
            <NumberField
                label="Y"
                value={y}
                step={0.1}
                default={0}
                unit={props.unit}
                {...live((v) => props.set([x, v]))}
                test={`${props.test}-y`}
            />
        </Row>
    );
}

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
                <Arrow
                    label="Accelerates by"
                    title="Whatever is wholly in it, whatever its mass"
                    value={zone.acceleration}
                    unit="m/s²"
                    set={(acceleration) => set({ acceleration })}
                    test="zone-acceleration"
                />
            )}
            {zone.velocity && (
                <Arrow
                    label={water ? "Flows with" : "Blows with"}
                    title={
                        water ? "What is in it is slowed down relative to its flow" : "Added to the wind of the stage"
                    }
                    value={zone.velocity}
                    unit="m/s"
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
            <Row label="Origin" title="Its corners are relative to it, and it turns about it">
                <NumberField
                    label="X"
                    value={zone.at[0]}
                    step={0.05}
                    default={0}
                    unit="m"
                    {...live((x) => set({ at: [x, zone.at[1]] }))}
                />
                <NumberField
                    label="Y"
                    value={zone.at[1]}
                    step={0.05}
                    default={0}
                    unit="m"
                    {...live((y) => set({ at: [zone.at[0], y] }))}
                />
            </Row>
            <NumberField
                label="Turned by"
                value={zone.angle / DEGREE}
                step={1}
                default={0}
                unit="°"
                {...live((v) => set({ angle: v * DEGREE }))}
            />
        </>
    );
}

export function ZoneSection({ zone, index }: { zone: Zone; index: number }) {
    const set = (keys: Readonly<Record<string, unknown>>): Command => setZone(index, keys);
    return (
        <>
            <Section
                title="Zone"
                actions={
                    <IconButton
                        small
                        icon="trash-2"
                        label="Delete"
                        shortcut="Delete"
                        onClick={removeSelected}
                        test="zone-remove"
                    />
                }
            >
                <TextField
                    label="Name"
                    title="The script finds it by its name"
                    value={zone.name ?? ""}
                    placeholder="None"
                    onChange={(name) => void send(set({ name: name.trim() || null }))}
                    test="zone-name"
                />
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
                <Toggle
                    label="From the start"
                    title="Off: it does nothing until the script switches it on"
                    value={zone.active}
                    onChange={(active) => void send(set({ active }))}
                    test="zone-active"
                />
            </Section>
            <Section title="Place and looks" id="zone.looks">
                <PlaceFields zone={zone} index={index} />
                <Toggle label="Is drawn" value={zone.visible} onChange={(visible) => void send(set({ visible }))} />
                <Colour
                    label="Colour"
                    value={(zone.colour ?? USUAL[zone.kind]).slice(0, 7)}
                    onChange={(colour) => void send(set({ colour: `${colour}78` }))}
                />
            </Section>
        </>
    );
}
