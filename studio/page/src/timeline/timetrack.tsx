// The ruler with the playhead, and the lanes under it. A press moves the playhead there; the wheel zooms.
import { useComputed, useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { duration, playing, rate, recording, time } from "../state/app.ts";
import { isFitted, onFrame, panTime, showFrom, ticks, view, whole, zoomTime } from "./view.ts";
import { drag } from "../widgets/gesture.ts";
import { tip } from "../widgets/tip.ts";
import { RangeMarks } from "./rangemarks.tsx";

function useWidth() {
    const ref = useRef<HTMLDivElement>(null);
    const [width, setWidth] = useState(600);
    useLayoutEffect(() => {
        const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
        if (ref.current) observer.observe(ref.current);
        return () => observer.disconnect();
    }, []);
    return { ref, width };
}

function Ruler({ width }: { width: number }) {
    const shown = view.value;
    const x = (seconds: number): number => Math.round(((seconds - shown.from) / (shown.to - shown.from)) * width) + 0.5;
    return (
        <svg class="ruler" width={width} height={22} aria-hidden="true">
            {ticks(shown, width).map((tick) => (
                <g key={tick.time} class={tick.label ? "large" : "small"}>
                    <line x1={x(tick.time)} x2={x(tick.time)} y1={tick.label ? 4 : 16} y2={22} />
                    {tick.label && (
                        <text x={x(tick.time) + 4} y={13}>
                            {tick.label}
                        </text>
                    )}
                </g>
            ))}
        </svg>
    );
}

// The playhead follows its own signal, so that nothing else is rendered while time runs. `bare`: only the line, over
// the keys.
export function Playhead({ width, bare = false }: { width: number; bare?: boolean }) {
    const room = useSignal(width);
    room.value = width;
    const style = useComputed(() => {
        const { from, to } = view.value;
        const share = (time.value - from) / (to - from);
        return `translate:${(share * room.value).toFixed(1)}px;visibility:${share < -0.001 || share > 1.001 ? "hidden" : "visible"}`;
    });
    return (
        <div class={recording.value ? "playhead recording" : "playhead"} style={style}>
            {!bare && (
                <svg width="11" height="13" viewBox="0 0 11 13" aria-hidden="true">
                    <path d="M1.500 0.500 H9.500 A1 1 0 0 1 10.500 1.500 V7.500 L5.500 12.500 L0.500 7.500 V1.500 A1 1 0 0 1 1.500 0.500 Z" />
                </svg>
            )}
        </div>
    );
}

// The scroll bar: the visible part of the whole time, shown once that is not all of it; it can be dragged.
export function TimeScrollBar() {
    if (isFitted.value) return null;
    const [all, now] = [whole.value, view.value];
    const share = (seconds: number): number => (seconds - all.from) / (all.to - all.from);
    const down = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
        event.preventDefault();
        event.stopPropagation();
        const room = event.currentTarget.parentElement!.clientWidth;
        const from = now.from;
        drag(event, { move: (_, dx) => showFrom(from + (dx / room) * (all.to - all.from)) });
    };
    return (
        <div class="time-range" data-test="time-range">
            <span
                style={{ left: `${100 * share(now.from)}%`, width: `${100 * (share(now.to) - share(now.from))}%` }}
                onPointerDown={down}
                {...tip("The visible part of the time; drag to scroll")}
            />
        </div>
    );
}

export function TimeTrack({ lane: Lane, ranged = true }: { lane: ComponentType<{ width: number }>; ranged?: boolean }) {
    const { ref, width } = useWidth();
    const seek = (event: PointerEvent): void => {
        const box = ref.current?.getBoundingClientRect();
        if (!box) return;
        const { from, to } = view.value;
        time.value = onFrame(from + ((event.clientX - box.left) / box.width) * (to - from));
    };
    const down = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.focus({ preventScroll: true });
        playing.value = false;
        seek(event);
        drag(event, { move: seek });
    };
    const wheel = (event: WheelEvent): void => {
        event.preventDefault();
        const box = ref.current!.getBoundingClientRect();
        if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
            panTime((event.deltaX || event.deltaY) / box.width);
        else zoomTime(Math.exp(-event.deltaY / 400), (event.clientX - box.left) / box.width);
    };
    useEffect(() => {
        // wheel listeners set by Preact are passive and could not keep the page from scrolling
        const element = ref.current;
        element?.addEventListener("wheel", wheel, { passive: false });
        return () => element?.removeEventListener("wheel", wheel);
    }, []);
    const now = useComputed(() => Number(time.value.toFixed(3)));
    const words = useComputed(() => `${time.value.toFixed(2)} seconds, frame ${Math.round(time.value * rate.value)}`);
    return (
        <div
            ref={ref}
            class="time-track"
            role="slider"
            tabIndex={0}
            aria-label="Time"
            aria-valuemin={0}
            aria-valuemax={duration.value}
            aria-valuenow={now}
            aria-valuetext={words}
            data-test="ruler"
            onPointerDown={down}
        >
            <Ruler width={width} />
            <RangeMarks width={width} />
            <Lane width={width} />
            <Playhead width={width} />
            {ranged && <TimeScrollBar />}
        </div>
    );
}
