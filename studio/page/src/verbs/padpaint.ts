// What lies under the dots of the pad: pictures of the places, and how much trouble the core sees there. A few of them a
// frame, never longer than the budget.
import { readColour } from "../draw/colour.ts";
import { SolidPainter } from "../draw/solid.ts";
import { distanceFor } from "../draw/space.ts";
import { ask } from "../state/document.ts";
import { theme } from "../state/prefs.ts";
import { area, GRID, inside, padAxes, ranges } from "./padspace.ts";
import { act, axes, built, place, subject, trouble } from "./state.ts";
import { sizeOf } from "./orbit.ts";

const BUDGET = 6; // milliseconds a frame
const PICTURE = 144; // pixels of a picture
const CELLS = 12; // of trouble, across and up
const PHASE = 0.2; // of a verb: a stride is open

interface Tile {
  readonly across: number; // 0 … GRID − 1
  readonly up: number;
  readonly picture: OffscreenCanvas;
  drawn: boolean;
  stale: boolean;
}

let tiles: Tile[] = [];
let cells = new Float32Array(CELLS * CELLS).fill(-1); // −1: not known
let nextCell = 0;
let nextTile = 0;
let key = "";
let layout = "";
let meshKey = "";
let dirty = true; // the pad itself
let canvas: OffscreenCanvas | null = null;
let painter: SolidPainter | null = null;

function layOut(rows: number): void {
  tiles = [];
  for (let up = 0; up < rows; up++) for (let across = 0; across < GRID; across++) tiles.push({ across, up, picture: new OffscreenCanvas(PICTURE, PICTURE), drawn: false, stale: true });
  nextTile = Math.floor(tiles.length / 2);
}

// What changes the pictures makes them stale; the old ones stay until there are new.
function watch(): void {
  const [x, y] = padAxes.value;
  const shown = `${subject.value?.kind} ${subject.value?.name} ${x} ${y}`;
  if (shown !== layout) {
    layout = shown;
    layOut(x < 0 ? 0 : y < 0 ? 1 : GRID);
  }
  const others = place.value.map((value, i) => (i === x || i === y ? "" : value.toFixed(4))).join();
  const [across, up] = ranges.value;
  const now = `${shown} ${built.value} ${others} ${across.low} ${across.high} ${up.low} ${up.high}`;
  if (now === key) return;
  key = now;
  for (const tile of tiles) tile.stale = true;
  cells.fill(-1);
  nextCell = 0;
  dirty = true;
}

function placeOf(tile: Tile): number[] {
  const [x, y] = padAxes.value;
  return axes.value.map((axis, i) => {
    const part = i === x ? tile.across / (GRID - 1) : i === y ? tile.up / (GRID - 1) : null;
    return part === null ? (place.value[i] ?? axis.low) : axis.low + part * (axis.high - axis.low);
  });
}

function ready(): SolidPainter | null {
  canvas ??= new OffscreenCanvas(PICTURE, PICTURE);
  painter ??= SolidPainter.make(canvas, false);
  const now = act();
  if (!painter || painter.lost || !now) return null;
  const mesh = `${now.kind} ${now.subject} ${now.version} ${now.colour} ${now.vertexCount}`;
  if (mesh !== meshKey) painter.mesh(now);
  meshKey = mesh;
  return painter;
}
function middleOf(positions: Float32Array): [number, number, number] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3]!, positions[i]!);
    high[i % 3] = Math.max(high[i % 3]!, positions[i]!);
  }
  return [(low[0]! + high[0]!) / 2, (low[1]! + high[1]!) / 2, (low[2]! + high[2]!) / 2];
}
function paintTile(tile: Tile): void {
  tile.stale = false;
  const now = act();
  const solid = ask((core) => core.actGlance(placeOf(tile), PHASE));
  const ready_ = ready();
  const on = tile.picture.getContext("2d");
  if (!now || !solid || !ready_ || !on || !canvas) return;
  ready_.shape(solid.positions, solid.normals, null);
  const eye = { target: middleOf(solid.positions), heading: 0.6, pitch: 0.12, distance: distanceFor(0.54 * sizeOf(now), 1) };
  ready_.begin({ x: 0, y: 0, width: PICTURE, height: PICTURE }, eye, null);
  ready_.drawSolid();
  on.clearRect(0, 0, PICTURE, PICTURE);
  on.drawImage(canvas, 0, 0);
  tile.drawn = true;
  dirty = true;
}
function computeCell(): void {
  const [x, y] = padAxes.value;
  const [across, up] = ranges.value;
  const i = nextCell++;
  const at = place.value.slice();
  const part = (n: number): number => (n + 0.5) / CELLS;
  at[x] = across.low + part(i % CELLS) * (across.high - across.low);
  if (y >= 0) at[y] = up.low + part(Math.floor(i / CELLS)) * (up.high - up.low);
  cells[i] = ask((core) => core.actTrouble(at)) ?? 0;
  dirty = true;
}

const staleTile = (): Tile | undefined => {
  for (let i = 0; i < tiles.length; i++) {
    const tile = tiles[(nextTile + i) % tiles.length]!;
    if (tile.stale) {
      nextTile = (nextTile + i + 1) % tiles.length;
      return tile;
    }
  }
  return undefined;
};
const cellCount = (): number => (padAxes.value[0] < 0 ? 0 : padAxes.value[1] < 0 ? CELLS : CELLS * CELLS);

// True where there is more to do in the next frame.
export function workOnPad(): boolean {
  if (!act() || trouble.value) return false;
  watch();
  const end = performance.now() + BUDGET;
  let longest = 0;
  for (;;) {
    const start = performance.now();
    const tile = staleTile();
    if (!tile) break;
    paintTile(tile);
    longest = Math.max(longest, performance.now() - start);
    if (performance.now() + longest > end) break;
  }
  const more = tiles.some((tile) => tile.stale);
  if (!more && nextCell < cellCount()) computeCell();
  return more || nextCell < cellCount();
}

// ---- The pad itself

export function forgetPad(): void {
  key = layout = "";
  dirty = true;
}

function paintTrouble(on: CanvasRenderingContext2D, width: number, height: number): void {
  const rows = padAxes.value[1] < 0 ? 1 : CELLS;
  for (let i = 0; i < rows * CELLS; i++) {
    const heat = cells[i]!;
    if (!(heat > 0.02)) continue;
    const [column, row] = [i % CELLS, rows - 1 - Math.floor(i / CELLS)];
    on.fillStyle = `rgb(228 87 46 / ${(55 * Math.min(1, heat)).toFixed(1)}%)`;
    on.fillRect((column / CELLS) * width, (row / rows) * height, width / CELLS + 0.5, height / rows + 0.5);
  }
}
function paintTiles(on: CanvasRenderingContext2D): void {
  const [left, top, right, bottom] = inside.value;
  const rows = padAxes.value[1] < 0 ? 1 : GRID;
  const wide = (right - left) / (GRID - 1);
  const high = rows > 1 ? (bottom - top) / (rows - 1) : Math.min(bottom - top, 1.4 * wide);
  const size = 0.98 * Math.min(wide, high);
  on.imageSmoothingQuality = "high";
  for (const tile of tiles) {
    if (!tile.drawn) continue;
    const x = left + tile.across * wide;
    const y = rows > 1 ? bottom - tile.up * high : (top + bottom) / 2;
    on.drawImage(tile.picture, x - size / 2, y - size / 2, size, size);
  }
}

// Draws the pad where anything of it changed, or `anew`.
export function paintPad(element: HTMLCanvasElement | null, anew = false): void {
  const { width, height } = area.value;
  if (!element || width < 2 || (!dirty && !anew)) return;
  const ratio = Math.min(2, window.devicePixelRatio);
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (element.width !== w || element.height !== h) [element.width, element.height] = [w, h];
  const on = element.getContext("2d");
  if (!on) return;
  dirty = false;
  on.setTransform(ratio, 0, 0, ratio, 0, 0);
  on.clearRect(0, 0, width, height);
  const [left, top, right, bottom] = inside.value;
  const warm = readColour(theme() === "dark" ? "#24262d" : "#f7f1e5")!;
  on.fillStyle = `rgb(${warm.slice(0, 3).map((v) => Math.round(255 * v)).join(" ")})`;
  on.fillRect(left, top, right - left, bottom - top);
  on.filter = "blur(8px)"; // a cell is no border
  paintTrouble(on, width, height);
  on.filter = "none";
  paintTiles(on);
}
