// The middle of the workspace: the body in 3-D, and over it the sheet of marks, on which strokes are drawn.
import { createRef } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { jointPlace } from "../core/action.ts";
import { PLUM, TEAL } from "../draw/colour.ts";
import { frameBox } from "../draw/camera.ts";
import { drawings } from "../draw/drawing.ts";
import { Bounds } from "../draw/framing.ts";
import type { Box, Colour, Painter } from "../state/painter.ts";
import { ghost } from "../draw/colour.ts";
import type { Rgb } from "../draw/solid.ts";
import type { SolidGhost } from "../draw/spaceview.tsx";
import { playing, time } from "../state/app.ts";
import { ask, studio } from "../state/document.ts";
import { Memo, ofProject } from "../state/owned.ts";
import { frame } from "../state/workspaces.ts";
import { press, hover, keysOnView, wheel, canGrab } from "./hand.ts";
import { ghostTimes } from "./ghosts.ts";
import { paintMarks } from "./marks.ts";
import {
    ABOVE,
    backToPaper,
    eyeNow,
    frameFree,
    framePaper,
    keepFramed,
    projectionVersion,
    paperEye,
    size,
    sizeNow,
    view,
} from "./sight.ts";
import { action, free, ghosts, holding, isDrawing, line, serial, tool } from "./state.ts";
import "./view.css";

const sheet = createRef<HTMLCanvasElement>();
const shown = ofProject(() => ({
    framed: "",
    seen: "",
}));
const rgb = (c: Colour): Rgb => [c[0], c[1], c[2]];

export function forgetView(): void {
    shown.framed = shown.seen = "";
}
export function frameNow(): void {
    const box = drawingBox();
    if (box) frameBox(box, true, true, ABOVE);
    else if (free.peek()) frameFree(false);
    else framePaper();
}

const ghostCache = new Memo<readonly SolidGhost[]>();
function bodyGhosts(): readonly SolidGhost[] {
    if (!ghosts.peek().body || playing.peek() || holding.peek() || (action()?.keyCount ?? 0) === 0) return [];
    return ghostCache.get(`${serial.peek()} ${time.peek()}`, () => {
        const all = ghostTimes().map(({ at, after, strength }): SolidGhost | null => {
            const body = ask((core) => core.actions.glance(at));
            return body && { ...body, colour: rgb(after ? PLUM : TEAL), opacity: 0.34 * strength };
        });
        return all.filter((one) => one !== null);
    });
}

function paintBody(): void {
    const first = action();
    if (!first || first.vertexCount === 0) return void view.begin();
    const key = line.peek()?.name ?? "";
    if (shown.framed !== key && size.peek().width > 8) {
        if (free.peek()) backToPaper();
        framePaper();
        shown.framed = key;
    }
    view.eye = free.peek() ? null : paperEye();
    const behind = bodyGhosts();
    const now = action()!; // read again, because the core's memory may have moved
    const [x, , z] = jointPlace(now, 0);
    view.paint(
        `${now.line} ${now.version} ${now.vertexCount}`,
        now,
        { base: [x, 0, z], slope: [0, 0], size: 1.7 },
        behind,
    );
}
// A drawing is drawn by the stage's painter.
function paintDrawing(painter: Painter): void {
    const [core, now] = [studio.peek(), action()];
    if (!core || !now?.drawing) return;
    const drawing = drawings.of(core, now.subject, core.figure(now.subject));
    const flat = action()?.flat;
    if (!drawing || !flat || flat.length !== 2 * drawing.vertexCount) return;
    const behind = ghosts.peek().body && !playing.peek() && !holding.peek();
    if (behind && now.keyCount > 0)
        for (const { at, after, strength } of ghostTimes()) {
            core.actions.seek(at);
            painter.drawing(drawing, action()!.flat, ghost(after ? PLUM : TEAL, strength));
        }
    if (behind) core.actions.seek(time.peek());
    painter.drawing(drawing, action()!.flat);
}
export function drawingBox(): Box | null {
    const flat = isDrawing.peek() ? action()?.flat : null;
    if (!flat || flat.length === 0) return null;
    const box = new Bounds();
    box.grow(flat);
    for (const key of line.peek()?.keys ?? []) box.grow(key.points.flat());
    return box;
}

export function paint(painter: Painter): void {
    if (isDrawing.peek()) paintDrawing(painter);
    else paintBody();
    paintSheet();
    const now = action();
    const key = JSON.stringify([
        isDrawing.peek() ? [painter.camera, sizeNow()] : [eyeNow(), size.peek()],
        now?.serial,
        now?.seconds,
    ]);
    if (key !== shown.seen) projectionVersion.value++;
    shown.seen = key;
}
function paintSheet(): void {
    const element = sheet.current;
    const context = element?.getContext("2d");
    if (!element || !context) return;
    const { width, height } = sizeNow();
    const ratio = Math.min(2, window.devicePixelRatio);
    const [wide, high] = [Math.round(element.clientWidth * ratio), Math.round(element.clientHeight * ratio)];
    if (element.width !== wide || element.height !== high) [element.width, element.height] = [wide, high];
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    paintMarks(context, width, height);
}

function Space() {
    const element = useRef<HTMLCanvasElement>(null);
    useEffect(() => {
        const canvas = element.current!;
        const observer = new ResizeObserver(() => {
            size.value = { width: Math.max(1, canvas.clientWidth), height: Math.max(1, canvas.clientHeight) };
            keepFramed();
            frame.request();
        });
        observer.observe(canvas);
        const stop = view.start(canvas);
        return () => {
            observer.disconnect();
            stop();
        };
    }, []);
    return <canvas ref={element} class="space-view" aria-hidden="true" data-test="line-space" />;
}

export function View() {
    useEffect(() => {
        const canvas = sheet.current!;
        frame.request();
        // the element that opened the workspace no longer exists, so the canvas takes the focus
        if (document.activeElement === document.body) canvas.focus({ preventScroll: true });
        canvas.addEventListener("wheel", wheel, { passive: false });
        return () => canvas.removeEventListener("wheel", wheel);
    }, []);
    return (
        <>
            {!isDrawing.value && <Space />}
            <canvas
                ref={sheet}
                class={`line-sheet ${free.value ? "free" : tool.value}${canGrab.value ? " within" : ""}`}
                tabIndex={0}
                role="application"
                aria-label="The paper: draw the line of action here"
                data-test="line-sheet"
                onPointerDown={press}
                onPointerMove={hover}
                onDblClick={() => tool.peek() === "look" && frameNow()}
                onContextMenu={(event) => event.preventDefault()}
                onKeyDown={keysOnView}
            />
        </>
    );
}
