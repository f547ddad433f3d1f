// Fingers, pens, mice, wheels and keys over the stage: input that moves the view is handled here, the rest is passed
// to the tool.
import { actionFor, isEnabled } from "../state/actions.ts";
import { guarded } from "../state/document.ts";
import type { StagePointer, Tool } from "../state/workspaces.ts";
import { frame } from "../state/workspaces.ts";
import { camera, panBy, stageSize, zoomBy } from "./camera.ts";
import { working } from "./loop.ts";

const ZOOM_PER_WHEEL_PIXEL = 1 / 500; // e-folds of zoom per pixel of a wheel
const ZOOM_PER_PINCH_PIXEL = 1 / 100; // the same for a pinch on a trackpad
const PIXELS_PER_LINE = 40; // pixels per line of a wheel that reports lines
const ARROW_STEP = 48; // pixels by which an arrow key moves the view
const isMac = /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? "");

type Mode = "none" | "tool" | "pan" | "pinch";

interface ScreenPoint {
    x: number;
    y: number;
}

const middle = (pointers: readonly ScreenPoint[]): ScreenPoint => ({
    x: pointers.reduce((sum, h) => sum + h.x, 0) / pointers.length,
    y: pointers.reduce((sum, h) => sum + h.y, 0) / pointers.length,
});

// A trackpad sends many small steps in two directions, often fractional; a wheel sends few large ones.
function isTrackpad(event: WheelEvent): boolean {
    if (event.deltaMode !== WheelEvent.DOM_DELTA_PIXEL) return false;
    const notches = (event as WheelEvent & { wheelDeltaY?: number }).wheelDeltaY;
    if (event.deltaX !== 0 && event.deltaY !== 0) return true;
    if (notches !== undefined && notches !== 0 && Math.abs(notches) % 120 === 0) return false;
    return Math.abs(event.deltaX + event.deltaY) < 50;
}

const isTyping = (target: EventTarget | null): boolean =>
    target instanceof HTMLElement &&
    (target.isContentEditable ||
        target.closest("input, textarea, select, button, a, [role=menu], [role=dialog], [role=slider], [role=tree]") !==
            null);

export class Gestures {
    private readonly canvas: HTMLCanvasElement;
    private readonly tool: () => Tool | null;
    private readonly pointers = new Map<number, ScreenPoint>();
    private readonly listeners = new AbortController();
    private mode: Mode = "none";
    private isSpaceHeld = false;
    private hasPanned = false; // since Space went down
    private isInside = false;

    constructor(canvas: HTMLCanvasElement, tool: () => Tool | null) {
        this.canvas = canvas;
        this.tool = tool;
        const { signal } = this.listeners;
        const on = <K extends keyof HTMLElementEventMap>(name: K, run: (event: HTMLElementEventMap[K]) => void): void =>
            canvas.addEventListener(name, run, { signal, passive: false });
        on("pointerdown", (event) => this.down(event));
        on("pointermove", (event) => this.move(event));
        on("pointerup", (event) => this.up(event, "up"));
        on("pointercancel", (event) => this.up(event, "cancel"));
        on("pointerenter", () => (this.isInside = true));
        on("pointerleave", (event) => this.leave(event));
        on("dblclick", (event) => void this.sendToTool(event, "double"));
        on("contextmenu", (event) => event.preventDefault());
        on("wheel", (event) => this.wheel(event));
        on("keydown", (event) => this.arrow(event));
        window.addEventListener("keydown", (event) => this.spaceDown(event), { signal, capture: true });
        window.addEventListener("keyup", (event) => this.spaceUp(event), { signal, capture: true });
        window.addEventListener("blur", () => this.releaseSpace(), { signal });
    }
    dispose(): void {
        this.listeners.abort();
    }

    // The tool's cursor depends on what it shows, so it is read every frame.
    showCursor(): void {
        const viewCursor = this.mode === "pan" || this.mode === "pinch" ? "grabbing" : this.isSpaceHeld ? "grab" : null;
        const cursor = viewCursor ?? this.tool()?.cursor?.() ?? "default";
        if (this.canvas.style.cursor !== cursor) this.canvas.style.cursor = cursor;
    }

    // ---- The tool

    private positionOf(event: MouseEvent): ScreenPoint {
        const box = this.canvas.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
    }
    private sendToTool(event: MouseEvent, kind: StagePointer["kind"]): boolean {
        const { x, y } = this.positionOf(event);
        const { width, height } = stageSize.peek();
        const view = camera.peek();
        const pointer = event instanceof PointerEvent ? event : null;
        const stagePointer: StagePointer = {
            kind,
            x: view.x + (x - width / 2) / view.zoom,
            y: view.y - (y - height / 2) / view.zoom,
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
        const taken = working(() => guarded(() => this.tool()?.pointer?.(stagePointer), true) ?? false);
        if (taken || kind !== "move" || stagePointer.dragging) frame.request();
        this.showCursor();
        return taken;
    }

    // ---- Pointers

    private down(event: PointerEvent): void {
        this.canvas.focus({ preventScroll: true });
        this.canvas.setPointerCapture(event.pointerId);
        this.pointers.set(event.pointerId, this.positionOf(event));
        if (event.pointerType === "touch" && this.pointers.size === 2) return this.begin("pinch", event);
        if (this.pointers.size > 1 || this.mode !== "none") return;
        if (event.button === 1 || (event.button === 0 && this.isSpaceHeld)) {
            event.preventDefault(); // prevents scrolling with the middle button
            return this.begin("pan", event);
        }
        if (this.sendToTool(event, "down")) this.begin("tool", event);
        else if (event.button === 0) this.begin("pan", event);
    }
    private begin(mode: Mode, event: PointerEvent): void {
        if (this.mode === "tool" && mode === "pinch") this.sendToTool(event, "cancel");
        this.mode = mode;
        if (mode === "pan") this.hasPanned = true;
        this.showCursor();
    }

    private move(event: PointerEvent): void {
        const pointer = this.pointers.get(event.pointerId);
        if (this.mode === "pan" || this.mode === "pinch") {
            if (pointer) this.moveView(pointer, this.positionOf(event));
            return;
        }
        if (pointer) Object.assign(pointer, this.positionOf(event));
        this.sendToTool(event, "move");
    }
    private moveView(pointer: ScreenPoint, to: ScreenPoint): void {
        const all = [...this.pointers.values()];
        const before = middle(all);
        const spread = (): number => (all.length > 1 ? Math.hypot(all[0]!.x - all[1]!.x, all[0]!.y - all[1]!.y) : 1);
        const width = spread();
        Object.assign(pointer, to);
        const after = middle(all);
        panBy(after.x - before.x, after.y - before.y);
        if (this.mode === "pinch" && width > 0) zoomBy(spread() / width, [after.x, after.y], false);
    }

    private up(event: PointerEvent, kind: "up" | "cancel"): void {
        if (!this.pointers.delete(event.pointerId)) return;
        const { mode } = this;
        if (mode === "pinch" && this.pointers.size > 0) return; // the remaining finger continues to move the view
        if (this.pointers.size > 0) return;
        if (mode === "tool") this.sendToTool(event, kind);
        this.mode = "none";
        this.showCursor();
    }
    private leave(event: PointerEvent): void {
        this.isInside = false;
        if (this.mode === "none") this.sendToTool(event, "leave");
    }

    // ---- Wheel and keys

    private wheel(event: WheelEvent): void {
        event.preventDefault();
        const unit =
            event.deltaMode === WheelEvent.DOM_DELTA_LINE
                ? PIXELS_PER_LINE
                : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
                  ? stageSize.peek().height
                  : 1;
        const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
        const { x, y } = this.positionOf(event);
        if (event.ctrlKey || event.metaKey) {
            const wheel = Math.abs(dy) >= 50; // a wheel with Ctrl; a pinch sends small steps
            zoomBy(Math.exp(-dy * (wheel ? ZOOM_PER_WHEEL_PIXEL : ZOOM_PER_PINCH_PIXEL)), [x, y], wheel);
        } else if (event.shiftKey) panBy(-(dx || dy), 0, true);
        else if (isTrackpad(event)) panBy(-dx, -dy);
        else zoomBy(Math.exp(-dy * ZOOM_PER_WHEEL_PIXEL), [x, y]);
    }

    private arrow(event: KeyboardEvent): void {
        const direction = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
        if (!direction || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
        const action = actionFor(event.key);
        if (action && isEnabled(action)) return;
        event.preventDefault();
        const step = event.shiftKey ? 4 * ARROW_STEP : ARROW_STEP;
        panBy(direction[0]! * step, direction[1]! * step, true);
    }

    // Space pans while it is held over the stage. Its usual action runs when it is released without having panned.
    private spaceDown(event: KeyboardEvent): void {
        if (event.key !== " " || isTyping(event.target)) return;
        if (!this.isSpaceHeld && !this.isInside && document.activeElement !== this.canvas) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        if (this.isSpaceHeld) return;
        this.isSpaceHeld = true;
        this.hasPanned = this.mode === "tool";
        this.showCursor();
    }
    private spaceUp(event: KeyboardEvent): void {
        if (event.key !== " " || !this.isSpaceHeld) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        const tapped = !this.hasPanned;
        this.releaseSpace();
        if (!tapped) return;
        const action = actionFor("Space");
        if (action && isEnabled(action)) action.run();
    }
    private releaseSpace(): void {
        this.isSpaceHeld = false;
        this.showCursor();
    }
}
