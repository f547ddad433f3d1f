// Cached pictures of keys: each kind is drawn once and then copied, which costs far less than a path for every key.
import { diamond } from "./picture.ts";
import type { Glyph } from "./picture.ts";

const ROOM = 2; // px around the diamond

function drawStamp(r: number, glyph: Glyph, colour: string, rim: string, ratio: number): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.ceil(2 * (r + ROOM) * ratio);
    const c = canvas.getContext("2d")!;
    c.scale(ratio, ratio);
    const middle = canvas.width / ratio / 2;
    c.lineJoin = "round";
    c.beginPath();
    diamond(c, middle, middle, r, glyph);
    c.strokeStyle = rim; // an outline in the panel's colour separates keys from what lies behind them
    c.lineWidth = 2.5;
    c.stroke();
    c.fillStyle = colour;
    c.fill();
    if (glyph === "open") {
        c.beginPath(); // an outline closes the open glyph
        diamond(c, middle, middle, r - 0.5, "diamond");
        c.strokeStyle = colour;
        c.lineWidth = 1;
        c.stroke();
    }
    return canvas;
}

class Stamps {
    private readonly made = new Map<string, HTMLCanvasElement>();

    get(r: number, glyph: Glyph, colour: string, rim: string, ratio: number): HTMLCanvasElement {
        const key = `${r}|${glyph}|${colour}|${rim}|${ratio}`;
        let picture = this.made.get(key);
        if (!picture) this.made.set(key, (picture = drawStamp(r, glyph, colour, rim, ratio)));
        return picture;
    }
}
const stamps = new Stamps();

// Drawn at whole device pixels, so that it stays sharp.
export function stamp(
    c: CanvasRenderingContext2D,
    x: number,
    y: number,
    r: number,
    glyph: Glyph,
    colour: string,
    rim: string,
): void {
    const ratio = devicePixelRatio;
    const picture = stamps.get(r, glyph, colour, rim, ratio);
    const size = picture.width / ratio;
    c.drawImage(
        picture,
        Math.round((x - size / 2) * ratio) / ratio,
        Math.round((y - size / 2) * ratio) / ratio,
        size,
        size,
    );
}
