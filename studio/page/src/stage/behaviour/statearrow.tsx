// A transition on the graph: its curve, which flashes when the transition fires, and the labels on it.
import type { Behaviour } from "../../core/project.ts";
import { tip } from "../../widgets/tip.ts";
import type { Arrow } from "./arrows.ts";
import { headOf, LABEL_WIDE, pathOf } from "./arrows.ts";
import { ANY } from "./layout.ts";
import { taken } from "./live.ts";
import { chooseState, chooseTransition, chosen } from "./state.ts";
import { label, sentence } from "./words.ts";

function isTaken(arrow: Arrow, b: Behaviour): number {
    const now = taken.value;
    if (!now) return 0;
    const [from, to] = [b.states[now.from]?.name, b.states[now.to]?.name];
    if (arrow.to !== to) return 0;
    const own =
        arrow.from === from || (arrow.from === ANY && !b.transitions.some((t) => t.from === from && t.to === to));
    return own ? now.count : 0;
}
export function ArrowLine({ arrow, b }: { arrow: Arrow; b: Behaviour }) {
    const isChosen = chosen.value?.kind === "transition" && arrow.transitions.includes(chosen.value.index);
    const near = chosen.value?.kind === "state" && (chosen.value.name === arrow.from || chosen.value.name === arrow.to);
    const flash = isTaken(arrow, b);
    const path = pathOf(arrow.line);
    const choose = (event: Event): void => {
        event.stopPropagation();
        if (arrow.transitions[0] !== undefined) chooseTransition(arrow.transitions[0]);
        else chooseState(arrow.from);
    };
    return (
        <g
            class={`state-arrow${isChosen ? " chosen" : ""}${near ? " near" : ""}${arrow.transitions.length ? "" : " onward"}`}
        >
            <path d={path} />
            <polygon points={headOf(arrow.line)} />
            {flash > 0 && (
                <g key={flash} class="state-flash" data-test="transition-taken">
                    <path d={path} />
                    <polygon points={headOf(arrow.line)} />
                </g>
            )}
            <path class="state-reach" d={path} onPointerDown={choose} />
        </g>
    );
}
export function ArrowLabels({ arrow, b }: { arrow: Arrow; b: Behaviour }) {
    const flash = isTaken(arrow, b);
    const showsLabels = arrow.isFree || flash > 0;
    return (
        <div
            class={showsLabels && !arrow.isFree ? "state-labels raised" : "state-labels"}
            style={{ translate: `${arrow.label[0]}px ${arrow.label[1]}px` }}
        >
            {arrow.transitions.map((i) => {
                const transition = b.transitions[i]!;
                const isChosen = chosen.value?.kind === "transition" && chosen.value.index === i;
                return (
                    <button
                        key={`${i}:${flash}`}
                        type="button"
                        class={`state-label${showsLabels || isChosen ? "" : " waits"}${isChosen ? " chosen" : ""}${flash ? " flashes" : ""}`}
                        style={{ "--most": `${LABEL_WIDE}px` }}
                        aria-pressed={isChosen}
                        aria-label={sentence(transition)}
                        data-test={`transition-${i}`}
                        onPointerDown={(e) => e.stopPropagation()}
                        onClick={() => chooseTransition(i)}
                        {...tip(sentence(transition))}
                    >
                        {label(transition)}
                    </button>
                );
            })}
            {arrow.next && showsLabels && <span class="state-label onward">then</span>}
        </div>
    );
}
