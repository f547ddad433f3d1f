// A choice by name from a drop-down list.
import { Row, useInRow } from "./row.tsx";
import { tip } from "./tip.ts";
import "./field.css";

export interface Option<T extends string = string> {
    readonly value: T;
    readonly label: string;
    readonly disabled?: boolean;
}
export interface SelectProps<T extends string = string> {
    label: string;
    value: T;
    options: readonly Option<T>[];
    onChange: (value: T) => void;
    title?: string | undefined;
    disabled?: boolean | undefined;
    bare?: boolean; // without a row around it
    test?: string | undefined;
}

export function Select<T extends string>(props: SelectProps<T>) {
    const inRow = useInRow();
    const control = (
        <div class="w-field w-select" {...(inRow || props.bare ? tip(props.title) : {})}>
            <select
                aria-label={props.label}
                disabled={props.disabled ?? false}
                data-test={props.test}
                value={props.value}
                onChange={(e) => props.onChange(e.currentTarget.value as T)}
            >
                {props.options.map((option) => (
                    <option
                        key={option.value}
                        value={option.value}
                        disabled={option.disabled ?? false}
                        selected={option.value === props.value}
                    >
                        {option.label}
                    </option>
                ))}
            </select>
        </div>
    );
    return inRow || props.bare ? (
        control
    ) : (
        <Row label={props.label} title={props.title}>
            {control}
        </Row>
    );
}
