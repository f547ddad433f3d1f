// Which of the layers of contact something is in, or meets: a button for each of the first eight, and one for all.
import { Row, tip } from "../widgets/index.ts";
import "./layerfield.css";

const SHOWN = 8;
const numbers = Array.from({ length: SHOWN }, (_, i) => i);

export interface LayerFieldProps {
    label: string;
    title: string;
    value: readonly number[] | null; // null: all
    onChange: (value: readonly number[] | null) => void;
    test: string;
}

export function LayerField({ label, title, value, onChange, test }: LayerFieldProps) {
    const toggle = (layer: number): void => {
        if (value === null) return onChange([layer]);
        const next = value.includes(layer) ? value.filter((one) => one !== layer) : [...value, layer];
        onChange([...next].sort((a, b) => a - b));
    };
    return (
        <Row label={label} title={title}>
            <div class="layer-field" role="group" aria-label={label} data-test={test}>
                <button
                    type="button"
                    class="layer-all"
                    aria-pressed={value === null}
                    onClick={() => onChange(null)}
                    {...tip("All layers")}
                >
                    All
                </button>
                {numbers.map((layer) => (
                    <button
                        key={layer}
                        type="button"
                        aria-pressed={value !== null && value.includes(layer)}
                        aria-label={`Layer ${layer}`}
                        onClick={() => toggle(layer)}
                        {...tip(`Layer ${layer}`)}
                    >
                        {layer}
                    </button>
                ))}
            </div>
        </Row>
    );
}
