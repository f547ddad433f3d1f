// The middle of the workspace: the open subject, in 3-D.
import { SpaceCanvas, SpaceView } from "../draw/spaceview.tsx";
import type { Space } from "../state/workspaces.ts";
import { frameCamera, moveCamera, orbit, sizeOf } from "./orbit.ts";
import { act } from "./state.ts";
import "./view.css";

const view = new SpaceView(orbit);

export function frameNow(): void {
    const now = act();
    if (now) frameCamera(now, view);
}

export const space = (): Space => ({
    vertices: act()?.vertexCount ?? 0,
    zoom: (factor) => orbit.zoom(1 / factor),
    frame: frameNow,
});

export function paintView(seconds: number): void {
    const now = act();
    if (!now) return void view.begin();
    moveCamera(now, view, seconds);
    const walks = now.kind !== "shape";
    view.paint(`${now.kind} ${now.subject} ${now.version} ${now.colour} ${now.vertexCount}`, now, {
        base: walks ? now.root : [(now.low[0] + now.high[0]) / 2, now.low[1], (now.low[2] + now.high[2]) / 2],
        slope: walks ? [now.slope * Math.sin(now.heading), now.slope * Math.cos(now.heading)] : [0, 0],
        size: sizeOf(now),
    });
}

export function View() {
    return <SpaceCanvas view={view} label="What plays, in space" test="solid" onFrame={frameNow} />;
}
