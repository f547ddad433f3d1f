// The inspector of the selected keys: time, value, strength and curve. Values that differ are marked; setting one
// makes them equal.
import { within } from "../core/ranges.ts";
import { keyRanges } from "../core/schema.ts";
import type { Channel, CurveKind, Key } from "../core/project.ts";
import { IconButton, NumberField, Row, Section, Segmented, Slider } from "../widgets/index.ts";
import { changed, make, moved, removeKeys, setTangents, shift, show, takeBack, tangentKind } from "./edit.ts";
import type { Change, TangentKind } from "./edit.ts";
import { fromShown, parts, shownUnit, toShown, withPart } from "./model.ts";
import type { KeyRef } from "./model.ts";
import { frameSeconds, selectedKeys } from "./state.ts";

const live = <T,>(change: (value: T) => Change) => ({
    onInput: (value: T) => show(change(value)),
    onChange: (value: T) => void make(change(value)),
    onCancel: takeBack,
});
const allEqual = <T,>(keys: readonly KeyRef[], of: (ref: KeyRef) => T): boolean =>
    keys.every((ref) => of(ref) === of(keys[0]!));
const markMixed = (label: string, mixed: boolean): string => (mixed ? `${label} ≠` : label);

const channelsOf = (keys: readonly KeyRef[]): Channel[] => [...new Set(keys.map((ref) => ref.track.channel))];

// The numbers of a channel; x and y stand side by side.
function Values({ keys, channel }: { keys: readonly KeyRef[]; channel: Channel }) {
    const own = keys.filter((ref) => ref.track.channel === channel);
    const count = parts(own[0]!.key.value).length;
    const label = { position: "Position", angle: "Angle", scale: "Scale" }[channel];
    const fields = Array.from({ length: count }, (_, part) => {
        const value = (ref: KeyRef): number => toShown(channel, parts(ref.key.value)[part]!);
        const set = (to: number): Change =>
            changed(
                own,
                (ref) => ({ value: withPart(ref.key.value, part, fromShown(channel, to)) }),
                "Change values of keys",
            );
        const words = `${label}${count > 1 ? ` ${"XY"[part]!}` : ""}${allEqual(own, value) ? "" : ", mixed"}`;
        return (
            <NumberField
                key={part}
                label={words}
                prefix={`${count > 1 ? "XY"[part]! : "∠"}${allEqual(own, value) ? "" : "≠"}`}
                value={value(own.at(-1)!)}
                step={channel === "angle" ? 1 : 0.01}
                {...(channel === "scale" ? { min: 0.01 } : {})}
                unit={shownUnit[channel]}
                {...live(set)}
                test={`key-${channel}-${part}`}
            />
        );
    });
    return <Row label={label}>{fields}</Row>;
}

function Time({ keys }: { keys: readonly KeyRef[] }) {
    const last = keys.at(-1)!;
    const set = (to: number): Change => {
        const by = shift(keys, to - last.key.time);
        return moved(keys, (ref) => ref.key.time + by);
    };
    return (
        <NumberField
            label={keys.length > 1 ? "Last at" : "Time"}
            title={
                keys.length > 1
                    ? "The time of the last of them; all keys move with it"
                    : "Seconds since the start of the clip"
            }
            value={last.key.time}
            min={0}
            max={3600}
            step={frameSeconds.value}
            unit="s"
            {...live(set)}
            test="key-time"
        />
    );
}

export function KeyInspector() {
    const keys = selectedKeys.value;
    if (!keys.length) return null;
    const set = (change: (ref: KeyRef) => Partial<Key>, label?: string): Change => changed(keys, change, label);
    const one = keys.length === 1 ? keys[0]! : null;
    const first = keys.at(-1)!.key;
    const [strengths, eases] = [allEqual(keys, (ref) => ref.key.strength), allEqual(keys, (ref) => ref.key.ease)];
    const curve = allEqual(keys, (ref) => ref.key.curve) ? first.curve : "mixed";
    const release = allEqual(keys, (ref) => ref.key.release) ? (first.release ? "free" : "held") : "mixed";
    const tangent = allEqual(keys, tangentKind) ? tangentKind(keys[0]!) : "mixed";
    return (
        <div data-keeps-timeline data-test="key-inspector">
            <Section
                title={one ? "Key" : "Keys"}
                detail={one ? `${one.track.handle} · ${one.track.channel}` : `${keys.length} selected`}
                id="timeline.keys"
                actions={<IconButton small icon="trash-2" label="Delete keys" shortcut="Delete" onClick={removeKeys} />}
            >
                <Time keys={keys} />
                {channelsOf(keys).map((channel) => (
                    <Values key={channel} keys={keys} channel={channel} />
                ))}
                <Slider
                    label={markMixed("Strength", !strengths)}
                    title="The share of the distance to the key's value that each step closes; at 100 % the handle is exactly there"
                    value={100 * first.strength}
                    min={0}
                    max={100}
                    default={100}
                    unit="%"
                    {...live((v) => set(() => ({ strength: v / 100 }), "Change strengths"))}
                    test="key-strength"
                />
                <NumberField
                    label={markMixed("Ease", !eases)}
                    title="Seconds of fade-in before a key that no other key leads to, and of fade-out after a key that lets go"
                    value={first.ease}
                    {...within(keyRanges.ease)}
                    step={0.01}
                    {...live((ease) => set(() => ({ ease }), "Change eases"))}
                    test="key-ease"
                />
                <Segmented
                    label={markMixed("Curve", curve === "mixed")}
                    value={curve as CurveKind}
                    options={[
                        { value: "smooth", label: "Smooth", icon: "spline" },
                        { value: "linear", label: "Linear", icon: "slash" },
                        { value: "step", label: "Step", icon: "chart-no-axes-column-increasing" },
                    ]}
                    iconsOnly
                    onChange={(to) => void make(set(() => ({ curve: to }), "Change curves"))}
                    test="key-curve"
                />
                <Segmented
                    label={markMixed("Tangents", tangent === "mixed")}
                    value={tangent as TangentKind}
                    options={[
                        { value: "auto", label: "Automatic", icon: "wand-sparkles" },
                        { value: "flat", label: "Flat", icon: "minus" },
                        { value: "unified", label: "Unified", icon: "link-2" },
                        { value: "broken", label: "Broken", icon: "link-2-off" },
                    ]}
                    iconsOnly
                    onChange={setTangents}
                    test="key-tangents"
                />
                <Segmented
                    label={markMixed("After it", release === "mixed")}
                    title="Whether the handle is held until the next key, or free"
                    value={release}
                    options={[
                        { value: "held", label: "Held" },
                        { value: "free", label: "Let go" },
                    ]}
                    onChange={(to) => void make(set(() => ({ release: to === "free" }), "Change what follows keys"))}
                    test="key-release"
                />
            </Section>
        </div>
    );
}
