// The middle of the workspace: the creatures beside each other. A click activates the body under it.
import { Orbit } from "../draw/orbit.ts";
import type { Point } from "../draw/space.ts";
import { rayThrough } from "../draw/space.ts";
import { SpaceCanvas, SpaceView } from "../draw/spaceview.tsx";
import type { Herd } from "../core/herd.ts";
import { playing } from "../state/app.ts";
import { ask } from "../state/document.ts";
import { ofProject } from "../state/owned.ts";
import type { Space } from "../state/workspaces.ts";
import { active, activate, gait, herd, members, report, speed, trial, turning } from "./state.ts";
import { currentHeldPoint, sight } from "./tools.ts";

const view = new SpaceView(new Orbit({ heading: 0.42, pitch: 0.16 }));
const shown = ofProject(() => ({
    framedMembers: "",
    groundOffset: 0, // metres that the ground has moved beneath creatures that walk on the spot
}));

const middleOf = (now: Herd): Point => [
    (now.low[0] + now.high[0]) / 2,
    (now.low[1] + now.high[1]) / 2,
    (now.low[2] + now.high[2]) / 2,
];
// A row of several creatures is wide and low, so each dimension counts by how much of the picture it fills.
const sizeOf = (now: Herd): number => {
    const [wide, high, deep] = [now.high[0] - now.low[0], now.high[1] - now.low[1], now.high[2] - now.low[2]];
    return Math.max((1.05 * wide) / Math.max(1, view.aspect), 1.3 * high, 0.6 * deep);
};

export function frameNow(turned = false): void {
    const now = herd();
    if (now && now.vertexCount > 0) view.orbit.frame(middleOf(now), sizeOf(now), view, turned);
}
export const space = (): Space => ({
    vertices: herd()?.vertexCount ?? 0,
    zoom: (factor) => view.orbit.zoom(1 / factor),
    frame: () => frameNow(),
});
export function forgetView(): void {
    shown.framedMembers = "";
    sight.value = null;
}

export function paintView(seconds: number): void {
    const now = herd();
    if (!now || now.vertexCount === 0) {
        view.begin();
        sight.value = null;
        return;
    }
    const key = JSON.stringify(members.peek());
    if (shown.framedMembers !== key && view.canvas && view.canvas.width > 2) {
        frameNow(shown.framedMembers === "");
        shown.framedMembers = key;
    }
    const tried = trial.peek();
    if (tried) shown.groundOffset = now.members.at(-1)?.gone ?? 0;
    else if (playing.peek() && gait.peek()) shown.groundOffset += speed.peek() * seconds;
    const middle = middleOf(now);
    view.paint(`${now.version} ${now.vertexCount}`, now, {
        base: [middle[0], 0, tried ? 0 : middle[2]],
        slope: [0, tried?.slope ?? 0],
        size: Math.max(0.3, now.high[1]),
        run: turning.peek() === 0 ? shown.groundOffset : 0,
        blob: false,
    });
    updateSight(now);
}
function updateSight(now: Herd): void {
    const { canvas } = view;
    if (!canvas) return;
    const next = {
        eye: view.orbit.eye(),
        width: Math.max(1, canvas.clientWidth),
        height: Math.max(1, canvas.clientHeight),
        held: currentHeldPoint(),
        positions: now.members.map(({ x, z }) => ({ x, z })),
    };
    if (JSON.stringify(next) !== JSON.stringify(sight.peek())) sight.value = next;
}

function pick(event: PointerEvent): void {
    const { canvas } = view;
    if (!canvas) return;
    const box = canvas.getBoundingClientRect();
    const ray = rayThrough(view.orbit.eye(), box.width, box.height, event.clientX - box.left, event.clientY - box.top);
    const found = ask((core) => core.herds.pick(ray.from, ray.along));
    const member = found && report.peek()?.members[found.member];
    const body = found && member?.bodies[found.body];
    if (member && body) activate(member.name, body.name);
    else active.value = null;
}

export function View() {
    return (
        <SpaceCanvas
            view={view}
            label="Creatures in space"
            test="herd"
            onFrame={() => frameNow()}
            onClick={pick}
            altArrows
        />
    );
}
