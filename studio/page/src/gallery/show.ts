// An animated project on a tile, with its own core and scene. Stages run and can be poked, tours loop, and a project
// without a scene shows its first drawing.
import type { Module } from "../core/module.ts";
import { isStaged, isTour } from "../core/project.ts";
import { shownObstacles } from "../draw/scenery.ts";
import type { Scenery } from "../draw/scenery.ts";
import type { Project, Scene, Staged, Tour } from "../core/project.ts";
import { Studio } from "../core/studio.ts";
import type { Play } from "../core/studio.ts";
import { castOf } from "../draw/cast.ts";
import type { Shown } from "../draw/cast.ts";
import { MeshDrawing, sourceOf } from "../draw/drawing.ts";
import { Bounds, fitDrawing, fitStage, followed, followFrom, framed } from "../draw/framing.ts";
import type { Camera } from "../state/painter.ts";
import { pictures } from "../draw/textures.ts";
import { isModel, pathsOf } from "../files/images.ts";
import { decode } from "../files/pixels.ts";
import { nearer } from "./nearer.ts";

const MAX_STEP = 0.1; // longest time step, seconds: a tile that was out of sight does not catch up
const END_PAUSE = 0.8; // seconds that a stage pauses at its end
const POKE_SECONDS = 6; // seconds after a poke until the scene restarts
const TOUR_SAMPLES = 24;
const PAPER = "#F7F1E5";

export type Reader = (path: string) => Promise<Uint8Array<ArrayBuffer>>;

const level = (height: number): Scenery => ({
    kind: "ground",
    height,
    one_way: false,
    sensor: false,
    visible: true,
    colour: null,
});

export class Show {
    private readonly core: Studio;
    private readonly project: Project;
    private readonly index: number; // index of the scene; −1: none
    private readonly staged: Staged | null;
    private readonly tour: Tour | null;
    private readonly prefix: string;
    private readonly drawings = new Map<number, MeshDrawing>();
    private readonly bounds = new Bounds();
    private startHeight = 0; // of the followed actor
    private time = 0;
    private held = false;
    private sincePoke = 0; // seconds since the last poke
    readonly floor: readonly Scenery[]; // of a tour: what receives shadows

    constructor(core: Studio, project: Project, index: number, prefix: string) {
        const scene = project.scenes[index];
        this.core = core;
        this.project = project;
        this.index = index;
        this.staged = scene && isStaged(scene) ? scene : null;
        this.tour = scene && isTour(scene) ? scene : null;
        this.prefix = prefix;
        if (this.staged) core.play(index);
        else this.measure();
        this.floor = this.staged ? [] : [level(core.figure(this.artwork).low[1])];
    }

    // Returns null if there is nothing to show. `prefix` keeps its pictures apart from those of other projects.
    static async open(module: Module, read: Reader, sceneName: string, prefix: string): Promise<Show | null> {
        const text = await read("project.json");
        const core = new Studio(module);
        try {
            core.open(text, "");
            const project = core.project();
            if (project.artworks.length === 0) throw new Error("nothing to show");
            await Promise.all(pathsOf(project).map((path) => loadFile(core, path, `${prefix}${path}`, read)));
            return make(core, project, choose(project.scenes, sceneName), prefix);
        } catch {
            core.destroy();
            return null;
        }
    }
    dispose(): void {
        for (const drawing of this.drawings.values()) drawing.dispose();
        for (const path of pathsOf(this.project)) pictures.forget(`${this.prefix}${path}`);
        this.core.destroy();
    }

    private drawingOf(index: number): MeshDrawing {
        let drawing = this.drawings.get(index);
        if (!drawing) {
            const figure = this.core.figure(index);
            const artwork = this.project.artworks[index]!;
            drawing = new MeshDrawing(sourceOf(figure, artwork, this.prefix));
            drawing.hidden = artwork.layers.map((layer) => !layer.visible);
            this.drawings.set(index, drawing);
        }
        return drawing;
    }

    // ---- Time

    get moves(): boolean {
        return this.index >= 0;
    }
    advance(seconds: number): void {
        this.time += Math.min(seconds, MAX_STEP);
        this.sincePoke += seconds;
        if (this.tour) this.time %= Math.max(this.tour.seconds, MAX_STEP);
        else if (this.staged) this.run(this.staged);
    }
    // The artist who is poking it is not interrupted.
    private run(scene: Staged): void {
        const live = this.held || (this.core.playing()?.live ?? 0) > 0;
        const isOver = live ? this.sincePoke > POKE_SECONDS : this.time > scene.seconds + END_PAUSE;
        if (isOver && !this.held) {
            this.core.reset();
            this.time = 0;
        }
        this.core.seek(live ? this.time : Math.min(this.time, scene.seconds));
    }

    // ---- Framing and drawing

    get background(): string {
        return (this.staged ?? this.tour)?.background ?? PAPER;
    }
    get scenery(): readonly Scenery[] {
        return shownObstacles(this.staged?.obstacles ?? [], this.core.playing()?.obstacles);
    }
    // A stage with its joints and zones as they are now; null for a tour.
    get world(): { readonly staged: Staged; readonly play: Play } | null {
        const play = this.core.playing();
        return this.staged && play ? { staged: this.staged, play } : null;
    }
    private get artwork(): number {
        return this.tour
            ? Math.max(
                  0,
                  this.project.artworks.findIndex((artwork) => artwork.name === this.tour?.artwork),
              )
            : 0;
    }
    shown(): Shown[] {
        if (!this.staged) return [{ drawing: this.drawingOf(this.artwork), vertices: this.verticesAt(this.time) }];
        return castOf(
            () => this.core.playing(),
            (artwork) => this.drawingOf(artwork),
        ).flat();
    }
    private verticesAt(time: number): Float32Array {
        if (!this.tour) return this.core.figure(this.artwork).vertices;
        const count = this.project.artworks[this.artwork]!.examples.length;
        return this.core.verticesAt(
            this.artwork,
            this.core.tour(this.index, time, count),
            this.drawingOf(this.artwork).vertexCount,
        );
    }
    private measure(): void {
        const seconds = this.tour?.seconds ?? 0;
        for (let i = 0; i <= (this.tour ? TOUR_SAMPLES : 0); i++)
            this.bounds.grow(this.verticesAt((i / TOUR_SAMPLES) * seconds));
    }
    // Framed as at the start: a tile does not run ahead to find how far actors move.
    private measureStage(scene: Staged): void {
        const actors = this.core.playing()?.actors ?? [];
        for (const actor of actors) this.bounds.grow(actor.vertices);
        this.bounds.include(scene.obstacles);
        this.startHeight = actors[scene.actors.findIndex((one) => one.name === scene.follow)]?.y ?? 0;
    }
    camera(width: number, height: number): Camera {
        const scene = this.staged ?? this.tour;
        const play = this.core.playing();
        if (this.staged && this.bounds.isEmpty) this.measureStage(this.staged);
        const actor = play?.actors[this.staged?.actors.findIndex((one) => one.name === this.staged?.follow) ?? -1];
        const fit = (): Camera =>
            this.staged ? fitStage(this.bounds, width, height) : fitDrawing(this.bounds, width, height);
        const camera = scene?.zoom
            ? framed(scene, width, height)
            : actor
              ? followFrom(actor.size, this.startHeight, height)
              : fit();
        if (actor) return followed(camera, actor.x, actor.y, height);
        const only = scene?.zoom && play?.actors.length === 1 ? play.actors[0] : undefined;
        return only ? nearer(camera, only.x, only.y, width, height) : camera;
    }

    // ---- Poking

    take(x: number, y: number): boolean {
        this.held = this.staged !== null && this.core.take(x, y) !== null;
        this.sincePoke = 0;
        return this.held;
    }
    moveGrab(x: number, y: number): void {
        if (this.held) this.core.hand(x, y);
        this.sincePoke = 0;
    }
    letGo(): void {
        if (this.held) this.core.throwIt();
        this.held = false;
    }
}

// A scene that cannot be played leaves the drawing visible.
function make(core: Studio, project: Project, scene: number, prefix: string): Show {
    try {
        return new Show(core, project, scene, prefix);
    } catch {
        return new Show(core, project, -1, prefix);
    }
}

// The scene of that name, or else the first stage, or else the first scene.
function choose(scenes: readonly Scene[], name: string): number {
    const named = scenes.findIndex((scene) => scene.name === name);
    const stage = scenes.findIndex(isStaged);
    return named >= 0 ? named : stage >= 0 ? stage : scenes.length > 0 ? 0 : -1;
}

async function loadFile(core: Studio, path: string, name: string, read: Reader): Promise<void> {
    const bytes = await read(path);
    if (isModel(path)) return core.putFile(path, bytes);
    const picture = await decode(bytes);
    core.putImage(path, picture.width, picture.height, picture.pixels);
    pictures.put(name, picture);
}
