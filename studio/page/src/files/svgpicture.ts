// Pictures inside a drawing (data: URLs): only base64 PNG and JPEG, identified by their bytes and not by the type that
// the file states, and checked for size before a decoder sees them (author/import/svg_limits.c does the same).
import { MOST_PIXELS } from "./png.ts";
import { ImportProblem } from "./importproblem.ts";

interface Size {
    readonly width: number;
    readonly height: number;
}

function measurePng(bytes: Uint8Array, view: DataView): Size | null {
    const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
    if (bytes.length < 24 || signature.some((value, at) => bytes[at] !== value)) return null;
    return { width: view.getUint32(16), height: view.getUint32(20) };
}
// Walks the marker segments to the first frame header (SOF0…SOF15 without DHT, JPG and DAC).
function measureJpeg(bytes: Uint8Array, view: DataView): Size | null {
    if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
    for (let at = 2; bytes.length - at >= 9 && bytes[at] === 0xff; ) {
        const marker = bytes[at + 1]!;
        if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
            return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
        at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
    }
    return null;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
    try {
        return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    } catch {
        return null;
    }
}

export class PictureBudget {
    private pixels = 0;

    // The address rewritten with the type that its bytes show; null if they are not a picture.
    read(address: string): string | null {
        const [, coded] = /^data:[^,]*;base64,([A-Za-z0-9+/=]*)$/i.exec(address.replace(/[\0-\x20]+/g, "")) ?? [];
        const bytes = coded === undefined ? null : decodeBase64(coded);
        const view = new DataView(bytes?.buffer ?? new ArrayBuffer(0));
        const png = bytes && measurePng(bytes, view);
        const size = png ?? (bytes && measureJpeg(bytes, view));
        if (!size) return null;
        this.pixels += size.width * size.height;
        if (this.pixels > MOST_PIXELS)
            throw new ImportProblem(
                `The pictures inside the drawing have more than ${MOST_PIXELS} pixels.`,
                "Make them smaller.",
            );
        return `data:image/${png ? "png" : "jpeg"};base64,${coded}`;
    }
}
