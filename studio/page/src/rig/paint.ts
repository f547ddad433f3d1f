// Draws the rig workspace on the stage: the drawing with heat and triangles, handles, bones, joins, the gizmo.
import type { Artwork, Vec2 } from "../core/project.ts";
import type { Figure } from "../core/studio.ts";
import type { Colour, DrawingOptions, Painter } from "../state/painter.ts";
import { artwork, artworkIndex, isSelected, overlays } from "../state/app.ts";
import { MUSTARD, INK, PLUM, TEAL, WHITE, WIRE } from "../draw/colour.ts";
import { drawings } from "../draw/drawing.ts";
import { studio } from "../state/document.ts";
import { ofProject } from "../state/owned.ts";
import { currentFigure, shownVertices } from "./figure.ts";
import type { Shape } from "../tools/geometry.ts";
import { middle, shapesAsPosed, shapesAtRest } from "../tools/geometry.ts";
import { gesture } from "../tools/gesture.ts";
import { drawBone, drawPoint } from "../tools/handlemarks.ts";
import { drawGizmo } from "./gizmo.ts";
import { currentJoins } from "./joins.ts";
import {
    activeHandle,
    budgeting,
    hover,
    indexOfHandle,
    indexOfLayer,
    mode,
    rowHover,
    selectedHandles,
    showNames,
    toolId,
} from "./state.ts";

const none = new Map<string, never>();

export function currentShapes(of: Artwork, figure: Figure | null): Shape[] {
    if (mode.peek() === "try" && figure) return shapesAsPosed(of, figure);
    return shapesAtRest(of, gesture.peek()?.places ?? none);
}

// ---- The drawing

const scratch = ofProject(() => ({ heat: new Float32Array(0) }));
// The sum of the selected handles' weights for each vertex.
function heatOf(of: Artwork, figure: Figure, handles: readonly string[]): Float32Array {
    if (scratch.heat.length !== figure.vertexCount) scratch.heat = new Float32Array(figure.vertexCount);
    const columns = handles
        .map((name) => indexOfHandle(of, name))
        .filter((index) => index >= 0 && index < figure.handleCount);
    for (let v = 0; v < figure.vertexCount; v++) {
        let sum = 0;
        for (const column of columns) sum += figure.weights[v * figure.handleCount + column]!;
        scratch.heat[v] = Math.min(1, sum);
    }
    return scratch.heat;
}
function heated(): readonly string[] {
    const row = rowHover.peek();
    if (row?.kind === "handle") return [row.name];
    if (!overlays.peek().weights) return [];
    const under = hover.peek();
    if (under?.kind === "handle" && !gesture.peek()) return [under.name];
    return selectedHandles.peek().map((handle) => handle.name);
}
function highlighted(of: Artwork): number {
    const row = rowHover.peek();
    if (row?.kind === "layer") return indexOfLayer(of, row.name);
    const under = hover.peek();
    return under?.kind === "layer" && !gesture.peek() ? indexOfLayer(of, under.name) : -1;
}
function optionsFor(of: Artwork, figure: Figure): DrawingOptions {
    const handles = heated();
    const layer = highlighted(of);
    return {
        hidden: of.layers.map((l) => !l.visible),
        ...(handles.length && { heat: heatOf(of, figure, handles) }),
        ...((overlays.peek().mesh || budgeting.peek()) && { wire: WIRE }),
        ...(layer >= 0 && { highlight: layer }),
    };
}

// ---- Handles

function colourOf(name: string): Colour {
    if (isSelected("handle", name)) return MUSTARD;
    return mode.peek() === "build" ? INK : TEAL;
}
const isLit = (name: string): boolean => {
    const under = hover.peek();
    const row = rowHover.peek();
    return (under?.kind === "handle" && under.name === name) || (row?.kind === "handle" && row.name === name);
};

const litPart = (name: string): string | null => {
    const under = hover.peek();
    return under?.kind === "handle" && under.name === name ? under.part : null;
};
function drawHandles(painter: Painter, shapes: readonly Shape[], figure: Figure | null): void {
    const selectedLast = [...shapes].sort(
        (a, b) => Number(isSelected("handle", a.name)) - Number(isSelected("handle", b.name)),
    );
    for (const bones of [true, false]) {
        for (const shape of selectedLast) {
            if (shape.bone !== bones) continue;
            const pinned = mode.peek() === "try" ? (figure?.pins[shape.index] ?? 0) : 0;
            if (bones) drawBone(painter, shape, colourOf(shape.name), isLit(shape.name), pinned, litPart(shape.name));
            else drawPoint(painter, shape.from, colourOf(shape.name), isLit(shape.name), pinned);
        }
    }
}
// Away from the centre of the drawing, where there is room.
function drawName(painter: Painter, shape: Shape, middleX: number): void {
    const [x, y] = shape.bone ? middle(shape.from, shape.to) : shape.from;
    if (x < middleX) painter.label(x, y, shape.name, { dx: -12, dy: -12, align: "right" });
    else painter.label(x, y, shape.name, { dx: 12, dy: -12 });
}
// The handle under the pointer shows its name; the one with the gizmo is named by the inspector.
function drawLitName(painter: Painter, shapes: readonly Shape[], middleX: number): void {
    const lit = shapes.find((shape) => isLit(shape.name));
    if (!lit || gesture.peek() || (mode.peek() === "try" && activeHandle.peek()?.name === lit.name)) return;
    drawName(painter, lit, middleX);
}

// ---- Joins of layers

function drawJoins(painter: Painter): void {
    const under = hover.peek();
    const { joins, chosen } = currentJoins();
    joins.forEach(({ at: [x, y] }, index) => {
        const lit = under?.kind === "join" && under.index === index;
        const half = (lit ? 7 : 5.5) / painter.camera.zoom;
        const diamond = [x - half, y, x, y - half, x + half, y, x, y + half];
        const colour = isSelected("pin", String(index)) ? MUSTARD : PLUM;
        if (chosen || lit) painter.polygon(diamond, colour);
        painter.line(diamond, WHITE, 3, { closed: true });
        painter.line(diamond, colour, 1.5, { closed: true });
    });
}
// Joins often lie where handles do, so the tool for one hides the other.
const joinsShown = (): boolean => toolId.peek() === "join";

// ---- Everything

export function gizmoCentre(shapes: readonly Shape[]): Vec2 | null {
    if (mode.peek() !== "try" || toolId.peek() !== "select") return null;
    const active = activeHandle.peek();
    return shapes.find((shape) => shape.name === active?.name)?.from ?? null;
}

export function paint(painter: Painter): void {
    const of = artwork.peek();
    const figure = currentFigure();
    if (!of) return;
    if (figure) {
        const drawing = drawings.of(studio.peek()!, artworkIndex.peek(), figure);
        if (drawing) painter.drawing(drawing, shownVertices(figure), optionsFor(of, figure));
    }
    if (joinsShown()) drawJoins(painter);
    else if (overlays.peek().handles && figure) {
        const shapes = currentShapes(of, figure);
        const middleX = (figure.low[0] + figure.high[0]) / 2;
        if (showNames.peek()) for (const shape of shapes) drawName(painter, shape, middleX);
        drawHandles(painter, shapes, figure);
        const centre = gizmoCentre(shapes);
        const lit = hover.peek();
        if (centre) drawGizmo(painter, centre, lit?.kind === "gizmo" ? lit.part : null);
        if (!showNames.peek()) drawLitName(painter, shapes, middleX);
    }
    gesture.peek()?.draw?.(painter);
}
