// Keys as small pictures: each kind is drawn once and then put wherever it is wanted, which costs far less than a path for
// every key.
import { diamond } from "./picture.ts";
import type { Glyph } from "./picture.ts";

const ROOM = 2; // px around the diamond
const made = new Map<string, HTMLCanvasElement>();

function make(r: number, glyph: Glyph, colour: string, rim: string, ratio: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.ceil(2 * (r + ROOM) * ratio);
  const c = canvas.getContext("2d")!;
  c.scale(ratio, ratio);
  const middle = canvas.width / ratio / 2;
  c.lineJoin = "round";
  c.beginPath();
  diamond(c, middle, middle, r, glyph);
  c.strokeStyle = rim; // a rim of the panel's colour keeps keys apart from what is behind them
  c.lineWidth = 2.5;
  c.stroke();
  c.fillStyle = colour;
  c.fill();
  if (glyph === "open") {
    c.beginPath(); // an outline closes what lets go
    diamond(c, middle, middle, r - 0.5, "diamond");
    c.strokeStyle = colour;
    c.lineWidth = 1;
    c.stroke();
  }
  return canvas;
}

// On whole pixels of the screen, so that it stays sharp.
export function stamp(c: CanvasRenderingContext2D, x: number, y: number, r: number, glyph: Glyph, colour: string, rim: string): void {
  const ratio = devicePixelRatio;
  const key = `${r}|${glyph}|${colour}|${rim}|${ratio}`;
  let picture = made.get(key);
  if (!picture) made.set(key, (picture = make(r, glyph, colour, rim, ratio)));
  const size = picture.width / ratio;
  c.drawImage(picture, Math.round((x - size / 2) * ratio) / ratio, Math.round((y - size / 2) * ratio) / ratio, size, size);
}
