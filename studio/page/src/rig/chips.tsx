// Names that can be switched on and off, as small buttons side by side.
import { Icon } from "../widgets/icon.tsx";
import "./chips.css";

export interface Chip {
    readonly name: string;
    readonly on: boolean;
}
export interface ChipsProps {
    label: string;
    chips: readonly Chip[];
    onToggle: (name: string) => void;
    onHover?: (name: string | null) => void;
    test?: string;
}

export function Chips(props: ChipsProps) {
    return (
        <div
            class="rig-chips"
            role="group"
            aria-label={props.label}
            data-test={props.test}
            onPointerLeave={() => props.onHover?.(null)}
        >
            {props.chips.map(({ name, on }) => (
                <button
                    key={name}
                    type="button"
                    class="rig-chip"
                    aria-pressed={on}
                    onClick={() => props.onToggle(name)}
                    onPointerEnter={() => props.onHover?.(name)}
                >
                    {on && <Icon name="check" size={12} />}
                    {name}
                </button>
            ))}
        </div>
    );
}
