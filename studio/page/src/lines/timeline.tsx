// The timeline of the open line: keystrokes as diamonds, pulls and contacts as bars, and keys of twists.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import { TimeZoom } from "../timeline/timezoom.tsx";
import { view } from "../timeline/view.ts";
import { Playhead, TimeScrollBar, TimeTrack } from "../timeline/timetrack.tsx";
import { Icon } from "../widgets/index.ts";
import { tip } from "../widgets/tip.ts";
import { ContactBar, PullBar, TwistLane } from "./bars.tsx";
import { StrokeLane } from "./diamonds.tsx";
import type { Scale } from "./scale.ts";
import { isDrawing, length, line } from "./state.ts";
import { LineTools, LineTransport } from "./transport.tsx";
import "../timeline/sheet.css";
import "../creatures/motiontimeline.css";
import "./timeline.css";

interface RowShape {
    readonly id: string;
    readonly label: string;
    readonly icon: string;
    readonly count: number;
    readonly body: (scale: Scale) => JSX.Element | JSX.Element[];
}
function rows(): readonly RowShape[] {
    const now = line.value!;
    const bodies = isDrawing.value
        ? []
        : [
              ...(now.contacts ?? []).map(
                  (one, i): RowShape => ({
                      id: `contact-${i}`,
                      label: `${one.bone} stays`,
                      icon: "footprints",
                      count: one.keys.length,
                      body: (scale) => <ContactBar index={i} scale={scale} />,
                  }),
              ),
              ...(now.twists ?? []).map(
                  (one, i): RowShape => ({
                      id: `twist-${i}`,
                      label: `${one.bone} twists`,
                      icon: "rotate-3d",
                      count: one.keys.length,
                      body: (scale) => <TwistLane index={i} scale={scale} />,
                  }),
              ),
          ];
    return [
        {
            id: "strokes",
            label: "Keystrokes",
            icon: "spline",
            count: now.keys.length,
            body: (scale) => <StrokeLane scale={scale} />,
        },
        ...(now.pulls.length
            ? [
                  {
                      id: "pulls",
                      label: "Pulls",
                      icon: "hand",
                      count: now.pulls.length,
                      body: (scale: Scale) => now.pulls.map((_, i) => <PullBar key={i} index={i} scale={scale} />),
                  },
              ]
            : []),
        ...bodies,
    ];
}

// Under the ruler: the length of the line, including the time in which it settles after the last keystroke.
function LengthBar({ width }: { width: number }) {
    const { from, to } = view.value;
    const x = (at: number): number => ((at - from) / (to - from)) * width;
    const last = line.value?.keys.at(-1)?.time ?? 0;
    if (!line.value?.keys.length) return <div class="event-lane" />;
    return (
        <div class="event-lane">
            <span class="event-room" style={{ left: `${x(0)}px`, width: `${x(length.value) - x(0)}px` }} />
            <span
                class="lsettle"
                style={{ left: `${x(last)}px`, width: `${Math.max(0, x(length.value) - x(last))}px` }}
                {...tip("It settles")}
            />
        </div>
    );
}

export function LineTimeline({ height }: { height: number }) {
    const area = useRef<HTMLDivElement>(null);
    const width = useSignal(600);
    const open = line.value !== null;
    useEffect(() => {
        if (!area.current) return;
        const observer = new ResizeObserver(([entry]) => entry && (width.value = entry.contentRect.width));
        observer.observe(area.current);
        return () => observer.disconnect();
    }, [open]);
    const { from, to } = view.value;
    const perSecond = width.value / (to - from);
    const scale: Scale = { x: (at) => (at - from) * perSecond, at: (x) => from + x / perSecond, perSecond };
    const all = open ? rows() : [];
    return (
        <section
            class="timeline sheet msheet"
            aria-label="Timeline"
            style={{ height: `${height}px` }}
            data-test="line-timeline"
        >
            <div class="sheet-bar">
                <LineTransport />
                {open && <LineTools />}
                <TimeZoom />
            </div>
            <div class="sheet-body">
                <div class="sheet-left">
                    <div class="clip-corner">
                        <span class="mcorner">{line.value?.name ?? "No line"}</span>
                    </div>
                    <div class="mnames">
                        {all.map((row) => (
                            <div key={row.id} class="mname lname" data-test={`row-${row.id}`}>
                                <Icon name={row.icon} size={14} />
                                <span>{row.label}</span>
                                <i>{row.count || ""}</i>
                            </div>
                        ))}
                    </div>
                </div>
                <div class="sheet-right">
                    <TimeTrack lane={LengthBar} ranged={false} />
                    <div class="sheet-keys" ref={area}>
                        <div class="mrows">
                            {all.map((row) => (
                                <div key={row.id} class="mrow lrow" data-test={`lane-${row.id}`}>
                                    {row.body(scale)}
                                </div>
                            ))}
                        </div>
                        <Playhead width={width.value} bare />
                        <TimeScrollBar />
                    </div>
                </div>
            </div>
        </section>
    );
}
