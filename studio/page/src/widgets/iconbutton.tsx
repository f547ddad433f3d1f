// A square button with only an icon; its label is read by screen readers and shown in the tooltip.
import { Icon } from "./icon.tsx";
import { tip } from "./tip.ts";
import "./iconbutton.css";

export interface IconButtonProps {
    icon: string;
    label: string;
    onClick: (event: MouseEvent) => void;
    pressed?: boolean | undefined; // a switch
    disabled?: boolean | undefined;
    shortcut?: string | undefined;
    title?: string | undefined; // additional text for the tooltip
    tone?: "accent" | "error"; // colour of the pressed state
    small?: boolean;
    menu?: boolean; // it opens a menu
    tabIndex?: number;
    test?: string | undefined;
}

export function IconButton(props: IconButtonProps) {
    return (
        <button
            type="button"
            class={`w-icon-button ${props.tone ?? "accent"}${props.small ? " small" : ""}`}
            aria-label={props.label}
            aria-pressed={props.pressed}
            aria-haspopup={props.menu ? "menu" : undefined}
            disabled={props.disabled ?? false}
            tabIndex={props.tabIndex}
            data-test={props.test}
            onClick={props.onClick}
            {...tip(props.title ?? props.label, props.shortcut)}
        >
            <Icon name={props.icon} />
        </button>
    );
}
