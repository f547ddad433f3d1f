// A drawing as pixels, and how far its ink reaches. The text becomes the source of an image: in an image browsers run no script,
// follow no link and load nothing, and none of its elements is part of the page.
import { ImportProblem, SVG } from "./svgnames.ts";

const CELLS = 1024; // pixels a side of a picture that is searched for ink
const FINE_CELLS = 128; // where the edge is looked at more closely
const WIDEST = 2 ** 20; // user units
const NARROWEST = 2 ** -6;
const PRECISION = 2e-6; // of the size that is found
const MOST_ROUNDS = 8;
const THIN_CELLS = 4;
const OPAQUE_STEP = 1 << 24; // of a pixel as a little-endian word: alpha is the highest byte
const VIEWPORT = 100; // user units: what per cent refer to in a drawing without a size, as author/import/svg.c has it

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
  readonly bottom: number; // right and bottom are outside
}
// The pixels that are not transparent, and `room` around them.
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
  return { left: Math.max(0, left - room), top: Math.max(0, top - room), right: Math.min(width, right + room), bottom: Math.min(height, bottom + room) };
}

// ---- How far the ink of a drawing without a size reaches -----------------------------------------------------------------

interface Window {
  readonly x: number; // user units
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
// Draws a part of the user's space, whatever its proportions, in so many pixels a side.
type Look = (window: Window, cells: number) => Promise<ImageData>;

// The drawing is put into another one, whose view box is the part to look at.
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
    context.canvas.width = cells; // which clears it
    context.canvas.height = cells;
    context.drawImage(picture, 0, 0, cells, cells);
    return context.getImageData(0, 0, cells, cells);
  };
}

// The ink ends between low and high, as far as can be seen, and before reach; what of it is there lies between from and to across.
interface Edge {
  readonly low: number;
  readonly high: number;
  readonly reach: number;
  readonly from: number;
  readonly to: number;
}
// The last cells along an axis that have ink, and which of the cells across have it there.
interface Tip {
  readonly last: number;
  readonly first: number; // across
  readonly end: number; // across, outside
}
function findTip(image: ImageData, axis: 0 | 1): Tip | null {
  const ink = findInk(image, 0);
  if (!ink) return null;
  const cells = image.width;
  const last = (axis === 0 ? ink.right : ink.bottom) - 1;
  const isInked = (across: number): boolean => image.data[4 * (axis === 0 ? across * cells + last : last * cells + across) + 3] !== 0;
  let [first, end] = [0, cells];
  while (!isInked(first)) first++;
  while (!isInked(end - 1)) end--;
  return { last, first, end };
}

// The number with the fewest digits that is as near as can be told.
function roundWithin(low: number, high: number): number {
  const middle = (low + high) / 2;
  for (let digits = 1; digits < 12; digits++) {
    const short = Number(middle.toPrecision(digits));
    if (short >= low && short <= high) return short;
  }
  return middle;
}
// A cell seems empty where ink covers less than a step of its alpha: a thin tip may go on by about its thickness.
function makeEdge(tip: Tip, low: number, cell: number, from: number, across: number): Edge {
  const thickness = tip.end - tip.first;
  const high = low + (tip.last + 1) * cell;
  return {
    low: low + tip.last * cell, high, reach: high + (thickness <= THIN_CELLS ? thickness * across : cell / 4),
    from: from + (tip.first - 1) * across, to: from + (tip.end + 1) * across,
  };
}
// Looks closer and closer at the outermost ink.
async function refine(look: Look, axis: 0 | 1, edge: Edge): Promise<number> {
  for (let round = 0; round < MOST_ROUNDS && edge.high - edge.low > PRECISION * edge.high; round++) {
    const [along, aside] = [edge.reach - edge.low, edge.to - edge.from];
    const window = axis === 0 ? { x: edge.low, y: edge.from, width: along, height: aside } : { x: edge.from, y: edge.low, width: aside, height: along };
    const tip = findTip(await look(window, FINE_CELLS), axis);
    if (!tip) break;
    edge = makeEdge(tip, edge.low, along / FINE_CELLS, edge.from, aside / FINE_CELLS);
  }
  return roundWithin(edge.low - PRECISION * edge.high, edge.high + PRECISION * edge.high);
}

// The right and the lower end of the ink, in user units from the origin; zeros where there is none, and infinite where it goes on
// for too long. All sizes are tried from the largest down, each half of the one before, so that whatever could be seen in a picture
// of the whole drawing is found.
export async function measureInk(root: Element): Promise<[number, number]> {
  const look = makeLook(root);
  const none = { low: 0, high: 0, reach: 0, from: 0, to: 0 };
  const edges: [Edge, Edge] = [none, none];
  for (let side = WIDEST; side >= NARROWEST && side > Math.max(edges[0].high, edges[1].high); side /= 2) {
    const image = await look({ x: 0, y: 0, width: side, height: side }, CELLS);
    const cell = side / CELLS;
    for (const axis of [0, 1] as const) {
      const tip = findTip(image, axis);
      if (tip && side === WIDEST && tip.last === CELLS - 1) return [Infinity, Infinity];
      if (tip && (tip.last + 1) * cell > edges[axis].low) edges[axis] = makeEdge(tip, 0, cell, 0, cell);
    }
  }
  if (edges[0] === none) return [0, 0];
  return [await refine(look, 0, edges[0]), await refine(look, 1, edges[1])];
}
