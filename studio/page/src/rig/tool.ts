// The rig workspace's tool: what lies under the pointer, what a press does, what F frames.
import type { Artwork, Vec2 } from "../core/project.ts";
import type { Figure } from "../core/studio.ts";
import type { Box, Painter } from "../state/painter.ts";
import { artwork, hint, isSelected, select, selection, workspace } from "../state/app.ts";
import { tell } from "../state/messages.ts";
import { ofProject } from "../state/owned.ts";
import type { StagePointer, Tool } from "../state/workspaces.ts";
import { frame } from "../state/workspaces.ts";
import { drawBone, jointEnds, marquee, moveHandles, moveLayers, placePoint } from "./building.ts";
import { currentFigure, shownVertices } from "./figure.ts";
import { boxOf, distance, handleAt, layersAt, pickable } from "../tools/geometry.ts";
import type { Shape } from "../tools/geometry.ts";
import { cancel, finish, gesture, move, start } from "../tools/gesture.ts";
import { GIZMO_CURSORS, gizmoAt } from "./gizmo.ts";
import { currentJoins, joinAt, removeJoin } from "./joins.ts";
import { currentShapes, gizmoCentre, paint } from "./paint.ts";
import { dragPose, togglePins, twist } from "./posing.ts";
import { showStageMenu } from "./stagemenu.ts";
import { choose, hover, indexOfHandle, keptSelected, mode, selectedHandles, selectedLayers, toolId } from "./state.ts";
import type { Target } from "./state.ts";

const GRAB_DISTANCE = 10;
const TOUCH_GRAB_DISTANCE = 24;

// From the last frame, because hit distances are in pixels.
const lastFrame = ofProject(() => ({
    zoom: 1,
    last: null as StagePointer | null,
}));
export const pointerNow = (): Vec2 => (lastFrame.last ? [lastFrame.last.x, lastFrame.last.y] : [0, 0]);
export const pixel = (): number => 1 / lastFrame.zoom;

interface Scene {
    readonly of: Artwork;
    readonly figure: Figure;
    readonly shapes: readonly Shape[];
}
function updateHover(): Scene | null {
    const of = artwork.peek();
    const figure = currentFigure();
    return of && figure ? { of, figure, shapes: currentShapes(of, figure) } : null;
}

// ---- What lies under the pointer

function joinUnder(at: Vec2, reach: number): Target | null {
    const index = currentJoins().joins.findIndex((join) => distance(join.at, at) < reach);
    return index < 0 ? null : { kind: "join", index };
}
function layerUnder({ of, figure }: Scene, at: Vec2): Target | null {
    const layer = layersAt(figure, shownVertices(figure), at).find((index) => pickable(of, index));
    return layer === undefined ? null : { kind: "layer", name: of.layers[layer]!.name };
}
// The front one of two layers that could be joined there.
function overlapUnder({ of, figure }: Scene, at: Vec2): Target | null {
    const layersHere = layersAt(figure, figure.rest, at).filter((layer) => of.layers[layer]?.visible);
    return layersHere.length > 1 ? { kind: "layer", name: of.layers[layersHere[0]!]!.name } : null;
}
function targetAt(scene: Scene, pointer: StagePointer): Target | null {
    const at: Vec2 = [pointer.x, pointer.y];
    const reach = (pointer.touch ? TOUCH_GRAB_DISTANCE : GRAB_DISTANCE) / lastFrame.zoom;
    if (toolId.peek() === "join") return joinUnder(at, reach) ?? overlapUnder(scene, at);
    const hit = handleAt(scene.shapes, at, reach);
    if (hit) return { kind: "handle", name: hit.shape.name, part: hit.part };
    const centre = gizmoCentre(scene.shapes);
    const part = centre && gizmoAt(centre, at, lastFrame.zoom, pointer.touch);
    if (part) return { kind: "gizmo", part };
    return layerUnder(scene, at);
}
const same = (a: Target | null, b: Target | null): boolean => JSON.stringify(a) === JSON.stringify(b);
function setHover(target: Target | null): void {
    if (same(target, hover.peek())) return;
    hover.value = target;
    hint.value = hintFor(target);
    frame.request();
}

// ---- Hints

const TOOL_HINTS = {
    point: "Click on the drawing to place a handle",
    bone: "Drag from a joint to a tip · start at a bone's end to make a chain",
    pin: "Click a handle to pin it where it is, or to free it",
    join: "Click where two layers overlap to join them · click a join to remove it",
};
function hintFor(target: Target | null): string {
    const tool = toolId.peek();
    if (tool !== "select") return TOOL_HINTS[tool];
    const build = mode.peek() === "build";
    if (target?.kind === "gizmo") {
        return target.part === "turn" ? "Drag the ring to turn it" : "Drag to stretch or squash · Shift keeps the area";
    }
    if (target?.kind === "handle") {
        return build
            ? `${target.name}: drag to place it at rest · G moves, R turns, S scales · Shift selects several`
            : `${target.name}: drag to pose · double click or P pins it · R turns, S stretches`;
    }
    if (target?.kind === "layer") {
        return build
            ? `${target.name}: click to select the layer, drag it when it is selected`
            : `${target.name}: drag the drawing and it follows`;
    }
    if (build) return "Drag a frame to select handles · H places a handle, B draws a bone · T tries the rig";
    return `Drag the drawing or a handle · ${workspace.peek() === "poses" ? "K keeps what you see as a pose" : "T goes back to building"}`;
}
// The hint for the pointer's position: updated when the tool or the workspace changes.
export function updateHint(): void {
    if (!gesture.peek()) hint.value = artwork.peek()?.layers.length ? hintFor(hover.peek()) : "";
}

export function pointerCursor(): string {
    const now = gesture.peek();
    if (now) return now.cursor;
    const under = hover.peek();
    const tool = toolId.peek();
    if (tool === "pin") return under?.kind === "handle" ? "pointer" : "default";
    if (tool === "join") return under?.kind === "join" ? "pointer" : under ? "crosshair" : "not-allowed";
    if (tool !== "select") return "crosshair";
    if (under?.kind === "gizmo") return GIZMO_CURSORS[under.part];
    if (under?.kind === "handle") return mode.peek() === "build" ? "move" : "grab";
    if (under?.kind === "layer")
        return mode.peek() === "try" ? "grab" : isSelected("layer", under.name) ? "move" : "default";
    return "default";
}

// ---- Presses

function pressBuild(scene: Scene, target: Target | null, pointer: StagePointer): boolean {
    const { of, shapes } = scene;
    if (target?.kind === "handle") return pressHandleAtRest(of, target, pointer);
    if (target?.kind === "layer" && isSelected("layer", target.name) && !pointer.shift) {
        return start(
            moveLayers(
                of,
                selectedLayers.peek().map((layer) => layer.name),
                pointer,
            ),
        );
    }
    if (!target && pointer.touch) return false; // one finger on the paper pans the view
    return start(
        marquee(shapes, pointer, () => {
            if (target?.kind === "layer") choose("layer", target.name, pointer.shift);
            else if (!pointer.shift) selection.value = [];
        }),
    );
}
function pressHandleAtRest(of: Artwork, target: Target & { kind: "handle" }, pointer: StagePointer): boolean {
    if (pointer.shift || !isSelected("handle", target.name)) choose("handle", target.name, pointer.shift);
    const handles = selectedHandles.peek();
    const handle = of.handles.find((h) => h.name === target.name);
    if (!handle || pointer.shift) return true;
    // Dragging an end of a single bone moves everything at its joint; several selected handles move rigidly.
    const joint = target.part === "from" ? handle.from : handle.to;
    const alone = handles.length === 1 && target.part !== "whole" && joint;
    const ends = alone
        ? pointer.alt
            ? [{ handle, from: target.part === "from", to: target.part === "to" }]
            : jointEnds(of, joint)
        : handles.map((h) => ({ handle: h, from: true, to: true }));
    return start(moveHandles(of, ends, pointer));
}

function pressTry(scene: Scene, target: Target | null, pointer: StagePointer): boolean {
    const { of, shapes } = scene;
    const at: Vec2 = [pointer.x, pointer.y];
    if (target?.kind === "gizmo") {
        const active = shapes.find((shape) => shape.name === selectedHandles.peek().at(-1)?.name);
        return active ? start(twist(active.index, target.part, active.from, pointer)) : false;
    }
    if (target?.kind === "handle") {
        choose("handle", target.name, pointer.shift);
        const shape = shapes[indexOfHandle(of, target.name)];
        if (!shape || pointer.shift) return true;
        // A bone dragged by its tip is rotated; by its joint or in between it is moved. The core decides by the
        // grabbed point.
        const grip = target.part === "to" ? shape.to : target.part === "from" || !shape.bone ? shape.from : at;
        return start(dragPose(shape.index, grip, pointer)) || true;
    }
    if (target?.kind === "layer" && !of.handles.length) {
        tell("info", "The drawing has no handles yet.", "Place one with H, or let Verve guess them.");
        return true;
    }
    if (target?.kind === "layer") return start(dragPose(null, at, pointer)) || true;
    if (pointer.touch) return false;
    return start(marquee(shapes, pointer, () => !pointer.shift && (selection.value = keptSelected())));
}

function pressAt(scene: Scene, pointer: StagePointer): boolean {
    const target = targetAt(scene, pointer);
    setHover(target);
    const { of, figure, shapes } = scene;
    const at: Vec2 = [pointer.x, pointer.y];
    switch (toolId.peek()) {
        case "point":
            if (target?.kind === "handle") return pressHandleAtRest(of, target, pointer);
            return start(placePoint(of, pointer));
        case "bone": {
            const joint =
                target?.kind === "handle" && target.part !== "whole"
                    ? shapes[indexOfHandle(of, target.name)]
                    : undefined;
            return start(
                drawBone(
                    of,
                    pointer,
                    joint ? (target?.kind === "handle" && target.part === "from" ? joint.from : joint.to) : null,
                    lastFrame.zoom,
                ),
            );
        }
        case "pin":
            if (target?.kind === "handle") {
                choose("handle", target.name, false);
                togglePins([indexOfHandle(of, target.name)]);
            }
            return true;
        case "join":
            if (target?.kind === "join") removeJoin(of, target.index);
            else joinAt(of, figure, at);
            return true;
        case "select":
            return mode.peek() === "build" ? pressBuild(scene, target, pointer) : pressTry(scene, target, pointer);
    }
}

// The right button selects what is under it and opens the menu of its actions.
function openMenu(scene: Scene, pointer: StagePointer): boolean {
    const target = targetAt(scene, pointer);
    if ((target?.kind === "handle" || target?.kind === "layer") && !isSelected(target.kind, target.name))
        select(target.kind, target.name);
    const stage = document.querySelector("[data-test=stage]")?.getBoundingClientRect();
    showStageMenu({ clientX: pointer.screenX + (stage?.left ?? 0), clientY: pointer.screenY + (stage?.top ?? 0) });
    return true;
}

function doubled(scene: Scene, pointer: StagePointer): boolean {
    const target = targetAt(scene, pointer);
    if (mode.peek() !== "try" || target?.kind !== "handle") return false;
    togglePins([indexOfHandle(scene.of, target.name)]);
    return true;
}

function onPointer(pointer: StagePointer): boolean {
    if (pointer.kind !== "leave") lastFrame.last = pointer;
    const now = gesture.peek();
    if (now) return follow(pointer, now.modal ?? false);
    const scene = updateHover();
    if (!scene) return false;
    switch (pointer.kind) {
        case "down":
            if (pointer.button === 2) return openMenu(scene, pointer);
            return pointer.button === 0 && pressAt(scene, pointer);
        case "double":
            return doubled(scene, pointer);
        case "move":
            setHover(targetAt(scene, pointer));
            return false;
        case "leave":
            setHover(null);
            return false;
        default:
            return false;
    }
}
function follow(pointer: StagePointer, modal: boolean): boolean {
    if (pointer.kind === "move") move(pointer);
    else if (pointer.kind === "cancel") cancel();
    else if (modal && pointer.kind === "down") (pointer.button === 2 ? cancel : finish)();
    else if (!modal && pointer.kind === "up") {
        move(pointer); // after a quick movement the button is released beyond the last move event
        finish();
        const scene = updateHover();
        if (scene) setHover(targetAt(scene, pointer));
    }
    return true;
}

// ---- What F frames

function bounds(selected: boolean): Box | null {
    const scene = updateHover();
    if (!scene) return null;
    const { of, figure, shapes } = scene;
    const chosen = shapes
        .filter((shape) => isSelected("handle", shape.name))
        .flatMap((shape) => [shape.from, shape.to]);
    const layers = of.layers.flatMap((layer, index) =>
        isSelected("layer", layer.name) ? layerPoints(figure, index) : [],
    );
    const box = selected ? boxOf([...chosen, ...layers]) : null;
    const around = 0.08 * Math.hypot(figure.high[0] - figure.low[0], figure.high[1] - figure.low[1]);
    if (box)
        return { low: [box.low[0] - around, box.low[1] - around], high: [box.high[0] + around, box.high[1] + around] };
    return { low: figure.low, high: figure.high };
}
function layerPoints(figure: Figure, layer: number): Vec2[] {
    const vertices = shownVertices(figure);
    const first = figure.layers[4 * layer]!;
    return Array.from(
        { length: figure.layers[4 * layer + 1]! },
        (_, i): Vec2 => [vertices[2 * (first + i)]!, vertices[2 * (first + i) + 1]!],
    );
}

export const rigTool: Tool = {
    draw(painter: Painter) {
        lastFrame.zoom = painter.camera.zoom;
        paint(painter);
    },
    pointer: onPointer,
    cursor: pointerCursor,
    bounds,
};
