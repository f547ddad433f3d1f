// Draws an SVG as layers of pixels: the browser draws each planned layer alone, in its place; the result is cropped to
// its ink with a small margin, as author/import/svg.c does natively.
import { layerName } from "./names.ts";
import { findInk, loadPicture, measureInk } from "./svgink.ts";
import { ImportProblem } from "./importproblem.ts";
import { planSvg, svgOfLayer, svgText } from "./svgplan.ts";
import type { Plan } from "./svgplan.ts";
import { svgReader } from "./svgreader.ts";
import type { Drawn, DrawnLayer } from "./svgreader.ts";

const USUAL_SIDE = 1024; // default length of the longer side, pixels
const INK_MARGIN = 2; // transparent pixels kept around the ink, so that a mesh can extend past it
const MOST_SIDE = 16384;

// ---- Size ----------------------------------------------------------------------------------------------------------

const UNITS: Readonly<Record<string, number>> = {
    "": 1,
    px: 1,
    pt: 96 / 72,
    pc: 16,
    mm: 96 / 25.4,
    cm: 96 / 2.54,
    in: 96,
    em: 12,
    ex: 6,
};

function lengthOf(value: string | null): number | null {
    const found = /^\s*([+-]?[0-9.]+(?:e[+-]?[0-9]+)?)\s*([a-z]*)\s*$/i.exec(value ?? "");
    const unit = UNITS[(found?.[2] ?? "?").toLowerCase()];
    return found && unit !== undefined ? Number(found[1]) * unit : null;
}
interface Size {
    readonly width: number;
    readonly height: number;
    readonly stated: boolean; // the file has a view box
}
// In CSS pixels: the size that the file states, or else that of its view box, or else the extent of its ink.
async function findSize(root: Element): Promise<Size> {
    const [width, height] = [lengthOf(root.getAttribute("width")), lengthOf(root.getAttribute("height"))];
    const box = (root.getAttribute("viewBox") ?? "")
        .trim()
        .split(/[\s,]+/)
        .map(Number);
    const hasBox = box.length === 4 && box.every(Number.isFinite);
    let size: [number, number] = [0, 0];
    if (width !== null && height !== null) size = [width, height];
    else if (hasBox) size = [box[2]!, box[3]!];
    else size = await measureInk(root);
    if (!(size[0] > 0 && size[1] > 0 && size[0] < 1e9 && size[1] < 1e9))
        throw new ImportProblem(
            "The drawing has no usable size.",
            "Give its <svg> element a viewBox with a width and a height above zero.",
        );
    return { width: size[0], height: size[1], stated: hasBox };
}
const roundUp = (pixels: number): number =>
    Math.max(1, Math.floor(pixels) + (pixels - Math.floor(pixels) > 1e-6 ? 1 : 0));

// ---- Drawing -------------------------------------------------------------------------------------------------------

async function drawLayers(plan: Plan, side: number, progress: (done: number) => void): Promise<Drawn> {
    const root = plan.document.documentElement;
    const size = await findSize(root);
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
        context.drawImage(await loadPicture(svgOfLayer(plan, layer)), 0, 0, size.width * scale, size.height * scale);
        const ink = findInk(context.getImageData(0, 0, width, height), INK_MARGIN);
        if (!ink) continue;
        const image = context.getImageData(ink.left, ink.top, ink.right - ink.left, ink.bottom - ink.top);
        layers.push({
            name: layerName(
                layer.rawName,
                layers.map((l) => l.name),
            ),
            image,
            x: ink.left,
            y: ink.top,
        });
    }
    if (layers.length === 0)
        throw new ImportProblem(
            "There is nothing to see in this drawing.",
            plan.hasOutside
                ? "It refers to pictures or styles outside itself, which are left out. Embed them."
                : "Draw something inside its view box and make sure that it is not hidden.",
        );
    return { width, height, layers, hasText: plan.hasText, hasOutside: plan.hasOutside };
}

// `svg`: the serialised sanitised tree.
export async function drawSvg(
    text: string,
    progress: (done: number) => void = () => {},
    side = USUAL_SIDE,
): Promise<Drawn & { svg: string }> {
    if (side > MOST_SIDE) throw new ImportProblem(`${side} pixels are too many.`, `Ask for at most ${MOST_SIDE}.`);
    const plan = planSvg(text);
    const svg = svgText(plan);
    return { ...(await drawLayers(plan, side, progress)), svg };
}

svgReader.provide(drawSvg);
