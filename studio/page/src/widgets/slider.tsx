// A labelled value on a track. Drag it (Shift: finer), use the arrow keys, type, or double click for the default,
// which the track marks by a tick. onInput is called at most once per frame while the value is dragged; onChange once,
// at the end.
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { along, at, clamp, round, show, stepOf } from "./figures.ts";
import { drag, useLatest, useOncePerFrame } from "./gesture.ts";
import { NumberInput } from "./numberinput.tsx";
import { tip } from "./tip.ts";
import "./field.css";
import "./slider.css";

export interface SliderProps {
    label: string;
    value: number;
    min: number;
    max: number;
    step?: number | undefined;
    default?: number | undefined;
    unit?: string | undefined;
    log?: boolean | undefined;
    disabled?: boolean | undefined;
    picture?: ComponentChildren; // a small drawing of its effect
    title?: string | undefined; // the tooltip: symbol, equation, effect
    test?: string | undefined;
    onInput?: ((value: number) => void) | undefined;
    onChange: (value: number) => void;
    onCancel?: (() => void) | undefined; // Escape was pressed while dragging; default: onInput with the initial value
}

const FINE_FACTOR = 0.1;

export function Slider(props: SliderProps) {
    const track = useRef<HTMLDivElement>(null);
    const [live, setLive] = useState<number | null>(null);
    const frames = useOncePerFrame(props.onInput);
    const keyed = useRef(false);
    const before = useRef<number | null>(null); // the value before the edit, because a preview changes props.value
    const latest = useLatest(props.value, before.current !== null);
    const value = live ?? props.value;
    const share = Math.min(1, Math.max(0, along(value, props)));
    const home = props.default === undefined ? null : Math.min(1, Math.max(0, along(props.default, props)));
    const changed = props.default !== undefined && Math.abs(value - props.default) > 1e-6;

    const put = (next: number): number => {
        before.current ??= props.value;
        latest.current = next;
        setLive(next);
        frames.put(next);
        return next;
    };
    const end = (): number => {
        const first = before.current ?? props.value;
        frames.drop();
        before.current = null;
        keyed.current = false;
        setLive(null);
        return first;
    };
    const revert = (): void => {
        const touched = before.current !== null;
        const first = end();
        if (touched) (props.onCancel ?? (() => props.onInput?.(first)))();
    };
    const settle = (next: number): void => {
        if (next === (before.current ?? props.value)) return revert();
        end();
        props.onChange(next);
    };
    const valueAt = (part: number, fine: boolean): number => {
        const raw = at(Math.min(1, Math.max(0, part)), props);
        const step = props.step ?? stepOf(props, raw) / (props.log ? 1 : 2);
        return clamp(round(raw, fine && props.step !== 1 ? step * FINE_FACTOR : step), props);
    };

    const down = (event: PointerEvent): void => {
        if (props.disabled || event.button !== 0 || !track.current) return;
        event.preventDefault();
        track.current.focus({ preventScroll: true });
        const box = track.current.getBoundingClientRect();
        // Grabbing the knob does not move it; a press beside it moves it there at once.
        const pressedAt = (event.clientX - box.left) / box.width;
        const onKnob = Math.abs(pressedAt - share) * box.width <= 8;
        let part = onKnob ? share : pressedAt;
        let last = onKnob ? value : put(valueAt(part, false));
        let lastX = 0;
        drag(event, {
            move(e, dx) {
                part += ((dx - lastX) / box.width) * (e.shiftKey ? FINE_FACTOR : 1);
                lastX = dx;
                last = put(valueAt(part, e.shiftKey));
            },
            end: () => settle(last),
            cancel: revert,
        });
    };
    const key = (event: KeyboardEvent): void => {
        const from = latest.current;
        const step = stepOf(props, from) * (event.shiftKey && props.step !== 1 ? FINE_FACTOR : 1);
        const by: Record<string, number> = {
            ArrowRight: step,
            ArrowUp: step,
            ArrowLeft: -step,
            ArrowDown: -step,
            PageUp: 10 * step,
            PageDown: -10 * step,
        };
        const move = by[event.key];
        let next: number;
        if (move !== undefined) next = clamp(round(from + move, step), props);
        else if (event.key === "Home") next = props.min;
        else if (event.key === "End") next = props.max;
        else if ((event.key === "Backspace" || event.key === "Delete") && props.default !== undefined)
            next = props.default;
        else return;
        event.preventDefault();
        event.stopPropagation();
        keyed.current = true;
        put(next);
    };
    const ended = (): void => {
        if (keyed.current) settle(latest.current);
    };
    const reset = (): void => {
        if (props.default !== undefined && !props.disabled) settle(props.default);
    };

    return (
        <div
            class={`w-slider${changed ? " changed" : ""}${props.disabled ? " disabled" : ""}${live !== null ? " live" : ""}`}
        >
            {props.picture && <div class="w-slider-picture">{props.picture}</div>}
            <div class="w-slider-label" onDblClick={reset}>
                <span {...tip(props.title)}>{props.label}</span>
            </div>
            <div
                ref={track}
                class="w-slider-track"
                role="slider"
                tabIndex={props.disabled ? -1 : 0}
                aria-label={props.label}
                aria-valuemin={props.min}
                aria-valuemax={props.max}
                aria-valuenow={value}
                aria-valuetext={show(value, props) + (props.unit ? ` ${props.unit}` : "")}
                aria-disabled={props.disabled}
                data-test={props.test}
                style={{ "--at": share, ...(home === null ? {} : { "--home": home }) }}
                onPointerDown={down}
                onKeyDown={key}
                onKeyUp={ended}
                onBlur={ended}
                onDblClick={reset}
            >
                <span class="w-slider-rail" />
                {home !== null && <span class="w-slider-home" />}
                <span class="w-slider-knob" />
            </div>
            <div class="w-field w-slider-value">
                <NumberInput
                    label={`${props.label}, value`}
                    value={value}
                    min={props.min}
                    max={props.max}
                    step={props.step}
                    log={props.log}
                    default={props.default}
                    unit={props.unit}
                    disabled={props.disabled}
                    test={props.test ? `${props.test}-value` : undefined}
                    onInput={props.onInput}
                    onChange={props.onChange}
                    onCancel={props.onCancel}
                />
            </div>
        </div>
    );
}
