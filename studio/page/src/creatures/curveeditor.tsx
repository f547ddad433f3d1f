// The curves of one track: the core's interpolation, keys that can be dragged, and the tangents of selected keys. In
// the generalised space they show stored values, in the specialised space the values on the active body.
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { duration, time } from "../state/app.ts";
import { ticks, view } from "../timeline/view.ts";
import { drag } from "../widgets/gesture.ts";
import { beginBox, keyMark } from "./keybox.tsx";
import { settle, showSoon } from "../state/dragpreview.ts";
import {
    foundKeys,
    isSelected,
    moveKeys,
    COMPONENTS,
    addToKeys,
    sampled,
    selectedKeys,
    selectKey,
    setKeySlopes,
    slopesOf,
    track,
    unitOf,
    valueOf,
    type Track,
} from "./keys.ts";
import type { CurveKey } from "../core/project.ts";
import { focusView } from "./tools.ts";

const MARGIN = 14; // px above and below the curves
const TANGENT = 44; // px, length of a tangent
const SAMPLES = 240;
const MIN_RANGE: Record<Track["kind"], number> = { place: 0.02, turn: 4, scalar: 0.2 };

interface Scale {
    readonly x: (at: number) => number;
    readonly y: (value: number) => number;
    readonly perSecond: number;
    readonly perUnit: number; // px; larger values are higher
}
interface Range {
    readonly low: number;
    readonly high: number;
}

function rangeOf(of: Track, lines: readonly (readonly number[])[]): Range {
    const all = [...lines.flat(), ...of.keys.flatMap((key) => [...valueOf(of, key)])].filter(Number.isFinite);
    if (all.length === 0) return { low: -0.5, high: 0.5 };
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const lacking = Math.max(0, MIN_RANGE[of.kind] - (high - low)) / 2;
    return { low: low - lacking, high: high + lacking };
}
function levels(range: Range, room: number): number[] {
    const least = ((range.high - range.low) * 34) / Math.max(1, room);
    const power = 10 ** Math.floor(Math.log10(least));
    const step = [1, 2, 5, 10].map((n) => n * power).find((s) => s >= least) ?? least;
    return Array.from({ length: 64 }, (_, i) => (Math.ceil(range.low / step) + i) * step).filter(
        (v) => v <= range.high + 1e-9,
    );
}
const formatNumber = (value: number): string => String(Number(value.toPrecision(3))).replace("-", "−");

function Tangents({
    of,
    item,
    index,
    part,
    scale,
}: {
    of: Track;
    item: CurveKey;
    index: number;
    part: number;
    scale: Scale;
}): JSX.Element | null {
    const slopes = slopesOf(of, index);
    if (!slopes) return null;
    const [x, y] = [scale.x(item.time), scale.y(valueOf(of, item)[part]!)];
    const sides = [
        ["in", -1, slopes.in, index > 0],
        ["out", 1, slopes.out, index < of.keys.length - 1],
    ] as const;
    return (
        <>
            {sides.map(([side, way, all, counts]) => {
                if (!counts) return null;
                const [dx, dy] = [scale.perSecond, -all[part]! * scale.perUnit];
                const far = Math.hypot(dx, dy) || 1;
                const [ex, ey] = [x + (way * TANGENT * dx) / far, y + (way * TANGENT * dy) / far];
                const down = (event: PointerEvent): void => {
                    if (event.button !== 0) return;
                    event.preventDefault();
                    event.stopPropagation();
                    focusView();
                    const change = (e: PointerEvent) => {
                        const [px, py] = [
                            Math.max(2, way * (ex + e.clientX - event.clientX - x)),
                            ey + e.clientY - event.clientY - y,
                        ];
                        const slope = ((-way * py) / scale.perUnit / px) * scale.perSecond;
                        const bent = (now: readonly number[]): readonly number[] =>
                            now.map((old, i) => (i === part ? slope : old));
                        // Both sides keep equal slopes; with Alt only the dragged side changes.
                        return setKeySlopes(
                            of,
                            item,
                            side === "in" || !e.altKey ? bent(slopes.in) : null,
                            side === "out" || !e.altKey ? bent(slopes.out) : null,
                        );
                    };
                    drag(event, {
                        move: (e) => showSoon(() => change(e)),
                        end: (e, moved) => void settle(moved ? change(e) : null),
                        cancel: () => void settle(null),
                    });
                };
                return (
                    <g key={side}>
                        <line class="tangent" x1={x} y1={y} x2={ex} y2={ey} />
                        <circle
                            class="tangent-end"
                            cx={ex}
                            cy={ey}
                            r={4}
                            onPointerDown={down}
                            data-test={`tangent-${side}-${part}`}
                        />
                    </g>
                );
            })}
        </>
    );
}

function Point({ of, item, part, scale }: { of: Track; item: CurveKey; part: number; scale: Scale }) {
    const value = valueOf(of, item);
    const [x, y] = [scale.x(item.time), scale.y(value[part]!)];
    const down = (event: PointerEvent): void => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.stopPropagation();
        focusView();
        const adds = event.shiftKey || event.ctrlKey || event.metaKey;
        selectKey({ track: of.id, time: item.time }, adds);
        const from = foundKeys.peek();
        const values = from.filter((one) => one.track.id === of.id).map((one) => one.key);
        const was = new Map(values.map((key) => [key, valueOf(of, key)]));
        // whether the drag changes values (true) or times, decided by its first movement
        let changesValues: boolean | null = null;
        const change = (e: PointerEvent, end: boolean) => {
            const [dx, dy] = [e.clientX - event.clientX, e.clientY - event.clientY];
            changesValues ??= Math.abs(dy) >= Math.abs(dx);
            if (!changesValues) return moveKeys(from, dx / scale.perSecond, e.altKey, end);
            return { command: addToKeys(of, was, part, -dy / scale.perUnit), refs: selectedKeys.peek() };
        };
        drag(event, {
            move(e) {
                const next = change(e, false);
                showSoon(() => next.command);
                selectedKeys.value = next.refs;
            },
            end(e, moved) {
                const next = moved ? change(e, true) : null;
                if (settle(next?.command ?? null)) selectedKeys.value = next!.refs;
                else if (!moved && !adds) time.value = item.time;
            },
            cancel: () => void settle(null),
        });
    };
    return (
        <rect
            class={`curve-key part-${part}${isSelected(of.id, item.time) ? " on" : ""}`}
            x={x - 4.5}
            y={y - 4.5}
            width={9}
            height={9}
            transform={`rotate(45 ${x} ${y})`}
            role="button"
            aria-label={`${COMPONENTS[of.kind][part]} of ${of.label} at ${item.time.toFixed(2)} seconds: ${formatNumber(value[part]!)}`}
            onPointerDown={down}
            data-test={`curve-key-${part}-${Math.round(item.time * 1000)}`}
            {...keyMark(of.id, item.time)}
        />
    );
}

function Lines({ of, lines, scale }: { of: Track; lines: readonly (readonly number[])[]; scale: Scale }) {
    const path = (part: number): string =>
        lines
            .map(
                (line, i) =>
                    `${i ? "L" : "M"}${scale.x((i / (lines.length - 1)) * duration.value).toFixed(1)},${scale.y(line[part]!).toFixed(1)}`,
            )
            .join("");
    return (
        <>
            {COMPONENTS[of.kind].map((name, part) => (
                <path key={name} class={`curve part-${part}`} d={path(part)} data-test={`curve-${name}`} />
            ))}
        </>
    );
}

export function CurveEditor({ width, height }: { width: number; height: number }) {
    const held = useRef<{ track: string; range: Range } | null>(null);
    const of = track.value;
    if (!of) return null;
    const lines = sampled(of, SAMPLES);
    // while something is dragged, the scale does not change
    const busy = held.current?.track === of.id && document.querySelector(".curve-area:active");
    if (!busy) held.current = { track: of.id, range: rangeOf(of, lines) };
    const { range } = held.current!;
    const { from, to } = view.value;
    const perSecond = width / (to - from);
    const perUnit = Math.max(1, height - 2 * MARGIN) / (range.high - range.low || 1);
    const scale: Scale = {
        x: (at) => (at - from) * perSecond,
        y: (value) => height - MARGIN - (value - range.low) * perUnit,
        perSecond,
        perUnit,
    };
    const chosen = foundKeys.value.filter((one) => one.track.id === of.id);
    return (
        <svg
            class="curve-area"
            width={width}
            height={height}
            onPointerDown={(event) => (focusView(), beginBox(event))}
            data-test="curve-area"
        >
            {ticks(view.value, width).map((tick) => (
                <line
                    key={tick.time}
                    class={tick.label ? "curve-grid large" : "curve-grid"}
                    x1={scale.x(tick.time)}
                    x2={scale.x(tick.time)}
                    y1={0}
                    y2={height}
                />
            ))}
            {levels(range, height - 2 * MARGIN).map((value) => (
                <g key={value}>
                    <line
                        class={Math.abs(value) < 1e-9 ? "curve-level zero" : "curve-level"}
                        x1={0}
                        x2={width}
                        y1={scale.y(value)}
                        y2={scale.y(value)}
                    />
                    <text class="curve-number" x={width - 6} y={scale.y(value) - 4}>
                        {formatNumber(value)}
                        {unitOf(of)}
                    </text>
                </g>
            ))}
            {lines.length > 1 && <Lines of={of} lines={lines} scale={scale} />}
            {chosen.map(({ key, index }) =>
                COMPONENTS[of.kind].map((_, part) => (
                    <Tangents key={`${index} ${part}`} of={of} item={key} index={index} part={part} scale={scale} />
                )),
            )}
            {of.keys.map((key, i) =>
                COMPONENTS[of.kind].map((_, part) => (
                    <Point key={`${i} ${part}`} of={of} item={key} part={part} scale={scale} />
                )),
            )}
        </svg>
    );
}
