// Builds the context that selects bodies, like a mail filter: one line for each condition, and below them the number
// of selected bodies on each creature. While the pointer is over it, the selected bodies are highlighted.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { BodyContext, SpaceAxis } from "../core/project.ts";
import { ask } from "../state/document.ts";
import { Button, IconButton, openMenu, Select } from "../widgets/index.ts";
import { highlighted, report } from "./state.ts";
import { AXIS_WORDS, CAPS, capName, capWords, EXTENTS, ZONES } from "./words.ts";
import "./contextbuilder.css";

interface BuilderProps {
    context: BodyContext;
    onChange: (context: BodyContext) => void;
    test: string;
}
const AXES: readonly SpaceAxis[] = ["z", "x", "y"];

// The built-in caps, and the own caps of the shown creatures.
function capOptions(now: string | null): { value: string; label: string }[] {
    const own = (report.value?.members ?? []).flatMap((member) => member.bodies.flatMap((body) => body.caps));
    const all = new Set<string>([...CAPS, ...own, ...(now ? [now] : [])]);
    return [{ value: "", label: "any body" }, ...[...all].map((cap) => ({ value: cap, label: capName(cap) }))];
}

function ConditionLine(props: { words: string; children: ComponentChildren; onRemove?: () => void }) {
    return (
        <div class="rule">
            <span class="rule-words">{props.words}</span>
            <div class="rule-fields">{props.children}</div>
            {props.onRemove ? (
                <IconButton small icon="x" label="Remove this condition" onClick={props.onRemove} />
            ) : (
                <span />
            )}
        </div>
    );
}
function Zone({ axis, context, onChange, test }: BuilderProps & { axis: SpaceAxis }) {
    const inside = context.within.includes(axis);
    const set = (zone: string | null, within = inside): void => {
        const rest = context.within.filter((one) => one !== axis);
        onChange({ ...context, [axis]: zone, within: zone !== null && within ? [...rest, axis] : rest });
    };
    const whose = [
        { value: "creature", label: "of the creature" },
        { value: "set", label: context.cap ? `of all ${capWords(context.cap).replace(/^the /, "")}` : "of them all" },
    ];
    return (
        <ConditionLine words="in the" onRemove={() => set(null)}>
            <Select
                bare
                label={AXIS_WORDS[axis]}
                value={context[axis]!}
                options={ZONES[axis]}
                onChange={(zone) => set(zone)}
                test={`${test}-${axis}`}
            />
            <Select
                bare
                label="Half of what"
                title="Of the creature's bounds, or of the bounds around the bodies of this kind alone: setspace tells apart what is clumped (3.1.1)"
                value={inside ? "set" : "creature"}
                options={whose}
                onChange={(value) => set(context[axis], value === "set")}
                test={`${test}-${axis}-within`}
            />
        </ConditionLine>
    );
}

function Counts({ context, test }: { context: BodyContext; test: string }) {
    const herdReport = report.value;
    const found = herdReport && ask((core) => core.herds.select(context));
    if (!herdReport || !found || herdReport.members.length === 0) return null;
    return (
        <ul class="rule-counts" aria-label="Bodies selected on each creature" data-test={`${test}-counts`}>
            {herdReport.members.map((member, i) => (
                <li key={member.name} class={found.counts[i] ? "" : "none"}>
                    <span>{member.name}</span>
                    <b>{found.counts[i] ?? 0}</b>
                </li>
            ))}
        </ul>
    );
}

export function ContextBuilder(props: BuilderProps) {
    const { context, onChange, test } = props;
    useEffect(() => () => void (highlighted.value = null), []);
    const more = (event: MouseEvent): void => {
        const entries = [
            ...AXES.filter((axis) => context[axis] === null).map((axis) => ({
                label: AXIS_WORDS[axis],
                run: () => onChange({ ...context, [axis]: ZONES[axis][0]!.value }),
            })),
            ...(context.extent
                ? []
                : [
                      {
                          label: "Only the farthest one",
                          run: () => onChange({ ...context, extent: "frontmost" as const }),
                      },
                  ]),
            ...(context.spine
                ? []
                : [{ label: "The spine that they hang on", run: () => onChange({ ...context, spine: true }) }]),
        ];
        openMenu(entries, event.currentTarget as Element, { label: "Add a condition" });
    };
    const full = AXES.every((axis) => context[axis] !== null) && context.extent !== null && context.spine;
    return (
        <div
            class="rules"
            role="group"
            aria-label="Which bodies"
            onPointerEnter={() => void (highlighted.value = context)}
            onPointerLeave={() => void (highlighted.value = null)}
            data-test={test}
        >
            <ConditionLine words="bodies that are">
                <Select
                    bare
                    label="What they are"
                    value={context.cap ?? ""}
                    options={capOptions(context.cap)}
                    onChange={(cap) => onChange({ ...context, cap: cap || null })}
                    test={`${test}-cap`}
                />
            </ConditionLine>
            {AXES.filter((axis) => context[axis] !== null).map((axis) => (
                <Zone key={axis} axis={axis} {...props} />
            ))}
            {context.extent && (
                <ConditionLine words="only the" onRemove={() => onChange({ ...context, extent: null })}>
                    <Select
                        bare
                        label="Which of them"
                        title="Selects one body at most: the farthest that way (3.1.1)"
                        value={context.extent}
                        options={EXTENTS}
                        onChange={(extent) => onChange({ ...context, extent })}
                        test={`${test}-extent`}
                    />
                </ConditionLine>
            )}
            {context.spine && (
                <ConditionLine words="then" onRemove={() => onChange({ ...context, spine: false })}>
                    <span class="rule-said">the spine that they hang on</span>
                </ConditionLine>
            )}
            <div class="rule-end">
                {!full && (
                    <Button small kind="quiet" icon="plus" label="Condition" onClick={more} test={`${test}-add`} />
                )}
                <Counts context={context} test={test} />
            </div>
        </div>
    );
}
