// Fields that the inspectors of actors, obstacles, joints and zones share.
import type { Command, Vec2 } from "../core/project.ts";
import { within } from "../core/ranges.ts";
import type { NumberRange } from "../core/schema.ts";
import { live, send } from "../state/document.ts";
import { Colour, IconButton, NumberField, Row, Segmented, TextField, Toggle } from "../widgets/index.ts";
import { removeSelected } from "./remove.ts";

export const DEGREE = Math.PI / 180;
type Set = (keys: Readonly<Record<string, unknown>>) => Command;

// A place, a velocity or an acceleration by its components.
export function VectorField(props: {
    label: string;
    title?: string | undefined;
    value: Vec2;
    unit: string;
    step?: number | undefined;
    default?: number | undefined;
    set: (value: Vec2) => Command;
    test?: string | undefined;
}) {
    const [x, y] = props.value;
    const field = (label: string, value: number, put: (value: number) => Vec2) => (
        <NumberField
            label={label}
            value={value}
            step={props.step ?? 0.05}
            {...(props.default !== undefined && { default: props.default })}
            unit={props.unit}
            {...live((v) => props.set(put(v)))}
            test={props.test && `${props.test}-${label.toLowerCase()}`}
        />
    );
    return (
        <Row label={props.label} title={props.title}>
            {field("X", x, (v) => [v, y])}
            {field("Y", y, (v) => [x, v])}
        </Row>
    );
}
// An angle or a rate of rotation, shown in degrees.
export function AngleField(props: {
    label: string;
    title?: string | undefined;
    value: number; // radians
    unit?: string | undefined;
    step?: number | undefined;
    set: (radians: number) => Command;
    test?: string | undefined;
}) {
    return (
        <NumberField
            label={props.label}
            title={props.title}
            value={props.value / DEGREE}
            step={props.step ?? 1}
            default={0}
            unit={props.unit ?? "°"}
            {...live((v) => props.set(v * DEGREE))}
            test={props.test}
        />
    );
}
export function EaseField(props: {
    label: string;
    title: string;
    value: "smooth" | "linear";
    onChange: (ease: "smooth" | "linear") => void;
    test: string;
}) {
    return (
        <Segmented
            {...props}
            options={[
                { value: "smooth", label: "Gently" },
                { value: "linear", label: "Evenly" },
            ]}
        />
    );
}

// The name by which the script finds a joint or a zone.
export function NameField({
    name,
    onChange,
    test,
}: {
    name: string | null;
    onChange: (name: string) => void;
    test: string;
}) {
    return (
        <TextField
            label="Name"
            title="The script finds it by its name"
            value={name ?? ""}
            placeholder="None"
            onChange={onChange}
            test={test}
        />
    );
}
export function RemoveButton({ test }: { test: string }) {
    return <IconButton small icon="trash-2" label="Delete" shortcut="Delete" onClick={removeSelected} test={test} />;
}
// Whether it is drawn, and in which colour; `usual` is the colour of one that has none of its own.
export function LookFields(props: {
    visible: boolean;
    colour: string | null;
    usual: string;
    opacity?: string | undefined; // two digits that its colour gets
    set: Set;
    test?: string | undefined;
}) {
    return (
        <>
            <Toggle
                label="Is drawn"
                value={props.visible}
                onChange={(visible) => void send(props.set({ visible }))}
                test={props.test}
            />
            <Colour
                label="Colour"
                value={(props.colour ?? props.usual).slice(0, 7)}
                onChange={(colour) => void send(props.set({ colour: colour + (props.opacity ?? "") }))}
            />
        </>
    );
}
// A switch of what something is on the stage.
export function FlagField(props: {
    label: string;
    title: string;
    keyName: string;
    value: boolean;
    set: Set;
    test: string;
}) {
    return (
        <Toggle
            label={props.label}
            title={props.title}
            value={props.value}
            onChange={(on) => void send(props.set({ [props.keyName]: on }))}
            test={props.test}
        />
    );
}
// A number that means something to the game alone.
export function TagField(props: { value: number; range: NumberRange; set: Set; test: string }) {
    return (
        <NumberField
            label="Tag"
            title="A number for the game"
            value={props.value}
            {...within(props.range)}
            step={1}
            onChange={(tag) => void send(props.set({ tag: Math.round(tag) }))}
            test={props.test}
        />
    );
}
