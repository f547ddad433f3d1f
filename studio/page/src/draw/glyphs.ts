// Labels as pictures: each text is set once by the browser in white on a sheet, which is a texture. When the sheet is full
// it is begun anew.
import { frame } from "../state/workspaces.ts";

const SHEET = 1024; // device pixels on a side
const MARGIN = 2;

export interface Word {
  readonly left: number; // on the sheet, device pixels
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export class Glyphs {
  readonly size = SHEET;
  private readonly context: CanvasRenderingContext2D;
  private readonly words = new Map<string, Word>();
  private x = MARGIN;
  private y = MARGIN;
  private lineHeight = 0;
  private changed = true;
  // Counts how often the sheet was begun anew: words found before are then elsewhere.
  age = 0;

  constructor() {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = SHEET;
    this.context = canvas.getContext("2d", { willReadFrequently: false })!;
    // Text set before the face has come is set again.
    void document.fonts?.load("500 12px 'Inter Variable'").then(() => this.comeAnew()).catch(() => {});
  }

  private comeAnew(): void {
    this.clear();
    frame.request();
  }

  clear(): void {
    this.context.clearRect(0, 0, SHEET, SHEET);
    this.words.clear();
    this.x = this.y = MARGIN;
    this.lineHeight = 0;
    this.changed = true;
    this.age++;
  }

  // Where `text` stands on the sheet, `pixels` device pixels high.
  find(text: string, pixels: number): Word {
    const key = `${pixels} ${text}`;
    return this.words.get(key) ?? this.set(key, text, pixels);
  }

  private set(key: string, text: string, pixels: number): Word {
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
    const word: Word = { left: this.x, top: this.y, width, height };
    context.textBaseline = "alphabetic";
    context.fillStyle = "#fff";
    context.fillText(text, word.left + 1, Math.round(word.top + 1.06 * pixels), width);
    this.words.set(key, word);
    this.x += width + MARGIN;
    this.lineHeight = Math.max(this.lineHeight, height);
    this.changed = true;
    return word;
  }

  // Puts the sheet on the bound texture, if it changed.
  upload(gl: WebGL2RenderingContext, anew: boolean): void {
    if (!this.changed && !anew) return;
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, this.context.canvas);
    this.changed = false;
  }
}
