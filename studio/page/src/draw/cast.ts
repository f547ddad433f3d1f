// What actors show: each its drawing and, while one of a family turns into another, the one that it was, fading out over it.
import type { Performer, Play } from "../core/studio.ts";
import type { MeshDrawing } from "./drawing.ts";
import type { DrawingOptions, Painter } from "./painter.ts";

export interface Shown {
  readonly drawing: MeshDrawing;
  readonly vertices: Float32Array;
  readonly fading?: number; // 0…1: what it was before; it casts no shadow
}

const isFading = (actor: Performer): boolean => actor.fade > 0 && actor.fadeArtwork !== null && actor.fadeVertices.length > 0;

// Drawings first: making one may move what the actors' views point to, so `playing` is asked again.
export function castOf(playing: () => Play | null, drawingOf: (artwork: number) => MeshDrawing | null): Shown[][] {
  for (const actor of playing()?.actors ?? []) {
    drawingOf(actor.artwork);
    if (isFading(actor)) drawingOf(actor.fadeArtwork!);
  }
  return (playing()?.actors ?? []).map((actor) => {
    const shown: Shown[] = [];
    const put = (drawing: MeshDrawing | null, vertices: Float32Array, fading?: number): void => {
      if (drawing && 2 * drawing.vertexCount === vertices.length) shown.push(fading === undefined ? { drawing, vertices } : { drawing, vertices, fading });
    };
    put(drawingOf(actor.artwork), actor.vertices);
    if (isFading(actor)) put(drawingOf(actor.fadeArtwork!), actor.fadeVertices, actor.fade);
    return shown;
  });
}

export function drawShown(painter: Painter, { drawing, vertices, fading }: Shown, options: DrawingOptions = {}): void {
  painter.drawing(drawing, vertices, fading === undefined ? options : { ...options, opacity: fading });
}
