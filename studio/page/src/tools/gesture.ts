// A gesture: something that follows the pointer until it is finished or cancelled. One runs at a time; it makes at most one
// step of undo.
import { signal } from "@preact/signals";
import type { Painter } from "../draw/painter.ts";
import { hint } from "../state/app.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { frame } from "../state/workspaces.ts";
import type { Places } from "./geometry.ts";

export interface Gesture {
  readonly cursor: string;
  readonly modal?: boolean; // follows the pointer with no button down; a press finishes it
  readonly places?: Places; // where handles are meanwhile
  hint(): string;
  move(pointer: StagePointer): void;
  press?(pointer: StagePointer): boolean; // a modal one: true where a press does not finish it
  finish(): void;
  cancel(): void;
  key?(event: KeyboardEvent): boolean; // true: taken
  draw?(painter: Painter): void;
}

export const gesture = signal<Gesture | null>(null);

function onKey(event: KeyboardEvent): void {
  const now = gesture.peek();
  if (!now) return;
  const taken = event.key === "Escape" || (event.key === "Enter" && now.modal) || (now.key?.(event) ?? false);
  // While something follows the pointer, no other key may change what it works on.
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
// What lies under the pointer now is looked at anew, and says what it does.
function end(): void {
  gesture.value = null;
  hint.value = "";
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

// Pixels that the pointer must go before a press counts as a drag.
const SLACK = 3;
const TOUCH_SLACK = 8;
export function hasMoved(from: StagePointer, to: StagePointer): boolean {
  return Math.hypot(to.screenX - from.screenX, to.screenY - from.screenY) > (from.touch ? TOUCH_SLACK : SLACK);
}
