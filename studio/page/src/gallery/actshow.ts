// A project of shapes, verbs, graphs or creatures on a tile: the figure plays in place.
import type { Act, ActKind, PlayedKind } from "../core/act.ts";
import type { Module } from "../core/module.ts";
import { isFigured } from "../core/project.ts";
import type { Project } from "../core/project.ts";
import { Studio } from "../core/studio.ts";
import { PAPER, readColour } from "../draw/colour.ts";
import { OffscreenSolid } from "../draw/offscreen.ts";
import type { SolidPainter } from "../draw/solid.ts";
import { distanceFor } from "../draw/space.ts";
import { isModel, pathsOf } from "../files/images.ts";
import type { Reader } from "./show.ts";

const MAX_STEP = 0.1; // longest time step, seconds: a tile that was out of sight does not catch up
const [HEADING, PITCH] = [0.6, 0.12];
const GROUP_VIEW = { heading: 0.45, pitch: 0.2 };
const MARGIN = 0.56; // margin around the figure, as a share of its size

// One context draws all tiles of this kind.
const solids = new OffscreenSolid(true);

interface Subject {
    readonly kind: PlayedKind;
    readonly index: number;
    readonly background: string;
}
// The content of the scene of that name, or else the first available.
function choose(project: Project, name: string): Subject | null {
    const scene = project.scenes.find((one) => one.name === name && isFigured(one)) ?? project.scenes.find(isFigured);
    const background = scene?.background ?? "";
    const find = (kind: ActKind, items: readonly { name: string }[], wanted: string): Subject => ({
        kind,
        index: Math.max(
            0,
            items.findIndex((one) => one.name === wanted),
        ),
        background,
    });
    if (scene && "verb" in scene) return find("verb", project.verbs, scene.verb);
    if (scene && "graph" in scene) return find("graph", project.graphs, scene.graph);
    if (scene && "shape" in scene) return find("shape", project.shapes, scene.shape);
    if (scene && "creatures" in scene) return { kind: "creatures", index: project.scenes.indexOf(scene), background };
    const kind: ActKind | null = project.verbs.length
        ? "verb"
        : project.shapes.length
          ? "shape"
          : project.graphs.length
            ? "graph"
            : null;
    return kind && { kind, index: 0, background };
}

export class ActShow {
    private readonly core: Studio;
    private readonly subject: Subject;
    readonly moves: boolean;

    private constructor(core: Studio, subject: Subject) {
        this.core = core;
        this.subject = subject;
        this.moves = subject.kind !== "shape";
        core.act(subject.kind, subject.index);
        core.actSwitch(true, true, false);
    }
    // Returns null if there is nothing to show.
    static async open(module: Module, read: Reader, sceneName: string): Promise<ActShow | null> {
        const text = await read("project.json");
        const core = new Studio(module);
        try {
            core.open(text, "");
            const project = core.project();
            const subject = choose(project, sceneName);
            if (!subject) throw new Error("nothing to show");
            await Promise.all(
                pathsOf(project)
                    .filter(isModel)
                    .map(async (path) => core.putFile(path, await read(path))),
            );
            return new ActShow(core, subject);
        } catch {
            core.destroy();
            return null;
        }
    }
    dispose(): void {
        solids.forget(this);
        this.core.destroy();
    }
    advance(seconds: number): void {
        this.core.actAdvance(Math.min(seconds, MAX_STEP));
    }
    // Figures cannot be poked.
    take(): boolean {
        return false;
    }
    moveGrab(): void {}
    letGo(): void {}

    paint(on: CanvasRenderingContext2D, width: number, height: number): void {
        const act = this.core.acting();
        const painter = act && solids.begin(width, height, this, act);
        if (!painter) return;
        this.draw(painter, act, width, height);
        solids.copyTo(on);
    }
    private draw(on: SolidPainter, act: Act, width: number, height: number): void {
        const { low, high } = act;
        const size = Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
        const target: [number, number, number] = [act.root[0], act.root[1] + (high[1] - low[1]) / 2, act.root[2]];
        if (!this.moves) target[1] = (low[1] + high[1]) / 2;
        const [red, green, blue] = readColour(this.subject.background) ?? PAPER;
        on.shape(act.positions, act.normals, act.heat);
        const eye = act.kind === "creatures" ? GROUP_VIEW : { heading: HEADING, pitch: PITCH };
        // Several figures side by side are wide and not high.
        const row = Math.max(
            (0.95 * (high[0] - low[0]) + 0.4 * (high[2] - low[2])) / (width / height),
            1.35 * (high[1] - low[1]),
        );
        on.begin(
            { x: 0, y: 0, width, height },
            {
                target,
                ...eye,
                distance: distanceFor(act.kind === "creatures" ? 0.54 * row : MARGIN * size, width / height),
            },
            [red, green, blue],
        );
        on.drawSolid();
        const base: [number, number, number] = this.moves
            ? [...act.root]
            : [(low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2];
        on.drawGround({ base, slope: [0, 0], size, cell: 0.5, ink: [0.36, 0.28, 0.2, 0.24] });
    }
}
