// The pointer on the sheet: it draws strokes, drags their points, pulls the line, scribbles over bones, or moves the
// view.
import { signal } from "@preact/signals";
import { panBy, zoomBy } from "../draw/camera.ts";
import { playing, time } from "../state/app.ts";
import { ask, send } from "../state/document.ts";
import { frame } from "../state/workspaces.ts";
import { drag } from "../widgets/gesture.ts";
import { bent, falloff } from "./bend.ts";
import { addStroke, setBones, setPoints } from "./edits.ts";
import { settle, showSoon } from "../state/dragpreview.ts";
import { ofProject } from "../state/owned.ts";
import {
    cameraNow,
    lookFreely,
    onPaper,
    orbit,
    paperCamera,
    paperToPicture,
    pictureToPaper,
    sizeNow,
} from "./sight.ts";
import {
    action,
    chooseKey,
    free,
    goToKey,
    holding,
    isDrawing,
    keyHere,
    keyIndex,
    keyIndexes,
    length,
    line,
    pulled,
    toggleKey,
    tool,
} from "./state.ts";

// the stroke being drawn: x and y on the paper and pressure of each sample
export const drawn = signal<readonly number[]>([]);
// the weight with which each point of the edited stroke follows the drag
export const editing = signal<{ readonly weights: readonly number[] } | null>(null);
export const softness = signal(0.3); // share of the stroke that follows a dragged point
export const brush = signal(18); // CSS pixels, the radius of the scribble
const REACH = 14; // CSS pixels, for a mouse
const TOUCH_REACH = 26;
const MIN_LENGTH = 8; // CSS pixels; shorter strokes are clicks

const pointerState = ofProject(() => ({
    box: new DOMRect(),
    fingers: new Map<number, { x: number; y: number }>(), // positions on the view, by pointer id
    takeBack: null as (() => void) | null,
    hold: null as readonly [number, number] | null,
    pen: 0,
}));
const viewPoint = (event: PointerEvent | WheelEvent): { x: number; y: number } => ({
    x: event.clientX - pointerState.box.left,
    y: event.clientY - pointerState.box.top,
});
const paperPoint = (event: PointerEvent): readonly [number, number] => {
    const { x, y } = viewPoint(event);
    return pictureToPaper(x, y);
};
const reachOf = (event: PointerEvent): number => (event.pointerType === "touch" ? TOUCH_REACH : REACH);
// Only pens report a useful pressure; a mouse and most fingers count as 1.
const pressureOf = (event: PointerEvent): number =>
    event.pointerType === "pen" && event.pressure > 0 ? Math.round(1000 * event.pressure) / 1000 : 1;

// ---- Moving the view

function pan(dx: number, dy: number): void {
    if (isDrawing.peek()) return panBy(dx, dy);
    if (free.peek()) return orbit.move(dx, dy, sizeNow().height);
    const { x, y, zoom } = paperCamera.peek();
    paperCamera.value = { x: x - dx / zoom, y: y + dy / zoom, zoom };
    frame.request();
}
export function zoom(factor: number, at?: { readonly x: number; readonly y: number }): void {
    if (isDrawing.peek()) return zoomBy(factor, at && [at.x, at.y], false);
    if (free.peek()) return orbit.zoom(1 / factor);
    const { width, height } = sizeNow();
    const { x, y, zoom: before } = paperCamera.peek();
    const after = Math.min(20_000, Math.max(2, before * factor));
    const [right, down] = at ? [at.x - width / 2, at.y - height / 2] : [0, 0];
    const shift = 1 / before - 1 / after;
    paperCamera.value = { x: x + right * shift, y: y - down * shift, zoom: after };
    frame.request();
}
export function wheel(event: WheelEvent): void {
    event.preventDefault();
    pointerState.box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 500), viewPoint(event));
}
function moveView(event: PointerEvent, moves: boolean): void {
    let [lastX, lastY] = [0, 0];
    drag(event, {
        move(_, dx, dy) {
            if (moves) pan(dx - lastX, dy - lastY);
            else {
                lookFreely();
                orbit.turn(dx - lastX, dy - lastY);
            }
            [lastX, lastY] = [dx, dy];
        },
    });
}
const NUDGE = 0.01; // metres on the paper for one press of an arrow key
// With the tool that drags points, arrow keys move the selected strokes.
function nudgeStrokes(event: KeyboardEvent): boolean {
    const ways: Record<string, readonly [number, number]> = {
        ArrowLeft: [-NUDGE, 0],
        ArrowRight: [NUDGE, 0],
        ArrowUp: [0, NUDGE],
        ArrowDown: [0, -NUDGE],
    };
    const by = ways[event.key];
    const all = keyIndexes.peek();
    if (!by || tool.peek() !== "edit" || all.length === 0 || event.altKey || event.ctrlKey || event.metaKey)
        return false;
    const distance = event.shiftKey ? 5 : 1;
    send(
        all.map((k) => {
            const { points } = line.peek()!.keys[k]!;
            return setPoints(
                k,
                bent(
                    points,
                    points.map(() => 1),
                    distance * by[0],
                    distance * by[1],
                ),
            );
        }),
    );
    return true;
}
export function keysOnView(event: KeyboardEvent): void {
    if (nudgeStrokes(event)) {
        event.preventDefault();
        return event.stopPropagation();
    }
    const turns: Record<string, [number, number]> = {
        ArrowLeft: [12, 0],
        ArrowRight: [-12, 0],
        ArrowUp: [0, 8],
        ArrowDown: [0, -8],
    };
    const by = turns[event.key];
    if (event.ctrlKey || event.metaKey || (by && !event.altKey)) return;
    if (by) {
        lookFreely();
        orbit.turn(...by);
    } else if (event.key === "+" || event.key === "=") zoom(1.12);
    else if (event.key === "-") zoom(1 / 1.12);
    else return;
    event.preventDefault();
    event.stopPropagation();
}

// ---- Two fingers pan and zoom the view; what the first finger began is undone

function pinch(event: PointerEvent & { currentTarget: HTMLElement }): boolean {
    if (event.pointerType !== "touch") return false;
    const element = event.currentTarget;
    pointerState.fingers.set(event.pointerId, viewPoint(event));
    const move = (e: PointerEvent): void => {
        const before = pointerState.fingers.get(e.pointerId);
        const other = [...pointerState.fingers].find(([id]) => id !== e.pointerId)?.[1];
        if (!before) return;
        const now = viewPoint(e);
        pointerState.fingers.set(e.pointerId, now);
        if (!other) return;
        const wide = (a: { x: number; y: number }): number => Math.max(8, Math.hypot(a.x - other.x, a.y - other.y));
        pan((now.x - before.x) / 2, (now.y - before.y) / 2);
        zoom(wide(now) / wide(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    };
    const up = (e: PointerEvent): void => {
        if (e.pointerId !== event.pointerId) return;
        pointerState.fingers.delete(e.pointerId);
        element.removeEventListener("pointermove", move);
        element.removeEventListener("pointerup", up);
        element.removeEventListener("pointercancel", up);
    };
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", up);
    if (pointerState.fingers.size < 2) return false;
    pointerState.takeBack?.();
    return true;
}

// ---- Drawing

function recordStroke(
    event: PointerEvent,
    finish: (samples: readonly number[], event: PointerEvent) => void,
    click: (event: PointerEvent) => void,
): void {
    let samples: number[] = [];
    let abandoned = false; // given up, because two fingers now move the view
    const take = (e: PointerEvent): void => {
        const [x, y] = paperPoint(e);
        if (Number.isFinite(x) && Number.isFinite(y)) samples.push(x, y, pressureOf(e));
    };
    const done = (): void => {
        drawn.value = [];
        pointerState.takeBack = null;
        frame.request();
    };
    take(event);
    pointerState.takeBack = () => {
        abandoned = true;
        done();
    };
    drag(event, {
        move(e) {
            if (abandoned) return;
            const all = e.getCoalescedEvents?.() ?? [];
            for (const each of all.length ? all : [e]) take(each);
            drawn.value = samples;
            samples = [...samples];
            frame.request();
        },
        end(e, moved) {
            if (abandoned) return;
            done();
            if (moved && strokeLength(samples) * cameraNow().zoom >= MIN_LENGTH) finish(samples, e);
            else click(e);
        },
        cancel: done,
    });
}
function strokeLength(samples: readonly number[]): number {
    let way = 0;
    for (let i = 3; i < samples.length; i += 3)
        way += Math.hypot(samples[i]! - samples[i - 3]!, samples[i + 1]! - samples[i - 2]!);
    return way;
}

// ---- Hit testing

interface Hit {
    readonly key: number;
    readonly point: number;
    readonly far: number; // distance, CSS pixels
}
function nearest(event: PointerEvent, only: number | null = null): Hit | null {
    const at = viewPoint(event);
    let best: Hit | null = null;
    line.peek()?.keys.forEach((key, k) => {
        if (only !== null && k !== only) return;
        key.points.forEach(([x, y], i) => {
            const spot = paperToPicture(x, y);
            const far = spot ? Math.hypot(spot.x - at.x, spot.y - at.y) : Infinity;
            if (!best || far < best.far) best = { key: k, point: i, far };
        });
    });
    return best;
}
function pick(event: PointerEvent): void {
    const found = nearest(event);
    if (!found || found.far > reachOf(event)) chooseKey(null);
    else if (event.shiftKey && tool.peek() !== "scribble") toggleKey(found.key);
    else goToKey(found.key);
}

// ---- Tools

function draw(event: PointerEvent): void {
    recordStroke(event, (samples) => addStroke(samples), pick);
}
function scribble(event: PointerEvent): void {
    const index = keyIndex.peek() ?? keyHere.peek();
    const radius = brush.peek() / cameraNow().zoom;
    recordStroke(
        event,
        (samples, e) => {
            const points = samples.filter((_, i) => i % 3 !== 2);
            const found = ask((core) => core.actions.scribble(points, radius), true);
            if (found) setBones(index, found, e.shiftKey ? "add" : e.altKey ? "remove" : "replace");
        },
        pick,
    );
}
function edit(event: PointerEvent): void {
    const own = keyIndex.peek() === null ? null : nearest(event, keyIndex.peek());
    const found = own && own.far <= reachOf(event) ? own : nearest(event);
    if (!found || found.far > reachOf(event)) return void chooseKey(null);
    goToKey(found.key);
    const before = line.peek()!.keys[found.key]!.points;
    const from = paperPoint(event);
    const weights = falloff(before, found.point, event.shiftKey ? Infinity : softness.peek());
    editing.value = { weights };
    const change = (e: PointerEvent) => {
        const [x, y] = paperPoint(e);
        return setPoints(found.key, bent(before, weights, x - from[0], y - from[1]));
    };
    const done = (): void => {
        editing.value = null;
        frame.request();
    };
    drag(event, {
        move: (e) => showSoon(() => change(e)),
        end(e, moved) {
            done();
            settle(moved ? change(e) : null);
        },
        cancel() {
            done();
            settle(null);
        },
    });
    frame.request();
}

// ---- Pulling the line

// Called in every frame while the line is held, so that a pointer at rest is recorded too.
export function keepHold(): void {
    if (pointerState.hold) ask((core) => core.actions.drag(pointerState.hold![0], pointerState.hold![1]));
}
function pullLine(event: PointerEvent): void {
    if ((action()?.keyCount ?? 0) === 0) return;
    if (time.peek() >= length.peek() - 1e-3) time.value = 0;
    const [x, y] = paperPoint(event);
    playing.value = false;
    ask((core) => core.actions.seek(time.peek()));
    if (!ask((core) => core.actions.grab(x, y, (2 * reachOf(event)) / cameraNow().zoom))) return pick(event);
    pointerState.hold = [x, y];
    holding.value = true;
    pulled.value = null;
    frame.request();
    const release = (): void => {
        pointerState.hold = null;
        ask((core) => core.actions.letGo());
    };
    drag(event, {
        move: (e) => (pointerState.hold = paperPoint(e)),
        end() {
            release();
            pulled.value = ask((core) => core.actions.pulled());
        },
        cancel() {
            release();
            holding.value = false;
        },
    });
}

// Whether the pointer is over something that the tool can grab; it decides the cursor.
export const canGrab = signal(false);
export function hover(event: PointerEvent & { currentTarget: HTMLElement }): void {
    if (event.buttons !== 0) return;
    pointerState.box = event.currentTarget.getBoundingClientRect();
    const kind = onPaper() ? tool.peek() : "look";
    canGrab.value =
        kind === "edit" ? (nearest(event)?.far ?? Infinity) <= reachOf(event) : kind === "wobble" && isNearLine(event);
}
function isNearLine(event: PointerEvent): boolean {
    const now = action();
    if (!now || now.keyCount === 0) return false;
    const at = viewPoint(event);
    for (let i = 0; i < now.points.length; i += 2) {
        const spot = paperToPicture(now.points[i]!, now.points[i + 1]!);
        if (spot && Math.hypot(spot.x - at.x, spot.y - at.y) <= 2 * reachOf(event)) return true;
    }
    return false;
}

// Ignores palms: touches while the pen draws. A touch that began before the pen is undone.
function isPalm(event: PointerEvent): boolean {
    if (event.pointerType === "touch") return pointerState.pen !== 0;
    if (event.pointerType !== "pen") return false;
    pointerState.takeBack?.();
    pointerState.pen = event.pointerId;
    const up = (e: PointerEvent): void => {
        if (e.pointerId !== pointerState.pen) return;
        pointerState.pen = 0;
        window.removeEventListener("pointerup", up, true);
        window.removeEventListener("pointercancel", up, true);
    };
    window.addEventListener("pointerup", up, true);
    window.addEventListener("pointercancel", up, true);
    return false;
}

export function press(event: PointerEvent & { currentTarget: HTMLElement }): void {
    event.preventDefault();
    if (isPalm(event)) return;
    event.currentTarget.focus({ preventScroll: true });
    pointerState.box = event.currentTarget.getBoundingClientRect();
    if (pinch(event)) return;
    const moves = event.button === 1 || isDrawing.peek();
    if (event.button !== 0) return moveView(event, moves);
    if (!line.peek()) return;
    if (!onPaper() || tool.peek() === "look") return moveView(event, event.shiftKey || isDrawing.peek());
    ({ draw, edit, wobble: pullLine, scribble })[tool.peek() as Exclude<ReturnType<typeof tool.peek>, "look">](event);
}
