// An SVG as layers of pixels: the browser draws each planned layer alone, in its place; cropped to its ink with a little room,
// as author/import/svg.c does natively.
import { ImportProblem, planSvg, svgOfLayer, svgText } from "./svgplan.ts";
import type { Plan } from "./svgplan.ts";
import { layerName } from "./names.ts";

const USUAL_SIDE = 1024; // pixels of the longer side
const ROOM = 2; // transparent pixels kept around the ink, so that a mesh can reach past it
const MOST_SIDE = 16384;

export interface DrawnLayer {
  readonly name: string;
  readonly image: ImageData;
  readonly x: number; // pixels, of its top left in the drawing
  readonly y: number;
}
export interface Drawn {
  readonly width: number; // pixels of the whole drawing
  readonly height: number;
  readonly layers: readonly DrawnLayer[];
  readonly hasText: boolean;
}

// ---- How large -----------------------------------------------------------------------------------------------------------

const UNITS: Readonly<Record<string, number>> = { "": 1, px: 1, pt: 96 / 72, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96, em: 12, ex: 6 };

function lengthOf(value: string | null): number | null {
  const found = /^\s*([+-]?[0-9.]+(?:e[+-]?[0-9]+)?)\s*([a-z]*)\s*$/i.exec(value ?? "");
  const unit = UNITS[(found?.[2] ?? "?").toLowerCase()];
  return found && unit !== undefined ? Number(found[1]) * unit : null;
}
interface Size {
  readonly width: number;
  readonly height: number;
  readonly stated: boolean; // there is a view box
}
// In CSS pixels: the size the file states, else that of its view box, else as far as its ink reaches.
function findSize(root: SVGSVGElement): Size {
  const [width, height] = [lengthOf(root.getAttribute("width")), lengthOf(root.getAttribute("height"))];
  const box = (root.getAttribute("viewBox") ?? "").trim().split(/[\s,]+/).map(Number);
  const hasBox = box.length === 4 && box.every(Number.isFinite);
  let size: [number, number] = [0, 0];
  if (width !== null && height !== null) size = [width, height];
  else if (hasBox) size = [box[2]!, box[3]!];
  else size = inkOf(root);
  if (!(size[0] > 0 && size[1] > 0 && size[0] < 1e9 && size[1] < 1e9))
    throw new ImportProblem("The drawing has no usable size.", "Give its <svg> element a viewBox with a width and a height above zero.");
  return { width: size[0], height: size[1], stated: hasBox };
}
function inkOf(root: SVGSVGElement): [number, number] {
  const shown = document.importNode(root, true);
  shown.setAttribute("style", "position:fixed;visibility:hidden;pointer-events:none");
  document.body.append(shown);
  const box = shown.getBBox();
  shown.remove();
  return [box.x + box.width, box.y + box.height];
}
const roundUp = (pixels: number): number => Math.max(1, Math.floor(pixels) + (pixels - Math.floor(pixels) > 1e-6 ? 1 : 0));

// ---- Drawing -------------------------------------------------------------------------------------------------------------

async function picture(text: string): Promise<HTMLImageElement> {
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

interface Ink {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number; // right and bottom are outside
}
export function findInk({ width, height, data }: ImageData): Ink | null {
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
  return { left: Math.max(0, left - ROOM), top: Math.max(0, top - ROOM), right: Math.min(width, right + ROOM), bottom: Math.min(height, bottom + ROOM) };
}

async function drawLayers(plan: Plan, side: number, progress: (done: number) => void): Promise<Drawn> {
  const root = plan.document.documentElement as unknown as SVGSVGElement;
  const size = findSize(root);
  const scale = side / Math.max(size.width, size.height);
  const [width, height] = [roundUp(size.width * scale), roundUp(size.height * scale)];
  if (!size.stated) root.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
  root.setAttribute("width", String(size.width * scale));
  root.setAttribute("height", String(size.height * scale));
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new ImportProblem("The browser cannot draw pictures of this size.", "Ask for fewer pixels.");
  const layers: DrawnLayer[] = [];
  for (const [index, layer] of plan.layers.entries()) {
    progress(index / plan.layers.length);
    context.clearRect(0, 0, width, height);
    context.drawImage(await picture(svgOfLayer(plan, layer)), 0, 0, size.width * scale, size.height * scale);
    const ink = findInk(context.getImageData(0, 0, width, height));
    if (!ink) continue;
    const image = context.getImageData(ink.left, ink.top, ink.right - ink.left, ink.bottom - ink.top);
    layers.push({ name: layerName(layer.rawName, layers.map((l) => l.name)), image, x: ink.left, y: ink.top });
  }
  if (layers.length === 0)
    throw new ImportProblem("There is nothing to see in this drawing.", "Draw something inside its view box and make sure that it is not hidden.");
  return { width, height, layers, hasText: plan.hasText };
}

// `svg`: the text without what could run or load.
export async function drawSvg(text: string, progress: (done: number) => void = () => {}, side = USUAL_SIDE): Promise<Drawn & { svg: string }> {
  if (side > MOST_SIDE) throw new ImportProblem(`${side} pixels are too many.`, `Ask for at most ${MOST_SIDE}.`);
  const plan = planSvg(text);
  const svg = svgText(plan);
  return { ...(await drawLayers(plan, side, progress)), svg };
}
