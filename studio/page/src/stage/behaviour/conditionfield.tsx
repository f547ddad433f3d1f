// One condition of a transition, edited as a sentence with menus for its words.
import type { Behaviour, Condition } from "../../core/project.ts";
import { endPreview } from "../../state/document.ts";
import { IconButton, Row, Select } from "../../widgets/index.ts";
import { UnitField } from "./unitfield.tsx";
import type { ConditionKind } from "./words.ts";
import { isBelow, kindOf, KINDS, kindWords, limitOf, newCondition, number } from "./words.ts";
import "./conditionfield.css";

export interface ConditionFieldProps {
    readonly b: Behaviour;
    readonly condition: Condition;
    readonly index: number;
    readonly onInput: (condition: Condition) => void;
    readonly onChange: (condition: Condition) => void;
    readonly onRemove: () => void;
}

// Above or below a number; with `either`, the sign of the value may be ignored.
function Side({
    condition,
    onInput,
    onChange,
    either,
    unit,
}: Pick<ConditionFieldProps, "condition" | "onInput" | "onChange"> & { either: boolean; unit: string | undefined }) {
    const { above: _a, below: _b, absolute: _c, ...rest } = condition;
    const make = (side: string, value: number): Condition => ({
        ...rest,
        [side.endsWith("below") ? "below" : "above"]: value,
        ...(side.startsWith("±") ? { absolute: true } : {}),
    });
    const side = `${condition["absolute"] === true ? "±" : ""}${isBelow(condition) ? "below" : "above"}`;
    const options = [
        { value: "above", label: "is above" },
        { value: "below", label: "is below" },
    ];
    const signless = [
        { value: "±above", label: "± is above" },
        { value: "±below", label: "± is below" },
    ];
    return (
        <Row label="">
            <Select
                label="Compared"
                title={either ? "±: whatever its sign" : undefined}
                value={side}
                options={either ? [...signless, ...options] : options}
                onChange={(to) => onChange(make(to, limitOf(condition)))}
            />
            <UnitField
                label="Number"
                value={limitOf(condition)}
                step={0.05}
                unit={unit}
                onInput={(v) => onInput(make(side, v))}
                onChange={(v) => onChange(make(side, v))}
                onCancel={endPreview}
                test="condition-number"
            />
        </Row>
    );
}
// A number of seconds that may also be left out.
function Seconds({ props, at, label }: { props: ConditionFieldProps; at: "seconds" | "within"; label: string }) {
    const { [at]: _, ...rest } = props.condition;
    const make = (v: number): Condition => (v > 0 ? { ...rest, [at]: v } : rest);
    return (
        <UnitField
            label={label}
            value={number(props.condition, at)}
            min={0}
            max={at === "within" ? 10 : 3600}
            step={0.05}
            default={0}
            unit="s"
            onInput={(v) => props.onInput(make(v))}
            onChange={(v) => props.onChange(make(v))}
            onCancel={endPreview}
        />
    );
}
function Truth({
    props,
    at,
    yes,
    no,
}: {
    props: ConditionFieldProps;
    at: "grounded" | "touching" | "finished";
    yes: string;
    no: string;
}) {
    const is = props.condition[at] === true;
    return (
        <Row label="">
            <Select
                label="Is it"
                value={is ? "yes" : "no"}
                options={[
                    { value: "yes", label: yes },
                    { value: "no", label: no },
                ]}
                onChange={(v) => props.onChange({ ...props.condition, [at]: v === "yes" })}
            />
            {at !== "finished" && <Seconds props={props} at="seconds" label="For at least so long" />}
        </Row>
    );
}
function Word({ props, at }: { props: ConditionFieldProps; at: "input" | "event" }) {
    const words = at === "input" ? props.b.inputs : props.b.events;
    return (
        <Row label="">
            <Select
                label={at === "input" ? "Which input" : "Which event"}
                value={String(props.condition[at])}
                options={words.map((w) => ({ value: w, label: w }))}
                onChange={(v) => props.onChange({ ...props.condition, [at]: v })}
            />
            {at === "event" && <Seconds props={props} at="within" label="Raised at most so long ago" />}
        </Row>
    );
}

function Rest(props: ConditionFieldProps) {
    const kind = kindOf(props.condition);
    if (kind === "event") return <Word props={props} at="event" />;
    if (kind === "grounded") return <Truth props={props} at="grounded" yes="on something" no="on nothing" />;
    if (kind === "touching") return <Truth props={props} at="touching" yes="something" no="nothing" />;
    if (kind === "finished") return <Truth props={props} at="finished" yes="is reached" no="is not reached" />;
    return (
        <>
            {kind === "input" && <Word props={props} at="input" />}
            <Side {...props} either={kind === "input"} unit={kindWords(kind).unit} />
        </>
    );
}

export function ConditionField(props: ConditionFieldProps) {
    const { b, condition } = props;
    const options = KINDS.map(({ kind, label }) => ({ value: kind, label, disabled: newCondition(kind, b) === null }));
    const turn = (kind: ConditionKind): void => {
        const made = newCondition(kind, b);
        if (made) props.onChange(made);
    };
    return (
        <li class="condition" data-test={`condition-${props.index}`}>
            <div class="condition-kind">
                <Row label="">
                    <Select
                        label="What it asks"
                        value={kindOf(condition)}
                        options={options}
                        onChange={turn}
                        test={`condition-${props.index}-kind`}
                    />
                </Row>
                <IconButton small icon="x" label="Remove this condition" onClick={props.onRemove} />
            </div>
            <Rest {...props} />
        </li>
    );
}
