// The middle of the workspace: what plays, in space. Drag turns, the wheel comes nearer, with Shift or the middle button the
// picture is moved.
import { useEffect, useRef } from "preact/hooks";
import { SolidPainter } from "../draw/solid.ts";
import { isLight, PAPER } from "../draw/colour.ts";
import { paperNow } from "../draw/view.ts";
import { frame } from "../state/workspaces.ts";
import { drag } from "../widgets/index.ts";
import { eyeNow, frameEye, moveEye, shiftEye, sizeOf, turnEye, zoomEye } from "./orbit.ts";
import { act } from "./state.ts";
import "./view.css";

let painter: SolidPainter | null = null;
let canvas: HTMLCanvasElement | null = null;
let shown = ""; // whose triangles the painter has

const aspect = (): number => (canvas && canvas.height > 0 ? canvas.width / canvas.height : 1);

export function frameNow(): void {
  const now = act();
  if (now) frameEye(now, aspect());
}

// A round number of metres that suits the size of things.
function cellFor(size: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1e-6, size)));
  return size / power < 2 ? 0.2 * power : size / power < 5 ? 0.5 * power : power;
}

export function paintView(seconds: number): void {
  const now = act();
  if (!painter || !canvas || painter.lost || canvas.width < 2) return;
  const paper = paperNow().colour ?? PAPER;
  const box = { x: 0, y: 0, width: canvas.width, height: canvas.height };
  if (!now) {
    painter.begin(box, eyeNow(), [paper[0], paper[1], paper[2]]);
    return;
  }
  moveEye(now, aspect(), seconds);
  const key = `${now.kind} ${now.subject} ${now.version} ${now.colour} ${now.vertexCount}`;
  if (key !== shown) {
    painter.mesh(now);
    shown = key;
  }
  painter.shape(now.positions, now.normals, now.heat);
  painter.begin(box, eyeNow(), [paper[0], paper[1], paper[2]]);
  painter.drawSolid();
  const size = sizeOf(now);
  const walks = now.kind !== "shape";
  const dark = isLight(paper);
  painter.drawGround({
    base: walks ? now.root : [(now.low[0] + now.high[0]) / 2, now.low[1], (now.low[2] + now.high[2]) / 2],
    slope: walks ? [now.slope * Math.sin(now.heading), now.slope * Math.cos(now.heading)] : [0, 0],
    size,
    cell: cellFor(size),
    ink: dark ? [0.36, 0.28, 0.2, 0.24] : [0, 0, 0, 0.4],
  });
}

function follow(element: HTMLCanvasElement): () => void {
  const observer = new ResizeObserver(() => {
    const ratio = Math.min(2, window.devicePixelRatio);
    element.width = Math.round(element.clientWidth * ratio);
    element.height = Math.round(element.clientHeight * ratio);
    frame.request();
  });
  observer.observe(element);
  return () => observer.disconnect();
}

function start(element: HTMLCanvasElement): () => void {
  canvas = element;
  painter = SolidPainter.make(element, true);
  shown = "";
  const restored = (): void => {
    painter = SolidPainter.make(element, true);
    shown = "";
    frame.request();
  };
  const lost = (event: Event): void => event.preventDefault();
  element.addEventListener("webglcontextlost", lost);
  element.addEventListener("webglcontextrestored", restored);
  const stop = follow(element);
  return () => {
    stop();
    element.removeEventListener("webglcontextlost", lost);
    element.removeEventListener("webglcontextrestored", restored);
    painter?.dispose();
    painter = canvas = null;
  };
}

function grab(event: PointerEvent): void {
  if (event.button > 1) return;
  event.preventDefault();
  canvas?.focus({ preventScroll: true });
  const moves = event.shiftKey || event.button === 1;
  let [lastX, lastY] = [0, 0];
  drag(event, {
    move(_, dx, dy) {
      if (moves) shiftEye(dx - lastX, dy - lastY, canvas?.clientHeight ?? 500);
      else turnEye(dx - lastX, dy - lastY);
      [lastX, lastY] = [dx, dy];
    },
  });
}
function keys(event: KeyboardEvent): void {
  const turns: Record<string, [number, number]> = { ArrowLeft: [12, 0], ArrowRight: [-12, 0], ArrowUp: [0, 8], ArrowDown: [0, -8] };
  const by = turns[event.key];
  if (by) turnEye(...by);
  else if (event.key === "+" || event.key === "=") zoomEye(0.9);
  else if (event.key === "-") zoomEye(1.1);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

export function View() {
  const element = useRef<HTMLCanvasElement>(null);
  useEffect(() => start(element.current!), []);
  return (
    <canvas
      ref={element}
      class="verbs-view"
      tabIndex={0}
      role="application"
      aria-label="What plays, in space"
      data-test="solid"
      onPointerDown={grab}
      onWheel={(event) => {
        event.preventDefault();
        zoomEye(Math.exp(event.deltaY / 500));
      }}
      onDblClick={frameNow}
      onKeyDown={keys}
    />
  );
}
