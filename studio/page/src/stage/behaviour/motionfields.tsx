// What a state does to its actor besides its pose: drive and turn it by inputs, push it, kick it, let it float. Only
// the parts in use are shown; a menu adds the others.
import type { ComponentChildren } from "preact";
import type { Artwork, Behaviour, State, Vec2 } from "../../core/project.ts";
import { endPreview } from "../../state/document.ts";
import { IconButton, NumberField, Row, Section, Select, Toggle } from "../../widgets/index.ts";
import type { MenuItem } from "../../widgets/menu.tsx";
import { openMenu } from "../../widgets/menu.tsx";
import type { StateChange } from "./model.ts";
import { setState, showState } from "./state.ts";
import "./motionfields.css";

interface Props {
    readonly own: Artwork;
    readonly b: Behaviour;
    readonly state: State;
}
const DEGREE = Math.PI / 180;
const some = ([x, y]: Vec2): boolean => x !== 0 || y !== 0;

const live = (state: State, change: (v: number) => StateChange) => ({
    onInput: (v: number) => showState(state.name, change(v)),
    onChange: (v: number) => void setState(state.name, change(v)),
    onCancel: endPreview,
});

// Two numbers: horizontal and vertical.
function Pair({
    state,
    label,
    title,
    value,
    unit,
    across,
    change,
}: {
    state: State;
    label: string;
    title: string;
    value: Vec2;
    unit: string;
    across: string;
    change: (v: Vec2) => StateChange;
}) {
    return (
        <Row label={label} title={title}>
            <NumberField
                label={across}
                title={across === "→" ? "To the right" : "Forward"}
                value={value[0]}
                step={0.1}
                default={0}
                unit={unit}
                {...live(state, (x) => change([x, value[1]]))}
            />
            <NumberField
                label="↑"
                title="Up"
                value={value[1]}
                step={0.1}
                default={0}
                unit={unit}
                {...live(state, (y) => change([value[0], y]))}
            />
        </Row>
    );
}
function InputChoice({ b, value, onChange }: { b: Behaviour; value: string; onChange: (input: string) => void }) {
    return (
        <Select
            label="By the input"
            value={value}
            options={b.inputs.map((i) => ({ value: i, label: i }))}
            onChange={onChange}
        />
    );
}

// ---- The parts: the label, the first value and the fields of each

interface Part {
    readonly key: "drive" | "turn" | "push" | "lean" | "float" | "kick" | "force" | "signal";
    readonly label: string;
    readonly about: string;
    readonly icon: string;
    readonly is: (state: State) => boolean;
    readonly begin: (props: Props) => StateChange | null; // the first value; null where the part is not available
    readonly without: StateChange;
    readonly fields: (props: Props) => ComponentChildren;
}
const withFirstInput = (b: Behaviour, make: (input: string) => StateChange): StateChange | null =>
    b.inputs[0] === undefined ? null : make(b.inputs[0]);

const PARTS: readonly Part[] = [
    {
        key: "drive",
        label: "Drives",
        about: "Brings the speed to the right to an input times a speed",
        icon: "gauge",
        is: (s) => s.drive !== null,
        without: { drive: null },
        begin: ({ b }) => withFirstInput(b, (input) => ({ drive: { input, speed: 1.2, grounded: 20, air: 5 } })),
        fields: ({ b, state }) =>
            state.drive && (
                <>
                    <InputChoice
                        b={b}
                        value={state.drive.input}
                        onChange={(input) => void setState(state.name, { drive: { ...state.drive!, input } })}
                    />
                    <NumberField
                        label="Speed"
                        title="At an input of 1"
                        value={state.drive.speed}
                        step={0.05}
                        unit="m/s"
                        {...live(state, (speed) => ({ drive: { ...state.drive!, speed } }))}
                        test="drive-speed"
                    />
                    <Row label="At most" title="The most acceleration on the ground and in the air">
                        <NumberField
                            label="▁"
                            title="On the ground"
                            value={state.drive.grounded}
                            min={0}
                            step={0.5}
                            default={20}
                            unit="m/s²"
                            {...live(state, (grounded) => ({ drive: { ...state.drive!, grounded } }))}
                        />
                        <NumberField
                            label="☁"
                            title="In the air"
                            value={state.drive.air}
                            min={0}
                            step={0.5}
                            default={5}
                            unit="m/s²"
                            {...live(state, (air) => ({ drive: { ...state.drive!, air } }))}
                        />
                    </Row>
                </>
            ),
    },
    {
        key: "turn",
        label: "Looks where it goes",
        about: "The drawing looks to the side of an input",
        icon: "flip-horizontal-2",
        is: (s) => s.turn !== null,
        without: { turn: null },
        begin: ({ b }) => withFirstInput(b, (input) => ({ turn: { input, when: "grounded" } })),
        fields: ({ b, state }) =>
            state.turn && (
                <>
                    <InputChoice
                        b={b}
                        value={state.turn.input}
                        onChange={(input) => void setState(state.name, { turn: { ...state.turn!, input } })}
                    />
                    <Toggle
                        label="In the air too"
                        value={state.turn.when === "always"}
                        onChange={(on) =>
                            void setState(state.name, { turn: { ...state.turn!, when: on ? "always" : "grounded" } })
                        }
                    />
                </>
            ),
    },
    {
        key: "push",
        label: "Pushes by an input",
        about: "A force for each kilogram, times an input",
        icon: "move-horizontal",
        is: (s) => s.push !== null,
        without: { push: null },
        begin: ({ b }) => withFirstInput(b, (input) => ({ push: { input, force: [3, 0] } })),
        fields: ({ b, state }) =>
            state.push && (
                <>
                    <InputChoice
                        b={b}
                        value={state.push.input}
                        onChange={(input) => void setState(state.name, { push: { ...state.push!, input } })}
                    />
                    <Pair
                        state={state}
                        label="Push"
                        title="At an input of 1"
                        value={state.push.force}
                        unit="m/s²"
                        across="→"
                        change={(force) => ({ push: { ...state.push!, force } })}
                    />
                </>
            ),
    },
    {
        key: "lean",
        label: "Leans",
        about: "Turns the angle that counts as upright to the side of an input",
        icon: "trending-up",
        is: (s) => s.lean !== null,
        without: { lean: null },
        begin: ({ b }) => withFirstInput(b, (input) => ({ lean: { input, angle: 0.2 } })),
        fields: ({ b, state }) =>
            state.lean && (
                <>
                    <InputChoice
                        b={b}
                        value={state.lean.input}
                        onChange={(input) => void setState(state.name, { lean: { ...state.lean!, input } })}
                    />
                    <NumberField
                        label="By up to"
                        value={state.lean.angle / DEGREE}
                        min={-229}
                        max={229}
                        step={1}
                        unit="°"
                        {...live(state, (v) => ({ lean: { ...state.lean!, angle: v * DEGREE } }))}
                    />
                </>
            ),
    },
    {
        key: "kick",
        label: "Kicks on entry",
        about: "Brings the velocity to at least this much when the state is entered: a jump",
        icon: "zap",
        is: (s) => some(s.kick),
        without: { kick: [0, 0], kick_adds: false },
        begin: () => ({ kick: [0, 4] }),
        fields: ({ state }) => (
            <>
                <Pair
                    state={state}
                    label="Kick"
                    title="Forward and up"
                    value={state.kick}
                    unit="m/s"
                    across="↷"
                    change={(kick) => ({ kick })}
                />
                <Toggle
                    label="Adds to the speed"
                    title="Instead of bringing the speed to this much"
                    value={state.kick_adds}
                    onChange={(kick_adds) => void setState(state.name, { kick_adds })}
                />
            </>
        ),
    },
    {
        key: "force",
        label: "Is pushed",
        about: "A steady force for each kilogram, forward and up",
        icon: "wind",
        is: (s) => some(s.force),
        without: { force: [0, 0] },
        begin: () => ({ force: [0, 2] }),
        fields: ({ state }) => (
            <Pair
                state={state}
                label="Force"
                title="Forward and up, for each kilogram"
                value={state.force}
                unit="m/s²"
                across="↷"
                change={(force) => ({ force })}
            />
        ),
    },
    {
        key: "float",
        label: "Floats",
        about: "The nearer it is to a pose, the more the air brakes it",
        icon: "feather",
        is: (s) => s.float !== null,
        without: { float: null },
        begin: ({ own }) => (own.examples[0] ? { float: { example: own.examples[0].name, drag: 4 } } : null),
        fields: ({ own, state }) =>
            state.float && (
                <>
                    <Select
                        label="Near the pose"
                        value={state.float.example}
                        options={own.examples.map((e) => ({ value: e.name, label: e.name }))}
                        onChange={(example) => void setState(state.name, { float: { ...state.float!, example } })}
                    />
                    <NumberField
                        label="Drag"
                        value={state.float.drag}
                        min={0}
                        max={1000}
                        step={0.1}
                        unit="/s"
                        {...live(state, (drag) => ({ float: { ...state.float!, drag } }))}
                    />
                </>
            ),
    },
    {
        key: "signal",
        label: "Tells the game",
        about: "The game gets an event with this code when the state is entered",
        icon: "radio",
        is: (s) => s.signal !== 0,
        without: { signal: 0 },
        begin: () => ({ signal: 1 }),
        fields: ({ state }) => (
            <NumberField
                label="Code"
                value={state.signal}
                min={1}
                max={1000000}
                step={1}
                onChange={(v) => void setState(state.name, { signal: Math.round(v) })}
            />
        ),
    },
];

export function MotionFields(props: Props) {
    const { state } = props;
    const add = (event: MouseEvent): void => {
        const items = PARTS.filter((part) => !part.is(state)).map((part): MenuItem => {
            const change = part.begin(props);
            return {
                label: part.label,
                icon: part.icon,
                disabled: change === null,
                run: () => change && setState(state.name, change),
                test: `add-${part.key}`,
            };
        });
        openMenu(items, event.currentTarget as Element, { label: "What the state does" });
    };
    const shown = PARTS.filter((part) => part.is(state));
    return (
        <Section
            title="Movement"
            id="state.motion"
            detail={shown.length || undefined}
            actions={
                <IconButton
                    small
                    icon="plus"
                    label="Add something that the state does"
                    menu
                    onClick={add}
                    disabled={shown.length === PARTS.length}
                    test="add-motion"
                />
            }
        >
            {shown.length === 0 && <p class="w-note">It only changes its pose. Add a drive to walk, a kick to jump.</p>}
            {shown.map((part) => (
                <div key={part.key} class="motion-part" role="group" aria-label={part.label}>
                    <div class="motion-head">
                        <span title={part.about}>{part.label}</span>
                        <IconButton
                            small
                            icon="x"
                            label={`Remove: ${part.label.toLowerCase()}`}
                            onClick={() => void setState(state.name, part.without)}
                        />
                    </div>
                    {part.fields(props)}
                </div>
            ))}
        </Section>
    );
}
