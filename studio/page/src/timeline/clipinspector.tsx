// The inspector of the shown clip: its name, length, loop, start on the puppet, and the advance of a loop.
import { within } from "../core/ranges.ts";
import { clipRanges } from "../core/schema.ts";
import type { Command } from "../core/project.ts";
import { endPreview, preview, send } from "../state/document.ts";
import { NumberField, Row, Section, TextField, Toggle } from "../widgets/index.ts";
import { setClip, setPuppet } from "./edit.ts";
import { fromShown, parts, shownUnit, toShown, withPart } from "./model.ts";
import { active, clip, hasKeys, isOwn, mainRow, offset } from "./state.ts";

const live = (command: (value: number) => Command | null) => ({
    onInput: (value: number) => {
        const made = command(value);
        if (made) preview(made);
    },
    onChange: (value: number) => {
        const made = command(value);
        if (made) send(made);
    },
    onCancel: endPreview,
});

// The advance: what every cycle of a loop adds to the track of the selected row, for instance the distance of a walk.
function Advance() {
    const track = mainRow.value?.kind === "channel" ? mainRow.value.tracks[0]?.track : undefined;
    if (!track || track.channel === "scale" || !clip.value?.loop) return null;
    const set = (part: number, shown: number): Command => ({
        do: "track.set",
        clip: clip.peek()!.name,
        handle: track.handle,
        channel: track.channel,
        advance: withPart(track.advance, part, fromShown(track.channel, shown)),
    });
    return (
        <Row label="Each round" title={`Added to ${track.handle}, ${track.channel}, with every round of the loop`}>
            {parts(track.advance).map((value, part) => (
                <NumberField
                    key={part}
                    label={track.channel === "angle" ? "Angle" : "XY"[part]!}
                    prefix={track.channel === "angle" ? "∠" : "XY"[part]!}
                    value={toShown(track.channel, value)}
                    step={track.channel === "angle" ? 1 : 0.05}
                    default={0}
                    unit={shownUnit[track.channel]}
                    {...live((v) => set(part, v))}
                    test={`track-advance-${part}`}
                />
            ))}
        </Row>
    );
}

export function ClipInspector() {
    const now = clip.value;
    if (!now || (!active.value && !hasKeys.value)) return null;
    return (
        <div data-keeps-timeline data-test="clip-inspector">
            <Section title="Clip" detail={now.artwork} id="timeline.clip">
                <TextField
                    label="Name"
                    value={now.name}
                    onChange={(to) => void send({ do: "clip.rename", clip: now.name, to })}
                    test="clip-name"
                />
                <NumberField
                    label="Length"
                    value={now.length}
                    {...within(clipRanges.length)}
                    step={0.1}
                    {...live((length) => setClip({ length }))}
                    test="clip-length"
                />
                <Toggle
                    label="Loop"
                    title="It starts again after its length; the last keys lead to the first"
                    value={now.loop}
                    onChange={(loop) => void send(setClip({ loop }))}
                    test="clip-loop"
                />
                <Advance />
                {isOwn.value && (
                    <NumberField
                        label="Begins at"
                        title="When the puppet begins to play it"
                        value={offset.value}
                        min={0}
                        max={3600}
                        step={0.1}
                        default={0}
                        unit="s"
                        {...live((clip_start) => setPuppet({ clip_start }))}
                        test="clip-start"
                    />
                )}
            </Section>
        </div>
    );
}
