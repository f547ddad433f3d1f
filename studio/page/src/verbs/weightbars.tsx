// The weight of every example as a bar: positive to the right, negative to the left.
import { examples, pickExample, selectedExample, setPlace, weights } from "./state.ts";
import "./weightbars.css";

export function WeightBars() {
    const most = Math.max(1, ...weights.value.map(Math.abs));
    return (
        <ul class="weights" aria-label="Weights of the examples" data-test="weights">
            {examples.value.map((example, i) => {
                const weight = weights.value[i] ?? 0;
                const part = (50 * Math.abs(weight)) / most;
                return (
                    <li key={example.name} class={selectedExample.value?.name === example.name ? "chosen" : ""}>
                        <button
                            onClick={() => {
                                pickExample(example.name);
                                setPlace(example.at);
                            }}
                        >
                            {example.name}
                        </button>
                        <span class="weights-track" role="img" aria-label={`${Math.round(100 * weight)} %`}>
                            <i
                                class={weight < 0 ? "less" : ""}
                                style={{ left: `${weight < 0 ? 50 - part : 50}%`, width: `${part}%` }}
                            />
                        </span>
                        <output>{Math.round(100 * weight) || 0} %</output>
                    </li>
                );
            })}
        </ul>
    );
}
