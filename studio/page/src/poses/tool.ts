// Posing on the stage with the tools of the rig workspace, and with ghosts of the poses that the current one may blend
// with. When a drag ends, its pose is stored in the example that is being edited; without one it waits to be stored by
// hand.
import { effect, untracked } from "@preact/signals";
import type { Artwork } from "../core/project.ts";
import type { Figure, Studio } from "../core/studio.ts";
import { ghost, PLUM, TEAL } from "../draw/colour.ts";
import { drawings } from "../draw/drawing.ts";
import type { Box, Painter } from "../state/painter.ts";
import { currentFigure } from "../rig/figure.ts";
import { gesture } from "../tools/gesture.ts";
import { rigTool as hands } from "../rig/tool.ts";
import { artwork, artworkIndex, overlays, workspace } from "../state/app.ts";
import { revision, studio } from "../state/document.ts";
import { Memo } from "../state/owned.ts";
import type { Tool } from "../state/workspaces.ts";
import { current, dot, exampleIndex, keepPose, neighboursOf } from "./state.ts";

const BEFORE = ghost(TEAL);
const AFTER = ghost(PLUM);

// ---- Ghosts

interface GhostShape {
    readonly vertices: Float32Array;
    readonly after: boolean;
}
const ghosts = new Memo<readonly GhostShape[]>();

// The weights of the current pose among the examples; null if it is not a blend of them.
function place(count: number): ArrayLike<number> | null {
    const own = artwork.peek();
    if (dot.peek()) return dot.peek();
    const example = current.peek();
    if (!own || !example) return null;
    const index = exampleIndex(own, example.name);
    return Array.from({ length: count }, (_, i) => (i === index ? 1 : 0));
}

function ghostShapes(vertexCount: number): readonly GhostShape[] {
    const core = studio.peek();
    const own = artwork.peek();
    const weights = own ? place(own.examples.length) : null;
    if (!core || !own || !weights) return [];
    const near = neighboursOf(own, weights);
    const heaviest = Array.from(weights).indexOf(Math.max(...Array.from(weights)));
    const key = `${artworkIndex.peek()} ${vertexCount} ${near.join()} ${heaviest} ${revision.peek()}`;
    return ghosts.get(key, () =>
        near.map((i) => ({
            vertices: core.verticesAt(
                artworkIndex.peek(),
                own.examples.map((_, e) => (e === i ? 1 : 0)),
                vertexCount,
            ),
            after: i > heaviest,
        })),
    );
}

function drawGhosts(painter: Painter): void {
    const core = studio.peek();
    const figure = currentFigure();
    if (!core || !figure || !overlays.peek().ghosts) return;
    const drawing = drawings.of(core, artworkIndex.peek(), figure);
    if (!drawing) return;
    for (const shape of ghostShapes(figure.vertexCount)) {
        painter.drawing(drawing, shape.vertices, shape.after ? AFTER : BEFORE);
    }
}

// ---- Storing the pose

// A gesture that ends with a changed pose is an undo step: the edited example becomes the visible pose.
effect(() => {
    if (gesture.value) return;
    untracked(() => {
        const example = workspace.value === "poses" ? current.value : null;
        if (example && currentFigure()?.posed) keepPose(example.name);
    });
});

// ---- What F frames: the drawing in all its poses

const reach = new Memo<Box>();

function boxOfAll(): Box | null {
    const core = studio.peek();
    const own = artwork.peek();
    const figure = currentFigure();
    if (!core || !own || !figure) return null;
    return reach.get(`${own.name} ${figure.vertexCount} ${revision.peek()}`, () => reachOf(core, own, figure));
}
function reachOf(core: Studio, own: Artwork, figure: Figure): Box {
    const box: { low: [number, number]; high: [number, number] } = { low: [...figure.low], high: [...figure.high] };
    own.examples.forEach((_, i) => {
        const vertices = core.verticesAt(
            artworkIndex.peek(),
            own.examples.map((__, e) => (e === i ? 1 : 0)),
            figure.vertexCount,
        );
        for (let v = 0; v < vertices.length; v++) {
            const axis = (v % 2) as 0 | 1;
            box.low[axis] = Math.min(box.low[axis], vertices[v]!);
            box.high[axis] = Math.max(box.high[axis], vertices[v]!);
        }
    });
    return box;
}

export const tool: Tool = {
    ...hands,
    bounds: (selected) => (selected ? (hands.bounds?.(true) ?? null) : boxOfAll()),
    draw(painter, seconds) {
        drawGhosts(painter);
        hands.draw(painter, seconds);
    },
};
