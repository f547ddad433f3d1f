// The manner of motion as numbers: those that differ from the preset.
import type { LinePreset, Temper, TemperNumber } from "../core/project.ts";
import { sliding } from "../core/ranges.ts";
import { temperRanges } from "../core/schema.ts";
import { ask, endPreview, preview, send, studio } from "../state/document.ts";
import { Slider } from "../widgets/index.ts";
import type { Command } from "../core/project.ts";
import { withoutNulls } from "./edits.ts";
import { PRESETS } from "./presetrow.tsx";

const NUMBERS: readonly { readonly name: TemperNumber; readonly label: string; readonly title: string }[] = [
    { name: "anticipation", label: "Anticipation", title: "It first moves back by this share of the way" },
    { name: "overshoot", label: "Overshoot", title: "It passes its goal by this share of the way, then comes back" },
    { name: "cycles", label: "Quickness", title: "Swings of its spring from one keystroke to the next" },
    { name: "damping", label: "Damping", title: "The damping of that spring; at 1 it does not swing" },
    {
        name: "lag",
        label: "Lag of the ends",
        title: "By how much of the interval the ends move later than the middle: drag and whip",
    },
];

export function TemperSliders({
    preset,
    temper,
    change,
    test,
}: {
    preset: LinePreset;
    temper: Temper;
    change: (temper: Record<string, number>) => Command;
    test: string;
}) {
    if (!studio.value) return null;
    const usual = ask((core) => core.actions.temper(PRESETS.findIndex((one) => one.value === preset)));
    if (!usual) return null;
    return (
        <>
            {NUMBERS.map((one, i) => {
                const home = Math.round(usual[i]! * 1000) / 1000;
                const next = (value: number): Command => {
                    const { [one.name]: _, ...others } = withoutNulls(temper);
                    return change(
                        Math.abs(value - home) < 1e-4
                            ? others
                            : { ...others, [one.name]: Math.round(value * 1000) / 1000 },
                    );
                };
                return (
                    <Slider
                        key={one.name}
                        label={one.label}
                        title={one.title}
                        value={temper[one.name] ?? home}
                        {...sliding(temperRanges[one.name])}
                        default={home}
                        onInput={(v) => preview(next(v))}
                        onChange={(v) => void send(next(v))}
                        onCancel={endPreview}
                        test={`${test}-${one.name}`}
                    />
                );
            })}
        </>
    );
}
