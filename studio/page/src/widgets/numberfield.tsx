// A number: drag it, type it, step it, double click for its default. In a row, a label of one or two letters is shown
// inside, and the unit in the tooltip.
import { Row, useInRow } from "./row.tsx";
import { NumberInput } from "./numberinput.tsx";
import type { NumberInputProps } from "./numberinput.tsx";
import { tip } from "./tip.ts";
import "./field.css";

export interface NumberFieldProps extends NumberInputProps {
    title?: string | undefined;
    prefix?: string; // shown inside if the label is longer
    alone?: boolean | undefined; // the only field of its row, with room for the unit
}

export function NumberField(props: NumberFieldProps) {
    const inRow = useInRow();
    const { title, prefix, alone = false, ...rest } = props;
    const inside = prefix ?? (props.label.length <= 2 ? props.label : "");
    const changed = props.default !== undefined && Math.abs(props.value - props.default) > 1e-6;
    const field = (
        <div
            class={changed ? "w-field w-number changed" : "w-field w-number"}
            {...(inRow ? tip(title ?? (props.unit ? `${props.label}, ${props.unit}` : undefined)) : {})}
        >
            {inRow && inside && <span class="w-field-prefix">{inside}</span>}
            <NumberInput {...rest} bare={inRow && !alone} />
        </div>
    );
    return inRow ? (
        field
    ) : (
        <Row label={props.label} title={title}>
            {field}
        </Row>
    );
}
