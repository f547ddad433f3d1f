// The commands of the keytime editor: always a place.set of one example, or of all of them as one step.
import type { Command, Keytime } from "../core/project.ts";
import { verb } from "../state/app.ts";
import { ask, endPreview, preview, send } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { chosenKey, labels, strips } from "./state.ts";
import type { Strip } from "./state.ts";

const MOST_KEYS = 64; // per example
const MOST_BYTES = 31; // of a label

const rounded = (seconds: number): number => Math.round(seconds * 1e4) / 1e4;

function placeCommand(strip: Strip, keytimes: readonly Keytime[]): Command {
    const base = { do: "place.set", verb: verb.value!.name, take: strip.take };
    const times = keytimes.map((key) => ({ label: key.label, time: rounded(key.time) }));
    if (strip.cut?.how === "span") return { ...base, from: times[0]!.time, to: times.at(-1)!.time };
    return { ...base, from: null, to: null, keytimes: times };
}

// ---- Moving --------------------------------------------------------------------------------------------------------

// Moves one keytime: never past its neighbours, never outside the take.
export function moved(strip: Strip, index: number, time: number): readonly Keytime[] {
    const keys = strip.cut!.keytimes;
    const { length, rate } = strip.motion.value!;
    const gap = 1 / rate;
    const low = index > 0 ? keys[index - 1]!.time + gap : 0;
    const high = index < keys.length - 1 ? keys[index + 1]!.time - gap : length;
    const to = Math.min(Math.max(time, Math.min(low, high)), Math.max(low, high));
    return keys.map((key, i) => (i === index ? { ...key, time: to } : key));
}
// Moves the whole cut, as far as the take allows.
export function shifted(strip: Strip, by: number): readonly Keytime[] {
    const keys = strip.cut!.keytimes;
    const { length } = strip.motion.value!;
    const within = Math.min(Math.max(by, -keys[0]!.time), Math.max(0, length - keys.at(-1)!.time));
    return keys.map((key) => ({ ...key, time: key.time + within }));
}
export const showMoved = (strip: Strip, keys: readonly Keytime[]): void => preview(placeCommand(strip, keys));
export function sendMoved(strip: Strip, keys: readonly Keytime[]): void {
    if (!send(placeCommand(strip, keys))) endPreview();
}
export const takeBack = (): void => endPreview();

// ---- Suggesting ----------------------------------------------------------------------------------------------------

// `near`: the cycle around a time.
export function suggest(strip: Strip, near = -1): void {
    const of = verb.value;
    const cut = of && ask((core) => core.takeSuggest(strip.takeIndex, of.cyclic, near), true);
    if (cut) send({ do: "place.set", verb: of.name, take: strip.take, from: null, to: null, keytimes: cut.keytimes });
}
export function suggestAll(): void {
    const of = verb.value;
    if (!of) return;
    const commands: Command[] = [];
    const failedTakes: string[] = [];
    for (const strip of strips.value) {
        const cut = ask((core) => core.takeSuggest(strip.takeIndex, of.cyclic));
        if (cut)
            commands.push({
                do: "place.set",
                verb: of.name,
                take: strip.take,
                from: null,
                to: null,
                keytimes: cut.keytimes,
            });
        else failedTakes.push(strip.take);
    }
    if (commands.length > 0) send({ do: "group", label: "suggest keytimes", commands });
    if (failedTakes.length > 0)
        tell("warning", `Nothing can be suggested for ${failedTakes.join(", ")}.`, "The reason is shown in its strip.");
}

// ---- All examples at once ------------------------------------------------------------------------------------------

// Replaces the keytimes of every example by the result of `change`. Suggested keytimes thereby become the artist's
// own.
function changeAll(label: string, change: (keys: readonly Keytime[]) => readonly Keytime[]): boolean {
    const count = labels.value.length;
    const commands = strips.value.flatMap((strip) => {
        const keys = strip.cut?.keytimes;
        return keys && strip.cut?.how !== "span" && keys.length === count ? [placeCommand(strip, change(keys))] : [];
    });
    if (commands.length < strips.value.length)
        tell(
            "warning",
            "Some takes have other keytimes, and were left as they are.",
            "Choose “Suggest” for them, or give them as many as the others have.",
        );
    return commands.length > 0 && send({ do: "group", label, commands });
}

function freeLabel(): string {
    for (let n = 1; ; n++) {
        const label = n === 1 ? "moment" : `moment ${n}`;
        if (!labels.value.includes(label)) return label;
    }
}
// The middle of the part after the chosen one, or else of the longest part of the first take; at the same share of
// that part in all other takes.
export function addKey(): void {
    const first = strips.value.find((strip) => strip.cut && strip.cut.how !== "span")?.cut?.keytimes;
    if (!first || first.length >= MOST_KEYS) return;
    const gaps = first.slice(1).map((key, i) => key.time - first[i]!.time);
    const widest = gaps.indexOf(Math.max(...gaps));
    const after = chosenKey.value !== null ? Math.min(chosenKey.value, first.length - 2) : widest;
    const label = freeLabel();
    const insert = (keys: readonly Keytime[]): readonly Keytime[] => [
        ...keys.slice(0, after + 1),
        { label, time: (keys[after]!.time + keys[after + 1]!.time) / 2 },
        ...keys.slice(after + 1),
    ];
    if (changeAll("add a keytime", insert)) chosenKey.value = after + 1;
}
// The first and the last keytime define the cut and cannot be removed.
export const mayRemove = (index: number | null): boolean =>
    index !== null && index > 0 && index < labels.value.length - 1;
export function removeKey(index: number): void {
    if (mayRemove(index) && changeAll("remove a keytime", (keys) => keys.filter((_, i) => i !== index)))
        chosenKey.value = null;
}
export function renameKey(index: number, label: string): void {
    const bytes = new TextEncoder().encode(label).length;
    if (bytes === 0 || bytes > MOST_BYTES)
        return void tell("warning", "A keytime's name has 1 to 31 bytes.", "Give it a shorter one.");
    const last = labels.value.length - 1;
    const round = verb.value?.cyclic && (index === 0 || index === last) && labels.value[0] === labels.value[last];
    changeAll("rename a keytime", (keys) =>
        keys.map((key, i) => (i === index || (round && (i === 0 || i === last)) ? { ...key, label } : key)),
    );
}
