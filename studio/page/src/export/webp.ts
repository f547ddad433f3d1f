// Combines still WebP pictures (from the browser) into an animated WebP, by the container's specification
// (developers.google.com/speed/webp/docs/riff_container): VP8X lists the features, ANIM sets the looping, and each
// ANMF carries the picture chunks of one still. Every frame covers the canvas and replaces it, so transparency is
// preserved.

const HAS_ALPHA = 0x10; // flags of VP8X
const IS_ANIMATED = 0x02;
const REPLACES = 0x02; // flag of ANMF: the frame is not blended over the previous one
const MAX_DURATION = 0xffffff; // milliseconds of a frame

interface Chunk {
    readonly kind: string;
    readonly body: Uint8Array<ArrayBuffer>;
}

function chunksOf(still: Uint8Array<ArrayBuffer>): Chunk[] {
    const view = new DataView(still.buffer, still.byteOffset, still.byteLength);
    const name = (at: number): string => String.fromCharCode(...still.subarray(at, at + 4));
    if (still.length < 20 || name(0) !== "RIFF" || name(8) !== "WEBP")
        throw new Error("The browser's encoder did not produce a WebP picture.");
    const chunks: Chunk[] = [];
    for (let at = 12; at + 8 <= still.length; ) {
        const size = view.getUint32(at + 4, true);
        chunks.push({ kind: name(at), body: still.subarray(at + 8, at + 8 + size) });
        at += 8 + size + (size & 1);
    }
    return chunks;
}

// An ALPH chunk, or the alpha bit of a lossless picture after its signature and its size.
const isTransparent = ({ kind, body }: Chunk): boolean =>
    kind === "ALPH" || (kind === "VP8L" && (body[4]! & 0x10) !== 0);

function write(kind: string, size: number, fill: (view: DataView) => void = () => {}): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(8 + size);
    for (let i = 0; i < 4; i++) bytes[i] = kind.charCodeAt(i);
    const view = new DataView(bytes.buffer);
    view.setUint32(4, size, true);
    fill(view);
    return bytes;
}
function put24(view: DataView, at: number, value: number): void {
    view.setUint16(at, value & 0xffff, true);
    view.setUint8(at + 2, value >> 16);
}
function whole({ kind, body }: Chunk): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(8 + body.length + (body.length & 1));
    bytes.set(write(kind, 0).subarray(0, 4));
    new DataView(bytes.buffer).setUint32(4, body.length, true);
    bytes.set(body, 8);
    return bytes;
}

interface Frame {
    readonly parts: readonly Uint8Array<ArrayBuffer>[];
    readonly bytes: number;
    duration: number; // milliseconds
}

function areEqual(a: Frame, b: Frame): boolean {
    return a.bytes === b.bytes && a.parts.every((part, p) => part.every((byte, i) => byte === b.parts[p]?.[i]));
}

export class AnimatedWebp {
    private readonly frames: Frame[] = [];
    private alpha = false;

    constructor(
        private readonly width: number,
        private readonly height: number,
    ) {}

    // A frame identical to the previous one only extends the duration of that one.
    add(still: Uint8Array<ArrayBuffer>, duration: number): void {
        const chunks = chunksOf(still).filter(({ kind }) => kind === "ALPH" || kind === "VP8 " || kind === "VP8L");
        this.alpha ||= chunks.some(isTransparent);
        const parts = chunks.map(whole);
        const frame = { parts, bytes: parts.reduce((sum, part) => sum + part.length, 0), duration };
        const before = this.frames.at(-1);
        if (before && before.duration + duration <= MAX_DURATION && areEqual(before, frame))
            before.duration += duration;
        else this.frames.push(frame);
    }
    finish(): Blob {
        const head = write("VP8X", 10, (view) => {
            view.setUint8(8, IS_ANIMATED | (this.alpha ? HAS_ALPHA : 0));
            put24(view, 12, this.width - 1);
            put24(view, 15, this.height - 1);
        });
        const loops = write("ANIM", 6); // background colour 0, loop count 0: endless
        const body = this.frames.flatMap((frame) => [this.header(frame), ...frame.parts]);
        const parts = [head, loops, ...body];
        const size = parts.reduce((sum, part) => sum + part.length, 4);
        const file = new Uint8Array(12);
        file.set(write("RIFF", 0).subarray(0, 4));
        new DataView(file.buffer).setUint32(4, size, true);
        file.set([0x57, 0x45, 0x42, 0x50], 8); // WEBP
        return new Blob([file, ...parts], { type: "image/webp" });
    }
    private header({ bytes, duration }: Frame): Uint8Array<ArrayBuffer> {
        const head = write("ANMF", 16, (view) => {
            put24(view, 14, this.width - 1);
            put24(view, 17, this.height - 1);
            put24(view, 20, duration);
            view.setUint8(23, REPLACES);
        });
        new DataView(head.buffer).setUint32(4, 16 + bytes, true);
        return head;
    }
}
