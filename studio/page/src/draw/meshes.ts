// Drawings on the GPU: textured triangles, heat, and their edges as hairlines.
import type { MeshDrawing } from "./drawing.ts";
import type { Program } from "./gl.ts";
import { Stream, makeProgram } from "./gl.ts";
import type { Colour } from "../state/painter.ts";
import { EDGE_FRAGMENT, EDGE_VERTEX, MESH_FRAGMENT, MESH_VERTEX, OVER_FRAGMENT, OVER_VERTEX } from "./shaders.ts";
import type { Textures } from "./textures.ts";

const POSITIONS_WIDTH = 256; // width of the texture of positions

// One set of vertices. A drawing that is drawn three times in a frame has three, so that no upload waits for an
// earlier draw.
interface Posture {
    readonly array: WebGLVertexArrayObject;
    readonly vertices: Stream;
    heat: Stream | null;
}

interface Wire {
    readonly positions: WebGLTexture;
    readonly rows: number;
    readonly room: Float32Array; // padded to whole rows
    // −1: every edge
    readonly arrays: Map<number, { array: WebGLVertexArrayObject; buffer: WebGLBuffer; count: number }>;
}

export interface Mesh {
    readonly drawing: MeshDrawing;
    readonly uvs: WebGLBuffer;
    readonly triangles: WebGLBuffer;
    readonly wide: boolean; // indices of four bytes
    readonly postures: Posture[];
    used: number; // number used in this frame
    wire: Wire | null;
}

export type View = readonly [number, number, number, number];

export class Meshes {
    private readonly gl: WebGL2RenderingContext;
    private readonly textures: Textures;
    private readonly made = new Map<MeshDrawing, Mesh>();
    private readonly program: Program<"view" | "image" | "size" | "heated" | "hot">;
    private edgeProgram: Program<"view" | "screen" | "width" | "positions" | "ink"> | null = null;
    private overProgram: Program<"flattened" | "tint" | "opacity" | "factor"> | null = null;
    private viewNow: View = [1, 1, 0, 0];

    constructor(gl: WebGL2RenderingContext, textures: Textures) {
        this.gl = gl;
        this.textures = textures;
        this.program = makeProgram(gl, MESH_VERTEX, MESH_FRAGMENT, ["view", "image", "size", "heated", "hot"]);
    }

    look(view: View): void {
        this.viewNow = view;
    }
    begin(view: View): void {
        this.look(view);
        for (const mesh of this.made.values()) mesh.used = 0;
    }

    // ---- Triangles

    private find(drawing: MeshDrawing): Mesh {
        const found = this.made.get(drawing);
        if (found) return found;
        const { gl } = this;
        const uvs = gl.createBuffer();
        gl.bindVertexArray(null);
        gl.bindBuffer(gl.ARRAY_BUFFER, uvs);
        gl.bufferData(gl.ARRAY_BUFFER, drawing.uvs, gl.STATIC_DRAW);
        const triangles = gl.createBuffer();
        const wide = drawing.vertexCount > 0xffff;
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, triangles);
        gl.bufferData(
            gl.ELEMENT_ARRAY_BUFFER,
            wide ? drawing.triangles : Uint16Array.from(drawing.triangles),
            gl.STATIC_DRAW,
        );
        const mesh: Mesh = { drawing, uvs, triangles, wide, postures: [], used: 0, wire: null };
        this.made.set(drawing, mesh);
        drawing.onDispose(() => this.free(mesh));
        return mesh;
    }
    private makePosture(mesh: Mesh): Posture {
        const { gl } = this;
        const posture: Posture = { array: gl.createVertexArray(), vertices: new Stream(gl), heat: null };
        gl.bindVertexArray(posture.array);
        gl.bindBuffer(gl.ARRAY_BUFFER, posture.vertices.buffer);
        gl.enableVertexAttribArray(0);
        gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
        gl.bindBuffer(gl.ARRAY_BUFFER, mesh.uvs);
        gl.enableVertexAttribArray(1);
        gl.vertexAttribPointer(1, 2, gl.FLOAT, false, 0, 0);
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, mesh.triangles);
        return posture;
    }

    // Uploads the vertices and leaves everything bound for `layers`.
    bring(drawing: MeshDrawing, vertices: Float32Array, heat: ArrayLike<number> | undefined): Mesh {
        const { gl } = this;
        const mesh = this.find(drawing);
        const posture = (mesh.postures[mesh.used] ??= this.makePosture(mesh));
        mesh.used++;
        gl.bindVertexArray(posture.array);
        posture.vertices.fill(gl, vertices, 2 * drawing.vertexCount);
        if (heat) {
            posture.heat ??= new Stream(gl);
            posture.heat.fill(gl, heat instanceof Float32Array ? heat : Float32Array.from(heat), drawing.vertexCount);
            gl.enableVertexAttribArray(2);
            gl.vertexAttribPointer(2, 1, gl.FLOAT, false, 0, 0);
        } else if (posture.heat) gl.disableVertexAttribArray(2);
        return mesh;
    }

    layers(mesh: Mesh, hidden: readonly boolean[], heated: boolean, hot: Colour): number {
        const { gl, program } = this;
        const { drawing } = mesh;
        gl.useProgram(program.program);
        gl.uniform4f(program.at.view, ...this.viewNow);
        gl.uniform1i(program.at.heated, heated ? 1 : 0);
        gl.uniform3f(program.at.hot, hot[0], hot[1], hot[2]);
        gl.activeTexture(gl.TEXTURE0);
        let draws = 0;
        drawing.layers.forEach((layer, l) => {
            if (hidden[l] || layer.triangleCount === 0) return;
            const { texture, width, height } = this.textures.of(layer.image);
            gl.bindTexture(gl.TEXTURE_2D, texture);
            gl.uniform2f(program.at.size, width, height);
            const bytes = mesh.wide ? 4 : 2;
            gl.drawElements(
                gl.TRIANGLES,
                3 * layer.triangleCount,
                mesh.wide ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT,
                3 * bytes * layer.firstTriangle,
            );
            draws++;
        });
        return draws;
    }

    // ---- A flattened drawing

    over(texture: WebGLTexture, tint: Colour, opacity: number, factor: readonly [number, number, number]): number {
        const { gl } = this;
        const program = (this.overProgram ??= makeProgram(gl, OVER_VERTEX, OVER_FRAGMENT, [
            "flattened",
            "tint",
            "opacity",
            "factor",
        ]));
        gl.useProgram(program.program);
        gl.bindVertexArray(null);
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.uniform4f(program.at.tint, ...tint);
        gl.uniform1f(program.at.opacity, opacity);
        gl.uniform3f(program.at.factor, ...factor);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
        return 1;
    }

    // ---- Edges

    private makeWire(drawing: MeshDrawing): Wire {
        const { gl } = this;
        const rows = Math.ceil(drawing.vertexCount / POSITIONS_WIDTH);
        const positions = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, positions);
        gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RG32F, POSITIONS_WIDTH, rows);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
        return { positions, rows, room: new Float32Array(2 * POSITIONS_WIDTH * rows), arrays: new Map() };
    }
    private edgeArray(
        wire: Wire,
        drawing: MeshDrawing,
        border: number,
    ): { array: WebGLVertexArrayObject; count: number } {
        const found = wire.arrays.get(border);
        if (found) return found;
        const { gl } = this;
        const pairs = border < 0 ? drawing.edges.pairs : (drawing.edges.borders[border] ?? new Uint32Array(0));
        const made = { array: gl.createVertexArray(), buffer: gl.createBuffer(), count: pairs.length / 2 };
        gl.bindVertexArray(made.array);
        gl.bindBuffer(gl.ARRAY_BUFFER, made.buffer);
        gl.bufferData(gl.ARRAY_BUFFER, pairs, gl.STATIC_DRAW);
        gl.enableVertexAttribArray(0);
        gl.vertexAttribIPointer(0, 2, gl.UNSIGNED_INT, 0, 0);
        gl.vertexAttribDivisor(0, 1);
        wire.arrays.set(border, made);
        return made;
    }

    // border null: every edge; otherwise the outline of that layer. `width` in device pixels.
    edges(
        drawing: MeshDrawing,
        vertices: Float32Array,
        border: number | null,
        ink: Colour,
        width: number,
        wide: number,
        high: number,
    ): number {
        const { gl } = this;
        const mesh = this.find(drawing);
        const wire = (mesh.wire ??= this.makeWire(drawing));
        const program = (this.edgeProgram ??= makeProgram(gl, EDGE_VERTEX, EDGE_FRAGMENT, [
            "view",
            "screen",
            "width",
            "positions",
            "ink",
        ]));
        wire.room.set(vertices.subarray(0, 2 * drawing.vertexCount));
        gl.bindTexture(gl.TEXTURE_2D, wire.positions);
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, POSITIONS_WIDTH, wire.rows, gl.RG, gl.FLOAT, wire.room);
        const { array, count } = this.edgeArray(wire, drawing, border ?? -1);
        gl.useProgram(program.program);
        gl.bindVertexArray(array);
        gl.uniform4f(program.at.view, ...this.viewNow);
        gl.uniform2f(program.at.screen, wide, high);
        gl.uniform1f(program.at.width, width);
        gl.uniform4f(program.at.ink, ...ink);
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
        return 1;
    }

    // ---- Freeing

    private free(mesh: Mesh): void {
        const { gl } = this;
        this.made.delete(mesh.drawing);
        gl.deleteBuffer(mesh.uvs);
        gl.deleteBuffer(mesh.triangles);
        for (const { array, vertices, heat } of mesh.postures) {
            gl.deleteVertexArray(array);
            gl.deleteBuffer(vertices.buffer);
            if (heat) gl.deleteBuffer(heat.buffer);
        }
        if (!mesh.wire) return;
        gl.deleteTexture(mesh.wire.positions);
        for (const { array, buffer } of mesh.wire.arrays.values()) {
            gl.deleteVertexArray(array);
            gl.deleteBuffer(buffer);
        }
    }
    dispose(): void {
        for (const mesh of [...this.made.values()]) this.free(mesh);
        this.textures.dispose();
    }
}
