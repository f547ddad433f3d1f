// The marks of a frame, collected and drawn together: lines, rings, bones, polygons, shadows, labels. One instance is
// 16 numbers; shaders.ts documents them.
import {
    AFTER,
    CAPSULE,
    CHECKER,
    CLOSING,
    HEAD,
    LETTERS,
    MARK_FRAGMENT,
    MARK_VERTEX,
    PLATE,
    RING,
    SHADOW,
    TRIANGLE,
} from "./shaders.ts";
import { Glyphs } from "./glyphs.ts";
import type { Program } from "./gl.ts";
import { Stream, makeProgram } from "./gl.ts";
import type { Colour, LabelOptions, LineOptions } from "../state/painter.ts";
import { triangulate } from "./polygon.ts";

const WORDS = 16;

interface GpuState {
    readonly program: Program<"screen" | "sheet">;
    readonly array: WebGLVertexArrayObject;
    readonly stream: Stream;
    readonly sheet: WebGLTexture;
    sheetUploaded: boolean; // the glyph sheet has been uploaded
}

function makeGpuState(gl: WebGL2RenderingContext): GpuState {
    const program = makeProgram(gl, MARK_VERTEX, MARK_FRAGMENT, ["screen", "sheet"]);
    const stream = new Stream(gl);
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, stream.buffer);
    for (let i = 0; i < 5; i++) {
        gl.enableVertexAttribArray(i);
        gl.vertexAttribDivisor(i, 1);
    }
    for (let i = 0; i < 3; i++) gl.vertexAttribPointer(i, 4, gl.FLOAT, false, 4 * WORDS, 16 * i);
    gl.vertexAttribPointer(3, 4, gl.UNSIGNED_BYTE, true, 4 * WORDS, 48);
    gl.vertexAttribPointer(4, 1, gl.FLOAT, false, 4 * WORDS, 52);
    gl.bindVertexArray(null);
    const sheet = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, sheet);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    return { program, array, stream, sheet, sheetUploaded: false };
}

const byte = (x: number): number => Math.round(255 * Math.min(1, Math.max(0, x)));
const pack = (c: Colour): number => (byte(c[0]) | (byte(c[1]) << 8) | (byte(c[2]) << 16) | (byte(c[3]) << 24)) >>> 0;

// Everything here is in device pixels from the top left.
export class Marks {
    private floats = new Float32Array(256 * WORDS);
    private words = new Uint32Array(this.floats.buffer);
    private count = 0;
    private gpu: GpuState | null = null;
    private glyphs: Glyphs | null = null;

    get pendingCount(): number {
        return this.count;
    }
    // The context was lost, and everything on the GPU with it.
    dropGpuState(): void {
        this.gpu = null;
        this.count = 0;
    }

    private add(
        kind: number,
        colour: Colour,
        ax: number,
        ay: number,
        bx: number,
        by: number,
        r0: number,
        r1: number,
    ): number {
        if ((this.count + 1) * WORDS > this.floats.length) {
            const larger = new Float32Array(2 * this.floats.length);
            larger.set(this.floats);
            this.floats = larger;
            this.words = new Uint32Array(larger.buffer);
        }
        const at = WORDS * this.count++;
        const n = this.floats;
        n[at] = ax;
        n[at + 1] = ay;
        n[at + 2] = bx;
        n[at + 3] = by;
        n[at + 8] = r0;
        n[at + 9] = r1;
        n[at + 10] = n[at + 11] = 0;
        this.words[at + 12] = pack(colour);
        n[at + 13] = kind;
        return at;
    }
    private setSecondSegment(at: number, cx: number, cy: number, dx = 0, dy = 0): void {
        const n = this.floats;
        n[at + 4] = cx;
        n[at + 5] = cy;
        n[at + 6] = dx;
        n[at + 7] = dy;
    }

    capsule(ax: number, ay: number, bx: number, by: number, r0: number, r1: number, colour: Colour): void {
        this.add(CAPSULE, colour, ax, ay, bx, by, r0, r1);
    }
    ring(x: number, y: number, radius: number, width: number, colour: Colour): void {
        this.add(RING, colour, x, y, x, y, radius, width);
    }
    shadow(x: number, y: number, alongX: number, alongY: number, across: number, colour: Colour): void {
        this.add(SHADOW, colour, x, y, x + alongX, y + alongY, 0, across);
    }
    plate(x0: number, y0: number, x1: number, y1: number, radius: number, colour: Colour): void {
        this.add(PLATE, colour, x0, y0, x1, y1, radius, 0);
    }
    checker(width: number, height: number, cell: number, colour: Colour): void {
        this.add(CHECKER, colour, 0, 0, width, height, cell, 0);
    }
    triangle(ax: number, ay: number, bx: number, by: number, cx: number, cy: number, colour: Colour): void {
        this.setSecondSegment(this.add(TRIANGLE, colour, ax, ay, bx, by, 0, 0), cx, cy);
    }
    polygon(p: ArrayLike<number>, colour: Colour): void {
        triangulate(p, (a, b, c) =>
            this.triangle(p[2 * a]!, p[2 * a + 1]!, p[2 * b]!, p[2 * b + 1]!, p[2 * c]!, p[2 * c + 1]!, colour),
        );
    }

    // p: corners in device pixels; `ratio`: device pixels per CSS pixel, the unit of the rest.
    line(p: ArrayLike<number>, colour: Colour, width: number, ratio: number, options: LineOptions): void {
        const corners = p.length >> 1;
        const wide = width * ratio;
        const radius = 0.5 * Math.max(1, wide);
        // Lines thinner than a pixel become paler, not broken
        const ink: Colour = wide < 1 ? [colour[0], colour[1], colour[2], colour[3] * wide] : colour;
        const closed = options.closed === true && corners > 2;
        const count = closed ? corners : corners - 1;
        const head = options.arrow === true && corners > 1 ? this.head(p, corners, ink, wide, ratio) : null;
        let dashOffset = 0;
        for (let i = 0; i < count; i++) {
            const j = i + 1 === corners ? 0 : i + 1;
            const ends = head && i === count - 1 ? head : ([p[2 * j]!, p[2 * j + 1]!] as const);
            const [ax, ay] = [p[2 * i]!, p[2 * i + 1]!];
            const kind = CAPSULE + (i > 0 ? AFTER : 0) + (closed && i === count - 1 ? CLOSING : 0);
            const at = this.add(kind, ink, ax, ay, ends[0], ends[1], radius, radius);
            if (i > 0) this.setSecondSegment(at, p[2 * i - 2]!, p[2 * i - 1]!, p[2]!, p[3]!);
            if (options.dash) {
                this.floats[at + 10] = options.dash * ratio;
                this.floats[at + 11] = dashOffset;
                dashOffset += Math.hypot(ends[0] - ax, ends[1] - ay);
            }
        }
    }
    // The head of an arrow, and the point where its line ends.
    private head(p: ArrayLike<number>, corners: number, colour: Colour, wide: number, ratio: number): [number, number] {
        const [x, y] = [p[2 * corners - 2]!, p[2 * corners - 1]!];
        const [dx, dy] = [x - p[2 * corners - 4]!, y - p[2 * corners - 3]!];
        const length = Math.hypot(dx, dy);
        if (length === 0) return [x, y];
        const headLength = Math.min(4 * ratio + 2.5 * wide, length);
        const [ux, uy] = [dx / length, dy / length];
        const [bx, by, half] = [x - ux * headLength, y - uy * headLength, 0.45 * headLength];
        this.setSecondSegment(
            this.add(HEAD, colour, x, y, bx - uy * half, by + ux * half, 0, 0),
            bx + uy * half,
            by - ux * half,
        );
        return [bx, by];
    }

    label(
        x: number,
        y: number,
        text: string,
        ratio: number,
        colour: Colour,
        plate: Colour | null,
        options: LabelOptions,
    ): void {
        if (text === "") return;
        const sheet = (this.glyphs ??= new Glyphs());
        const generation = sheet.generation;
        const word = sheet.find(text, Math.round((options.size ?? 11) * ratio));
        if (sheet.generation !== generation) this.skipStaleLetters();
        const pad = plate ? Math.round(5 * ratio) : 0;
        const width = word.width + 2 * pad;
        const alignOffset = options.align === "right" ? width : options.align === "centre" ? width / 2 : 0;
        const left = Math.round(x + (options.dx ?? 0) * ratio - alignOffset);
        const top = Math.round(y + (options.dy ?? 0) * ratio - word.height / 2);
        if (plate) this.plate(left, top - ratio, left + width, top + word.height + ratio, 4 * ratio, plate);
        const at = this.add(LETTERS, colour, left + pad, top, left + pad + word.width, top + word.height, 0, 0);
        const s = 1 / sheet.size;
        this.setSecondSegment(
            at,
            word.left * s,
            word.top * s,
            (word.left + word.width) * s,
            (word.top + word.height) * s,
        );
    }
    // The glyph sheet was cleared while letters of this frame were still waiting. Their positions would show other
    // letters, so they are skipped for one frame.
    private skipStaleLetters(): void {
        for (let i = 0; i < this.count; i++)
            if (this.floats[WORDS * i + 13] === LETTERS) this.words[WORDS * i + 12] = 0;
    }

    // Draws all waiting marks. Returns the number of draw calls.
    flush(gl: WebGL2RenderingContext, width: number, height: number): number {
        if (this.count === 0) return 0;
        const gpu = (this.gpu ??= makeGpuState(gl));
        gl.useProgram(gpu.program.program);
        gl.uniform2f(gpu.program.at.screen, width, height);
        gl.activeTexture(gl.TEXTURE0);
        gl.bindTexture(gl.TEXTURE_2D, gpu.sheet);
        this.glyphs?.upload(gl, !gpu.sheetUploaded);
        gpu.sheetUploaded ||= this.glyphs !== null;
        gl.bindVertexArray(gpu.array);
        gpu.stream.fill(gl, this.floats, WORDS * this.count);
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.count);
        this.count = 0;
        return 1;
    }
}
