// The states of a behaviour and the transitions between them. The active state is lit; a transition flashes when it
// fires. States can be dragged; a drag from the ring of one state to another adds a transition.
import { signal, useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Behaviour } from "../../core/project.ts";
import { project } from "../../state/document.ts";
import { drag } from "../../widgets/gesture.ts";
import { IconButton } from "../../widgets/index.ts";
import { arrowsFor, pathOf } from "./arrows.ts";
import type { GraphView } from "./graphview.ts";
import { useGraphView, useRoom } from "./graphview.ts";
import type { Point, Room, Spots } from "./layout.ts";
import { ANY, arrangements, HIGH, isArranged, keepSpots, spotsOf, WIDE } from "./layout.ts";
import type { Driven } from "./state.ts";
import { addState, addTransition, chosen, removeChosen } from "./state.ts";
import { ArrowLabels, ArrowLine } from "./statearrow.tsx";
import { StateNode } from "./statenode.tsx";
import "./graph.css";

// The transition that is being drawn.
const link = signal<{ readonly from: string; readonly to: Point } | null>(null);

// The positions of the states, also while one is dragged; `move` drags a state and stores its position at the end.
function useSpots(now: Driven, b: Behaviour, room: Room, view: GraphView) {
    const moving = useSignal<{ name: string; by: Point } | null>(null);
    const of = [project.value.name, now.own.name, b] as const;
    const stored = useMemo(() => spotsOf(...of, room), [...of, room, arrangements.value]);
    const shifted = (): Spots => {
        const at = moving.value && stored[moving.value.name];
        if (!moving.value || !at) return stored;
        const { name, by } = moving.value;
        return { ...stored, [name]: [Math.round(at[0] + by[0]), Math.round(at[1] + by[1])] };
    };
    const spots = useMemo(shifted, [stored, moving.value]);
    const move =
        (name: string) =>
        (by: Point, done: boolean): void => {
            if (!done) return void (moving.value = { name, by });
            view.keep();
            keepSpots(...of, shifted());
            moving.value = null;
        };
    return { kept: stored, spots, move };
}

// Draws a transition from the ring of one state to another state.
function startLink(
    event: PointerEvent,
    from: string,
    view: GraphView,
    stateAt: (point: Point) => string | undefined,
): void {
    if (event.button !== 0) return;
    event.stopPropagation();
    drag(event, {
        move: (e) => (link.value = { from, to: view.toGraph(e) }),
        end(e, moved) {
            link.value = null;
            const to = stateAt(view.toGraph(e));
            if (to !== undefined && moved) addTransition(from, to);
        },
        cancel: () => (link.value = null),
    });
}
function removeByKey(event: KeyboardEvent): void {
    if ((event.key !== "Delete" && event.key !== "Backspace") || !chosen.peek()) return;
    event.preventDefault();
    removeChosen();
}

function Bar({ now, b, view, spots }: { now: Driven; b: Behaviour; view: GraphView; spots: Spots }) {
    const of = [project.value.name, now.own.name, b] as const;
    const tidy = (): void => {
        view.fit(spots);
        keepSpots(...of, null);
    };
    return (
        <div class="graph-bar" role="toolbar" aria-label="States">
            <IconButton
                icon="plus"
                label="Add a state"
                onClick={() => addState(chosen.value?.kind === "state" ? chosen.value.name : null)}
                test="add-state"
            />
            <IconButton
                icon="network"
                label="Arrange the states automatically"
                onClick={tidy}
                disabled={!isArranged(...of)}
            />
            <IconButton icon="maximize" label="Show all states" onClick={() => view.fit(spots)} />
        </div>
    );
}

export function Graph({ now }: { now: Driven }) {
    const b = now.behaviour!;
    const area = useRef<HTMLDivElement>(null);
    const room = useRoom(area);
    const view = useGraphView(area, room);
    const { kept, spots, move } = useSpots(now, b, room, view);
    const arrows = useMemo(() => arrowsFor(b, spots), [b, spots]);
    useLayoutEffect(() => view.fit(kept), [b.name, now.own.name]);
    useLayoutEffect(() => view.refit(kept), [kept]);
    const stateAt = ([x, y]: Point): string | undefined =>
        b.states
            .map((s) => s.name)
            .find(
                (name) =>
                    spots[name] &&
                    Math.abs(x - spots[name][0]) < WIDE / 2 + 6 &&
                    Math.abs(y - spots[name][1]) < HIGH / 2 + 6,
            );
    const press = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
        if (event.button > 1) return;
        chosen.value = null;
        view.pan(event);
    };
    const any = spots[ANY];
    const from = link.value && spots[link.value.from];
    return (
        <div class="graph" onKeyDown={removeByKey}>
            <div
                class="graph-area"
                ref={area}
                role="group"
                aria-label="States and transitions"
                tabIndex={-1}
                data-test="graph"
                onPointerDown={press}
                onDblClick={(e) => e.target === area.current && addState()}
            >
                <div class="graph-world" style={{ transform: view.transform }}>
                    <svg class="graph-lines" aria-hidden="true">
                        {arrows.map((arrow) => (
                            <ArrowLine key={arrow.id} arrow={arrow} b={b} />
                        ))}
                        {link.value && from && <path class="state-link" d={pathOf([from, link.value.to])} />}
                    </svg>
                    {arrows.map((arrow) => (
                        <ArrowLabels key={arrow.id} arrow={arrow} b={b} />
                    ))}
                    {b.states.map((state, i) => (
                        <StateNode
                            key={state.name}
                            now={now}
                            state={state}
                            index={i}
                            at={spots[state.name] ?? [0, 0]}
                            zoom={view.zoom}
                            onMove={move(state.name)}
                            onLink={(e, name) => startLink(e, name, view, stateAt)}
                        />
                    ))}
                    {any && (
                        <div
                            class="state-node any"
                            style={{ translate: `${any[0] - WIDE / 2}px ${any[1] - HIGH / 2}px` }}
                        >
                            <span class="state-card">Any state</span>
                        </div>
                    )}
                </div>
            </div>
            <Bar now={now} b={b} view={view} spots={kept} />
        </div>
    );
}
