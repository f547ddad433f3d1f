// What is done to contacts: where they hold, at which point of a bone, and how it is turned there.
import { signal } from "@preact/signals";
import type { Command, LineContact } from "../core/project.ts";
import { add, composed, rotated, scaled, turnAbout, turnOf, type Point, type Quat } from "../draw/space.ts";
import { time } from "../state/app.ts";
import { ask } from "../state/document.ts";
import { round, stepNow, steps } from "./edits.ts";
import { action, command, line, report } from "./state.ts";

export const chosenContact = signal(-1); // whose rings are shown; −1: none was touched

const rounded = (v: readonly number[]): readonly number[] => v.map((value) => round(value, 1e5));
const contactAt = (index: number): LineContact | null => line.peek()?.contacts?.[index] ?? null;
const jointOf = (bone: string): number => report.peek()?.joints.indexOf(bone) ?? -1;

export interface Held {
  readonly turn: Quat; // of the bone, in the world
  readonly at: Point; // of its joint
}
// How a bone is at the time that is shown.
export function boneNow(bone: string): Held | null {
  const [now, joint] = [action(), jointOf(bone)];
  if (!now || joint < 0) return null;
  const own = now.joints.subarray(12 * joint, 12 * joint + 12);
  return { turn: turnOf(own), at: [own[9]!, own[10]!, own[11]!] };
}
export const opposite = (q: Quat): Quat => [-q[0], -q[1], -q[2], q[3]];

// The plate is slid over the bone: another point of it is held, where that is now.
export function slidTo(contact: LineContact, index: number, bone: Held, place: Point): Command {
  const at = stepNow(contact);
  const by = add(place, scaled(contact.keys[at]!.place as Point, -1));
  const point = rotated(opposite(bone.turn), add(place, scaled(bone.at, -1)));
  const keys = steps(contact).map((one) => ({ ...one, place: rounded(add(one["place"] as Point, by)) }));
  return command("contact.set", { index, point: rounded(point), keys });
}
export function pointSet(index: number, axis: number, value: number): Command | null {
  const contact = contactAt(index);
  return contact && command("contact.set", { index, point: contact.point.map((old, k) => (k === axis ? round(value, 1e5) : old)) });
}

// ---- Turns: all places have one, or none

// Turns from now on as the bone is turned then, or no longer.
export function turnsSet(index: number, on: boolean): Command | null {
  const contact = contactAt(index);
  if (!contact) return null;
  const keys = contact.keys.map(({ time: at, place }) => {
    if (!on) return { time: at, place };
    ask((core) => core.actions.seek(at));
    return { time: at, place, turn: rounded(boneNow(contact.bone)?.turn ?? [0, 0, 0, 1]) };
  });
  ask((core) => core.actions.seek(time.peek()));
  return command("contact.set", { index, keys });
}
export function turnSet(contact: LineContact, index: number, turn: Quat): Command {
  const at = stepNow(contact);
  return command("contact.set", { index, keys: steps(contact).map((one, i) => (i === at ? { ...one, turn: rounded(turn) } : one)) });
}
export const turnedBy = (contact: LineContact, index: number, axis: Point, angle: number): Command => turnSet(contact, index, composed(turnAbout(axis, angle), contact.keys[stepNow(contact)]!.turn as Quat));
