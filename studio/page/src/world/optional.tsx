// A number that may be left out: a switch, and its field while it is on.
import { NumberField, Row, Toggle } from "../widgets/index.ts";
import "./optional.css";

export interface OptionalProps {
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

export function Optional(props: OptionalProps) {
    const { label, title, value, first, onChange, test } = props;
    return (
        <Row label={label} title={title}>
            {value === null ? (
                <span class="optional-none" />
            ) : (
                <NumberField
                    label={label}
                    value={value}
                    min={props.min}
                    max={props.max}
                    step={props.step}
                    unit={props.unit}
                    onInput={props.onInput}
                    onChange={onChange}
                    onCancel={props.onCancel}
                    test={test}
                />
            )}
            <Toggle
                label={label}
                title={title}
                value={value !== null}
                onChange={(on) => onChange(on ? first : null)}
                test={`${test}-on`}
            />
        </Row>
    );
}
