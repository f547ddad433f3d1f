// Makes a Drawing from the core's view of an artwork: its triangles, copied out of WebAssembly memory once per mesh
// version.
import type { Figure, Studio } from "../core/studio.ts";
import type { Artwork } from "../core/project.ts";
import { project } from "../state/document.ts";
import type { Drawing } from "../state/painter.ts";

export interface MeshLayer {
    readonly image: string | null; // path of its picture
    readonly firstTriangle: number;
    readonly triangleCount: number;
}

// The source of a Drawing: an artwork's triangles, or any triangles with pictures.
export interface MeshSource {
    readonly vertexCount: number;
    readonly uvs: Float32Array;
    readonly triangles: Uint32Array;
    readonly layers: readonly MeshLayer[];
}

export interface Edges {
    readonly pairs: Uint32Array; // two vertices per edge
    readonly borders: readonly Uint32Array[]; // per layer: the edges that belong to only one triangle
}

// Every edge once, and the border edges of each layer.
function findEdges(triangles: Uint32Array, layers: readonly MeshLayer[], vertexCount: number): Edges {
    const all: number[] = [];
    const borders = layers.map(({ firstTriangle, triangleCount }) => {
        const seen = new Map<number, number>(); // low · vertexCount + high → number of triangles
        for (let i = 3 * firstTriangle; i < 3 * (firstTriangle + triangleCount); i++) {
            const a = triangles[i]!;
            const b = triangles[i % 3 === 2 ? i - 2 : i + 1]!;
            const key = Math.min(a, b) * vertexCount + Math.max(a, b);
            seen.set(key, (seen.get(key) ?? 0) + 1);
        }
        const border: number[] = [];
        for (const [key, count] of seen) {
            const pair = [Math.floor(key / vertexCount), key % vertexCount] as const;
            all.push(...pair);
            if (count === 1) border.push(...pair);
        }
        return Uint32Array.from(border);
    });
    return { pairs: Uint32Array.from(all), borders };
}

export class MeshDrawing implements Drawing, MeshSource {
    readonly vertexCount: number;
    readonly uvs: Float32Array;
    readonly triangles: Uint32Array;
    readonly layers: readonly MeshLayer[];
    hidden: readonly boolean[] = []; // as set by the artist
    private found: Edges | null = null;
    private readonly farewells = new Set<() => void>();

    constructor(source: MeshSource) {
        this.vertexCount = source.vertexCount;
        this.uvs = source.uvs.slice();
        this.triangles = source.triangles.slice();
        this.layers = source.layers;
    }

    get edges(): Edges {
        return (this.found ??= findEdges(this.triangles, this.layers, this.vertexCount));
    }
    // A painter registers a callback for when its copy on the GPU is no longer needed.
    onDispose(run: () => void): void {
        this.farewells.add(run);
    }
    dispose(): void {
        for (const run of this.farewells) run();
        this.farewells.clear();
    }
}

// `prefix`: prepended to the paths under which the pictures are stored.
export function sourceOf(figure: Figure, artwork: Artwork, prefix = ""): MeshSource {
    const layers = Array.from({ length: figure.layerCount }, (_, l) => {
        const image = artwork.layers[l]?.image;
        return {
            image: image ? `${prefix}${image}` : null,
            firstTriangle: figure.layers[4 * l + 2]!,
            triangleCount: figure.layers[4 * l + 3]!,
        };
    });
    return { vertexCount: figure.vertexCount, uvs: figure.uvs, triangles: figure.triangles, layers };
}

interface Kept {
    readonly meshVersion: number;
    readonly images: string;
    readonly drawing: MeshDrawing;
}

// The drawings of one studio's artworks, by index.
class Drawings {
    private studio: Studio | null = null;
    private kept = new Map<number, Kept>();

    // The current drawing of an artwork. Throws a Refusal if the core cannot build it; null if there is no such
    // artwork.
    of(studio: Studio, artworkIndex: number, figure: Figure = studio.figure(artworkIndex)): MeshDrawing | null {
        const artwork = project.peek().artworks[artworkIndex];
        if (!artwork || figure.vertexCount === 0) return null;
        if (studio !== this.studio) this.clear();
        this.studio = studio;
        const images = artwork.layers.map((layer) => layer.image ?? "").join("\n");
        let found = this.kept.get(artworkIndex);
        if (
            !found ||
            found.meshVersion !== figure.meshVersion ||
            found.images !== images ||
            found.drawing.vertexCount !== figure.vertexCount
        ) {
            found?.drawing.dispose();
            found = { meshVersion: figure.meshVersion, images, drawing: new MeshDrawing(sourceOf(figure, artwork)) };
            this.kept.set(artworkIndex, found);
        }
        found.drawing.hidden = artwork.layers.map((layer) => !layer.visible);
        return found.drawing;
    }
    clear(): void {
        for (const { drawing } of this.kept.values()) drawing.dispose();
        this.kept.clear();
    }
}

export const drawings = new Drawings();
