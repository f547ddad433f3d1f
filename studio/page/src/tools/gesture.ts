// A gesture follows the pointer until it is finished or cancelled. One runs at a time; it makes at most one undo step.
import { signal } from "@preact/signals";
import type { Painter } from "../state/painter.ts";
import { hint } from "../state/app.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { frame } from "../state/workspaces.ts";
import type { Places } from "./geometry.ts";

export interface Gesture {
    readonly cursor: string;
    readonly modal?: boolean; // follows the pointer with no button held; a press finishes it
    readonly places?: Places; // positions of the handles during the gesture
    hint(): string;
    move(pointer: StagePointer): void;
    press?(pointer: StagePointer): boolean; // of a modal gesture: returns true if the press does not finish it
    finish(): void;
    cancel(): void;
    key?(event: KeyboardEvent): boolean; // returns true if the key was handled
    draw?(painter: Painter): void;
}

export const gesture = signal<Gesture | null>(null);

function onKey(event: KeyboardEvent): void {
    const now = gesture.peek();
    if (!now) return;
    const taken = event.key === "Escape" || (event.key === "Enter" && now.modal) || (now.key?.(event) ?? false);
    // While a gesture runs, no other key may change what it works on.
    if (taken || !event.metaKey) event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === "Escape") cancel();
    else if (event.key === "Enter" && now.modal) finish();
    else if (taken) tellHint(now);
}
function tellHint(now: Gesture): void {
    hint.value = now.hint();
    frame.request();
}
// Looks up again what lies under the pointer, and updates the hint.
function end(): void {
    hint.value = "";
    gesture.value = null; // the workspace's own hint follows this
    window.removeEventListener("keydown", onKey, true);
    frame.request();
}

export function start(next: Gesture | null): boolean {
    if (gesture.peek()) cancel();
    if (!next) return false;
    gesture.value = next;
    window.addEventListener("keydown", onKey, true);
    tellHint(next);
    return true;
}
export function move(pointer: StagePointer): void {
    const now = gesture.peek();
    if (!now) return;
    now.move(pointer);
    if (gesture.peek() === now) tellHint(now);
}
export function finish(): void {
    const now = gesture.peek();
    end();
    now?.finish();
}
export function cancel(): void {
    const now = gesture.peek();
    end();
    now?.cancel();
}

// Pixels that the pointer must move before a press counts as a drag.
const DRAG_DISTANCE = 3;
const TOUCH_DRAG_DISTANCE = 8;
export function hasMoved(from: StagePointer, to: StagePointer): boolean {
    return (
        Math.hypot(to.screenX - from.screenX, to.screenY - from.screenY) >
        (from.touch ? TOUCH_DRAG_DISTANCE : DRAG_DISTANCE)
    );
}
