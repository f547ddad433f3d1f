// Small pictures of artworks, drawn by a separate painter on one sheet and copied from there: after a change only the
// affected ones are redrawn, and they take at most a millisecond or two per frame.
import { effect } from "@preact/signals";
import type { Artwork } from "../core/project.ts";
import type { Figure, Studio } from "../core/studio.ts";
import { project, revision, studio } from "../state/document.ts";
import { drawings } from "./drawing.ts";
import { extentOf } from "./extent.ts";
import type { Camera } from "../state/painter.ts";
import { picturesRevision } from "./textures.ts";
import { WebglPainter } from "./webgl.ts";

const FIRST_DELAY = 60; // milliseconds
const BUDGET = 1.5; // milliseconds of script in a frame
const SHEET = 1024; // device pixels on a side
const LARGEST_PICTURE = 512;
const AIR = 1.12;

// What a thumbnail shows: weights of the artwork's examples, or one example, or the artwork's current pose (`live`);
// otherwise the rest shape.
export interface ThumbnailView {
    readonly artwork: number;
    readonly weights?: ArrayLike<number>;
    readonly example?: number;
    readonly live?: boolean;
}

interface Target {
    readonly canvas: HTMLCanvasElement;
    view: ThumbnailView;
    shown: string; // the key of its current picture
    visible: boolean;
}

// Everything that an artwork's poses depend on. The project is reported anew after every change; equal parts give
// equal texts.
const texts = new WeakMap<Artwork, string>();
function poseText(artwork: Artwork): string {
    let text = texts.get(artwork);
    if (text === undefined) {
        const { handles, examples, layers, scale } = artwork;
        text = JSON.stringify([
            scale,
            handles,
            examples.map((e) => e.pose),
            layers.map((l) => [l.image, l.at, l.visible]),
        ]);
        texts.set(artwork, text);
    }
    return text;
}

// All poses of an artwork have the scale of the rest shape, so that they can be compared; a pose that needs more room
// is drawn smaller.
function cameraFor(figure: Figure, vertices: Float32Array, wide: number, high: number): Camera {
    const { left, right, low, high: top } = extentOf(vertices);
    const fit = (w: number, h: number): number =>
        Math.min(wide / (AIR * Math.max(w, 1e-6)), high / (AIR * Math.max(h, 1e-6)));
    const rest = fit(figure.high[0] - figure.low[0], figure.high[1] - figure.low[1]);
    return { x: (left + right) / 2, y: (low + top) / 2, zoom: Math.min(fit(right - left, top - low), rest) };
}

function verticesOf(core: Studio, figure: Figure, view: ThumbnailView): Float32Array {
    if (view.live) return figure.vertices;
    const weights =
        view.weights ??
        (view.example === undefined
            ? null
            : Array.from({ length: figure.exampleCount }, (_, e) => (e === view.example ? 1 : 0)));
    if (!weights || weights.length !== figure.exampleCount) return figure.rest;
    return core.verticesAt(view.artwork, weights, figure.vertexCount);
}

class Thumbnails {
    private readonly targets = new Map<HTMLCanvasElement, Target>();
    private painter: WebglPainter | null | undefined; // undefined: not created yet
    private surface: HTMLCanvasElement | null = null;
    private watcher: IntersectionObserver | null = null;
    private requestId = 0;
    private next = 0; // index of the next one to draw if there was no time for all
    private stop: (() => void) | null = null;
    // Script time of the last frame that drew any, milliseconds, and how many it drew.
    cost = { milliseconds: 0, drawn: 0 };

    // Shows `view` on a canvas from now on; the caller has set its width and height (device pixels).
    show(canvas: HTMLCanvasElement, view: ThumbnailView): void {
        const known = this.targets.get(canvas);
        if (known) known.view = view;
        else this.begin(canvas, view);
        this.request();
    }
    // Setting the size has cleared the canvas, even if it is a size that it had before.
    markCleared(canvas: HTMLCanvasElement): void {
        const known = this.targets.get(canvas);
        if (known) known.shown = "";
    }
    private begin(canvas: HTMLCanvasElement, view: ThumbnailView): void {
        this.targets.set(canvas, { canvas, view, shown: "", visible: true });
        this.watcher ??= new IntersectionObserver((entries) => this.updateVisibility(entries));
        this.watcher.observe(canvas);
        this.stop ??= effect(() => {
            void [revision.value, picturesRevision.value];
            this.request();
        });
    }
    private updateVisibility(entries: readonly IntersectionObserverEntry[]): void {
        for (const { target, isIntersecting } of entries) {
            const found = this.targets.get(target as HTMLCanvasElement);
            if (found) found.visible = isIntersecting;
        }
        this.request();
    }
    remove(canvas: HTMLCanvasElement): void {
        this.targets.delete(canvas);
        this.watcher?.unobserve(canvas);
        if (this.targets.size > 0) return;
        this.stop?.();
        this.stop = null;
    }

    private request(): void {
        if (this.requestId) return;
        const work = (): void => {
            this.requestId = 0;
            this.work();
        };
        // Creating a painter takes a while, so the stage itself is drawn before the first one is created.
        this.requestId =
            this.painter === undefined
                ? window.setTimeout(() => requestAnimationFrame(work), FIRST_DELAY)
                : requestAnimationFrame(work);
    }

    private makePainter(): WebglPainter | null {
        this.surface = document.createElement("canvas");
        this.surface.width = this.surface.height = SHEET;
        return WebglPainter.make(this.surface, () => this.forget(), LARGEST_PICTURE);
    }
    private forget(): void {
        for (const target of this.targets.values()) target.shown = "";
        this.request();
    }

    // The key of what a target must show now, "" if nothing can be shown.
    private keyOf({ canvas, view }: Target, figure: Figure): string {
        const artwork = project.peek().artworks[view.artwork];
        if (!artwork) return "";
        const place = view.live
            ? `live ${revision.peek()}`
            : view.weights
              ? Array.from(view.weights).join()
              : `example ${view.example ?? "none"}`;
        return `${canvas.width}×${canvas.height} ${place} ${figure.meshVersion} ${picturesRevision.peek()} ${poseText(artwork)}`;
    }

    private work(): void {
        const core = studio.peek();
        if (!core || this.targets.size === 0) return;
        if (this.painter === undefined) this.painter = this.makePainter();
        const { painter } = this;
        if (!painter || painter.lost) return;
        const start = performance.now();
        const drawn = this.fillSheet(painter, core, start);
        for (const { target, left, bottom } of drawn) this.copy(target.canvas, left, bottom);
        if (drawn.length > 0) this.cost = { milliseconds: performance.now() - start, drawn: drawn.length };
    }

    // Draws as many of the changed ones as there is room and time for.
    private fillSheet(
        painter: WebglPainter,
        core: Studio,
        start: number,
    ): { target: Target; left: number; bottom: number }[] {
        const all = [...this.targets.values()];
        const figures = new Map<number, Figure | null>();
        const drawn: { target: Target; left: number; bottom: number }[] = [];
        let [left, bottom, row] = [0, 0, 0];
        for (let n = 0; n < all.length; n++) {
            const index = (this.next + n) % all.length;
            const target = all[index]!;
            const figure = target.visible ? this.figureOf(core, figures, target.view.artwork) : null;
            if (!figure) continue;
            const key = this.keyOf(target, figure);
            if (key === target.shown) continue;
            const [wide, high] = [Math.min(SHEET, target.canvas.width), Math.min(SHEET, target.canvas.height)];
            if (left + wide > SHEET) [left, bottom, row] = [0, bottom + row, 0];
            if (bottom + high > SHEET || (drawn.length > 0 && performance.now() - start > BUDGET)) {
                this.next = index;
                this.request();
                break;
            }
            if (drawn.length === 0) painter.begin({ x: 0, y: 0, zoom: 1 }, 1, { colour: null });
            this.draw(painter, core, target, left, bottom);
            target.shown = key;
            drawn.push({ target, left, bottom });
            left += wide;
            row = Math.max(row, high);
        }
        if (drawn.length > 0) painter.end();
        return drawn;
    }
    private figureOf(core: Studio, known: Map<number, Figure | null>, artwork: number): Figure | null {
        let figure = known.get(artwork);
        if (figure === undefined) {
            try {
                figure = core.figure(artwork);
            } catch {
                figure = null; // it cannot be built now; the stage reports why
            }
            known.set(artwork, figure);
        }
        return figure;
    }
    private draw(painter: WebglPainter, core: Studio, target: Target, left: number, bottom: number): void {
        const { width, height } = target.canvas;
        const vertices = verticesOf(core, core.figure(target.view.artwork), target.view);
        const figure = core.figure(target.view.artwork); // again, because memory may have moved
        const drawing = drawings.of(core, target.view.artwork, figure);
        if (!drawing) return;
        const shown = vertices.length ? vertices : figure.rest;
        painter.cell(left, bottom, width, height, cameraFor(figure, shown, width, height));
        painter.drawing(drawing, shown);
    }
    private copy(canvas: HTMLCanvasElement, left: number, bottom: number): void {
        const context = canvas.getContext("2d");
        if (!context) return;
        const { width, height } = canvas;
        context.globalCompositeOperation = "copy";
        context.drawImage(this.surface!, left, SHEET - bottom - height, width, height, 0, 0, width, height);
    }
}

export const thumbnails = new Thumbnails();
