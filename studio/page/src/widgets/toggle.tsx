// A switch with its label.
import { Row, useInRow } from "./row.tsx";
import { tip } from "./tip.ts";
import "./toggle.css";

export interface ToggleProps {
    label: string;
    value: boolean;
    onChange: (value: boolean) => void;
    title?: string | undefined;
    disabled?: boolean | undefined;
    test?: string | undefined;
}

export function Toggle(props: ToggleProps) {
    const inRow = useInRow();
    const control = (
        <button
            type="button"
            role="switch"
            class="w-toggle"
            aria-checked={props.value}
            aria-label={props.label}
            disabled={props.disabled ?? false}
            data-test={props.test}
            onClick={() => props.onChange(!props.value)}
            {...(inRow ? tip(props.title) : {})}
        >
            <span />
        </button>
    );
    return inRow ? (
        control
    ) : (
        <Row label={props.label} title={props.title} small>
            {control}
        </Row>
    );
}
