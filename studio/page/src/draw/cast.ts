// What each actor shows: its drawing and, while it changes into another member of its family, the previous drawing
// fading out over it.
import type { Performer, Play } from "../core/studio.ts";
import type { MeshDrawing } from "./drawing.ts";
import type { DrawingOptions, Painter } from "../state/painter.ts";

export interface Shown {
    readonly drawing: MeshDrawing;
    readonly vertices: Float32Array;
    readonly fading?: number; // 0…1: opacity of the previous drawing, which casts no shadow
}

const isFading = (actor: Performer): boolean =>
    actor.fade > 0 && actor.fadeArtwork !== null && actor.fadeVertices.length > 0;

// Drawings are made first: making one may move the memory that the actors' views point to, so `playing` is called
// again.
export function castOf(playing: () => Play | null, drawingOf: (artwork: number) => MeshDrawing | null): Shown[][] {
    for (const actor of playing()?.actors ?? []) {
        drawingOf(actor.artwork);
        if (isFading(actor)) drawingOf(actor.fadeArtwork!);
    }
    return (playing()?.actors ?? []).map((actor) => {
        const shown: Shown[] = [];
        const put = (drawing: MeshDrawing | null, vertices: Float32Array, fading?: number): void => {
            if (drawing && 2 * drawing.vertexCount === vertices.length)
                shown.push(fading === undefined ? { drawing, vertices } : { drawing, vertices, fading });
        };
        put(drawingOf(actor.artwork), actor.vertices);
        if (isFading(actor)) put(drawingOf(actor.fadeArtwork!), actor.fadeVertices, actor.fade);
        return shown;
    });
}

export function drawShown(painter: Painter, { drawing, vertices, fading }: Shown, options: DrawingOptions = {}): void {
    painter.drawing(drawing, vertices, fading === undefined ? options : { ...options, opacity: fading });
}
