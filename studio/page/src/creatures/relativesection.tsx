// What the movement of a channel is relative to: an external target, or other bodies of the same creature.
import { within } from "../core/ranges.ts";
import { relativeRanges } from "../core/schema.ts";
import { endPreview, preview, send } from "../state/document.ts";
import { NumberField, Row, Section, Select } from "../widgets/index.ts";
import { ContextBuilder } from "./contextbuilder.tsx";
import { channel, channelCommand, putTarget, targetAt } from "./state.ts";
import { ANY } from "./words.ts";

const KINDS = [
    { value: "target", label: "An external target" },
    { value: "bodies", label: "Other bodies of it" },
] as const;

function Target({ index }: { index: number }) {
    const at = targetAt(index);
    const put = (axis: number, value: number): void =>
        putTarget(index, [axis === 0 ? value : at[0], axis === 1 ? value : at[1], axis === 2 ? value : at[2]]);
    return (
        <Row
            label="Shown at"
            title="Where the target is while you look, in heights of the creature: left, up and forward of it. Drag the ball in the view."
        >
            {(["x", "y", "z"] as const).map((name, axis) => (
                <NumberField
                    key={name}
                    label={name}
                    value={Number(at[axis]!.toFixed(3))}
                    step={0.02}
                    onInput={(value) => put(axis, value)}
                    onChange={(value) => put(axis, value)}
                    test={`target-${name}`}
                />
            ))}
        </Row>
    );
}

export function RelativeSection() {
    const of = channel.value;
    if (!of || !(of.mode.secondary || of.mode.lookat || of.relative)) return null;
    const { relative } = of;
    const set = (next: unknown): void => void send(channelCommand("channel.set", { relative: next }));
    const external = relative && "target" in relative;
    return (
        <Section title="Relative to" id="creature-relative">
            <Select
                label="What"
                title="The secondary context (3.2.2): where the game puts a target, or the nearest of other bodies"
                value={relative ? (external ? "target" : "bodies") : "target"}
                options={KINDS}
                onChange={(kind) =>
                    set(kind === "target" ? { target: 0 } : { select: { ...ANY, cap: "mouth" }, group: 0 })
                }
                test="relative-kind"
            />
            {external && (
                <>
                    <NumberField
                        label="Number"
                        title="Games name targets by number"
                        value={relative.target}
                        {...within(relativeRanges.target)}
                        step={1}
                        onInput={(target) => preview(channelCommand("channel.set", { relative: { target } }))}
                        onChange={(target) => set({ target })}
                        onCancel={endPreview}
                        test="relative-target"
                    />
                    <Target index={relative.target} />
                </>
            )}
            {relative && !external && (
                <>
                    <ContextBuilder
                        context={relative.select}
                        onChange={(select) => set({ select, group: relative.group })}
                        test="relative-context"
                    />
                    <NumberField
                        label="Varies with"
                        title="The group whose body it is; 0: the nearest at rest"
                        value={relative.group}
                        {...within(relativeRanges.group)}
                        step={1}
                        onChange={(group) => set({ select: relative.select, group })}
                        test="relative-group"
                    />
                </>
            )}
        </Section>
    );
}
