// A line of text. onChange is called when editing ends (Enter, or losing the focus), onInput with every character;
// Escape restores the old text.
import { useRef, useState } from "preact/hooks";
import { Icon } from "./icon.tsx";
import { Row, useInRow } from "./row.tsx";
import { tip } from "./tip.ts";
import "./field.css";

export interface TextFieldProps {
    label: string;
    value: string;
    onChange: (value: string) => void;
    onInput?: ((value: string) => void) | undefined;
    placeholder?: string | undefined;
    title?: string | undefined;
    disabled?: boolean | undefined;
    search?: boolean; // with a magnifying glass, and without a row around it
    autoFocus?: boolean;
    test?: string | undefined;
}

export function TextField(props: TextFieldProps) {
    const inRow = useInRow();
    const [typed, setTyped] = useState<string | null>(null);
    const reverting = useRef(false);
    const commit = (text: string): void => {
        if (text !== props.value && !reverting.current) props.onChange(text);
        reverting.current = false;
        setTyped(null);
    };
    const key = (event: KeyboardEvent & { currentTarget: HTMLInputElement }): void => {
        if (event.key === "Enter") commit(event.currentTarget.value);
        if (event.key !== "Escape" || typed === null) return;
        event.stopPropagation();
        reverting.current = true;
        props.onInput?.(props.value);
        event.currentTarget.blur();
    };
    const field = (
        <div class={props.search ? "w-field w-search" : "w-field"} {...(inRow ? tip(props.title) : {})}>
            {props.search && <Icon name="search" size={14} />}
            <input
                type="text"
                autocomplete="off"
                spellcheck={false}
                aria-label={props.label}
                placeholder={props.placeholder}
                disabled={props.disabled ?? false}
                value={typed ?? props.value}
                data-test={props.test}
                data-autofocus={props.autoFocus ? "" : undefined}
                onInput={(e) => {
                    setTyped(e.currentTarget.value);
                    props.onInput?.(e.currentTarget.value);
                }}
                onBlur={(e) => commit(e.currentTarget.value)}
                onKeyDown={key}
            />
        </div>
    );
    return inRow || props.search ? (
        field
    ) : (
        <Row label={props.label} title={props.title}>
            {field}
        </Row>
    );
}
