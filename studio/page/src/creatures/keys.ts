// The keys of the selected channel: its tracks, the selected keys, and their edits. Values are shown as stored
// (generalised) or as they are on the active body (specialised); the core converts between the two.
import { computed, signal } from "@preact/signals";
import type { Body } from "../core/herd.ts";
import type { Command, CurveKey, CurveKind, CurveNumbers, CurveSlope, MotionChannel } from "../core/project.ts";
import { degreesOf, fromDegrees, type Point, type Quat } from "../draw/space.ts";
import { rate, time } from "../state/app.ts";
import { ask, revision, send } from "../state/document.ts";
import { Memo } from "../state/owned.ts";
import { remember, remembered } from "../widgets/memory.ts";
import { activeBody, channel, channelCommand, channelIndex, motion, wish } from "./state.ts";
import { addKey, keyTime } from "./tools.ts";

export type Space = "general" | "special";
export const space = signal<Space>("special");
export type SheetMode = "keys" | "curves";
export const mode = signal<SheetMode>(remembered("creatures.sheet", "keys"));
export function showMode(next: SheetMode): void {
    mode.value = next;
    remember("creatures.sheet", next);
}

// ---- Tracks

export interface Track {
    readonly id: string; // the name in commands
    readonly label: string;
    readonly number: number; // the index in the core
    readonly keys: readonly CurveKey[];
    readonly kind: "place" | "turn" | "scalar";
}
export function tracksOf(of: MotionChannel | null): readonly Track[] {
    if (!of) return [];
    const fixed: readonly Track[] = [
        { id: "place", label: "Place", number: 0, keys: of.place, kind: "place" },
        { id: "turn", label: "Turn", number: 1, keys: of.turn, kind: "turn" },
        { id: "place_weight", label: "Weight of the place", number: 2, keys: of.place_weight, kind: "scalar" },
        { id: "turn_weight", label: "Weight of the turn", number: 3, keys: of.turn_weight, kind: "scalar" },
    ];
    const deforms = Object.entries(of.deforms).map(
        ([name, keys], i): Track => ({ id: `deform:${name}`, label: name, number: 4 + i, keys, kind: "scalar" }),
    );
    return [...fixed, ...deforms];
}
export const tracks = computed(() => tracksOf(channel.value));
const chosenTrack = signal("place");
export const track = computed(
    (): Track | null => tracks.value.find((one) => one.id === chosenTrack.value) ?? tracks.value[0] ?? null,
);
export function chooseTrack(id: string): void {
    chosenTrack.value = id;
}

// The body in whose space curves are shown; null: generalised.
export const shownBody = computed((): Body => {
    const now = activeBody.value;
    return space.value === "special" && now ? { member: now.member, body: now.body } : null;
});
export const numbers = (value: CurveNumbers): readonly number[] => (typeof value === "number" ? [value] : value);
export const COMPONENTS: Record<Track["kind"], readonly string[]> = {
    place: ["x", "y", "z"],
    turn: ["x", "y", "z"],
    scalar: ["value"],
};
export const isSpecial = (of: Track): boolean => shownBody.value !== null && of.kind !== "scalar";
export const unitOf = (of: Track): string =>
    of.kind === "turn" ? "°" : of.kind === "place" && isSpecial(of) ? "m" : "";

// Values in displayed units: a rotation in degrees about each axis.
const toDisplayed = (of: Track, four: ArrayLike<number>): readonly number[] =>
    of.kind === "turn"
        ? degreesOf([four[0]!, four[1]!, four[2]!, four[3]!])
        : Array.from({ length: COMPONENTS[of.kind].length }, (_, i) => four[i]!);

// ---- Answers of the core about a track, cached until something changes

const cache = new Memo<Map<string, Float32Array | null>>();
function cachedAnswer(name: string, question: () => Float32Array | null): Float32Array | null {
    const key = `${revision.value} ${JSON.stringify([wish.value, shownBody.value])}`;
    const answers = cache.get(key, () => new Map());
    if (!answers.has(name)) answers.set(name, question());
    return answers.get(name) ?? null;
}
// `count` samples over the length of the motion, in displayed units.
export function sampled(of: Track, count: number): readonly (readonly number[])[] {
    if (of.keys.length === 0) return [];
    const found = cachedAnswer(`curve ${of.id} ${count}`, () =>
        ask((core) => core.herds.curve(channelIndex.peek(), of.number, isSpecial(of) ? shownBody.peek() : null, count)),
    );
    return found ? Array.from({ length: count }, (_, i) => toDisplayed(of, found.subarray(4 * i, 4 * i + 4))) : [];
}
// The value of a key in the shown space.
export function valueOf(of: Track, key: CurveKey): readonly number[] {
    const now = activeBody.peek();
    if (!isSpecial(of) || !now) return toDisplayed(of, numbers(key.value));
    const found = cachedAnswer(`goal ${key.time}`, () => {
        const goal = ask((core) => core.herds.goal(channelIndex.peek(), now.member, now.body, key.time));
        return goal && Float32Array.from([...goal.special.place, ...goal.special.turn]);
    });
    return found
        ? toDisplayed(of, of.kind === "turn" ? found.subarray(3) : found)
        : toDisplayed(of, numbers(key.value));
}
// The slopes before and after a key, in the shown space.
export function slopesOf(
    of: Track,
    index: number,
): { readonly in: readonly number[]; readonly out: readonly number[] } | null {
    if (of.kind === "turn") return null;
    const found = cachedAnswer(`slopes ${of.id}`, () =>
        ask((core) =>
            core.herds.slopes(channelIndex.peek(), of.number, isSpecial(of) ? shownBody.peek() : null, of.keys.length),
        ),
    );
    if (!found) return null;
    const at = (from: number): readonly number[] => [
        ...found.subarray(8 * index + from, 8 * index + from + COMPONENTS[of.kind].length),
    ];
    return { in: at(0), out: at(4) };
}

// ---- The selection

export interface KeyRef {
    readonly track: string;
    readonly time: number;
}
const TICKS = 1e4;
const tick = (at: number): number => Math.round(at * TICKS);
export const selectedKeys = signal<readonly KeyRef[]>([]);
export const isSelected = (of: string, at: number): boolean =>
    selectedKeys.value.some((ref) => ref.track === of && tick(ref.time) === tick(at));
export function selectKey(ref: KeyRef, add: boolean): void {
    const on = isSelected(ref.track, ref.time);
    const others = selectedKeys.peek().filter((one) => !(one.track === ref.track && tick(one.time) === tick(ref.time)));
    selectedKeys.value = add ? (on ? others : [...others, ref]) : on ? selectedKeys.peek() : [ref];
}
// The selected keys that still exist: undo may have removed some.
export const foundKeys = computed(
    (): readonly { readonly track: Track; readonly key: CurveKey; readonly index: number }[] =>
        tracks.value.flatMap((of) =>
            of.keys.flatMap((key, index) => (isSelected(of.id, key.time) ? [{ track: of, key, index }] : [])),
        ),
);
export function selectAll(): void {
    selectedKeys.value = tracks.peek().flatMap((of) => of.keys.map((key) => ({ track: of.id, time: key.time })));
}

// ---- Edits

export const groupCommands = (label: string, commands: readonly Command[]): Command | null =>
    commands.length === 0 ? null : commands.length === 1 ? commands[0]! : { do: "group", label, commands };
const setCurve = (of: string, keys: readonly CurveKey[]): Command => channelCommand("curve.set", { track: of, keys });

export const onFrame = (at: number): number => Math.round(at * rate.peek()) / rate.peek();
export const lastTime = (): number => {
    const now = motion.peek();
    return now ? (now.loop ? now.length - 1 / rate.peek() : now.length) : 0;
};
const GAP = 2e-4;

// Commands require keys sorted by time.
const sortByTime = (keys: readonly CurveKey[]): readonly CurveKey[] => [...keys].sort((a, b) => a.time - b.time);
// Adds keys to those of a track; they replace keys at the same times.
const mergeKeys = (of: string, left: readonly CurveKey[], coming: readonly CurveKey[]): Command =>
    setCurve(
        of,
        sortByTime([
            ...left.filter((key) => !coming.some((other) => Math.abs(other.time - key.time) < GAP)),
            ...coming,
        ]),
    );
export const insertKeys = (id: string, coming: readonly CurveKey[]): Command =>
    mergeKeys(id, tracks.peek().find((one) => one.id === id)?.keys ?? [], coming);

// Moves the selected keys by `by` seconds from their times in `from`. At the end of a drag, they replace keys at the
// same times; during the drag, both are kept.
export interface Moved {
    readonly command: Command | null;
    readonly refs: readonly KeyRef[];
}
export function moveKeys(from: typeof foundKeys.value, by: number, free: boolean, end = true): Moved {
    const first = Math.min(...from.map((one) => one.key.time));
    const last = Math.max(...from.map((one) => one.key.time));
    const snapped = free ? by : onFrame(first + by) - first;
    const way = Math.min(Math.max(snapped, -first), Math.max(0, lastTime() - last));
    const refs: KeyRef[] = [];
    const commands = [...new Set(from.map((one) => one.track))].map((of) => {
        const moving = from
            .filter((one) => one.track === of)
            .map((one) => ({ ...one.key, time: Math.round((one.key.time + way) * TICKS) / TICKS }));
        const left = of.keys.filter((key) => !from.some((one) => one.track === of && one.key === key));
        refs.push(...moving.map((key) => ({ track: of.id, time: key.time })));
        return end ? mergeKeys(of.id, left, moving) : setCurve(of.id, sortByTime([...left, ...moving]));
    });
    return { command: way === 0 ? null : groupCommands("move keys", commands), refs };
}
export function removeKeys(): void {
    const selected = foundKeys.peek();
    const commands = [...new Set(selected.map((one) => one.track))].map((of) =>
        setCurve(
            of.id,
            of.keys.filter((key) => !selected.some((one) => one.track === of && one.key === key)),
        ),
    );
    const change = groupCommands("delete keys", commands);
    if (change && send(change)) selectedKeys.value = [];
}
// Sets the value of a key, in displayed units and in the shown space.
export function setKeyValue(of: Track, key: CurveKey, value: readonly number[]): Command | null {
    const now = activeBody.peek();
    const whole: readonly number[] = of.kind === "turn" ? fromDegrees(value as unknown as Point) : value;
    if (isSpecial(of) && now) {
        const commands = ask((core) =>
            core.herds.key(
                channelIndex.peek(),
                now.member,
                now.body,
                key.time,
                of.kind === "place" ? whole : null,
                of.kind === "turn" ? (whole as unknown as Quat) : null,
            ),
        );
        return commands && groupCommands("change key", commands);
    }
    return channelCommand("curve.key", {
        track: of.id,
        key: { ...key, value: of.kind === "scalar" ? whole[0]! : whole },
    });
}
// Adds an amount to one component of several keys of a track, starting from the given values.
export function addToKeys(
    of: Track,
    keys: ReadonlyMap<CurveKey, readonly number[]>,
    part: number,
    by: number,
): Command | null {
    const [low, high] = scalarLimits(of);
    const commands = [...keys].flatMap(([key, value]): readonly Command[] => {
        const change = setKeyValue(
            of,
            key,
            value.map((old, i) => (i === part ? Math.min(high, Math.max(low, old + by)) : old)),
        );
        return change ? [change] : [];
    });
    return groupCommands("change keys", commands);
}
export const scalarLimits = (of: Track): readonly [number, number] => (of.id.endsWith("weight") ? [0, 1] : [-1e5, 1e5]);

export function setKeySlopes(
    of: Track,
    key: CurveKey,
    before: readonly number[] | null,
    after: readonly number[] | null,
): Command | null {
    const four = (side: readonly number[] | null): readonly number[] | null => side && [...side, 0, 0, 0].slice(0, 4);
    return ask((core) =>
        core.herds.slant(
            channelIndex.peek(),
            of.number,
            isSpecial(of) ? shownBody.peek() : null,
            key.time,
            four(before),
            four(after),
        ),
    );
}
// Sets the slopes or the curve of all selected keys.
export function setKeys(change: {
    readonly in?: CurveSlope;
    readonly out?: CurveSlope;
    readonly curve?: CurveKind;
}): void {
    const chosen = foundKeys.peek();
    const commands = [...new Set(chosen.map((one) => one.track))].map((of) =>
        setCurve(
            of.id,
            of.keys.map((key) =>
                chosen.some((one) => one.track === of && one.key === key) ? { ...key, ...change } : key,
            ),
        ),
    );
    const made = groupCommands("change keys", commands);
    if (made) send(made);
}

// Adds a key at the shown time: on the selected row if it is a number, else from the current transform of the body.
export function keyHere(): void {
    const of = track.peek();
    const at = keyTime();
    if (of && of.kind === "scalar") return void addScalar(of, at);
    if (!addKey()) return;
    selectedKeys.value = tracks
        .peek()
        .flatMap((one) =>
            one.keys.filter((key) => tick(key.time) === tick(at)).map((key) => ({ track: one.id, time: key.time })),
        );
}
function addScalar(of: Track, at: number): void {
    const count = 1 + Math.round((motion.peek()?.length ?? 1) * 240);
    const line = sampled(of, count);
    const value =
        line[Math.round((at / (motion.peek()?.length ?? 1)) * (count - 1))]?.[0] ?? (of.id.endsWith("weight") ? 1 : 0);
    if (send(channelCommand("curve.key", { track: of.id, key: { time: at, value } })))
        selectedKeys.value = [{ track: of.id, time: at }];
}
// Goes to the next or the previous key of the channel.
export function goToKey(way: 1 | -1): void {
    const all = [...new Set(tracks.peek().flatMap((of) => of.keys.map((key) => key.time)))].sort((a, b) => a - b);
    const now = time.peek();
    const next = way > 0 ? all.find((at) => at > now + 1e-3) : all.filter((at) => at < now - 1e-3).at(-1);
    if (next !== undefined) time.value = next;
}
