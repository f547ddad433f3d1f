// Gestures of Build mode: placing handles and bones, moving handles at rest, selecting with a frame.
import type { Artwork, Command, Handle, Vec2 } from "../core/project.ts";
import type { Painter } from "../state/painter.ts";
import { select, selection } from "../state/app.ts";
import type { Selected } from "../state/app.ts";
import { send } from "../state/document.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { addBone, addPoint, placeHandles, together } from "./commands.ts";
import { boxOf, distance, fromOf, holds, layersAt, middle, minus, plus, tidyPoint, toOf } from "../tools/geometry.ts";
import type { Places, Shape } from "../tools/geometry.ts";
import type { Gesture } from "../tools/gesture.ts";
import { hasMoved } from "../tools/gesture.ts";
import { currentFigure } from "./figure.ts";
import { settle, showLive, cancelLive } from "./live.ts";
import { INK, MUSTARD } from "../draw/colour.ts";
import { SELECTING } from "./marks.ts";
import { keptSelected } from "./state.ts";

const at = (pointer: StagePointer): Vec2 => [pointer.x, pointer.y];

// Shift constrains the move to the axis with the larger displacement.
export function alongAxis(by: Vec2, held: boolean): Vec2 {
    if (!held) return by;
    return Math.abs(by[0]) >= Math.abs(by[1]) ? [by[0], 0] : [0, by[1]];
}

// Sends the previewed change as one step, or cancels it if nothing moved.
export function commit(label: string, commands: readonly Command[], moved: boolean): void {
    settle();
    if (moved && commands.length) send(commands.length === 1 ? commands[0]! : together(label, commands));
    else cancelLive();
}

// ---- Moving handles at rest

export interface Ends {
    readonly handle: Handle;
    readonly from: boolean; // whether this end moves too
    readonly to: boolean;
}
// What moves together with the end of a bone: everything at the same joint.
export function jointEnds(artwork: Artwork, joint: Vec2): Ends[] {
    const near = (point: Vec2): boolean => distance(point, joint) < 1e-4;
    return artwork.handles
        .map((handle) => ({ handle, from: near(fromOf(handle)), to: near(toOf(handle)) }))
        .filter((ends) => ends.from || ends.to);
}

export function moveHandles(artwork: Artwork, ends: readonly Ends[], begun: StagePointer): Gesture {
    const places = new Map<string, { from: Vec2; to: Vec2 }>();
    let moved = false;
    return {
        cursor: "grabbing",
        places,
        hint: () => "Drag to place it at rest · Shift keeps to one axis · Esc takes it back",
        move(pointer) {
            moved ||= hasMoved(begun, pointer);
            if (!moved) return;
            const by = alongAxis(minus(at(pointer), at(begun)), pointer.shift);
            for (const { handle, from, to } of ends) {
                places.set(handle.name, {
                    from: from ? plus(fromOf(handle), by) : fromOf(handle),
                    to: to ? plus(toOf(handle), by) : toOf(handle),
                });
            }
            showLive(placeHandles(artwork, places));
        },
        finish: () => commit("Move handles", placeHandles(artwork, places), moved),
        cancel: cancelLive,
    };
}

// ---- New handles

export function placePoint(artwork: Artwork, begun: StagePointer): Gesture {
    let place = at(begun);
    const command = (): Command => addPoint(artwork, place);
    showLive([command()]);
    return {
        cursor: "crosshair",
        hint: () => "Let go to place the handle here",
        move(pointer) {
            place = at(pointer);
            showLive([command()]);
        },
        finish() {
            settle();
            const added = command();
            if (send(added)) select("handle", added["name"] as string);
        },
        cancel: cancelLive,
        draw: (painter) => painter.ring(place[0], place[1], 6, MUSTARD, 2.5),
    };
}

// The layers in view that a bone lies on, that with most of it first; of equal ones that with the fewest vertices.
function layersUnder(artwork: Artwork, from: Vec2, to: Vec2): string[] {
    const figure = currentFigure();
    if (!figure) return [];
    const counts = artwork.layers.map(() => 0);
    for (let i = 1; i < 10; i++) {
        const point: Vec2 = [from[0] + ((to[0] - from[0]) * i) / 10, from[1] + ((to[1] - from[1]) * i) / 10];
        for (const layer of layersAt(figure, figure.rest, point)) counts[layer]! += 1;
    }
    const size = (layer: number): number => figure.layers[4 * layer + 1]!;
    return artwork.layers
        .map((layer, index) => ({ name: layer.name, index, visible: layer.visible }))
        .filter(({ index, visible }) => visible && counts[index]! > 0)
        .sort((a, b) => counts[b.index]! - counts[a.index]! || size(a.index) - size(b.index))
        .map(({ name }) => name);
}
// An upper arm that begins on the torso moves the arm alone if another bone moves the torso: the layers to name, unless
// it moves all that it lies on.
function chosenLayers(artwork: Artwork, under: readonly string[]): readonly string[] | null {
    const bones = artwork.handles.filter((handle) => handle.kind === "bone");
    const taken = new Set(bones.map((bone) => layersUnder(artwork, fromOf(bone), toOf(bone))[0]));
    const own = under.filter((layer, index) => index === 0 || !taken.has(layer));
    return own.length < under.length ? own : null;
}

// A bone shorter than this, in pixels, is treated as a click.
const SHORTEST_BONE = 8;

// `joint`: the end of another bone at which to start, for a chain.
export function drawBone(artwork: Artwork, begun: StagePointer, joint: Vec2 | null, zoom: number): Gesture {
    const from = joint ?? at(begun);
    let to = from;
    const long = (): boolean => distance(from, to) * zoom >= SHORTEST_BONE;
    return {
        cursor: "crosshair",
        hint: () =>
            long() ? "Let go where the bone ends · Shift keeps to one axis" : "Drag from the joint to the tip",
        move(pointer) {
            to = plus(from, alongAxis(minus(at(pointer), from), pointer.shift));
        },
        finish() {
            if (!long()) return;
            const under = layersUnder(artwork, from, to);
            const command = addBone(artwork, from, to, under[0] ?? null, chosenLayers(artwork, under));
            if (send(command)) select("handle", command["name"] as string);
        },
        cancel() {},
        draw(painter) {
            if (long()) painter.bone(from[0], from[1], to[0], to[1], MUSTARD);
            painter.ring(from[0], from[1], 5, INK, 2);
        },
    };
}

// ---- Layers

export function moveLayers(artwork: Artwork, names: readonly string[], begun: StagePointer): Gesture {
    const layers = artwork.layers.filter((layer) => names.includes(layer.name) && !layer.locked);
    let commands: Command[] = [];
    let moved = false;
    return {
        cursor: "move",
        hint: () => "Drag to move the layer · Shift keeps to one axis · Esc takes it back",
        move(pointer) {
            moved ||= hasMoved(begun, pointer);
            if (!moved) return;
            const by = alongAxis(minus(at(pointer), at(begun)), pointer.shift);
            commands = layers.map((layer) => ({
                do: "layer.set",
                artwork: artwork.name,
                layer: layer.name,
                at: tidyPoint(plus(layer.at, by)),
            }));
            showLive(commands);
        },
        finish: () => commit("Move layers", commands, moved),
        cancel: cancelLive,
    };
}

// ---- Selecting with a frame

export function marquee(shapes: readonly Shape[], begun: StagePointer, clicked: () => void): Gesture {
    const handles = begun.shift ? selection.peek().filter((s) => s.kind === "handle") : [];
    const before: readonly Selected[] = [...keptSelected(), ...handles];
    const was = selection.peek();
    let corner = at(begun);
    let moved = false;
    return {
        cursor: "crosshair",
        hint: () => "Drag a frame around handles to select them · Shift adds",
        move(pointer) {
            moved ||= hasMoved(begun, pointer);
            corner = at(pointer);
            const box = boxOf([at(begun), corner]);
            if (!moved || !box) return;
            const inside = shapes.filter((shape) => holds(box, shape.bone ? middle(shape.from, shape.to) : shape.from));
            const added = inside.filter((shape) => !handles.some((s) => s.name === shape.name));
            selection.value = [...before, ...added.map((shape): Selected => ({ kind: "handle", name: shape.name }))];
        },
        finish() {
            if (!moved) clicked();
        },
        cancel() {
            selection.value = was;
        },
        draw(painter: Painter) {
            if (!moved) return;
            const [[x0, y0], [x1, y1]] = [at(begun), corner];
            const frame = [x0, y0, x1, y0, x1, y1, x0, y1];
            painter.polygon(frame, SELECTING);
            painter.line(frame, MUSTARD, 1, { closed: true });
        },
    };
}
export type { Places };
