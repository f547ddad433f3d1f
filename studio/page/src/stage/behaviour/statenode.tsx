// A state on the graph: lit while it is active; it can be dragged, and its ring starts new transitions.
import type { State } from "../../core/project.ts";
import { Thumbnail } from "../../draw/thumbnail.tsx";
import { drag } from "../../widgets/gesture.ts";
import { Icon } from "../../widgets/index.ts";
import { openMenu } from "../../widgets/menu.tsx";
import { tip } from "../../widgets/tip.ts";
import type { Point } from "./layout.ts";
import { HIGH, WIDE } from "./layout.ts";
import { activeState } from "./live.ts";
import { weightsOf } from "./model.ts";
import type { Driven } from "./state.ts";
import { addState, chooseState, chosen, duplicateState, makeFirst, removeState } from "./state.ts";

const PICTURE = 26;

export interface NodeProps {
    readonly now: Driven;
    readonly state: State;
    readonly index: number;
    readonly at: Point;
    readonly onMove: (by: Point, done: boolean) => void;
    readonly onLink: (event: PointerEvent, name: string) => void;
    readonly zoom: number;
}
function stateMenu(name: string, only: boolean, first: boolean, event: MouseEvent): void {
    event.preventDefault();
    chooseState(name);
    openMenu(
        [
            { label: "Add a state after it", icon: "plus", run: () => addState(name) },
            { label: "Duplicate", icon: "copy", run: () => duplicateState(name) },
            { label: "Make it the first state", icon: "flag", disabled: first, run: () => makeFirst(name) },
            {
                label: "Delete",
                icon: "trash-2",
                keys: "Delete",
                danger: true,
                disabled: only,
                run: () => removeState(name),
            },
        ],
        event,
        { label: `State ${name}` },
    );
}
export function StateNode({ now, state, index, at, zoom, onMove, onLink }: NodeProps) {
    const isChosen = chosen.value?.kind === "state" && chosen.value.name === state.name;
    const lit = activeState.value === index;
    const first = index === 0;
    const place = state.keys[0]?.place;
    const down = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
        if (event.button !== 0) return;
        event.stopPropagation();
        chooseState(state.name);
        drag(event, {
            move: (_, dx, dy) => onMove([dx / zoom, dy / zoom], false),
            end: (_, moved) => moved && onMove([0, 0], true),
            cancel: () => onMove([0, 0], false),
        });
    };
    return (
        <div
            class={`state-node${isChosen ? " chosen" : ""}${lit ? " lit" : ""}`}
            style={{ translate: `${at[0] - WIDE / 2}px ${at[1] - HIGH / 2}px` }}
            data-test={`state-${state.name}`}
            data-active={lit}
        >
            <button
                type="button"
                class="state-card"
                aria-pressed={isChosen}
                aria-label={`State ${state.name}${first ? ", the first" : ""}${lit ? ", active" : ""}`}
                onPointerDown={down}
                onClick={() => chooseState(state.name)}
                onContextMenu={(e) => stateMenu(state.name, now.behaviour!.states.length === 1, first, e)}
                {...tip(state.name.length > 10 ? state.name : undefined)}
            >
                {first && (
                    <span class="state-first" {...tip("Entered first")}>
                        <Icon name="play" size={10} />
                    </span>
                )}
                <span class="state-picture">
                    {place ? (
                        <Thumbnail artwork={now.own.name} weights={weightsOf(now.own, place)} size={PICTURE} />
                    ) : (
                        <Icon name="circle-dashed" />
                    )}
                </span>
                <span class="state-name">{state.name}</span>
                {state.loop && (
                    <span class="state-loop" {...tip("Walks again and again")}>
                        <Icon name="repeat" size={10} />
                    </span>
                )}
            </button>
            <span
                class="state-port"
                data-test={`state-port-${state.name}`}
                onPointerDown={(e) => onLink(e, state.name)}
                {...tip("Drag to another state for a transition")}
            />
        </div>
    );
}
