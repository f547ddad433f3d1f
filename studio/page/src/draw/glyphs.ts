// Labels as pictures: the browser renders each text once in white on a sheet, which is a texture. A full sheet is
// cleared and started again.
import { frame } from "../state/workspaces.ts";

const SHEET = 1024; // device pixels on a side
const MARGIN = 2;

export interface GlyphRect {
    readonly left: number; // position on the sheet, device pixels
    readonly top: number;
    readonly width: number;
    readonly height: number;
}

export class Glyphs {
    readonly size = SHEET;
    private readonly context: CanvasRenderingContext2D;
    private readonly words = new Map<string, GlyphRect>();
    private x = MARGIN;
    private y = MARGIN;
    private lineHeight = 0;
    private changed = true;
    // Counts how often the sheet was cleared: words found earlier are then at other positions.
    generation = 0;

    constructor() {
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = SHEET;
        this.context = canvas.getContext("2d", { willReadFrequently: false })!;
        // Renders again the text that was rendered before the font was loaded.
        void document.fonts
            ?.load("500 12px 'Inter Variable'")
            .then(() => this.redrawAll())
            .catch(() => {});
    }

    private redrawAll(): void {
        this.clear();
        frame.request();
    }

    clear(): void {
        this.context.clearRect(0, 0, SHEET, SHEET);
        this.words.clear();
        this.x = this.y = MARGIN;
        this.lineHeight = 0;
        this.changed = true;
        this.generation++;
    }

    // The position of `text` on the sheet, `pixels` device pixels high.
    find(text: string, pixels: number): GlyphRect {
        const key = `${pixels} ${text}`;
        return this.words.get(key) ?? this.renderWord(key, text, pixels);
    }

    private renderWord(key: string, text: string, pixels: number): GlyphRect {
        const { context } = this;
        context.font = `500 ${pixels}px "Inter Variable", Inter, system-ui, sans-serif`;
        const width = Math.min(Math.ceil(context.measureText(text).width) + 2, SHEET - 2 * MARGIN);
        const height = Math.ceil(1.4 * pixels);
        if (this.x + width + MARGIN > SHEET) {
            this.x = MARGIN;
            this.y += this.lineHeight + MARGIN;
            this.lineHeight = 0;
        }
        if (this.y + height + MARGIN > SHEET) {
            this.clear();
            context.font = `500 ${pixels}px "Inter Variable", Inter, system-ui, sans-serif`;
        }
        const word: GlyphRect = { left: this.x, top: this.y, width, height };
        context.textBaseline = "alphabetic";
        context.fillStyle = "#fff";
        context.fillText(text, word.left + 1, Math.round(word.top + 1.06 * pixels), width);
        this.words.set(key, word);
        this.x += width + MARGIN;
        this.lineHeight = Math.max(this.lineHeight, height);
        this.changed = true;
        return word;
    }

    // Uploads the sheet to the bound texture if it changed.
    upload(gl: WebGL2RenderingContext, force: boolean): void {
        if (!this.changed && !force) return;
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, this.context.canvas);
        this.changed = false;
    }
}
