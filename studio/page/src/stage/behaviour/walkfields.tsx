// The walk of a state: the places that it passes through, how long each step takes, and what drives it.
import type { Artwork, Behaviour, State, WalkKey } from "../../core/project.ts";
import { endPreview } from "../../state/document.ts";
import { IconButton, NumberField, Row, Section, Segmented, Select, Toggle } from "../../widgets/index.ts";
import { openMenu } from "../../widgets/menu.tsx";
import { setKey } from "./model.ts";
import { PlaceField } from "./placefield.tsx";
import { setState, showState } from "./state.ts";
import { UnitField } from "./unitfield.tsx";
import "./walkfields.css";

interface Props {
    readonly own: Artwork;
    readonly b: Behaviour;
    readonly state: State;
}

function keyMenu({ state }: Props, index: number, event: MouseEvent): void {
    const put = (keys: readonly WalkKey[]): void => void setState(state.name, { keys });
    const moved = (by: number): WalkKey[] => {
        const keys = [...state.keys];
        keys.splice(index + by, 0, ...keys.splice(index, 1));
        return keys;
    };
    openMenu(
        [
            { label: "Earlier", icon: "arrow-up", disabled: index === 0, run: () => put(moved(-1)) },
            { label: "Later", icon: "arrow-down", disabled: index === state.keys.length - 1, run: () => put(moved(1)) },
            {
                label: "Duplicate",
                icon: "copy",
                run: () => put([...state.keys.slice(0, index + 1), ...state.keys.slice(index)]),
            },
            "line",
            {
                label: "Delete",
                icon: "trash-2",
                danger: true,
                run: () => put(state.keys.filter((_, i) => i !== index)),
            },
        ],
        event.currentTarget as Element,
        { label: `Key ${index + 1}` },
    );
}

function Key({ props, index }: { props: Props; index: number }) {
    const { own, state } = props;
    const key = state.keys[index]!;
    const put = (change: Partial<WalkKey>): void => void setState(state.name, { keys: setKey(state, index, change) });
    const show = (change: Partial<WalkKey>): void => showState(state.name, { keys: setKey(state, index, change) });
    return (
        <li class="walk-key" data-test={`walk-key-${index}`}>
            <PlaceField
                own={own}
                place={key.place}
                onInput={(place) => show({ place })}
                onChange={(place) => put({ place })}
                onCancel={endPreview}
                test={`walk-key-${index}`}
            />
            <div class="walk-way">
                <Row label="">
                    <UnitField
                        label="Seconds to get here"
                        title={state.by === "time" ? "How long the way here takes" : "This way's share of the walk"}
                        value={key.seconds}
                        min={0}
                        max={60}
                        step={0.01}
                        unit="s"
                        onInput={(seconds) => show({ seconds })}
                        onChange={(seconds) => put({ seconds })}
                        onCancel={endPreview}
                        test={`walk-key-${index}-seconds`}
                    />
                    <Select
                        label="How it passes"
                        title="Softly, resting only where the path turns back; at one speed; or resting here"
                        value={key.ease}
                        options={[
                            { value: "smooth", label: "Softly" },
                            { value: "linear", label: "One speed" },
                            { value: "stop", label: "Rests" },
                        ]}
                        onChange={(ease) => put({ ease })}
                    />
                </Row>
                <IconButton
                    small
                    icon="ellipsis"
                    label={`Key ${index + 1}: move, duplicate, delete`}
                    menu
                    onClick={(e) => keyMenu(props, index, e)}
                />
            </div>
        </li>
    );
}

type End = "stay" | "loop" | "next";
const endOf = (state: State): End => (state.loop ? "loop" : state.next !== null ? "next" : "stay");

export function WalkFields(props: Props) {
    const { own, b, state } = props;
    const put = (change: Parameters<typeof setState>[1]): void => void setState(state.name, change);
    const others = b.states.filter((s) => s.name !== state.name).map((s) => ({ value: s.name, label: s.name }));
    const addKey = (): void => {
        const last = state.keys.at(-1);
        const pose = own.examples[0]?.name;
        if (last || pose !== undefined)
            put({
                keys: [
                    ...state.keys,
                    {
                        place: last?.place ?? { [pose!]: 1 },
                        seconds: last?.seconds ?? 0.25,
                        ease: last?.ease ?? "smooth",
                    },
                ],
            });
    };
    const end = (to: End): void =>
        put({ loop: to === "loop", next: to === "next" ? (others[0]?.value ?? null) : null });
    return (
        <Section
            title="Walk"
            id="state.walk"
            detail={state.keys.length || undefined}
            actions={
                <IconButton
                    small
                    icon="plus"
                    label="Add a key to the walk"
                    onClick={addKey}
                    disabled={own.examples.length === 0}
                    test="add-walk-key"
                />
            }
        >
            {state.keys.length === 0 ? (
                <p class="w-note">
                    {own.examples.length
                        ? "Without keys the pose stays as it was. Add one to go somewhere."
                        : "A walk goes through poses, and this drawing has none yet: keep some on the Poses workspace."}
                </p>
            ) : (
                <ol class="walk-keys">
                    {state.keys.map((_, i) => (
                        <Key key={i} props={props} index={i} />
                    ))}
                </ol>
            )}
            {state.keys.length > 0 && (
                <>
                    <Segmented
                        label="At the end"
                        value={endOf(state)}
                        options={[
                            { value: "stay", label: "Stay" },
                            { value: "loop", label: "Again" },
                            ...(others.length ? [{ value: "next" as const, label: "Go on" }] : []),
                        ]}
                        onChange={end}
                        test="walk-end"
                    />
                    {state.next !== null && (
                        <Select label="On to" value={state.next} options={others} onChange={(next) => put({ next })} />
                    )}
                    <Driver {...props} />
                    {state.keys.length > 1 && (
                        <Toggle
                            label="Nearest first"
                            title="On entry it walks to the nearest key first, not to the first"
                            value={state.start === "nearest"}
                            onChange={(on) => put({ start: on ? "nearest" : "first" })}
                        />
                    )}
                </>
            )}
        </Section>
    );
}

// What advances the walk: time, an input, or the distance travelled.
function Driver({ b, state }: Props) {
    const live = (change: (v: number) => Parameters<typeof setState>[1]) => ({
        onInput: (v: number) => showState(state.name, change(v)),
        onChange: (v: number) => void setState(state.name, change(v)),
        onCancel: endPreview,
    });
    return (
        <>
            <Segmented
                label="Goes by"
                title="Time; time multiplied by an input, backwards where that is negative; or the way travelled along the ground, so that feet stay where they tread"
                value={state.by}
                options={[
                    { value: "time", label: "Time" },
                    { value: "ground", label: "Ground" },
                    ...(b.inputs.length || state.by === "input" ? [{ value: "input" as const, label: "Input" }] : []),
                ]}
                onChange={(by) => void setState(state.name, { by })}
                test="walk-by"
            />
            {state.by === "input" && (
                <Select
                    label="Which input"
                    value={state.input ?? ""}
                    options={b.inputs.map((i) => ({ value: i, label: i }))}
                    onChange={(input) => void setState(state.name, { input })}
                />
            )}
            {state.by === "ground" && (
                <NumberField
                    label="Reaches"
                    title="How far all keys once reach"
                    value={state.metres ?? 1}
                    min={0.001}
                    max={100}
                    step={0.01}
                    default={1}
                    unit="m"
                    {...live((metres) => ({ metres }))}
                />
            )}
            <NumberField
                label="Speed"
                title="How many times as fast"
                value={state.rate}
                min={-100}
                max={100}
                step={0.05}
                default={1}
                unit="×"
                {...live((rate) => ({ rate }))}
                test="state-rate"
            />
        </>
    );
}
