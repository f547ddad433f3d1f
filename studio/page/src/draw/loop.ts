// Draws a frame when something changed, and measures what it cost: all of the page's own work for it, from the pointer's
// move to the last call to the graphics card.
import { effect } from "@preact/signals";
import { artworkName, frameCost, overlays, playing, sceneName, selection, time, workspace } from "../state/app.ts";
import { revision } from "../state/document.ts";
import { prefs } from "../state/prefs.ts";
import { frame, workspaces } from "../state/workspaces.ts";
import { camera, stageSize } from "./camera.ts";
import { picturesRevision } from "./textures.ts";
import { paperKind } from "./view.ts";

const LONGEST = 0.1; // seconds that a frame may tell: a page that was held up does not leap
const TOLD_EVERY = 250; // milliseconds between two figures in the status line

export interface Frame {
  draw(seconds: number): { vertices: number; draws: number };
  moving(): boolean; // another frame must follow
}

let extra = 0; // milliseconds of work for the next frame, done before it

// Runs what belongs to the next frame (a drag that solves), counting its time.
export function working<T>(run: () => T): T {
  const start = performance.now();
  try {
    return run();
  } finally {
    extra += performance.now() - start;
  }
}

// The cost of the last frames, milliseconds: what tests and `make measure` read.
export const costs = {
  recent: new Float64Array(240),
  count: 0,
  add(milliseconds: number): void {
    this.recent[this.count++ % this.recent.length] = milliseconds;
  },
  // Of the last frames, the one below which a share of them lies.
  quantile(share: number): number {
    const known = this.recent.slice(0, Math.min(this.count, this.recent.length)).sort();
    return known[Math.min(known.length - 1, Math.floor(share * known.length))] ?? 0;
  },
};

// Subscribes to everything that shows.
function watch(): () => void {
  return effect(() => {
    const shown = [revision, selection, overlays, workspace, workspaces, artworkName, sceneName, time, playing, camera, stageSize, paperKind, picturesRevision, prefs];
    for (const each of shown) void each.value;
    frame.request();
  });
}

export function startLoop(what: Frame): () => void {
  let asked = 0; // of requestAnimationFrame
  let last = 0; // when the frame before was, 0: the page stood still
  let worst = 0;
  let toldAt = 0;

  const tell = (now: number, cost: number, drawn: { vertices: number; draws: number }, standing: boolean): void => {
    worst = Math.max(worst, cost);
    if (now - toldAt < TOLD_EVERY && !standing) return;
    frameCost.value = { milliseconds: worst, ...drawn };
    worst = 0;
    toldAt = now;
  };
  const tick = (now: number): void => {
    asked = 0;
    const seconds = last > 0 ? Math.min(LONGEST, Math.max(0, (now - last) / 1000)) : 0;
    const start = performance.now();
    const drawn = what.draw(seconds);
    const cost = performance.now() - start + extra;
    extra = 0;
    costs.add(cost);
    const goesOn = what.moving();
    last = goesOn || asked ? now : 0;
    if (goesOn) request();
    tell(now, cost, drawn, !goesOn);
  };
  const request = (): void => {
    if (!asked && !document.hidden) asked = requestAnimationFrame(tick);
  };
  const shownAgain = (): void => {
    last = 0;
    if (document.hidden) {
      cancelAnimationFrame(asked);
      asked = 0;
    } else request();
  };

  frame.request = request;
  const stop = watch();
  document.addEventListener("visibilitychange", shownAgain);
  return () => {
    stop();
    document.removeEventListener("visibilitychange", shownAgain);
    cancelAnimationFrame(asked);
    frame.request = () => {};
  };
}
