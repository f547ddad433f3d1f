// A gizmo for the action plane: a small sheet that is turned out of the paper by dragging. Double click resets it.
import { drag } from "../widgets/gesture.ts";
import { tip } from "../widgets/tip.ts";
import { drawn } from "./hand.ts";
import { command, free, holding, isDrawing, line, setLine } from "./state.ts";
import { settle, showSoon } from "../state/dragpreview.ts";

const MAX_ANGLE = 1.45; // radians
const MAX_RELIABLE_TILT = (75 * Math.PI) / 180;
const clamp = (value: number): number => Math.round(Math.min(MAX_ANGLE, Math.max(-MAX_ANGLE, value)) * 1e4) / 1e4;
// The angle between the plane's normal and the eye.
export const tiltOf = (plane: { readonly heading: number; readonly pitch: number }): number =>
    Math.acos(Math.min(1, Math.max(-1, Math.cos(plane.heading) * Math.cos(plane.pitch))));
export const isTooTilted = (plane: { readonly heading: number; readonly pitch: number }): boolean =>
    tiltOf(plane) > MAX_RELIABLE_TILT;
// Limits the angles to what the document accepts: together they turn the plane by at most MAX_ANGLE.
export function clampPlane(heading: number, pitch: number): { readonly heading: number; readonly pitch: number } {
    let plane = { heading: clamp(heading), pitch: clamp(pitch) };
    while (tiltOf(plane) > MAX_ANGLE)
        plane = { heading: clamp(plane.heading * 0.99), pitch: clamp(plane.pitch * 0.99) };
    return plane;
}

export function PlaneDial() {
    const plane = line.value?.plane;
    if (!plane || isDrawing.value || free.value) return null;
    const spot = (x: number, y: number): string => {
        const [ch, sh, cp, sp] = [
            Math.cos(plane.heading),
            Math.sin(plane.heading),
            Math.cos(plane.pitch),
            Math.sin(plane.pitch),
        ];
        const [px, py, pz] = [ch * x - sh * sp * y, cp * y, -sh * x - ch * sp * y];
        const near = 1 / (1 - 0.18 * pz);
        return `${(34 + 20 * px * near).toFixed(1)},${(28 - 20 * py * near).toFixed(1)}`;
    };
    const set = (heading: number, pitch: number) => command("line.set", { plane: clampPlane(heading, pitch) });
    const down = (event: PointerEvent): void => {
        if (event.button !== 0) return;
        event.preventDefault();
        const { heading, pitch } = plane;
        drag(event, {
            move: (_, dx, dy) => showSoon(() => set(heading + dx / 90, pitch + dy / 90)),
            end: (e, moved) =>
                void settle(
                    moved
                        ? set(heading + (e.clientX - event.clientX) / 90, pitch + (e.clientY - event.clientY) / 90)
                        : null,
                ),
            cancel: () => void settle(null),
        });
    };
    const keys = (event: KeyboardEvent): void => {
        const ways: Record<string, [number, number]> = {
            ArrowLeft: [-1, 0],
            ArrowRight: [1, 0],
            ArrowUp: [0, -1],
            ArrowDown: [0, 1],
        };
        const by = ways[event.key];
        if (!by || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        event.stopPropagation();
        const step = (event.shiftKey ? 15 : 3) * (Math.PI / 180);
        setLine({ plane: clampPlane(plane.heading + by[0] * step, plane.pitch + by[1] * step) });
    };
    const degrees = Math.round((tiltOf(plane) * 180) / Math.PI);
    const isFlat = degrees === 0;
    // hidden while something is drawn or held, so that it does not lie in the way
    const isHidden = drawn.value.length > 0 || holding.value;
    return (
        <div
            class={`plane-dial${isTooTilted(plane) ? " far" : ""}${isFlat ? " lies" : ""}${isHidden ? " away" : ""}`}
            role="slider"
            tabIndex={0}
            aria-label="Action plane: turned out of the paper"
            aria-valuemin={0}
            aria-valuemax={90}
            aria-valuenow={degrees}
            onPointerDown={down}
            onDblClick={() => setLine({ plane: { heading: 0, pitch: 0 } })}
            onKeyDown={keys}
            data-test="plane-dial"
            {...tip("The plane in which the body acts: drag to turn it out of the paper, double-click to lay it back")}
        >
            <svg viewBox="0 0 68 56" aria-hidden="true">
                <polygon class="plane-page" points="14,8 54,8 54,48 14,48" />
                <polygon points={`${spot(-1, -1)} ${spot(1, -1)} ${spot(1, 1)} ${spot(-1, 1)}`} />
                <line
                    x1={spot(0, -0.6).split(",")[0]}
                    y1={spot(0, -0.6).split(",")[1]}
                    x2={spot(0, 0.6).split(",")[0]}
                    y2={spot(0, 0.6).split(",")[1]}
                />
            </svg>
            <span>{isFlat ? "Action plane" : isTooTilted(plane) ? `${degrees}°: too far` : `Turned ${degrees}°`}</span>
        </div>
    );
}
