// The selected transition: its two states, its conditions, and its priority.
import { Fragment } from "preact";
import type { Behaviour, Condition, Transition } from "../../core/project.ts";
import { Button, IconButton, Row, Section, Select } from "../../widgets/index.ts";
import type { MenuItem } from "../../widgets/menu.tsx";
import { openMenu } from "../../widgets/menu.tsx";
import { ConditionField } from "./conditionfield.tsx";
import { rivals } from "./model.ts";
import { moveTransition, removeTransition, setTransition, showTransition } from "./state.ts";
import { KINDS, newCondition, sentence } from "./words.ts";

const ANYWHERE = "";

function Conditions({ b, index, transition }: { b: Behaviour; index: number; transition: Transition }) {
    const at = (i: number, condition: Condition): readonly Condition[] =>
        transition.when.map((c, j) => (j === i ? condition : c));
    const add = (event: MouseEvent): void => {
        const items = KINDS.map(({ kind, label }): MenuItem => {
            const made = newCondition(kind, b);
            return {
                label,
                disabled: made === null,
                test: `add-condition-${kind}`,
                run: () => made && setTransition(index, { when: [...transition.when, made] }),
            };
        });
        openMenu(items, event.currentTarget as Element, { label: "Add a condition" });
    };
    return (
        <Section
            title="When"
            id="transition.when"
            actions={<IconButton small icon="plus" label="Add a condition" menu onClick={add} test="add-condition" />}
        >
            {transition.when.length === 0 && (
                <p class="w-note">It has no condition and fires at once. Add a condition to make it wait.</p>
            )}
            <ul>
                {transition.when.map((condition, i) => (
                    <Fragment key={i}>
                        {i > 0 && (
                            <li class="condition-and" aria-hidden="true">
                                and
                            </li>
                        )}
                        <ConditionField
                            b={b}
                            condition={condition}
                            index={i}
                            onInput={(c) => showTransition(index, { when: at(i, c) })}
                            onChange={(c) => void setTransition(index, { when: at(i, c) })}
                            onRemove={() =>
                                void setTransition(index, { when: transition.when.filter((_, j) => j !== i) })
                            }
                        />
                    </Fragment>
                ))}
            </ul>
        </Section>
    );
}

export function TransitionFields({ b, index }: { b: Behaviour; index: number }) {
    const transition = b.transitions[index]!;
    const states = b.states.map((s) => ({ value: s.name, label: s.name }));
    const same = rivals(b, transition);
    const rank = same.indexOf(index);
    return (
        <>
            <Section title="Transition" id="transition">
                <p class="w-note">{sentence(transition)}.</p>
                <Select
                    label="From"
                    value={transition.from ?? ANYWHERE}
                    options={[{ value: ANYWHERE, label: "Any state" }, ...states]}
                    onChange={(from) => void setTransition(index, { from: from === ANYWHERE ? null : from })}
                    test="transition-from"
                />
                <Select
                    label="To"
                    value={transition.to}
                    options={states}
                    onChange={(to) => void setTransition(index, { to })}
                    test="transition-to"
                />
                {same.length > 1 && (
                    <Row label="Tried" title="If several may fire, the first in this order does">
                        <span class="transition-rank">{`${rank + 1} of ${same.length}`}</span>
                        <IconButton
                            small
                            icon="arrow-up"
                            label="Try it earlier"
                            disabled={rank === 0}
                            onClick={() => moveTransition(index, same[rank - 1]!)}
                        />
                        <IconButton
                            small
                            icon="arrow-down"
                            label="Try it later"
                            disabled={rank === same.length - 1}
                            onClick={() => moveTransition(index, same[rank + 1]!)}
                        />
                    </Row>
                )}
            </Section>
            <Conditions b={b} index={index} transition={transition} />
            <div class="behaviour-end">
                <Button
                    label="Delete transition"
                    icon="trash-2"
                    kind="danger"
                    onClick={() => removeTransition(index)}
                    test="delete-transition"
                />
            </div>
        </>
    );
}
