// The selected creature: its source, its size, its colours, and the capabilities of its bodies.
import { within } from "../core/ranges.ts";
import { creatureRanges } from "../core/schema.ts";
import type { Creature } from "../core/project.ts";
import { preview, send, endPreview } from "../state/document.ts";
import { Button, Colour, Empty, NumberField, Row, Section, Select, TextField, Toggle } from "../widgets/index.ts";
import { active, creature, creatureName, report, showCreature, shownCreatures } from "./state.ts";
import { CAPS } from "./words.ts";
import "./creatureinspector.css";

const PARTS = [
    ["skin", "Skin"],
    ["back", "Back"],
    ["belly", "Belly"],
    ["eyes", "Eyes"],
] as const;

function Caps({ one }: { one: Creature }) {
    const memberReport = report.value?.members.find((member) => member.name === one.name);
    if (!memberReport) return <p class="w-note">Show the creature to see what its bodies are.</p>;
    const body =
        memberReport.bodies.find((other) => active.value?.creature === one.name && other.name === active.value.body) ??
        memberReport.bodies[0];
    if (!body) return null;
    const own = new Set([
        ...CAPS.filter((cap) => cap !== "root"),
        ...memberReport.bodies.flatMap((other) => other.caps.filter((cap) => cap !== "root")),
    ]);
    const set = (caps: readonly string[]): void =>
        void send({ do: "creature.set", creature: one.name, caps: { ...one.caps, [body.name]: caps } });
    const now = body.caps.filter((cap) => cap !== "root");
    const reset = (): void =>
        void send({
            do: "creature.set",
            creature: one.name,
            caps: Object.fromEntries(Object.entries(one.caps).filter(([name]) => name !== body.name)),
        });
    return (
        <>
            <Select
                label="Body"
                value={body.name}
                options={memberReport.bodies.map((other) => ({
                    value: other.name,
                    label: `${other.name}${other.caps.length ? ` (${other.caps.join(", ")})` : ""}`,
                }))}
                onChange={(name) => void (active.value = { creature: one.name, body: name })}
                test="caps-body"
            />
            <div class="caps" role="group" aria-label={`What ${body.name} can do`}>
                {[...own].map((cap) => (
                    <Button
                        key={cap}
                        small
                        kind="quiet"
                        label={cap}
                        pressed={now.includes(cap)}
                        onClick={() => set(now.includes(cap) ? now.filter((other) => other !== cap) : [...now, cap])}
                        test={`cap-${cap}`}
                    />
                ))}
            </div>
            {one.caps[body.name] && (
                <Button
                    small
                    kind="quiet"
                    icon="rotate-ccw"
                    label="As the file has it"
                    onClick={reset}
                    test="caps-reset"
                />
            )}
        </>
    );
}

export function CreatureInspector() {
    const one = creature.value;
    if (!one)
        return (
            <Empty
                icon="paw-print"
                title="No creature selected"
                text="Select one in the outliner: where it comes from, how large it is, and what its bodies can do."
            />
        );
    const set = (keys: Record<string, unknown>): void => void send({ do: "creature.set", creature: one.name, ...keys });
    const show = (keys: Record<string, unknown>): void => preview({ do: "creature.set", creature: one.name, ...keys });
    const memberReport = report.value?.members.find((member) => member.name === one.name);
    const shown = shownCreatures.value.includes(one.name);
    return (
        <>
            <Section title="Creature" detail={one.name} id="creature-one">
                <TextField
                    label="Name"
                    value={one.name}
                    onChange={(to) => {
                        if (!to || !send({ do: "creature.rename", creature: one.name, to })) return;
                        if (shown) showCreature(to, true);
                        creatureName.value = to;
                    }}
                    test="creature-name"
                />
                {one.seed !== null && (
                    <NumberField
                        label="Seed"
                        title="The whole creature follows from this number, the same on every machine"
                        value={one.seed}
                        {...within(creatureRanges.seed)}
                        step={1}
                        onChange={(seed) => set({ seed })}
                        test="creature-seed"
                    />
                )}
                {one.file && (
                    <Row label="File">
                        <span class="creature-file">{one.file}</span>
                    </Row>
                )}
                <Toggle
                    label="Shown"
                    value={shown}
                    onChange={(on) => showCreature(one.name, on)}
                    test="creature-shown"
                />
                <NumberField
                    label="Scale"
                    value={one.scale}
                    {...within(creatureRanges.scale)}
                    step={0.05}
                    onInput={(scale) => show({ scale })}
                    onChange={(scale) => set({ scale })}
                    onCancel={endPreview}
                    test="creature-scale"
                />
                {one.file && !one.file.endsWith(".json") && (
                    <Toggle
                        label="Its own mesh"
                        title="The mesh of the file, where it has one; otherwise a skin grows around its bodies"
                        value={one.mesh}
                        onChange={(mesh) => set({ mesh })}
                        test="creature-mesh"
                    />
                )}
                {memberReport && (
                    <p class="w-note">
                        {memberReport.bodies.length} bodies, {memberReport.legs} legs,{" "}
                        {memberReport.upright ? "upright" : "prone"}.
                    </p>
                )}
            </Section>
            <Section title="What its bodies can do" id="creature-caps">
                <Caps one={one} />
            </Section>
            <Section title="Colours" id="creature-colours" open={false}>
                {PARTS.map(([part, label]) => (
                    <Colour
                        key={part}
                        label={label}
                        value={one.colours[part] ?? "#b9814a"}
                        onInput={(colour) => show({ colours: withColour(one, part, colour) })}
                        onChange={(colour) => set({ colours: withColour(one, part, colour) })}
                        test={`creature-${part}`}
                    />
                ))}
            </Section>
        </>
    );
}
// The command takes all colours of a creature; colours that were not chosen are left out and stay the creature's own.
const withColour = (one: Creature, part: keyof Creature["colours"], colour: string): Record<string, string> =>
    Object.fromEntries(
        Object.entries({ ...one.colours, [part]: colour }).filter(
            (entry): entry is [string, string] => entry[1] !== null,
        ),
    );
