// A drawing as pixels, and how far its ink reaches. The text becomes the source of an image: in an image browsers run no script,
// follow no link and load nothing, and none of its elements is part of the page.
import { ImportProblem, SVG } from "./svgnames.ts";

const CELLS = 1024; // pixels a side of a picture that is searched for ink
const FINE_CELLS = 64; // across the edge, when it is looked at more closely
const WIDEST = 2 ** 24; // user units
const NARROWEST = 2 ** -10;
const PRECISION = 2e-6; // of the size that is found
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
  const inked = (index: number): boolean => words[index]! >>> 24 !== 0; // little-endian: alpha is the highest byte
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    let first = 0;
    let last = width;
    while (first < last && !inked(y * width + first)) first++;
    while (last > first && !inked(y * width + last - 1)) last--;
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

// Draws a part of the user's space, whatever its proportions, and finds the ink in it.
type Look = (x: number, y: number, width: number, height: number, columns: number, rows: number) => Promise<Ink | null>;

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
  return async (x, y, width, height, columns, rows) => {
    const view = `width="${columns}" height="${rows}" viewBox="${x} ${y} ${width} ${height}" preserveAspectRatio="none"`;
    const picture = await loadPicture(`<svg xmlns="${SVG}" ${view}>${text}</svg>`);
    context.canvas.width = columns; // which clears it
    context.canvas.height = rows;
    context.drawImage(picture, 0, 0, columns, rows);
    return findInk(context.getImageData(0, 0, columns, rows), 0);
  };
}

// The number with the fewest digits that is as near as can be told.
function roundWithin(low: number, high: number): number {
  for (let digits = 1; digits < 12; digits++) {
    const short = Number(high.toPrecision(digits));
    if (short >= low && short <= high) return short;
  }
  return high;
}
interface Edge {
  low: number;
  high: number; // the ink ends between them
}
// `find` looks at the strip between two places, in FINE_CELLS cells, and answers after which of them there is no more ink.
async function refine(edge: Edge, find: (low: number, width: number) => Promise<number | null>): Promise<number> {
  let { low, high } = edge;
  while (high - low > PRECISION * high) {
    const width = high - low;
    const cells = await find(low, width);
    if (!cells) break;
    high = low + (cells * width) / FINE_CELLS;
    low = high - width / FINE_CELLS;
  }
  return roundWithin(low - PRECISION * high, high + PRECISION * high);
}

// The right and the lower end of the ink, in user units from the origin; zeros where there is none. All sizes are tried from the
// largest down, each half of the one before, so that whatever could be seen in a picture of the whole drawing is found.
export async function measureInk(root: Element): Promise<[number, number]> {
  const look = makeLook(root);
  const [right, bottom]: [Edge, Edge] = [{ low: 0, high: 0 }, { low: 0, high: 0 }];
  for (let side = WIDEST; side >= NARROWEST && side > Math.max(right.high, bottom.high); side /= 2) {
    const ink = await look(0, 0, side, side, CELLS, CELLS);
    const cell = side / CELLS;
    if (ink && ink.right * cell > right.high) Object.assign(right, { low: (ink.right - 1) * cell, high: ink.right * cell });
    if (ink && ink.bottom * cell > bottom.high) Object.assign(bottom, { low: (ink.bottom - 1) * cell, high: ink.bottom * cell });
  }
  if (right.high === 0) return [0, 0];
  const across = await refine(right, async (low, width) => (await look(low, 0, width, bottom.high, FINE_CELLS, CELLS))?.right ?? null);
  const down = await refine(bottom, async (low, height) => (await look(0, low, right.high, height, CELLS, FINE_CELLS))?.bottom ?? null);
  return [across, down];
}
