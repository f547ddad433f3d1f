// Drawing joints with the pointer, and dragging their ends. A rope, rod or pull is drawn from one point to another. Of
// a hinge, weld or slider the press says where it is, and the release what it is joined to; for a slider the way between
// is its axis.
import type { Command, Joint, Vec2 } from "../core/project.ts";
import type { Play } from "../core/studio.ts";
import { MUSTARD, TOMATO } from "../draw/colour.ts";
import { advance, staged } from "../scene/state.ts";
import { studio } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import type { Painter } from "../state/painter.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { distance } from "../tools/geometry.ts";
import { hasMoved } from "../tools/gesture.ts";
import type { Gesture } from "../tools/gesture.ts";
import { anchorAt, anchorsAt, sameThing } from "./anchors.ts";
import type { Reach } from "./anchors.ts";
import { addJoint, isPin, isSameThing, jointKind, obstacleWords, placeJoint } from "./joints.ts";
import type { Anchor, JointKind, JointPart, Thing } from "./joints.ts";
import { drawDraft } from "./jointpaint.ts";
import { previewGesture } from "./previewed.ts";

const TOUCH = 8; // pixels
const SNAP = 12;
const reachOf = (pointer: StagePointer, pixel: number): Reach => ({
    touch: TOUCH * pixel,
    snap: pointer.alt ? 0 : SNAP * pixel,
});
const at = (pointer: StagePointer): Vec2 => [pointer.x, pointer.y];
const playNow = (): Play | null => studio.peek()?.playing() ?? null;

function wordsOf(anchor: Anchor): string {
    if (anchor.actor !== null) return anchor.handle === null ? anchor.actor : `${anchor.actor}, ${anchor.handle}`;
    const obstacle = staged.peek()?.obstacles[anchor.obstacle ?? -1];
    return obstacle ? obstacleWords(obstacle) : "the background";
}

// Why two ends cannot be joined; null if they can.
function refusal(one: Anchor, other: Anchor): string | null {
    if (one.actor === null && other.actor === null) return "one end of a joint is always an actor";
    return isSameThing(one, other) ? "a joint has its ends at two things" : null;
}

// Both ends of a joint at one point: `b`, which turns or slides, is the actor that was pressed.
function pinned(play: Play, first: Anchor, other: Anchor): { a: Anchor; b: Anchor } {
    const there = sameThing(play, first.place, other);
    return first.actor === null ? { a: first, b: there } : { a: there, b: first };
}

interface Draft {
    readonly kind: JointKind;
    readonly from: Anchor;
    to: Anchor; // under the pointer
    moved: boolean;
}
// Nearly level, upright or diagonal is meant to be so.
const STRAIGHT = Math.PI / 4;
const NEARLY = Math.PI / 45;
function straightened(angle: number): number {
    const straight = Math.round(angle / STRAIGHT) * STRAIGHT;
    return Math.abs(angle - straight) < NEARLY ? straight : angle;
}
function keysOf({ kind, from, to }: Draft): Record<string, unknown> {
    if (kind !== "slider") return { kind };
    const [dx, dy] = [to.place[0] - from.place[0], to.place[1] - from.place[1]];
    const round = (value: number): number => Math.round(value * 1e4) / 1e4;
    const angle = straightened(Math.atan2(dy, dx));
    return { kind, axis: [round(Math.cos(angle)), round(Math.sin(angle))], low: 0, high: round(Math.hypot(dx, dy)) };
}
function complete(play: Play, draft: Draft, reach: Reach): void {
    const { kind, from, to } = draft;
    if (draft.moved) {
        const why = refusal(from, to);
        if (why) return tellRefused(why);
        const ends = isPin(kind) ? pinned(play, from, to) : { a: from, b: to };
        addJoint(ends.a, ends.b, keysOf(draft));
        return;
    }
    if (!joinsByClick(kind)) {
        tell("warning", "A joint of this kind has two ends.", "Press where it begins, and drag to its other end.");
        return;
    }
    const [top, under] = anchorsAt(play, from.place, reach);
    const why = refusal(top, under);
    if (why) tellRefused(why);
    else addJoint(under, top, { kind });
}
const joinsByClick = (kind: JointKind): boolean => kind === "hinge" || kind === "weld";
function tellRefused(why: string): void {
    tell("warning", `No joint is made here: ${why}.`, "Press an actor, and drag to what it is joined to.");
}

function hintOf({ kind, from, to, moved }: Draft): string {
    if (!moved)
        return joinsByClick(kind)
            ? `${wordsOf(from)} · drag to what it is joined to, or let go to join what lies here`
            : `${wordsOf(from)} · drag to the other end`;
    const why = refusal(from, to);
    return why ? `Not here: ${why}` : `${wordsOf(from)} – ${wordsOf(to)} · Alt: no snapping · Esc cancels`;
}

// `first` is called before what was pressed is looked at again: the stage goes back to its start.
export function drawJoint(begun: StagePointer, pixel: number, first: () => void): Gesture | null {
    const play = playNow();
    if (!play) return null;
    const from = anchorAt(play, at(begun), reachOf(begun, pixel));
    const draft: Draft = { kind: jointKind.peek(), from, to: from, moved: false };
    let reach = reachOf(begun, pixel);
    first();
    return {
        cursor: "crosshair",
        hint: () => hintOf(draft),
        move(pointer) {
            const now = advance(0, false);
            if (!now || (!draft.moved && !hasMoved(begun, pointer))) return;
            reach = reachOf(pointer, pixel);
            draft.moved = true;
            draft.to = anchorAt(now, at(pointer), reach, from.actor);
        },
        finish() {
            const now = playNow();
            if (now) complete(now, draft, reach);
        },
        cancel() {},
        draw(painter) {
            const good = !draft.moved || refusal(draft.from, draft.to) === null;
            drawDraft(painter, draft.kind, draft.from.place, draft.to.place, good ? MUSTARD : TOMATO);
            if (draft.moved) painter.label(...draft.to.place, wordsOf(draft.to), { dx: 14, dy: -14 });
        },
    };
}

// ---- What is known of the place under the pointer before it is pressed

// What a press there would be about: of a hinge or weld both things that a click joins.
function hovered(play: Play, pointer: Vec2, pixel: number): { words: string; place: Vec2; snaps: boolean } {
    const reach = { touch: TOUCH * pixel, snap: SNAP * pixel };
    const { place, handle, obstacle, ...top } = anchorAt(play, pointer, reach);
    const snaps = handle !== null || (obstacle !== null && distance(place, pointer) > 1e-9);
    const first = wordsOf({ ...top, place, handle, obstacle });
    if (!joinsByClick(jointKind.peek())) return { words: first, place, snaps };
    const [, under] = anchorsAt(play, pointer, reach);
    return { words: top.actor === null ? first : `${first} – ${wordsOf(under)}`, place, snaps };
}
export function drawHover(painter: Painter, pointer: Vec2 | null, pixel: number): void {
    const play = playNow();
    if (!pointer || !play) return;
    const { words, place, snaps } = hovered(play, pointer, pixel);
    painter.ring(place[0], place[1], snaps ? 7 : 4, MUSTARD, 2);
    painter.label(place[0], place[1], words, { dx: 14, dy: -14 });
}

// ---- Dragging the ends of a joint that is there

// The thing that an end is at.
function thingOf({ actor = null, obstacle = null }: Joint["a"]): Thing {
    const index = staged.peek()?.obstacles.findIndex(({ name }) => name !== null && name === obstacle) ?? -1;
    return { actor, obstacle: actor === null && index >= 0 ? index : null };
}
function moveEnd(index: number, joint: Joint, part: JointPart, pointer: StagePointer, pixel: number): Command[] {
    const play = playNow();
    if (!play) return [];
    const reach = reachOf(pointer, pixel);
    if (part === "pin") {
        const near = anchorAt(play, at(pointer), reach);
        const isOwn = near.actor !== null && (near.actor === joint.a.actor || near.actor === joint.b.actor);
        const place = isOwn ? near.place : at(pointer);
        return placeJoint(index, {
            a: sameThing(play, place, thingOf(joint.a)),
            b: sameThing(play, place, thingOf(joint.b)),
        });
    }
    const other = joint[part === "a" ? "b" : "a"].actor ?? null;
    const there = anchorAt(play, at(pointer), reach, other);
    return there.actor !== null || other !== null ? placeJoint(index, { [part]: there }) : [];
}
export function dragEnd(
    index: number,
    joint: Joint,
    part: JointPart,
    begun: StagePointer,
    pixel: number,
    first: () => void,
): Gesture {
    return previewGesture({
        cursor: "grabbing",
        begun,
        says: () => "Move the end of the joint to anything · Alt: no snapping · Esc cancels",
        first,
        change: (pointer) => moveEnd(index, joint, part, pointer, pixel),
    });
}
