// Gizmos in the view: plates where bones keep their place, and cans that twist a bone.
import { jointPlace } from "../core/action.ts";
import type { LineTwist } from "../core/project.ts";
import { add, cross, normal, scaled, type Point } from "../draw/space.ts";
import { playing, time } from "../state/app.ts";
import { send } from "../state/document.ts";
import { drag } from "../widgets/gesture.ts";
import { angleAt, setTwistAngle } from "./edits.ts";
import { settle, showSoon } from "../state/dragpreview.ts";
import { outline, Plate } from "./plates.tsx";
import { projectionVersion, scaleAt, size, worldToPicture, type Spot } from "./sight.ts";
import { action, free, isDrawing, line, report } from "./state.ts";
import "./gizmos.css";

const CAN_RADIUS = 30; // px, the radius of a can
const MAX_NAMED = 3; // with more cans, names are shown only under the pointer

// The middle and the direction of a bone: from its joint to the first child, or, if it has none, from its parent to
// the joint.
function boneAt(name: string): { readonly from: Point; readonly along: Point } | null {
    const now = action();
    const joint = report.peek()?.joints.indexOf(name) ?? -1;
    if (!now || joint < 0) return null;
    const place = (j: number): Point => jointPlace(now, j);
    const child = now.parents.indexOf(joint);
    const parent = now.parents[joint]!;
    const [a, b] =
        child >= 0
            ? [place(joint), place(child)]
            : parent < now.parents.length
              ? [place(parent), place(joint)]
              : [place(joint), add(place(joint), [0, 0.1, 0])];
    return { from: scaled(add(a, b), 0.5), along: normal(add(b, scaled(a, -1))) };
}
// A drag across the bone, seen from the side, rolls it about its axis.
function beginCan(event: PointerEvent, index: number, angle: number, across: Spot): void {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const change = (e: PointerEvent) =>
        setTwistAngle(
            index,
            angle + ((e.clientX - event.clientX) * across.x + (e.clientY - event.clientY) * across.y) / CAN_RADIUS,
        );
    drag(event, {
        move: (e) => showSoon(() => change(e)),
        end: (e, moved) => void settle(moved ? change(e) : null),
        cancel: () => void settle(null),
    });
}
function Can({ twist, index }: { twist: LineTwist; index: number }) {
    void projectionVersion.value;
    const bone = boneAt(twist.bone);
    const middle = bone && worldToPicture(bone.from);
    if (!bone || !middle) return null;
    const radius = CAN_RADIUS / scaleAt(bone.from);
    const side = normal(cross(bone.along, Math.abs(bone.along[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0]));
    const other = cross(bone.along, side);
    const rim = (angle: number): Spot =>
        worldToPicture(
            add(bone.from, add(scaled(side, radius * Math.cos(angle)), scaled(other, radius * Math.sin(angle)))),
        ) ?? middle;
    const ring = Array.from({ length: 36 }, (_, i) => rim((2 * Math.PI * i) / 36));
    const tip = worldToPicture(add(bone.from, scaled(bone.along, radius))) ?? middle;
    const long = Math.hypot(tip.x - middle.x, tip.y - middle.y);
    const across = long > 4 ? { x: -(tip.y - middle.y) / long, y: (tip.x - middle.x) / long } : { x: 1, y: 0 };
    const angle = angleAt(index, time.value);
    const mark = rim(angle);
    const keys = (event: KeyboardEvent): void => {
        const by =
            event.key === "ArrowRight" || event.key === "ArrowUp"
                ? 1
                : event.key === "ArrowLeft" || event.key === "ArrowDown"
                  ? -1
                  : 0;
        const change =
            by && !event.ctrlKey && !event.metaKey
                ? setTwistAngle(index, angle + (by * (event.shiftKey ? 5 : 1) * Math.PI) / 90)
                : null;
        if (!change) return;
        event.preventDefault();
        event.stopPropagation();
        send(change);
    };
    return (
        <g
            class="can"
            role="slider"
            tabindex={0}
            aria-label={`Twist of ${twist.bone}`}
            aria-valuenow={Math.round((angle * 180) / Math.PI)}
            data-test={`can-${index}`}
            onPointerDown={(e) => beginCan(e, index, angle, across)}
            onKeyDown={keys}
        >
            <polygon class="can-reach" points={outline(ring)} />
            <polygon class="can-edge" points={outline(ring)} />
            <polygon class="can-rim" points={outline(ring)} />
            <line class="can-mark" x1={middle.x} y1={middle.y} x2={mark.x} y2={mark.y} />
            <circle class="can-pin" cx={mark.x} cy={mark.y} r={5} />
            <text
                class="gizmo-name"
                x={middle.x + across.x * (CAN_RADIUS + 8)}
                y={middle.y + across.y * (CAN_RADIUS + 8) + 4}
            >
                {`${twist.bone} ${Math.round((angle * 180) / Math.PI)}°`}
            </text>
        </g>
    );
}

export function Gizmos() {
    void projectionVersion.value;
    const now = line.value;
    if (!now || isDrawing.value || playing.value || !report.value) return null;
    const { width, height } = size.value;
    return (
        <svg
            class={
                (now.contacts?.length ?? 0) + (now.twists?.length ?? 0) > MAX_NAMED ? "line-gizmos many" : "line-gizmos"
            }
            viewBox={`0 0 ${width} ${height}`}
            data-free={free.value}
        >
            {now.contacts?.map((contact, i) => (
                <Plate key={`c${i}`} contact={contact} index={i} />
            ))}
            {now.twists?.map((twist, i) => (
                <Can key={`t${i}`} twist={twist} index={i} />
            ))}
        </svg>
    );
}
