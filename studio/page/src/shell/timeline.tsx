// The strip of time at the bottom: transport at the left, ruler and lanes with the playhead at the right.
import { effect, useComputed } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isStaged } from "../core/project.ts";
import type { Scene } from "../core/project.ts";
import { duration, playing, rate, recording, scene, time, workspace } from "../state/app.ts";
import { drag } from "../widgets/gesture.ts";
import { IconButton } from "../widgets/iconbutton.tsx";
import { tip } from "../widgets/tip.ts";
import { fitAll, isFitted, onFrame, panTime, showFrom, ticks, view, whole, zoomTime } from "./timelineview.ts";
import { Transport } from "./transport.tsx";
import "./timeline.css";

// A scene brings how long it is and how many frames a second has.
let sceneShown = "";
function useScene(): void {
  useEffect(
    () =>
      effect(() => {
        const now = scene.value;
        if (!now) return;
        duration.value = now.seconds;
        rate.value = Math.max(1, now.rate);
        if (now.name !== sceneShown && time.peek() > now.seconds) time.value = 0;
        sceneShown = now.name; // a stage that plays on beyond its length is not called back by a change
      }),
    [],
  );
}

function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

interface Mark {
  readonly time: number;
  readonly text: string;
}
// What happens at set times: keys of a tour, entries of a script.
function marksOf(shown: Scene | null): Mark[] {
  if (!shown) return [];
  if (!isStaged(shown)) return shown.keys.map((k) => ({ time: k.time, text: Object.keys(k.place).join(" + ") }));
  return shown.script.flatMap((entry) => {
    const at = entry["time"];
    return typeof at === "number" ? [{ time: at, text: [entry["do"], entry["actor"]].filter(Boolean).join(": ") }] : [];
  });
}

function Ruler({ width }: { width: number }) {
  const shown = view.value;
  const x = (seconds: number): number => Math.round(((seconds - shown.from) / (shown.to - shown.from)) * width) + 0.5;
  return (
    <svg class="ruler" width={width} height={22} aria-hidden="true">
      {ticks(shown, width).map((tick) => (
        <g key={tick.time} class={tick.label ? "large" : "small"}>
          <line x1={x(tick.time)} x2={x(tick.time)} y1={tick.label ? 4 : 16} y2={22} />
          {tick.label && (
            <text x={x(tick.time) + 4} y={13}>
              {tick.label}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

function Lanes({ width }: { width: number }) {
  const shown = view.value;
  const now = scene.value;
  const x = (seconds: number): number => ((seconds - shown.from) / (shown.to - shown.from)) * width;
  if (!now) return <p class="lanes-empty">A scene's timing appears here once the Stage workspace has one.</p>;
  const [from, to] = [Math.max(-8, x(0)), Math.min(width + 8, x(now.seconds))];
  return (
    <div class="lane">
      <span class="lane-after" style={{ left: `${to}px` }} />
      <div class="lane-bar" style={{ left: `${from}px`, width: `${Math.max(0, to - from)}px` }}>
        <span>{now.name}</span>
      </div>
      {marksOf(now).map((mark, i) => (
        <span key={i} class="lane-mark" style={{ left: `${x(mark.time)}px` }} {...tip(`${mark.time.toFixed(2)} s · ${mark.text}`)} />
      ))}
    </div>
  );
}

// Moved by its own signal: nothing else is drawn anew while time runs.
function Playhead({ width }: { width: number }) {
  const style = useComputed(() => {
    const { from, to } = view.value;
    const share = (time.value - from) / (to - from);
    return `translate:${(share * width).toFixed(1)}px;visibility:${share < -0.001 || share > 1.001 ? "hidden" : "visible"}`;
  });
  return (
    <div class={recording.value ? "playhead recording" : "playhead"} style={style}>
      <svg width="11" height="13" viewBox="0 0 11 13" aria-hidden="true">
        <path d="M1.500 0.500 H9.500 A1 1 0 0 1 10.500 1.500 V7.500 L5.500 12.500 L0.500 7.500 V1.500 A1 1 0 0 1 1.500 0.500 Z" />
      </svg>
    </div>
  );
}

// Which part of the whole is in sight, once it is not all of it; dragged, it moves along.
function Range() {
  if (isFitted.value) return null;
  const [all, now] = [whole.value, view.value];
  const share = (seconds: number): number => (seconds - all.from) / (all.to - all.from);
  const down = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
    event.preventDefault();
    event.stopPropagation();
    const room = event.currentTarget.parentElement!.clientWidth;
    const from = now.from;
    drag(event, { move: (_, dx) => showFrom(from + (dx / room) * (all.to - all.from)) });
  };
  return (
    <div class="time-range" data-test="time-range">
      <span style={{ left: `${100 * share(now.from)}%`, width: `${100 * (share(now.to) - share(now.from))}%` }} onPointerDown={down} {...tip("What is in sight; drag to move along")} />
    </div>
  );
}

function Track() {
  const { ref, width } = useWidth();
  const seek = (event: PointerEvent): void => {
    const box = ref.current?.getBoundingClientRect();
    if (!box) return;
    const { from, to } = view.value;
    time.value = onFrame(from + ((event.clientX - box.left) / box.width) * (to - from));
  };
  const down = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    playing.value = false;
    seek(event);
    drag(event, { move: seek });
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const box = ref.current!.getBoundingClientRect();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) panTime((event.deltaX || event.deltaY) / box.width);
    else zoomTime(Math.exp(-event.deltaY / 400), (event.clientX - box.left) / box.width);
  };
  useEffect(() => {
    const element = ref.current; // Preact's own wheel listeners may not keep the page from scrolling
    element?.addEventListener("wheel", wheel, { passive: false });
    return () => element?.removeEventListener("wheel", wheel);
  }, []);
  const now = useComputed(() => Number(time.value.toFixed(3)));
  const words = useComputed(() => `${time.value.toFixed(2)} seconds, frame ${Math.round(time.value * rate.value)}`);
  return (
    <div
      ref={ref}
      class="time-track"
      role="slider"
      tabIndex={0}
      aria-label="Time"
      aria-valuemin={0}
      aria-valuemax={duration.value}
      aria-valuenow={now}
      aria-valuetext={words}
      data-test="ruler"
      onPointerDown={down}
    >
      <Ruler width={width} />
      <Lanes width={width} />
      <Playhead width={width} />
      <Range />
    </div>
  );
}

export function Timeline({ height }: { height: number }) {
  useScene();
  return (
    <section class={workspace.value === "stage" ? "timeline" : "timeline quiet"} aria-label="Timeline" style={{ height: `${height}px` }} data-test="timeline">
      <Transport />
      <Track />
      <div class="time-zoom">
        <IconButton small icon="zoom-out" label="Show more time" onClick={() => zoomTime(0.7, 0.5)} disabled={isFitted.value} />
        <IconButton small icon="zoom-in" label="Show less time" onClick={() => zoomTime(1.4, 0.5)} />
        <IconButton small icon="move-horizontal" label="Show all of the time" onClick={fitAll} disabled={isFitted.value} />
      </div>
    </section>
  );
}
