// A canvas that shows solids with an orbit camera: dragging turns it, the wheel zooms, and Shift or the middle button
// pans.
import { useEffect, useRef } from "preact/hooks";
import { frame } from "../state/workspaces.ts";
import { drag } from "../widgets/gesture.ts";
import { isLight, PAPER } from "./colour.ts";
import type { Orbit } from "./orbit.ts";
import type { Eye } from "./space.ts";
import { SolidPainter, type Ground, type Rgb, type SolidMesh } from "./solid.ts";
import { paperNow } from "./view.ts";
import "./spaceview.css";

// A round number of metres for the grid spacing, suited to the size of the figure.
function cellFor(size: number): number {
    const power = 10 ** Math.floor(Math.log10(Math.max(1e-6, size)));
    return size / power < 2 ? 0.2 * power : size / power < 5 ? 0.5 * power : power;
}

export interface SolidGhost {
    readonly positions: Float32Array;
    readonly normals: Float32Array;
    readonly colour: Rgb;
    readonly opacity: number;
}

export class SpaceView {
    readonly orbit: Orbit;
    eye: Eye | null = null; // replaces the orbit camera
    canvas: HTMLCanvasElement | null = null;
    private painter: SolidPainter | null = null;
    private shown = ""; // key of the triangles that the painter holds

    constructor(orbit: Orbit) {
        this.orbit = orbit;
    }
    get aspect(): number {
        return this.canvas && this.canvas.height > 0 ? this.canvas.width / this.canvas.height : 1;
    }
    get height(): number {
        return this.canvas?.clientHeight ?? 0;
    }
    start(element: HTMLCanvasElement): () => void {
        const make = (): void => {
            this.painter = SolidPainter.make(element, true);
            this.shown = "";
            frame.request();
        };
        this.canvas = element;
        make();
        const lost = (event: Event): void => event.preventDefault();
        element.addEventListener("webglcontextlost", lost);
        element.addEventListener("webglcontextrestored", make);
        const observer = new ResizeObserver(() => {
            const ratio = Math.min(2, window.devicePixelRatio);
            element.width = Math.round(element.clientWidth * ratio);
            element.height = Math.round(element.clientHeight * ratio);
            frame.request();
        });
        observer.observe(element);
        return () => {
            observer.disconnect();
            element.removeEventListener("webglcontextlost", lost);
            element.removeEventListener("webglcontextrestored", make);
            this.painter?.dispose();
            this.painter = this.canvas = null;
        };
    }
    // The painter with a cleared picture; null if nothing can be drawn.
    begin(): SolidPainter | null {
        const { painter, canvas } = this;
        if (!painter || !canvas || painter.lost || canvas.width < 2) return null;
        const paper = paperNow().colour ?? PAPER;
        painter.begin({ x: 0, y: 0, width: canvas.width, height: canvas.height }, this.eye ?? this.orbit.eye(), [
            paper[0],
            paper[1],
            paper[2],
        ] as Rgb);
        return painter;
    }
    // Draws a mesh; `key` changes with its triangles and colours. Ghosts are the same mesh with other vertices, drawn
    // behind it.
    paint(
        key: string,
        mesh: SolidMesh & {
            readonly positions: Float32Array;
            readonly normals: Float32Array;
            readonly heat?: Float32Array | null;
        },
        ground: Omit<Ground, "cell" | "ink">,
        ghosts: readonly SolidGhost[] = [],
    ): void {
        const painter = this.begin();
        if (!painter) return;
        if (key !== this.shown) painter.mesh(mesh);
        this.shown = key;
        for (const ghost of ghosts) {
            painter.shape(ghost.positions, ghost.normals, null);
            painter.drawGhost(ghost.colour, ghost.opacity);
        }
        painter.shape(mesh.positions, mesh.normals, mesh.heat ?? null);
        painter.drawSolid();
        const dark = isLight(paperNow().colour ?? PAPER);
        painter.drawGround({
            ...ground,
            cell: cellFor(ground.size),
            ink: dark ? [0.36, 0.28, 0.2, 0.24] : [0, 0, 0, 0.4],
        });
    }
}

interface SpaceCanvasProps {
    view: SpaceView;
    label: string;
    test: string;
    onFrame: () => void; // frames everything
    onClick?: (event: PointerEvent) => void; // pressed and released without a drag
    altArrows?: boolean; // arrow keys turn the view only with Alt, because alone they have another meaning here
}

export function SpaceCanvas({ view, label, test, onFrame, onClick, altArrows = false }: SpaceCanvasProps) {
    const element = useRef<HTMLCanvasElement>(null);
    useEffect(() => view.start(element.current!), []);
    const { orbit } = view;
    const grab = (event: PointerEvent): void => {
        if (event.button > 1) return;
        event.preventDefault();
        element.current?.focus({ preventScroll: true });
        const moves = event.shiftKey || event.button === 1;
        let [lastX, lastY] = [0, 0];
        drag(event, {
            move(_, dx, dy) {
                if (moves) orbit.move(dx - lastX, dy - lastY, element.current?.clientHeight ?? 500);
                else orbit.turn(dx - lastX, dy - lastY);
                [lastX, lastY] = [dx, dy];
            },
            end: (e, moved) => void (!moved && event.button === 0 && onClick?.(e)),
        });
    };
    const keys = (event: KeyboardEvent): void => {
        const turns: Record<string, [number, number]> = {
            ArrowLeft: [12, 0],
            ArrowRight: [-12, 0],
            ArrowUp: [0, 8],
            ArrowDown: [0, -8],
        };
        const by = turns[event.key];
        if (event.ctrlKey || event.metaKey || (by && event.altKey !== altArrows)) return;
        if (by) orbit.turn(...by);
        else if (event.key === "+" || event.key === "=") orbit.zoom(0.9);
        else if (event.key === "-") orbit.zoom(1.1);
        else return;
        event.preventDefault();
        event.stopPropagation();
    };
    return (
        <canvas
            ref={element}
            class="space-view"
            tabIndex={0}
            role="application"
            aria-label={label}
            data-test={test}
            onPointerDown={grab}
            onWheel={(event) => {
                event.preventDefault();
                orbit.zoom(Math.exp(event.deltaY / 500));
            }}
            onDblClick={onFrame}
            onKeyDown={keys}
        />
    );
}
