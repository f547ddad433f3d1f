// The gait: its speed and turning, the stance times of each foot, and all numbers of the gait.
import { sliding } from "../core/ranges.ts";
import { gaitRanges } from "../core/schema.ts";
import { endPreview, freeName, preview, project, send } from "../state/document.ts";
import { Empty, IconButton, Section, Select, Slider } from "../widgets/index.ts";
import { Footfalls } from "./footfalls.tsx";
import { GaitArc } from "./gaitarc.tsx";
import { GaitRows } from "./gaitrows.tsx";
import { setGait, playGait } from "./gaits.ts";
import { gait, gaitName, members, speed, turning } from "./state.ts";
import { GAIT_NUMBERS, type GaitWord } from "./words.ts";

function Number({ word }: { word: GaitWord }) {
    const now = gait.value!;
    const change = (value: number) => setGait({ [word.key]: value });
    return (
        <Slider
            label={word.label}
            title={word.title}
            value={now[word.key]}
            {...sliding(gaitRanges[word.key])}
            onInput={(value) => {
                playGait();
                preview(change(value));
            }}
            onChange={(value) => void send(change(value))}
            onCancel={endPreview}
            test={`gait-${word.key}`}
        />
    );
}

function addGait(): void {
    const name = freeName("walk", project.peek().gaits);
    if (send({ do: "gait.add", name })) gaitName.value = name;
}

export function GaitPanel() {
    const all = project.value.gaits;
    if (all.length === 0)
        return (
            <Empty
                icon="footprints"
                title="No gait yet"
                text="A gait moves any number of legs: a walk that becomes a trot and a run as it gets faster, a limp, a sneak."
                action={{ label: "Add a walk", icon: "plus", onClick: addGait, test: "first-gait" }}
            />
        );
    return (
        <>
            <Section
                title="Going"
                id="gait-going"
                actions={
                    gait.value ? (
                        <IconButton
                            small
                            icon="copy"
                            label="Duplicate this gait"
                            onClick={() =>
                                void send({
                                    do: "gait.duplicate",
                                    gait: gait.peek()!.name,
                                    to: freeName(gait.peek()!.name, project.peek().gaits),
                                })
                            }
                        />
                    ) : undefined
                }
            >
                <Select
                    label="Gait"
                    value={gait.value?.name ?? ""}
                    options={[
                        { value: "", label: "They stand" },
                        ...all.map((one) => ({ value: one.name, label: one.name })),
                    ]}
                    onChange={(name) => {
                        gaitName.value = name || null;
                        if (name) playGait();
                    }}
                    test="gait-choice"
                />
                {gait.value && (
                    <>
                        <Slider
                            label="Speed, m/s"
                            title="They walk on the spot while the ground moves beneath them"
                            value={speed.value}
                            min={0}
                            max={6}
                            default={0.8}
                            onInput={(value) => ((speed.value = value), playGait())}
                            onChange={(value) => void (speed.value = value)}
                            test="gait-speed"
                        />
                        <Slider
                            label="Turning, rad/s"
                            title="How fast the path turns"
                            value={turning.value}
                            min={-2}
                            max={2}
                            default={0}
                            onInput={(value) => ((turning.value = value), playGait())}
                            onChange={(value) => void (turning.value = value)}
                            test="gait-turning"
                        />
                    </>
                )}
            </Section>
            {gait.value && members.value.length > 0 && <Footfalls />}
            {gait.value && <GaitRows />}
            {gait.value && <GaitArc />}
            {gait.value &&
                GAIT_NUMBERS.map((group) => (
                    <Section key={group.title} title={group.title} id={`gait-${group.title}`}>
                        {group.numbers.map((word) => (
                            <Number key={word.key} word={word} />
                        ))}
                    </Section>
                ))}
        </>
    );
}
