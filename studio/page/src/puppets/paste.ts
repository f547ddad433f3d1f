// Pasting motion: the regions that were copied move those of the selected puppet, live where the source stands before it on the
// same stage, else from a recording that the core makes.
import type { Actor, Command, CopiedRegion, Copy, Staged } from "../core/project.ts";
import { isStaged } from "../core/project.ts";
import { duration, playRange } from "../state/app.ts";
import { ask, freeName, project, send } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { artworkOf, reset, setActor, staged } from "../stage/state.ts";
import { given } from "./live.ts";
import { chosen, copied, regionsShown } from "./regions.ts";
import type { Copied, Region } from "./regions.ts";

const STRENGTH = 0.9; // of place and shape: it is clearly led, and still gives where it touches something

// ---- Which region moves which

// Where none is selected: the handles of the same names, if there are any.
function targetsOf(actor: Actor, from: Copied, selected: readonly Region[]): readonly Region[] {
  if (selected.length) return selected;
  const names = new Set(artworkOf(actor)?.handles.map((h) => h.name));
  return from.regions.filter((r) => names.has(r.handle));
}
// By name where they have the same, the others in the order in which they were selected; one alone moves all.
export function pairsOf(from: readonly Region[], to: readonly Region[]): CopiedRegion[] {
  const make = (a: Region, b: Region): CopiedRegion => ({ from: a.handle, from_threshold: a.threshold, to: b.handle, to_threshold: b.threshold, place: STRENGTH, shape: STRENGTH });
  if (from.length === 1) return to.map((b) => make(from[0]!, b));
  const same = to.flatMap((b) => from.filter((a) => a.handle === b.handle).map((a) => [a, b] as const));
  const [restFrom, restTo] = [from.filter((a) => !same.some(([s]) => s === a)), to.filter((b) => !same.some(([, s]) => s === b))];
  const others = restTo.slice(0, restFrom.length).map((b, i) => [restFrom[i]!, b] as const);
  return [...same, ...others].map(([a, b]) => make(a, b));
}
// Into the copy of the same source, in place of what its regions had; others are left alone.
function merged(copies: readonly Copy[], added: Copy): Copy[] {
  const index = copies.findIndex((c) => (added.from !== null ? c.from === added.from : c.recording === added.recording));
  if (index < 0) return [...copies, added];
  const targets = new Set(added.regions.map((r) => r.to));
  return copies.map((copy, i) => (i === index ? { ...copy, regions: [...copy.regions.filter((r) => !targets.has(r.to)), ...added.regions] } : copy));
}
export const setCopies = (actor: Actor, copies: readonly Copy[]): Command => setActor(actor.name, { copies: copies.map(given) });

// ---- Recording

// How the copied regions move in their own scene: of the range that is played, if that scene is shown, else all of it.
function recordingOf(from: Copied, name: string): Command | null {
  const { scenes, artworks } = project.peek();
  const index = scenes.findIndex((s) => s.name === from.scene);
  const source = scenes[index];
  if (!source || !isStaged(source)) return null;
  const here = source.name === staged.peek()?.name;
  const range = (here && playRange.peek()) || { from: 0, to: here ? duration.peek() : source.seconds };
  const actor = source.actors.findIndex((a) => a.name === from.actor);
  const handles = artworks.find((a) => a.name === from.artwork)?.handles.map((h) => h.name) ?? [];
  const regions = from.regions.map((r) => ({ handle: handles.indexOf(r.handle), threshold: r.threshold }));
  const command = ask((core) => {
    if (core.playing()?.scene !== index) core.play(index);
    return core.record(actor, regions, range.from, range.to, name);
  }, true);
  if (!here) reset(); // another scene was run: the one that is shown begins anew
  return command;
}

// ---- Pasting

const isBefore = (own: Staged, source: string, target: string): boolean => {
  const [a, b] = [own.actors.findIndex((x) => x.name === source), own.actors.findIndex((x) => x.name === target)];
  return a >= 0 && a < b;
};
const refuse = (why: string, remedy: string): false => {
  tell("info", why, remedy);
  return false;
};

export function pasteRegions(asRecording = false): boolean {
  const [own, from, to] = [staged.peek(), copied.peek(), chosen.peek()];
  if (!own || !from) return refuse("No motion was copied yet.", "Select a handle of a puppet and press Ctrl+C.");
  if (!to) return refuse("Select a puppet to paste the motion on.", "Sprites move by their own strengths.");
  const pairs = pairsOf(from.regions, targetsOf(to.actor, from, to.regions));
  if (!pairs.length) return refuse("Select the handle that shall move so.", `${to.actor.artwork} has none of the same name.`);
  const live = !asRecording && own.name === from.scene && isBefore(own, from.actor, to.actor.name);
  const done = live ? pasteLive(to.actor, from, pairs) : pasteRecorded(to.actor, from, pairs);
  if (done) regionsShown.value = false;
  return done;
}
function pasteLive(actor: Actor, from: Copied, regions: readonly CopiedRegion[]): boolean {
  const copies = merged(actor.copies, { from: from.actor, recording: null, start: 0, size: 0, regions });
  const done = send({ do: "group", label: "Paste motion", commands: [setCopies(actor, copies)] });
  if (done) tell("success", `${actor.name} moves with ${from.actor}.`, "Live. Ctrl+Shift+V pastes a recording.");
  return done;
}
function pasteRecorded(actor: Actor, from: Copied, pairs: readonly CopiedRegion[]): boolean {
  const name = freeName(`${from.actor} motion`, project.peek().recordings);
  const recording = recordingOf(from, name);
  if (!recording) return false;
  const regions = pairs.map((pair) => ({ ...pair, from_threshold: null }));
  const copies = [...actor.copies, { from: null, recording: name, start: 0, size: 0, regions }];
  const done = send({ do: "group", label: "Paste motion", commands: [recording, setCopies(actor, copies)] });
  if (done) tell("success", `${actor.name} moves as ${from.actor} did.`, `Kept as the recording “${name}”.`);
  return done;
}
