// The selected keys: time, value, and interpolation.
import { within } from "../core/ranges.ts";
import { motionKeyRanges } from "../core/schema.ts";
import type { CurveKind, CurveSlope } from "../core/project.ts";
import { endPreview, preview, send } from "../state/document.ts";
import { NumberField, Row, Section, Segmented, Select } from "../widgets/index.ts";
import {
    foundKeys,
    isSpecial,
    moveKeys,
    COMPONENTS,
    removeKeys,
    selectedKeys,
    setKeys,
    unitOf,
    setKeyValue,
    valueOf,
} from "./keys.ts";
import { activeBody } from "./state.ts";
import { IconButton } from "../widgets/iconbutton.tsx";

type SlopeName = "auto" | "flat" | "free" | "";
const SLOPES = [
    { value: "auto", label: "automatic" },
    { value: "flat", label: "flat" },
    { value: "free", label: "by hand", disabled: true },
] as const;
const CURVES = [
    { value: "smooth", label: "Smooth" },
    { value: "linear", label: "Linear" },
    { value: "step", label: "Step" },
] as const;
const nameOf = (slope: CurveSlope): SlopeName => (slope === "auto" || slope === "flat" ? slope : "free");

function Value() {
    const { track, key } = foundKeys.value[0]!;
    const value = valueOf(track, key);
    const unit = unitOf(track);
    const change = (part: number, to: number) =>
        setKeyValue(
            track,
            key,
            value.map((old, i) => (i === part ? to : old)),
        );
    return (
        <Row
            label={isSpecial(track) ? `On ${activeBody.value?.name ?? "the body"}` : "Generalised"}
            title={
                track.kind === "turn"
                    ? "Degrees about each axis"
                    : isSpecial(track)
                      ? "Metres, in the creature's frame"
                      : "As it is kept, for any body"
            }
        >
            {COMPONENTS[track.kind].map((part, i) => (
                <NumberField
                    key={part}
                    label={part}
                    {...(unit ? { unit } : {})}
                    value={Number((value[i] ?? 0).toFixed(4))}
                    step={track.kind === "turn" ? 1 : 0.01}
                    onInput={(to) => {
                        const command = change(i, to);
                        if (command) preview(command);
                    }}
                    onChange={(to) => {
                        const command = change(i, to);
                        endPreview();
                        if (command) send(command);
                    }}
                    onCancel={endPreview}
                    test={`key-${part}`}
                />
            ))}
        </Row>
    );
}

export function KeySection() {
    const chosen = foundKeys.value;
    const first = chosen[0];
    if (!first) return null;
    const move = (to: number): void => {
        const moved = moveKeys(foundKeys.peek(), to - first.key.time, true);
        if (moved.command && send(moved.command)) selectedKeys.value = moved.refs;
    };
    return (
        <Section
            title={chosen.length === 1 ? "Key" : "Keys"}
            detail={chosen.length === 1 ? first.track.label : chosen.length}
            id="creature-key"
            actions={
                <IconButton
                    small
                    icon="trash-2"
                    label="Delete"
                    shortcut="Delete"
                    onClick={removeKeys}
                    test="key-remove"
                />
            }
        >
            <NumberField
                label="Time"
                value={first.key.time}
                {...within(motionKeyRanges.time)}
                step={0.01}
                onChange={move}
                test="key-time"
            />
            {chosen.length === 1 && <Value />}
            <Row
                label="Slopes"
                title="How the curve comes to the key and leaves it. Pull the ends of its tangents in the curves to set them by hand."
            >
                <Select
                    label="Before"
                    value={nameOf(first.key.in)}
                    options={SLOPES}
                    onChange={(slope) => slope !== "free" && setKeys({ in: slope as "auto" | "flat" })}
                    test="key-in"
                />
                <Select
                    label="After"
                    value={nameOf(first.key.out)}
                    options={SLOPES}
                    onChange={(slope) => slope !== "free" && setKeys({ out: slope as "auto" | "flat" })}
                    test="key-out"
                />
            </Row>
            <Segmented
                label="To the next"
                value={first.key.curve}
                options={CURVES}
                onChange={(curve) => setKeys({ curve: curve as CurveKind })}
                test="key-curve"
            />
        </Section>
    );
}
