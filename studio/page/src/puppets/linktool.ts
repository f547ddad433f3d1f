// Two drawings of a family side by side, and lines between corresponding parts (the paper's Figure 2): dragging links
// handle to handle, or with Alt point to point. A click on a line opens a menu with the linked parts and a way to
// remove it.
import type { Artwork, Vec2 } from "../core/project.ts";
import type { Studio } from "../core/studio.ts";
import { INK, MUSTARD, WHITE, fade } from "../draw/colour.ts";
import { drawings } from "../draw/drawing.ts";
import type { Box, Painter } from "../state/painter.ts";
import { hint } from "../state/app.ts";
import { studio } from "../state/document.ts";
import { ofProject } from "../state/owned.ts";
import type { StagePointer, Tool } from "../state/workspaces.ts";
import { frame } from "../state/workspaces.ts";
import { distance, fromOf, inTriangle, toSegment } from "../tools/geometry.ts";
import { cancel, finish, gesture, move, start } from "../tools/gesture.ts";
import { artworkNamed, selectedFamily } from "./families.ts";
import { openLinkMenu } from "./linkmenu.ts";
import { linkHandles, linkPoints, pair, linkColour, selectedLinkId, shownLinks } from "./links.ts";
import type { ShownLink } from "./links.ts";

const REACH = 12; // pixels
const LINE_REACH = 6;
const GAP = 0.55; // gap between the two, as a share of their common height
const RADIUS = 6;

const view = ofProject(() => ({
    zoom: 1,
    hovered: null as StagePointer | null,
}));

// ---- The two drawings at equal height

interface Side {
    readonly own: Artwork;
    readonly index: number;
    readonly scale: number;
    readonly shift: Vec2;
    readonly box: Box;
}
const toStage = (side: Side, [x, y]: Vec2): Vec2 => [side.shift[0] + side.scale * x, side.shift[1] + side.scale * y];
const toRest = (side: Side, [x, y]: Vec2): Vec2 => [(x - side.shift[0]) / side.scale, (y - side.shift[1]) / side.scale];

function sideOf(core: Studio, name: string, middle: (half: number) => number): Side | null {
    const known = artworkNamed(name);
    if (!known) return null;
    const { low, high, vertexCount } = core.figure(known.index);
    if (vertexCount === 0) return null;
    const [wide, tall] = [high[0] - low[0], high[1] - low[1]];
    const scale = 1 / Math.max(tall, 0.6 * wide, 1e-6);
    const half: Vec2 = [(scale * wide) / 2, (scale * tall) / 2];
    const x = middle(half[0]);
    return {
        own: known.own,
        index: known.index,
        scale,
        shift: [x - (scale * (low[0] + high[0])) / 2, -(scale * (low[1] + high[1])) / 2],
        box: { low: [x - half[0], -half[1]], high: [x + half[0], half[1]] },
    };
}
type Sides = readonly [Side, Side];
function currentSides(): Sides | null {
    const core = studio.peek();
    const names = pair.peek();
    if (!core || !names) return null;
    const left = sideOf(core, names[0], (half) => -GAP / 2 - half);
    const right = sideOf(core, names[1], (half) => GAP / 2 + half);
    return left && right && [left, right];
}

// ---- What lies under the pointer

interface HandleSpot {
    readonly side: 0 | 1;
    readonly handle: string;
    readonly at: Vec2; // on the stage
}
function handleSpots(sides: Sides): HandleSpot[] {
    return ([0, 1] as const).flatMap((side) =>
        sides[side].own.handles.map((handle) => ({
            side,
            handle: handle.name,
            at: toStage(sides[side], fromOf(handle)),
        })),
    );
}
function nearestHandle(grips: readonly HandleSpot[], at: Vec2): HandleSpot | null {
    let best: HandleSpot | null = null;
    let least = REACH / view.zoom;
    for (const grip of grips) {
        const far = distance(grip.at, at);
        if (far < least) [best, least] = [grip, far];
    }
    return best;
}
const endsOf = (sides: Sides, link: ShownLink): readonly [Vec2, Vec2] => [
    toStage(sides[0], link.ends[0]),
    toStage(sides[1], link.ends[1]),
];
function linkAt(sides: Sides, at: Vec2): ShownLink | null {
    const near = shownLinks.peek().filter((link) => toSegment(at, ...endsOf(sides, link)) < LINE_REACH / view.zoom);
    return near.find((link) => link.id === selectedLinkId.peek()) ?? near[0] ?? null;
}
// The drawing under a point, and the point in that drawing's rest space.
function pointAt(sides: Sides, at: Vec2): { side: 0 | 1; point: Vec2 } | null {
    const core = studio.peek();
    for (const side of [0, 1] as const) {
        const own = sides[side];
        const figure = core?.figure(own.index);
        const point = toRest(own, at);
        for (let t = 0; figure && t < figure.triangles.length; t += 3)
            if (
                inTriangle(
                    point[0],
                    point[1],
                    figure.rest,
                    figure.triangles[t]!,
                    figure.triangles[t + 1]!,
                    figure.triangles[t + 2]!,
                )
            )
                return { side, point };
    }
    return null;
}

// ---- Linking

const namesOf = (sides: Sides): readonly [string, string] => [sides[0].own.name, sides[1].own.name];
function leftFirst<T>(side: 0 | 1, from: T, to: T): readonly [T, T] {
    return side === 0 ? [from, to] : [to, from];
}
const rounded = ([x, y]: Vec2): Vec2 => [Math.round(1e4 * x) / 1e4, Math.round(1e4 * y) / 1e4];

interface LinkPreview {
    readonly from: Vec2;
    readonly end: () => { readonly at: Vec2; readonly isOnTarget: boolean };
}
function drawLinkPreview(painter: Painter, { from, end }: LinkPreview): void {
    const { at, isOnTarget } = end();
    painter.line([...from, ...at], MUSTARD, 3, isOnTarget ? {} : { dash: 6 });
    painter.ring(from[0], from[1], RADIUS, MUSTARD, 3);
    if (isOnTarget) painter.ring(at[0], at[1], RADIUS + 2, MUSTARD, 3);
}

function dragFromHandle(sides: Sides, grip: HandleSpot) {
    const others = handleSpots(sides).filter((g) => g.side !== grip.side);
    let pointerAt = grip.at;
    const target = (): HandleSpot | null => nearestHandle(others, pointerAt);
    return {
        cursor: "crosshair",
        hint: () =>
            target()
                ? `Let go: ${grip.handle} answers to ${target()!.handle}`
                : `Drag to a handle of ${sides[grip.side === 0 ? 1 : 0].own.name} · Esc takes it back`,
        move: (pointer: StagePointer) => void (pointerAt = [pointer.x, pointer.y]),
        finish() {
            const [family, other] = [selectedFamily.peek(), target()];
            if (family && other) linkHandles(family, namesOf(sides), leftFirst(grip.side, grip.handle, other.handle));
        },
        cancel() {},
        draw: (painter: Painter) =>
            drawLinkPreview(painter, {
                from: grip.at,
                end: () => ({ at: target()?.at ?? pointerAt, isOnTarget: target() !== null }),
            }),
    };
}
function dragFromPoint(sides: Sides, begun: { side: 0 | 1; point: Vec2 }, at: Vec2) {
    let pointerAt = at;
    const target = (): Vec2 | null => {
        const found = pointAt(sides, pointerAt);
        return found && found.side !== begun.side ? found.point : null;
    };
    return {
        cursor: "crosshair",
        hint: () =>
            target()
                ? "Let go: the two points answer to each other"
                : "Drag to the point of the other drawing that answers to this one · Esc takes it back",
        move: (pointer: StagePointer) => void (pointerAt = [pointer.x, pointer.y]),
        finish() {
            const [family, other] = [selectedFamily.peek(), target()];
            if (!family || !other) return;
            const [a, b] = leftFirst(begun.side, begun.point, other);
            linkPoints(family, namesOf(sides), [rounded(a), rounded(b)]);
        },
        cancel() {},
        draw: (painter: Painter) =>
            drawLinkPreview(painter, { from: at, end: () => ({ at: pointerAt, isOnTarget: target() !== null }) }),
    };
}

function press(pointer: StagePointer): boolean {
    const sides = currentSides();
    const at: Vec2 = [pointer.x, pointer.y];
    if (!sides) return false;
    const point = pointer.alt ? pointAt(sides, at) : null;
    if (point) return start(dragFromPoint(sides, point, at));
    const grip = nearestHandle(handleSpots(sides), at);
    if (grip && pointer.button === 0) return start(dragFromHandle(sides, grip));
    const link = linkAt(sides, at);
    selectedLinkId.value = link?.id ?? null;
    frame.request();
    if (link) openLinkMenu(link, pointer);
    return link !== null;
}

// ---- Drawing

function drawSide(painter: Painter, core: Studio, side: Side): void {
    const figure = core.figure(side.index);
    const drawing = drawings.of(core, side.index, figure);
    if (!drawing) return;
    const vertices = new Float32Array(figure.rest.length);
    for (let i = 0; i < vertices.length; i++) vertices[i] = side.shift[i % 2]! + side.scale * figure.rest[i]!;
    painter.drawing(drawing, vertices, { opacity: 0.8 });
    painter.label((side.box.low[0] + side.box.high[0]) / 2, side.box.high[1], side.own.name, {
        align: "centre",
        dy: -24,
        size: 13,
        plate: null,
        colour: painter.ink,
    });
}
function drawNumber(painter: Painter, [x, y]: Vec2, link: ShownLink, strong: boolean): void {
    painter.disc(x, y, strong ? 12 : 10, WHITE);
    painter.disc(x, y, strong ? 10.5 : 8.5, linkColour(link.number));
    painter.label(x, y, String(link.number), { align: "centre", colour: WHITE, plate: null, size: 11 });
}
function drawLink(painter: Painter, sides: Sides, link: ShownLink, strong: boolean): void {
    const [a, b] = endsOf(sides, link);
    const ink = linkColour(link.number);
    if (strong) painter.line([...a, ...b], MUSTARD, 7);
    painter.line([...a, ...b], WHITE, 4);
    painter.line([...a, ...b], ink, 2.5, link.keep ? {} : { dash: 5 });
    for (const end of [a, b]) drawNumber(painter, end, link, strong);
}
function drawHandles(painter: Painter, sides: Sides): void {
    const hoveredHandle =
        view.hovered && !gesture.peek() ? nearestHandle(handleSpots(sides), [view.hovered.x, view.hovered.y]) : null;
    for (const { at, side, handle } of handleSpots(sides)) {
        const isLit = hoveredHandle?.side === side && hoveredHandle.handle === handle;
        painter.ring(at[0], at[1], isLit ? RADIUS + 2 : RADIUS, isLit ? MUSTARD : INK, 2.5);
        if (isLit)
            painter.label(at[0], at[1], handle, {
                dx: side ? 14 : -14,
                align: side ? "left" : "right",
                colour: WHITE,
                plate: fade(INK, 0.9),
            });
    }
}

export const LINK_HINT =
    "Drag from a handle to a handle of the other drawing · Alt-drag links any two points · Esc is done";
function updateHint(sides: Sides | null): void {
    if (gesture.peek()) return;
    const at: Vec2 | null = view.hovered && [view.hovered.x, view.hovered.y];
    const link = sides && at && linkAt(sides, at);
    const grip = sides && at && nearestHandle(handleSpots(sides), at);
    if (!sides) hint.value = "";
    else if (grip) hint.value = `Drag ${grip.handle} to the handle of the other drawing that answers to it`;
    else if (link) hint.value = `Click: what ${link.words} keep, or delete the link`;
    else hint.value = LINK_HINT;
}

export const linkTool: Tool = {
    draw(painter) {
        view.zoom = painter.camera.zoom;
        const core = studio.peek();
        const sides = currentSides();
        if (!core || !sides) return;
        for (const side of sides) drawSide(painter, core, side);
        drawHandles(painter, sides);
        const chosen = selectedLinkId.peek();
        for (const link of shownLinks.peek()) if (link.id !== chosen) drawLink(painter, sides, link, false);
        for (const link of shownLinks.peek()) if (link.id === chosen) drawLink(painter, sides, link, true);
        gesture.peek()?.draw?.(painter);
    },
    pointer(pointer) {
        view.hovered = pointer.kind === "leave" ? null : pointer;
        if (gesture.peek()) {
            if (pointer.kind === "move") move(pointer);
            if (pointer.kind === "cancel") cancel();
            if (pointer.kind === "up") finish();
            frame.request();
            return true;
        }
        updateHint(currentSides());
        frame.request();
        return pointer.kind === "down" && pointer.button !== 1 && press(pointer);
    },
    cursor() {
        if (gesture.peek()) return "crosshair";
        const sides = view.hovered && currentSides();
        if (!sides || !view.hovered) return "default";
        const at: Vec2 = [view.hovered.x, view.hovered.y];
        return nearestHandle(handleSpots(sides), at) || view.hovered.alt
            ? "crosshair"
            : linkAt(sides, at)
              ? "pointer"
              : "default";
    },
    bounds() {
        const sides = currentSides();
        return (
            sides && {
                low: [sides[0].box.low[0], Math.min(sides[0].box.low[1], sides[1].box.low[1])],
                high: [sides[1].box.high[0], Math.max(sides[0].box.high[1], sides[1].box.high[1])],
            }
        );
    },
};
