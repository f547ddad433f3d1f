// Imports drawings as artworks in the same way as `verve import`: pictures are written to art/ under free names, then
// one command adds everything, so that a single undo removes it.
import { signal } from "@preact/signals";
import type { Command } from "../core/project.ts";
import { artworkName, select, workspace } from "../state/app.ts";
import { freeName, project, readOnly, send } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { fileStem, layerName, nameOfFile } from "./names.ts";
import { projectFiles, showing } from "./session.ts";
import { checkSize, isPng, PNG_HEAD, pngSize } from "./png.ts";
import { findInk } from "./svgink.ts";
import { ImportProblem, checkLayerCount } from "./importproblem.ts";
import { svgReader } from "./svgreader.ts";
import type { Drawn, DrawnLayer } from "./svgreader.ts";
import { chooseFiles } from "./zip.ts";

const USUAL_LENGTH = 2; // metres: the longer side of a drawing
const USUAL_VERTICES = 300; // mesh vertices of a drawing with one layer
const MORE_VERTICES = 60; // additional vertices for each further layer
const LEAST_VERTICES = 30; // minimum for a layer
const LEAST_ALPHA = 8; // minimum for a pixel that counts as ink
const MOST_BYTES = 256 * 1024 * 1024;

export const PICTURES = ".svg,.png,.jpg,.jpeg,.webp,image/svg+xml,image/png,image/jpeg,image/webp";
export const isPicture = (name: string): boolean => /\.(svg|png|jpe?g|webp)$/i.test(name);
const isSvg = (name: string): boolean => /\.svg$/i.test(name);

// The progress shown by the bar: null if no import runs.
export const importing = signal<{ what: string; done: number } | null>(null);

// The question for several pictures at once: one artwork of layers, or an artwork each. The dialog answers; null:
// cancelled.
export type Together = "layers" | "artworks" | null;
export const question = signal<{ files: readonly File[]; answer: (how: Together) => void } | null>(null);
const ask = (files: readonly File[]): Promise<Together> =>
    new Promise((resolve) => {
        question.value = {
            files,
            answer: (how) => {
                question.value = null;
                resolve(how);
            },
        };
    });

// ---- Pixels --------------------------------------------------------------------------------------------------------

async function encode(image: ImageData): Promise<Uint8Array<ArrayBuffer>> {
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext("2d")?.putImageData(image, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new ImportProblem("The browser could not write the picture.", "Make it smaller.");
    return new Uint8Array(await blob.arrayBuffer());
}
async function pixelsOf(file: File): Promise<ImageData> {
    checkSize(pngSize(new Uint8Array(await file.slice(0, PNG_HEAD).arrayBuffer()))); // checked before decoding
    let bitmap: ImageBitmap;
    try {
        bitmap = await createImageBitmap(file, { colorSpaceConversion: "none" });
    } catch {
        throw new ImportProblem(`${file.name} is not a picture that can be read.`, "Save it again as PNG.");
    }
    checkSize(bitmap);
    const canvas = document.createElement("canvas");
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new ImportProblem(`${file.name} is too large.`, "Make it smaller.");
    context.drawImage(bitmap, 0, 0);
    bitmap.close();
    return context.getImageData(0, 0, canvas.width, canvas.height);
}

// The side of a square that has as much area as the ink.
function inkWidth({ data }: ImageData): number {
    let inked = 0;
    for (let i = 3; i < data.length; i += 4) if (data[i]! >= LEAST_ALPHA) inked++;
    return Math.sqrt(inked);
}

// ---- Drawings ------------------------------------------------------------------------------------------------------

interface SourceLayer extends DrawnLayer {
    readonly bytes?: Uint8Array<ArrayBuffer>; // the original PNG, which is not encoded again
}
interface Source extends Omit<Drawn, "layers"> {
    readonly name: string;
    readonly layers: readonly SourceLayer[];
    readonly svg?: string; // the source, kept beside the pictures so that it can be imported again at a larger size
}
// A drawing that is ready to be written.
export interface ReadSource extends Source {
    readonly layers: readonly (SourceLayer & Required<Pick<SourceLayer, "bytes">>)[];
}

async function readSvg(file: File, progress: (done: number) => void): Promise<Source> {
    if (file.size > MOST_BYTES) throw new ImportProblem(`${file.name} is too large.`, "Simplify the drawing.");
    const drawn = await (await svgReader.get())(await file.text(), progress);
    if (drawn.hasText)
        tell("warning", `${file.name} has text, and fonts differ between machines.`, "Convert text to paths.");
    if (drawn.hasOutside)
        tell(
            "warning",
            `${file.name} refers to pictures or styles outside itself, or to pictures that are neither PNG nor JPEG: they are left out.`,
            "Embed pictures in the drawing as PNG.",
        );
    return { ...drawn, name: nameOfFile(file.name) };
}
async function readPicture(file: File, taken: readonly string[]): Promise<SourceLayer> {
    if (file.size > MOST_BYTES) throw new ImportProblem(`${file.name} is too large.`, "Make it smaller.");
    if (file.size === 0)
        throw new ImportProblem(`${file.name} is empty.`, "Save it again from the program that made it.");
    const image = await pixelsOf(file);
    if (!findInk(image, 0))
        throw new ImportProblem(
            "There is nothing to see in this picture: every pixel is transparent.",
            "Choose another, or save it with its background erased and its drawing kept.",
        );
    const layer = { name: layerName(nameOfFile(file.name), taken), image, x: 0, y: 0 };
    const bytes = new Uint8Array(await file.arrayBuffer());
    return isPng(bytes) ? { ...layer, bytes } : layer;
}
// Pictures of equal size are stacked as drawn; others are centred.
async function readPictures(files: readonly File[]): Promise<Source> {
    checkLayerCount(files.length);
    const layers: SourceLayer[] = [];
    for (const file of files)
        layers.push(
            await readPicture(
                file,
                layers.map((layer) => layer.name),
            ),
        );
    const width = Math.max(...layers.map((layer) => layer.image.width));
    const height = Math.max(...layers.map((layer) => layer.image.height));
    const placed = layers.map((layer) => ({
        ...layer,
        x: (width - layer.image.width) >> 1,
        y: (height - layer.image.height) >> 1,
    }));
    return { name: nameOfFile(files[0]!.name), width, height, layers: placed, hasText: false, hasOutside: false };
}

// ---- Commands ------------------------------------------------------------------------------------------------------

// The shortest decimal number that rounds to the same float, as `verve import` writes it.
export function float(value: number): number {
    const exact = Math.fround(value);
    for (let digits = 1; digits < 9; digits++) {
        const short = Number(exact.toPrecision(digits));
        if (Math.fround(short) === exact) return short;
    }
    return Number(exact.toPrecision(9));
}

// A drawing's vertices are distributed by the width of its layers and not by their area, because thin limbs need them.
function shareOfVertices(source: Source, layer: SourceLayer): number {
    const all = source.layers.reduce((sum, one) => sum + inkWidth(one.image), 0);
    const budget = USUAL_VERTICES + MORE_VERTICES * (source.layers.length - 1);
    return Math.max(LEAST_VERTICES, Math.floor(all > 0 ? (budget * inkWidth(layer.image)) / all + 0.5 : 0));
}

// Encodes the drawn layers in advance, so that nothing slow remains once files are written.
async function encodeLayers(source: Source): Promise<ReadSource> {
    const layers = [];
    for (const layer of source.layers) layers.push({ ...layer, bytes: layer.bytes ?? (await encode(layer.image)) });
    return { ...source, layers };
}

// Writes the pictures and makes the command. The middle of the drawing's bottom edge becomes the origin.
async function artworkCommand(source: ReadSource, name: string): Promise<Command> {
    const files = projectFiles();
    if (!files) throw new ImportProblem("No project is open.", "Open or make one first.");
    if (source.svg !== undefined) await files.keep(fileStem(name, null), ".svg", new TextEncoder().encode(source.svg));
    const scale = Math.max(source.width, source.height) / USUAL_LENGTH;
    const layers = [];
    for (const layer of source.layers) {
        const stem = fileStem(name, source.layers.length > 1 || layer.name !== name ? layer.name : null);
        const path = await files.add(stem, layer.bytes);
        layers.push({
            name: layer.name,
            image: path,
            at: [float((layer.x - 0.5 * source.width) / scale), float((source.height - layer.y) / scale)],
            vertices: shareOfVertices(source, layer),
        });
    }
    return { do: "artwork.add", name, scale: float(scale), layers };
}

async function read(files: readonly File[], how: Together): Promise<Source[]> {
    const sources: Source[] = [];
    const drawings = files.filter((file) => isSvg(file.name));
    const pictures = files.filter((file) => !isSvg(file.name));
    for (const [index, file] of drawings.entries())
        sources.push(
            await readSvg(file, (done) => (importing.value = { what: file.name, done: (index + done) / files.length })),
        );
    if (how === "artworks") for (const file of pictures) sources.push(await readPictures([file]));
    else if (pictures.length > 0) sources.push(await readPictures(pictures));
    return sources;
}

function tellUnknown(unknown: readonly File[]): void {
    const [first] = unknown;
    if (!first) return;
    const what = unknown.length > 1 ? `${first.name} and ${unknown.length - 1} more are` : `${first.name} is`;
    tell("warning", `${what} neither SVG nor PNG, JPEG or WebP.`, "Choose a drawing in one of these formats.");
}
async function whileBusy<T>(what: string, work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
        importing.value = { what, done: 0 };
        return await work();
    } catch (problem) {
        tellProblem(problem);
        return otherwise;
    } finally {
        importing.value = null;
    }
}

// Reads and draws everything and writes nothing. The result is empty if nothing was chosen or everything was refused;
// errors have then been reported.
export async function readDrawings(files: readonly File[]): Promise<readonly ReadSource[]> {
    tellUnknown(files.filter((file) => !isPicture(file.name)));
    const known = files.filter((file) => isPicture(file.name));
    if (known.length === 0) return [];
    const how = known.filter((file) => !isSvg(file.name)).length > 1 ? await ask(known) : "layers";
    if (how === null) return [];
    return whileBusy(
        known[0]!.name,
        async () => {
            const sources = [];
            for (const source of await read(known, how)) sources.push(await encodeLayers(source));
            return sources;
        },
        [],
    );
}
// Writes what was read into the open project. Returns true if something was added; errors have been reported.
export async function addDrawings(sources: readonly ReadSource[]): Promise<boolean> {
    if (sources.length === 0) return false;
    return whileBusy(
        sources[0]!.name,
        async () => {
            const commands: Command[] = [];
            for (const source of sources) {
                const taken = [
                    ...project.value.artworks,
                    ...commands.map((command) => ({ name: String(command.name) })),
                ];
                commands.push(await artworkCommand(source, freeName(source.name, taken)));
            }
            return added(commands);
        },
        false,
    );
}
export async function importFiles(files: readonly File[]): Promise<boolean> {
    if (readOnly.value) {
        tell("warning", readOnly.value.reason, readOnly.value.remedy);
        return false;
    }
    return addDrawings(await readDrawings(files));
}
function tellProblem(problem: unknown): void {
    const remedy = (problem as { remedy?: string }).remedy;
    tell("error", problem instanceof Error ? problem.message : String(problem), remedy || "Nothing was changed.");
}
function added(commands: readonly Command[]): boolean {
    if (!send({ do: "group", label: "import", commands })) return false;
    const name = String(commands[0]?.name);
    artworkName.value = name;
    select("artwork", name);
    if (showing.value.kind === "project") workspace.value = "rig";
    return true;
}
export async function chooseAndImport(): Promise<boolean> {
    const files = await chooseFiles(PICTURES, true);
    return files.length > 0 && importFiles(files);
}

// Replaces a layer's picture; the new picture is centred where the old one was.
export async function replaceImage(artwork: string, layer: string): Promise<boolean> {
    const [file] = await chooseFiles(".png,.jpg,.jpeg,.webp,image/png,image/jpeg,image/webp");
    const files = projectFiles();
    const drawing = project.value.artworks.find((one) => one.name === artwork);
    const old = drawing?.layers.find((one) => one.name === layer);
    if (!file || !files || !drawing || !old) return false;
    try {
        const read = await readPicture(file, []);
        const before = old.image ? files.sizeOf(old.image) : null;
        const path = await files.add(fileStem(artwork, layer), read.bytes ?? (await encode(read.image)));
        const [dx, dy] = before
            ? [(before.width - read.image.width) / 2, (read.image.height - before.height) / 2]
            : [0, 0];
        return send({
            do: "layer.set",
            artwork,
            layer,
            image: path,
            at: [float(old.at[0] + dx / drawing.scale), float(old.at[1] + dy / drawing.scale)],
        });
    } catch (problem) {
        tellProblem(problem);
        return false;
    }
}
