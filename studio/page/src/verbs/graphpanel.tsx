// A playing graph: its states, the events that can be raised, and its inputs.
import type { Axis } from "../core/project.ts";
import { project } from "../state/document.ts";
import { Button, Section, Slider } from "../widgets/index.ts";
import { graph, inputs, raise, setInput, state } from "./state.ts";
import "./graphpanel.css";

// An input with the name of an axis of one of the graph's verbs has the range of that axis.
function axisOf(name: string): Axis | undefined {
    const verbs = new Set(graph.value?.states.map((s) => s.verb));
    return project.value.verbs
        .filter((verb) => verbs.has(verb.name))
        .flatMap((verb) => verb.axes)
        .find((axis) => axis.name === name);
}
function inputNames(): string[] {
    const verbs = new Set(graph.value?.states.map((s) => s.verb));
    const ofVerbs = project.value.verbs
        .filter((verb) => verbs.has(verb.name))
        .flatMap((verb) => verb.axes.map((axis) => axis.name));
    return [...new Set([...(graph.value?.inputs ?? []), ...ofVerbs])];
}

export function GraphPanel() {
    const own = graph.value;
    if (!own) return null;
    return (
        <>
            <Section title="States">
                <ul class="graph-states">
                    {own.states.map((each, i) => (
                        <li
                            key={each.name}
                            class={state.value === i ? "now" : ""}
                            aria-current={state.value === i}
                            data-test={`state-${each.name}`}
                        >
                            <strong>{each.name}</strong>
                            <span>{each.verb}</span>
                        </li>
                    ))}
                </ul>
            </Section>
            {own.events.length > 0 && (
                <Section title="Events">
                    <div class="graph-events">
                        {own.events.map((event) => (
                            <Button
                                key={event}
                                label={event}
                                icon="zap"
                                onClick={() => raise(event)}
                                test={`raise-${event}`}
                            />
                        ))}
                    </div>
                </Section>
            )}
            <Section title="Inputs">
                {inputNames().map((name) => {
                    const axis = axisOf(name);
                    const [low, high] = [axis?.low ?? 0, axis?.high ?? 1];
                    return (
                        <Slider
                            key={name}
                            label={name}
                            value={inputs.value[name] ?? Math.min(high, Math.max(low, 0))}
                            min={low}
                            max={high}
                            onInput={(v) => setInput(name, v)}
                            onChange={(v) => setInput(name, v)}
                            test={`input-${name}`}
                        />
                    );
                })}
            </Section>
        </>
    );
}
