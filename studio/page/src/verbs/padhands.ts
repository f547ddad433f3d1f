// Dragging on the pad: every drag previews its result and becomes one step of undo.
import { signal } from "@preact/signals";
import type { Command } from "../core/project.ts";
import { settle, showSoon } from "../state/dragpreview.ts";
import { drag } from "../widgets/index.ts";
import { area, dragging, padAxes, ranges, toPixels, toPlace } from "./padspace.ts";
import {
    command,
    exampleKind,
    examples,
    field,
    pickExample,
    pickPseudo,
    place,
    setPlace,
    type Example,
} from "./state.ts";

export const moving = signal(false); // the next drag moves a form
export const draft = signal<{ readonly from: readonly number[]; readonly to: readonly number[] } | null>(null);

const SNAP = 14; // pixels within which a moved form starts exactly at an example

function settleDrag(change: Command | null): boolean {
    dragging.value = false;
    return settle(change);
}

// Drags something that is at the place `at`; `change` makes the command that puts it elsewhere.
function dragPlace(event: PointerEvent, at: readonly number[], change: (to: number[]) => Command): void {
    if (event.button !== 0) return;
    event.stopPropagation();
    const [x, y] = toPixels(at);
    dragging.value = true;
    drag(event, {
        move: (_, dx, dy) => showSoon(() => change(toPlace(x + dx, y + dy, at))),
        end(e, moved) {
            const to = toPlace(x + e.clientX - event.clientX, y + e.clientY - event.clientY, at);
            settleDrag(moved ? change(to) : null);
            if (!moved) setPlace(at);
        },
        cancel: () => void settleDrag(null),
    });
}
export function beginExample(event: PointerEvent, example: Example): void {
    if (event.altKey || moving.peek()) return; // the drag then moves a form that starts at this example
    pickExample(example.name);
    dragPlace(event, example.at, (at) => command("place.set", { [exampleKind()]: example.name, at }));
}
export function beginPseudo(event: PointerEvent, index: number, end: "from" | "to"): void {
    const pseudo = field.peek()?.pseudo[index];
    if (!pseudo) return;
    pickPseudo(index);
    dragPlace(event, pseudo[end], (at) => command("pseudo.set", { index, [end]: at }));
}

function under(event: PointerEvent, element: HTMLElement): [number, number] {
    const box = element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
}
// Moves the dot to the pointer, also while the verb plays.
export function beginLive(event: PointerEvent, element: HTMLElement): void {
    if (event.button !== 0) return;
    event.stopPropagation();
    const before = place.peek();
    const go = (e: PointerEvent): void => setPlace(toPlace(...under(e, element)));
    if (event.currentTarget === element) go(event);
    dragging.value = true;
    const done = (): void => void (dragging.value = false);
    drag(event, {
        move: go,
        end: done,
        cancel() {
            done();
            setPlace(before);
        },
    });
}
// Drags from the place where a form is now to the place where it should be.
export function beginMove(event: PointerEvent, element: HTMLElement): void {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const [x, y] = under(event, element);
    const close = examples.peek().find((example) => {
        const [ex, ey] = toPixels(example.at);
        return Math.hypot(ex - x, ey - y) < SNAP;
    });
    const from = close?.at ?? toPlace(x, y);
    const add = (to: number[]): Command => command("pseudo.add", { from, to });
    const finish = (change: Command | null): void => {
        draft.value = null;
        moving.value = false;
        if (settleDrag(change)) pickPseudo((field.peek()?.pseudo.length ?? 1) - 1);
    };
    dragging.value = true;
    drag(event, {
        move(e) {
            const to = toPlace(...under(e, element), from);
            draft.value = { from, to };
            showSoon(() => add(to));
            setPlace(to);
        },
        end: (e, moved) => finish(moved ? add(toPlace(...under(e, element), from)) : null),
        cancel: () => finish(null),
    });
}

export function nudgeLive(event: KeyboardEvent): void {
    const ways: Record<string, [number, number]> = {
        ArrowLeft: [-1, 0],
        ArrowRight: [1, 0],
        ArrowUp: [0, 1],
        ArrowDown: [0, -1],
    };
    const way = ways[event.key];
    if (!way || area.peek().width < 2) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? 0.1 : 0.02;
    const at = place.peek().slice();
    padAxes.peek().forEach((axis, side) => {
        const range = ranges.peek()[side]!;
        if (axis >= 0) at[axis] = at[axis]! + way[side]! * step * (range.high - range.low);
    });
    setPlace(at);
}
