// On the ruler: the playback range. Its ends can be dragged; the time outside is dimmed.
import { duration, playRange } from "../state/app.ts";
import { onFrame, view } from "./view.ts";
import { drag } from "../widgets/gesture.ts";
import { tip } from "../widgets/tip.ts";

export function RangeMarks({ width }: { width: number }) {
    const range = playRange.value;
    if (!range) return null;
    const { from, to } = view.value;
    const x = (seconds: number): number => ((seconds - from) / (to - from)) * width;
    const pull =
        (end: "from" | "to") =>
        (event: PointerEvent & { currentTarget: HTMLElement }): void => {
            if (event.button !== 0) return;
            event.preventDefault();
            event.stopPropagation();
            const start = range[end];
            drag(event, {
                move(_, dx) {
                    const now = playRange.peek() ?? range;
                    const at = onFrame(start + (dx / width) * (to - from));
                    const next = { ...now, [end]: Math.min(at, duration.peek()) };
                    if (next.to - next.from > 1e-3) playRange.value = next;
                },
                cancel: () => void (playRange.value = range),
            });
        };
    return (
        <div class="range-marks" data-test="range-marks">
            <span class="range-out" style={{ left: 0, width: `${Math.max(0, x(range.from))}px` }} />
            <span class="range-out" style={{ left: `${x(range.to)}px`, right: 0 }} />
            <span class="range-in" style={{ left: `${x(range.from)}px`, width: `${x(range.to) - x(range.from)}px` }} />
            <span
                class="range-end from"
                style={{ left: `${x(range.from)}px` }}
                onPointerDown={pull("from")}
                {...tip("Played from here: drag")}
                data-test="range-from"
            />
            <span
                class="range-end to"
                style={{ left: `${x(range.to)}px` }}
                onPointerDown={pull("to")}
                {...tip("Played to here: drag")}
                data-test="range-to"
            />
        </div>
    );
}
