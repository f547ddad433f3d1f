// The middle of the workspace: the body in space beneath, and over it the sheet of marks, which the hand draws on.
import { useEffect, useRef } from "preact/hooks";
import { PLUM, TEAL } from "../draw/colour.ts";
import { frameBox } from "../draw/camera.ts";
import { drawings } from "../draw/drawing.ts";
import { Bounds } from "../draw/framing.ts";
import type { Box, Colour, Painter } from "../draw/painter.ts";
import { ghost } from "../draw/colour.ts";
import type { Rgb } from "../draw/solid.ts";
import type { SolidGhost } from "../draw/spaceview.tsx";
import { playing, time } from "../state/app.ts";
import { ask, studio } from "../state/document.ts";
import { frame } from "../state/workspaces.ts";
import { grab, hover, keysOnView, wheel, within } from "./hand.ts";
import { ghostTimes } from "./ghosts.ts";
import { paintMarks } from "./marks.ts";
import { ABOVE, backToPaper, eyeNow, frameFree, framePaper, keepFramed, looked, paperEye, size, sizeNow, view } from "./sight.ts";
import { action, free, ghosts, holding, isDrawing, line, serial, tool } from "./state.ts";
import "./view.css";

let sheet: HTMLCanvasElement | null = null;
let framed = "";
let seen = "";
const rgb = (c: Colour): Rgb => [c[0], c[1], c[2]];

export function forgetView(): void {
  framed = seen = "";
}
export function frameNow(): void {
  const box = drawingBox();
  if (box) frameBox(box, true, true, ABOVE);
  else if (free.peek()) frameFree(false);
  else framePaper();
}

let ghostsKept: { readonly key: string; readonly all: readonly SolidGhost[] } = { key: "", all: [] };
function bodyGhosts(): readonly SolidGhost[] {
  if (!ghosts.peek().body || playing.peek() || holding.peek() || (action()?.keyCount ?? 0) === 0) return [];
  const key = `${serial.peek()} ${time.peek()}`;
  if (ghostsKept.key === key) return ghostsKept.all;
  const all = ghostTimes().map(({ at, after, strength }): SolidGhost | null => {
    const body = ask((core) => core.actions.glance(at));
    return body && { ...body, colour: rgb(after ? PLUM : TEAL), opacity: 0.34 * strength };
  });
  ghostsKept = { key, all: all.filter((one) => one !== null) };
  return ghostsKept.all;
}

function paintBody(): void {
  const first = action();
  if (!first || first.vertexCount === 0) return void view.begin();
  const key = line.peek()?.name ?? "";
  if (framed !== key && size.peek().width > 8) {
    if (free.peek()) backToPaper();
    framePaper();
    framed = key;
  }
  view.eye = free.peek() ? null : paperEye();
  const behind = bodyGhosts();
  const now = action()!; // anew: memory may have moved
  const root = now.joints;
  view.paint(`${now.line} ${now.version} ${now.vertexCount}`, now, { base: [root[9]!, 0, root[11]!], slope: [0, 0], size: 1.7 }, behind);
}
// Of a drawing: the stage's own painter.
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
  const key = JSON.stringify([isDrawing.peek() ? [painter.camera, sizeNow()] : [eyeNow(), size.peek()], now?.serial, now?.seconds]);
  if (key !== seen) looked.value++;
  seen = key;
}
function paintSheet(): void {
  const context = sheet?.getContext("2d");
  if (!sheet || !context) return;
  const { width, height } = sizeNow();
  const ratio = Math.min(2, window.devicePixelRatio);
  const [wide, high] = [Math.round(sheet.clientWidth * ratio), Math.round(sheet.clientHeight * ratio)];
  if (sheet.width !== wide || sheet.height !== high) [sheet.width, sheet.height] = [wide, high];
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
  const element = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    sheet = element.current;
    frame.request();
    if (document.activeElement === document.body) sheet?.focus({ preventScroll: true }); // what was clicked to get here is gone
    const canvas = element.current!;
    canvas.addEventListener("wheel", wheel, { passive: false });
    return () => {
      canvas.removeEventListener("wheel", wheel);
      sheet = null;
    };
  }, []);
  return (
    <>
      {!isDrawing.value && <Space />}
      <canvas
        ref={element}
        class={`line-sheet ${free.value ? "free" : tool.value}${within.value ? " within" : ""}`}
        tabIndex={0}
        role="application"
        aria-label="The paper: draw the line of action here"
        data-test="line-sheet"
        onPointerDown={grab}
        onPointerMove={hover}
        onDblClick={() => tool.peek() === "look" && frameNow()}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={keysOnView}
      />
    </>
  );
}
