// What each actor shows: its drawing and, while it changes into another member of its family, the previous drawing
// fading out over it.
import type { Performer, Play } from "../core/studio.ts";
import type { MeshDrawing } from "./drawing.ts";
import type { DrawingOptions, Painter } from "../state/painter.ts";

export interface Shown {
    readonly drawing: MeshDrawing;
    readonly vertices: Float32Array;
    readonly fading?: number; // 0…1: opacity of the previous drawing, which casts no shadow
    readonly looks?: DrawingOptions; // its tint, opacity and hidden layers, where they are not the usual ones
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
            if (!drawing || 2 * drawing.vertexCount !== vertices.length) return;
            const looks = looksOf(actor, drawing);
            shown.push({ drawing, vertices, ...(fading !== undefined && { fading }), ...(looks && { looks }) });
        };
        put(drawingOf(actor.artwork), actor.vertices);
        if (isFading(actor)) put(drawingOf(actor.fadeArtwork!), actor.fadeVertices, actor.fade);
        return shown;
    });
}

function looksOf({ tint, hidden }: Performer, drawing: MeshDrawing): DrawingOptions | null {
    const [r, g, b, opacity] = tint;
    if (r === 1 && g === 1 && b === 1 && opacity === 1 && hidden.length === 0) return null;
    return {
        opacity,
        ...((r !== 1 || g !== 1 || b !== 1) && { factor: [r, g, b] as const }),
        ...(hidden.length > 0 && {
            hidden: drawing.layers.map((_, l) => (drawing.hidden[l] ?? false) || hidden.includes(l)),
        }),
    };
}

export function drawShown(painter: Painter, shown: Shown, options: DrawingOptions = {}): void {
    const { drawing, vertices, fading = 1, looks } = shown;
    const opacity = fading * (looks?.opacity ?? 1);
    painter.drawing(drawing, vertices, { ...looks, ...options, ...(opacity < 1 && { opacity }) });
}
