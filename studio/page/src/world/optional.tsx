// A field that may be left out: a switch, and the field while it is on.
import type { ComponentChildren } from "preact";
import { NumberField, Row, Toggle } from "../widgets/index.ts";
import "./optional.css";

export function OptionalRow(props: {
    label: string;
    title: string;
    on: boolean;
    onToggle: (on: boolean) => void;
    children: ComponentChildren;
    test: string;
}) {
    const { label, title, on, onToggle, test } = props;
    return (
        <Row label={label} title={title}>
            {on ? props.children : <span class="optional-none" />}
            <Toggle label={label} title={title} value={on} onChange={onToggle} test={`${test}-on`} />
        </Row>
    );
}

export interface OptionalNumberProps {
    label: string;
    title: string;
    value: number | null;
    first: number; // when it is switched on
    min: number;
    max: number;
    step: number;
    unit: string;
    onInput: (value: number) => void;
    onChange: (value: number | null) => void;
    onCancel: () => void;
    test: string;
}
export function OptionalNumber({ title, first, onChange, value, ...field }: OptionalNumberProps) {
    return (
        <OptionalRow
            label={field.label}
            title={title}
            on={value !== null}
            onToggle={(on) => onChange(on ? first : null)}
            test={field.test}
        >
            {value !== null && <NumberField {...field} alone value={value} onChange={onChange} />}
        </OptionalRow>
    );
}
