// Everything that changes keys, as commands. What is dragged asks for the same commands again and again, always from the keys
// as they were when the drag began.
import { effect } from "@preact/signals";
import type { Channel, Command, CurveKind, Key, KeyValue } from "../core/project.ts";
import { endPreview, freeName, history, preview, project, send } from "../state/document.ts";
import { time } from "../state/app.ts";
import { tell } from "../state/messages.ts";
import { standing, keyedAt, slopeOf, slopes } from "./core.ts";
import { parts, partCount, setOf, tickOf, trackId, whole } from "./model.ts";
import type { KeyRef, KeySet, Row } from "./model.ts";
import { announce, chosenClip, clip, clipTime, clips, frameSeconds, model, offset, puppet, selectedHandles, selectedKeys, selectedRows, selectedSet, selectKeys, snapping } from "./state.ts";

// Commands and the keys that are selected after them.
export interface Change {
  readonly label: string;
  readonly commands: readonly Command[];
  readonly selected: KeySet;
}
const step = (change: Change): Command => (change.commands.length === 1 ? change.commands[0]! : { do: "group", label: change.label, commands: change.commands });

// What was selected before something was shown.
let before: KeySet | null = null;

export function show(change: Change): void {
  before ??= selectedSet.peek();
  if (!change.commands.length) endPreview();
  else preview(step(change));
  selectKeys(change.selected);
}
export function takeBack(): void {
  endPreview();
  if (before) selectKeys(before);
  before = null;
}
export function make(change: Change): boolean {
  const first = before ?? selectedSet.peek();
  const at = history.peek().at;
  if (!change.commands.length || !send(step(change))) {
    takeBack();
    return false;
  }
  before = null;
  selectKeys(change.selected);
  remembered.splice(at, Infinity);
  remembered[at] = { before: first, after: change.selected };
  return true;
}

// Undo and redo bring back what was selected, too: by the number of steps that were done before.
const remembered: { before: KeySet; after: KeySet }[] = [];
let done = 0;
effect(() => {
  const { at } = history.value;
  const [undone, redone] = [remembered[at], remembered[done]];
  if (at === done - 1 && undone) selectKeys(undone.before);
  else if (at === done + 1 && redone) selectKeys(redone.after);
  done = at;
});

// ---- Times

export const onFrameGrid = (at: number): number => Math.round((offset.peek() + at) / frameSeconds.peek()) * frameSeconds.peek() - offset.peek();
export const snapped = (at: number, free: boolean): number => (snapping.peek() && !free ? onFrameGrid(at) : at);
// A loop's keys are before its end.
function lastTime(): number {
  const now = clip.peek();
  if (!now?.loop) return 3600;
  const before = onFrameGrid(now.length - 1e-4);
  return before < now.length - 1e-4 ? before : before - frameSeconds.peek();
}
export const clampTime = (at: number): number => Math.min(Math.max(0, at), Math.max(0, lastTime()));

// A clip that does not loop grows with the keys that are put beyond its end.
function grown(latest: number): Command[] {
  const now = clip.peek();
  if (!now || now.loop || latest <= now.length + 1e-5) return [];
  return [{ do: "clip.set", clip: now.name, length: Math.min(3600, latest) }];
}

// ---- Putting keys

export function plainKey(key: Key): Record<string, unknown> {
  const { in: before, out: after, ...rest } = key;
  return { ...rest, ...(before === null ? {} : { in: before }), ...(after === null ? {} : { out: after }) };
}
interface Put {
  readonly handle: string;
  readonly channel: Channel;
  readonly key: Key;
}
function puts(keys: readonly Put[]): Command[] {
  const byTrack = new Map<string, Put[]>();
  for (const put of keys) {
    const id = trackId(put.handle, put.channel);
    byTrack.set(id, [...(byTrack.get(id) ?? []), put]);
  }
  const latest = Math.max(0, ...keys.map((put) => put.key.time));
  const sets = [...byTrack.values()].map((group): Command => {
    const ordered = [...group].sort((a, b) => a.key.time - b.key.time);
    return { do: "key.set", clip: clip.peek()!.name, handle: group[0]!.handle, channel: group[0]!.channel, keys: ordered.map((put) => plainKey(put.key)) };
  });
  return [...grown(latest), ...sets];
}
const setOfPuts = (keys: readonly Put[]): KeySet => setOf(keys.map((put) => ({ id: trackId(put.handle, put.channel), tick: tickOf(put.key.time) })));

const fresh: Omit<Key, "time" | "value"> = { in: null, out: null, curve: "smooth", strength: 1, ease: 0, release: false };
// A new key takes after the one before it; one that is there already stays all else that it is.
function keyLike(handle: string, channel: Channel, at: number, value: KeyValue): Put {
  const before = model.peek()?.tracks.get(trackId(handle, channel))?.keys.filter((ref) => ref.key.time <= at + 1e-4).at(-1)?.key;
  if (before && at - before.time < 1e-4) return { handle, channel, key: { ...before, value } };
  const after = before ? { curve: before.curve, strength: before.strength, ease: before.ease } : {};
  return { handle, channel, key: { ...fresh, ...after, time: at, value } };
}
function addPuts(added: readonly Put[], label: string): boolean {
  if (!added.length) return false;
  const done = make({ label, commands: puts(added), selected: setOfPuts(added) });
  if (done) announce(`${added.length === 1 ? "Key" : `${added.length} keys`} added at ${added[0]!.key.time.toFixed(2)} seconds`);
  return done;
}

// Where a key would go now: the playhead in the clip's own time, on a frame where keys snap.
export const keyTime = (): number => clampTime(snapping.peek() ? onFrameGrid(clipTime()) : clipTime());
// Keys of several handles at one moment, with values of the caller's own.
export function keysAt(at: number, values: readonly { readonly handle: string; readonly channel: Channel; readonly value: KeyValue }[]): Change {
  const added = values.map(({ handle, channel, value }) => keyLike(handle, channel, at, value));
  return { label: "Key handles", commands: puts(added), selected: setOfPuts(added) };
}

// Which channels K keys of a handle: those chosen by their rows, else those that have keys, else where it is.
function channelsOf(handle: string): Channel[] {
  const rows = model.peek()?.rows ?? [];
  const chosen = rows.filter((row) => row.channel && row.handle?.name === handle && selectedRows.peek().includes(row.id)).map((row) => row.channel!);
  if (chosen.length) return chosen;
  const keyed = (clip.peek()?.tracks ?? []).filter((t) => t.handle === handle).map((t) => t.channel);
  return keyed.length ? keyed : ["position"];
}
// At the playhead, as the handles stand now. Also for the stage, with handles and channels of its own choice.
export function keyHandles(handles: readonly string[] = selectedHandles.peek(), channels?: readonly Channel[]): boolean {
  if (handles.length && !clip.peek()) addClip();
  if (!clip.peek()) return false;
  const at = keyTime();
  const added = handles.flatMap((handle) => (channels ?? channelsOf(handle)).map((channel) => keyLike(handle, channel, at, standing(handle, channel, at))));
  if (!added.length) tell("info", "Select a handle to key.", "Click its name in the timeline.");
  return addPuts(added, "Key handles");
}
// On the curve where there is one.
export function addOnRow(row: Row, at: number): boolean {
  const moment = clampTime(at);
  const rows = row.kind === "all" ? (model.peek()?.rows ?? []).filter((r) => r.kind === "handle" && r.tracks.length) : [row];
  const added = rows.flatMap((own) => {
    const channels = own.channel ? [own.channel] : own.tracks.length ? own.tracks.map((t) => t.track.channel) : (["position"] as const);
    return own.handle ? channels.map((channel) => keyLike(own.handle!.name, channel, moment, keyedAt(own.handle!.name, channel, moment))) : [];
  });
  return addPuts(added, "Add keys");
}

// ---- Moving, scaling, copying in time

// Where each key goes: `to` of its time, `value` where that changes too.
export function moved(keys: readonly KeyRef[], to: (ref: KeyRef) => number, value?: (ref: KeyRef) => KeyValue | null): Change {
  const moves = keys.map((ref) => {
    const next = value?.(ref) ?? null;
    return { handle: ref.track.handle, channel: ref.track.channel, time: ref.key.time, to: to(ref), ...(next === null ? {} : { value: next }) };
  });
  const still = moves.every((move) => Math.abs(move.to - move.time) < 1e-6 && !("value" in move));
  const latest = Math.max(0, ...moves.map((move) => move.to));
  const selected = setOf(moves.map((move) => ({ id: trackId(move.handle, move.channel), tick: tickOf(move.to) })));
  return { label: "Move keys", commands: still ? [] : [...grown(latest), { do: "key.move", clip: clip.peek()!.name, moves }], selected };
}
// All by the same time, none before the start or at a loop's end.
export function shift(keys: readonly KeyRef[], by: number): number {
  const times = keys.map((ref) => ref.key.time);
  return Math.min(Math.max(by, -Math.min(...times)), Math.max(0, lastTime() - Math.max(...times)));
}
export function copied(keys: readonly KeyRef[], by: number): Change {
  const delta = shift(keys, by);
  const added = keys.map((ref): Put => ({ handle: ref.track.handle, channel: ref.track.channel, key: { ...ref.key, time: ref.key.time + delta } }));
  return { label: "Duplicate keys", commands: Math.abs(delta) < 1e-6 ? [] : puts(added), selected: setOfPuts(added) };
}
// About a moment; each lands on a frame of its own where snapping is on and there are enough.
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

const clipboard: { keys: readonly Put[]; handles: readonly string[] } = { keys: [], handles: [] }; // and those selected then
export const canPaste = (): boolean => clipboard.keys.length > 0;
export function copy(): void {
  const keys = selectedKeys.peek();
  if (!keys.length) return;
  clipboard.keys = keys.map((ref) => ({ handle: ref.track.handle, channel: ref.track.channel, key: ref.key }));
  clipboard.handles = selectedHandles.peek();
  announce(`${keys.length} ${keys.length === 1 ? "key" : "keys"} copied`);
}
// At the playhead. Keys of one handle go to the one that was selected since.
export function paste(): void {
  const now = model.peek();
  if (!now || !clipboard.keys.length) return;
  const first = Math.min(...clipboard.keys.map((put) => put.key.time));
  const from = [...new Set(clipboard.keys.map((put) => put.handle))];
  const onto = selectedHandles.peek();
  const at = snapping.peek() ? onFrameGrid(clipTime()) : clipTime();
  const elsewhere = from.length === 1 && onto.length === 1 && onto.join() !== clipboard.handles.join();
  const rename = (handle: string): string => (elsewhere ? onto[0]! : handle);
  const there = new Set(now.artwork.handles.map((h) => h.name));
  const added = clipboard.keys
    .map((put): Put => ({ ...put, handle: rename(put.handle), key: { ...put.key, time: at + put.key.time - first } }))
    .filter((put) => there.has(put.handle) && put.key.time <= lastTime() + 1e-6);
  if (added.length) addPuts(added, "Paste keys");
  else tell("info", "These keys fit nowhere here.", "Their handles are not in this drawing, or the clip ends before them.");
}
export function removeKeys(): void {
  const keys = selectedKeys.peek();
  if (!keys.length) return;
  const byTrack = new Map<string, KeyRef[]>();
  for (const ref of keys) byTrack.set(ref.id, [...(byTrack.get(ref.id) ?? []), ref]);
  const commands = [...byTrack.values()].map((group): Command => ({ do: "key.remove", clip: clip.peek()!.name, handle: group[0]!.track.handle, channel: group[0]!.track.channel, times: group.map((ref) => ref.key.time) }));
  if (make({ label: "Delete keys", commands, selected: new Map() })) announce(`${keys.length} ${keys.length === 1 ? "key" : "keys"} deleted`);
}

// ---- What a key is

export function changed(keys: readonly KeyRef[], change: (ref: KeyRef) => Partial<Key>, label = "Change keys"): Change {
  const next = keys.map((ref): Put => ({ handle: ref.track.handle, channel: ref.track.channel, key: { ...ref.key, ...change(ref) } }));
  return { label, commands: keys.length ? puts(next) : [], selected: setOf(selectedKeys.peek()) };
}
export const setCurve = (curve: CurveKind): boolean => make(changed(selectedKeys.peek(), () => ({ curve }), "Change curves"));

export type TangentKind = "auto" | "flat" | "unified" | "broken";
// Tangents that are as steep on both sides may still have been broken: that is known only while the page is open.
const broken = new Set<string>();
const brokenId = (ref: KeyRef): string => `${clip.peek()?.name}\n${ref.id}\n${ref.tick}`;
export function tangentKind(ref: KeyRef): TangentKind {
  const { in: before, out: after } = ref.key;
  if (before === null && after === null) return "auto";
  if (before === null || after === null || broken.has(brokenId(ref))) return "broken";
  const [a, b] = [parts(before), parts(after)];
  if (a.some((v, i) => Math.abs(v - b[i]!) > 1e-5 * (1 + Math.abs(v)))) return "broken";
  return a.every((v) => v === 0) ? "flat" : "unified";
}
// The slope of one side as a value, found ones too.
export function slopeValue(ref: KeyRef, side: "in" | "out"): KeyValue {
  const given = ref.key[side];
  if (given !== null) return given;
  const row = model.peek()?.tracks.get(ref.id);
  const found = row ? slopes(row) : null;
  return whole(Array.from({ length: partCount(ref.track.channel) }, (_, part) => slopeOf(found, ref.index, side, part)));
}
export function setTangents(kind: TangentKind): void {
  const keys = selectedKeys.peek();
  for (const ref of keys) {
    if (kind === "broken") broken.add(brokenId(ref));
    else broken.delete(brokenId(ref));
  }
  const change = changed(keys, (ref): Partial<Key> => {
    if (kind === "auto") return { in: null, out: null };
    if (kind === "flat") return flat(ref);
    const [before, after] = [slopeValue(ref, "in"), slopeValue(ref, "out")];
    if (kind === "broken") return { in: before, out: after };
    const mean = whole(parts(before).map((v, i) => (v + parts(after)[i]!) / 2));
    return { in: mean, out: mean };
  });
  make({ ...change, label: "Change tangents" });
}
const flat = (ref: KeyRef): Partial<Key> => {
  const level = whole(parts(ref.key.value).map(() => 0));
  return { in: level, out: level };
};
// A tangent that is pulled: one side where it is broken, else both.
export function pulled(ref: KeyRef, side: "in" | "out", part: number, slope: number, breaks: boolean): Change {
  const [before, after] = [slopeValue(ref, "in"), slopeValue(ref, "out")];
  const alone = breaks || tangentKind(ref) === "broken";
  if (breaks) broken.add(brokenId(ref));
  const set = (value: KeyValue, mine: boolean): KeyValue => whole(parts(value).map((v, i) => (i === part && mine ? slope : v)));
  return { ...changed([ref], () => ({ in: set(before, side === "in" || !alone), out: set(after, side === "out" || !alone) })), label: "Change tangents" };
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
  if (send(play ? { do: "group", label: "Add clip", commands: [add, { do: "actor.set", scene: play, actor: actor.name, clip: name }] } : add)) announce(`Clip ${name} made`);
  selectedRows.value = chosen; // handles that were selected on the stage stay so
}
const sceneOf = (): string | null => {
  const actor = puppet.peek();
  return project.peek().scenes.find((s) => "actors" in s && s.actors.includes(actor!))?.name ?? null;
};
export function setPuppet(keys: Readonly<Record<string, unknown>>): Command | null {
  const [actor, own] = [puppet.peek(), sceneOf()];
  return actor && own ? { do: "actor.set", scene: own, actor: actor.name, ...keys } : null;
}
// The puppet plays it, if it is of its drawing; else it is only looked at.
export function chooseClip(name: string): void {
  const [actor, wanted] = [puppet.peek(), clips.peek().find((c) => c.name === name)];
  const play = wanted && actor?.artwork === wanted.artwork ? setPuppet({ clip: name }) : null;
  if (play && actor?.clip !== name) send(play);
  chosenClip.value = actor?.clip === name || play ? null : name;
}
export const setClip = (keys: Readonly<Record<string, unknown>>): Command => ({ do: "clip.set", clip: clip.peek()!.name, ...keys });

// ---- In words

const percent = (v: number): string => `${Math.round(100 * v)} %`;
export function describe(keys: readonly KeyRef[]): string {
  const [ref] = keys;
  if (!ref) return "No keys selected";
  if (keys.length > 1) return `${keys.length} keys selected`;
  const { key, track } = ref;
  const frame = Math.round((offset.peek() + key.time) / frameSeconds.peek());
  const value = parts(key.value).map((v) => (track.channel === "angle" ? `${Math.round((v * 180) / Math.PI)} degrees` : v.toFixed(2))).join(", ");
  return `${track.handle}, ${track.channel}, key ${ref.index + 1} of ${track.keys.length}, ${key.time.toFixed(2)} seconds, frame ${frame}, ${value}, strength ${percent(key.strength)}, ${key.curve}${key.release ? ", lets go" : ""}`;
}
// The key before or after the playhead on the main row, or on all.
export function goToKey(by: 1 | -1): void {
  const now = model.peek();
  const row = now?.rows.find((r) => r.id === selectedRows.peek().at(-1)) ?? now?.rows[0];
  if (!row) return;
  const at = clipTime();
  const next = by > 0 ? row.marks.find((mark) => mark.time > at + 1e-4) : row.marks.filter((mark) => mark.time < at - 1e-4).at(-1);
  if (!next) return announce(by > 0 ? "No key after this" : "No key before this");
  selectKeys(next.keys);
  time.value = offset.peek() + next.time;
  announce(describe(next.keys));
}
