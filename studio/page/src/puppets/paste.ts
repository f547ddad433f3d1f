// Pastes motion: the copied regions drive regions of the selected puppet, live if the source stands before it on the
// same stage, otherwise from a recording that the core makes.
import type { Actor, Command, CopiedRegion, Copy, Staged } from "../core/project.ts";
import { isStaged } from "../core/project.ts";
import { duration, playRange } from "../state/app.ts";
import { ask, freeName, project, send } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { artworkOf, reset, setActor, staged } from "../scene/state.ts";
import { withoutNulls } from "./nulls.ts";
import { chosen, copied, regionsShown } from "./regions.ts";
import type { Copied, Region } from "./regions.ts";

const STRENGTH = 0.9; // strength for place and shape: clearly led, and still yielding where it touches something

// ---- Pairing of regions

// The targets if none is selected: the handles with the same names, if there are any.
function targetsOf(actor: Actor, from: Copied, selected: readonly Region[]): readonly Region[] {
    if (selected.length) return selected;
    const names = new Set(artworkOf(actor)?.handles.map((h) => h.name));
    return from.regions.filter((r) => names.has(r.handle));
}
// Pairs regions by name where possible, the others in the order of selection; a single source drives all.
export function pairsOf(from: readonly Region[], to: readonly Region[]): CopiedRegion[] {
    const make = (a: Region, b: Region): CopiedRegion => ({
        from: a.handle,
        from_threshold: a.threshold,
        to: b.handle,
        to_threshold: b.threshold,
        place: STRENGTH,
        shape: STRENGTH,
    });
    if (from.length === 1) return to.map((b) => make(from[0]!, b));
    const same = to.flatMap((b) => from.filter((a) => a.handle === b.handle).map((a) => [a, b] as const));
    const [restFrom, restTo] = [
        from.filter((a) => !same.some(([s]) => s === a)),
        to.filter((b) => !same.some(([, s]) => s === b)),
    ];
    const others = restTo.slice(0, restFrom.length).map((b, i) => [restFrom[i]!, b] as const);
    return [...same, ...others].map(([a, b]) => make(a, b));
}
// Stores the regions in the copy of the same source, replacing what they had; others are not changed.
function merged(copies: readonly Copy[], added: Copy): Copy[] {
    const index = copies.findIndex((c) =>
        added.from !== null ? c.from === added.from : c.recording === added.recording,
    );
    if (index < 0) return [...copies, added];
    const targets = new Set(added.regions.map((r) => r.to));
    return copies.map((copy, i) =>
        i === index
            ? { ...copy, regions: [...copy.regions.filter((r) => !targets.has(r.to)), ...added.regions] }
            : copy,
    );
}
export const setCopies = (actor: Actor, copies: readonly Copy[]): Command =>
    setActor(actor.name, { copies: copies.map(withoutNulls) });

// ---- Recording

// Records how the copied regions move in their own scene: over the play range if that scene is shown, otherwise over
// all of it.
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
    if (!here) reset(); // another scene was simulated, so the shown scene restarts
    return command;
}

// ---- Pasting

const isBefore = (own: Staged, source: string, target: string): boolean => {
    const [a, b] = [own.actors.findIndex((x) => x.name === source), own.actors.findIndex((x) => x.name === target)];
    return a >= 0 && a < b;
};
const showRefusal = (why: string, remedy: string): false => {
    tell("info", why, remedy);
    return false;
};

export function pasteRegions(asRecording = false): boolean {
    const [own, from, to] = [staged.peek(), copied.peek(), chosen.peek()];
    if (!own || !from) return showRefusal("No motion was copied yet.", "Select a handle of a puppet and press Ctrl+C.");
    if (!to) return showRefusal("Select a puppet to paste the motion on.", "Sprites move by their own strengths.");
    const pairs = pairsOf(from.regions, targetsOf(to.actor, from, to.regions));
    if (!pairs.length)
        return showRefusal(
            "Select the handle that should move like this.",
            `${to.actor.artwork} has none of the same name.`,
        );
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
