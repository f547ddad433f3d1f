// Small pictures of creatures grown from seeds, drawn one a frame by a core of their own.
import { signal } from "@preact/signals";
import { Studio } from "../core/studio.ts";
import { coreModule } from "../files/session.ts";
import { SolidPainter } from "../draw/solid.ts";
import { distanceFor } from "../draw/space.ts";

const SIDE = 128; // device pixels
const MOST = 512; // pictures kept
const [HEADING, PITCH] = [0.6, 0.14];

const pictures = new Map<number, OffscreenCanvas>();
const wanted: number[] = [];
export const drawn = signal(0); // counts pictures: who shows them looks again
let core: Studio | null = null;
let painter: SolidPainter | null = null;
let canvas: OffscreenCanvas | null = null;
let asked = 0;

function draw(seed: number): void {
  core ??= new Studio(coreModule());
  canvas ??= new OffscreenCanvas(SIDE, SIDE);
  painter ??= SolidPainter.make(canvas, false);
  if (!painter || painter.lost) return;
  core.herds.show({ motion: null, creatures: [`seed:${seed}`], gait: null, speed: 0, turning: 0, trial: null, targets: [], variant: 0, mirror: false, light: null, channel: null, active: null });
  const now = core.herds.now();
  if (!now) return;
  const [low, high] = [now.low, now.high];
  const size = Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  painter.mesh(now);
  painter.shape(now.positions, now.normals, null);
  painter.begin({ x: 0, y: 0, width: SIDE, height: SIDE }, { target: [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2], heading: HEADING, pitch: PITCH, distance: distanceFor(0.5 * size, 1) }, null);
  painter.drawSolid();
  const picture = new OffscreenCanvas(SIDE, SIDE);
  picture.getContext("2d")?.drawImage(canvas, 0, 0);
  pictures.set(seed, picture);
}
function work(): void {
  asked = 0;
  const seed = wanted.pop();
  if (seed === undefined) return;
  try {
    draw(seed);
  } catch {
    pictures.set(seed, new OffscreenCanvas(1, 1)); // what cannot be grown has no picture
  }
  drawn.value++;
  if (wanted.length) asked = requestAnimationFrame(work);
}
// null: it comes later.
export function pictureOf(seed: number): OffscreenCanvas | null {
  const found = pictures.get(seed);
  if (found) return found;
  if (pictures.size > MOST) pictures.clear();
  if (!wanted.includes(seed)) wanted.unshift(seed);
  asked ||= requestAnimationFrame(work);
  return null;
}
