// Copies strokes from one time or line to another, unchanged or mirrored.
import { signal } from "@preact/signals";
import type { Line, Vec2 } from "../core/project.ts";
import { time } from "../state/app.ts";
import { project, send } from "../state/document.ts";
import { round, keyFields } from "./edits.ts";
import { removeKeys } from "./keymoves.ts";
import { chooseKeys, command, isDrawing, keyHere, keyIndexes, line, report } from "./state.ts";

interface Copied {
    readonly drawing: boolean;
    readonly keys: readonly Record<string, unknown>[];
}
const copied = signal<Copied | null>(null);
export const canPaste = (): boolean => copied.value !== null && line.value !== null;

export function copyKeys(): void {
    const now = line.peek();
    const all = keyIndexes.peek().length ? keyIndexes.peek() : keyHere.peek() === null ? [] : [keyHere.peek()!];
    // The copy includes the bones, also proposed ones, so that the same bones follow the stroke elsewhere.
    const own = (i: number): Record<string, unknown> => ({
        ...keyFields(now!.keys[i]!),
        ...(now!.keys[i]!.bones || isDrawing.peek() ? {} : { bones: report.peek()?.keys[i]?.bones }),
    });
    if (now && all.length) copied.value = { drawing: isDrawing.peek(), keys: all.map(own) };
}
export function cutKeys(): void {
    copyKeys();
    removeKeys();
}

// ---- Mirrored

const SIDES: readonly (readonly [RegExp, string, string])[] = [
    [/(^|[^a-z])(l|r)$/i, "l", "r"],
    [/^(l|r)(?=[^a-z])/i, "l", "r"],
    [/left|right/i, "left", "right"],
];
const matchCase = (word: string, like: string): string =>
    like === like.toUpperCase()
        ? word.toUpperCase()
        : like[0] === like[0]!.toUpperCase()
          ? word[0]!.toUpperCase() + word.slice(1)
          : word;
// The name of the bone on the other side: "knee.l" and "knee.r", "LeftArm" and "RightArm"; a name without a side is
// unchanged.
export function otherSide(name: string): string {
    for (const [pattern, left, right] of SIDES) {
        if (!pattern.test(name)) continue;
        return name.replace(pattern, (found) =>
            found.replace(new RegExp(`${left}|${right}`, "i"), (side) =>
                matchCase(side.toLowerCase() === left ? right : left, side),
            ),
        );
    }
    return name;
}
// Mirrors in the body's middle plane. In a front or back view this swaps left and right of the picture; in a side
// view the stroke keeps its shape and the other limb follows it.
function mirrorOf(now: Line): (point: Vec2) => Vec2 {
    const heading = now.view?.heading ?? 0;
    if (now.artwork !== null) {
        const xs = (now.rest ?? now.keys[0]?.points ?? []).map(([x]) => x);
        const middle = xs.length ? (Math.min(...xs) + Math.max(...xs)) / 2 : 0;
        return ([x, y]) => [round(2 * middle - x, 1e5), y];
    }
    const side = Math.cos(heading);
    return Math.abs(side) < Math.SQRT1_2
        ? (point) => point
        : ([x, y]) => [round(-x - (2 * (now.view?.centre[0] ?? 0)) / side, 1e5), y];
}

// ---- Pasted

// The bones in this line's body, mirrored if asked; null if some do not exist here, so that the core proposes bones
// again.
function bonesHere(names: unknown, mirrored: boolean, drawing: boolean): readonly string[] | null {
    if (!Array.isArray(names) || drawing !== isDrawing.peek()) return null;
    const here = drawing
        ? (project
              .peek()
              .artworks.find((one) => one.name === line.peek()!.artwork)
              ?.handles.map((one) => one.name) ?? [])
        : (report.peek()?.joints ?? []);
    const renamed = (names as readonly string[]).map((name) =>
        mirrored && here.includes(otherSide(name)) ? otherSide(name) : name,
    );
    return renamed.every((name) => here.includes(name)) ? renamed : null;
}
// Pastes the first stroke at the playhead; the others keep their distance in time.
export function pasteKeys(mirrored: boolean): void {
    const [now, board] = [line.peek(), copied.peek()];
    if (!now || !board) return;
    const mirror = mirrorOf(now);
    const first = Math.min(...board.keys.map((one) => one["time"] as number));
    const keys = board.keys.map((one) => {
        const { bones: before, from, to, ...rest } = one;
        const bones = bonesHere(before, mirrored, board.drawing);
        const points = one["points"] as readonly Vec2[];
        return {
            ...rest,
            time: round(time.peek() + (one["time"] as number) - first),
            points: mirrored ? points.map(mirror) : points,
            ...(bones ? { bones } : {}),
            ...(bones && from !== undefined ? { from, to } : {}),
        };
    });
    if (send(keys.map((key) => command("keystroke.add", { key })))) chooseKeys(keys.map((key) => key.time));
}
