// Modal transforms of keys, which follow the pointer without a pressed button: G moves, S scales about the playhead,
// a duplicate moves too. Arrows move by frames, digits set the amount, Enter or a click confirms, Escape cancels.
import { hint } from "../state/app.ts";
import { ofProject } from "../state/owned.ts";
import { shownFrame } from "./canvas.ts";
import { copied, describe, make, moved, scaled, shift, show, snapped, takeBack } from "./edit.ts";
import type { Change } from "./edit.ts";
import type { KeyRef } from "./model.ts";
import { pixelsPerSecond, xOf } from "./picture.ts";
import { announce, clipTime, frameSeconds, selectedKeys } from "./state.ts";

export type TransformKind = "move" | "scale" | "copy";

// Calls `take` at most once a frame, with the latest value.
export function perFrame<T>(take: (value: T) => void): { put: (value: T) => void; drop: () => void } {
    let waiting = 0;
    let latest: T;
    return {
        put(value) {
            latest = value;
            waiting ||= requestAnimationFrame(() => {
                waiting = 0;
                take(latest);
            });
        },
        drop() {
            cancelAnimationFrame(waiting);
            waiting = 0;
        },
    };
}

// Shifts all keys by the amount that brings `anchor` to its snapped time.
export function moveBy(keys: readonly KeyRef[], anchor: KeyRef, by: number, free: boolean, copy: boolean): Change {
    const at = snapped(anchor.key.time + by, free);
    const delta = shift(keys, at - anchor.key.time);
    return copy ? copied(keys, delta) : moved(keys, (ref) => ref.key.time + delta);
}

interface Amount {
    readonly pixels: number; // of the pointer, since the transform began
    readonly frames: number; // moved by arrow keys
    readonly typed: string;
    readonly free: boolean;
}
function changeOf(
    kind: TransformKind,
    keys: readonly KeyRef[],
    startX: number,
    amount: Amount,
): { change: Change; words: string } {
    const frame = frameSeconds.peek();
    const typed = amount.typed === "" ? null : Number(amount.typed);
    const perSecond = pixelsPerSecond(shownFrame.peek());
    if (kind === "scale") {
        const about = clipTime();
        const distance = startX - xOf(shownFrame.peek(), about);
        const farthest = Math.max(...keys.map((ref) => Math.abs(ref.key.time - about)), frame);
        const dragged =
            (Math.abs(distance) < 8 ? 1 + amount.pixels / 100 : (distance + amount.pixels) / distance) +
            (amount.frames * frame) / farthest;
        const factor = Number.isFinite(typed ?? NaN) ? typed! : dragged;
        return { change: scaled(keys, about, factor, amount.free), words: `× ${factor.toFixed(2)} about the playhead` };
    }
    const exact =
        typed !== null && Number.isFinite(typed) ? typed * frame : amount.frames * frame + amount.pixels / perSecond;
    const change = moveBy(keys, keys[0]!, exact, amount.free || typed !== null, kind === "copy");
    return { change, words: `${exact >= 0 ? "+" : "−"}${Math.round(Math.abs(exact) / frame)} frames` };
}

const transformState = ofProject(
    () => ({
        ending: null as (() => void) | null,
        pointerX: null as number | null, // the last position of the pointer on the canvas, where a scale starts
    }),
    ({ ending }) => ending?.(),
);
export const isTransforming = (): boolean => transformState.ending !== null;

export function transform(kind: TransformKind): void {
    const keys = [...selectedKeys.peek()].sort((a, b) => a.key.time - b.key.time);
    if (!keys.length || transformState.ending) return;
    let amount: Amount = { pixels: 0, frames: 0, typed: "", free: false };
    let from: number | null = null; // where the pointer was when it first moved
    const startX = transformState.pointerX ?? xOf(shownFrame.peek(), keys[0]!.key.time);
    const update = (): void => {
        const { change, words } = changeOf(kind, keys, startX, amount);
        show(change);
        hint.value = `${kind === "scale" ? "Scale" : kind === "copy" ? "Duplicate" : "Move"} ${keys.length} ${keys.length === 1 ? "key" : "keys"}: ${words} · Enter keeps it, Esc takes it back`;
    };
    const frames = perFrame(update);
    const set = (next: Partial<Amount>): void => {
        amount = { ...amount, ...next };
        frames.put(undefined as never);
    };
    const move = (event: PointerEvent): void => {
        from ??= event.clientX;
        set({ pixels: event.clientX - from, free: event.altKey });
    };
    const end = (keep: boolean): void => {
        transformState.ending?.();
        frames.drop();
        const { change } = changeOf(kind, keys, startX, amount);
        if (keep) make(change);
        else takeBack();
        announce(keep ? describe(selectedKeys.peek()) : "Taken back");
    };
    const key = (event: KeyboardEvent): void => {
        if (event.key === "Enter") end(true);
        else if (event.key === "Escape") end(false);
        else if (event.key === "ArrowLeft" || event.key === "ArrowRight")
            set({ frames: amount.frames + (event.key === "ArrowRight" ? 1 : -1) * (event.shiftKey ? 10 : 1) });
        else if (/^[0-9.\-]$/.test(event.key))
            set({
                typed:
                    event.key === "-"
                        ? amount.typed.startsWith("-")
                            ? amount.typed.slice(1)
                            : `-${amount.typed}`
                        : amount.typed + event.key,
            });
        else if (event.key === "Backspace") set({ typed: amount.typed.slice(0, -1) });
        else if (event.key === "Alt") set({ free: true });
        else if (event.key === "Tab" || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        event.stopPropagation();
    };
    const down = (event: PointerEvent): void => {
        event.preventDefault();
        event.stopPropagation();
        end(event.button === 0);
    };
    const menu = (event: Event): void => event.preventDefault();
    window.addEventListener("pointermove", move, true);
    window.addEventListener("pointerdown", down, true);
    window.addEventListener("keydown", key, true);
    window.addEventListener("contextmenu", menu, true);
    transformState.ending = () => {
        window.removeEventListener("pointermove", move, true);
        window.removeEventListener("pointerdown", down, true);
        window.removeEventListener("keydown", key, true);
        setTimeout(() => window.removeEventListener("contextmenu", menu, true));
        hint.value = "";
        transformState.ending = null;
    };
    update();
}

export function rememberPointer(x: number | null): void {
    transformState.pointerX = x;
}
