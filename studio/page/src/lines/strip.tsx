// A factor for every piece of the line, drawn with the pointer: bars above the middle are more than 1, bars below are
// less.
import { useSignal } from "@preact/signals";
import type { Command } from "../core/project.ts";
import { drag } from "../widgets/gesture.ts";
import { IconButton } from "../widgets/index.ts";
import { tip } from "../widgets/tip.ts";
import { settle, showSoon } from "../state/dragpreview.ts";
import { send } from "../state/document.ts";
import "./strip.css";

const MAX_FACTOR = 20; // the largest factor; 1 / MAX_FACTOR is the smallest
const [WIDE, HIGH] = [240, 60];
const shareOf = (factor: number): number => Math.log(factor) / Math.log(MAX_FACTOR); // −1…1
const factorAt = (part: number): number => Number((MAX_FACTOR ** Math.min(1, Math.max(-1, part))).toPrecision(3));
const formatFactor = (factor: number): string =>
    `× ${factor < 1 ? factor.toFixed(2) : factor < 10 ? factor.toFixed(1) : factor.toFixed(0)}`;

export function Strip({
    label,
    title,
    values,
    count,
    change,
    test,
}: {
    label: string;
    title: string;
    values: readonly number[] | null;
    count: number;
    change: (values: readonly number[] | null) => Command;
    test: string;
}) {
    const at = useSignal(0); // the piece that arrow keys change
    const all = values ?? Array.from({ length: count }, () => 1);
    const put = (next: readonly number[]): Command =>
        change(next.every((one) => Math.abs(one - 1) < 0.005) ? null : next);
    // Draws from the last position of the pointer to the current one, so that quick strokes leave no gaps.
    const down = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.focus({ preventScroll: true });
        const box = event.currentTarget.getBoundingClientRect();
        let next = [...all];
        const spot = (e: PointerEvent): readonly [number, number] => [
            Math.min(count - 1, Math.max(0, Math.floor(((e.clientX - box.left) / box.width) * count))),
            1 - (2 * (e.clientY - box.top)) / box.height,
        ];
        let last = spot(event);
        const draw = (e: PointerEvent): void => {
            const now = spot(e);
            const way = Math.abs(now[0] - last[0]);
            next = [...next];
            for (let k = 0; k <= way; k++) {
                const part = way ? k / way : 1;
                const height = last[1] + part * (now[1] - last[1]);
                next[Math.round(last[0] + part * (now[0] - last[0]))] =
                    e.shiftKey || Math.abs(height) < 0.06 ? 1 : factorAt(height);
            }
            [last, at.value] = [now, now[0]];
            showSoon(() => put(next));
        };
        draw(event);
        drag(event, {
            move: draw,
            end(e) {
                draw(e);
                settle(put(next));
            },
            cancel: () => void settle(null),
        });
    };
    const keys = (event: KeyboardEvent): void => {
        const aside = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        const up = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
        if (event.ctrlKey || event.metaKey || (!aside && !up && event.key !== "Delete" && event.key !== "Backspace"))
            return;
        event.preventDefault();
        event.stopPropagation();
        if (aside) at.value = Math.min(count - 1, Math.max(0, at.value + aside));
        else
            send(
                put(
                    all.map((one, i) =>
                        i !== at.value ? one : up ? factorAt(shareOf(one) + up * (event.shiftKey ? 0.25 : 0.05)) : 1,
                    ),
                ),
            );
    };
    const wide = WIDE / count;
    return (
        <div class="firm">
            <div class="firm-head">
                <span {...tip(title)}>{label}</span>
                <b>{values ? formatFactor(all[Math.min(at.value, count - 1)]!) : "even"}</b>
                <IconButton
                    small
                    icon="rotate-ccw"
                    label={`${label}: reset`}
                    disabled={!values}
                    onClick={() => void send(change(null))}
                    test={`${test}-even`}
                />
            </div>
            <div
                class="firm-room"
                role="slider"
                tabIndex={0}
                aria-label={label}
                aria-valuemin={1 / MAX_FACTOR}
                aria-valuemax={MAX_FACTOR}
                aria-valuenow={all[Math.min(at.value, count - 1)]!}
                aria-valuetext={`piece ${at.value + 1} of ${count}: ${formatFactor(all[Math.min(at.value, count - 1)]!)}`}
                onPointerDown={down}
                onKeyDown={keys}
                data-test={test}
            >
                <svg viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
                    {all.map((one, i) => {
                        const high = (shareOf(one) * HIGH) / 2;
                        return (
                            <rect
                                key={i}
                                class={i === at.value ? "now" : undefined}
                                x={i * wide + 1}
                                width={Math.max(1, wide - 2)}
                                y={HIGH / 2 - Math.max(0, high) - 1}
                                height={Math.abs(high) + 2}
                                rx={1.5}
                            />
                        );
                    })}
                    <line x1={0} x2={WIDE} y1={HIGH / 2} y2={HIGH / 2} />
                </svg>
            </div>
            <div class="firm-foot">
                <span>beginning</span>
                <span>end of the line</span>
            </div>
        </div>
    );
}
// The same curve for another number of pieces.
export const resample = (values: readonly number[], count: number): readonly number[] =>
    Array.from({ length: count }, (_, i) => {
        const at = ((i + 0.5) / count) * values.length - 0.5;
        const [low, high] = [Math.max(0, Math.floor(at)), Math.min(values.length - 1, Math.max(0, Math.floor(at) + 1))];
        return Number(
            (values[low]! + (values[high]! - values[low]!) * Math.min(1, Math.max(0, at - low))).toPrecision(3),
        );
    });
