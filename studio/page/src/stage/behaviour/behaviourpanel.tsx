// The behaviour that drives the selected actor: its graph above, the fields of the selected state or transition
// below.
import { signal } from "@preact/signals";
import { Button, Empty, IconButton, Section, Select, Splitter, TextField, Toggle } from "../../widgets/index.ts";
import { remember, remembered } from "../../widgets/memory.ts";
import { openMenu } from "../../widgets/menu.tsx";
import { Graph } from "./graph.tsx";
import type { Driven } from "./state.ts";
import {
    chosen,
    driveBy,
    driven,
    duplicateBehaviour,
    newBehaviour,
    removeBehaviour,
    renameBehaviour,
    setLooksLeft,
} from "./state.ts";
import { StateFields } from "./statefields.tsx";
import { TransitionFields } from "./transitionfields.tsx";
import { WordList } from "./wordlist.tsx";
import "./behaviourpanel.css";

const SIZE = { min: 120, max: 900, first: Math.round(Math.max(230, innerHeight * 0.36)) };
const height = signal(remembered("graph-height", SIZE.first));

// Shown while no behaviour drives the actor.
function NoBehaviour({ now }: { now: Driven }) {
    const others = now.own.behaviours;
    return (
        <>
            <Empty
                icon="workflow"
                title={`Nothing drives ${now.actor.name}`}
                text="A behaviour is a few states, such as stand, walk and jump, each with poses to go through, and what leads from one to the next."
                action={{ label: "New behaviour", icon: "plus", onClick: newBehaviour, test: "new-behaviour" }}
            />
            {others.length > 0 && (
                <div class="behaviour-choose">
                    <p class="w-note">Or one that {now.own.name} has already:</p>
                    {others.map((b) => (
                        <Button
                            key={b.name}
                            label={b.name}
                            icon="workflow"
                            wide
                            onClick={() => driveBy(b.name)}
                            test={`drive-by-${b.name}`}
                        />
                    ))}
                </div>
            )}
        </>
    );
}

function menu(event: MouseEvent): void {
    openMenu(
        [
            { label: "New behaviour", icon: "plus", run: newBehaviour },
            { label: "Duplicate", icon: "copy", run: duplicateBehaviour },
            { label: "Delete", icon: "trash-2", danger: true, run: removeBehaviour },
        ],
        event.currentTarget as Element,
        { label: "Behaviour" },
    );
}
// The header over the graph: which behaviour drives the actor.
function Header({ now }: { now: Driven }) {
    const options = [
        { value: "", label: "Nothing" },
        ...now.own.behaviours.map((b) => ({ value: b.name, label: b.name })),
    ];
    return (
        <div class="behaviour-head">
            <Select
                label="Driven by"
                title={`What drives ${now.actor.name}`}
                value={now.behaviour!.name}
                options={options}
                onChange={(name) => driveBy(name || null)}
                test="behaviour"
            />
            <IconButton icon="ellipsis" label="New, duplicate, delete" menu onClick={menu} test="behaviour-menu" />
        </div>
    );
}

function Fields({ now }: { now: Driven }) {
    const b = now.behaviour!;
    const what = chosen.value;
    const state = what?.kind === "state" ? b.states.find((s) => s.name === what.name) : undefined;
    if (state) return <StateFields own={now.own} b={b} state={state} />;
    if (what?.kind === "transition" && b.transitions[what.index]) return <TransitionFields b={b} index={what.index} />;
    return (
        <>
            <WordList b={b} kind="input" />
            <WordList b={b} kind="event" />
            <Section title="Behaviour" id="behaviour">
                <TextField
                    label="Name"
                    value={b.name}
                    onChange={(to) => renameBehaviour(to.trim())}
                    test="behaviour-name"
                />
                <Toggle
                    label="Looks left"
                    title="The drawing itself looks to the left"
                    value={b.looks_left}
                    onChange={setLooksLeft}
                />
            </Section>
        </>
    );
}

export function BehaviourPanel() {
    const now = driven.value;
    if (!now)
        return (
            <Empty
                icon="workflow"
                title="No actor to drive"
                text="Put an actor on the stage: here it gets states, and keys that steer it."
            />
        );
    if (!now.behaviour) return <NoBehaviour now={now} />;
    return (
        <div class="behaviour" data-test="behaviour-panel">
            <Header now={now} />
            <div class="behaviour-graph" style={{ height: `${height.value}px` }}>
                <Graph now={now} />
            </div>
            <Splitter
                label="Height of the graph"
                axis="y"
                size={height.value}
                min={SIZE.min}
                max={SIZE.max}
                default={SIZE.first}
                onSize={(size) => (height.value = size)}
                onDone={(size) => remember("graph-height", size)}
            />
            <div class="behaviour-fields" data-test="behaviour-fields">
                {chosen.value && (
                    <div class="behaviour-back">
                        <Button
                            label="Inputs and events"
                            icon="arrow-left"
                            kind="quiet"
                            small
                            onClick={() => (chosen.value = null)}
                            test="behaviour-back"
                        />
                    </div>
                )}
                <Fields now={now} />
            </div>
        </div>
    );
}
