// Renders a drawing to pixels and finds the extent of its ink. The text becomes the source of an image: in an image
// browsers run no script, follow no link and load nothing, and none of its elements becomes part of the page.
import { ImportProblem } from "./importproblem.ts";

const SVG = "http://www.w3.org/2000/svg";

const SEARCH_CELLS = 1024; // side of the picture that is searched for ink, pixels
const REFINE_CELLS = 128; // the same for refining an edge
const WIDEST = 2 ** 20; // user units
const NARROWEST = 2 ** -6;
const PRECISION = 2e-6; // relative to the size that is found
const MOST_ROUNDS = 8;
const THIN_TIP_CELLS = 4;
const OPAQUE_STEP = 1 << 24; // of a pixel as a little-endian word: alpha is the highest byte
const VIEWPORT = 100; // user units: the base of percentages in a drawing without a size, as in author/import/svg.c

export async function loadPicture(text: string): Promise<HTMLImageElement> {
    const image = new Image();
    const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    try {
        image.src = address;
        await image.decode();
        return image;
    } catch {
        throw new ImportProblem("The drawing cannot be drawn.", "Simplify it, or save it as PNG.");
    } finally {
        URL.revokeObjectURL(address);
    }
}

export interface Ink {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number; // right and bottom are exclusive
}
// The bounds of the pixels that are not transparent, with a margin of `room`.
export function findInk({ width, height, data }: ImageData, room: number): Ink | null {
    const words = new Uint32Array(data.buffer, data.byteOffset, width * height);
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let y = 0; y < height; y++) {
        const row = y * width;
        let first = 0;
        let last = width;
        while (first < last && words[row + first]! < OPAQUE_STEP) first++;
        while (last > first && words[row + last - 1]! < OPAQUE_STEP) last--;
        if (first >= last) continue;
        left = Math.min(left, first);
        right = Math.max(right, last);
        top = Math.min(top, y);
        bottom = y + 1;
    }
    if (left >= right) return null;
    return {
        left: Math.max(0, left - room),
        top: Math.max(0, top - room),
        right: Math.min(width, right + room),
        bottom: Math.min(height, bottom + room),
    };
}

// ---- The extent of the ink of a drawing without a size -------------------------------------------------------------

interface Window {
    readonly x: number; // user units
    readonly y: number;
    readonly width: number;
    readonly height: number;
}
// Draws a rectangle of user space, without keeping its aspect ratio, into a square with this number of pixels per
// side.
type Look = (window: Window, cells: number) => Promise<ImageData>;

// The drawing is nested in another one, whose view box is the rectangle to show.
function makeLook(root: Element): Look {
    const inner = root.cloneNode(true) as Element;
    for (const name of ["x", "y", "viewBox", "preserveAspectRatio"]) inner.removeAttribute(name);
    inner.setAttribute("width", String(VIEWPORT));
    inner.setAttribute("height", String(VIEWPORT));
    inner.setAttribute("style", `${inner.getAttribute("style") ?? ""};overflow:visible!important`);
    const text = new XMLSerializer().serializeToString(inner);
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!context) throw new ImportProblem("The drawing cannot be measured.", "Give it a viewBox.");
    return async ({ x, y, width, height }, cells) => {
        const view = `width="${cells}" height="${cells}" viewBox="${x} ${y} ${width} ${height}" preserveAspectRatio="none"`;
        const picture = await loadPicture(`<svg xmlns="${SVG}" ${view}>${text}</svg>`);
        context.canvas.width = cells; // this also clears it
        context.canvas.height = cells;
        context.drawImage(picture, 0, 0, cells, cells);
        return context.getImageData(0, 0, cells, cells);
    };
}

// The ink ends between low and high, within the resolution, and before reach; across the other axis it lies between
// from and to.
interface Edge {
    readonly low: number;
    readonly high: number;
    readonly limit: number;
    readonly from: number;
    readonly to: number;
}
// The last cells along an axis that contain ink, and the range of cells across the axis that contain it there.
interface ExtentAlong {
    readonly last: number;
    readonly first: number; // across the axis
    readonly end: number; // across the axis, exclusive
}
function findTip(image: ImageData, axis: 0 | 1): ExtentAlong | null {
    const ink = findInk(image, 0);
    if (!ink) return null;
    const cells = image.width;
    const last = (axis === 0 ? ink.right : ink.bottom) - 1;
    const isInked = (across: number): boolean =>
        image.data[4 * (axis === 0 ? across * cells + last : last * cells + across) + 3] !== 0;
    let [first, end] = [0, cells];
    while (!isInked(first)) first++;
    while (!isInked(end - 1)) end--;
    return { last, first, end };
}

// The number with the fewest digits within the resolution.
function roundWithin(low: number, high: number): number {
    const middle = (low + high) / 2;
    for (let digits = 1; digits < 12; digits++) {
        const short = Number(middle.toPrecision(digits));
        if (short >= low && short <= high) return short;
    }
    return middle;
}
// A cell seems empty where ink covers less than one alpha step of it: a thin tip may extend further by about its
// thickness.
function makeEdge(tip: ExtentAlong, low: number, cell: number, from: number, across: number): Edge {
    const thickness = tip.end - tip.first;
    const high = low + (tip.last + 1) * cell;
    return {
        low: low + tip.last * cell,
        high,
        limit: high + (thickness <= THIN_TIP_CELLS ? thickness * across : cell / 4),
        from: from + (tip.first - 1) * across,
        to: from + (tip.end + 1) * across,
    };
}
// Refines the position of the outermost ink repeatedly.
async function refine(look: Look, axis: 0 | 1, edge: Edge): Promise<number> {
    for (let round = 0; round < MOST_ROUNDS && edge.high - edge.low > PRECISION * edge.high; round++) {
        const [along, crossAxis] = [edge.limit - edge.low, edge.to - edge.from];
        const window =
            axis === 0
                ? { x: edge.low, y: edge.from, width: along, height: crossAxis }
                : { x: edge.from, y: edge.low, width: crossAxis, height: along };
        const tip = findTip(await look(window, REFINE_CELLS), axis);
        if (!tip) break;
        edge = makeEdge(tip, edge.low, along / REFINE_CELLS, edge.from, crossAxis / REFINE_CELLS);
    }
    return roundWithin(edge.low - PRECISION * edge.high, edge.high + PRECISION * edge.high);
}

// The right and lower end of the ink, in user units from the origin; zeros if there is none, and infinite if the ink
// extends too far. All sizes are tried from the largest down, each half of the one before, so that everything visible
// in a picture of the whole drawing is found.
export async function measureInk(root: Element): Promise<[number, number]> {
    const look = makeLook(root);
    const none = { low: 0, high: 0, limit: 0, from: 0, to: 0 };
    const edges: [Edge, Edge] = [none, none];
    for (let side = WIDEST; side >= NARROWEST && side > Math.max(edges[0].high, edges[1].high); side /= 2) {
        const image = await look({ x: 0, y: 0, width: side, height: side }, SEARCH_CELLS);
        const cell = side / SEARCH_CELLS;
        for (const axis of [0, 1] as const) {
            const tip = findTip(image, axis);
            if (tip && side === WIDEST && tip.last === SEARCH_CELLS - 1) return [Infinity, Infinity];
            if (tip && (tip.last + 1) * cell > edges[axis].low) edges[axis] = makeEdge(tip, 0, cell, 0, cell);
        }
    }
    if (edges[0] === none) return [0, 0];
    return [await refine(look, 0, edges[0]), await refine(look, 1, edges[1])];
}
