// Draws the figure in the pose of a take at a time.
import { OffscreenSolid } from "../draw/offscreen.ts";
import { distanceFor } from "../draw/space.ts";
import { ask } from "../state/document.ts";

const [HEADING, PITCH] = [1.1, 0.1]; // from the side, where strides are visible

const solids = new OffscreenSolid(false);

function middleOf(positions: Float32Array): { middle: [number, number, number]; size: number } {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < positions.length; i++) {
        low[i % 3] = Math.min(low[i % 3]!, positions[i]!);
        high[i % 3] = Math.max(high[i % 3]!, positions[i]!);
    }
    const middle = [0, 1, 2].map((k) => (low[k]! + high[k]!) / 2) as [number, number, number];
    return { middle, size: Math.hypot(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!) };
}

// Returns false if there is nothing to draw: the verb cannot be built, or the browser has no WebGL.
export function paintPose(take: number, time: number, on: CanvasRenderingContext2D, side: number): boolean {
    const solid = ask((core) => core.takeGlance(take, time));
    const act = ask((core) => core.acting());
    const painter =
        solid && act && solids.begin(side, side, `${act.kind} ${act.subject} ${act.version} ${act.vertexCount}`, act);
    if (!painter) return false;
    const { middle, size } = middleOf(solid.positions);
    painter.shape(solid.positions, solid.normals, null);
    painter.begin(
        { x: 0, y: 0, width: side, height: side },
        { target: middle, heading: HEADING, pitch: PITCH, distance: distanceFor(0.54 * size, 1) },
        null,
    );
    painter.drawSolid();
    on.clearRect(0, 0, side, side);
    solids.copyTo(on);
    return true;
}
