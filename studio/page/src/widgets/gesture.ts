// Dragging with the pointer captured, and updates limited to one per frame.
import { useEffect, useRef } from "preact/hooks";

export interface Drag {
    move(event: PointerEvent, dx: number, dy: number): void; // offset from the start of the drag, px
    end?(event: PointerEvent, moved: boolean): void;
    cancel?(): void; // Escape was pressed, or the system took the pointer
}

const CLICK_DISTANCE = 3; // px of movement that still count as a click

// Starts at a pointerdown. Escape cancels.
export function drag(event: PointerEvent, on: Drag): void {
    const element = event.currentTarget as HTMLElement;
    const [x, y, id] = [event.clientX, event.clientY, event.pointerId];
    let moved = false;
    element.setPointerCapture(id);
    const stop = (): void => {
        element.removeEventListener("pointermove", move);
        element.removeEventListener("pointerup", up);
        element.removeEventListener("pointercancel", cancel);
        window.removeEventListener("keydown", key, true);
        if (element.hasPointerCapture(id)) element.releasePointerCapture(id);
    };
    const move = (e: PointerEvent): void => {
        if (e.pointerId !== id) return;
        moved ||= Math.hypot(e.clientX - x, e.clientY - y) >= CLICK_DISTANCE;
        if (moved) on.move(e, e.clientX - x, e.clientY - y);
    };
    const up = (e: PointerEvent): void => {
        if (e.pointerId !== id) return;
        stop();
        on.end?.(e, moved);
    };
    const cancel = (): void => {
        stop();
        on.cancel?.();
    };
    const key = (e: KeyboardEvent): void => {
        if (e.key !== "Escape") return;
        e.stopPropagation();
        e.preventDefault();
        cancel();
    };
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", cancel);
    window.addEventListener("keydown", key, true);
}

// Calls `take` with the latest value at most once per frame; `drop` discards a waiting value.
export function useOncePerFrame(take: ((value: number) => void) | undefined): {
    put: (value: number) => void;
    drop: () => void;
} {
    const latest = useRef(take);
    latest.current = take;
    const throttle = useRef<{ put: (value: number) => void; drop: () => void } | null>(null);
    if (!throttle.current) {
        let waiting = 0;
        let value = 0;
        throttle.current = {
            put(next) {
                value = next;
                waiting ||= requestAnimationFrame(() => {
                    waiting = 0;
                    latest.current?.(value);
                });
            },
            drop() {
                cancelAnimationFrame(waiting);
                waiting = 0;
            },
        };
    }
    useEffect(() => () => throttle.current?.drop(), []);
    return throttle.current;
}

// The value that key steps start from, because several key events may arrive before the page is redrawn. It follows
// the given value.
export function useLatest(value: number, busy: boolean): { current: number } {
    const latest = useRef(value);
    const given = useRef(value);
    if (given.current !== value) {
        given.current = value;
        if (!busy) latest.current = value;
    }
    return latest;
}
