// PNG to 8-bit RGBA, byte for byte what author/import/png.c gets from libpng: not premultiplied, no colour management,
// 16 bits scaled to 8, palettes and greys expanded, wrong checksums refused. Browsers decode PNGs too, but provide the
// pixels only through steps that may round them (premultiplication, colour spaces, 16 bits), and a mesh cut from
// different pixels is a different mesh.
import type { Picture } from "../draw/textures.ts";

// An error that says what is wrong with a picture and what to do.
export class PictureProblem extends Error {
    readonly remedy: string;

    constructor(message: string, remedy: string) {
        super(message);
        this.name = "PictureProblem";
        this.remedy = remedy;
    }
}

// VV_IMAGE_MAX_SIDE and VV_IMAGE_MAX_PIXELS of author/base/image.h.
const MOST_SIDE = 16384;
export const MOST_PIXELS = 1 << 27;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export const isPng = (bytes: Uint8Array): boolean => SIGNATURE.every((byte, i) => bytes[i] === byte);

// The size stated by the first bytes of a PNG; 0 × 0 if the file is not a PNG or too damaged to tell.
export const PNG_HEAD = 24;
export function pngSize(head: Uint8Array): { width: number; height: number } {
    if (head.length < PNG_HEAD || !isPng(head)) return { width: 0, height: 0 };
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
    return { width: view.getUint32(16), height: view.getUint32(20) };
}
export function checkSize({ width, height }: { width: number; height: number }): void {
    if (width <= MOST_SIDE && height <= MOST_SIDE && width * height <= MOST_PIXELS) return;
    throw new PictureProblem(
        `The picture has ${width} × ${height} pixels; at most ${MOST_SIDE} on a side and ${MOST_PIXELS} in all can be read.`,
        "Make it smaller.",
    );
}

const damaged = (what: string): PictureProblem =>
    new PictureProblem(`The PNG is damaged: ${what}.`, "Save it again from the program that made it.");

// ---- Chunks --------------------------------------------------------------------------------------------------------

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c;
});
function crc(bytes: Uint8Array): number {
    let c = 0xffffffff;
    for (let i = 0; i < bytes.length; i++) c = crcTable[(c ^ bytes[i]!) & 255]! ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
}

interface Header {
    readonly width: number;
    readonly height: number;
    readonly depth: number;
    readonly kind: number; // 0 grey, 2 RGB, 3 palette, 4 grey + alpha, 6 RGBA
    readonly interlaced: boolean;
}
interface Chunks {
    readonly header: Header;
    readonly palette: Uint8Array | null;
    readonly transparency: Uint8Array | null;
    readonly data: Uint8Array<ArrayBuffer>[];
}

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
    0: [1, 2, 4, 8, 16],
    2: [8, 16],
    3: [1, 2, 4, 8],
    4: [8, 16],
    6: [8, 16],
};

function readHeader(bytes: Uint8Array): Header {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length !== 13) throw damaged("its header has the wrong length");
    const [width, height] = [view.getUint32(0), view.getUint32(4)];
    const [depth, kind, compression, filter, interlace] = [bytes[8]!, bytes[9]!, bytes[10]!, bytes[11]!, bytes[12]!];
    if (
        width === 0 ||
        height === 0 ||
        !DEPTHS[kind]?.includes(depth) ||
        compression !== 0 ||
        filter !== 0 ||
        interlace > 1
    )
        throw damaged("its header makes no sense");
    checkSize({ width, height });
    return { width, height, depth, kind, interlaced: interlace === 1 };
}

function readChunks(bytes: Uint8Array<ArrayBuffer>): Chunks {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let header: Header | null = null;
    let palette: Uint8Array | null = null;
    let transparency: Uint8Array | null = null;
    const data: Uint8Array<ArrayBuffer>[] = [];
    for (let at = 8; ; ) {
        if (at + 12 > bytes.length) throw damaged("it ends too early");
        const length = view.getUint32(at);
        if (length > bytes.length - at - 12) throw damaged("it ends too early");
        const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
        const body = bytes.subarray(at + 8, at + 8 + length);
        if (crc(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length))
            throw damaged(`${name} has a wrong checksum`);
        if (!header && name !== "IHDR") throw damaged("it does not begin with its header");
        if (name === "IHDR") header = readHeader(body);
        else if (name === "PLTE") palette = body;
        else if (name === "tRNS" && data.length === 0) transparency = body;
        else if (name === "IDAT") data.push(body);
        else if (name === "IEND") break;
        else if (!(name.charCodeAt(0) & 32)) throw damaged(`it needs ${name}, a chunk of an unknown kind`);
        at += 12 + length;
    }
    if (header!.kind === 3 && !palette) throw damaged("its palette is missing");
    return { header: header!, palette, transparency, data };
}

// ---- Rows ----------------------------------------------------------------------------------------------------------

// Inflates exactly `count` bytes; the excess output of a decompression bomb is never produced.
async function inflate(data: readonly Uint8Array<ArrayBuffer>[], count: number): Promise<Uint8Array> {
    const out = new Uint8Array(count);
    const reader = new Blob(data as Uint8Array<ArrayBuffer>[])
        .stream()
        .pipeThrough(new DecompressionStream("deflate"))
        .getReader();
    let filled = 0;
    while (filled < count) {
        const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
        if (done || !value) throw damaged("its pixels end too early");
        out.set(value.subarray(0, count - filled), filled);
        filled += value.length;
    }
    void reader.cancel().catch(() => {});
    return out;
}

// Undoes the filter of one row in place (PNG specification, 9.2); `before` is the row above, of zeros for the first.
function unfilter(kind: number, row: Uint8Array, before: Uint8Array, step: number): void {
    const n = row.length;
    if (kind === 1) for (let i = step; i < n; i++) row[i] = row[i]! + row[i - step]!;
    else if (kind === 2) for (let i = 0; i < n; i++) row[i] = row[i]! + before[i]!;
    else if (kind === 3)
        for (let i = 0; i < n; i++) row[i] = row[i]! + (((i < step ? 0 : row[i - step]!) + before[i]!) >> 1);
    else if (kind === 4)
        for (let i = 0; i < n; i++) {
            const a = i < step ? 0 : row[i - step]!;
            const b = before[i]!;
            const c = i < step ? 0 : before[i - step]!;
            const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
            row[i] = row[i]! + (pa <= pb && pa <= pc ? a : pb <= pc ? b : c);
        }
    else if (kind !== 0) throw damaged("a row has an unknown filter");
}

// ---- Pixels --------------------------------------------------------------------------------------------------------

const to8 = (high: number, low: number): number => ((high * 256 + low) * 255 + 32895) >>> 16; // like png_set_scale_16

// Writes pixel `x` of a row, RGBA, to out[at…].
type Put = (row: Uint8Array, x: number, out: Uint8Array, at: number) => void;

function putPalette({ depth }: Header, palette: Uint8Array, transparency: Uint8Array | null): Put {
    const mask = (1 << depth) - 1;
    return (row, x, out, at) => {
        const bit = x * depth;
        const index = (row[bit >> 3]! >> (8 - depth - (bit & 7))) & mask;
        out[at] = palette[3 * index] ?? 0;
        out[at + 1] = palette[3 * index + 1] ?? 0;
        out[at + 2] = palette[3 * index + 2] ?? 0;
        out[at + 3] = transparency?.[index] ?? 255;
    };
}
// The one colour that may be declared transparent: `clear`, with as many bits as the picture.
function putSmallGrey({ depth }: Header, transparency: Uint8Array | null): Put {
    const mask = (1 << depth) - 1;
    const clear = transparency && transparency.length >= 2 ? transparency[1]! & mask : -1;
    return (row, x, out, at) => {
        const bit = x * depth;
        const value = (row[bit >> 3]! >> (8 - depth - (bit & 7))) & mask;
        out[at] = out[at + 1] = out[at + 2] = value * (255 / mask);
        out[at + 3] = value === clear ? 0 : 255;
    };
}
function putWhole({ kind, depth }: Header, transparency: Uint8Array | null): Put {
    const wide = depth === 16;
    const [size, colours, alpha] = [wide ? 2 : 1, kind & 2 ? 3 : 1, (kind & 4) !== 0];
    const step = size * (colours + (alpha ? 1 : 0));
    const read = (row: Uint8Array, i: number): number => (wide ? to8(row[i]!, row[i + 1]!) : row[i]!);
    const clear = !alpha && transparency && transparency.length >= 2 * colours ? transparency : null;
    const isClear = (row: Uint8Array, from: number): boolean => {
        for (let c = 0; c < colours; c++) {
            if (row[from + c * size + size - 1] !== clear![2 * c + 1]) return false;
            if (wide && row[from + c * size] !== clear![2 * c]) return false;
        }
        return true;
    };
    return (row, x, out, at) => {
        const from = x * step;
        for (let c = 0; c < 3; c++) out[at + c] = read(row, from + (colours === 3 ? c * size : 0));
        out[at + 3] = alpha ? read(row, from + colours * size) : clear && isClear(row, from) ? 0 : 255;
    };
}
function chooseWay({ header, palette, transparency }: Chunks): Put {
    if (header.kind === 3) return putPalette(header, palette!, transparency);
    return header.depth < 8 ? putSmallGrey(header, transparency) : putWhole(header, transparency);
}

// First column, first row, column step and row step of each pass (Adam7), or of the single pass.
const ADAM7 = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
] as const;
const WHOLE = [[0, 0, 1, 1]] as const;

export async function decodePng(bytes: Uint8Array<ArrayBuffer>): Promise<Picture> {
    const chunks = readChunks(bytes);
    const { width, height, depth, kind, interlaced } = chunks.header;
    const bits = depth * CHANNELS[kind]!;
    const passes = (interlaced ? ADAM7 : WHOLE)
        .map(([x, y, dx, dy]) => ({
            x,
            y,
            dx,
            dy,
            columns: Math.ceil((width - x) / dx),
            rows: Math.ceil((height - y) / dy),
        }))
        .filter(({ columns, rows }) => columns > 0 && rows > 0)
        .map((pass) => ({ ...pass, length: Math.ceil((pass.columns * bits) / 8) }));
    const raw = await inflate(
        chunks.data,
        passes.reduce((sum, pass) => sum + pass.rows * (pass.length + 1), 0),
    );
    const pixels = new Uint8Array(4 * width * height);
    const put = chooseWay(chunks);
    let at = 0;
    for (const { x, y, dx, dy, columns, rows, length } of passes) {
        let before: Uint8Array = new Uint8Array(length);
        for (let r = 0; r < rows; r++, at += length + 1) {
            const row = raw.subarray(at + 1, at + 1 + length);
            unfilter(raw[at]!, row, before, Math.max(1, bits >> 3));
            if (kind === 6 && depth === 8 && !interlaced)
                pixels.set(row, length * r); // 8-bit RGBA needs no conversion
            else for (let c = 0; c < columns; c++) put(row, c, pixels, 4 * ((y + r * dy) * width + x + c * dx));
            before = row;
        }
    }
    return { width, height, pixels };
}
