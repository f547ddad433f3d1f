// The pointer over keys and curves: selecting, box selection, moving, tangents, panning and pinching.
import type { KeyValue } from "../core/project.ts";
import { panTime, zoomTime } from "./view.ts";
import { ofProject } from "../state/owned.ts";
import { drag } from "../widgets/gesture.ts";
import { box, graph, hoverGrip, hoverMark, scroll, sheet, shownFrame } from "./canvas.ts";
import { curveAt, gripAt, keysInGraphBox, slopeTo, valueOf, yOf } from "./curvepaint.ts";
import type { Graph, Grip } from "./curvepaint.ts";
import { holdExtents, panValues, shownValue, zoomValues } from "./curveview.ts";
import { addOnRow, describe, make, moved, pulled, shift, show, snapped, takeBack } from "./edit.ts";
import type { Change } from "./edit.ts";
import { fromShown, holds, parts, restValue, rowAt, setOf, toShown, union, withPart, without } from "./model.ts";
import type { KeyRef, KeySet, Row } from "./model.ts";
import { boxBetween, pixelsPerSecond, timeOf } from "./picture.ts";
import type { Box } from "./picture.ts";
import { keysInBox, markAt } from "./sheetpaint.ts";
import { announce, mode, model, selectedKeys, selectedRows, selectedSet, selectKeys, snapping } from "./state.ts";
import { moveBy, perFrame, rememberPointer } from "./transform.ts";

type Down = PointerEvent & { currentTarget: HTMLElement };
interface PixelPoint {
    readonly x: number;
    readonly y: number;
}
export function placeOf(event: MouseEvent, element: Element): PixelPoint {
    const at = element.getBoundingClientRect();
    return { x: event.clientX - at.left, y: event.clientY - at.top };
}
const rowUnder = (y: number): Row | null => rowAt(model.peek()?.rows ?? [], y + scroll.peek());

// ---- Selecting

// A click selects; with Shift or Ctrl it adds or removes. Clicking a selected key changes the selection only on
// release without a drag, because the drag may move all selected keys.
const isAdding = (event: MouseEvent): boolean => event.shiftKey || event.ctrlKey || event.metaKey;
function pressKeys(keys: readonly KeyRef[], event: MouseEvent): () => void {
    const [own, now] = [setOf(keys), selectedSet.peek()];
    const wasOn = keys.every((ref) => holds(now, ref));
    if (!wasOn) selectKeys(isAdding(event) ? union(now, own) : own);
    announce(describe(selectedKeys.peek()));
    return () => {
        if (wasOn) selectKeys(isAdding(event) ? without(now, own) : own);
        announce(describe(selectedKeys.peek()));
    };
}
function dragBox(event: Down, inside: (found: Box) => readonly KeyRef[], row: Row | null): void {
    const element = event.currentTarget;
    const start = placeOf(event, element);
    const adding = isAdding(event);
    const before: KeySet = selectedSet.peek();
    drag(event, {
        move(e) {
            const at = placeOf(e, element);
            box.value = boxBetween(start.x, start.y, at.x, at.y);
            const found = setOf(inside(box.value));
            selectKeys(adding ? union(before, found) : found);
        },
        end(_, isDrag) {
            box.value = null;
            if (isDrag) return announce(describe(selectedKeys.peek()));
            if (!adding) selectKeys([]);
            if (row) selectedRows.value = adding ? [...new Set([...selectedRows.peek(), row.id])] : [row.id];
        },
        cancel() {
            box.value = null;
            selectKeys(before);
        },
    });
}

// ---- Dragging the selection

function dragChange(
    event: Down,
    changeAt: (e: PointerEvent, dx: number, dy: number) => Change,
    click?: () => void,
): void {
    let last: Change | null = null;
    const frames = perFrame((next: Change) => show(next));
    holdExtents(true);
    drag(event, {
        move(e, dx, dy) {
            last = changeAt(e, dx, dy);
            frames.put(last);
        },
        end(_, isDrag) {
            frames.drop();
            holdExtents(false);
            if (!isDrag) click?.();
            else if (last && make(last)) announce(describe(selectedKeys.peek()));
        },
        cancel() {
            frames.drop();
            holdExtents(false);
            takeBack();
        },
    });
}

// ---- The dope sheet

function sheetDown(event: Down): void {
    const now = sheet.peek();
    if (!now) return;
    const at = placeOf(event, event.currentTarget);
    const row = rowUnder(at.y);
    const mark = row && markAt(now, row, at.x);
    if (!mark) return dragBox(event, (found) => keysInBox(now, found), row);
    const clicked = pressKeys(mark.keys, event);
    const keys = selectedKeys.peek();
    const anchor = keys.find((ref) => mark.keys.some((k) => k.id === ref.id && k.tick === ref.tick));
    if (!anchor) return;
    const perSecond = pixelsPerSecond(now);
    dragChange(
        event,
        (e, dx) => moveBy(keys, anchor, dx / perSecond, e.altKey, event.ctrlKey || event.metaKey),
        clicked,
    );
}

// ---- The curves

const SNAP = 6; // px within which a value snaps to another
// Snaps to the values of the other keys of the curve, and to the rest value.
function snapValue(g: Graph, grip: Grip, shown: number, free: boolean): number {
    if (free || !snapping.peek()) return shown;
    const { channel } = grip.ref.track;
    const handle = g.model.artwork.handles.find((h) => h.name === grip.ref.track.handle);
    const rest = handle ? [toShown(channel, parts(restValue(handle, channel))[grip.curve.part]!)] : [];
    const others = [
        ...rest,
        ...grip.curve.row.keys.filter((ref) => !holds(g.selected, ref)).map((ref) => shownValue(grip.curve, ref)),
    ];
    const near = others
        .filter((v) => Math.abs(yOf(g, channel, v) - yOf(g, channel, shown)) < SNAP)
        .sort((a, b) => Math.abs(a - shown) - Math.abs(b - shown));
    return near[0] ?? shown;
}
function dragPoint(event: Down, g: Graph, grip: Grip, click: () => void): void {
    const keys = selectedKeys.peek();
    const anchor = keys.find((ref) => ref.id === grip.ref.id && ref.tick === grip.ref.tick);
    if (!anchor) return;
    const { channel } = anchor.track;
    const { part } = grip.curve;
    const first = shownValue(grip.curve, anchor);
    dragChange(
        event,
        (e, dx, dy) => {
            const [alongTime, alongValue] = e.shiftKey
                ? [Math.abs(dx) >= Math.abs(dy), Math.abs(dx) < Math.abs(dy)]
                : [true, true];
            const by = alongTime
                ? shift(keys, snapped(anchor.key.time + dx / pixelsPerSecond(g), e.altKey) - anchor.key.time)
                : 0;
            const value = alongValue
                ? snapValue(g, grip, valueOf(g, channel, yOf(g, channel, first) + dy), e.altKey)
                : first;
            const change = fromShown(channel, value - first);
            const valueOfKey = (ref: KeyRef): KeyValue | null =>
                change === 0 || ref.track.channel !== channel ? null : shifted(ref, part, change);
            return moved(keys, (ref) => ref.key.time + by, valueOfKey);
        },
        click,
    );
}
const MIN_SCALE = 0.01;
function shifted(ref: KeyRef, part: number, by: number): KeyValue {
    const next = parts(ref.key.value)[part]! + by;
    return withPart(ref.key.value, part, ref.track.channel === "scale" ? Math.max(MIN_SCALE, next) : next);
}
function graphDown(event: Down): void {
    const g = graph.peek();
    if (!g) return;
    const at = placeOf(event, event.currentTarget);
    const grip = gripAt(g, at.x, at.y);
    if (!grip) return dragBox(event, (found) => keysInGraphBox(g, found), null);
    if (grip.side) {
        const { side, ref, curve } = grip;
        const middle = { curve, ref, ...pointOf(g, grip) };
        return dragChange(event, (e, dx, dy) =>
            pulled(ref, side, curve.part, slopeTo(g, middle, grip.x + dx, grip.y + dy, side), e.altKey),
        );
    }
    dragPoint(event, g, grip, pressKeys([grip.ref], event));
}
const pointOf = (g: Graph, grip: Grip): PixelPoint => ({
    x: (g.offset + grip.ref.key.time - g.view.from) * pixelsPerSecond(g),
    y: yOf(g, grip.ref.track.channel, shownValue(grip.curve, grip.ref)),
});

// ---- Panning and zooming

function pan(event: Down): void {
    const { width, height } = shownFrame.peek();
    let [lastX, lastY] = [0, 0];
    drag(event, {
        move(_, dx, dy) {
            panTime((lastX - dx) / width);
            if (mode.peek() === "curves") panValues((dy - lastY) / height);
            else scrollBy(lastY - dy);
            [lastX, lastY] = [dx, dy];
        },
    });
}
export function scrollBy(pixels: number): void {
    const most = Math.max(0, (model.peek()?.height ?? 0) - shownFrame.peek().height);
    scroll.value = Math.min(most, Math.max(0, scroll.peek() + pixels));
}
export function wheel(event: WheelEvent, element: HTMLElement): void {
    event.preventDefault();
    const { width, height } = shownFrame.peek();
    const at = placeOf(event, element);
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (event.altKey) {
        if (mode.peek() === "curves") zoomValues(Math.exp(-event.deltaY / 400), 1 - at.y / height);
        else scrollBy(event.deltaY);
    } else if ((event.shiftKey || sideways) && !event.ctrlKey) panTime((event.deltaX || event.deltaY) / width);
    else zoomTime(Math.exp(-event.deltaY / (event.ctrlKey ? 120 : 400)), at.x / width);
}

// A pinch with two fingers: the points under them stay under them.
const touch = ofProject(() => ({ fingers: new Map<number, PointerEvent>() }));
function pinch(event: Down): boolean {
    if (event.pointerType !== "touch") return false;
    const element = event.currentTarget;
    touch.fingers.set(event.pointerId, event);
    const move = (e: PointerEvent): void => {
        const before = [...touch.fingers.values()];
        if (!touch.fingers.has(e.pointerId) || before.length !== 2) return;
        touch.fingers.set(e.pointerId, e);
        const [a, b] = [...touch.fingers.values()];
        const { width } = shownFrame.peek();
        const far = (p: readonly PointerEvent[]): number => Math.abs(p[0]!.clientX - p[1]!.clientX) || 1;
        const mid = (p: readonly PointerEvent[]): number => (placeOf(p[0]!, element).x + placeOf(p[1]!, element).x) / 2;
        zoomTime(far([a!, b!]) / far(before), mid([a!, b!]) / width);
        panTime((mid(before) - mid([a!, b!])) / width);
    };
    const up = (e: PointerEvent): void => {
        touch.fingers.delete(e.pointerId);
        if (e.pointerId !== event.pointerId) return;
        element.removeEventListener("pointermove", move);
        element.removeEventListener("pointerup", up);
        element.removeEventListener("pointercancel", up);
    };
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", up);
    return touch.fingers.size > 1;
}

export function down(event: Down): void {
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    if (pinch(event)) return;
    if (event.button === 1) pan(event);
    else if (event.button === 0) (mode.peek() === "curves" ? graphDown : sheetDown)(event);
}
export function hover(event: PointerEvent & { currentTarget: HTMLElement }): void {
    const at = placeOf(event, event.currentTarget);
    rememberPointer(at.x);
    if (event.buttons) return;
    const [keys, lines] = [sheet.peek(), graph.peek()];
    const curvesShown = mode.peek() === "curves";
    const row = rowUnder(at.y);
    hoverMark.value = !curvesShown && keys && row ? markAt(keys, row, at.x) : null;
    hoverGrip.value = curvesShown && lines ? gripAt(lines, at.x, at.y) : null;
    event.currentTarget.style.cursor = hoverMark.peek() || hoverGrip.peek() ? "grab" : "default";
}
export function leave(): void {
    rememberPointer(null);
    hoverMark.value = null;
    hoverGrip.value = null;
}
export function doubleClick(event: MouseEvent & { currentTarget: HTMLElement }): void {
    const at = placeOf(event, event.currentTarget);
    const moment = snapped(timeOf(shownFrame.peek(), at.x), event.altKey);
    const [keys, lines] = [sheet.peek(), graph.peek()];
    if (mode.peek() === "curves") {
        const curve = lines && !gripAt(lines, at.x, at.y) ? curveAt(lines, at.x, at.y) : null;
        const row = curve && model.peek()?.rows.find((r) => r.id === curve.row.id);
        if (curve) addOnRow(row ?? rowOf(curve.row.id), moment);
        return;
    }
    const row = rowUnder(at.y);
    if (keys && row && !markAt(keys, row, at.x)) addOnRow(row, moment);
}
// A row for a track whose own row is collapsed.
function rowOf(id: string): Row {
    const now = model.peek()!;
    const track = now.tracks.get(id)!;
    const handle = now.artwork.handles.find((h) => h.name === track.track.handle)!;
    return {
        id,
        kind: "channel",
        label: "",
        handle,
        channel: track.track.channel,
        tracks: [track],
        marks: [],
        open: false,
        top: 0,
        height: 0,
    };
}
