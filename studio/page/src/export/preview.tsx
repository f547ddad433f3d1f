// A preview of the first picture of the export, with its aspect ratio and background, drawn by the page from a copy of
// the project.
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Refusal } from "../core/studio.ts";
import { readColour } from "../draw/colour.ts";
import { WebglPainter } from "../draw/webgl.ts";
import { studio } from "../state/document.ts";
import { TimeSlicer } from "./breath.ts";
import type { ExportRequest } from "./exporter.ts";
import { FORMATS, frameCount } from "./exporter.ts";
import { Frames } from "./frames.ts";
import { moves, request, sheetLayout } from "./state.ts";
import "./preview.css";

const PREVIEW_SIDE = 240; // CSS pixels of the longer side
function shapeOf({ width, height }: ExportRequest): [number, number] {
    const longest = Math.max(width, height);
    return [(PREVIEW_SIDE * width) / longest, (PREVIEW_SIDE * height) / longest];
}

// Draws the most recent request on its canvas; a new subject is built first.
class PreviewPainter {
    private readonly painter: WebglPainter | null;
    private frames: Frames | null = null;
    private built = ""; // key of the subject that `frames` shows
    private control = new AbortController();

    constructor(private readonly canvas: HTMLCanvasElement) {
        this.painter = WebglPainter.make(canvas, () => this.again());
    }
    private again = (): void => {};

    show(wanted: ExportRequest): void {
        this.control.abort();
        this.control = new AbortController();
        this.again = () => this.show(wanted);
        void this.draw(wanted, new TimeSlicer(this.control.signal), this.control.signal).catch((problem: unknown) => {
            if (problem instanceof Refusal) this.canvas.dataset.state = "nothing";
            else if (!(problem instanceof DOMException)) throw problem;
        });
    }
    private async draw(wanted: ExportRequest, breath: TimeSlicer, signal: AbortSignal): Promise<void> {
        const { canvas, painter } = this;
        const core = studio.peek();
        if (!painter || !core) return;
        const subject = JSON.stringify([wanted.scene, wanted.artwork, wanted.example]);
        if (this.built !== subject) {
            canvas.dataset.state = "building";
            await new Promise((go) => setTimeout(go, 30)); // lets the dialog appear first
            signal.throwIfAborted();
            this.frames?.dispose();
            this.frames = null;
            this.built = subject;
            this.frames = Frames.open(core, wanted);
        }
        const { frames } = this;
        if (!frames) throw new Refusal({});
        await frames.measure(breath);
        const ratio = devicePixelRatio || 1;
        const [wide, high] = shapeOf(wanted).map((side) => Math.max(1, Math.round(side * ratio))) as [number, number];
        if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
        const paper = wanted.background === null ? frames.background : readColour(wanted.background);
        frames.draw(painter, wanted.width, wanted.height, wanted.from, paper);
        canvas.dataset.state = "shown";
    }
    dispose(): void {
        this.control.abort();
        this.frames?.dispose();
        this.painter?.dispose();
    }
}

const figures = (value: number): string => String(Math.round(value * 100) / 100);
function describe(wanted: ExportRequest): string {
    const { format, from, to, rate, count } = wanted;
    if (format === "png") return moves.value ? `The moment ${from.toFixed(2)} s` : "One picture";
    if (format === "sheet") {
        const { columns, rows, width, height } = sheetLayout.value;
        return `${count} ${count === 1 ? "picture" : "pictures"} in ${columns} × ${rows}: ${width} × ${height} px`;
    }
    const frames = frameCount(wanted);
    return `${figures(to - from)} s, ${frames} ${frames === 1 ? "frame" : "frames"} at ${rate} a second`;
}

export function Preview() {
    const canvas = useRef<HTMLCanvasElement>(null);
    useEffect(() => {
        if (!canvas.current) return;
        const previewPainter = new PreviewPainter(canvas.current);
        const stop = effect(() => previewPainter.show(request.value));
        return () => {
            stop();
            previewPainter.dispose();
        };
    }, []);
    const wanted = request.value;
    const clear = wanted.background === "transparent";
    const [width, height] = shapeOf(wanted);
    return (
        <figure class="export-preview">
            <div class="export-easel">
                <canvas
                    ref={canvas}
                    class={clear ? "clear" : ""}
                    style={{ width, height }}
                    role="img"
                    aria-label="How the export begins"
                    data-test="export-preview"
                />
            </div>
            <figcaption>
                <strong>
                    {FORMATS[wanted.format].label}, {wanted.width} × {wanted.height}
                </strong>
                <span>{describe(wanted)}</span>
            </figcaption>
        </figure>
    );
}
