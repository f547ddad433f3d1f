// The states of a behaviour and the transitions between them. The active state is lit; a transition flashes when it is taken.
// Drag states about, and from the ring of one to another for a transition.
import { signal, useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Behaviour, State } from "../../core/project.ts";
import { Thumbnail } from "../../draw/thumbnail.tsx";
import { project } from "../../state/document.ts";
import { drag } from "../../widgets/gesture.ts";
import { Icon, IconButton } from "../../widgets/index.ts";
import { openMenu } from "../../widgets/menu.tsx";
import { tip } from "../../widgets/tip.ts";
import type { Arrow } from "./arrows.ts";
import { arrowsFor, headOf, LABEL_WIDE, pathOf } from "./arrows.ts";
import type { Point, Spots } from "./layout.ts";
import { ANY, arrangements, HIGH, isArranged, keepSpots, spotsOf, WIDE } from "./layout.ts";
import { activeState, taken } from "./live.ts";
import { weightsOf } from "./model.ts";
import type { Driven } from "./state.ts";
import { addState, addTransition, chooseState, chooseTransition, chosen, duplicateState, makeFirst, removeChosen, removeState } from "./state.ts";
import { label, sentence } from "./words.ts";
import "./graph.css";

const PICTURE = 26;
const MOST_ZOOM = 1.6;
const LEAST_ZOOM = 0.35;

interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}
// A transition that is being drawn.
interface Link {
  readonly from: string;
  readonly to: Point;
}
const link = signal<Link | null>(null);

// ---- A state

interface NodeProps {
  readonly now: Driven;
  readonly state: State;
  readonly index: number;
  readonly at: Point;
  readonly onMove: (by: Point, done: boolean) => void;
  readonly onLink: (event: PointerEvent, name: string) => void;
  readonly zoom: number;
}
function stateMenu(name: string, only: boolean, first: boolean, event: MouseEvent): void {
  event.preventDefault();
  chooseState(name);
  openMenu(
    [
      { label: "Add a state after it", icon: "plus", run: () => addState(name) },
      { label: "Duplicate", icon: "copy", run: () => duplicateState(name) },
      { label: "Begin with it", icon: "flag", disabled: first, run: () => makeFirst(name) },
      { label: "Delete", icon: "trash-2", keys: "Delete", danger: true, disabled: only, run: () => removeState(name) },
    ],
    event,
    { label: `State ${name}` },
  );
}
function Node({ now, state, index, at, zoom, onMove, onLink }: NodeProps) {
  const isChosen = chosen.value?.kind === "state" && chosen.value.name === state.name;
  const lit = activeState.value === index;
  const first = index === 0;
  const place = state.keys[0]?.place;
  const down = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    chooseState(state.name);
    drag(event, {
      move: (_, dx, dy) => onMove([dx / zoom, dy / zoom], false),
      end: (_, moved) => moved && onMove([0, 0], true),
      cancel: () => onMove([0, 0], false),
    });
  };
  return (
    <div class={`state-node${isChosen ? " chosen" : ""}${lit ? " lit" : ""}`} style={{ translate: `${at[0] - WIDE / 2}px ${at[1] - HIGH / 2}px` }} data-test={`state-${state.name}`} data-active={lit}>
      <button
        type="button"
        class="state-card"
        aria-pressed={isChosen}
        aria-label={`State ${state.name}${first ? ", the first" : ""}${lit ? ", active" : ""}`}
        onPointerDown={down}
        onClick={() => chooseState(state.name)}
        onContextMenu={(e) => stateMenu(state.name, now.behaviour!.states.length === 1, first, e)}
        {...tip(state.name.length > 10 ? state.name : undefined)}
      >
        {first && <span class="state-first" {...tip("Entered first")}><Icon name="play" size={10} /></span>}
        <span class="state-picture">{place ? <Thumbnail artwork={now.own.name} weights={weightsOf(now.own, place)} size={PICTURE} /> : <Icon name="circle-dashed" />}</span>
        <span class="state-name">{state.name}</span>
        {state.loop && <span class="state-loop" {...tip("Walks again and again")}><Icon name="repeat" size={10} /></span>}
      </button>
      <span class="state-port" data-test={`state-port-${state.name}`} onPointerDown={(e) => onLink(e, state.name)} {...tip("Drag to another state for a transition")} />
    </div>
  );
}

// ---- Arrows

function isTaken(arrow: Arrow, b: Behaviour): number {
  const now = taken.value;
  if (!now) return 0;
  const [from, to] = [b.states[now.from]?.name, b.states[now.to]?.name];
  if (arrow.to !== to) return 0;
  const own = arrow.from === from || (arrow.from === ANY && !b.transitions.some((t) => t.from === from && t.to === to));
  return own ? now.count : 0;
}
function ArrowLine({ arrow, b }: { arrow: Arrow; b: Behaviour }) {
  const isChosen = chosen.value?.kind === "transition" && arrow.transitions.includes(chosen.value.index);
  const near = chosen.value?.kind === "state" && (chosen.value.name === arrow.from || chosen.value.name === arrow.to);
  const flash = isTaken(arrow, b);
  const path = pathOf(arrow.line);
  const choose = (event: Event): void => {
    event.stopPropagation();
    if (arrow.transitions[0] !== undefined) chooseTransition(arrow.transitions[0]);
    else chooseState(arrow.from);
  };
  return (
    <g class={`state-arrow${isChosen ? " chosen" : ""}${near ? " near" : ""}${arrow.transitions.length ? "" : " onward"}`}>
      <path d={path} />
      <polygon points={headOf(arrow.line)} />
      {flash > 0 && (
        <g key={flash} class="state-flash" data-test="transition-taken">
          <path d={path} />
          <polygon points={headOf(arrow.line)} />
        </g>
      )}
      <path class="state-reach" d={path} onPointerDown={choose} />
    </g>
  );
}
function Labels({ arrow, b }: { arrow: Arrow; b: Behaviour }) {
  const flash = isTaken(arrow, b);
  const told = arrow.free || flash > 0;
  return (
    <div class={told && !arrow.free ? "state-labels raised" : "state-labels"} style={{ translate: `${arrow.label[0]}px ${arrow.label[1]}px` }}>
      {arrow.transitions.map((i) => {
        const transition = b.transitions[i]!;
        const isChosen = chosen.value?.kind === "transition" && chosen.value.index === i;
        return (
          <button
            key={`${i}:${flash}`}
            type="button"
            class={`state-label${told || isChosen ? "" : " waits"}${isChosen ? " chosen" : ""}${flash ? " flashes" : ""}`}
            style={{ "--most": `${LABEL_WIDE}px` }}
            aria-pressed={isChosen}
            aria-label={sentence(transition)}
            data-test={`transition-${i}`}
            onPointerDown={(e) => e.stopPropagation()}
            onClick={() => chooseTransition(i)}
            {...tip(sentence(transition))}
          >
            {label(transition)}
          </button>
        );
      })}
      {arrow.next && told && <span class="state-label onward">then</span>}
    </div>
  );
}

// ---- The whole

export function Graph({ now }: { now: Driven }) {
  const b = now.behaviour!;
  const area = useRef<HTMLDivElement>(null);
  const view = useSignal<View>({ x: 0, y: 0, zoom: 1 });
  const size = useSignal({ width: 320, height: 240 });
  const byHand = useRef(false); // the artist has panned or zoomed: leave it
  const moving = useSignal<{ name: string; by: Point } | null>(null);
  const kept = useMemo(() => spotsOf(project.value.name, now.own.name, b, size.value), [project.value.name, now.own.name, b, size.value, arrangements.value]);
  const spots = useMemo((): Spots => {
    const [name, by] = [moving.value?.name, moving.value?.by];
    const at = name === undefined ? undefined : kept[name];
    return name !== undefined && at && by ? { ...kept, [name]: [at[0] + by[0], at[1] + by[1]] } : kept;
  }, [kept, moving.value]);
  const arrows = useMemo(() => arrowsFor(b, spots), [b, spots]);

  const fit = (): void => {
    const at = Object.values(spotsOf(project.peek().name, now.own.name, b, size.peek()));
    const [xs, ys] = [at.map((p) => p[0]), at.map((p) => p[1])];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const { width, height } = size.peek();
    const zoom = Math.min(1.15, width / (right - left + WIDE + 24), height / (bottom - top + HIGH + 36));
    view.value = { x: (left + right) / 2, y: (top + bottom) / 2, zoom: Math.max(LEAST_ZOOM, zoom) };
    byHand.current = false;
  };
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && (size.value = { width: entry.contentRect.width, height: entry.contentRect.height }));
    observer.observe(area.current!);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(fit, [b.name, now.own.name]);
  useLayoutEffect(() => {
    if (!byHand.current) fit();
  }, [kept]);

  const toWorld = (event: { clientX: number; clientY: number }): Point => {
    const box = area.current!.getBoundingClientRect();
    const { x, y, zoom } = view.peek();
    return [x + (event.clientX - box.left - box.width / 2) / zoom, y + (event.clientY - box.top - box.height / 2) / zoom];
  };
  const stateAt = ([x, y]: Point): string | undefined =>
    b.states.map((s) => s.name).find((name) => spots[name] && Math.abs(x - spots[name][0]) < WIDE / 2 + 6 && Math.abs(y - spots[name][1]) < HIGH / 2 + 6);

  const pan = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
    if (event.button > 1) return;
    const from = view.peek();
    chosen.value = null;
    drag(event, {
      move(_, dx, dy) {
        byHand.current = true;
        view.value = { ...from, x: from.x - dx / from.zoom, y: from.y - dy / from.zoom };
      },
    });
  };
  const startLink = (event: PointerEvent, from: string): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    drag(event, {
      move: (e) => (link.value = { from, to: toWorld(e) }),
      end(e, moved) {
        link.value = null;
        const to = stateAt(toWorld(e));
        if (to !== undefined && moved) addTransition(from === ANY ? null : from, to);
      },
      cancel: () => (link.value = null),
    });
  };
  const moveNode = (name: string) => (by: Point, done: boolean): void => {
    if (!done) {
      moving.value = { name, by };
      return;
    }
    const [last, at] = [moving.peek()?.by ?? [0, 0], kept[name]!];
    byHand.current = true;
    keepSpots(project.peek().name, now.own.name, b, { ...kept, [name]: [Math.round(at[0] + last[0]), Math.round(at[1] + last[1])] });
    moving.value = null;
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const before = toWorld(event);
    byHand.current = true;
    view.value = { ...view.peek(), zoom: Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, view.peek().zoom * Math.exp(-event.deltaY / 400))) };
    const after = toWorld(event);
    view.value = { ...view.peek(), x: view.peek().x + before[0] - after[0], y: view.peek().y + before[1] - after[1] };
  };
  useLayoutEffect(() => {
    const element = area.current!; // Preact's own wheel listeners may not keep the page from scrolling
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  });
  const keys = (event: KeyboardEvent): void => {
    if ((event.key !== "Delete" && event.key !== "Backspace") || !chosen.peek()) return;
    event.preventDefault();
    removeChosen();
  };
  const tidy = (): void => {
    keepSpots(project.peek().name, now.own.name, b, null);
    view.value = { ...view.value };
    fit();
  };

  const { x, y, zoom } = view.value;
  const { width, height } = size.value;
  const any = spots[ANY];
  return (
    <div class="graph" onKeyDown={keys}>
      <div class="graph-area" ref={area} role="group" aria-label="States and transitions" tabIndex={-1} data-test="graph" onPointerDown={pan} onDblClick={(e) => e.target === area.current && addState()}>
        <div class="graph-world" style={{ transform: `translate(${width / 2 - x * zoom}px, ${height / 2 - y * zoom}px) scale(${zoom})` }}>
          <svg class="graph-lines" aria-hidden="true">
            {arrows.map((arrow) => (
              <ArrowLine key={arrow.id} arrow={arrow} b={b} />
            ))}
            {link.value && spots[link.value.from] && <path class="state-link" d={pathOf([spots[link.value.from]!, link.value.to])} />}
          </svg>
          {arrows.map((arrow) => (
            <Labels key={arrow.id} arrow={arrow} b={b} />
          ))}
          {b.states.map((state, i) => (
            <Node key={state.name} now={now} state={state} index={i} at={spots[state.name] ?? [0, 0]} zoom={zoom} onMove={moveNode(state.name)} onLink={startLink} />
          ))}
          {any && (
            <div class="state-node any" style={{ translate: `${any[0] - WIDE / 2}px ${any[1] - HIGH / 2}px` }}>
              <span class="state-card">Any state</span>
            </div>
          )}
        </div>
      </div>
      <div class="graph-bar" role="toolbar" aria-label="States">
        <IconButton icon="plus" label="Add a state" onClick={() => addState(chosen.value?.kind === "state" ? chosen.value.name : null)} test="add-state" />
        <IconButton icon="network" label="Lay the states out anew" onClick={tidy} disabled={!isArranged(project.value.name, now.own.name, b)} />
        <IconButton icon="maximize" label="Show all states" onClick={fit} />
      </div>
    </div>
  );
}
