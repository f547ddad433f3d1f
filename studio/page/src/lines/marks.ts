// Draws the sheet over the body: ghosts of the line, strokes, bones, the line itself, and what is being drawn.
import { jointPlace, LINE_POINTS } from "../core/action.ts";
import type { Point } from "../draw/space.ts";
import { isLight } from "../draw/colour.ts";
import { paperNow } from "../draw/view.ts";
import { playing, time } from "../state/app.ts";
import { ask } from "../state/document.ts";
import { Memo, ofProject } from "../state/owned.ts";
import { separateLabels } from "./apart.ts";
import { bonesOn, type Bone } from "./bones.ts";
import { currentContactKey } from "./edits.ts";
import { ghostTimes } from "./ghosts.ts";
import { brush, drawn, editing } from "./hand.ts";
import { onPaper, paperToPicture, paperToWorld, paperView, worldToPicture, type Spot } from "./sight.ts";
import {
    action,
    bonesNow,
    free,
    ghosts,
    holding,
    isDrawing,
    keyIndex,
    keyIndexes,
    line,
    report,
    serial,
    tool,
} from "./state.ts";

type Context = CanvasRenderingContext2D;
const [INK, EDGE, TEAL, PLUM, MUSTARD] = [
    "#2A2430",
    "rgb(255 255 255 / 85%)",
    "#17877D",
    "#6B3E75",
    "#F2B134",
] as const;
const NUMBER_RADIUS = 8; // px, the radius of a number

function path(context: Context, spots: readonly (Spot | null)[]): void {
    context.beginPath();
    let begun = false;
    for (const spot of spots) {
        if (!spot) continue;
        if (begun) context.lineTo(spot.x, spot.y);
        else context.moveTo(spot.x, spot.y);
        begun = true;
    }
}
function strokePath(context: Context, spots: readonly (Spot | null)[], colour: string, width: number, alpha = 1): void {
    path(context, spots);
    context.globalAlpha = alpha;
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
    context.globalAlpha = 1;
}
const spotsOf = (points: ArrayLike<number>, from = 0, count = points.length / 2): (Spot | null)[] =>
    Array.from({ length: count }, (_, i) => paperToPicture(points[2 * (from + i)]!, points[2 * (from + i) + 1]!));

// The fitted strokes from the core, cached until the line is built again.
const strokeCache = new Memo<Float32Array>();
function fittedStrokes(): Float32Array {
    return strokeCache.get(String(serial.peek()), () => ask((core) => core.actions.strokes()) ?? new Float32Array(0));
}

function paintGround(context: Context, width: number): void {
    const { pitch, centre } = paperView();
    if (isDrawing.peek() || free.peek() || Math.abs(pitch) > 0.03) return;
    const at = paperToPicture(0, -centre[1]);
    if (at)
        strokePath(
            context,
            [
                { x: 0, y: at.y },
                { x: width, y: at.y },
            ],
            isLight(paperNow().colour) ? INK : "#fff",
            1.25,
            0.28,
        );
}
// In a free view, the paper is drawn as a sheet in space.
function paintPaper(context: Context): void {
    if (!free.peek() || isDrawing.peek()) return;
    const corners = (
        [
            [-1, -1],
            [1, -1],
            [1, 1],
            [-1, 1],
        ] as const
    ).map(([x, y]) => worldToPicture(paperToWorld(x, y)));
    path(context, corners);
    context.closePath();
    context.fillStyle = "rgb(255 255 255 / 16%)";
    context.fill();
    context.strokeStyle = "rgb(42 36 48 / 35%)";
    context.lineWidth = 1;
    context.stroke();
}
function paintGhosts(context: Context): void {
    if (!ghosts.peek().line || holding.peek()) return;
    for (const { at, after, strength } of ghostTimes(5, 0.06)) {
        const points = ask((core) => core.actions.ghosts(at, at, 1));
        if (points) strokePath(context, spotsOf(points), after ? PLUM : TEAL, 2, 0.5 * strength);
    }
}
// Places the number of each stroke at its start, or farther along it where other numbers or the pin of a plate lie.
const placement = ofProject(() => ({ numbers: [] as readonly (Spot | null)[] }));
export const numbersNow = (): readonly (Spot | null)[] => placement.numbers;
function placeNumbers(): void {
    const contacts = isDrawing.peek() ? [] : (line.peek()?.contacts ?? []);
    const pins = contacts
        .map((one) => worldToPicture(one.keys[currentContactKey(one)]!.place as Point))
        .filter((at) => at !== null);
    placement.numbers = separateLabels(
        (line.peek()?.keys ?? []).map((key) =>
            key.points.map(([x, y]) => paperToPicture(x, y)).filter((at) => at !== null),
        ),
        pins,
        2 * NUMBER_RADIUS + 1,
    );
}
function paintStrokes(context: Context): void {
    const keys = line.peek()?.keys ?? [];
    const smooth = fittedStrokes();
    keys.forEach((key, k) => {
        const chosen = !holding.peek() && keyIndexes.peek().includes(k);
        if (playing.peek() && !chosen) return;
        const own = key.points.map(([x, y]) => paperToPicture(x, y));
        if (chosen) {
            strokePath(context, own, EDGE, 5.5);
            strokePath(context, own, MUSTARD, k === keyIndex.peek() ? 3 : 1.75);
        } else {
            context.setLineDash([2, 5]);
            strokePath(
                context,
                spotsOf(smooth, k * LINE_POINTS, Math.min(LINE_POINTS, smooth.length / 2 - k * LINE_POINTS)),
                INK,
                1.5,
                0.5,
            );
            context.setLineDash([]);
        }
    });
}
// Drawn after the line, which would hide the numbers where it lies on a stroke.
function paintNumbers(context: Context): void {
    placeNumbers();
    placement.numbers.forEach((at, k) => {
        const chosen = !holding.peek() && keyIndexes.peek().includes(k);
        if (chosen || !playing.peek()) paintNumber(context, at, k + 1, chosen);
    });
}
function paintNumber(context: Context, at: Spot | null, number: number, chosen: boolean): void {
    if (!at) return;
    context.beginPath();
    context.arc(at.x, at.y, NUMBER_RADIUS, 0, 2 * Math.PI);
    context.fillStyle = chosen ? MUSTARD : "#fff";
    context.fill();
    context.strokeStyle = chosen ? "#fff" : INK;
    context.lineWidth = 1.25;
    context.stroke();
    context.fillStyle = INK;
    context.font = "600 10px Inter Variable, Inter, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(String(number), at.x, at.y + 0.5);
}
// Marks points that can be dragged: about twelve, evenly along the stroke.
function paintGrips(context: Context): void {
    const index = keyIndex.peek();
    const key = index === null ? null : line.peek()!.keys[index]!;
    if (tool.peek() !== "edit" || !key || !onPaper()) return;
    const held = editing.peek();
    const every = Math.max(1, Math.floor(key.points.length / 12));
    key.points.forEach(([x, y], i) => {
        const share = held?.weights[i] ?? 0;
        if (i % every !== 0 && i !== key.points.length - 1 && share < 0.999) return;
        const at = paperToPicture(x, y);
        if (!at) return;
        context.beginPath();
        context.arc(at.x, at.y, 3.5 + 2.5 * share, 0, 2 * Math.PI);
        context.fillStyle = share > 0 ? MUSTARD : "#fff";
        context.fill();
        context.strokeStyle = INK;
        context.lineWidth = 1.25;
        context.stroke();
    });
}

function paintBone(context: Context, from: Spot, to: Spot, on: boolean): void {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const long = Math.hypot(dx, dy);
    if (long < 3) return;
    const wide = Math.min(on ? 8 : 4, 0.22 * long);
    const [nx, ny] = [(-dy / long) * wide, (dx / long) * wide];
    const [mx, my] = [from.x + 0.16 * dx, from.y + 0.16 * dy];
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(mx + nx, my + ny);
    context.lineTo(to.x, to.y);
    context.lineTo(mx - nx, my - ny);
    context.closePath();
    context.globalAlpha = on ? 0.92 : 0.42;
    context.fillStyle = on ? MUSTARD : "#fff";
    context.fill();
    context.strokeStyle = INK;
    context.lineWidth = on ? 1.25 : 0.75;
    context.stroke();
    context.globalAlpha = 1;
}
function paintBones(context: Context): void {
    const now = action();
    const joints = report.peek()?.joints;
    if (!ghosts.peek().bones || !now || now.drawing || !joints) return;
    const on = new Set(bonesOn(bonesNow.peek().length ? bonesNow.peek() : (nearestSet() ?? []), joints));
    const place = (j: number): Point => jointPlace(now, j);
    const all: Bone[] = [];
    now.parents.forEach(
        (parent, j) =>
            parent < joints.length &&
            all.push({ parent, joint: j, on: on.has(parent) && (on.has(j) || isLeafOf(now.parents, j)) }),
    );
    for (const bone of all.sort((a, b) => Number(a.on) - Number(b.on))) {
        const [from, to] = [worldToPicture(place(bone.parent)), worldToPicture(place(bone.joint))];
        if (from && to) paintBone(context, from, to, bone.on);
    }
}
const isLeafOf = (parents: Uint32Array, joint: number): boolean => !parents.includes(joint);
// While no keystroke is selected: the bones of the last keystroke before the playhead, or of the first.
function nearestSet(): readonly string[] | null {
    const keys = report.peek()?.keys ?? [];
    return (keys.filter((key) => key.time <= time.peek() + 1e-3).at(-1) ?? keys[0])?.bones ?? null;
}

function paintLine(context: Context): void {
    const now = action();
    if (!now || now.keyCount === 0 || editing.peek()) return;
    const spots =
        free.peek() && !isDrawing.peek()
            ? Array.from({ length: LINE_POINTS }, (_, i) =>
                  worldToPicture([now.places[3 * i]!, now.places[3 * i + 1]!, now.places[3 * i + 2]!]),
              )
            : spotsOf(now.points);
    const held = holding.peek() && now.grabbed;
    strokePath(context, spots, EDGE, 7);
    strokePath(context, spots, held ? MUSTARD : INK, 3.5);
}
// The stroke being drawn, as wide as the pen's pressure.
function paintHand(context: Context): void {
    const samples = drawn.peek();
    if (samples.length === 0) return;
    const kind = tool.peek();
    const spots = Array.from(
        { length: samples.length / 3 },
        (_, i) => paperToPicture(samples[3 * i]!, samples[3 * i + 1]!)!,
    );
    if (kind === "scribble") return strokePath(context, spots, MUSTARD, 2 * brush.peek(), 0.45);
    strokePath(context, spots, EDGE, 7);
    for (let i = 1; i < spots.length; i++)
        strokePath(context, [spots[i - 1]!, spots[i]!], MUSTARD, 1.5 + 3.5 * samples[3 * i + 2]!);
}

export function paintMarks(context: Context, width: number, _height: number): void {
    context.lineJoin = context.lineCap = "round";
    paintGround(context, width);
    paintPaper(context);
    if (line.peek()) {
        paintBones(context);
        if ((action()?.keyCount ?? 0) > 0) {
            paintGhosts(context);
            paintStrokes(context);
        }
        paintRest(context);
        paintLine(context);
        paintNumbers(context);
        paintGrips(context);
    }
    paintHand(context);
}
// For a drawing: the line at rest.
function paintRest(context: Context): void {
    const rest = line.peek()?.rest;
    if (!rest || playing.peek() || !isDrawing.peek()) return;
    context.setLineDash([6, 5]);
    strokePath(
        context,
        rest.map(([x, y]) => paperToPicture(x, y)),
        TEAL,
        2,
        0.75,
    );
    context.setLineDash([]);
}
