// The selected channel: its variants, its blend group, and its mirroring.
import { within } from "../core/ranges.ts";
import { channelRanges } from "../core/schema.ts";
import { endPreview, preview, send } from "../state/document.ts";
import { NumberField, Section, Segmented, TextField, Toggle } from "../widgets/index.ts";
import { ContextBuilder } from "./contextbuilder.tsx";
import { channel, channelCommand, openChannel } from "./state.ts";

const SIDES = [
    { value: "left", label: "Left" },
    { value: "centre", label: "Middle" },
    { value: "right", label: "Right" },
] as const;

export function ChannelSection() {
    const of = channel.value;
    if (!of) return null;
    const set = (keys: Record<string, unknown>): void => void send(channelCommand("channel.set", keys));
    const show = (keys: Record<string, unknown>): void => preview(channelCommand("channel.set", keys));
    return (
        <>
            <Section title="Channel" detail={of.name} id="creature-channel">
                <TextField
                    label="Name"
                    value={of.name}
                    onChange={(to) => {
                        if (to && send(channelCommand("channel.rename", { to }))) openChannel(to);
                    }}
                    test="channel-name"
                />
                <ContextBuilder context={of.select} onChange={(select) => set({ select })} test="context" />
            </Section>
            <Section title="Variants and blending" id="creature-groups" open={of.group > 0 || of.blend > 0}>
                <NumberField
                    label="Variant group"
                    title="0: plays on every body it selects. 1 to 8: on one at a time, a variant for each; channels of one group vary together (4.1.2)"
                    value={of.group}
                    {...within(channelRanges.group)}
                    step={1}
                    onInput={(group) => show({ group })}
                    onChange={(group) => set({ group })}
                    onCancel={endPreview}
                    test="channel-group"
                />
                <NumberField
                    label="Blend group"
                    title="The first channel to select a body owns it; later ones share it if they have the same blend group (3.2.3). 0: shares with no channel"
                    value={of.blend}
                    {...within(channelRanges.blend)}
                    step={1}
                    onInput={(blend) => show({ blend })}
                    onChange={(blend) => set({ blend })}
                    onCancel={endPreview}
                    test="channel-blend"
                />
                <Toggle
                    label="Mirror"
                    title="On bodies of the other side it plays mirrored across the middle plane (4.1.2, Figure 5)"
                    value={of.mirror}
                    onChange={(mirror) => set({ mirror })}
                    test="channel-mirror"
                />
                <Segmented
                    label="Keyed on"
                    title="The side for which it was keyed; the other side is mirrored"
                    value={of.side}
                    options={SIDES}
                    onChange={(side) => set({ side })}
                    test="channel-side"
                />
            </Section>
        </>
    );
}
