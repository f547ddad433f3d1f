// Which of the 32 layers of contact something is in, or meets: all, or those whose buttons are pressed. The first eight
// are seen at once; the others when they are asked for, or when one of them is meant.
import { useState } from "preact/hooks";
import { Icon, Row, tip } from "../widgets/index.ts";
import "./layerfield.css";

const COUNT = 32;
const FIRST = 8;
const numbers = Array.from({ length: COUNT }, (_, i) => i);

export interface LayerFieldProps {
    label: string;
    title: string;
    value: readonly number[] | null; // null: all
    onChange: (value: readonly number[] | null) => void;
    test: string;
}

export function LayerField({ label, title, value, onChange, test }: LayerFieldProps) {
    const [wanted, setWanted] = useState(false);
    const needed = value?.some((layer) => layer >= FIRST) ?? false;
    const toggle = (layer: number): void => {
        if (value === null) return onChange([layer]);
        const next = value.includes(layer) ? value.filter((one) => one !== layer) : [...value, layer];
        onChange([...next].sort((a, b) => a - b));
    };
    const more = wanted || needed;
    const button = (layer: number) => (
        <button
            key={layer}
            type="button"
            class={layer > 0 && layer % FIRST === 0 ? "layer-row" : ""}
            aria-pressed={value !== null && value.includes(layer)}
            aria-label={`Layer ${layer}`}
            onClick={() => toggle(layer)}
            {...tip(value === null ? `Layer ${layer} alone` : `Layer ${layer}`)}
        >
            {layer}
        </button>
    );
    return (
        <Row label={label} title={title}>
            <div class="layer-field" role="group" aria-label={label} data-test={test}>
                <button
                    type="button"
                    aria-pressed={value === null}
                    onClick={() => onChange(null)}
                    {...tip("All layers")}
                >
                    All
                </button>
                {numbers.slice(0, FIRST).map(button)}
                <button
                    type="button"
                    aria-label="All 32 layers"
                    aria-expanded={more}
                    disabled={needed}
                    onClick={() => setWanted(!wanted)}
                    {...tip(needed ? "A layer beyond 7 is chosen" : more ? "Only layers 0 to 7" : "Layers 8 to 31 too")}
                >
                    <Icon name={more ? "chevron-down" : "ellipsis"} size={12} />
                </button>
                {more && numbers.slice(FIRST).map(button)}
            </div>
        </Row>
    );
}
