// The axes of a field: the current place on each, and their names and ranges.
import { signal } from "@preact/signals";
import type { Axis } from "../core/project.ts";
import { freeName, preview, send } from "../state/document.ts";
import { IconButton, NumberField, Row, Section, Segmented, Slider, TextField } from "../widgets/index.ts";
import { axes, command, place, setAxis } from "./state.ts";

const opened = signal<string | null>(null); // the axis whose name and range are shown

function Details({ axis }: { axis: Axis }) {
    const set = (keys: Partial<Axis>): void => void send(command("axis.set", { axis: axis.name, ...keys }));
    const show = (keys: Partial<Axis>): void => preview(command("axis.set", { axis: axis.name, ...keys }));
    return (
        <>
            <TextField
                label="Name"
                value={axis.name}
                onChange={(to) => {
                    if (to && to !== axis.name && send(command("axis.rename", { axis: axis.name, to })))
                        opened.value = to;
                }}
                test="axis-name"
            />
            <Row label="Range">
                <NumberField
                    label="Low"
                    prefix="from"
                    value={axis.low}
                    step={0.1}
                    onInput={(low) => show({ low })}
                    onChange={(low) => set({ low })}
                    test="axis-low"
                />
                <NumberField
                    label="High"
                    prefix="to"
                    value={axis.high}
                    step={0.1}
                    onInput={(high) => show({ high })}
                    onChange={(high) => set({ high })}
                    test="axis-high"
                />
            </Row>
            <Segmented
                label="Outside"
                value={axis.extrapolate}
                options={[
                    { value: "free", label: "Goes on" },
                    { value: "clamped", label: "Stops" },
                ]}
                onChange={(extrapolate) => set({ extrapolate })}
                test="axis-extrapolate"
            />
        </>
    );
}

export function AxisSection() {
    const add = (): void => {
        const name = freeName("axis", axes.peek());
        if (send(command("axis.add", { name }))) opened.value = name;
    };
    return (
        <Section
            title="Axes"
            id="verb-axes"
            actions={<IconButton icon="plus" label="Add an axis" onClick={add} test="add-axis" />}
        >
            {axes.value.length === 0 && (
                <p class="w-note">What changes from one example to another? Add an axis and name it.</p>
            )}
            {axes.value.map((axis, i) => (
                <div key={axis.name} class="verb-axis">
                    <div class="verb-axis-line">
                        <Slider
                            label={axis.name}
                            value={place.value[i] ?? axis.low}
                            min={axis.low}
                            max={axis.high}
                            onInput={(v) => setAxis(i, v)}
                            onChange={(v) => setAxis(i, v)}
                            test={`axis-${axis.name}`}
                        />
                        <IconButton
                            small
                            icon="settings-2"
                            label={`Name and range of ${axis.name}`}
                            pressed={opened.value === axis.name}
                            onClick={() => (opened.value = opened.value === axis.name ? null : axis.name)}
                            test={`axis-edit-${axis.name}`}
                        />
                        <IconButton
                            small
                            icon="trash-2"
                            label={`Remove ${axis.name}`}
                            onClick={() => void send(command("axis.remove", { axis: axis.name }))}
                        />
                    </div>
                    {opened.value === axis.name && <Details axis={axis} />}
                </div>
            ))}
        </Section>
    );
}
