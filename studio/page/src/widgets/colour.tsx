// A colour as a swatch and as #rrggbb. The browser's own picker opens with the studio's palette.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Row, useInRow } from "./row.tsx";
import { tip } from "./tip.ts";
import "./field.css";

export interface ColourProps {
    label: string;
    value: string; // "#rrggbb"
    onChange: (value: string) => void;
    onInput?: ((value: string) => void) | undefined;
    title?: string | undefined;
    disabled?: boolean | undefined;
    test?: string | undefined;
}

const PALETTE = [
    "#FFF3DC",
    "#F7F1E5",
    "#E4572E",
    "#F2B134",
    "#17877D",
    "#76BED0",
    "#6B3E75",
    "#7BA23F",
    "#B9814A",
    "#8A94A6",
    "#2A2430",
    "#FFFFFF",
];

// "#abc", "abc" and "AABBCC" become "#aabbcc"; null if the text is not a colour.
function readColour(text: string): string | null {
    const digits = text.trim().replace(/^#/, "");
    if (/^[0-9a-f]{6}$/i.test(digits)) return `#${digits.toUpperCase()}`;
    if (/^[0-9a-f]{3}$/i.test(digits))
        return `#${[...digits]
            .map((d) => d + d)
            .join("")
            .toUpperCase()}`;
    return null;
}

export function Colour(props: ColourProps) {
    const inRow = useInRow();
    const list = useId();
    const swatch = useRef<HTMLInputElement>(null);
    const [typed, setTyped] = useState<string | null>(null);
    const latest = useRef(props.onChange);
    latest.current = props.onChange;
    // Preact treats "change" of a colour input as "input"; the browser's own change event fires once, at the end.
    useEffect(() => {
        const input = swatch.current;
        const chosen = (): void => latest.current((input?.value ?? "").toUpperCase());
        input?.addEventListener("change", chosen);
        return () => input?.removeEventListener("change", chosen);
    }, []);
    const commit = (text: string): void => {
        const colour = readColour(text);
        if (colour && colour !== props.value.toUpperCase()) props.onChange(colour);
        setTyped(null);
    };
    const control = (
        <div class="w-field w-colour" {...(inRow ? tip(props.title) : {})}>
            <input
                ref={swatch}
                type="color"
                list={list}
                aria-label={props.label}
                disabled={props.disabled ?? false}
                value={(readColour(props.value) ?? "#000000").toLowerCase()}
                onInput={(e) => props.onInput?.(e.currentTarget.value.toUpperCase())}
            />
            <datalist id={list}>
                {PALETTE.map((colour) => (
                    <option key={colour} value={colour} />
                ))}
            </datalist>
            <input
                type="text"
                autocomplete="off"
                spellcheck={false}
                aria-label={`${props.label}, as a number`}
                disabled={props.disabled ?? false}
                data-test={props.test}
                value={typed ?? props.value.toUpperCase()}
                onInput={(e) => setTyped(e.currentTarget.value)}
                onFocus={(e) => e.currentTarget.select()}
                onBlur={(e) => commit(e.currentTarget.value)}
                onKeyDown={(e) => {
                    if (e.key === "Enter") commit(e.currentTarget.value);
                }}
            />
        </div>
    );
    return inRow ? (
        control
    ) : (
        <Row label={props.label} title={props.title}>
            {control}
        </Row>
    );
}
