// Draws solids offscreen, for small pictures. Browsers allow few graphics contexts: one is created for the first
// picture and lasts as long as the page.
import { ofProject } from "../state/owned.ts";
import { SolidPainter, type SolidMesh } from "./solid.ts";

export class OffscreenSolid {
    private canvas: OffscreenCanvas | null = null;
    private painter: SolidPainter | null = null;
    // Identifies the triangles that the painter holds
    private readonly mesh = ofProject(() => ({ of: null as unknown }));
    private readonly opaque: boolean;

    constructor(opaque: boolean) {
        this.opaque = opaque;
    }
    // The painter for a picture of this size, holding the triangles of `mesh`, which are uploaded when `of` differs
    // from the last call. Returns null if the browser has no WebGL 2 or has lost the context.
    begin(width: number, height: number, of: unknown, mesh: SolidMesh): SolidPainter | null {
        this.canvas ??= new OffscreenCanvas(width, height);
        this.painter ??= SolidPainter.make(this.canvas, this.opaque);
        if (!this.painter || this.painter.lost) return null;
        if (this.canvas.width !== width || this.canvas.height !== height)
            [this.canvas.width, this.canvas.height] = [width, height];
        if (this.mesh.of !== of) this.painter.mesh(mesh);
        this.mesh.of = of;
        return this.painter;
    }
    // Called when the object that `of` refers to is removed.
    forget(of: unknown): void {
        if (this.mesh.of === of) this.mesh.of = null;
    }
    copyTo(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D): void {
        if (this.canvas) context.drawImage(this.canvas, 0, 0);
    }
}
