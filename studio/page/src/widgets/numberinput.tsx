// The text of a number, shared by number fields and sliders: type it (also 1/3), step it with the arrows, scrub it by
// dragging, double click for the default.
import { useEffect, useRef, useState } from "preact/hooks";
import { evaluate } from "./expression.ts";
import { clamp, round, show, stepOf } from "./figures.ts";
import type { Scale } from "./figures.ts";
import { drag, useOncePerFrame } from "./gesture.ts";

export interface NumberInputProps extends Scale {
  label: string;
  value: number;
  default?: number | undefined;
  unit?: string | undefined;
  disabled?: boolean | undefined;
  id?: string;
  test?: string | undefined;
  onInput?: ((value: number) => void) | undefined;
  onChange: (value: number) => void;
  onCancel?: (() => void) | undefined;
}

const PIXELS = 3; // of dragging to a step
const FINE = 0.1;
const COARSE = 10;

export function NumberInput(props: NumberInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [live, setLive] = useState<number | null>(null); // while dragged or stepped
  const frames = useOncePerFrame(props.onInput);
  const stepping = useRef(false);
  const shown = live ?? props.value;
  const unit = props.unit ?? "";

  const put = (value: number): void => {
    setLive(value);
    frames.put(value);
  };
  const settle = (value: number): void => {
    frames.drop();
    setLive(null);
    setTyped(null);
    stepping.current = false;
    if (value !== props.value || live !== null) props.onChange(value);
  };
  const revert = (): void => {
    frames.drop();
    if (live !== null) (props.onCancel ?? (() => props.onInput?.(props.value)))();
    setLive(null);
    setTyped(null);
    stepping.current = false;
  };

  const scrub = (event: PointerEvent): void => {
    if (props.disabled || event.button !== 0 || document.activeElement === input.current) return;
    event.preventDefault();
    const from = props.value;
    const step = stepOf(props, from);
    let last = from;
    drag(event, {
      move(e, dx) {
        const fine = e.shiftKey ? FINE : 1;
        last = clamp(round(from + Math.round(dx / PIXELS) * step * fine, step * fine), props);
        put(last);
      },
      end(_, moved) {
        if (moved) return settle(last);
        input.current?.focus();
        input.current?.select();
      },
      cancel: revert,
    });
  };
  const commit = (): void => {
    if (stepping.current) return settle(shown);
    if (typed === null) return;
    const value = evaluate(typed, unit);
    if (value === null) return revert();
    settle(clamp(props.step === 1 ? Math.round(value) : value, props));
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === "Enter") {
      commit();
      input.current?.select();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      revert();
      input.current?.blur();
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      const step = stepOf(props, shown) * (event.shiftKey ? COARSE : 1) * (event.altKey ? FINE : 1);
      const from = typed === null ? shown : (evaluate(typed, unit) ?? shown);
      stepping.current = true;
      setTyped(null);
      put(clamp(round(from + (event.key === "ArrowUp" ? step : -step), step), props));
    }
  };
  useEffect(() => {
    if (stepping.current) input.current?.select();
  }, [live]);

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
      value={typed ?? show(shown, props) + (unit ? `${unit === "°" || unit === "%" ? "" : " "}${unit}` : "")}
      onPointerDown={scrub}
      onInput={(e) => setTyped(e.currentTarget.value)}
      onFocus={(e) => e.currentTarget.select()}
      onBlur={commit}
      onKeyDown={key}
      onKeyUp={(e) => {
        if (stepping.current && e.key.startsWith("Arrow")) settle(shown);
      }}
      onDblClick={() => {
        if (props.default !== undefined) settle(props.default);
      }}
    />
  );
}
