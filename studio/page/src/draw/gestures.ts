// Fingers, pens, mice, wheels and keys over the stage: what moves the view is done here, the rest goes to the tool.
import { actionFor, isEnabled } from "../state/actions.ts";
import { guarded } from "../state/document.ts";
import type { StagePointer, Tool } from "../state/workspaces.ts";
import { frame } from "../state/workspaces.ts";
import { camera, panBy, stageSize, zoomBy } from "./camera.ts";
import { working } from "./loop.ts";

const WHEEL = 1 / 500; // e-folds of zoom to a pixel of a wheel
const PINCH = 1 / 100; // and of a pinch on a pad
const LINE = 40; // pixels to a line of a wheel that counts lines
const ARROW = 48; // pixels that an arrow key moves the view
const isMac = /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? "");

type Mode = "none" | "tool" | "pan" | "pinch";

interface Held {
  x: number;
  y: number;
}

const middle = (held: readonly Held[]): Held => ({
  x: held.reduce((sum, h) => sum + h.x, 0) / held.length,
  y: held.reduce((sum, h) => sum + h.y, 0) / held.length,
});

// A trackpad tells many small steps, in two directions and often not whole; a wheel tells few and large ones.
function isTrackpad(event: WheelEvent): boolean {
  if (event.deltaMode !== WheelEvent.DOM_DELTA_PIXEL) return false;
  const notches = (event as WheelEvent & { wheelDeltaY?: number }).wheelDeltaY;
  if (event.deltaX !== 0 && event.deltaY !== 0) return true;
  if (notches !== undefined && notches !== 0 && Math.abs(notches) % 120 === 0) return false;
  return Math.abs(event.deltaX + event.deltaY) < 50;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest("input, textarea, select, button, a, [role=menu], [role=dialog], [role=slider], [role=tree]") !== null);

export class Gestures {
  private readonly canvas: HTMLCanvasElement;
  private readonly tool: () => Tool | null;
  private readonly held = new Map<number, Held>();
  private readonly ending = new AbortController();
  private mode: Mode = "none";
  private space = false;
  private panned = false; // since Space went down
  private inside = false;

  constructor(canvas: HTMLCanvasElement, tool: () => Tool | null) {
    this.canvas = canvas;
    this.tool = tool;
    const { signal } = this.ending;
    const on = <K extends keyof HTMLElementEventMap>(name: K, run: (event: HTMLElementEventMap[K]) => void): void =>
      canvas.addEventListener(name, run, { signal, passive: false });
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.up(event, "up"));
    on("pointercancel", (event) => this.up(event, "cancel"));
    on("pointerenter", () => (this.inside = true));
    on("pointerleave", (event) => this.leave(event));
    on("dblclick", (event) => void this.tell(event, "double"));
    on("contextmenu", (event) => event.preventDefault());
    on("wheel", (event) => this.wheel(event));
    on("keydown", (event) => this.arrow(event));
    window.addEventListener("keydown", (event) => this.spaceDown(event), { signal, capture: true });
    window.addEventListener("keyup", (event) => this.spaceUp(event), { signal, capture: true });
    window.addEventListener("blur", () => this.letSpaceGo(), { signal });
  }
  dispose(): void {
    this.ending.abort();
  }

  // The tool's cursor changes with what it shows: asked every frame.
  showCursor(): void {
    const ours = this.mode === "pan" || this.mode === "pinch" ? "grabbing" : this.space ? "grab" : null;
    const cursor = ours ?? this.tool()?.cursor?.() ?? "default";
    if (this.canvas.style.cursor !== cursor) this.canvas.style.cursor = cursor;
  }

  // ---- The tool

  private place(event: MouseEvent): Held {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
  private tell(event: MouseEvent, kind: StagePointer["kind"]): boolean {
    const { x, y } = this.place(event);
    const { width, height } = stageSize.peek();
    const look = camera.peek();
    const pointer = event instanceof PointerEvent ? event : null;
    const told: StagePointer = {
      kind,
      x: look.x + (x - width / 2) / look.zoom,
      y: look.y - (y - height / 2) / look.zoom,
      screenX: x,
      screenY: y,
      pressure: pointer?.pressure ?? 0.5,
      touch: pointer?.pointerType === "touch",
      shift: event.shiftKey,
      alt: event.altKey,
      mod: isMac ? event.metaKey : event.ctrlKey,
      button: event.button,
      dragging: this.mode === "tool",
    };
    const taken = working(() => guarded(() => this.tool()?.pointer?.(told), true) ?? false);
    if (taken || kind !== "move" || told.dragging) frame.request();
    this.showCursor();
    return taken;
  }

  // ---- Pointers

  private down(event: PointerEvent): void {
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    this.held.set(event.pointerId, this.place(event));
    if (event.pointerType === "touch" && this.held.size === 2) return this.begin("pinch", event);
    if (this.held.size > 1 || this.mode !== "none") return;
    if (event.button === 1 || (event.button === 0 && this.space)) {
      event.preventDefault(); // no scrolling by the middle button
      return this.begin("pan", event);
    }
    if (this.tell(event, "down")) this.begin("tool", event);
    else if (event.button === 0) this.begin("pan", event);
  }
  private begin(mode: Mode, event: PointerEvent): void {
    if (this.mode === "tool" && mode === "pinch") this.tell(event, "cancel");
    this.mode = mode;
    if (mode === "pan") this.panned = true;
    this.showCursor();
  }

  private move(event: PointerEvent): void {
    const held = this.held.get(event.pointerId);
    if (this.mode === "pan" || this.mode === "pinch") {
      if (held) this.moveView(held, this.place(event));
      return;
    }
    if (held) Object.assign(held, this.place(event));
    this.tell(event, "move");
  }
  private moveView(held: Held, to: Held): void {
    const all = [...this.held.values()];
    const before = middle(all);
    const apart = (): number => (all.length > 1 ? Math.hypot(all[0]!.x - all[1]!.x, all[0]!.y - all[1]!.y) : 1);
    const width = apart();
    Object.assign(held, to);
    const after = middle(all);
    panBy(after.x - before.x, after.y - before.y);
    if (this.mode === "pinch" && width > 0) zoomBy(apart() / width, [after.x, after.y], false);
  }

  private up(event: PointerEvent, kind: "up" | "cancel"): void {
    if (!this.held.delete(event.pointerId)) return;
    const { mode } = this;
    if (mode === "pinch" && this.held.size > 0) return; // the finger that stays goes on moving the view
    if (this.held.size > 0) return;
    if (mode === "tool") this.tell(event, kind);
    this.mode = "none";
    this.showCursor();
  }
  private leave(event: PointerEvent): void {
    this.inside = false;
    if (this.mode === "none") this.tell(event, "leave");
  }

  // ---- Wheel and keys

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? stageSize.peek().height : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    const { x, y } = this.place(event);
    if (event.ctrlKey || event.metaKey) {
      const wheel = Math.abs(dy) >= 50; // a wheel with Ctrl; a pinch comes in small steps
      zoomBy(Math.exp(-dy * (wheel ? WHEEL : PINCH)), [x, y], wheel);
    } else if (event.shiftKey) panBy(-(dx || dy), 0, true);
    else if (isTrackpad(event)) panBy(-dx, -dy);
    else zoomBy(Math.exp(-dy * WHEEL), [x, y]);
  }

  private arrow(event: KeyboardEvent): void {
    const way = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const action = actionFor(event.key);
    if (action && isEnabled(action)) return;
    event.preventDefault();
    const far = event.shiftKey ? 4 * ARROW : ARROW;
    panBy(way[0]! * far, way[1]! * far, true);
  }

  // Space pans while it is held over the stage. Whatever else Space does is done when it is let go without having panned.
  private spaceDown(event: KeyboardEvent): void {
    if (event.key !== " " || isTyping(event.target)) return;
    if (!this.space && !this.inside && document.activeElement !== this.canvas) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (this.space) return;
    this.space = true;
    this.panned = this.mode === "tool";
    this.showCursor();
  }
  private spaceUp(event: KeyboardEvent): void {
    if (event.key !== " " || !this.space) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const tapped = !this.panned;
    this.letSpaceGo();
    if (!tapped) return;
    const action = actionFor("Space");
    if (action && isEnabled(action)) action.run();
  }
  private letSpaceGo(): void {
    this.space = false;
    this.showCursor();
  }
}
