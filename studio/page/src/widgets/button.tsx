// A button with a text and an optional icon before it.
import { Icon } from "./icon.tsx";
import { tip } from "./tip.ts";
import "./button.css";

export interface ButtonProps {
    label: string;
    onClick: (event: MouseEvent) => void;
    icon?: string | undefined;
    kind?: "plain" | "primary" | "quiet" | "danger";
    disabled?: boolean | undefined;
    shortcut?: string | undefined;
    title?: string | undefined; // additional text for the tooltip
    pressed?: boolean | undefined;
    small?: boolean;
    wide?: boolean; // fills the available width
    autoFocus?: boolean;
    test?: string;
}

export function Button(props: ButtonProps) {
    const hover = props.title ?? (props.shortcut ? props.label : undefined);
    return (
        <button
            type="button"
            class={`w-button ${props.kind ?? "plain"}${props.small ? " small" : ""}${props.wide ? " wide" : ""}`}
            disabled={props.disabled ?? false}
            aria-pressed={props.pressed}
            data-test={props.test}
            data-autofocus={props.autoFocus ? "" : undefined}
            onClick={props.onClick}
            {...tip(hover, props.shortcut)}
        >
            {props.icon && <Icon name={props.icon} />}
            <span>{props.label}</span>
        </button>
    );
}
