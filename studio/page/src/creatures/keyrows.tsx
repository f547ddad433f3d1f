// Keys over time: a row for each channel, and for each track of the selected one.
import type { JSX } from "preact";
import { time } from "../state/app.ts";
import { view } from "../timeline/view.ts";
import { drag } from "../widgets/gesture.ts";
import { tip } from "../widgets/tip.ts";
import { beginBox, keyMark } from "./keybox.tsx";
import { settle, showSoon } from "../state/dragpreview.ts";
import {
    chooseTrack,
    foundKeys,
    isSelected,
    keyHere,
    moveKeys,
    onFrame,
    selectedKeys,
    selectKey,
    track,
    tracks,
    tracksOf,
    type Track,
} from "./keys.ts";
import { channel, motion, openChannel } from "./state.ts";
import { focusView } from "./tools.ts";

export interface RowShape {
    readonly id: string;
    readonly label: string;
    readonly channel: string;
    readonly track: Track | null; // null on the row of a channel
    readonly times: readonly number[];
}
// Place and turn always have a row; other tracks have one if they have keys.
export function rowsNow(): readonly RowShape[] {
    return (motion.value?.channels ?? []).flatMap((one): RowShape[] => {
        const all = [...new Set(tracksOf(one).flatMap((of) => of.keys.map((key) => key.time)))].sort((a, b) => a - b);
        const head: RowShape = { id: one.name, label: one.name, channel: one.name, track: null, times: all };
        if (one.name !== channel.value?.name) return [head];
        const own = tracks.value.filter((of) => of.number < 2 || of.keys.length > 0);
        return [
            head,
            ...own.map(
                (of): RowShape => ({
                    id: `${one.name}/${of.id}`,
                    label: of.label,
                    channel: one.name,
                    track: of,
                    times: of.keys.map((key) => key.time),
                }),
            ),
        ];
    });
}

function KeyMark({ of, at, x, perSecond }: { of: Track; at: number; x: number; perSecond: number }): JSX.Element {
    const on = isSelected(of.id, at);
    const key = of.keys.find((one) => one.time === at);
    const down = (event: PointerEvent): void => {
        if (event.button !== 0) return;
        event.stopPropagation();
        const adds = event.shiftKey || event.ctrlKey || event.metaKey;
        chooseTrack(of.id);
        selectKey({ track: of.id, time: at }, adds);
        const from = foundKeys.peek();
        const moved = (e: PointerEvent, end: boolean) =>
            moveKeys(from, (e.clientX - event.clientX) / perSecond, e.altKey, end);
        drag(event, {
            move(e) {
                const next = moved(e, false);
                showSoon(() => next.command);
                selectedKeys.value = next.refs;
            },
            end(e, far) {
                const next = moved(e, true);
                if (far && settle(next.command)) selectedKeys.value = next.refs;
                else if (!far && !adds) {
                    selectedKeys.value = [{ track: of.id, time: at }];
                    time.value = at;
                }
            },
            cancel() {
                settle(null);
                selectedKeys.value = from.map((one) => ({ track: one.track.id, time: one.key.time }));
            },
        });
    };
    const press = (event: KeyboardEvent): void => {
        const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (!by) return;
        event.preventDefault();
        event.stopPropagation();
        const next = moveKeys(foundKeys.peek(), (by * (event.shiftKey ? 10 : 1)) / 30, false);
        if (settle(next.command)) selectedKeys.value = next.refs;
    };
    return (
        <button
            type="button"
            class={`mkey ${of.kind} ${key?.curve ?? ""}${on ? " on" : ""}`}
            style={{ left: `${x}px` }}
            aria-label={`Key of ${of.label} at ${at.toFixed(2)} seconds`}
            aria-pressed={on}
            tabIndex={on ? 0 : -1}
            onPointerDown={down}
            onKeyDown={press}
            data-test={`mkey-${of.id}-${Math.round(at * 1000)}`}
            {...keyMark(of.id, at)}
            {...tip(`${of.label} · ${at.toFixed(2)} s`)}
        />
    );
}

export function KeyRows({ width }: { width: number }) {
    const { from, to } = view.value;
    const perSecond = width / (to - from);
    const x = (at: number): number => (at - from) * perSecond;
    const add = (row: RowShape, event: MouseEvent & { currentTarget: HTMLElement }): void => {
        openChannel(row.channel);
        if (row.track) chooseTrack(row.track.id);
        time.value = Math.max(
            0,
            onFrame(from + (event.clientX - event.currentTarget.getBoundingClientRect().left) / perSecond),
        );
        keyHere();
    };
    // A press that becomes a box selection does not change the selected row.
    const press = (row: RowShape, event: PointerEvent): void => {
        if (event.button !== 0) return;
        focusView();
        if (!row.track) openChannel(row.channel);
        beginBox(event);
    };
    return (
        <>
            {rowsNow().map((row) => (
                <div
                    key={row.id}
                    class={row.track ? `mrow${track.value?.id === row.track.id ? " on" : ""}` : "mrow head"}
                    onPointerDown={(event) => press(row, event)}
                    onClick={() => row.track && chooseTrack(row.track.id)}
                    onDblClick={(event) => add(row, event)}
                    data-test={`keys-${row.id}`}
                >
                    {row.times.map((at, i) =>
                        row.track ? (
                            <KeyMark key={i} of={row.track} at={at} x={x(at)} perSecond={perSecond} />
                        ) : (
                            <span key={i} class="mdot" style={{ left: `${x(at)}px` }} />
                        ),
                    )}
                </div>
            ))}
        </>
    );
}
