// Edits of the open line; each is one step of undo.
import type { Command, Keystroke, LineContact, LineTwist, Vec2 } from "../core/project.ts";
import { playing, rate, time } from "../state/app.ts";
import { ask, freeName, project, send } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import {
    chooseKey,
    command,
    isDrawing,
    key,
    keyHere,
    keyIndex,
    line,
    openLine,
    pulled,
    report,
    resting,
    setLine,
} from "./state.ts";

export const GAP = 0.5; // seconds from a keystroke to a copy of it
const LENGTH_TOLERANCE = 0.35; // strokes whose lengths differ by a smaller share use the same bones

export const round = (value: number, to = 1e4): number => Math.round(value * to) / to;
export const onFrame = (at: number): number => round(Math.max(0, Math.round(at * rate.peek()) / rate.peek()));

// ---- Lines

export type Follower = { readonly skeleton: string } | { readonly creature: string } | { readonly artwork: string };
export function addLine(of: Follower): void {
    const name = freeName("line", project.peek().lines);
    const side = "artwork" in of ? {} : { view: { heading: round(Math.PI / 2, 1e5) } };
    if (!send({ do: "line.add", name, ...of, ...side })) return;
    openLine(name);
    time.value = 0;
}

// ---- Strokes

const lengthOf = (points: readonly Vec2[]): number =>
    points.reduce((sum, p, i) => (i ? sum + Math.hypot(p[0] - points[i - 1]![0], p[1] - points[i - 1]![1]) : 0), 0);

// A stroke about as long as the one before it gets the same bones; for another the core proposes bones (null).
function bonesFor(points: readonly Vec2[], at: number): readonly string[] | null {
    const reportedKeys = report.peek()?.keys ?? [];
    const before = reportedKeys.filter((one) => one.time < at).at(-1) ?? reportedKeys[0];
    if (!before?.bones || isDrawing.peek()) return null;
    return Math.abs(lengthOf(points) / before.length - 1) < LENGTH_TOLERANCE ? before.bones : null;
}
export const keyFields = (one: Keystroke): Record<string, unknown> =>
    Object.fromEntries(
        Object.entries({ ...one, temper: withoutNulls(one.temper) }).filter(([, value]) => value !== null),
    );
export const withoutNulls = (numbers: Readonly<Record<string, number | null>>): Record<string, number> =>
    Object.fromEntries(Object.entries(numbers).filter((entry): entry is [string, number] => entry[1] !== null));

// Adds the drawn samples as the keystroke at the playhead, or as the line at rest.
export function addStroke(samples: readonly number[]): void {
    const now = line.peek();
    const stroke = ask((core) => core.actions.stroke(samples), true);
    if (!now || !stroke) return;
    if (isDrawing.peek() && (resting.peek() || (!now.rest && now.keys.length === 0))) {
        resting.value = false;
        return void setLine({ rest: stroke.points });
    }
    playing.value = false;
    const at = round(time.peek());
    const before = keyHere.peek() === null ? null : now.keys[keyHere.peek()!]!;
    const bones = before ? before.bones : bonesFor(stroke.points, at);
    const oldFields = before ? keyFields(before) : {};
    delete oldFields["pressure"];
    if (send(command("keystroke.add", { key: { ...oldFields, time: at, ...stroke, ...(bones ? { bones } : {}) } })))
        chooseKey(at);
}
export const setPoints = (index: number, points: readonly Vec2[]): Command =>
    command("keystroke.set", { index, points });
export const setKey = (keys: Record<string, unknown>): Command =>
    command("keystroke.set", { index: keyIndex.peek(), ...keys });

export function setBones(index: number | null, found: readonly string[], how: "replace" | "add" | "remove"): void {
    const now = index === null ? null : (line.peek()?.keys[index] ?? null);
    if (index === null || !now)
        return void tell(
            "info",
            "No keystroke is chosen.",
            "Choose the keystroke whose bones are meant, then scribble over them.",
        );
    const before = now.bones ?? report.peek()?.keys[index]?.bones ?? [];
    const bones =
        how === "replace"
            ? found
            : how === "add"
              ? [...before, ...found.filter((one) => !before.includes(one))]
              : before.filter((one) => !found.includes(one));
    if (bones.length === 0)
        return void tell(
            "info",
            "No bones are under the scribble.",
            "Scribble over most of each bone that is to follow the stroke.",
        );
    if (send(command("keystroke.set", { index, bones }))) chooseKey(now.time);
}
export function proposeBones(): void {
    const [index, now] = [keyIndex.peek(), key.peek()];
    if (index !== null && now?.bones) send(setKey({ bones: null }));
}
// Reverses the direction of the stroke.
export function reverseStroke(): void {
    const now = key.peek();
    if (now)
        send(
            setKey({
                points: [...now.points].reverse(),
                ...(now.pressure ? { pressure: [...now.pressure].reverse() } : {}),
            }),
        );
}
export function stepLater(): void {
    playing.value = false;
    time.value = onFrame(time.peek() + GAP);
}

// ---- Pulls

export function keepPull(): void {
    const change = pulled.peek();
    if (change && send(change)) pulled.value = null;
}
export function dropPull(): void {
    pulled.value = null;
}

// ---- Contacts and twists

export const setContact = (index: number, keys: Partial<LineContact>): Command =>
    command("contact.set", { index, ...keys });
export const setTwist = (index: number, keys: Partial<LineTwist>): Command => command("twist.set", { index, ...keys });

// The keys of a contact as commands take them, without `turn` where there is none.
export const contactKeys = (contact: LineContact): readonly Record<string, unknown>[] =>
    contact.keys.map(({ time: at, place, turn }) => (turn ? { time: at, place, turn } : { time: at, place }));
// The index of the key of a contact that applies now: the last one before the playhead, or the first.
export const currentContactKey = (contact: LineContact): number =>
    Math.max(0, contact.keys.filter((one) => one.time <= time.peek() + 1e-3).length - 1);
export function placeContact(index: number, place: readonly [number, number, number]): Command | null {
    const contact = line.peek()?.contacts?.[index];
    if (!contact) return null;
    const at = currentContactKey(contact);
    const to = place.map((value) => round(value, 1e5));
    return command("contact.set", {
        index,
        keys: contactKeys(contact).map((one, i) => (i === at ? { ...one, place: to } : one)),
    });
}
// The angle of a twist at a time, in radians.
export const angleAt = (twist: number, at: number): number => ask((core) => core.actions.twist(twist, at)) ?? 0;
// Sets the angle at the playhead.
export function setTwistAngle(index: number, angle: number): Command | null {
    const twist = line.peek()?.twists?.[index];
    if (!twist) return null;
    const at = round(time.peek());
    const others = twist.keys.filter((one) => Math.abs(one.time - at) > 1e-3);
    return setTwist(index, {
        keys: [...others, { time: at, angle: round(angle, 1e5) }].sort((a, b) => a.time - b.time),
    });
}
