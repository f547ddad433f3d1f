// Edits of contacts: the places where they hold a bone, the point of the bone that is held, and its rotation there.
import { signal } from "@preact/signals";
import { jointPlace } from "../core/action.ts";
import { Words } from "../core/layout.ts";
import type { Command, LineContact } from "../core/project.ts";
import { add, composed, rotated, scaled, turnAbout, turnOf, type Point, type Quat } from "../draw/space.ts";
import { time } from "../state/app.ts";
import { ask } from "../state/document.ts";
import { round, currentContactKey, contactKeys } from "./edits.ts";
import { action, command, line, report } from "./state.ts";

export const chosenContact = signal(-1); // the contact whose rings are shown; −1: none

const roundAll = (v: readonly number[]): readonly number[] => v.map((value) => round(value, 1e5));
const contactAt = (index: number): LineContact | null => line.peek()?.contacts?.[index] ?? null;
const jointOf = (bone: string): number => report.peek()?.joints.indexOf(bone) ?? -1;

export interface BoneTransform {
    readonly turn: Quat; // rotation of the bone in the world
    readonly at: Point; // position of its joint
}
// The transform of a bone at the shown time.
export function boneNow(bone: string): BoneTransform | null {
    const [now, joint] = [action(), jointOf(bone)];
    if (!now || joint < 0) return null;
    const first = Words.affine3 * joint;
    return { turn: turnOf(now.joints.subarray(first, first + Words.affine3)), at: jointPlace(now, joint) };
}
export const inverse = (q: Quat): Quat => [-q[0], -q[1], -q[2], q[3]];

// Slides the plate over the bone: the contact then holds another point of the bone, at that point's current place.
export function slideContact(contact: LineContact, index: number, bone: BoneTransform, place: Point): Command {
    const at = currentContactKey(contact);
    const by = add(place, scaled(contact.keys[at]!.place as Point, -1));
    const point = rotated(inverse(bone.turn), add(place, scaled(bone.at, -1)));
    const keys = contactKeys(contact).map((one) => ({ ...one, place: roundAll(add(one["place"] as Point, by)) }));
    return command("contact.set", { index, point: roundAll(point), keys });
}
export function setContactPoint(index: number, axis: number, value: number): Command | null {
    const contact = contactAt(index);
    return (
        contact &&
        command("contact.set", { index, point: contact.point.map((old, k) => (k === axis ? round(value, 1e5) : old)) })
    );
}

// ---- Turns: all places have one, or none

// Keeps the rotation of the bone at each place, as it is there, or no longer keeps it.
export function setKeepsTurn(index: number, on: boolean): Command | null {
    const contact = contactAt(index);
    if (!contact) return null;
    const keys = contact.keys.map(({ time: at, place }) => {
        if (!on) return { time: at, place };
        ask((core) => core.actions.seek(at));
        return { time: at, place, turn: roundAll(boneNow(contact.bone)?.turn ?? [0, 0, 0, 1]) };
    });
    ask((core) => core.actions.seek(time.peek()));
    return command("contact.set", { index, keys });
}
export function setContactTurn(contact: LineContact, index: number, turn: Quat): Command {
    const at = currentContactKey(contact);
    return command("contact.set", {
        index,
        keys: contactKeys(contact).map((one, i) => (i === at ? { ...one, turn: roundAll(turn) } : one)),
    });
}
export const turnContact = (contact: LineContact, index: number, axis: Point, angle: number): Command =>
    setContactTurn(
        contact,
        index,
        composed(turnAbout(axis, angle), contact.keys[currentContactKey(contact)]!.turn as Quat),
    );
