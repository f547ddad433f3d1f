// Under the ruler: the length of the motion and its events, which games receive. A double click adds an event, a drag
// moves it, Enter renames it.
import { signal } from "@preact/signals";
import type { MotionEvent } from "../core/project.ts";
import { duration } from "../state/app.ts";
import { send } from "../state/document.ts";
import { view } from "../timeline/view.ts";
import { drag } from "../widgets/gesture.ts";
import { TextField, openMenu, tip } from "../widgets/index.ts";
import { settle, showSoon } from "../state/dragpreview.ts";
import { onFrame } from "./keys.ts";
import { command, motion } from "./state.ts";

const renamed = signal<number | null>(null); // index of the event that is being renamed

const sortByTime = (events: readonly MotionEvent[]): readonly MotionEvent[] =>
    [...events].sort((a, b) => a.time - b.time);
const setEvents = (events: readonly MotionEvent[]) => command("motion.set", { events: sortByTime(events) });
const clampToMotion = (at: number): number => Math.min(Math.max(0, onFrame(at)), motion.peek()?.length ?? 0);

function addAt(at: number): void {
    const now = motion.peek();
    if (!now) return;
    const event = { time: clampToMotion(at), name: "event" };
    if (send(setEvents([...now.events, event]))) renamed.value = sortByTime([...now.events, event]).indexOf(event);
}

function Flag({ index, x, perSecond }: { index: number; x: number; perSecond: number }) {
    const now = motion.value!;
    const event = now.events[index]!;
    const changed = (keys: Partial<MotionEvent>) =>
        setEvents(now.events.map((other, i) => (i === index ? { ...other, ...keys } : other)));
    const remove = (): void => void send(setEvents(now.events.filter((_, i) => i !== index)));
    const down = (e: PointerEvent): void => {
        if (e.button !== 0) return;
        e.stopPropagation();
        drag(e, {
            move: (_, dx) => showSoon(() => changed({ time: clampToMotion(event.time + dx / perSecond) })),
            end: (up, moved) =>
                void settle(
                    moved ? changed({ time: clampToMotion(event.time + (up.clientX - e.clientX) / perSecond) }) : null,
                ),
            cancel: () => void settle(null),
        });
    };
    const keys = (e: KeyboardEvent): void => {
        if (e.key === "Delete" || e.key === "Backspace") remove();
        else if (e.key === "Enter" || e.key === "F2") renamed.value = index;
        else if (e.key === "ArrowLeft" || e.key === "ArrowRight")
            send(changed({ time: clampToMotion(event.time + (e.key === "ArrowLeft" ? -1 : 1) / 30) }));
        else return;
        e.preventDefault();
        e.stopPropagation();
    };
    if (renamed.value === index)
        return (
            <div
                class="event-name"
                style={{ left: `${x}px` }}
                onPointerDown={(e) => e.stopPropagation()}
                onDblClick={(e) => e.stopPropagation()}
                onFocusOut={() => (renamed.value = null)}
            >
                <TextField
                    search
                    autoFocus
                    label="Name of the event"
                    value={event.name}
                    onChange={(name) => {
                        if (name) send(changed({ name }));
                        renamed.value = null;
                    }}
                    test="event-name"
                />
            </div>
        );
    return (
        <button
            type="button"
            class="event-flag"
            style={{ left: `${x}px` }}
            aria-label={`Event ${event.name} at ${event.time.toFixed(2)} seconds`}
            onPointerDown={down}
            onDblClick={(e) => {
                e.stopPropagation();
                renamed.value = index;
            }}
            onContextMenu={(e) => {
                e.preventDefault();
                openMenu(
                    [
                        { label: "Rename", icon: "text-cursor-input", run: () => void (renamed.value = index) },
                        { label: "Delete", icon: "trash-2", danger: true, run: remove },
                    ],
                    e,
                    { label: event.name },
                );
            }}
            onKeyDown={keys}
            data-test={`event-${event.name}`}
            {...tip(`${event.name} · ${event.time.toFixed(2)} s`)}
        >
            {event.name}
        </button>
    );
}

export function EventLane({ width }: { width: number }) {
    const { from, to } = view.value;
    const perSecond = width / (to - from);
    const x = (at: number): number => (at - from) * perSecond;
    const now = motion.value;
    return (
        <div
            class="event-lane"
            onDblClick={(e) => addAt(from + (e.clientX - e.currentTarget.getBoundingClientRect().left) / perSecond)}
            data-test="event-lane"
        >
            <span class="event-room" style={{ left: `${x(0)}px`, width: `${duration.value * perSecond}px` }} />
            {now?.events.map((_, i) => (
                <Flag key={i} index={i} x={x(now.events[i]!.time)} perSecond={perSecond} />
            ))}
        </div>
    );
}
