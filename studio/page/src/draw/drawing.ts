// From the core's view of an artwork to a Drawing: its triangles, copied out of WebAssembly memory once for a mesh version.
import type { Figure, Studio } from "../core/studio.ts";
import type { Artwork } from "../core/project.ts";
import { project } from "../state/document.ts";
import type { Drawing } from "./painter.ts";

export interface MeshLayer {
  readonly image: string | null; // path of its picture
  readonly firstTriangle: number;
  readonly triangleCount: number;
}

// What makes a Drawing: an artwork's, or any triangles with pictures.
export interface MeshSource {
  readonly vertexCount: number;
  readonly uvs: Float32Array;
  readonly triangles: Uint32Array;
  readonly layers: readonly MeshLayer[];
}

export interface Edges {
  readonly pairs: Uint32Array; // two vertices of each
  readonly borders: readonly Uint32Array[]; // of each layer: those with a triangle on one side only
}

// Every edge once, and the borders of the layers.
function findEdges(triangles: Uint32Array, layers: readonly MeshLayer[], vertexCount: number): Edges {
  const all: number[] = [];
  const borders = layers.map(({ firstTriangle, triangleCount }) => {
    const seen = new Map<number, number>(); // low · vertexCount + high → triangles
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
  hidden: readonly boolean[] = []; // as the artist set it
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
  // A painter asks to be told when its copy on the graphics card is no longer needed.
  onDispose(run: () => void): void {
    this.farewells.add(run);
  }
  dispose(): void {
    for (const run of this.farewells) run();
    this.farewells.clear();
  }
}

// `prefix`: what the pictures are kept under, beside their paths.
export function sourceOf(figure: Figure, artwork: Artwork, prefix = ""): MeshSource {
  const layers = Array.from({ length: figure.layerCount }, (_, l) => {
    const image = artwork.layers[l]?.image;
    return { image: image ? `${prefix}${image}` : null, firstTriangle: figure.layers[4 * l + 2]!, triangleCount: figure.layers[4 * l + 3]! };
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

  // The drawing of an artwork as it is now. Throws a Refusal where the core cannot build it; null where there is none.
  // `figure`: the core's view of it, where the caller has it already.
  of(studio: Studio, artworkIndex: number, figure: Figure = studio.figure(artworkIndex)): MeshDrawing | null {
    const artwork = project.peek().artworks[artworkIndex];
    if (!artwork || figure.vertexCount === 0) return null;
    if (studio !== this.studio) this.clear();
    this.studio = studio;
    const images = artwork.layers.map((layer) => layer.image ?? "").join("\n");
    let found = this.kept.get(artworkIndex);
    if (!found || found.meshVersion !== figure.meshVersion || found.images !== images || found.drawing.vertexCount !== figure.vertexCount) {
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
