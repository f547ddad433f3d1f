// A clip as the timeline shows it: rows of handles and their channels, and on each row the times of its keys.
import type { Artwork, Channel, Clip, Handle, Key, KeyValue, Track, Vec2 } from "../core/project.ts";

export const CHANNELS: readonly Channel[] = ["position", "angle", "scale"];
export const channelWords: Record<Channel, string> = { position: "Position", angle: "Angle", scale: "Scale" };

// The document treats keys within one tick as the same key.
const TICKS = 1e4; // ticks a second
export const tickOf = (time: number): number => Math.round(Math.fround(time) * TICKS);

export const trackId = (handle: string, channel: Channel): string => `${handle}\n${channel}`;
export const handleOf = (rowId: string): string => rowId.split("\n", 1)[0]!;

// A key and its track.
export interface KeyRef {
    readonly track: Track;
    readonly id: string; // of the track
    readonly index: number;
    readonly key: Key;
    readonly tick: number;
}

// A set of keys, as ticks by track.
export type KeySet = ReadonlyMap<string, ReadonlySet<number>>;
export const NO_KEYS: KeySet = new Map();
export const holds = (set: KeySet, ref: KeyRef): boolean => set.get(ref.id)?.has(ref.tick) ?? false;
export function setOf(keys: Iterable<{ readonly id: string; readonly tick: number }>): KeySet {
    const made = new Map<string, Set<number>>();
    for (const { id, tick } of keys) {
        const ticks = made.get(id);
        if (ticks) ticks.add(tick);
        else made.set(id, new Set([tick]));
    }
    return made;
}
export const union = (a: KeySet, b: KeySet): KeySet =>
    new Map(
        [...new Set([...a.keys(), ...b.keys()])].map((id) => [
            id,
            new Set([...(a.get(id) ?? []), ...(b.get(id) ?? [])]),
        ]),
    );
export function without(a: KeySet, b: KeySet): KeySet {
    const left = [...a].map(
        ([id, ticks]) => [id, new Set([...ticks].filter((tick) => !b.get(id)?.has(tick)))] as const,
    );
    return new Map(left.filter(([, ticks]) => ticks.size));
}

// The keys of a row at one time: one key on the row of a channel, several on the rows above.
export interface Mark {
    readonly time: number;
    readonly keys: readonly KeyRef[];
}

export type RowKind = "all" | "handle" | "channel";
export interface Row {
    readonly id: string;
    readonly kind: RowKind;
    readonly label: string;
    readonly handle: Handle | null;
    readonly channel: Channel | null;
    readonly tracks: readonly TrackRow[]; // the tracks whose keys the row shows
    readonly marks: readonly Mark[];
    readonly open: boolean;
    readonly top: number; // px
    readonly height: number;
}
export interface TrackRow {
    readonly track: Track;
    readonly id: string;
    readonly keys: readonly KeyRef[];
}
export interface Model {
    readonly clip: Clip;
    readonly artwork: Artwork;
    readonly tracks: ReadonlyMap<string, TrackRow>;
    readonly rows: readonly Row[];
    readonly height: number;
    readonly keyCount: number;
}

export const ROW = { all: 24, handle: 24, channel: 22 } as const;

function trackRow(track: Track): TrackRow {
    const id = trackId(track.handle, track.channel);
    return { track, id, keys: track.keys.map((key, index) => ({ track, id, index, key, tick: tickOf(key.time) })) };
}

// Merges the keys of several tracks by time; the keys of each track are already sorted.
function marksOf(tracks: readonly TrackRow[]): Mark[] {
    if (tracks.length === 1) return tracks[0]!.keys.map((ref) => ({ time: ref.key.time, keys: [ref] }));
    const all = tracks.flatMap((t) => t.keys).sort((a, b) => a.tick - b.tick);
    const marks: { time: number; keys: KeyRef[]; tick: number }[] = [];
    for (const ref of all) {
        const last = marks.at(-1);
        if (last && last.tick === ref.tick) last.keys.push(ref);
        else marks.push({ time: ref.key.time, keys: [ref], tick: ref.tick });
    }
    return marks;
}

export interface RowOptions {
    readonly isOpen: (handle: string, keyed: boolean) => boolean;
    readonly keyedOnly: boolean;
}
export function modelOf(clip: Clip, artwork: Artwork, options: RowOptions): Model {
    const tracks = new Map(
        clip.tracks.map((track) => [trackId(track.handle, track.channel), trackRow(track)] as const),
    );
    const rows: Row[] = [];
    let top = 0;
    const put = (row: Omit<Row, "top" | "height" | "marks">): void => {
        const height = ROW[row.kind];
        rows.push({ ...row, marks: marksOf(row.tracks), top, height });
        top += height;
    };
    put({
        id: "*",
        kind: "all",
        label: "All keys",
        handle: null,
        channel: null,
        tracks: [...tracks.values()],
        open: true,
    });
    for (const handle of artwork.handles) {
        const own = CHANNELS.flatMap((channel) => tracks.get(trackId(handle.name, channel)) ?? []);
        if (options.keyedOnly && !own.length) continue;
        const open = options.isOpen(handle.name, own.length > 0);
        put({ id: handle.name, kind: "handle", label: handle.name, handle, channel: null, tracks: own, open });
        if (!open) continue;
        for (const channel of CHANNELS) {
            const id = trackId(handle.name, channel);
            const track = tracks.get(id);
            put({
                id,
                kind: "channel",
                label: channelWords[channel],
                handle,
                channel,
                tracks: track ? [track] : [],
                open: false,
            });
        }
    }
    let keyCount = 0;
    for (const track of tracks.values()) keyCount += track.keys.length;
    return { clip, artwork, tracks, rows, height: top, keyCount };
}

// The index of the first mark at or after a time.
export function firstFrom(marks: readonly { readonly time: number }[], time: number): number {
    let [low, high] = [0, marks.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (marks[middle]!.time < time) low = middle + 1;
        else high = middle;
    }
    return low;
}
export function rowAt(rows: readonly Row[], y: number): Row | null {
    return rows.find((row) => y >= row.top && y < row.top + row.height) ?? null;
}

// ---- Values: two numbers, or an angle alone

export const parts = (value: KeyValue): readonly number[] => (typeof value === "number" ? [value] : value);
export const whole = (values: readonly number[]): KeyValue =>
    values.length === 1 ? values[0]! : ([values[0]!, values[1]!] as const);
export const withPart = (value: KeyValue, part: number, to: number): KeyValue =>
    whole(parts(value).map((v, i) => (i === part ? to : v)));
export const partCount = (channel: Channel): number => (channel === "angle" ? 1 : 2);

export const pivotOf = (handle: Handle): Vec2 => handle.at ?? handle.from ?? [0, 0];
export function restValue(handle: Handle, channel: Channel): KeyValue {
    if (channel === "position") return pivotOf(handle);
    return channel === "angle" ? 0 : [1, 1];
}

// Displayed units: degrees, metres, factors.
const DEGREES = 180 / Math.PI;
export const shownUnit: Record<Channel, string> = { position: "m", angle: "°", scale: "×" };
export const toShown = (channel: Channel, value: number): number => (channel === "angle" ? value * DEGREES : value);
export const fromShown = (channel: Channel, value: number): number => (channel === "angle" ? value / DEGREES : value);
