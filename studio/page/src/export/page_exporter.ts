// Exports without a server: the page draws every picture itself and the browser encodes it.
import { PAPER, readColour } from "../draw/colour.ts";
import { WebglPainter } from "../draw/webgl.ts";
import { studio } from "../state/document.ts";
import { TimeSlicer } from "./breath.ts";
import { ExportProblem, fileName, timesOf } from "./exporter.ts";
import type { Exported, Exporter, ExportRequest, Format } from "./exporter.ts";
import { Frames } from "./frames.ts";
import { pageExporting } from "./page_exporting.ts";
import { LARGEST_SIDE, layOut } from "./sheet.ts";
import { canEncode, evened, Video } from "./video.ts";
import { AnimatedWebp } from "./webp.ts";

const WEBP_QUALITY = 0.92;
const MEASURING = 0.2; // share of the progress bar for measuring

const isVideo = (format: Format): format is "mp4" | "webm" => format === "mp4" || format === "webm";

// The formats that this browser can encode.
export async function pageFormats(): Promise<Format[]> {
    const canvas = document.createElement("canvas");
    const webp = canvas.toDataURL("image/webp").startsWith("data:image/webp");
    const [mp4, webm] = await Promise.all([canEncode("mp4"), canEncode("webm")]);
    const formats: Format[] = ["png", "sheet"];
    if (mp4) formats.push("mp4");
    if (webm) formats.push("webm");
    if (webp) formats.push("webp");
    return formats;
}

// A sink for the pictures in drawing order. `add` reads the canvas before its first await.
interface Output {
    add(canvas: HTMLCanvasElement, index: number): Promise<void>;
    finish(): Promise<Blob>;
    abandon?(): void;
}

function encode(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
    const outgrown = new ExportProblem(
        "There is not enough memory for a picture of this size.",
        "Choose a smaller size.",
    );
    return new Promise((done, fail) =>
        canvas.toBlob((blob) => (blob?.type === type ? done(blob) : fail(outgrown)), type, quality),
    );
}

function toPicture(): Output {
    let picture: Promise<Blob>;
    return {
        add: async (canvas) => void (await (picture = encode(canvas, "image/png"))),
        finish: () => picture,
    };
}
function toSheet(request: ExportRequest, background: string): Output {
    const sheet = layOut(request.count, request.columns, request.width, request.height);
    const paper = document.createElement("canvas");
    [paper.width, paper.height] = [sheet.width, sheet.height];
    const context = paper.getContext("2d");
    if (!context || Math.max(sheet.width, sheet.height) > LARGEST_SIDE)
        throw new ExportProblem(
            `A sheet of ${sheet.width} × ${sheet.height} pixels is too large.`,
            "Ask for fewer or smaller pictures.",
        );
    if (background !== "transparent") {
        context.fillStyle = background;
        context.fillRect(0, 0, sheet.width, sheet.height);
    }
    return {
        add: async (canvas, index) => context.drawImage(canvas, ...sheet.at(index)),
        finish: () => encode(paper, "image/png"),
    };
}
function toWebp({ width, height, rate }: ExportRequest): Output {
    const film = new AnimatedWebp(width, height);
    const start = (frame: number): number => Math.floor((1000 * frame) / rate + 0.5);
    return {
        async add(canvas, index) {
            const still = await encode(canvas, "image/webp", WEBP_QUALITY);
            film.add(new Uint8Array(await still.arrayBuffer()), start(index + 1) - start(index));
        },
        finish: async () => film.finish(),
    };
}
async function open(request: ExportRequest, background: string): Promise<Output> {
    const { format, width, height, rate } = request;
    if (isVideo(format)) return Video.open(format, evened(width), evened(height), rate);
    return format === "png" ? toPicture() : format === "sheet" ? toSheet(request, background) : toWebp(request);
}

function prepare(request: ExportRequest): WebglPainter {
    const canvas = document.createElement("canvas");
    const even = isVideo(request.format);
    canvas.width = even ? evened(request.width) : request.width;
    canvas.height = even ? evened(request.height) : request.height;
    const painter = WebglPainter.make(canvas);
    if (!painter)
        throw new ExportProblem(
            "This browser has no WebGL2, which draws the pictures.",
            "Turn on hardware acceleration in its settings, or export with verve render.",
        );
    const { drawingBufferWidth, drawingBufferHeight } = painter.gl;
    if (drawingBufferWidth === canvas.width && drawingBufferHeight === canvas.height) return painter;
    painter.dispose();
    throw new ExportProblem(
        `${request.width} × ${request.height} pixels are too many for this graphics card.`,
        "Choose a smaller size.",
    );
}

const hex = (colour: readonly number[]): string =>
    `#${colour
        .slice(0, 3)
        .map((c) =>
            Math.round(255 * c)
                .toString(16)
                .padStart(2, "0"),
        )
        .join("")}`;

async function draw(
    request: ExportRequest,
    frames: Frames,
    painter: WebglPainter,
    progress: (done: number) => void,
    signal: AbortSignal,
): Promise<Blob> {
    const breath = new TimeSlicer(signal);
    const canvas = painter.canvas as HTMLCanvasElement;
    const own = request.background === null ? frames.background : (readColour(request.background) ?? PAPER);
    const background = request.background === "transparent" ? null : own;
    await frames.measure(breath, (done) => progress(MEASURING * done));
    const output = await open(request, background ? hex(background) : "transparent");
    try {
        const times = timesOf(request);
        for (const [index, time] of times.entries()) {
            frames.draw(painter, canvas.width, canvas.height, time, background);
            if (painter.lost)
                throw new ExportProblem(
                    "The browser has taken the graphics context away.",
                    "Try again, with a smaller size if it happens again.",
                );
            await output.add(canvas, index);
            progress(MEASURING + ((1 - MEASURING) * (index + 1)) / times.length);
            await breath.pauseIfDue();
        }
        const file = await output.finish();
        signal.throwIfAborted();
        return file;
    } catch (problem) {
        output.abandon?.();
        throw problem;
    }
}

export const makePageExporter = (formats: readonly Format[]): Exporter => ({
    formats,

    async run(request: ExportRequest, progress: (done: number) => void, signal: AbortSignal): Promise<Exported> {
        if (!studio.value) throw new ExportProblem("No project is open.");
        const painter = prepare(request);
        let frames: Frames | null = null;
        try {
            frames = Frames.open(studio.value, request);
            return { name: fileName(request), file: await draw(request, frames, painter, progress, signal) };
        } finally {
            frames?.dispose();
            painter.dispose();
        }
    },
});

pageExporting.provide({ makePageExporter, pageFormats });
