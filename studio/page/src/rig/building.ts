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

interface Under {
    readonly name: string;
    readonly share: number; // of the bone
    readonly size: number; // vertices
}
// The layers in view that a bone lies on.
function layersUnder(artwork: Artwork, from: Vec2, to: Vec2): Under[] {
    const figure = currentFigure();
    if (!figure) return [];
    const shares = artwork.layers.map(() => 0);
    for (let i = 0; i <= 10; i++) {
        const point: Vec2 = [from[0] + ((to[0] - from[0]) * i) / 10, from[1] + ((to[1] - from[1]) * i) / 10];
        for (const layer of layersAt(figure, figure.rest, point)) shares[layer]! += 1 / 11;
    }
    return artwork.layers
        .map(({ name }, i) => ({ name, share: shares[i]!, size: figure.layers[4 * i + 1]! }))
        .filter((layer, i) => artwork.layers[i]!.visible && layer.share > 0);
}
// The layer that a bone is drawn for: most of it lies there, but one that no bone has yet may have a little less; of
// equal ones that with the fewest vertices.
function mainLayer(under: readonly Under[], taken: ReadonlySet<string>): string | null {
    const score = (layer: Under): number => layer.share - (taken.has(layer.name) ? 0.35 : 0);
    return [...under].sort((a, b) => score(b) - score(a) || a.size - b.size)[0]?.name ?? null;
}
// An upper arm that begins on the torso moves the arm alone if another bone moves the torso: the layers to name, unless
// it moves all that it lies on.
function ownLayers(under: readonly Under[], main: string | null, taken: ReadonlySet<string>): string[] | null {
    const own = under.filter(({ name }) => name === main || !taken.has(name));
    return own.length < under.length ? own.map(({ name }) => name) : null;
}
// The new bone, and those before it that leave it its layer.
function addBoneOnLayers(artwork: Artwork, from: Vec2, to: Vec2): Command[] {
    const taken = new Set<string>();
    const taking = (under: readonly Under[]): { under: readonly Under[]; main: string | null } => {
        const main = mainLayer(under, taken);
        if (main !== null) taken.add(main);
        return { under, main };
    };
    const bones = artwork.handles
        .filter((handle) => handle.kind === "bone")
        .map((bone) => ({ bone, ...taking(layersUnder(artwork, fromOf(bone), toOf(bone))) }));
    const before = new Set(taken);
    const own = taking(layersUnder(artwork, from, to));
    const others = bones.flatMap(({ bone, under, main }): Command[] => {
        // What the artist has chosen stays.
        const chosen = bone.layers && JSON.stringify(bone.layers) !== JSON.stringify(ownLayers(under, main, before));
        const layers = chosen ? null : ownLayers(under, main, taken);
        return layers && layers.length !== bone.layers?.length
            ? [{ do: "handle.set", artwork: artwork.name, handle: bone.name, layers }]
            : [];
    });
    return [addBone(artwork, from, to, own.main, ownLayers(own.under, own.main, taken)), ...others];
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
            const commands = addBoneOnLayers(artwork, from, to);
            if (send(together("Draw a bone", commands))) select("handle", commands[0]!["name"] as string);
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
