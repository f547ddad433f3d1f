// Draws lit triangles in 3D with plain WebGL 2: the vertex buffers are those of the core, and a ground, its grid and a
// shadow are added. One mesh at a time.
import { makeProgram, Stream, type Program } from "./gl.ts";
import {
    groundFragment,
    groundVertex,
    shadowFragment,
    shadowVertex,
    solidFragment,
    solidVertex,
} from "./solidshaders.ts";
import { outward, viewMatrix, type Eye, type Matrix, type Point } from "./space.ts";

export type Rgb = readonly [number, number, number]; // 0…1

export interface SolidMesh {
    readonly vertexCount: number;
    readonly triangles: Uint32Array;
    readonly colours: Uint32Array | null;
    readonly colour: number; // red in the lowest byte
}
export interface Ground {
    readonly base: Point;
    readonly slope: readonly [number, number]; // rise over run along x and z
    readonly size: number; // size of the figure that stands on it, metres
    readonly cell: number; // spacing of the grid, metres
    readonly run?: number; // metres by which the grid has moved towards −z, for a figure that walks on the spot
    readonly blob?: boolean; // a soft contact shadow; default true
    readonly ink: readonly [number, number, number, number];
}
export interface Box2 {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
}

const KEY: Point = [0.42, 0.74, 0.52]; // direction towards the light
const LENGTH = Math.hypot(...KEY);
const key: Point = [KEY[0] / LENGTH, KEY[1] / LENGTH, KEY[2] / LENGTH];

type SolidName = "view" | "eye" | "heated" | "key" | "tint" | "opacity";
type ShadowName = "view" | "key" | "size" | "base" | "slope" | "ink";
type GroundName = "view" | "middle" | "reach" | "base" | "slope" | "cell" | "ink" | "size" | "foot" | "run" | "blob";

export class SolidPainter {
    private readonly gl: WebGL2RenderingContext;
    private readonly solid: Program<SolidName>;
    private readonly shadow: Program<ShadowName>;
    private readonly ground: Program<GroundName>;
    private readonly positions: Stream;
    private readonly normals: Stream;
    private readonly heat: Stream;
    private readonly colours: WebGLBuffer;
    private readonly triangles: WebGLBuffer;
    private readonly array: WebGLVertexArrayObject;
    private readonly bare: WebGLVertexArrayObject;
    private count = 0; // number of indices
    private view: Matrix = new Float32Array(16);
    private eye: Eye = { target: [0, 0, 0], heading: 0, pitch: 0, distance: 1 };

    // Returns null if the browser has no WebGL 2.
    static make(canvas: HTMLCanvasElement | OffscreenCanvas, opaque: boolean): SolidPainter | null {
        const gl = (canvas as HTMLCanvasElement).getContext("webgl2", {
            alpha: !opaque,
            antialias: true,
            stencil: true,
            premultipliedAlpha: true,
        });
        return gl && new SolidPainter(gl);
    }
    private constructor(gl: WebGL2RenderingContext) {
        this.gl = gl;
        this.solid = makeProgram<SolidName>(gl, solidVertex, solidFragment, [
            "view",
            "eye",
            "heated",
            "key",
            "tint",
            "opacity",
        ]);
        this.shadow = makeProgram<ShadowName>(gl, shadowVertex, shadowFragment, [
            "view",
            "key",
            "size",
            "base",
            "slope",
            "ink",
        ]);
        this.ground = makeProgram<GroundName>(gl, groundVertex, groundFragment, [
            "view",
            "middle",
            "reach",
            "base",
            "slope",
            "cell",
            "ink",
            "size",
            "foot",
            "run",
            "blob",
        ]);
        [this.positions, this.normals, this.heat] = [new Stream(gl), new Stream(gl), new Stream(gl)];
        [this.colours, this.triangles] = [gl.createBuffer(), gl.createBuffer()];
        [this.array, this.bare] = [gl.createVertexArray(), gl.createVertexArray()];
    }
    get lost(): boolean {
        return this.gl.isContextLost();
    }
    dispose(): void {
        this.gl.getExtension("WEBGL_lose_context")?.loseContext();
    }

    // Uploads triangles and colours, which change rarely.
    mesh(mesh: SolidMesh): void {
        const { gl } = this;
        const colours = mesh.colours ?? new Uint32Array(mesh.vertexCount).fill(mesh.colour);
        this.count = mesh.triangles.length;
        gl.bindVertexArray(this.array);
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.triangles);
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, mesh.triangles, gl.STATIC_DRAW);
        gl.bindBuffer(gl.ARRAY_BUFFER, this.colours);
        gl.bufferData(gl.ARRAY_BUFFER, colours, gl.STATIC_DRAW);
        gl.enableVertexAttribArray(2);
        gl.vertexAttribPointer(2, 4, gl.UNSIGNED_BYTE, true, 0, 0);
        gl.bindVertexArray(null);
    }
    private stream(stream: Stream, data: Float32Array, slot: number, size: number): void {
        const { gl } = this;
        stream.fill(gl, data);
        gl.enableVertexAttribArray(slot);
        gl.vertexAttribPointer(slot, size, gl.FLOAT, false, 0, 0);
    }
    // Uploads the current vertices; without `heat` all heat is 0.
    shape(positions: Float32Array, normals: Float32Array, heat: Float32Array | null): void {
        const { gl } = this;
        gl.bindVertexArray(this.array);
        this.stream(this.positions, positions, 0, 3);
        this.stream(this.normals, normals, 1, 3);
        if (heat) this.stream(this.heat, heat, 3, 1);
        else gl.disableVertexAttribArray(3);
        gl.vertexAttrib1f(3, 0);
        gl.bindVertexArray(null);
    }

    // Clears a part of the canvas, to which later calls draw. Without paper it is left transparent.
    begin(box: Box2, eye: Eye, paper: Rgb | null): void {
        const { gl } = this;
        this.eye = eye;
        this.view = viewMatrix(eye, box.width / box.height);
        gl.viewport(box.x, box.y, box.width, box.height);
        gl.enable(gl.SCISSOR_TEST);
        gl.scissor(box.x, box.y, box.width, box.height);
        if (paper) gl.clearColor(paper[0], paper[1], paper[2], 1);
        else gl.clearColor(0, 0, 0, 0);
        gl.depthMask(true);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
        gl.enable(gl.DEPTH_TEST);
    }
    drawSolid(): void {
        this.useSolid([0, 0, 0, 0], 1);
        this.gl.bindVertexArray(this.array);
        this.gl.drawElements(this.gl.TRIANGLES, this.count, this.gl.UNSIGNED_INT, 0);
        this.gl.bindVertexArray(null);
    }
    // Draws the vertices last given to `shape` as a translucent ghost in one colour: only its nearest surface shows.
    // It does not hide anything drawn later.
    drawGhost(colour: Rgb, opacity: number): void {
        const { gl } = this;
        this.useSolid([...colour, 0.72], opacity);
        gl.bindVertexArray(this.array);
        gl.colorMask(false, false, false, false);
        gl.drawElements(gl.TRIANGLES, this.count, gl.UNSIGNED_INT, 0);
        gl.colorMask(true, true, true, true);
        gl.depthFunc(gl.LEQUAL);
        gl.enable(gl.BLEND);
        gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        gl.drawElements(gl.TRIANGLES, this.count, gl.UNSIGNED_INT, 0);
        gl.disable(gl.BLEND);
        gl.depthFunc(gl.LESS);
        gl.bindVertexArray(null);
        gl.clear(gl.DEPTH_BUFFER_BIT);
    }
    private useSolid(tint: readonly [number, number, number, number], opacity: number): void {
        const { gl, solid, eye } = this;
        const back = outward(eye);
        gl.useProgram(solid.program);
        gl.uniformMatrix4fv(solid.at.view, false, this.view);
        gl.uniform3f(
            solid.at.eye,
            eye.target[0] + eye.distance * back[0],
            eye.target[1] + eye.distance * back[1],
            eye.target[2] + eye.distance * back[2],
        );
        gl.uniform3f(solid.at.key, ...key);
        gl.uniform1f(solid.at.heated, 1);
        gl.uniform4f(solid.at.tint, ...tint);
        gl.uniform1f(solid.at.opacity, opacity);
    }
    drawGround(ground: Ground): void {
        const { gl } = this;
        gl.depthMask(false);
        gl.enable(gl.BLEND);
        gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        this.drawGrid(ground);
        this.drawShadow(ground);
        gl.disable(gl.BLEND);
        gl.depthMask(true);
    }
    private drawGrid(ground: Ground): void {
        const { gl, eye } = this;
        const { program, at } = this.ground;
        gl.useProgram(program);
        gl.uniformMatrix4fv(at.view, false, this.view);
        gl.uniform3f(at.base, ...ground.base);
        gl.uniform2f(at.slope, ...ground.slope);
        gl.uniform2f(at.middle, eye.target[0], eye.target[2]);
        gl.uniform2f(at.foot, ground.base[0], ground.base[2]);
        gl.uniform1f(at.reach, 2.2 * eye.distance);
        gl.uniform1f(at.cell, ground.cell);
        gl.uniform1f(at.size, ground.size);
        gl.uniform1f(at.run, (ground.run ?? 0) % (5 * ground.cell));
        gl.uniform1f(at.blob, ground.blob === false ? 0 : 0.55);
        gl.uniform4f(at.ink, ...ground.ink);
        gl.bindVertexArray(this.bare);
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    }
    // Shades every pixel once, however many triangles cover it.
    private drawShadow(ground: Ground): void {
        const { gl } = this;
        const { program, at } = this.shadow;
        gl.useProgram(program);
        gl.uniformMatrix4fv(at.view, false, this.view);
        gl.uniform3f(at.base, ...ground.base);
        gl.uniform2f(at.slope, ...ground.slope);
        gl.uniform3f(at.key, ...key);
        gl.uniform1f(at.size, ground.size);
        gl.uniform4f(at.ink, ...ground.ink);
        gl.enable(gl.STENCIL_TEST);
        gl.stencilFunc(gl.EQUAL, 0, 0xff);
        gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
        gl.bindVertexArray(this.array);
        gl.drawElements(gl.TRIANGLES, this.count, gl.UNSIGNED_INT, 0);
        gl.bindVertexArray(null);
        gl.disable(gl.STENCIL_TEST);
    }
}
