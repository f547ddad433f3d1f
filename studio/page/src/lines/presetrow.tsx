// Presets of the manner of motion as small animated pictures: each swings as a line with that preset does.
import { useEffect, useRef } from "preact/hooks";
import type { LinePreset } from "../core/project.ts";
import { ask, studio } from "../state/document.ts";
import { ofProject } from "../state/owned.ts";
import { prefs } from "../state/prefs.ts";
import { tip } from "../widgets/tip.ts";
import "./presetrow.css";

export const PRESETS: readonly { readonly value: LinePreset; readonly label: string; readonly about: string }[] = [
    { value: "normal", label: "Normal", about: "A little back, a little beyond, then calm" },
    { value: "snappy", label: "Snappy", about: "A short wind-up, quickly there, hardly any after" },
    { value: "heavy", label: "Heavy", about: "A long wind-up, slowly there, a thud" },
    { value: "rubbery", label: "Rubbery", about: "Swings far beyond and back again" },
    { value: "floaty", label: "Floaty", about: "Soft and slow, with ends that lag" },
];
const COUNT = 60;
const DURATION = 2.4; // length of the animation
const SIZE = 44;
const TRAIL_COUNT = 5; // earlier positions that are still drawn behind it

const bakeSwing = ofProject(() => ({ known: new Map<number, Float32Array>() }));
function swing(preset: number): Float32Array | null {
    if (!studio.value) return null;
    const found = bakeSwing.known.get(preset) ?? ask((core) => core.actions.preset(preset, COUNT));
    if (found) bakeSwing.known.set(preset, found);
    return found;
}
function paint(canvas: HTMLCanvasElement, ends: Float32Array, at: number): void {
    const context = canvas.getContext("2d");
    if (!context) return;
    const ratio = canvas.width / SIZE;
    const ink = getComputedStyle(canvas).color;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, SIZE, SIZE);
    context.lineCap = "round";
    context.strokeStyle = ink;
    for (let k = TRAIL_COUNT; k >= 0; k--) {
        const i = 4 * Math.max(0, at - 2 * k);
        context.globalAlpha = k === 0 ? 1 : 0.3 * (1 - k / (TRAIL_COUNT + 1));
        context.lineWidth = k === 0 ? 2.5 : 1.5;
        context.beginPath();
        context.moveTo(SIZE / 2 + 17 * ends[i]!, SIZE / 2 - 17 * ends[i + 1]!);
        context.lineTo(SIZE / 2 + 17 * ends[i + 2]!, SIZE / 2 - 17 * ends[i + 3]!);
        context.stroke();
    }
    context.globalAlpha = 1;
}

export function PresetPicture({ preset }: { preset: number }) {
    const canvas = useRef<HTMLCanvasElement>(null);
    const ends = swing(preset);
    const still = prefs.value.still || matchMedia("(prefers-reduced-motion: reduce)").matches;
    useEffect(() => {
        const element = canvas.current;
        if (!element || !ends) return;
        if (still) return paint(element, ends, Math.round(0.52 * COUNT));
        let last = -1;
        const tick = (): void => {
            const at = Math.floor((((performance.now() / 1000) % DURATION) / DURATION) * COUNT);
            if (at !== last && element.offsetParent !== null) paint(element, ends, at);
            last = at;
        };
        tick();
        const timer = setInterval(tick, 40);
        return () => clearInterval(timer);
    }, [ends, still]);
    return <canvas ref={canvas} class="preset-picture" width={2 * SIZE} height={2 * SIZE} aria-hidden="true" />;
}

// `none` is the value that applies while a keystroke has no preset of its own.
export function PresetRow({
    value,
    none,
    onChange,
    test,
}: {
    value: LinePreset | null;
    none?: string;
    onChange: (preset: LinePreset | null) => void;
    test: string;
}) {
    const step = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
        const by =
            event.key === "ArrowRight" || event.key === "ArrowDown"
                ? 1
                : event.key === "ArrowLeft" || event.key === "ArrowUp"
                  ? -1
                  : 0;
        if (!by) return;
        event.preventDefault();
        event.stopPropagation();
        const buttons = [...event.currentTarget.querySelectorAll("button")];
        const next =
            buttons[
                (buttons.indexOf(document.activeElement as HTMLButtonElement) + by + buttons.length) % buttons.length
            ];
        next?.focus();
        next?.click();
    };
    return (
        <div
            class={none ? "presets six" : "presets"}
            role="radiogroup"
            aria-label="Manner"
            onKeyDown={step}
            data-test={test}
        >
            {none && (
                <button
                    type="button"
                    role="radio"
                    aria-checked={value === null}
                    tabIndex={value === null ? 0 : -1}
                    class="preset"
                    onClick={() => onChange(null)}
                    data-test={`${test}-none`}
                    {...tip(`As the line has it: ${none}`)}
                >
                    <span class="preset-none">=</span>
                    <span>As line</span>
                </button>
            )}
            {PRESETS.map((one, i) => (
                <button
                    key={one.value}
                    type="button"
                    role="radio"
                    aria-checked={value === one.value}
                    tabIndex={value === one.value ? 0 : -1}
                    class="preset"
                    onClick={() => onChange(one.value)}
                    data-test={`${test}-${one.value}`}
                    {...tip(one.about)}
                >
                    <PresetPicture preset={i} />
                    <span>{one.label}</span>
                </button>
            ))}
        </div>
    );
}
