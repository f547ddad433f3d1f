// A choice among a few visible options. Arrow keys move along it.
import { Icon } from "./icon.tsx";
import { Row, useInRow } from "./row.tsx";
import { tip } from "./tip.ts";
import "./segmented.css";

export interface SegmentedProps<T extends string = string> {
    label: string;
    value: T;
    options: readonly {
        readonly value: T;
        readonly label: string;
        readonly icon?: string;
        readonly shortcut?: string;
    }[];
    onChange: (value: T) => void;
    iconsOnly?: boolean;
    bare?: boolean; // without a row around it
    title?: string | undefined;
    test?: string | undefined;
}

function step(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
    const by =
        event.key === "ArrowRight" || event.key === "ArrowDown"
            ? 1
            : event.key === "ArrowLeft" || event.key === "ArrowUp"
              ? -1
              : 0;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const next =
        buttons[(buttons.indexOf(document.activeElement as HTMLButtonElement) + by + buttons.length) % buttons.length];
    next?.focus();
    next?.click();
}

export function Segmented<T extends string>(props: SegmentedProps<T>) {
    const inRow = useInRow();
    const control = (
        <div class="w-segmented" role="radiogroup" aria-label={props.label} data-test={props.test} onKeyDown={step}>
            {props.options.map((option) => (
                <button
                    key={option.value}
                    type="button"
                    role="radio"
                    aria-checked={option.value === props.value}
                    aria-label={option.label}
                    tabIndex={option.value === props.value ? 0 : -1}
                    data-test={props.test ? `${props.test}-${option.value}` : undefined}
                    onClick={() => props.onChange(option.value)}
                    {...tip(props.iconsOnly || option.shortcut ? option.label : undefined, option.shortcut)}
                >
                    {option.icon && <Icon name={option.icon} />}
                    {!props.iconsOnly && <span>{option.label}</span>}
                </button>
            ))}
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
