// The edge between two panels: drag it, or move it with the arrow keys; a double click restores the default size.
import { drag } from "./gesture.ts";
import "./splitter.css";

export interface SplitterProps {
    label: string; // "Width of the inspector"
    axis: "x" | "y"; // direction in which it moves
    size: number; // of the panel, px
    min: number;
    max: number;
    default?: number;
    grows?: 1 | -1; // the panel grows as the edge moves right or down (1, the default), or left or up (−1)
    onSize: (size: number) => void;
    onDone?: (size: number) => void;
    test?: string;
}

const KEY_STEP = 16;

export function Splitter(props: SplitterProps) {
    const grows = props.grows ?? 1;
    const fit = (size: number): number => Math.round(Math.min(props.max, Math.max(props.min, size)));
    const set = (size: number): void => {
        props.onSize(fit(size));
        props.onDone?.(fit(size));
    };
    const down = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
        if (event.button !== 0) return;
        event.preventDefault();
        const from = props.size;
        let last = from;
        drag(event, {
            move(_, dx, dy) {
                last = fit(from + grows * (props.axis === "x" ? dx : dy));
                props.onSize(last);
            },
            end: () => props.onDone?.(last),
            cancel: () => set(from),
        });
    };
    const key = (event: KeyboardEvent): void => {
        const forward = props.axis === "x" ? "ArrowRight" : "ArrowDown";
        const back = props.axis === "x" ? "ArrowLeft" : "ArrowUp";
        if (event.key === forward) set(props.size + grows * KEY_STEP);
        else if (event.key === back) set(props.size - grows * KEY_STEP);
        else if (event.key === "Home") set(props.min);
        else if (event.key === "End") set(props.max);
        else return;
        event.preventDefault();
        event.stopPropagation();
    };
    return (
        <div
            class={`w-splitter ${props.axis}`}
            role="separator"
            tabIndex={0}
            aria-label={props.label}
            aria-orientation={props.axis === "x" ? "vertical" : "horizontal"}
            aria-valuemin={props.min}
            aria-valuemax={props.max}
            aria-valuenow={Math.round(props.size)}
            data-test={props.test}
            onPointerDown={down}
            onKeyDown={key}
            onDblClick={() => props.default !== undefined && set(props.default)}
        />
    );
}
