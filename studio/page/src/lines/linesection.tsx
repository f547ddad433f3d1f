// The line as a whole: what follows it, the motion below it, its interpolation and its manner.
import { within } from "../core/ranges.ts";
import { lineRanges } from "../core/schema.ts";
import type { Line } from "../core/project.ts";
import { project, send } from "../state/document.ts";
import { Button, NumberField, Row, Section, Segmented, Select, TextField, Toggle } from "../widgets/index.ts";
import { followerOf } from "./follower.ts";
import { PresetRow } from "./presetrow.tsx";
import { command, isDrawing, line, lineName, resting, setLine, tool } from "./state.ts";
import { resample } from "./strip.tsx";
import { TemperSliders } from "./tempersection.tsx";

const INTERPOLATIONS: readonly { readonly value: Line["way"]; readonly label: string }[] = [
    { value: "elastic", label: "Elastic" },
    { value: "shot", label: "Shot" },
    { value: "smooth", label: "Smooth" },
];

function FollowerFields({ now }: { now: Line }) {
    const kind = now.skeleton ? "skeleton" : now.creature ? "creature" : "artwork";
    const all = {
        skeleton: project.value.skeletons,
        creature: project.value.creatures,
        artwork: project.value.artworks,
    }[kind];
    return (
        <Select
            label="Followed by"
            value={followerOf(now)}
            options={all.map((one) => ({ value: one.name, label: one.name }))}
            onChange={(name) => setLine({ [kind]: name })}
            test="line-follower"
        />
    );
}
function BaseMotionField({ now }: { now: Line }) {
    const before = project.value.lines
        .slice(0, project.value.lines.indexOf(now))
        .filter((one) => (now.skeleton ? one.skeleton === now.skeleton : one.creature === now.creature));
    const takes = now.skeleton ? project.value.takes.filter((one) => one.skeleton === now.skeleton) : [];
    const options = [
        { value: "", label: "Its rest pose" },
        ...takes.map((one) => ({ value: `take ${one.name}`, label: `The take ${one.name}` })),
        ...before.map((one) => ({ value: `line ${one.name}`, label: `The line ${one.name}` })),
    ];
    const value = !now.over ? "" : "take" in now.over ? `take ${now.over.take}` : `line ${now.over.line}`;
    const set = (next: string): void => void setLine({ over: next ? { [next.slice(0, 4)]: next.slice(5) } : null });
    return (
        <>
            <Select
                label="Over"
                title="What the body does without this line"
                value={value}
                options={options}
                onChange={set}
                test="line-over"
            />
            <Toggle
                label="Root stays"
                title="The root keeps its motion from there, for lines along arms"
                value={now.root === "held"}
                onChange={(on) => setLine({ root: on ? "held" : "free" })}
                test="line-root"
            />
        </>
    );
}
function Pulls({ now }: { now: Line }) {
    if (now.pulls.length === 0) return null;
    return (
        <>
            {now.pulls.map((pull, i) => (
                <Row key={i} label={`Pull ${i + 1}`} title="A recorded pull at the line">
                    <NumberField
                        label="along"
                        value={pull.along}
                        min={0}
                        max={1}
                        step={0.05}
                        onChange={(along) => void send(command("pull.set", { index: i, along }))}
                        test={`pull-along-${i}`}
                    />
                    <Button
                        small
                        kind="quiet"
                        icon="trash-2"
                        label="Delete"
                        onClick={() => void send(command("pull.remove", { index: i }))}
                        test={`pull-delete-${i}`}
                    />
                </Row>
            ))}
        </>
    );
}

// Changes the number of pieces; values drawn along the line are resampled.
function setPieces(now: Line, elements: number): void {
    setLine({
        elements,
        ...(now.stiffness ? { stiffness: resample(now.stiffness, elements) } : {}),
        ...(now.damping ? { damping: resample(now.damping, elements) } : {}),
    });
}

export function LineSection() {
    const now = line.value!;
    return (
        <>
            <Section title="Line" detail={now.name} id="line-one">
                <TextField
                    label="Name"
                    value={now.name}
                    onChange={(to) => {
                        if (to && send({ do: "line.rename", line: now.name, to })) lineName.value = to;
                    }}
                    test="line-name"
                />
                <FollowerFields now={now} />
                {!isDrawing.value && <BaseMotionField now={now} />}
                {isDrawing.value && (
                    <>
                        <Row label="Line at rest" title="How the line lies over the drawing when nothing moves">
                            <span class="line-said">{now.rest ? "drawn" : "through the handles"}</span>
                        </Row>
                        <div class="line-buttons">
                            <Button
                                small
                                icon="pencil"
                                label={now.rest ? "Draw it anew" : "Draw it"}
                                pressed={resting.value}
                                onClick={() => {
                                    resting.value = !resting.peek();
                                    tool.value = "draw";
                                }}
                                test="draw-rest"
                            />
                            {now.rest && (
                                <Button
                                    small
                                    kind="quiet"
                                    icon="rotate-ccw"
                                    label="Through the handles"
                                    onClick={() => setLine({ rest: null })}
                                    test="forget-rest"
                                />
                            )}
                        </div>
                        <Toggle
                            label="Stretches"
                            title="Handles are stretched with the line"
                            value={now.stretch ?? true}
                            onChange={(stretch) => setLine({ stretch })}
                            test="line-stretch"
                        />
                    </>
                )}
            </Section>
            <Section title="Manner" detail={now.preset} id="line-manner">
                <Segmented
                    label="Way"
                    title="Elastic anticipates, arrives exactly and follows through; shot is released and then corrected; smooth follows plain curves"
                    value={now.way}
                    options={INTERPOLATIONS}
                    onChange={(way) => setLine({ way })}
                    test="line-way"
                />
                <PresetRow
                    value={now.preset}
                    onChange={(preset) => preset && setLine({ preset, temper: null })}
                    test="line-preset"
                />
                {now.way !== "smooth" && (
                    <TemperSliders
                        preset={now.preset}
                        temper={now.temper}
                        change={(temper) => command("line.set", { temper })}
                        test="temper"
                    />
                )}
                <NumberField
                    label="Settles for"
                    title="Seconds that it continues after the last keystroke"
                    value={now.settle}
                    {...within(lineRanges.settle)}
                    step={0.1}
                    onChange={(settle) => setLine({ settle })}
                    test="line-settle"
                />
                <Pulls now={now} />
            </Section>
            <Section title="Exactness" id="line-exact" open={false}>
                <NumberField
                    label="Pieces"
                    title="In which the line is simulated; even"
                    value={now.elements}
                    {...within(lineRanges.elements)}
                    step={2}
                    onChange={(n) => setPieces(now, 2 * Math.round(n / 2))}
                    test="line-elements"
                />
                <NumberField
                    label="Steps"
                    title="Of the simulation, from one keystroke to the next"
                    value={now.frames}
                    {...within(lineRanges.frames)}
                    step={1}
                    onChange={(n) => setLine({ frames: Math.round(n) })}
                    test="line-frames"
                />
                <NumberField
                    label="Frames a second"
                    title="Of the clip"
                    value={now.rate}
                    {...within(lineRanges.rate)}
                    step={1}
                    onChange={(rate) => setLine({ rate })}
                    test="line-rate"
                />
            </Section>
        </>
    );
}
