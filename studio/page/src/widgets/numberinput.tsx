// The text input of number fields and sliders: type a number (also 1/3), step it with the arrows, scrub it by
// dragging, double click for the default.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { evaluate } from "./expression.ts";
import { clamp, round, show, stepOf } from "./figures.ts";
import type { Scale } from "./figures.ts";
import { drag, useLatest, useOncePerFrame } from "./gesture.ts";

export interface NumberInputProps extends Scale {
    label: string;
    value: number;
    default?: number | undefined;
    unit?: string | undefined;
    bare?: boolean | undefined; // hides the unit where there is little room
    disabled?: boolean | undefined;
    id?: string;
    test?: string | undefined;
    onInput?: ((value: number) => void) | undefined;
    onChange: (value: number) => void;
    onCancel?: (() => void) | undefined;
}

const PIXELS_PER_STEP = 3; // of dragging per step
const FINE_FACTOR = 0.1;
const COARSE_FACTOR = 10;

export function NumberInput(props: NumberInputProps) {
    const input = useRef<HTMLInputElement>(null);
    const [typed, showTyped] = useState<string | null>(null);
    // The current text, because key events arrive faster than the page is redrawn
    const text = useRef<string | null>(null);
    const [focused, setFocused] = useState(false);
    const [live, setLive] = useState<number | null>(null); // the value while it is dragged or stepped
    const frames = useOncePerFrame(props.onInput);
    const stepping = useRef(false);
    const byPointer = useRef(false); // how it got the focus
    const before = useRef<number | null>(null); // the value before the edit, because a preview changes props.value
    const latest = useLatest(props.value, before.current !== null);
    const shown = live ?? props.value;
    const unit = props.unit ?? "";

    const setTyped = (next: string | null): void => {
        text.current = next;
        showTyped(next);
    };
    const put = (value: number): void => {
        before.current ??= props.value;
        latest.current = value;
        setLive(value);
        frames.put(value);
    };
    const end = (): number => {
        const first = before.current ?? props.value;
        frames.drop();
        before.current = null;
        stepping.current = false;
        setLive(null);
        setTyped(null);
        return first;
    };
    const settle = (value: number): void => {
        const touched = before.current !== null;
        if (value !== end()) props.onChange(value);
        else if (touched) props.onCancel?.();
    };
    const revert = (): void => {
        const touched = before.current !== null;
        const first = end();
        if (touched) (props.onCancel ?? (() => props.onInput?.(first)))();
    };

    const scrub = (event: PointerEvent): void => {
        if (props.disabled || event.button !== 0 || document.activeElement === input.current) return;
        event.preventDefault();
        const from = props.value;
        const step = stepOf(props, from);
        let last = from;
        drag(event, {
            move(e, dx) {
                const fine = e.shiftKey ? FINE_FACTOR : 1;
                last = clamp(round(from + Math.round(dx / PIXELS_PER_STEP) * step * fine, step * fine), props);
                put(last);
            },
            end(_, moved) {
                if (moved) return settle(last);
                input.current?.focus();
                input.current?.select();
                byPointer.current = true;
            },
            cancel: revert,
        });
    };
    const commit = (): void => {
        if (stepping.current) return settle(latest.current);
        if (text.current === null) return;
        const value = evaluate(text.current, unit);
        if (value === null) return revert();
        settle(clamp(props.step === 1 ? Math.round(value) : value, props));
    };
    const key = (event: KeyboardEvent): void => {
        if (event.key === "Enter") {
            commit();
            // Whoever clicked it goes on with the keys of the stage; whoever came by Tab goes on from here.
            if (byPointer.current) input.current?.blur();
            else input.current?.select();
        } else if (event.key === "Escape") {
            event.stopPropagation();
            revert();
            input.current?.blur();
        } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
            event.preventDefault();
            const step = stepOf(props, shown) * (event.shiftKey ? COARSE_FACTOR : 1) * (event.altKey ? FINE_FACTOR : 1);
            const from = (text.current === null ? null : evaluate(text.current, unit)) ?? latest.current;
            stepping.current = true;
            setTyped(null);
            put(clamp(round(from + (event.key === "ArrowUp" ? step : -step), step), props));
        }
    };
    // The displayed text changes with the focus and with every step: it stays selected, except while it is being
    // typed.
    useLayoutEffect(() => {
        if ((focused || stepping.current) && text.current === null) input.current?.select();
    }, [focused, live]);

    return (
        <input
            ref={input}
            id={props.id}
            class="w-number-input"
            type="text"
            inputMode="decimal"
            autocomplete="off"
            spellcheck={false}
            disabled={props.disabled ?? false}
            aria-label={props.label}
            data-test={props.test}
            value={
                typed ??
                show(shown, props, focused || live !== null) +
                    (unit && !props.bare ? `${unit === "°" || unit === "%" ? "" : " "}${unit}` : "")
            }
            onPointerDown={scrub}
            onInput={(e) => setTyped(e.currentTarget.value)}
            onFocus={(e) => {
                latest.current = props.value;
                e.currentTarget.select();
                setFocused(true);
            }}
            onBlur={() => {
                byPointer.current = false;
                setFocused(false);
                commit();
            }}
            onKeyDown={key}
            onKeyUp={(e) => {
                if (stepping.current && e.key.startsWith("Arrow")) settle(latest.current);
            }}
            onDblClick={() => {
                if (props.default !== undefined) settle(props.default);
            }}
        />
    );
}
