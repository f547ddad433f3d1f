// The background of the pad: pictures of the blend at places of a grid, and a heat map of the trouble that the core
// reports there. A few are drawn each frame, within a time budget.
import { readColour } from "../draw/colour.ts";
import { OffscreenSolid } from "../draw/offscreen.ts";
import { distanceFor } from "../draw/space.ts";
import { ask } from "../state/document.ts";
import { ofProject } from "../state/owned.ts";
import { theme } from "../state/prefs.ts";
import { area, GRID, inside, padAxes, ranges } from "./padspace.ts";
import { subject } from "../state/subject.ts";
import { act, axes, built, place, trouble } from "./state.ts";
import { sizeOf } from "./orbit.ts";

const BUDGET = 6; // milliseconds a frame
const PICTURE = 144; // pixels, the side of a picture
const CELLS = 12; // cells of the heat map along each axis
const PHASE = 0.2; // the phase at which a verb is drawn: the stride is open

interface Tile {
    readonly across: number; // 0 … GRID − 1
    readonly up: number;
    readonly picture: OffscreenCanvas;
    drawn: boolean;
    stale: boolean;
}

const pad = ofProject(() => ({
    tiles: [] as Tile[],
    cells: new Float32Array(CELLS * CELLS).fill(-1), // −1: not computed yet
    nextCell: 0,
    nextTile: 0,
    key: "",
    layout: "",
    dirty: true, // the pad itself must be drawn again
}));
const solids = new OffscreenSolid(false);

function layOut(rows: number): void {
    pad.tiles = [];
    for (let up = 0; up < rows; up++)
        for (let across = 0; across < GRID; across++)
            pad.tiles.push({ across, up, picture: new OffscreenCanvas(PICTURE, PICTURE), drawn: false, stale: true });
    pad.nextTile = Math.floor(pad.tiles.length / 2);
}

// Marks the pictures as stale when anything that they depend on changes; old pictures stay until new ones are drawn.
function markStale(): void {
    const [x, y] = padAxes.value;
    const layout = `${subject.value?.kind} ${subject.value?.name} ${x} ${y}`;
    if (layout !== pad.layout) {
        pad.layout = layout;
        layOut(x < 0 ? 0 : y < 0 ? 1 : GRID);
    }
    const others = place.value.map((value, i) => (i === x || i === y ? "" : value.toFixed(4))).join();
    const [across, up] = ranges.value;
    const now = `${layout} ${built.value} ${others} ${across.low} ${across.high} ${up.low} ${up.high}`;
    if (now === pad.key) return;
    pad.key = now;
    for (const tile of pad.tiles) tile.stale = true;
    pad.cells.fill(-1);
    pad.nextCell = 0;
    pad.dirty = true;
}

function placeOf(tile: Tile): number[] {
    const [x, y] = padAxes.value;
    return axes.value.map((axis, i) => {
        const part = i === x ? tile.across / (GRID - 1) : i === y ? tile.up / (GRID - 1) : null;
        return part === null ? (place.value[i] ?? axis.low) : axis.low + part * (axis.high - axis.low);
    });
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
    const solid = ask((core) => core.actGlance(placeOf(tile), PHASE));
    const now = act(); // read after actGlance, which may move the core's memory
    const on = tile.picture.getContext("2d");
    const painter =
        now &&
        solids.begin(
            PICTURE,
            PICTURE,
            `${now.kind} ${now.subject} ${now.version} ${now.colour} ${now.vertexCount}`,
            now,
        );
    if (!solid || !painter || !on) return;
    painter.shape(solid.positions, solid.normals, null);
    const eye = {
        target: middleOf(solid.positions),
        heading: 0.6,
        pitch: 0.12,
        distance: distanceFor(0.54 * sizeOf(now), 1),
    };
    painter.begin({ x: 0, y: 0, width: PICTURE, height: PICTURE }, eye, null);
    painter.drawSolid();
    on.clearRect(0, 0, PICTURE, PICTURE);
    solids.copyTo(on);
    tile.drawn = true;
    pad.dirty = true;
}
function computeCell(): void {
    const [x, y] = padAxes.value;
    const [across, up] = ranges.value;
    const i = pad.nextCell++;
    const at = place.value.slice();
    const part = (n: number): number => (n + 0.5) / CELLS;
    at[x] = across.low + part(i % CELLS) * (across.high - across.low);
    if (y >= 0) at[y] = up.low + part(Math.floor(i / CELLS)) * (up.high - up.low);
    pad.cells[i] = ask((core) => core.actTrouble(at)) ?? 0;
    pad.dirty = true;
}

const staleTile = (): Tile | undefined => {
    for (let i = 0; i < pad.tiles.length; i++) {
        const tile = pad.tiles[(pad.nextTile + i) % pad.tiles.length]!;
        if (tile.stale) {
            pad.nextTile = (pad.nextTile + i + 1) % pad.tiles.length;
            return tile;
        }
    }
    return undefined;
};
const cellCount = (): number => (padAxes.value[0] < 0 ? 0 : padAxes.value[1] < 0 ? CELLS : CELLS * CELLS);

// Works for at most one budget; returns true while there is more to do in the next frame.
export function workOnPad(): boolean {
    if (!act() || trouble.value) return false;
    markStale();
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
    const more = pad.tiles.some((tile) => tile.stale);
    if (!more && pad.nextCell < cellCount()) computeCell();
    return more || pad.nextCell < cellCount();
}

// ---- The pad itself

export function resetPad(): void {
    pad.key = pad.layout = "";
    pad.dirty = true;
}

function paintTrouble(on: CanvasRenderingContext2D, width: number, height: number): void {
    const rows = padAxes.value[1] < 0 ? 1 : CELLS;
    for (let i = 0; i < rows * CELLS; i++) {
        const heat = pad.cells[i]!;
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
    for (const tile of pad.tiles) {
        if (!tile.drawn) continue;
        const x = left + tile.across * wide;
        const y = rows > 1 ? bottom - tile.up * high : (top + bottom) / 2;
        on.drawImage(tile.picture, x - size / 2, y - size / 2, size, size);
    }
}

// Draws the pad if anything on it changed, or always with `anew`.
export function paintPad(element: HTMLCanvasElement | null, anew = false): void {
    const { width, height } = area.value;
    if (!element || width < 2 || (!pad.dirty && !anew)) return;
    const ratio = Math.min(2, window.devicePixelRatio);
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (element.width !== w || element.height !== h) [element.width, element.height] = [w, h];
    const on = element.getContext("2d");
    if (!on) return;
    pad.dirty = false;
    on.setTransform(ratio, 0, 0, ratio, 0, 0);
    on.clearRect(0, 0, width, height);
    const [left, top, right, bottom] = inside.value;
    const warm = readColour(theme() === "dark" ? "#24262d" : "#f7f1e5")!;
    on.fillStyle = `rgb(${warm
        .slice(0, 3)
        .map((v) => Math.round(255 * v))
        .join(" ")})`;
    on.fillRect(left, top, right - left, bottom - top);
    on.filter = "blur(8px)"; // hides the borders between cells
    paintTrouble(on, width, height);
    on.filter = "none";
    paintTiles(on);
}
