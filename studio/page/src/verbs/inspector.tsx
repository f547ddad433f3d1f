// The right side: the place on the axes, the weight of every example, and the settings of the field.
import { within } from "../core/ranges.ts";
import { shapeRanges } from "../core/schema.ts";
import type { Radial } from "../core/project.ts";
import { preview, send } from "../state/document.ts";
import { Colour, Empty, IconButton, NumberField, Section, Select, Toggle } from "../widgets/index.ts";
import { AxisSection } from "./axissection.tsx";
import { addMenu, ExampleSection } from "./examplesection.tsx";
import { command, examples, field, graph, shape, verb } from "./state.ts";
import { WeightBars } from "./weightbars.tsx";
import "./inspector.css";

const RADIALS: readonly { value: Radial; label: string }[] = [
    { value: "bspline", label: "Cubic B-spline" },
    { value: "thin plate", label: "Thin plate" },
    { value: "gaussian", label: "Gaussian" },
    { value: "linear", label: "Linear" },
];

function FieldSection() {
    const own = field.value!;
    const kind = shape.value ? "shape" : "verb";
    const set = (keys: Record<string, unknown>): void => void send(command(`${kind}.set`, keys));
    return (
        <Section title={kind === "shape" ? "Shape" : "Verb"} detail={own.name} id="verb-field">
            <Select
                label="Blend"
                title="The radial basis that carries an example's influence"
                value={own.radial}
                options={RADIALS}
                onChange={(radial) => set({ radial })}
                test="field-radial"
            />
            {shape.value && (
                <>
                    <NumberField
                        label="Smoothing"
                        title="How many times Loop subdivision splits every triangle"
                        value={shape.value.levels}
                        {...within(shapeRanges.levels)}
                        step={1}
                        onChange={(levels) => set({ levels: Math.round(levels) })}
                        test="field-levels"
                    />
                    <Colour
                        label="Colour"
                        value={shape.value.colour}
                        onInput={(colour) => preview(command("shape.set", { colour }))}
                        onChange={(colour) => set({ colour })}
                        test="field-colour"
                    />
                </>
            )}
            {verb.value && (
                <Toggle
                    label="Loops"
                    title="The end leads back to the start, as in a walk cycle"
                    value={verb.value.cyclic}
                    onChange={(cyclic) => set({ cyclic })}
                    test="field-cyclic"
                />
            )}
        </Section>
    );
}

export function Inspector() {
    if (graph.value)
        return (
            <Empty
                icon="workflow"
                title={graph.value.name}
                text="Raise its events and move its inputs beside the view; the state that plays is marked there."
            />
        );
    if (!field.value)
        return (
            <Empty
                icon="sliders-horizontal"
                title="Nothing to inspect yet"
                text="The verb or shape that you open is shown here."
            />
        );
    return (
        <>
            <ExampleSection />
            <AxisSection />
            {examples.value.length > 0 && (
                <Section
                    title="Examples"
                    detail={examples.value.length}
                    id="verb-weights"
                    actions={
                        <IconButton icon="plus" label="Add an example here" onClick={addMenu} test="add-example" />
                    }
                >
                    <WeightBars />
                </Section>
            )}
            <FieldSection />
        </>
    );
}
