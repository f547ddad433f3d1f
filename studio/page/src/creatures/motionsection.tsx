// The open motion as a whole: its action, length and fades, and the creatures that it is for.
import { within } from "../core/ranges.ts";
import { motionRanges } from "../core/schema.ts";
import type { MotionRelation } from "../core/project.ts";
import { endPreview, preview, send } from "../state/document.ts";
import { Button, IconButton, NumberField, Row, Section, Select, TextField, Toggle } from "../widgets/index.ts";
import { BranchSection } from "./branchsection.tsx";
import { command, motion, motionName } from "./state.ts";
import "./motionsection.css";

const SIDES = [
    { value: "same", label: "on the same side" },
    { value: "opposite", label: "on opposite sides" },
] as const;

function Relations() {
    const now = motion.value!;
    const groups = [...new Set(now.channels.map((one) => one.group).filter((group) => group > 0))].sort(
        (a, b) => a - b,
    );
    const set = (relations: readonly MotionRelation[]): void => void send(command("motion.set", { relations }));
    const options = groups.map((group) => ({ value: String(group), label: `group ${group}` }));
    if (groups.length < 2 && now.relations.length === 0) return null;
    return (
        <Section title="Relations" id="creature-relations">
            {now.relations.map((one, i) => {
                const change = (keys: Partial<MotionRelation>): void =>
                    set(now.relations.map((other, k) => (k === i ? { ...other, ...keys } : other)));
                return (
                    <div class="relation" key={i} data-test={`relation-${i}`}>
                        <Select
                            bare
                            label="One group"
                            value={String(one.groups[0])}
                            options={options}
                            onChange={(group) => change({ groups: [Number(group), one.groups[1]] })}
                        />
                        <Select
                            bare
                            label="Another group"
                            value={String(one.groups[1])}
                            options={options}
                            onChange={(group) => change({ groups: [one.groups[0], Number(group)] })}
                        />
                        <Select
                            bare
                            label="Where they are"
                            value={one.side}
                            options={SIDES}
                            onChange={(side) => change({ side })}
                            test={`relation-${i}-side`}
                        />
                        <IconButton
                            small
                            icon="x"
                            label="Remove this relation"
                            onClick={() => set(now.relations.filter((_, k) => k !== i))}
                        />
                    </div>
                );
            })}
            {groups.length > 1 && (
                <Button
                    small
                    kind="quiet"
                    icon="plus"
                    label="Relation"
                    title="Bodies of two groups on the same side, or on opposite sides (4.1.2)"
                    onClick={() => set([...now.relations, { groups: [groups[0]!, groups[1]!], side: "opposite" }])}
                    test="add-relation"
                />
            )}
        </Section>
    );
}

export function MotionSection() {
    const now = motion.value;
    if (!now) return null;
    const set = (keys: Record<string, unknown>): void => void send(command("motion.set", keys));
    const show = (keys: Record<string, unknown>): void => preview(command("motion.set", keys));
    return (
        <>
            <Section title="Motion" detail={now.name} id="creature-motion">
                <TextField
                    label="Name"
                    value={now.name}
                    onChange={(to) => {
                        if (to && send(command("motion.rename", { to }))) motionName.value = to;
                    }}
                    test="motion-name"
                />
                <TextField
                    label="Action"
                    title="What games ask for. Motions of one action are its branches: the first that suits a creature plays (4.1.1)"
                    value={now.action}
                    onChange={(action) => set({ action: action && action !== now.name ? action : null })}
                    test="motion-action"
                />
                <NumberField
                    label="Length"
                    value={now.length}
                    {...within(motionRanges.length)}
                    default={undefined}
                    step={0.05}
                    onInput={(length) => show({ length })}
                    onChange={(length) => set({ length })}
                    onCancel={endPreview}
                    test="motion-length"
                />
                <Toggle
                    label="Loop"
                    title="The end leads back to the start"
                    value={now.loop}
                    onChange={(loop) => set({ loop })}
                    test="motion-loop"
                />
                <Row label="Fade" title="Seconds of fade-in and fade-out">
                    <NumberField
                        label="Fade in"
                        prefix="in"
                        value={now.fade_in}
                        {...within(motionRanges.fade_in)}
                        step={0.02}
                        onInput={(fade_in) => show({ fade_in })}
                        onChange={(fade_in) => set({ fade_in })}
                        onCancel={endPreview}
                        test="motion-fade-in"
                    />
                    <NumberField
                        label="Fade out"
                        prefix="out"
                        value={now.fade_out}
                        {...within(motionRanges.fade_out)}
                        step={0.02}
                        onInput={(fade_out) => show({ fade_out })}
                        onChange={(fade_out) => set({ fade_out })}
                        onCancel={endPreview}
                        test="motion-fade-out"
                    />
                </Row>
            </Section>
            <BranchSection />
            <Relations />
        </>
    );
}
