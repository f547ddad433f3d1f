// All edits of keys, as commands. A drag builds its commands again for every move, always from the keys as they were
// when the drag began.
import { effect, signal } from "@preact/signals";
import type { Channel, Command, CurveKind, Key, KeyValue } from "../core/project.ts";
import { endPreview, freeName, history, preview, project, send } from "../state/document.ts";
import { ofProject } from "../state/owned.ts";
import { time } from "../state/app.ts";
import { tell } from "../state/messages.ts";
import { standing, keyedAt, slopeOf, slopes } from "./core.ts";
import { parts, partCount, setOf, tickOf, trackId, whole } from "./model.ts";
import type { KeyRef, KeySet, Row } from "./model.ts";
import {
    announce,
    chosenClip,
    clip,
    clipTime,
    clips,
    frameSeconds,
    model,
    offset,
    puppet,
    selectedHandles,
    selectedKeys,
    selectedRows,
    selectedSet,
    selectKeys,
    snapping,
} from "./state.ts";

// Commands, and the keys that are selected after them.
export interface Change {
    readonly label: string;
    readonly commands: readonly Command[];
    readonly selected: KeySet;
}
const commandOf = (change: Change): Command =>
    change.commands.length === 1
        ? change.commands[0]!
        : { do: "group", label: change.label, commands: change.commands };

const edits = ofProject(() => ({
    before: null as KeySet | null, // the selection before the preview began
    done: 0, // number of undo steps done
    // Undo and redo also restore the selection: entry n belongs to the step after n done steps.
    selections: [] as { before: KeySet; after: KeySet }[],
    // Tangents with equal slopes on both sides may still be broken; the file does not store that, so it is known only
    // while the project is open.
    broken: new Set<string>(),
}));

export function show(change: Change): void {
    edits.before ??= selectedSet.peek();
    if (!change.commands.length) endPreview();
    else preview(commandOf(change));
    selectKeys(change.selected);
}
export function takeBack(): void {
    endPreview();
    if (edits.before) selectKeys(edits.before);
    edits.before = null;
}
export function make(change: Change): boolean {
    const first = edits.before ?? selectedSet.peek();
    const at = history.peek().at;
    if (!change.commands.length || !send(commandOf(change))) {
        takeBack();
        return false;
    }
    edits.before = null;
    selectKeys(change.selected);
    edits.selections.splice(at, Infinity);
    edits.selections[at] = { before: first, after: change.selected };
    return true;
}

effect(() => {
    const { at } = history.value;
    const { done, selections } = edits;
    const [undone, redone] = [selections[at], selections[done]];
    if (at === done - 1 && undone) selectKeys(undone.before);
    else if (at === done + 1 && redone) selectKeys(redone.after);
    edits.done = at;
});

// ---- Times

export const onFrameGrid = (at: number): number =>
    Math.round((offset.peek() + at) / frameSeconds.peek()) * frameSeconds.peek() - offset.peek();
export const snapped = (at: number, free: boolean): number => (snapping.peek() && !free ? onFrameGrid(at) : at);
// The last time at which a key may be: keys of a loop lie before its end.
function lastTime(): number {
    const now = clip.peek();
    if (!now?.loop) return 3600;
    const before = onFrameGrid(now.length - 1e-4);
    return before < now.length - 1e-4 ? before : before - frameSeconds.peek();
}
export const clampTime = (at: number): number => Math.min(Math.max(0, at), Math.max(0, lastTime()));

// A clip that does not loop is lengthened when keys are put beyond its end.
function lengthenClip(latest: number): Command[] {
    const now = clip.peek();
    if (!now || now.loop || latest <= now.length + 1e-5) return [];
    return [{ do: "clip.set", clip: now.name, length: Math.min(3600, latest) }];
}

// ---- Setting keys

export function plainKey(key: Key): Record<string, unknown> {
    const { in: before, out: after, ...rest } = key;
    return { ...rest, ...(before === null ? {} : { in: before }), ...(after === null ? {} : { out: after }) };
}
interface PlacedKey {
    readonly handle: string;
    readonly channel: Channel;
    readonly key: Key;
}
function setKeyCommands(keys: readonly PlacedKey[]): Command[] {
    const byTrack = new Map<string, PlacedKey[]>();
    for (const put of keys) {
        const id = trackId(put.handle, put.channel);
        byTrack.set(id, [...(byTrack.get(id) ?? []), put]);
    }
    const latest = Math.max(0, ...keys.map((put) => put.key.time));
    const sets = [...byTrack.values()].map((group): Command => {
        const ordered = [...group].sort((a, b) => a.key.time - b.key.time);
        return {
            do: "key.set",
            clip: clip.peek()!.name,
            handle: group[0]!.handle,
            channel: group[0]!.channel,
            keys: ordered.map((put) => plainKey(put.key)),
        };
    });
    return [...lengthenClip(latest), ...sets];
}
const keySetOf = (keys: readonly PlacedKey[]): KeySet =>
    setOf(keys.map((put) => ({ id: trackId(put.handle, put.channel), tick: tickOf(put.key.time) })));

const DEFAULT_KEY: Omit<Key, "time" | "value"> = {
    in: null,
    out: null,
    curve: "smooth",
    strength: 1,
    ease: 0,
    release: false,
};
// A new key copies the curve, strength and ease of the key before it; an existing key changes only its value.
function newKey(handle: string, channel: Channel, at: number, value: KeyValue): PlacedKey {
    const before = model
        .peek()
        ?.tracks.get(trackId(handle, channel))
        ?.keys.filter((ref) => ref.key.time <= at + 1e-4)
        .at(-1)?.key;
    if (before && at - before.time < 1e-4) return { handle, channel, key: { ...before, value } };
    const after = before ? { curve: before.curve, strength: before.strength, ease: before.ease } : {};
    return { handle, channel, key: { ...DEFAULT_KEY, ...after, time: at, value } };
}
function addKeys(added: readonly PlacedKey[], label: string): boolean {
    if (!added.length) return false;
    const done = make({ label, commands: setKeyCommands(added), selected: keySetOf(added) });
    if (done)
        announce(
            `${added.length === 1 ? "Key" : `${added.length} keys`} added at ${added[0]!.key.time.toFixed(2)} seconds`,
        );
    return done;
}

// The time of a new key: the playhead in the clip's own time, rounded to a frame while snapping is on.
export const keyTime = (): number => clampTime(snapping.peek() ? onFrameGrid(clipTime()) : clipTime());
// Keys of several handles at one time, with given values.
export function keysAt(
    at: number,
    values: readonly { readonly handle: string; readonly channel: Channel; readonly value: KeyValue }[],
): Change {
    const added = values.map(({ handle, channel, value }) => newKey(handle, channel, at, value));
    return { label: "Key handles", commands: setKeyCommands(added), selected: keySetOf(added) };
}

// The channels that K keys for a handle: those of the selected rows, else those with keys, else the position.
function channelsOf(handle: string): Channel[] {
    const rows = model.peek()?.rows ?? [];
    const chosen = rows
        .filter((row) => row.channel && row.handle?.name === handle && selectedRows.peek().includes(row.id))
        .map((row) => row.channel!);
    if (chosen.length) return chosen;
    const keyed = (clip.peek()?.tracks ?? []).filter((t) => t.handle === handle).map((t) => t.channel);
    return keyed.length ? keyed : ["position"];
}
// Keys the handles at the playhead, with their current values. The stage also calls it with its own handles and
// channels.
export function keyHandles(
    handles: readonly string[] = selectedHandles.peek(),
    channels?: readonly Channel[],
): boolean {
    if (handles.length && !clip.peek()) addClip();
    if (!clip.peek()) return false;
    const at = keyTime();
    const added = handles.flatMap((handle) =>
        (channels ?? channelsOf(handle)).map((channel) => newKey(handle, channel, at, standing(handle, channel, at))),
    );
    if (!added.length) tell("info", "Select a handle to key.", "Click its name in the timeline.");
    return addKeys(added, "Key handles");
}
// Adds keys on a row; the values lie on the existing curves.
export function addOnRow(row: Row, at: number): boolean {
    const moment = clampTime(at);
    const rows =
        row.kind === "all" ? (model.peek()?.rows ?? []).filter((r) => r.kind === "handle" && r.tracks.length) : [row];
    const added = rows.flatMap((own) => {
        const channels = own.channel
            ? [own.channel]
            : own.tracks.length
              ? own.tracks.map((t) => t.track.channel)
              : (["position"] as const);
        return own.handle
            ? channels.map((channel) =>
                  newKey(own.handle!.name, channel, moment, keyedAt(own.handle!.name, channel, moment)),
              )
            : [];
    });
    return addKeys(added, "Add keys");
}

// ---- Moving, scaling, copying in time

// Moves each key to the time `to(ref)`, and sets its value where `value` gives one.
export function moved(
    keys: readonly KeyRef[],
    to: (ref: KeyRef) => number,
    value?: (ref: KeyRef) => KeyValue | null,
): Change {
    const moves = keys.map((ref) => {
        const next = value?.(ref) ?? null;
        return {
            handle: ref.track.handle,
            channel: ref.track.channel,
            time: ref.key.time,
            to: to(ref),
            ...(next === null ? {} : { value: next }),
        };
    });
    const still = moves.every((move) => Math.abs(move.to - move.time) < 1e-6 && !("value" in move));
    const latest = Math.max(0, ...moves.map((move) => move.to));
    const selected = setOf(moves.map((move) => ({ id: trackId(move.handle, move.channel), tick: tickOf(move.to) })));
    return {
        label: "Move keys",
        commands: still ? [] : [...lengthenClip(latest), { do: "key.move", clip: clip.peek()!.name, moves }],
        selected,
    };
}
// Limits a common shift, so that no key comes before the start or reaches the end of a loop.
export function shift(keys: readonly KeyRef[], by: number): number {
    const times = keys.map((ref) => ref.key.time);
    return Math.min(Math.max(by, -Math.min(...times)), Math.max(0, lastTime() - Math.max(...times)));
}
export function copied(keys: readonly KeyRef[], by: number): Change {
    const delta = shift(keys, by);
    const added = keys.map(
        (ref): PlacedKey => ({
            handle: ref.track.handle,
            channel: ref.track.channel,
            key: { ...ref.key, time: ref.key.time + delta },
        }),
    );
    return {
        label: "Duplicate keys",
        commands: Math.abs(delta) < 1e-6 ? [] : setKeyCommands(added),
        selected: keySetOf(added),
    };
}
// Scales times about a moment. Keys land on frames while snapping is on, unless two of a track would share a frame.
export function scaled(keys: readonly KeyRef[], about: number, factor: number, free: boolean): Change {
    const exact = (ref: KeyRef): number => clampTime(about + (ref.key.time - about) * factor);
    const framed = (ref: KeyRef): number => clampTime(snapped(exact(ref), free));
    const apart = new Set(keys.map((ref) => `${ref.id}|${tickOf(framed(ref))}`)).size === keys.length;
    const change = moved(keys, apart ? framed : exact);
    return { ...change, label: "Scale keys in time" };
}
export function nudge(frames: number): void {
    const keys = selectedKeys.peek();
    if (!keys.length) return;
    const delta = shift(keys, frames * frameSeconds.peek());
    if (make(moved(keys, (ref) => ref.key.time + delta))) announce(describe(selectedKeys.peek()));
}

// ---- The clipboard of keys

// The copied keys, and the handles selected at that time. It belongs to the page, so keys can be pasted into another
// project.
const clipboard = signal<{ readonly keys: readonly PlacedKey[]; readonly handles: readonly string[] }>({
    keys: [],
    handles: [],
});
export const canPaste = (): boolean => clipboard.value.keys.length > 0;
export function copy(): void {
    const keys = selectedKeys.peek();
    if (!keys.length) return;
    clipboard.value = {
        keys: keys.map((ref) => ({ handle: ref.track.handle, channel: ref.track.channel, key: ref.key })),
        handles: selectedHandles.peek(),
    };
    announce(`${keys.length} ${keys.length === 1 ? "key" : "keys"} copied`);
}
// Pastes at the playhead. Keys of one handle go to the single handle that has been selected since copying.
export function paste(): void {
    const now = model.peek();
    if (!now || !clipboard.peek().keys.length) return;
    const first = Math.min(...clipboard.peek().keys.map((put) => put.key.time));
    const from = [...new Set(clipboard.peek().keys.map((put) => put.handle))];
    const onto = selectedHandles.peek();
    const at = snapping.peek() ? onFrameGrid(clipTime()) : clipTime();
    const elsewhere = from.length === 1 && onto.length === 1 && onto.join() !== clipboard.peek().handles.join();
    const rename = (handle: string): string => (elsewhere ? onto[0]! : handle);
    const there = new Set(now.artwork.handles.map((h) => h.name));
    const added = clipboard
        .peek()
        .keys.map(
            (put): PlacedKey => ({
                ...put,
                handle: rename(put.handle),
                key: { ...put.key, time: at + put.key.time - first },
            }),
        )
        .filter((put) => there.has(put.handle) && put.key.time <= lastTime() + 1e-6);
    if (added.length) addKeys(added, "Paste keys");
    else
        tell(
            "info",
            "These keys cannot be pasted here.",
            "Their handles are not in this drawing, or the clip ends before them.",
        );
}
export function removeKeys(): void {
    const keys = selectedKeys.peek();
    if (!keys.length) return;
    const byTrack = new Map<string, KeyRef[]>();
    for (const ref of keys) byTrack.set(ref.id, [...(byTrack.get(ref.id) ?? []), ref]);
    const commands = [...byTrack.values()].map(
        (group): Command => ({
            do: "key.remove",
            clip: clip.peek()!.name,
            handle: group[0]!.track.handle,
            channel: group[0]!.track.channel,
            times: group.map((ref) => ref.key.time),
        }),
    );
    if (make({ label: "Delete keys", commands, selected: new Map() }))
        announce(`${keys.length} ${keys.length === 1 ? "key" : "keys"} deleted`);
}

// ---- Properties of keys

export function changed(keys: readonly KeyRef[], change: (ref: KeyRef) => Partial<Key>, label = "Change keys"): Change {
    const next = keys.map(
        (ref): PlacedKey => ({
            handle: ref.track.handle,
            channel: ref.track.channel,
            key: { ...ref.key, ...change(ref) },
        }),
    );
    return { label, commands: keys.length ? setKeyCommands(next) : [], selected: setOf(selectedKeys.peek()) };
}
export const setCurve = (curve: CurveKind): boolean =>
    make(changed(selectedKeys.peek(), () => ({ curve }), "Change curves"));

export type TangentKind = "auto" | "flat" | "unified" | "broken";
const brokenId = (ref: KeyRef): string => `${clip.peek()?.name}\n${ref.id}\n${ref.tick}`;
export function tangentKind(ref: KeyRef): TangentKind {
    const { in: before, out: after } = ref.key;
    if (before === null && after === null) return "auto";
    if (before === null || after === null || edits.broken.has(brokenId(ref))) return "broken";
    const [a, b] = [parts(before), parts(after)];
    if (a.some((v, i) => Math.abs(v - b[i]!) > 1e-5 * (1 + Math.abs(v)))) return "broken";
    return a.every((v) => v === 0) ? "flat" : "unified";
}
// The slope of one side as a value; computed by the core where the key has none.
export function slopeValue(ref: KeyRef, side: "in" | "out"): KeyValue {
    const ownSlope = ref.key[side];
    if (ownSlope !== null) return ownSlope;
    const row = model.peek()?.tracks.get(ref.id);
    const found = row ? slopes(row) : null;
    return whole(
        Array.from({ length: partCount(ref.track.channel) }, (_, part) => slopeOf(found, ref.index, side, part)),
    );
}
export function setTangents(kind: TangentKind): void {
    const keys = selectedKeys.peek();
    for (const ref of keys) {
        if (kind === "broken") edits.broken.add(brokenId(ref));
        else edits.broken.delete(brokenId(ref));
    }
    const change = changed(keys, (ref): Partial<Key> => {
        if (kind === "auto") return { in: null, out: null };
        if (kind === "flat") return flatTangents(ref);
        const [before, after] = [slopeValue(ref, "in"), slopeValue(ref, "out")];
        if (kind === "broken") return { in: before, out: after };
        const mean = whole(parts(before).map((v, i) => (v + parts(after)[i]!) / 2));
        return { in: mean, out: mean };
    });
    make({ ...change, label: "Change tangents" });
}
const flatTangents = (ref: KeyRef): Partial<Key> => {
    const level = whole(parts(ref.key.value).map(() => 0));
    return { in: level, out: level };
};
// Drags a tangent: only its side if the key is broken, else both sides.
export function pulled(ref: KeyRef, side: "in" | "out", part: number, slope: number, breaks: boolean): Change {
    const [before, after] = [slopeValue(ref, "in"), slopeValue(ref, "out")];
    const alone = breaks || tangentKind(ref) === "broken";
    if (breaks) edits.broken.add(brokenId(ref));
    const set = (value: KeyValue, mine: boolean): KeyValue =>
        whole(parts(value).map((v, i) => (i === part && mine ? slope : v)));
    return {
        ...changed([ref], () => ({
            in: set(before, side === "in" || !alone),
            out: set(after, side === "out" || !alone),
        })),
        label: "Change tangents",
    };
}

// ---- Clips

export function addClip(): void {
    const actor = puppet.peek();
    const artwork = actor?.artwork ?? model.peek()?.artwork.name ?? project.peek().artworks[0]?.name;
    if (artwork === undefined) return;
    const name = freeName("clip", clips.peek());
    const add: Command = { do: "clip.add", name, artwork };
    const play = actor && sceneOf();
    const chosen = selectedRows.peek();
    if (
        send(
            play
                ? {
                      do: "group",
                      label: "Add clip",
                      commands: [add, { do: "actor.set", scene: play, actor: actor.name, clip: name }],
                  }
                : add,
        )
    )
        announce(`Clip ${name} made`);
    // creating a clip clears the selection; this restores the handles selected on the stage
    selectedRows.value = chosen;
}
const sceneOf = (): string | null => {
    const actor = puppet.peek();
    return project.peek().scenes.find((s) => "actors" in s && s.actors.includes(actor!))?.name ?? null;
};
export function setPuppet(keys: Readonly<Record<string, unknown>>): Command | null {
    const [actor, own] = [puppet.peek(), sceneOf()];
    return actor && own ? { do: "actor.set", scene: own, actor: actor.name, ...keys } : null;
}
// Gives the clip to the puppet if it is for the same artwork; otherwise only shows it.
export function chooseClip(name: string): void {
    const [actor, chosenOne] = [puppet.peek(), clips.peek().find((c) => c.name === name)];
    const play = chosenOne && actor?.artwork === chosenOne.artwork ? setPuppet({ clip: name }) : null;
    if (play && actor?.clip !== name) send(play);
    chosenClip.value = actor?.clip === name || play ? null : name;
}
export const setClip = (keys: Readonly<Record<string, unknown>>): Command => ({
    do: "clip.set",
    clip: clip.peek()!.name,
    ...keys,
});

// ---- Descriptions

const formatPercent = (v: number): string => `${Math.round(100 * v)} %`;
export function describe(keys: readonly KeyRef[]): string {
    const [ref] = keys;
    if (!ref) return "No keys selected";
    if (keys.length > 1) return `${keys.length} keys selected`;
    const { key, track } = ref;
    const frame = Math.round((offset.peek() + key.time) / frameSeconds.peek());
    const value = parts(key.value)
        .map((v) => (track.channel === "angle" ? `${Math.round((v * 180) / Math.PI)} degrees` : v.toFixed(2)))
        .join(", ");
    return `${track.handle}, ${track.channel}, key ${ref.index + 1} of ${track.keys.length}, ${key.time.toFixed(2)} seconds, frame ${frame}, ${value}, strength ${formatPercent(key.strength)}, ${key.curve}${key.release ? ", lets go" : ""}`;
}
// Goes to the key before or after the playhead, on the main row or on all rows.
export function goToKey(by: 1 | -1): void {
    const now = model.peek();
    const row = now?.rows.find((r) => r.id === selectedRows.peek().at(-1)) ?? now?.rows[0];
    if (!row) return;
    const at = clipTime();
    const next =
        by > 0
            ? row.marks.find((mark) => mark.time > at + 1e-4)
            : row.marks.filter((mark) => mark.time < at - 1e-4).at(-1);
    if (!next) return announce(by > 0 ? "No key after this" : "No key before this");
    selectKeys(next.keys);
    time.value = offset.peek() + next.time;
    announce(describe(next.keys));
}
