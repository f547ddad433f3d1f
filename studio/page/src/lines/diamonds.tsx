// Keystrokes on the timeline: selected, moved together, copied with Alt, and selected by dragging over the lane.
import { useSignal } from "@preact/signals";
import { time } from "../state/app.ts";
import { drag } from "../widgets/gesture.ts";
import { tip } from "../widgets/tip.ts";
import { onFrame } from "./edits.ts";
import { copyKeysBy, moveKeys, nudgeKeys, type Moved } from "./keymoves.ts";
import { settle, showSoon } from "../state/dragpreview.ts";
import type { Scale } from "./scale.ts";
import { chooseKey, chooseKeys, goToKey, keyIndex, keyIndexes, line, toggleKey } from "./state.ts";

// Drags the selected keystrokes by whole frames, as far as the pressed one is dragged.
function beginDrag(event: PointerEvent, index: number, scale: Scale): void {
    const { keys } = line.peek()!;
    const from = keys[index]!.time;
    const all = keyIndexes.peek();
    const before = all.map((i) => keys[i]!.time);
    let [last, copies]: [Moved | null, boolean] = [null, event.altKey];
    const moved = (e: PointerEvent): Moved | null => {
        const by = onFrame(from + (e.clientX - event.clientX) / scale.perSecond) - from;
        copies = e.altKey;
        return by === 0 ? null : copies ? copyKeysBy(keys, all, by) : moveKeys(keys, all, by);
    };
    const show = (times: readonly number[]): void => {
        chooseKeys(times);
        time.value = times[all.indexOf(index)] ?? times.at(-1)!;
    };
    drag(event, {
        move(e) {
            const next = moved(e);
            if (!next) return;
            last = next;
            showSoon(() => next.commands);
            show(next.times);
        },
        end(e, went) {
            const next = moved(e) ?? (went && copies === e.altKey ? last : null);
            const done = settle(went && next ? next.commands : null);
            show(done ? next!.times : went ? before : [from]);
        },
        cancel() {
            settle(null);
            show(before);
        },
    });
}

function Diamond({ index, scale }: { index: number; scale: Scale }) {
    const key = line.value!.keys[index]!;
    const chosen = keyIndexes.value.includes(index);
    const down = (event: PointerEvent): void => {
        event.stopPropagation();
        if (event.button !== 0) return;
        (event.currentTarget as HTMLElement).focus({ preventScroll: true });
        if (event.shiftKey || event.ctrlKey || event.metaKey) return toggleKey(index);
        if (!chosen) goToKey(index);
        beginDrag(event, index, scale);
    };
    const press = (event: KeyboardEvent): void => {
        const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (event.ctrlKey || event.metaKey) return;
        if (event.key === "Enter" || event.key === " ") goToKey(index);
        else if (by) {
            if (!chosen) goToKey(index);
            nudgeKeys(by * (event.shiftKey ? 10 : 1));
        } else return;
        event.preventDefault();
        event.stopPropagation();
    };
    const name = `Keystroke ${index + 1} at ${key.time.toFixed(2)} seconds`;
    return (
        <button
            type="button"
            class={`mkey stroke${chosen ? " on" : ""}${keyIndex.value === index ? " first" : ""}`}
            style={{ left: `${scale.x(key.time)}px` }}
            aria-label={name}
            aria-pressed={chosen}
            onPointerDown={down}
            onKeyDown={press}
            data-test={`keystroke-${index}`}
            {...tip(`Keystroke ${index + 1} · ${key.time.toFixed(2)} s. Drag to move, with Alt to copy`)}
        />
    );
}

// The lane beneath the diamonds: dragging selects the keystrokes it passes, a click selects none.
export function StrokeLane({ scale }: { scale: Scale }) {
    const band = useSignal<{ readonly from: number; readonly to: number } | null>(null);
    const down = (event: PointerEvent): void => {
        if (event.button !== 0) return;
        const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
        const oldTimes = event.shiftKey ? keyIndexes.peek().map((i) => line.peek()!.keys[i]!.time) : [];
        const x = event.clientX - box.left;
        drag(event, {
            move(e) {
                const [a, b] = [Math.min(x, e.clientX - box.left), Math.max(x, e.clientX - box.left)];
                band.value = { from: a, to: b };
                const within = line
                    .peek()!
                    .keys.map((one) => one.time)
                    .filter((at) => scale.x(at) >= a && scale.x(at) <= b);
                chooseKeys([...oldTimes.filter((at) => !within.includes(at)), ...within]);
            },
            end(_, moved) {
                band.value = null;
                if (!moved && !event.shiftKey) chooseKey(null);
            },
            cancel: () => (band.value = null),
        });
    };
    return (
        <div class="lane-room" onPointerDown={down} data-test="lane-room">
            {band.value && (
                <span
                    class="lane-band"
                    style={{ left: `${band.value.from}px`, width: `${band.value.to - band.value.from}px` }}
                />
            )}
            {line.value!.keys.map((_, i) => (
                <Diamond key={i} index={i} scale={scale} />
            ))}
        </div>
    );
}
