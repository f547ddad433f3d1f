// Plates in the view, one for each contact: dragged to where a bone is to stay, slid over the bone with Alt, and
// turned with rings.
import type { Command, LineContact } from "../core/project.ts";
import { add, cross, onPlane, outward, rotated, scaled, type Point, type Quat } from "../draw/space.ts";
import { time } from "../state/app.ts";
import { send } from "../state/document.ts";
import { drag } from "../widgets/gesture.ts";
import { boneNow, chosenContact, slideContact, turnContact } from "./contacts.ts";
import { placeContact, currentContactKey } from "./edits.ts";
import { settle, showSoon } from "../state/dragpreview.ts";
import { eyeNow, projectionVersion, rayAt, scaleAt, worldToPicture, type Spot } from "./sight.ts";

const HALF_SIZE = 0.11; // metres
const THICK = 0.025;
const NUDGE = 0.01; // metres for one press of an arrow key
const RING_RADIUS = 44; // px
const TURN_STEP = Math.PI / 36; // for one press of an arrow key on a ring
const SNAP_ANGLE = Math.PI / 12; // with Ctrl
const AXES: readonly (readonly [string, Point])[] = [
    ["x", [1, 0, 0]],
    ["y", [0, 1, 0]],
    ["z", [0, 0, 1]],
];

function hull(spots: readonly Spot[]): readonly Spot[] {
    const sorted = [...spots].sort((a, b) => a.x - b.x || a.y - b.y);
    const turn = (o: Spot, a: Spot, b: Spot): number => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
    const half = (all: readonly Spot[]): Spot[] => {
        const made: Spot[] = [];
        for (const one of all) {
            while (made.length > 1 && turn(made.at(-2)!, made.at(-1)!, one) <= 0) made.pop();
            made.push(one);
        }
        return made.slice(0, -1);
    };
    return [...half(sorted), ...half([...sorted].reverse())];
}
export const outline = (spots: readonly Spot[]): string =>
    spots.map((spot) => `${spot.x.toFixed(1)},${spot.y.toFixed(1)}`).join(" ");
const boxOf = (event: PointerEvent): DOMRect =>
    (event.currentTarget as Element).closest("svg")!.getBoundingClientRect();

function beginDrag(event: PointerEvent, change: (e: PointerEvent) => Command | null): void {
    event.preventDefault();
    event.stopPropagation();
    drag(event, {
        move: (e) => showSoon(() => change(e)),
        end: (e, moved) => void settle(moved ? change(e) : null),
        cancel: () => void settle(null),
    });
}
// Drags in the plane of the view, with Shift horizontally, with Alt over the bone.
function beginPlate(event: PointerEvent, contact: LineContact, index: number, from: Point): void {
    if (event.button !== 0) return;
    chosenContact.value = index;
    const box = boxOf(event);
    const bone = boneNow(contact.bone);
    const across: Point = event.shiftKey ? [0, 1, 0] : outward(eyeNow());
    const under = (e: PointerEvent): Point | null =>
        onPlane(rayAt(e.clientX - box.left, e.clientY - box.top), from, across);
    const grabbed = under(event) ?? from;
    beginDrag(event, (e) => {
        const to = under(e);
        const place = to && (add(from, add(to, scaled(grabbed, -1))) as [number, number, number]);
        return place && (event.altKey && bone ? slideContact(contact, index, bone, place) : placeContact(index, place));
    });
}
// Turns about the middle of the ring as projected on the view.
function beginRing(event: PointerEvent, contact: LineContact, index: number, axis: Point, middle: Spot): void {
    if (event.button !== 0) return;
    const box = boxOf(event);
    const away = outward(eyeNow());
    const towards = axis[0] * away[0] + axis[1] * away[1] + axis[2] * away[2] >= 0 ? 1 : -1;
    const angleOf = (e: PointerEvent): number =>
        Math.atan2(middle.y - (e.clientY - box.top), e.clientX - box.left - middle.x);
    const first = angleOf(event);
    beginDrag(event, (e) => {
        const raw = towards * (angleOf(e) - first);
        return turnContact(
            contact,
            index,
            axis,
            e.ctrlKey || e.metaKey ? SNAP_ANGLE * Math.round(raw / SNAP_ANGLE) : raw,
        );
    });
}
function Rings({ contact, index, place, middle }: { contact: LineContact; index: number; place: Point; middle: Spot }) {
    const radius = RING_RADIUS / scaleAt(place);
    return (
        <>
            {AXES.map(([name, axis]) => {
                const [side, other] =
                    name === "x"
                        ? [AXES[1]![1], AXES[2]![1]]
                        : name === "y"
                          ? [AXES[2]![1], AXES[0]![1]]
                          : [AXES[0]![1], AXES[1]![1]];
                const ring = Array.from({ length: 40 }, (_, i) =>
                    worldToPicture(
                        add(
                            place,
                            add(
                                scaled(side, radius * Math.cos((Math.PI * i) / 20)),
                                scaled(other, radius * Math.sin((Math.PI * i) / 20)),
                            ),
                        ),
                    ),
                ).filter((spot) => spot !== null);
                const keys = (event: KeyboardEvent): void => {
                    const by =
                        event.key === "ArrowRight" || event.key === "ArrowUp"
                            ? 1
                            : event.key === "ArrowLeft" || event.key === "ArrowDown"
                              ? -1
                              : 0;
                    if (!by || event.ctrlKey || event.metaKey) return;
                    event.preventDefault();
                    event.stopPropagation();
                    send(turnContact(contact, index, axis, by * (event.shiftKey ? 3 : 1) * TURN_STEP));
                };
                return (
                    <g
                        key={name}
                        class={`ring ${name}`}
                        role="slider"
                        tabindex={0}
                        aria-valuenow={0}
                        aria-label={`Turn ${contact.bone} about ${name}`}
                        data-test={`plate-ring-${name}-${index}`}
                        onPointerDown={(e) => beginRing(e, contact, index, axis, middle)}
                        onKeyDown={keys}
                    >
                        <polygon class="ring-reach" points={outline(ring)} />
                        <polygon class="ring-line" points={outline(ring)} />
                    </g>
                );
            })}
        </>
    );
}

export function Plate({ contact, index }: { contact: LineContact; index: number }) {
    void projectionVersion.value;
    const step = contact.keys[currentContactKey(contact)]!;
    const place = step.place as Point;
    const turn = step.turn as Quat | null;
    const corners = [-1, 1]
        .flatMap((x) => [-1, 1].flatMap((z) => [0, -THICK].map((y): Point => [x * HALF_SIZE, y, z * HALF_SIZE])))
        .map((off): Point => add(place, turn ? rotated(turn, off) : off));
    const spots = corners.map(worldToPicture).filter((spot) => spot !== null);
    const middle = worldToPicture(place);
    if (!middle || spots.length < 8) return null;
    const on = time.value >= contact.from - 1e-3 && time.value <= contact.to + 1e-3;
    const keys = (event: KeyboardEvent): void => {
        const right = cross([0, 1, 0], outward(eyeNow()));
        const ways: Record<string, Point> = {
            ArrowLeft: scaled(right, -NUDGE),
            ArrowRight: scaled(right, NUDGE),
            ArrowUp: [0, NUDGE, 0],
            ArrowDown: [0, -NUDGE, 0],
        };
        const by = ways[event.key];
        if (!by || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        event.stopPropagation();
        const to = add(place, event.shiftKey ? scaled(by, 5) : by) as [number, number, number];
        const bone = event.altKey ? boneNow(contact.bone) : null;
        const change = bone ? slideContact(contact, index, bone, to) : placeContact(index, to);
        if (change) send(change);
    };
    return (
        <>
            <g
                class={on ? "plate on" : "plate"}
                role="button"
                tabindex={0}
                aria-label={`Contact of ${contact.bone}: drag to move, Shift over the ground, Alt over the bone`}
                data-test={`plate-${index}`}
                onPointerDown={(e) => beginPlate(e, contact, index, place)}
                onFocus={() => (chosenContact.value = index)}
                onKeyDown={keys}
            >
                <polygon class="plate-face" points={outline(hull(spots))} />
                <circle class="plate-pin" cx={middle.x} cy={middle.y} r={5} />
                <text class="gizmo-name" x={middle.x} y={middle.y + 24}>
                    {contact.bone}
                </text>
            </g>
            {turn && on && chosenContact.value === index && (
                <Rings contact={contact} index={index} place={place} middle={middle} />
            )}
        </>
    );
}
