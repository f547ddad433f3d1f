// The pictures of an export, drawn by the page from a copy of the project in its own core, so that the performance on
// the stage is not disturbed. Framing and order are those of cli/render.c and cli/render_stage.c.
import { isStaged, isTour } from "../core/project.ts";
import type { Project, Scene, Staged } from "../core/project.ts";
import { Studio } from "../core/studio.ts";
import { castOf, drawShown } from "../draw/cast.ts";
import type { Shown } from "../draw/cast.ts";
import { PAPER, readColour } from "../draw/colour.ts";
import { MeshDrawing, sourceOf } from "../draw/drawing.ts";
import { Bounds, fitDrawing, fitStage, followed, followFrom, framed } from "../draw/framing.ts";
import type { Camera, Colour } from "../state/painter.ts";
import { drawObstacle, drawRestShadow, drawShadow, shownObstacles } from "../draw/scenery.ts";
import { pictures } from "../draw/textures.ts";
import type { WebglPainter } from "../draw/webgl.ts";
import { pathsOf } from "../files/images.ts";
import { coreModule, projectFiles } from "../files/session.ts";
import { drawJoints } from "../world/jointpaint.ts";
import { drawZonesBefore, drawZonesBehind } from "../world/zonepaint.ts";
import type { TimeSlicer } from "./breath.ts";

export interface Subject {
    readonly scene: string | null;
    readonly artwork: string | null;
    readonly example: string | null;
}

export class Frames {
    private readonly core: Studio;
    private readonly project: Project;
    private readonly index: number; // index of the scene; −1: a still picture
    private readonly scene: Scene | null;
    private readonly staged: Staged | null;
    private readonly artwork: number; // of a tour or a still picture
    private readonly still: Float32Array; // weights of the still picture
    private readonly drawings = new Map<number, MeshDrawing>();
    private readonly bounds = new Bounds();
    private readonly follows: number; // index of an actor; −1: none
    private readonly start: { size: number; y: number }; // size and initial height of the followed actor
    private ground = 0; // the height on which a drawing without a stage rests
    private measured = false;

    private constructor(core: Studio, subject: Subject) {
        this.core = core;
        this.project = core.project();
        this.index = this.project.scenes.findIndex((scene) => scene.name === subject.scene);
        this.scene = this.project.scenes[this.index] ?? null;
        this.staged = this.scene && isStaged(this.scene) ? this.scene : null;
        const wanted = this.scene && isTour(this.scene) ? this.scene.artwork : subject.artwork;
        this.artwork = Math.max(
            0,
            this.project.artworks.findIndex((artwork) => artwork.name === wanted),
        );
        const examples = this.project.artworks[this.artwork]?.examples ?? [];
        const example = Math.max(
            0,
            examples.findIndex((one) => one.name === subject.example),
        );
        this.still = Float32Array.from(examples, (_, e) => (e === example ? 1 : 0));
        if (this.staged) core.play(this.index);
        this.follows = this.staged?.actors.findIndex((actor) => actor.name === this.staged?.follow) ?? -1;
        const leader = core.playing()?.actors[this.follows];
        this.start = { size: leader?.size ?? 1, y: leader?.y ?? 0 };
    }
    // Works on a copy of `live`. Throws a Refusal if there is nothing to show.
    static open(live: Studio, subject: Subject): Frames {
        const core = new Studio(coreModule());
        try {
            core.open(live.write(), "");
            for (const path of pathsOf(core.project())) give(core, path);
            return new Frames(core, subject);
        } catch (problem) {
            core.destroy();
            throw problem;
        }
    }
    dispose(): void {
        for (const drawing of this.drawings.values()) drawing.dispose();
        this.core.destroy();
    }

    // ---- Measuring

    // A film shows the whole run at one scale, so the scene is run once before the first picture, unless it defines
    // its own frame.
    async measure(breath: TimeSlicer, progress: (done: number) => void = () => {}): Promise<void> {
        if (this.measured) return;
        if (!this.staged) this.ground = lowest(this.core.figure(this.artwork).rest);
        const { scene } = this;
        if (scene?.zoom == null && this.follows < 0) {
            const count = scene ? Math.max(1, Math.floor(scene.seconds * scene.rate + 0.5)) : 1;
            for (let f = 0; f < count; f++) {
                this.growTo(scene ? f / scene.rate : 0);
                progress(f / count);
                await breath.pauseIfDue();
            }
            if (this.staged) {
                this.bounds.include(this.staged.obstacles);
                this.core.reset();
            }
        }
        this.measured = true;
    }
    private growTo(time: number): void {
        if (!this.staged) return this.bounds.grow(this.verticesAt(time));
        this.seek(time);
        for (const actor of this.core.playing()?.actors ?? []) this.bounds.grow(actor.vertices);
    }
    private seek(time: number): void {
        while (!this.core.seek(time));
    }

    // ---- Drawing

    get background(): Colour {
        return readColour(this.scene?.background ?? "") ?? PAPER;
    }
    private camera(width: number, height: number): Camera {
        const { scene, start } = this;
        const leader = this.core.playing()?.actors[this.follows];
        let camera = this.staged ? fitStage(this.bounds, width, height) : fitDrawing(this.bounds, width, height);
        if (scene?.zoom != null) camera = framed(scene, width, height);
        else if (leader) camera = followFrom(start.size, start.y, height);
        return leader ? followed(camera, leader.x, leader.y, height) : camera;
    }
    // Draws a picture of width × height pixels; the painter's canvas may be smaller, with the same aspect ratio. Call
    // measure() first.
    draw(painter: WebglPainter, width: number, height: number, time: number, background: Colour | null): void {
        if (this.staged) this.seek(time);
        const shown: Shown[] = this.staged
            ? castOf(
                  () => this.core.playing(),
                  (artwork) => this.drawingOf(artwork),
              ).flat()
            : [{ drawing: this.drawingOf(this.artwork), vertices: this.verticesAt(time) }];
        const obstacles = shownObstacles(this.staged?.obstacles ?? [], this.core.playing()?.obstacles);
        painter.begin(this.camera(width, height), painter.canvas.width / width, { colour: background });
        for (const obstacle of obstacles) if (obstacle.visible) drawObstacle(painter, obstacle);
        const { staged } = this;
        const play = staged ? this.core.playing() : null;
        if (staged && play) drawZonesBehind(painter, staged, play);
        for (const { vertices, fading } of shown) {
            if (fading !== undefined) continue;
            if (this.staged) drawShadow(painter, obstacles, vertices);
            else drawRestShadow(painter, this.ground, vertices);
        }
        if (staged && play) drawJoints(painter, staged.joints, play, true);
        for (const each of shown) drawShown(painter, each);
        if (staged && play) drawJoints(painter, staged.joints, play, false);
        if (staged && play) drawZonesBefore(painter, staged, play);
        painter.end();
    }
    private verticesAt(time: number): Float32Array {
        const figure = this.core.figure(this.artwork);
        const weights = this.scene ? this.core.tour(this.index, time, figure.exampleCount) : this.still;
        return weights.length === 0
            ? figure.rest.slice()
            : this.core.verticesAt(this.artwork, weights, figure.vertexCount);
    }
    private drawingOf(index: number): MeshDrawing {
        let drawing = this.drawings.get(index);
        if (!drawing) {
            const artwork = this.project.artworks[index]!;
            drawing = new MeshDrawing(sourceOf(this.core.figure(index), artwork));
            drawing.hidden = artwork.layers.map((layer) => !layer.visible || layer.image === null);
            this.drawings.set(index, drawing);
        }
        return drawing;
    }
}

// The files that the page has read already.
function give(core: Studio, path: string): void {
    const picture = pictures.get(path);
    const bytes = projectFiles()?.bytes.get(path);
    if (picture) core.putImage(path, picture.width, picture.height, picture.pixels);
    else if (bytes) core.putFile(path, bytes);
}

function lowest(points: Float32Array): number {
    let low = Infinity;
    for (let i = 1; i < points.length; i += 2) low = Math.min(low, points[i]!);
    return low;
}
