// In the view: plates where bones keep their place, and cans that turn a bone about itself.
import type { LineContact, LineTwist } from "../core/project.ts";
import { add, cross, normal, onPlane, outward, scaled, type Point } from "../draw/space.ts";
import { playing, time } from "../state/app.ts";
import { send } from "../state/document.ts";
import { drag } from "../widgets/gesture.ts";
import { placed, stepNow, twisted } from "./edits.ts";
import { settle, showSoon } from "./live.ts";
import { eyeNow, looked, rayAt, scaleAt, size, worldToPicture, type Spot } from "./sight.ts";
import { action, free, isDrawing, line, report } from "./state.ts";
import "./gizmos.css";

const HALF = 0.11; // metres: of a plate
const THICK = 0.025;
const CAN = 30; // px: the radius of a can
const NUDGE = 0.01; // metres, a press of an arrow key

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
const text = (spots: readonly Spot[]): string => spots.map((spot) => `${spot.x.toFixed(1)},${spot.y.toFixed(1)}`).join(" ");
const boxOf = (event: PointerEvent): DOMRect => (event.currentTarget as Element).closest("svg")!.getBoundingClientRect();

// In the plane of the view; with Shift over the ground.
function beginPlate(event: PointerEvent, index: number, from: Point): void {
  if (event.button !== 0) return;
  event.preventDefault();
  event.stopPropagation();
  const box = boxOf(event);
  const across: Point = event.shiftKey ? [0, 1, 0] : outward(eyeNow());
  const under = (e: PointerEvent): Point | null => onPlane(rayAt(e.clientX - box.left, e.clientY - box.top), from, across);
  const grabbed = under(event) ?? from;
  const change = (e: PointerEvent) => {
    const to = under(e);
    return to && placed(index, add(from, add(to, scaled(grabbed, -1))) as [number, number, number]);
  };
  drag(event, { move: (e) => showSoon(() => change(e)), end: (e, moved) => void settle(moved ? change(e) : null), cancel: () => void settle(null) });
}
function Plate({ contact, index }: { contact: LineContact; index: number }) {
  void looked.value;
  const place = contact.keys[stepNow(contact)]!.place as Point;
  const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((z) => [0, -THICK].map((y): Point => add(place, [x * HALF, y, z * HALF]))));
  const spots = corners.map(worldToPicture).filter((spot) => spot !== null);
  const middle = worldToPicture(place);
  if (!middle || spots.length < 8) return null;
  const on = time.value >= contact.from - 1e-3 && time.value <= contact.to + 1e-3;
  const keys = (event: KeyboardEvent): void => {
    const right = cross([0, 1, 0], outward(eyeNow()));
    const ways: Record<string, Point> = { ArrowLeft: scaled(right, -NUDGE), ArrowRight: scaled(right, NUDGE), ArrowUp: [0, NUDGE, 0], ArrowDown: [0, -NUDGE, 0] };
    const by = ways[event.key];
    if (!by || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const change = placed(index, add(place, event.shiftKey ? scaled(by, 5) : by) as [number, number, number]);
    if (change) send(change);
  };
  return (
    <g class={on ? "plate on" : "plate"} role="button" tabindex={0} aria-label={`Contact of ${contact.bone}: drag to move, Shift over the ground`} data-test={`plate-${index}`} onPointerDown={(e) => beginPlate(e, index, place)} onKeyDown={keys}>
      <polygon class="plate-face" points={text(hull(spots))} />
      <circle class="plate-pin" cx={middle.x} cy={middle.y} r={5} />
      <text class="gizmo-name" x={middle.x} y={middle.y + 24}>
        {contact.bone}
      </text>
    </g>
  );
}

// The joint of a bone, and where the bone goes from it: its first child, or on from its parent.
function boneAt(name: string): { readonly from: Point; readonly along: Point } | null {
  const now = action();
  const joint = report.peek()?.joints.indexOf(name) ?? -1;
  if (!now || joint < 0) return null;
  const place = (j: number): Point => [now.joints[12 * j + 9]!, now.joints[12 * j + 10]!, now.joints[12 * j + 11]!];
  const child = now.parents.indexOf(joint);
  const parent = now.parents[joint]!;
  const [a, b] = child >= 0 ? [place(joint), place(child)] : parent < now.parents.length ? [place(parent), place(joint)] : [place(joint), add(place(joint), [0, 0.1, 0])];
  return { from: scaled(add(a, b), 0.5), along: normal(add(b, scaled(a, -1))) };
}
export function angleNow(twist: LineTwist): number {
  const at = time.value;
  const after = twist.keys.findIndex((one) => one.time >= at - 1e-6);
  const [b, a] = [twist.keys[after], twist.keys[after - 1]];
  if (!b) return twist.keys.at(-1)!.angle;
  if (!a) return b.angle;
  const share = (at - a.time) / (b.time - a.time);
  return a.angle + (b.angle - a.angle) * share * share * (3 - 2 * share);
}
// Seen from the side a can is rolled between the fingers: what moves across the bone turns it.
function beginCan(event: PointerEvent, index: number, angle: number, across: Spot): void {
  if (event.button !== 0) return;
  event.preventDefault();
  event.stopPropagation();
  const change = (e: PointerEvent) => twisted(index, angle + ((e.clientX - event.clientX) * across.x + (e.clientY - event.clientY) * across.y) / CAN);
  drag(event, { move: (e) => showSoon(() => change(e)), end: (e, moved) => void settle(moved ? change(e) : null), cancel: () => void settle(null) });
}
function Can({ twist, index }: { twist: LineTwist; index: number }) {
  void looked.value;
  const bone = boneAt(twist.bone);
  const middle = bone && worldToPicture(bone.from);
  if (!bone || !middle) return null;
  const radius = CAN / scaleAt(bone.from);
  const side = normal(cross(bone.along, Math.abs(bone.along[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0]));
  const other = cross(bone.along, side);
  const rim = (angle: number): Spot => worldToPicture(add(bone.from, add(scaled(side, radius * Math.cos(angle)), scaled(other, radius * Math.sin(angle))))) ?? middle;
  const ring = Array.from({ length: 36 }, (_, i) => rim((2 * Math.PI * i) / 36));
  const tip = worldToPicture(add(bone.from, scaled(bone.along, radius))) ?? middle;
  const long = Math.hypot(tip.x - middle.x, tip.y - middle.y);
  const across = long > 4 ? { x: -(tip.y - middle.y) / long, y: (tip.x - middle.x) / long } : { x: 1, y: 0 };
  const angle = angleNow(twist);
  const mark = rim(angle);
  const keys = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowRight" || event.key === "ArrowUp" ? 1 : event.key === "ArrowLeft" || event.key === "ArrowDown" ? -1 : 0;
    const change = by && !event.ctrlKey && !event.metaKey ? twisted(index, angle + (by * (event.shiftKey ? 5 : 1) * Math.PI) / 90) : null;
    if (!change) return;
    event.preventDefault();
    event.stopPropagation();
    send(change);
  };
  return (
    <g class="can" role="slider" tabindex={0} aria-label={`Twist of ${twist.bone}`} aria-valuenow={Math.round((angle * 180) / Math.PI)} data-test={`can-${index}`} onPointerDown={(e) => beginCan(e, index, angle, across)} onKeyDown={keys}>
      <polygon class="can-reach" points={text(ring)} />
      <polygon class="can-edge" points={text(ring)} />
      <polygon class="can-rim" points={text(ring)} />
      <line class="can-mark" x1={middle.x} y1={middle.y} x2={mark.x} y2={mark.y} />
      <circle class="can-pin" cx={mark.x} cy={mark.y} r={5} />
      <text class="gizmo-name" x={middle.x + across.x * (CAN + 8)} y={middle.y + across.y * (CAN + 8) + 4}>
        {`${twist.bone} ${Math.round((angle * 180) / Math.PI)}°`}
      </text>
    </g>
  );
}

export function Gizmos() {
  void looked.value;
  const now = line.value;
  if (!now || isDrawing.value || playing.value || !report.value) return null;
  const { width, height } = size.value;
  return (
    <svg class="line-gizmos" viewBox={`0 0 ${width} ${height}`} data-free={free.value}>
      {now.contacts?.map((contact, i) => <Plate key={`c${i}`} contact={contact} index={i} />)}
      {now.twists?.map((twist, i) => <Can key={`t${i}`} twist={twist} index={i} />)}
    </svg>
  );
}
