// The timeline of the open line: its keystrokes as diamonds, hands that draw at it, contacts as bars, and keys of twists.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import { TimeZoom } from "../shell/timezoom.tsx";
import { view } from "../shell/timelineview.ts";
import { time } from "../state/app.ts";
import { send } from "../state/document.ts";
import { Playhead, Range, TimeTrack } from "../timeline/timetrack.tsx";
import { drag } from "../widgets/gesture.ts";
import { Icon } from "../widgets/index.ts";
import { tip } from "../widgets/tip.ts";
import { contactSet, onFrame, round, twistSet } from "./edits.ts";
import { settle, showSoon } from "./live.ts";
import { chooseKey, command, goToKey, isDrawing, keyIndex, length, line } from "./state.ts";
import { LineTools, LineTransport } from "./transport.tsx";
import "../timeline/sheet.css";
import "../creatures/motiontimeline.css";
import "./timeline.css";

interface Scale {
  readonly x: (at: number) => number;
  readonly perSecond: number;
}
const stop = (event: PointerEvent): boolean => {
  event.stopPropagation();
  return event.button === 0;
};

function Diamond({ index, scale }: { index: number; scale: Scale }): JSX.Element {
  const key = line.value!.keys[index]!;
  const on = keyIndex.value === index;
  const others = (): readonly number[] => line.peek()!.keys.filter((_, i) => i !== index).map((one) => one.time);
  // Never upon another: that one would give way.
  const to = (at: number): number => {
    const wanted = onFrame(at);
    return others().some((other) => Math.abs(other - wanted) < 0.0101) ? key.time : wanted;
  };
  const down = (event: PointerEvent): void => {
    if (!stop(event)) return;
    (event.currentTarget as HTMLElement).focus({ preventScroll: true });
    const from = key.time;
    goToKey(index);
    const move = (e: PointerEvent): number => to(from + (e.clientX - event.clientX) / scale.perSecond);
    const put = (at: number) => command("keystroke.move", { index, time: at });
    drag(event, {
      move(e) {
        const at = move(e);
        showSoon(() => put(at));
        chooseKey(at);
        time.value = at;
      },
      end(e, moved) {
        const at = move(e);
        settle(moved && at !== from ? put(at) : null);
        chooseKey(moved ? at : from);
        time.value = moved ? at : from;
      },
      cancel() {
        settle(null);
        chooseKey(from);
        time.value = from;
      },
    });
  };
  const press = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (event.key === "Enter" || event.key === " ") goToKey(index);
    else if (by) {
      const at = to(key.time + (by * (event.shiftKey ? 10 : 1)) / line.peek()!.rate);
      if (at !== key.time && send(command("keystroke.move", { index, time: at }))) {
        chooseKey(at);
        time.value = at;
      }
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button type="button" class={on ? "mkey stroke on" : "mkey stroke"} style={{ left: `${scale.x(key.time)}px` }} aria-label={`Keystroke ${index + 1} at ${key.time.toFixed(2)} seconds`} aria-pressed={on} onPointerDown={down} onKeyDown={press} data-test={`keystroke-${index}`} {...tip(`Keystroke ${index + 1} · ${key.time.toFixed(2)} s`)} />
  );
}

// A bar whose ends and middle are dragged.
function Bar({ from, to, label, test, scale, change }: { from: number; to: number; label: string; test: string; scale: Scale; change: (from: number, to: number, moved: number) => ReturnType<typeof contactSet> }): JSX.Element {
  const begin = (event: PointerEvent, ends: readonly [number, number]): void => {
    if (!stop(event)) return;
    const now = (e: PointerEvent) => {
      const by = (e.clientX - event.clientX) / scale.perSecond;
      const whole = ends[0] && ends[1];
      const start = ends[0] ? Math.max(0, onFrame(from + by)) : from;
      const end = whole ? start + (to - from) : ends[1] ? onFrame(to + by) : to;
      return change(round(Math.min(start, to - (whole ? -1e9 : 0.02))), round(Math.max(end, start + 0.02)), whole ? start - from : 0);
    };
    drag(event, { move: (e) => showSoon(() => now(e)), end: (e, moved) => void settle(moved ? now(e) : null), cancel: () => void settle(null) });
  };
  return (
    <div class="lbar" style={{ left: `${scale.x(from)}px`, width: `${Math.max(8, (to - from) * scale.perSecond)}px` }} onPointerDown={(e) => begin(e, [1, 1])} data-test={test} {...tip(`${label} · ${from.toFixed(2)} to ${to.toFixed(2)} s`)}>
      <i class="lbar-end" onPointerDown={(e) => begin(e, [1, 0])} data-test={`${test}-from`} />
      <span>{label}</span>
      <i class="lbar-end" onPointerDown={(e) => begin(e, [0, 1])} data-test={`${test}-to`} />
    </div>
  );
}
function ContactRow({ index, scale }: { index: number; scale: Scale }) {
  const contact = line.value!.contacts![index]!;
  const change = (from: number, to: number, moved: number) =>
    contactSet(index, { from, to, keys: contact.keys.map(({ time: at, place, turn }) => ({ time: round(Math.max(0, at + moved)), place, ...(turn ? { turn } : {}) })) as never });
  return <Bar from={contact.from} to={contact.to} label={contact.bone} test={`contact-bar-${index}`} scale={scale} change={change} />;
}
function TwistRow({ index, scale }: { index: number; scale: Scale }) {
  const twist = line.value!.twists![index]!;
  return (
    <>
      {twist.keys.map((key, k) => {
        const put = (at: number) => twistSet(index, { keys: [...twist.keys.filter((one, i) => i !== k && Math.abs(one.time - at) > 1e-3), { time: at, angle: key.angle }].sort((a, b) => a.time - b.time) });
        const down = (event: PointerEvent): void => {
          if (!stop(event)) return;
          time.value = key.time;
          const at = (e: PointerEvent): number => onFrame(key.time + (e.clientX - event.clientX) / scale.perSecond);
          drag(event, { move: (e) => showSoon(() => put(at(e))), end: (e, moved) => void settle(moved ? put(at(e)) : null), cancel: () => void settle(null) });
        };
        return <button key={k} type="button" class="mkey turn" style={{ left: `${scale.x(key.time)}px` }} aria-label={`Twist of ${twist.bone} at ${key.time.toFixed(2)} seconds`} onPointerDown={down} {...tip(`${twist.bone} · ${Math.round((key.angle * 180) / Math.PI)}° · ${key.time.toFixed(2)} s`)} />;
      })}
    </>
  );
}

interface RowShape {
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  readonly count: number;
  readonly body: (scale: Scale) => JSX.Element | JSX.Element[];
}
function rows(): readonly RowShape[] {
  const now = line.value!;
  const bodies = isDrawing.value ? [] : [
    ...(now.contacts ?? []).map((one, i): RowShape => ({ id: `contact-${i}`, label: `${one.bone} stays`, icon: "footprints", count: one.keys.length, body: (scale) => <ContactRow index={i} scale={scale} /> })),
    ...(now.twists ?? []).map((one, i): RowShape => ({ id: `twist-${i}`, label: `${one.bone} twists`, icon: "rotate-3d", count: one.keys.length, body: (scale) => <TwistRow index={i} scale={scale} /> })),
  ];
  return [
    { id: "strokes", label: "Keystrokes", icon: "spline", count: now.keys.length, body: (scale) => now.keys.map((_, i) => <Diamond key={i} index={i} scale={scale} />) },
    ...(now.pulls.length
      ? [{ id: "pulls", label: "Pulls", icon: "hand", count: now.pulls.length, body: (scale: Scale) => now.pulls.map((pull, i) => <span key={i} class="lpull" style={{ left: `${scale.x(pull.points[0]?.[0] ?? 0)}px`, width: `${Math.max(6, ((pull.points.at(-1)?.[0] ?? 0) - (pull.points[0]?.[0] ?? 0)) * scale.perSecond)}px` }} {...tip(`A hand at ${Math.round(100 * pull.along)} % of the line`)} />) }]
      : []),
    ...bodies,
  ];
}

// Under the ruler: how long the line is, with what settles after the last keystroke.
function Span({ width }: { width: number }) {
  const { from, to } = view.value;
  const x = (at: number): number => ((at - from) / (to - from)) * width;
  const last = line.value?.keys.at(-1)?.time ?? 0;
  if (!line.value?.keys.length) return <div class="event-lane" />;
  return (
    <div class="event-lane">
      <span class="event-room" style={{ left: `${x(0)}px`, width: `${x(length.value) - x(0)}px` }} />
      <span class="lsettle" style={{ left: `${x(last)}px`, width: `${Math.max(0, x(length.value) - x(last))}px` }} {...tip("It settles")} />
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
  const scale: Scale = { x: (at) => (at - from) * perSecond, perSecond };
  const all = open ? rows() : [];
  return (
    <section class="timeline sheet msheet" aria-label="Timeline" style={{ height: `${height}px` }} data-test="line-timeline">
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
          <TimeTrack lane={Span} ranged={false} />
          <div class="sheet-keys" ref={area}>
            <div class="mrows">
              {all.map((row) => (
                <div key={row.id} class="mrow lrow" data-test={`lane-${row.id}`}>
                  {row.body(scale)}
                </div>
              ))}
            </div>
            <Playhead width={width.value} bare />
            <Range />
          </div>
        </div>
      </div>
    </section>
  );
}
