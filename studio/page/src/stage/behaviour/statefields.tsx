// The selected state: its name, its walk, what it does, and its transitions.
import type { Artwork, Behaviour, State } from "../../core/project.ts";
import { Button, IconButton, Row, Section, TextField } from "../../widgets/index.ts";
import type { MenuItem } from "../../widgets/menu.tsx";
import { openMenu } from "../../widgets/menu.tsx";
import { MotionFields } from "./motionfields.tsx";
import {
    addState,
    addTransition,
    chooseTransition,
    duplicateState,
    makeFirst,
    removeState,
    renameState,
} from "./state.ts";
import { StateStrengths } from "./statestrengths.tsx";
import { WalkFields } from "./walkfields.tsx";
import { label, sentence } from "./words.ts";
import { tip } from "../../widgets/tip.ts";

// Transitions that leave the state, in the order in which they are tried.
function LeavingTransitions({ b, state }: { b: Behaviour; state: State }) {
    const leaving = b.transitions.flatMap((t, i) =>
        t.from === state.name || (t.from === null && t.to !== state.name) ? [{ t, i }] : [],
    );
    const add = (event: MouseEvent): void => {
        const items = b.states
            .filter((s) => s.name !== state.name)
            .map(
                (s): MenuItem => ({
                    label: s.name,
                    run: () => addTransition(state.name, s.name),
                    test: `lead-to-${s.name}`,
                }),
            );
        openMenu(
            [
                ...items,
                ...(items.length ? (["line"] as const) : []),
                { label: "A new state", icon: "plus", run: () => addState(state.name) },
            ],
            event.currentTarget as Element,
            { label: "Leads to" },
        );
    };
    return (
        <Section
            title="Leads to"
            id="state.leads"
            detail={leaving.length || undefined}
            actions={<IconButton small icon="plus" label="Add a transition" menu onClick={add} test="add-transition" />}
        >
            {leaving.length === 0 && (
                <p class="w-note">No transition leaves this state. Drag from its ring to another state to add one.</p>
            )}
            {leaving.map(({ t, i }) => (
                <button
                    key={i}
                    type="button"
                    class="lead"
                    aria-label={sentence(t)}
                    onClick={() => chooseTransition(i)}
                    {...tip(sentence(t))}
                >
                    <span class="lead-to">{t.to}</span>
                    <span class="lead-when">{label(t)}</span>
                </button>
            ))}
        </Section>
    );
}

export function StateFields({ own, b, state }: { own: Artwork; b: Behaviour; state: State }) {
    const first = b.states[0]?.name === state.name;
    return (
        <>
            <Section title="State" id="state">
                <Row label="Name">
                    <TextField
                        label="Name of the state"
                        value={state.name}
                        onChange={(to) => renameState(state.name, to.trim())}
                        test="state-name"
                    />
                    <IconButton
                        small
                        icon="flag"
                        label={first ? "It begins here" : "Begin with this state"}
                        pressed={first}
                        disabled={first}
                        onClick={() => makeFirst(state.name)}
                    />
                    <IconButton
                        small
                        icon="copy"
                        label="Duplicate the state"
                        onClick={() => duplicateState(state.name)}
                        test="duplicate-state"
                    />
                </Row>
            </Section>
            <WalkFields own={own} b={b} state={state} />
            <MotionFields own={own} b={b} state={state} />
            <LeavingTransitions b={b} state={state} />
            <StateStrengths own={own} state={state} />
            <div class="behaviour-end">
                <Button
                    label="Delete state"
                    icon="trash-2"
                    kind="danger"
                    disabled={b.states.length === 1}
                    onClick={() => removeState(state.name)}
                    test="delete-state"
                />
            </div>
        </>
    );
}
