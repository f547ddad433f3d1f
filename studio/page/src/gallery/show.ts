// A project that moves on a tile: its own studio in the core, its own scene. Stages run and can be poked; tours go round.
import type { Module } from "../core/module.ts";
import { isStaged } from "../core/project.ts";
import type { Project, Scene } from "../core/project.ts";
import { Studio } from "../core/studio.ts";
import { MeshDrawing } from "../draw/drawing.ts";
import type { Camera } from "../draw/painter.ts";
import { pictures } from "../draw/textures.ts";
import { pathsOf } from "../files/images.ts";
import { decode } from "../files/pixels.ts";
import { Bounds, followed, framed } from "./framing.ts";

const MOST_STEP = 0.1; // seconds: a tile that was out of sight does not catch up
const PAUSE = 0.8; // seconds that a stage rests at its end

export type Reader = (path: string) => Promise<Uint8Array<ArrayBuffer>>;

// What a frame shows.
export interface Shown {
  readonly drawing: MeshDrawing;
  readonly vertices: Float32Array;
}

export class Show {
  readonly project: Project;
  readonly scene: Scene;
  private readonly core: Studio;
  private readonly sceneIndex: number;
  private readonly prefix: string;
  private readonly drawings = new Map<number, MeshDrawing>();
  private readonly paths: readonly string[];
  private bounds = new Bounds();
  private time = 0;
  private held = false;
  private touched = 0; // seconds since the last poke

  private constructor(core: Studio, project: Project, sceneIndex: number, prefix: string, paths: readonly string[]) {
    this.core = core;
    this.project = project;
    this.sceneIndex = sceneIndex;
    this.scene = project.scenes[sceneIndex]!;
    this.prefix = prefix;
    this.paths = paths;
    if (isStaged(this.scene)) core.play(sceneIndex);
    else this.measureTour();
  }

  // null where there is no scene to show. `prefix` keeps its pictures apart from those of other projects.
  static async open(module: Module, read: Reader, sceneName: string, prefix: string): Promise<Show | null> {
    const text = new TextDecoder().decode(await read("project.json"));
    const core = new Studio(module);
    try {
      core.open(text, "");
      const project = core.project();
      const named = project.scenes.findIndex((scene) => scene.name === sceneName);
      const first = project.scenes.findIndex(isStaged);
      const index = named >= 0 ? named : Math.max(first, 0);
      if (!project.scenes[index]) throw new Error("nothing to show");
      const paths = pathsOf(project);
      await Promise.all(paths.map((path) => bring(core, path, `${prefix}${path}`, read)));
      return new Show(core, project, index, prefix, paths);
    } catch {
      core.destroy();
      return null;
    }
  }
  dispose(): void {
    for (const drawing of this.drawings.values()) drawing.dispose();
    for (const path of this.paths) pictures.forget(`${this.prefix}${path}`);
    this.core.destroy();
  }

  private drawingOf(index: number): MeshDrawing {
    let drawing = this.drawings.get(index);
    if (!drawing) {
      const figure = this.core.figure(index);
      const artwork = this.project.artworks[index]!;
      const layers = Array.from({ length: figure.layerCount }, (_, l) => {
        const image = artwork.layers[l]?.image;
        return { image: image ? `${this.prefix}${image}` : null, firstTriangle: figure.layers[4 * l + 2]!, triangleCount: figure.layers[4 * l + 3]! };
      });
      drawing = new MeshDrawing({ vertexCount: figure.vertexCount, uvs: figure.uvs, triangles: figure.triangles, layers });
      drawing.hidden = artwork.layers.map((layer) => !layer.visible);
      this.drawings.set(index, drawing);
    }
    return drawing;
  }

  // ---- Time

  advance(seconds: number): void {
    this.time += Math.min(seconds, MOST_STEP);
    this.touched += seconds;
    if (!isStaged(this.scene)) {
      this.time %= Math.max(this.scene.seconds, 0.1);
      return;
    }
    // Someone who plays with it is not interrupted.
    const live = (this.core.playing()?.live ?? 0) > 0;
    const over = live ? this.touched > 6 : this.time > this.scene.seconds + PAUSE;
    if (over && !this.held) {
      this.core.reset();
      this.time = 0;
      this.touched = 0;
    }
    this.core.seek(live || this.held ? this.time : Math.min(this.time, this.scene.seconds));
  }

  // ---- What is seen

  shown(): Shown[] {
    if (isStaged(this.scene)) {
      const actors = this.core.playing()?.actors ?? [];
      return actors.map((actor) => ({ drawing: this.drawingOf(actor.artwork), vertices: actor.vertices.slice() }));
    }
    return [{ drawing: this.drawingOf(this.tourArtwork), vertices: this.tourVertices(this.time) }];
  }
  private get tourArtwork(): number {
    const scene = this.scene;
    return isStaged(scene) ? 0 : Math.max(0, this.project.artworks.findIndex((artwork) => artwork.name === scene.artwork));
  }
  private tourVertices(time: number): Float32Array {
    const count = this.project.artworks[this.tourArtwork]!.examples.length;
    const weights = this.core.tour(this.sceneIndex, time, count);
    return this.core.verticesAt(this.tourArtwork, weights, this.drawingOf(this.tourArtwork).vertexCount);
  }
  private measureTour(): void {
    const samples = 24;
    for (let i = 0; i <= samples; i++) this.bounds.grow(this.tourVertices((i / samples) * this.scene.seconds));
  }
  camera(width: number, height: number): Camera {
    const { scene } = this;
    if (!isStaged(scene)) return framed(scene, this.bounds, width, height);
    const play = this.core.playing();
    if (!scene.zoom && this.time < 0.1) for (const actor of play?.actors ?? []) this.bounds.grow(actor.vertices);
    const camera = framed(scene, this.bounds, width, height);
    const index = scene.actors.findIndex((actor) => actor.name === scene.follow);
    const actor = play?.actors[index];
    return actor ? followed(camera, actor.x, actor.y, height) : camera;
  }

  // ---- Poking

  get pokes(): boolean {
    return isStaged(this.scene);
  }
  take(x: number, y: number): boolean {
    if (!this.pokes) return false;
    this.held = this.core.take(x, y) !== null;
    this.touched = 0;
    return this.held;
  }
  hand(x: number, y: number): void {
    if (this.held) this.core.hand(x, y);
    this.touched = 0;
  }
  letGo(): void {
    if (this.held) this.core.throwIt();
    this.held = false;
  }
}

async function bring(core: Studio, path: string, name: string, read: Reader): Promise<void> {
  const bytes = await read(path);
  if (path.toLowerCase().endsWith(".obj")) return core.putFile(path, bytes);
  const picture = await decode(bytes);
  core.putImage(path, picture.width, picture.height, picture.pixels);
  pictures.put(name, picture);
}
