// The stage: a canvas that fills its parent, with the active workspace's tool on it.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Refusal } from "../core/studio.ts";
import { overlays } from "../state/app.ts";
import { tell } from "../state/messages.ts";
import { ofProject } from "../state/owned.ts";
import { frame } from "../state/workspaces.ts";
import { camera, fly, frameIfNew, isFlying, rememberCameras, stageSize } from "./camera.ts";
import { isLight } from "./colour.ts";
import { Gestures } from "./gestures.ts";
import { drawGrid, drawRulers } from "./grid.ts";
import { startLoop } from "./loop.ts";
import { activeTool, paperNow, registerView } from "./view.ts";
import { WebglPainter } from "./webgl.ts";
import "./stage.css";

// Follows the canvas's size exactly: in whole device pixels if the browser reports them.
function followSize(canvas: HTMLCanvasElement): () => void {
    const take = (width: number, height: number, cssWidth: number, cssHeight: number): void => {
        if (width < 1 || height < 1) return;
        if (canvas.width !== width) canvas.width = width;
        if (canvas.height !== height) canvas.height = height;
        stageSize.value = { width: cssWidth, height: cssHeight, ratio: width / cssWidth };
        frame.request();
    };
    const observer = new ResizeObserver(([entry]) => {
        if (!entry) return;
        const css = entry.contentRect;
        const device = entry.devicePixelContentBoxSize?.[0];
        const ratio = window.devicePixelRatio;
        // The size that the browser reports is exact to the pixel; a size far from the pixel ratio comes from a
        // browser that emulates another screen.
        const exact = (told: number | undefined, size: number): number =>
            told !== undefined && Math.abs(told - size * ratio) < 2 ? told : Math.round(size * ratio);
        take(exact(device?.inlineSize, css.width), exact(device?.blockSize, css.height), css.width, css.height);
    });
    try {
        observer.observe(canvas, { box: "device-pixel-content-box" });
    } catch {
        observer.observe(canvas);
    }
    return () => observer.disconnect();
}

const trouble = ofProject(() => ({
    complained: "", // the last problem of a tool, reported once
}));
function complain(problem: unknown): void {
    const message = problem instanceof Error ? problem.message : String(problem);
    if (message === trouble.complained) return;
    trouble.complained = message;
    if (!(problem instanceof Refusal)) console.error(problem);
    tell("error", message, problem instanceof Refusal ? problem.remedy : "");
}

// A tool may fail (a picture is missing, a scene cannot be played): the artist is told once, and the rest is drawn.
function attempt(run: () => void): boolean {
    try {
        run();
        return true;
    } catch (problem) {
        complain(problem);
        return false;
    }
}

function drawFrame(painter: WebglPainter, gestures: Gestures, seconds: number): { vertices: number; draws: number } {
    const tool = activeTool();
    const { grid } = overlays.peek();
    fly(seconds || 1 / 60);
    const framed = attempt(() => frameIfNew(() => tool?.bounds?.(false) ?? null, tool?.above));
    attempt(() => tool?.before?.(seconds));
    const paper = paperNow();
    const light = isLight(paper.colour);
    painter.begin(camera.peek(), stageSize.peek().ratio, paper);
    if (grid) drawGrid(painter, light);
    const drawn = attempt(() => tool?.draw(painter, seconds));
    if (grid) drawRulers(painter, light);
    painter.end();
    if (framed && drawn) trouble.complained = "";
    gestures.showCursor();
    return { vertices: tool?.space?.()?.vertices ?? painter.vertices, draws: painter.draws };
}

function start(canvas: HTMLCanvasElement, lost: (isLost: boolean) => void): (() => void) | null {
    const painter = WebglPainter.make(canvas, () => {
        lost(false);
        frame.request();
    });
    if (!painter) return null;
    canvas.addEventListener("webglcontextlost", () => lost(true));
    const gestures = new Gestures(canvas, activeTool);
    const nothing = { vertices: 0, draws: 0 };
    const ends = [
        startLoop({
            draw: (seconds) =>
                painter.lost || stageSize.peek().width === 0 ? nothing : drawFrame(painter, gestures, seconds),
            moving: () => isFlying() || (activeTool()?.moving?.() ?? false),
        }),
        followSize(canvas),
        rememberCameras(),
        () => gestures.dispose(),
        () => painter.dispose(),
    ];
    return () => ends.forEach((end) => end());
}

export function Stage() {
    const canvas = useRef<HTMLCanvasElement>(null);
    const trouble = useSignal<"" | "none" | "lost">("");
    useEffect(() => {
        registerView();
        const stop = start(canvas.current!, (isLost) => (trouble.value = isLost ? "lost" : ""));
        if (!stop) trouble.value = "none";
        return stop ?? undefined;
    }, []);
    return (
        <div class="stage">
            <canvas
                ref={canvas}
                class="stage-canvas"
                tabIndex={0}
                role="application"
                aria-label="Drawing area"
                data-test="stage"
                hidden={trouble.value === "none"}
            />
            {trouble.value === "none" && (
                <div class="stage-trouble" role="alert" data-test="no-webgl">
                    <h2>The stage cannot be drawn here</h2>
                    <p>Verve draws with WebGL 2, which this browser has not, or has turned off.</p>
                    <p>
                        Turn on graphics acceleration in the browser's settings and load the page again, or open this
                        address in a current Chrome, Edge, Firefox or Safari.
                    </p>
                    <p>Nothing is lost: the project is open, and everything but the stage works and is saved.</p>
                </div>
            )}
            {trouble.value === "lost" && (
                <div class="stage-trouble" role="status" data-test="lost-webgl">
                    <p>
                        The browser has taken the graphics context away. The stage comes back as soon as the browser
                        returns it; the project is safe.
                    </p>
                </div>
            )}
        </div>
    );
}
