// The gizmo on the active body: arrows, squares and a centre to move it, rings to turn it. Each handle also takes
// arrow keys.
import type { JSX } from "preact";
import { add, cross, normal, outward, scaled, seenAt, type Point } from "../draw/space.ts";
import { useComputed } from "@preact/signals";
import {
    AXES,
    beginMove,
    beginTurn,
    canHold,
    nudge,
    nudgeTurn,
    sight,
    tool,
    type AxisName,
    type Grip,
    type Sight,
} from "./tools.ts";
import "./gizmo.css";

const ARROW_LENGTH = 76; // px, length of an arrow
const [NEAR, FAR] = [20, 36]; // px, the near and far corners of a square
const RING_RADIUS = 64; // px, radius of a ring
const RING_SEGMENTS = 48; // segments of a ring
const words: Record<AxisName, string> = { x: "sideways", y: "up and down", z: "forwards and back" };

type Project = (way: Point) => { x: number; y: number } | null;

// Maps offsets from the held point, in pixels, to positions in the picture.
function projector(now: Sight, held: Point): Project {
    const at = seenAt(now.eye, now.width, now.height, held);
    return (way) => at && seenAt(now.eye, now.width, now.height, add(held, scaled(way, 1 / at.scale)));
}
const pointsText = (points: readonly ({ x: number; y: number } | null)[]): string =>
    points.map((p) => (p ? `${p.x.toFixed(1)},${p.y.toFixed(1)}` : "")).join(" ");

// Arrow keys move along the focused axis.
function onArrowKeys(change: (by: number) => void): (event: KeyboardEvent) => void {
    return (event) => {
        const by =
            event.key === "ArrowRight" || event.key === "ArrowUp"
                ? 1
                : event.key === "ArrowLeft" || event.key === "ArrowDown"
                  ? -1
                  : 0;
        if (!by || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        event.stopPropagation();
        change(by * (event.shiftKey ? 5 : 1));
    };
}

function Arrow({ axis, put }: { axis: AxisName; put: Project }): JSX.Element | null {
    const [from, to, tip] = [
        put([0, 0, 0]),
        put(scaled(AXES[axis], ARROW_LENGTH)),
        put(scaled(AXES[axis], ARROW_LENGTH + 12)),
    ];
    if (!from || !to || !tip) return null;
    const [dx, dy] = [tip.x - to.x, tip.y - to.y];
    const isUsable = Math.hypot(to.x - from.x, to.y - from.y) > 10; // an axis that points towards the eye cannot be dragged
    return (
        <g
            class={`grip axis-${axis}${isUsable ? "" : " away"}`}
            role="button"
            tabindex={0}
            aria-label={`Move ${words[axis]}`}
            data-test={`move-${axis}`}
            onPointerDown={(e) => beginMove(e, axis)}
            onKeyDown={onArrowKeys((by) => nudge(axis, 0.01 * by))}
        >
            <line class="grip-reach" x1={from.x} y1={from.y} x2={tip.x} y2={tip.y} />
            <line class="grip-edge" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
            <line class="grip-line" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
            <polygon
                class="grip-head"
                points={`${tip.x},${tip.y} ${to.x - 0.42 * dy},${to.y + 0.42 * dx} ${to.x + 0.42 * dy},${to.y - 0.42 * dx}`}
            />
        </g>
    );
}
const planes: readonly (readonly ["yz" | "xz" | "xy", Point, Point, string])[] = [
    ["yz", AXES.y, AXES.z, "Move up and forwards"],
    ["xz", AXES.x, AXES.z, "Move over the ground"],
    ["xy", AXES.x, AXES.y, "Move sideways and up"],
];
function Mover({ put, away }: { put: Project; away: Point }) {
    const middle = put([0, 0, 0]);
    return (
        <>
            {planes.map(([grip, a, b, label]) => {
                const corner = (u: number, v: number) => put(add(scaled(a, u), scaled(b, v)));
                const face = cross(a, b);
                const flat = Math.abs(face[0] * away[0] + face[1] * away[1] + face[2] * away[2]) < 0.15;
                return flat ? null : (
                    <polygon
                        key={grip}
                        class={`grip plane plane-${grip}`}
                        points={pointsText([
                            corner(NEAR, NEAR),
                            corner(FAR, NEAR),
                            corner(FAR, FAR),
                            corner(NEAR, FAR),
                        ])}
                        role="button"
                        aria-label={label}
                        data-test={`move-${grip}`}
                        onPointerDown={(e) => beginMove(e, grip as Grip)}
                    />
                );
            })}
            {(Object.keys(AXES) as AxisName[]).map((axis) => (
                <Arrow key={axis} axis={axis} put={put} />
            ))}
            {middle && (
                <circle
                    class="grip free"
                    cx={middle.x}
                    cy={middle.y}
                    r={8}
                    role="button"
                    aria-label="Move freely"
                    data-test="move-free"
                    onPointerDown={(e) => beginMove(e, "free")}
                />
            )}
        </>
    );
}

// Only the half of a ring that faces the eye can be dragged; the other half is drawn faintly.
function Ring({ axis, put, away }: { axis: AxisName; put: Project; away: Point }) {
    const about = AXES[axis];
    const a = normal(cross(about, Math.abs(about[1]) > 0.5 ? AXES.x : AXES.y));
    const b = cross(about, a);
    const way = (i: number): Point =>
        add(
            scaled(a, RING_RADIUS * Math.cos((2 * Math.PI * i) / RING_SEGMENTS)),
            scaled(b, RING_RADIUS * Math.sin((2 * Math.PI * i) / RING_SEGMENTS)),
        );
    const front = (p: Point): boolean => p[0] * away[0] + p[1] * away[1] + p[2] * away[2] >= -0.05 * RING_RADIUS;
    const parts = (isFront: boolean): string =>
        Array.from({ length: RING_SEGMENTS }, (_, i) => [way(i), way(i + 1)] as const)
            .filter(([p, q]) => (front(p) && front(q)) === isFront)
            .map(([p, q]) => {
                const [from, to] = [put(p), put(q)];
                return from && to
                    ? `M${from.x.toFixed(1)},${from.y.toFixed(1)}L${to.x.toFixed(1)},${to.y.toFixed(1)}`
                    : "";
            })
            .join("");
    return (
        <g
            class={`grip ring axis-${axis}`}
            role="button"
            tabindex={0}
            aria-label={`Turn about the axis that goes ${words[axis]}`}
            data-test={`turn-${axis}`}
            onPointerDown={(e) => beginTurn(e, about)}
            onKeyDown={onArrowKeys((by) => nudgeTurn(axis, (by * Math.PI) / 90))}
        >
            <path class="ring-behind" d={parts(false)} />
            <path class="grip-reach" d={parts(true)} />
            <path class="grip-edge" d={parts(true)} />
            <path class="grip-line" d={parts(true)} />
        </g>
    );
}
function Turner({ put, away }: { put: Project; away: Point }) {
    const middle = put([0, 0, 0]);
    return (
        <>
            {middle && (
                <g
                    class="grip ring whole"
                    role="button"
                    aria-label="Turn in the picture"
                    onPointerDown={(e) => beginTurn(e, away)}
                >
                    <circle class="grip-reach" cx={middle.x} cy={middle.y} r={RING_RADIUS + 14} />
                    <circle class="ring-whole" cx={middle.x} cy={middle.y} r={RING_RADIUS + 14} data-test="turn-view" />
                </g>
            )}
            {(Object.keys(AXES) as AxisName[]).map((axis) => (
                <Ring key={axis} axis={axis} put={put} away={away} />
            ))}
        </>
    );
}

export function Gizmo() {
    const held = useComputed(() => (canHold.value ? sight.value?.held : null));
    const now = sight.value;
    if (!now || !held.value || tool.value === "look") return null;
    const put = projector(now, held.value);
    const away = outward(now.eye);
    return (
        <svg class="gizmo" viewBox={`0 0 ${now.width} ${now.height}`} data-test="gizmo">
            {tool.value === "move" ? <Mover put={put} away={away} /> : <Turner put={put} away={away} />}
        </svg>
    );
}
