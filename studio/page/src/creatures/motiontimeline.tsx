// The timeline of the open motion: transport and switches above, row names at the left, keys or curves at the right
// under the ruler and the events.
import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { TimeZoom } from "../timeline/timezoom.tsx";
import { Playhead, TimeScrollBar, TimeTrack } from "../timeline/timetrack.tsx";
import { Button, Empty, Icon, IconButton, openMenu, Segmented } from "../widgets/index.ts";
import { CurveEditor } from "./curveeditor.tsx";
import { EventLane } from "./eventlane.tsx";
import { beginBox, KeyBox } from "./keybox.tsx";
import { KeyRows, rowsNow, type RowShape } from "./keyrows.tsx";
import {
    chooseTrack,
    foundKeys,
    isSpecial,
    keyHere,
    mode,
    COMPONENTS,
    showMode,
    space,
    track,
    type SheetMode,
    type Space,
} from "./keys.ts";
import { addMotion } from "./motions.ts";
import { ActionButton } from "../tools/actionbutton.tsx";
import { MotionTransport } from "./motiontransport.tsx";
import { activeBody, channel, channelCommand, motion, openChannel, report } from "./state.ts";
import { send } from "../state/document.ts";
import "../timeline/sheet.css";
import "./motiontimeline.css";

const MODES: readonly { value: SheetMode; label: string; icon: string; shortcut: string }[] = [
    { value: "keys", label: "Keys", icon: "diamond", shortcut: "Shift+C" },
    { value: "curves", label: "Curves", icon: "chart-spline", shortcut: "Shift+C" },
];
const SPACES: readonly { value: Space; label: string }[] = [
    { value: "special", label: "On the body" },
    { value: "general", label: "Generalised" },
];

function Name({ row }: { row: RowShape }) {
    const on = row.track ? track.value?.id === row.track.id : channel.value?.name === row.channel;
    return (
        <button
            type="button"
            class={`mname ${row.track ? "track" : "head"}${on ? " on" : ""}${row.times.length ? "" : " bare"}`}
            onClick={() => (row.track ? chooseTrack(row.track.id) : openChannel(row.channel))}
            data-test={`row-${row.id}`}
        >
            {!row.track && <Icon name={on ? "chevron-down" : "chevron-right"} size={14} />}
            <span>{row.label}</span>
            <i>{row.times.length || ""}</i>
        </button>
    );
}
// Adds the first key of a weight or a deform, which creates its track.
function addTrackMenu(event: MouseEvent): void {
    const deforms = new Set((report.peek()?.members ?? []).length ? ["open", "curl"] : ["open"]);
    for (const name of Object.keys(channel.peek()?.deforms ?? {})) deforms.add(name);
    const start = (id: string, value: number): void => {
        if (send(channelCommand("curve.key", { track: id, key: { time: 0, value } }))) chooseTrack(id);
    };
    openMenu(
        [
            { label: "Weight of the place", run: () => start("place_weight", 1) },
            { label: "Weight of the turn", run: () => start("turn_weight", 1) },
            ...[...deforms].map((name) => ({ label: `Deform “${name}”`, run: () => start(`deform:${name}`, 0) })),
        ],
        event.currentTarget as Element,
        { label: "Add a track" },
    );
}
function Corner() {
    return (
        <div class="clip-corner">
            <span class="mcorner">{motion.value?.name}</span>
            <Button
                small
                kind="quiet"
                icon="plus"
                label="Track"
                title="A weight or a deform of the chosen channel"
                onClick={addTrackMenu}
                disabled={!channel.value}
                test="add-track"
            />
        </div>
    );
}
function Tools() {
    const of = track.value;
    return (
        <div class="sheet-tools" role="toolbar" aria-label="Keys">
            <Segmented
                label="Shown below"
                bare
                iconsOnly
                value={mode.value}
                options={MODES}
                onChange={showMode}
                test="motion-sheet"
            />
            <span class="sheet-gap" />
            <ActionButton small id="creatures.key" />
            <ActionButton small id="creatures.copy" />
            <ActionButton small id="creatures.paste" />
            <ActionButton small id="creatures.delete" />
            <ActionButton small id="creatures.key-before" />
            <ActionButton small id="creatures.key-after" />
            <span class="sheet-gap" />
            {mode.value === "curves" && (
                <div class="mspace">
                    <Segmented
                        label="Space of the values"
                        title="As they are kept, for any body; or what they are on the active body, in metres and degrees (3.3)"
                        bare
                        value={space.value}
                        options={SPACES}
                        onChange={(next) => void (space.value = next)}
                        test="curve-space"
                    />
                </div>
            )}
            {mode.value === "curves" && of && (
                <span class="mlegend">
                    {COMPONENTS[of.kind].map((name, part) => (
                        <span key={name} class={`part-${part}`}>
                            {of.kind === "turn" ? `about ${name}` : name}
                        </span>
                    ))}
                    {isSpecial(of) && activeBody.value && (
                        <em>{`${activeBody.value.name} of ${activeBody.value.of.name}`}</em>
                    )}
                </span>
            )}
            <span class="unseen" role="status">
                {foundKeys.value.length ? `${foundKeys.value.length} keys selected` : ""}
            </span>
        </div>
    );
}

export function MotionTimeline({ height }: { height: number }) {
    const area = useRef<HTMLDivElement>(null);
    const names = useRef<HTMLDivElement>(null);
    const size = useSignal({ width: 600, height: 120 });
    const open = useComputed(() => motion.value !== null);
    useEffect(() => {
        if (!area.current) return;
        const observer = new ResizeObserver(
            ([entry]) => entry && (size.value = { width: entry.contentRect.width, height: entry.contentRect.height }),
        );
        observer.observe(area.current);
        return () => observer.disconnect();
    }, [open.value]);
    if (!open.value)
        return (
            <section
                class="timeline sheet"
                aria-label="Timeline"
                style={{ height: `${height}px` }}
                data-test="motion-timeline"
            >
                <div class="sheet-empty mempty">
                    <Empty
                        icon="activity"
                        title="No motion yet"
                        text="Key it on one creature; it plays on all of them."
                        action={{ label: "New motion", icon: "plus", onClick: () => addMotion(), test: "first-motion" }}
                    />
                </div>
            </section>
        );
    const rows = rowsNow();
    const { width } = size.value;
    return (
        <section
            class="timeline sheet msheet"
            aria-label="Timeline"
            style={{ height: `${height}px` }}
            data-test="motion-timeline"
        >
            <div class="sheet-bar">
                <MotionTransport />
                <Tools />
                <TimeZoom />
            </div>
            <div class="sheet-body">
                <div class="sheet-left">
                    <Corner />
                    <div class="mnames" ref={names}>
                        {rows.map((row) => (
                            <Name key={row.id} row={row} />
                        ))}
                    </div>
                </div>
                <div class="sheet-right">
                    <TimeTrack lane={EventLane} ranged={false} />
                    <div class="sheet-keys" ref={area}>
                        {mode.value === "curves" ? (
                            <CurveEditor width={width} height={size.value.height} />
                        ) : (
                            <div
                                class="mrows"
                                onPointerDown={(event) => event.target === event.currentTarget && beginBox(event)}
                                onScroll={(event) =>
                                    names.current && (names.current.scrollTop = event.currentTarget.scrollTop)
                                }
                                data-test="key-rows"
                            >
                                <KeyRows width={width} />
                            </div>
                        )}
                        {track.value && track.value.keys.length === 0 && mode.value === "curves" && (
                            <div class="mhint">
                                <IconButton icon="diamond-plus" label="Key it here" shortcut="K" onClick={keyHere} />
                                <span>No keys yet. Drag the body in the view, or press K.</span>
                            </div>
                        )}
                        <KeyBox />
                        <Playhead width={width} bare />
                        <TimeScrollBar />
                    </div>
                </div>
            </div>
        </section>
    );
}
