// The inspector of a joint: its kind, its two ends, and the fields that its kind has.
import { sliding, within } from "../core/ranges.ts";
import { jointRanges } from "../core/schema.ts";
import type { Command, Joint, JointEnd } from "../core/project.ts";
import { artworkOf, staged } from "../scene/state.ts";
import { live, send, studio } from "../state/document.ts";
import { NumberField, Row, Section, Select, Slider, Toggle } from "../widgets/index.ts";
import { sameThing } from "./anchors.ts";
import { CueSection } from "./cuesection.tsx";
import { DEGREE, FlagField, LookFields, NameField, RemoveButton, TagField, VectorField } from "./fields.tsx";
import { isPin, isTurning, JOINT_KINDS, obstacleLabel, placeJoint, setJoint, setJointKind } from "./joints.ts";
import type { JointKind } from "./joints.ts";
import { OptionalNumber } from "./optional.tsx";
import { rename } from "./rename.ts";

const PULL_STRENGTH = 5; // hertz, of a pull that says nothing

interface Context {
    readonly joint: Joint;
    readonly index: number;
    set(keys: Readonly<Record<string, unknown>>): Command;
}
// Of hinges angles are shown in degrees; sliders go by metres.
const unitOf = (kind: JointKind): { unit: string; factor: number; step: number } =>
    kind === "hinge" ? { unit: "°", factor: DEGREE, step: 1 } : { unit: "m", factor: 1, step: 0.01 };

// ---- Ends

const ofActor = (name: string): string => `a ${name}`;
const ofObstacle = (index: number): string => `o ${index}`;
const WORLD = "w";

function thingsFor(other: JointEnd): { value: string; label: string; disabled?: boolean }[] {
    const own = staged.value!;
    const needed = other.actor == null; // one end is always an actor
    return [
        ...own.actors.map(({ name }) => ({ value: ofActor(name), label: name, disabled: name === other.actor })),
        ...own.obstacles.map((obstacle, i) => ({
            value: ofObstacle(i),
            label: obstacleLabel(obstacle),
            disabled: needed,
        })),
        { value: WORLD, label: "The world", disabled: needed },
    ];
}
function thingOf(end: JointEnd): string {
    if (end.actor != null) return ofActor(end.actor);
    const index = staged.value!.obstacles.findIndex(({ name }) => name !== null && name === end.obstacle);
    return index < 0 ? WORLD : ofObstacle(index);
}
// The end stays where it is on the stage, at another thing.
function moveTo(index: number, part: "a" | "b", thing: string): void {
    const play = studio.peek()?.playing();
    const now = play?.joints[index];
    if (!play || !now) return;
    const anchor = sameThing(play, now[part], {
        actor: thing.startsWith("a ") ? thing.slice(2) : null,
        obstacle: thing.startsWith("o ") ? Number(thing.slice(2)) : null,
    });
    void send(placeJoint(index, { [part]: anchor }));
}

function EndFields({ context, part }: { context: Context; part: "a" | "b" }) {
    const { joint, index, set } = context;
    const [end, other] = [joint[part], joint[part === "a" ? "b" : "a"]];
    const actor = staged.value!.actors.find(({ name }) => name === end.actor);
    const handles = actor ? (artworkOf(actor)?.handles ?? []) : [];
    return (
        <>
            <Select
                label={part === "a" ? "From" : "To"}
                title="What this end is fixed to; it stays where it is on the stage"
                value={thingOf(end)}
                options={thingsFor(other)}
                onChange={(thing) => moveTo(index, part, thing)}
                test={`joint-${part}`}
            />
            {handles.length > 0 && (
                <Select
                    label="Handle"
                    title="The end is where this handle is; without one, at a point of the drawing"
                    value={end.handle ?? ""}
                    options={[
                        { value: "", label: "A point of the drawing" },
                        ...handles.map(({ name }) => ({ value: name, label: name })),
                    ]}
                    onChange={(handle) =>
                        handle
                            ? void send(set({ [part]: { actor: end.actor, handle } }))
                            : moveTo(index, part, ofActor(end.actor!))
                    }
                    test={`joint-${part}-handle`}
                />
            )}
            {end.handle == null && (
                <VectorField
                    label="Point"
                    title="In the thing's own frame: of the drawing at rest, of the obstacle, or of the stage"
                    value={end.at ?? [0, 0]}
                    unit="m"
                    step={0.01}
                    set={(at) => set({ [part]: { ...end, at } })}
                    test={`joint-${part}-at`}
                />
            )}
        </>
    );
}
// ---- Fields by kind

function LengthFields({ context: { joint, set } }: { context: Context }) {
    if (joint.length === undefined) return null;
    const change = live((length) => set({ length }));
    return (
        <OptionalNumber
            label="Own length"
            title="Without one it is as long as its ends are apart at the start"
            value={joint.length}
            first={1}
            {...within(jointRanges.length)}
            step={0.01}
            unit="m"
            {...change}
            onChange={(length) => void send(set({ length }))}
            test="joint-length"
        />
    );
}
function StiffnessFields({ context: { joint, set } }: { context: Context }) {
    const pulls = joint.kind === "pull";
    const strength = joint.strength ?? (pulls ? PULL_STRENGTH : null);
    return (
        <>
            {!pulls && (
                <Toggle
                    label="Gives way"
                    title="It is a spring instead of rigid"
                    value={strength !== null}
                    onChange={(on) => void send(set({ strength: on ? 4 : null }))}
                    test="joint-soft"
                />
            )}
            {strength !== null && (
                <>
                    <Slider
                        label="Stiffness"
                        title="The frequency at which it would swing"
                        value={strength}
                        {...sliding(jointRanges.strength)}
                        default={pulls ? PULL_STRENGTH : 4}
                        {...live((v) => set({ strength: v }))}
                        test="joint-strength"
                    />
                    <Slider
                        label="Damping"
                        title="1: it comes to rest without swinging"
                        value={joint.damping}
                        {...sliding(jointRanges.damping)}
                        {...live((damping) => set({ damping }))}
                        test="joint-damping"
                    />
                </>
            )}
        </>
    );
}
function LimitFields({ context: { joint, set } }: { context: Context }) {
    const { unit, factor, step } = unitOf(joint.kind);
    const { low, high } = joint;
    const limited = typeof low === "number" && typeof high === "number";
    const first = joint.kind === "hinge" ? { low: -45 * DEGREE, high: 45 * DEGREE } : { low: 0, high: 1 };
    return (
        <>
            <Toggle
                label="Limits"
                title="How far it turns or slides, counted from the start"
                value={limited}
                onChange={(on) => void send(set(on ? first : { low: null, high: null }))}
                test="joint-limits"
            />
            {limited && (
                <Row label="Between">
                    <NumberField
                        label="Low"
                        value={low / factor}
                        max={high / factor}
                        step={step}
                        unit={unit}
                        {...live((v) => set({ low: v * factor }))}
                        test="joint-low"
                    />
                    <NumberField
                        label="High"
                        value={high / factor}
                        min={low / factor}
                        step={step}
                        unit={unit}
                        {...live((v) => set({ high: v * factor }))}
                        test="joint-high"
                    />
                </Row>
            )}
        </>
    );
}
function MotorFields({ context: { joint, set } }: { context: Context }) {
    const { unit, factor, step } = unitOf(joint.kind);
    const speed = joint.motor_speed ?? null;
    const hinge = joint.kind === "hinge";
    const limit = live((motor_limit) => set({ motor_limit }));
    return (
        <>
            <OptionalNumber
                label="Motor"
                title="Drives it at this speed; 0 brakes"
                value={speed === null ? null : speed / factor}
                first={hinge ? 90 : 1}
                min={-1000 / factor}
                max={1000 / factor}
                step={step}
                unit={`${unit}/s`}
                {...live((v) => set({ motor_speed: v * factor }))}
                onChange={(v) => void send(set({ motor_speed: v === null ? null : v * factor }))}
                test="joint-motor"
            />
            {speed !== null && (
                <OptionalNumber
                    label="At most"
                    title="The greatest torque or force of the motor; without one, whatever it takes"
                    value={joint.motor_limit ?? null}
                    first={10}
                    {...within(jointRanges.motor_limit)}
                    step={0.5}
                    unit={hinge ? "N m" : "N"}
                    {...limit}
                    onChange={(motor_limit) => void send(set({ motor_limit }))}
                    test="joint-motor-limit"
                />
            )}
        </>
    );
}
function SpringFields({ context: { joint, set } }: { context: Context }) {
    const { unit, factor, step } = unitOf(joint.kind);
    return (
        <>
            <Slider
                label="Spring"
                title="Draws it to its target, at this frequency; 0: no spring"
                value={joint.spring ?? 0}
                {...sliding(jointRanges.spring)}
                {...live((spring) => set({ spring }))}
                test="joint-spring"
            />
            {(joint.spring ?? 0) > 0 && (
                <>
                    <Slider
                        label="Its damping"
                        value={joint.spring_damping ?? 0}
                        {...sliding(jointRanges.spring_damping)}
                        {...live((spring_damping) => set({ spring_damping }))}
                    />
                    <NumberField
                        label="Its target"
                        value={(joint.spring_target ?? 0) / factor}
                        step={step}
                        default={0}
                        unit={unit}
                        {...live((v) => set({ spring_target: v * factor }))}
                    />
                </>
            )}
        </>
    );
}
function AxisField({ context: { joint, set } }: { context: Context }) {
    if (!joint.axis) return null;
    const [x, y] = joint.axis;
    return (
        <NumberField
            label="Direction"
            title="Of the line that it moves on, at the start"
            value={Math.atan2(y, x) / DEGREE}
            step={1}
            default={0}
            unit="°"
            {...live((v) =>
                set({ axis: [Math.cos(v * DEGREE), Math.sin(v * DEGREE)].map((n) => Number(n.toFixed(4))) }),
            )}
            test="joint-axis"
        />
    );
}
function ForceFields({ context: { joint, set } }: { context: Context }) {
    const most = live((max_force) => set({ max_force }));
    const breaks = live((break_force) => set({ break_force }));
    return (
        <>
            {joint.max_force !== undefined && (
                <OptionalNumber
                    label="Force at most"
                    title="Without one it pulls as strongly as it takes"
                    value={joint.max_force}
                    first={10}
                    {...within(jointRanges.max_force)}
                    step={0.5}
                    unit="N"
                    {...most}
                    onChange={(max_force) => void send(set({ max_force }))}
                    test="joint-max-force"
                />
            )}
            <OptionalNumber
                label="Breaks at"
                title="It breaks when it carries more; without one it never does"
                value={joint.break_force}
                first={50}
                {...within(jointRanges.break_force)}
                step={1}
                unit="N"
                {...breaks}
                onChange={(break_force) => void send(set({ break_force }))}
                test="joint-break"
            />
        </>
    );
}

export function JointSection({ joint, index }: { joint: Joint; index: number }) {
    const set = (keys: Readonly<Record<string, unknown>>): Command => setJoint(index, keys);
    const context = { joint, index, set };
    const words = JOINT_KINDS.find(({ value }) => value === joint.kind)!;
    return (
        <>
            <Section title="Joint" detail={words.label} actions={<RemoveButton test="joint-remove" />}>
                <NameField name={joint.name} onChange={(name) => rename("joint", index, name)} test="joint-name" />
                <Select
                    label="Kind"
                    title={words.about}
                    value={joint.kind}
                    options={JOINT_KINDS}
                    onChange={(kind) => void send(setJointKind(index, kind))}
                    test="joint-kind"
                />
                <EndFields context={context} part="a" />
                <EndFields context={context} part="b" />
            </Section>
            <Section title="How it holds" id="joint.holds">
                <AxisField context={context} />
                <LengthFields context={context} />
                <StiffnessFields context={context} />
                {isTurning(joint.kind) && (
                    <>
                        <LimitFields context={context} />
                        <MotorFields context={context} />
                        <SpringFields context={context} />
                    </>
                )}
                <ForceFields context={context} />
                <FlagField
                    label="They touch"
                    title="Whether what it joins can collide with each other"
                    keyName="collide"
                    value={joint.collide}
                    set={set}
                    test="joint-collide"
                />
                <TagField value={joint.tag} range={jointRanges.tag} set={set} test="joint-tag" />
            </Section>
            <CueSection subject={{ noun: "joint", index, name: joint.name }} />
            <Section title="Looks" id="joint.looks" open={false}>
                <LookFields
                    visible={joint.visible}
                    colour={joint.colour}
                    usual={isPin(joint.kind) || joint.kind === "rod" ? "#8A94A6" : "#D9B36C"}
                    set={set}
                    test="joint-visible"
                />
                <Slider
                    label="Width"
                    title="0: as suits the picture"
                    value={joint.width}
                    {...sliding(jointRanges.width)}
                    {...live((width) => set({ width }))}
                />
            </Section>
        </>
    );
}
