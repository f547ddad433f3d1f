// The inspector of the selected pose: its picture, actions, the poses that it blends with, and the numbers of the
// selected handle.
import { Thumbnail } from "../draw/thumbnail.tsx";
import type { Artwork, Example, Turn } from "../core/project.ts";
import { artwork, artworkIndex } from "../state/app.ts";
import { preview, send } from "../state/document.ts";
import { activeHandle } from "../rig/state.ts";
import { selectedFamily } from "../puppets/families.ts";
import { FamilyInspector } from "../puppets/familyinspector.tsx";
import { Button, Empty, IconButton, NumberField, Row, Section, TextField } from "../widgets/index.ts";
import {
    current,
    dot,
    duplicate,
    exampleIndex,
    keepPose,
    mirror,
    remove,
    rename,
    showExample,
    unlink,
} from "./state.ts";
import "./inspector.css";

const REST: Turn = { move: [0, 0], turn: 0, stretch: [1, 0, 1] };
const DEGREE = Math.PI / 180;

// Sends the whole pose, because a command replaces it.
function withTurn(own: Artwork, example: Example, handle: string, change: Partial<Turn>) {
    const pose = { ...example.pose, [handle]: { ...REST, ...example.pose[handle], ...change } };
    return { do: "example.set", artwork: own.name, example: example.name, pose, pins: null };
}

function HandleNumbers({ own, example, handle }: { own: Artwork; example: Example; handle: string }) {
    const turn = { ...REST, ...example.pose[handle] };
    const [xx, xy, yy] = turn.stretch;
    const fields = (change: (value: number) => Partial<Turn>) => ({
        onInput: (value: number) => preview(withTurn(own, example, handle, change(value))),
        onChange: (value: number) => void send(withTurn(own, example, handle, change(value))),
    });
    return (
        <Section title="Handle" detail={handle}>
            <Row label="Move">
                <NumberField
                    label="X"
                    value={turn.move[0]}
                    step={0.01}
                    default={0}
                    unit="m"
                    {...fields((v) => ({ move: [v, turn.move[1]] }))}
                />
                <NumberField
                    label="Y"
                    value={turn.move[1]}
                    step={0.01}
                    default={0}
                    unit="m"
                    {...fields((v) => ({ move: [turn.move[0], v] }))}
                />
            </Row>
            <NumberField
                label="Turn"
                value={turn.turn / DEGREE}
                step={1}
                default={0}
                unit="°"
                {...fields((v) => ({ turn: v * DEGREE }))}
            />
            <Row label="Stretch">
                <NumberField
                    label="X"
                    value={xx}
                    step={0.01}
                    min={-1000}
                    max={1000}
                    default={1}
                    {...fields((v) => ({ stretch: [v, xy, yy] }))}
                />
                <NumberField
                    label="Y"
                    value={yy}
                    step={0.01}
                    min={-1000}
                    max={1000}
                    default={1}
                    {...fields((v) => ({ stretch: [xx, xy, v] }))}
                />
            </Row>
        </Section>
    );
}

// Everything that it blends with, each with a button that removes the link.
function Blends({ own, example }: { own: Artwork; example: Example }) {
    const corners = own.complex.filter((names) => names.includes(example.name) && names.length > 1);
    if (corners.length === 0)
        return (
            <p class="pose-note">
                It blends with no other pose. Drag from its ring on the board to another, or select two and press L.
            </p>
        );
    return (
        <ul class="pose-blends">
            {corners.map((names) => {
                const others = names.filter((n) => n !== example.name);
                return (
                    <li key={others.join("/")}>
                        <button class="pose-other" onClick={() => showExample(others[0]!)}>
                            {others.join(" and ")}
                        </button>
                        <IconButton
                            icon="unlink"
                            label={`Unlink from ${others.join(" and ")}`}
                            onClick={() => unlink(names)}
                        />
                    </li>
                );
            })}
        </ul>
    );
}

// The dot: the weight of each pose.
function Mix({ own, weights }: { own: Artwork; weights: Float32Array }) {
    return (
        <Section title="Blend">
            <ul class="pose-mix">
                {own.examples.map((example, i) =>
                    weights[i]! > 0.001 ? (
                        <li key={example.name}>
                            <span>{example.name}</span>
                            <meter aria-label={example.name} min={0} max={1} value={weights[i]!} />
                            <output>{Math.round(100 * weights[i]!)} %</output>
                        </li>
                    ) : null,
                )}
            </ul>
            <Button label="Keep as a pose" icon="plus" shortcut="K" wide onClick={() => keepPose()} />
        </Section>
    );
}

export function Inspector() {
    const own = artwork.value;
    const example = current.value;
    const handle = activeHandle.value;
    if (!own)
        return (
            <Empty
                icon="sliders-horizontal"
                title="Nothing to inspect yet"
                text="The pose that you select is shown here."
            />
        );
    if (selectedFamily.value) return <FamilyInspector family={selectedFamily.value} />;
    if (dot.value) return <Mix own={own} weights={dot.value} />;
    if (!example)
        return (
            <Empty
                icon="image"
                title="No pose selected"
                text="Drag the drawing, then keep what you like as a pose. Select a pose to change it."
            />
        );
    return (
        <>
            <Section
                title="Pose"
                actions={
                    <IconButton
                        small
                        icon="trash-2"
                        label="Delete the pose"
                        shortcut="Delete"
                        onClick={() => remove([example.name])}
                        test="pose-delete"
                    />
                }
            >
                <div class="pose-picture">
                    <Thumbnail artwork={artworkIndex.value} example={exampleIndex(own, example.name)} size={168} />
                </div>
                <TextField
                    label="Name"
                    value={example.name}
                    onChange={(to) => rename(example.name, to)}
                    test="pose-name"
                />
                <div class="pose-buttons">
                    <Button label="Duplicate" icon="copy" shortcut="Mod+D" onClick={() => duplicate(example.name)} />
                    <Button
                        label="Mirror"
                        icon="flip-horizontal-2"
                        title="A mirrored copy; Alt mirrors this one itself"
                        onClick={(e) => mirror(example.name, !e.altKey)}
                    />
                </div>
            </Section>
            <Section title="Blends with">
                <Blends own={own} example={example} />
            </Section>
            {handle && <HandleNumbers own={own} example={example} handle={handle.name} />}
        </>
    );
}
