// The Painter on WebGL 2. Drawings are drawn at once, one call per layer; marks are collected and drawn together.
// Everything on the GPU can be lost at any time: it is created on first use from data that the page keeps.
import { EDGE, INK, MUSTARD, PAPER, TOMATO, WHITE, fade, isLight } from "./colour.ts";
import { MeshDrawing } from "./drawing.ts";
import { extentOf } from "./extent.ts";
import { Target } from "./gl.ts";
import { Marks } from "./marks.ts";
import { Meshes } from "./meshes.ts";
import type { Camera, Colour, Drawing, DrawingOptions, LabelOptions, LineOptions, Painter } from "../state/painter.ts";
import { wallWidth } from "./scenery.ts";
import { Textures } from "./textures.ts";

const PLATE = fade(PAPER, 0.86);
const HAIRLINE = 1;
const BONE_FROM = 4; // radii of a bone's ends, pixels
const BONE_TO = 1;

// null: transparent, so that the page shows through. `checker`: the colour of every other square.
export type Paper = { readonly colour: Colour | null; readonly checker?: Colour };

const NO_TINT: Colour = [0, 0, 0, 0];

export class WebglPainter implements Painter {
    camera: Camera = { x: 0, y: 0, zoom: 100 };
    width = 1;
    height = 1;
    pixelRatio = 1;
    ink: Colour = INK;
    // Counters of the current frame.
    draws = 0;
    vertices = 0;

    readonly gl: WebGL2RenderingContext;
    readonly canvas: HTMLCanvasElement | OffscreenCanvas;
    private readonly marks = new Marks();
    private meshes: Meshes;
    private target: Target | null = null;
    private wide = 1; // device pixels
    private high = 1;

    private constructor(
        canvas: HTMLCanvasElement | OffscreenCanvas,
        gl: WebGL2RenderingContext,
        private readonly largestPicture: number,
    ) {
        this.canvas = canvas;
        this.gl = gl;
        this.meshes = new Meshes(gl, new Textures(gl, largestPicture));
    }

    // Returns null without WebGL2. `restored` is called when a lost context is restored.
    static make(
        canvas: HTMLCanvasElement | OffscreenCanvas,
        restored: () => void = () => {},
        largestPicture = Infinity,
    ): WebglPainter | null {
        const options: WebGLContextAttributes = {
            alpha: true,
            antialias: true,
            depth: false,
            stencil: false,
            premultipliedAlpha: true,
        };
        const gl = canvas.getContext("webgl2", options) as WebGL2RenderingContext | null;
        if (!gl) return null;
        const painter = new WebglPainter(canvas, gl, largestPicture);
        canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
        canvas.addEventListener("webglcontextrestored", () => {
            painter.forget();
            restored();
        });
        return painter;
    }

    get lost(): boolean {
        return this.gl.isContextLost();
    }
    private forget(): void {
        this.marks.dropGpuState();
        this.target = null;
        this.meshes = new Meshes(this.gl, new Textures(this.gl, this.largestPicture));
    }
    dispose(): void {
        this.meshes.dispose();
        this.target?.dispose();
        this.gl.getExtension("WEBGL_lose_context")?.loseContext();
    }

    // ---- A frame

    // The canvas must already have its size in device pixels.
    begin(camera: Camera, pixelRatio: number, paper: Paper): void {
        const { gl } = this;
        this.wide = this.canvas.width;
        this.high = this.canvas.height;
        this.camera = camera;
        this.pixelRatio = pixelRatio;
        this.width = this.wide / pixelRatio;
        this.height = this.high / pixelRatio;
        this.ink = isLight(paper.colour) ? INK : WHITE;
        this.draws = this.vertices = 0;
        this.meshes.begin(this.view());
        gl.viewport(0, 0, this.wide, this.high);
        gl.disable(gl.SCISSOR_TEST);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        const [r, g, b, a] = paper.colour ?? [0, 0, 0, 0];
        gl.clearColor(r * a, g * a, b * a, a);
        gl.clear(gl.COLOR_BUFFER_BIT);
        if (paper.checker) this.marks.checker(this.wide, this.high, 8 * pixelRatio, paper.checker);
    }
    // Draws into a part of the canvas instead, for drawings only: device pixels from the left and from the bottom.
    // begin() followed by several of these calls makes a sheet of small pictures.
    cell(left: number, bottom: number, wide: number, high: number, camera: Camera): void {
        this.wide = wide;
        this.high = high;
        this.camera = camera;
        this.width = wide / this.pixelRatio;
        this.height = high / this.pixelRatio;
        this.meshes.look(this.view());
        this.gl.viewport(left, bottom, wide, high);
    }
    end(): void {
        this.flush();
        this.gl.bindVertexArray(null);
    }
    private flush(): void {
        this.draws += this.marks.flush(this.gl, this.wide, this.high);
    }

    // ---- Metres and pixels

    toScreen(x: number, y: number): [number, number] {
        const { camera } = this;
        return [this.width / 2 + (x - camera.x) * camera.zoom, this.height / 2 - (y - camera.y) * camera.zoom];
    }
    toStage(x: number, y: number): [number, number] {
        const { camera } = this;
        return [camera.x + (x - this.width / 2) / camera.zoom, camera.y - (y - this.height / 2) / camera.zoom];
    }
    // Metres to clip space: scale x, y, offset x, y.
    private view(): readonly [number, number, number, number] {
        const { camera } = this;
        const sx = (2 * camera.zoom) / this.width;
        const sy = (2 * camera.zoom) / this.height;
        return [sx, sy, -camera.x * sx, -camera.y * sy];
    }
    private deviceX(x: number): number {
        return this.wide / 2 + (x - this.camera.x) * this.camera.zoom * this.pixelRatio;
    }
    private deviceY(y: number): number {
        return this.high / 2 - (y - this.camera.y) * this.camera.zoom * this.pixelRatio;
    }
    private devicePoints(points: ArrayLike<number>): Float64Array {
        const out = new Float64Array(points.length);
        for (let i = 0; i + 1 < points.length; i += 2) {
            out[i] = this.deviceX(points[i]!);
            out[i + 1] = this.deviceY(points[i + 1]!);
        }
        return out;
    }

    // ---- Drawings

    drawing(drawing: Drawing, vertices: Float32Array, options: DrawingOptions = {}): void {
        if (!(drawing instanceof MeshDrawing) || vertices.length < 2 * drawing.vertexCount) return;
        this.flush();
        const opacity = options.opacity ?? 1;
        const hidden = options.hidden ?? drawing.hidden;
        const ready = this.meshes.bring(drawing, vertices, options.heat);
        const paint = (): void => {
            this.draws += this.meshes.layers(ready, hidden, options.heat !== undefined, TOMATO);
        };
        if (opacity >= 1 && !options.tint && !options.factor) paint();
        else if (opacity > 0)
            this.flattened(vertices, drawing.vertexCount, opacity, options.tint ?? NO_TINT, paint, 0, options.factor);
        this.vertices += drawing.vertexCount;
        if (options.wire) this.edges(drawing, vertices, null, options.wire, 1);
        if (options.highlight !== undefined && drawing.layers[options.highlight]) {
            this.edges(drawing, vertices, options.highlight, fade(MUSTARD, 0.35), 6);
            this.edges(drawing, vertices, options.highlight, MUSTARD, 1.5);
        }
    }
    // Translucent drawings are flattened first, so that they are no darker where layers overlap.
    private edges(
        drawing: MeshDrawing,
        vertices: Float32Array,
        border: number | null,
        colour: Colour,
        width: number,
    ): void {
        const paint = (): void => {
            this.draws += this.meshes.edges(
                drawing,
                vertices,
                border,
                fade(colour, 1 / colour[3]),
                width * this.pixelRatio,
                this.wide,
                this.high,
            );
        };
        if (colour[3] >= 1) paint();
        else if (colour[3] > 0) this.flattened(vertices, drawing.vertexCount, colour[3], NO_TINT, paint, width);
    }

    // Drawn offscreen first, so that its layers do not show through each other.
    private flattened(
        vertices: Float32Array,
        count: number,
        opacity: number,
        tint: Colour,
        paint: () => void,
        margin = 0,
        factor: readonly [number, number, number] = [1, 1, 1],
    ): void {
        const box = this.boxOf(vertices, count, Math.ceil(margin * this.pixelRatio) + 1);
        if (!box) return;
        if (this.target && (this.target.width !== this.wide || this.target.height !== this.high)) {
            this.target.dispose();
            this.target = null;
        }
        this.target ??= new Target(this.gl, this.wide, this.high);
        this.target.draw(box, paint);
        this.draws += this.meshes.over(this.target.texture, tint, opacity, factor);
        this.gl.disable(this.gl.SCISSOR_TEST);
    }
    // Device pixels that the vertices can touch, with a margin: left, bottom, width, height; null if none are visible.
    private boxOf(p: Float32Array, count: number, margin: number): [number, number, number, number] | null {
        const { left: lowX, right: highX, low: lowY, high: highY } = extentOf(p, count);
        const clip = (v: number, most: number): number => Math.min(most, Math.max(0, v));
        const left = clip(Math.floor(this.deviceX(lowX)) - margin, this.wide);
        const right = clip(Math.ceil(this.deviceX(highX)) + margin, this.wide);
        const bottom = clip(this.high - Math.ceil(this.deviceY(lowY)) - margin, this.high);
        const top = clip(this.high - Math.floor(this.deviceY(highY)) + margin, this.high);
        return right > left && top > bottom ? [left, bottom, right - left, top - bottom] : null;
    }

    // ---- Marks

    line(points: ArrayLike<number>, colour: Colour, width: number, options: LineOptions = {}): void {
        this.marks.line(this.devicePoints(points), colour, width, this.pixelRatio, options);
    }
    polygon(points: ArrayLike<number>, colour: Colour): void {
        this.marks.polygon(this.devicePoints(points), colour);
    }

    // As far as the view reaches along its surface and below it. The same shapes as cli/show_stage.c.
    halfPlane(x: number, y: number, normalX: number, normalY: number, colour: Colour, edge = true): void {
        const length = Math.hypot(normalX, normalY) || 1;
        const [upX, upY] = [normalX / length, normalY / length];
        const [alongX, alongY] = [upY, -upX];
        const { camera } = this;
        const reach = (this.width + this.height) / camera.zoom;
        const here = (camera.x - x) * alongX + (camera.y - y) * alongY;
        const [mx, my] = [x + alongX * here, y + alongY * here];
        const away = Math.abs((camera.x - mx) * upX + (camera.y - my) * upY);
        const [lx, ly, rx, ry] = [mx - alongX * reach, my - alongY * reach, mx + alongX * reach, my + alongY * reach];
        const band = (deep: number, c: Colour): void => {
            this.polygon([lx, ly, rx, ry, rx - upX * deep, ry - upY * deep, lx - upX * deep, ly - upY * deep], c);
        };
        band(reach + away, colour);
        if (!edge) return;
        const wide = wallWidth(this);
        // A lip, so that it reads as an edge and not as another sheet of paper
        band((2.5 * wide) / camera.zoom, fade(EDGE, 0x38 / 255));
        this.line([lx, ly, rx, ry], EDGE, wide);
    }

    disc(x: number, y: number, radius: number, colour: Colour): void {
        const [dx, dy, r] = [this.deviceX(x), this.deviceY(y), radius * this.pixelRatio];
        this.marks.capsule(dx, dy, dx, dy, r, r, colour);
    }
    ring(x: number, y: number, radius: number, colour: Colour, width: number): void {
        const [dx, dy, s] = [this.deviceX(x), this.deviceY(y), this.pixelRatio];
        this.marks.ring(dx, dy, radius * s, (width + 2 * HAIRLINE) * s, fade(WHITE, colour[3]));
        this.marks.ring(dx, dy, radius * s, width * s, colour);
    }
    bone(fromX: number, fromY: number, toX: number, toY: number, colour: Colour): void {
        const s = this.pixelRatio;
        const [ax, ay, bx, by] = [this.deviceX(fromX), this.deviceY(fromY), this.deviceX(toX), this.deviceY(toY)];
        this.marks.capsule(
            ax,
            ay,
            bx,
            by,
            (BONE_FROM + HAIRLINE) * s,
            (BONE_TO + HAIRLINE) * s,
            fade(WHITE, colour[3]),
        );
        this.marks.capsule(ax, ay, bx, by, BONE_FROM * s, BONE_TO * s, colour);
        this.marks.capsule(ax, ay, ax, ay, 1.5 * s, 1.5 * s, fade(WHITE, colour[3]));
    }
    shadow(x: number, y: number, radiusX: number, radiusY: number, darkness = 0.25, alongX = 1, alongY = 0): void {
        const s = this.camera.zoom * this.pixelRatio;
        this.marks.shadow(
            this.deviceX(x),
            this.deviceY(y),
            alongX * radiusX * s,
            -alongY * radiusX * s,
            radiusY * s,
            fade(INK, darkness),
        );
    }
    label(x: number, y: number, text: string, options: LabelOptions = {}): void {
        const plate = options.plate === undefined ? PLATE : options.plate;
        this.marks.label(
            this.deviceX(x),
            this.deviceY(y),
            text,
            this.pixelRatio,
            options.colour ?? INK,
            plate,
            options,
        );
    }
    plate(x0: number, y0: number, x1: number, y1: number, radius: number, colour: Colour): void {
        const [ax, ay, bx, by] = [this.deviceX(x0), this.deviceY(y0), this.deviceX(x1), this.deviceY(y1)];
        this.marks.plate(
            Math.min(ax, bx),
            Math.min(ay, by),
            Math.max(ax, bx),
            Math.max(ay, by),
            radius * this.pixelRatio,
            colour,
        );
    }
}
