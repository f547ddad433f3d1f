// Draws a frame when something changed, and measures its cost: all of the page's own work for it, from the pointer
// event to the last call to the graphics card.
import { effect } from "@preact/signals";
import { artworkName, frameCost, overlays, playing, sceneName, selection, time, workspace } from "../state/app.ts";
import { revision } from "../state/document.ts";
import { prefs } from "../state/prefs.ts";
import { frame, workspaces } from "../state/workspaces.ts";
import { camera, stageSize } from "./camera.ts";
import { picturesRevision } from "./textures.ts";
import { paperKind } from "./view.ts";

const MAX_STEP = 0.1; // longest time step of a frame, seconds: after a stall, motion does not jump
const STATUS_INTERVAL = 250; // milliseconds between two updates of the status line

export interface Frame {
    draw(seconds: number): { vertices: number; draws: number };
    moving(): boolean; // true if another frame must follow
}

// Runs work that belongs to the next frame (a drag that solves) and adds its duration to the frame's cost.
export function working<T>(run: () => T): T {
    const start = performance.now();
    try {
        return run();
    } finally {
        costs.pending += performance.now() - start;
    }
}

// The cost of recent frames, milliseconds; tests and `make measure` read it.
class FrameCosts {
    readonly recent = new Float64Array(240);
    count = 0;
    pending = 0; // cost of work already done for the next frame

    add(milliseconds: number): void {
        this.recent[this.count++ % this.recent.length] = milliseconds;
    }
    // A quantile of the cost of recent frames.
    quantile(share: number): number {
        const known = this.recent.slice(0, Math.min(this.count, this.recent.length)).sort();
        return known[Math.min(known.length - 1, Math.floor(share * known.length))] ?? 0;
    }
}
export const costs = new FrameCosts();

// Subscribes to everything that is shown.
function watch(): () => void {
    return effect(() => {
        const shown = [
            revision,
            selection,
            overlays,
            workspace,
            workspaces,
            artworkName,
            sceneName,
            time,
            playing,
            camera,
            stageSize,
            paperKind,
            picturesRevision,
            prefs,
        ];
        for (const each of shown) void each.value;
        frame.request();
    });
}

export function startLoop(content: Frame): () => void {
    let requestId = 0; // handle of requestAnimationFrame
    let last = 0; // time of the previous frame, 0: the page was idle
    let worst = 0;
    let reportedAt = 0;

    const reportCost = (
        now: number,
        cost: number,
        drawn: { vertices: number; draws: number },
        standing: boolean,
    ): void => {
        worst = Math.max(worst, cost);
        if (now - reportedAt < STATUS_INTERVAL && !standing) return;
        frameCost.value = { milliseconds: worst, ...drawn };
        worst = 0;
        reportedAt = now;
    };
    const tick = (now: number): void => {
        requestId = 0;
        const seconds = last > 0 ? Math.min(MAX_STEP, Math.max(0, (now - last) / 1000)) : 0;
        const start = performance.now();
        const drawn = content.draw(seconds);
        const cost = performance.now() - start + costs.pending;
        costs.pending = 0;
        costs.add(cost);
        const continues = content.moving();
        last = continues || requestId ? now : 0;
        if (continues) request();
        reportCost(now, cost, drawn, !continues);
    };
    const request = (): void => {
        if (!requestId && !document.hidden) requestId = requestAnimationFrame(tick);
    };
    const onVisibilityChange = (): void => {
        last = 0;
        if (document.hidden) {
            cancelAnimationFrame(requestId);
            requestId = 0;
        } else request();
    };

    frame.request = request;
    const stop = watch();
    document.addEventListener("visibilitychange", onVisibilityChange);
    return () => {
        stop();
        document.removeEventListener("visibilitychange", onVisibilityChange);
        cancelAnimationFrame(requestId);
        frame.request = () => {};
    };
}
