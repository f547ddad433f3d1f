// The output of an encoder in the form that the containers need: frames in decoding order, and their metadata.

export interface FilmFrame {
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly timestamp: number; // time at which it is shown, microseconds
    readonly isKey: boolean;
}
export interface Film {
    readonly codec: string; // the codec string of WebCodecs
    readonly width: number;
    readonly height: number;
    readonly rate: number; // frames per second
    readonly description: Uint8Array<ArrayBuffer> | null; // decoder configuration, if the codec needs one
    readonly colours: Colours | null;
    readonly frames: readonly FilmFrame[];
}
// Code points of ISO/IEC 23091-2, which both containers use.
export interface Colours {
    readonly primaries: number;
    readonly transfer: number;
    readonly matrix: number;
    readonly fullRange: boolean;
}
const PRIMARIES: Readonly<Record<string, number>> = { bt709: 1, bt470bg: 5, smpte170m: 6, bt2020: 9, smpte432: 12 };
const TRANSFERS: Readonly<Record<string, number>> = {
    bt709: 1,
    smpte170m: 6,
    linear: 8,
    "iec61966-2-1": 13,
    pq: 16,
    hlg: 18,
};
const MATRICES: Readonly<Record<string, number>> = { rgb: 0, bt709: 1, bt470bg: 5, smpte170m: 6, "bt2020-ncl": 9 };

// null if one of them is missing or unknown: players then use their default.
export function coloursOf(space: VideoColorSpaceInit | undefined): Colours | null {
    const [primaries, transfer, matrix] = [
        PRIMARIES[space?.primaries ?? ""],
        TRANSFERS[space?.transfer ?? ""],
        MATRICES[space?.matrix ?? ""],
    ];
    return primaries === undefined || transfer === undefined || matrix === undefined
        ? null
        : { primaries, transfer, matrix, fullRange: space?.fullRange === true };
}

// The decoding time of each frame: the presentation times in ascending order. The two differ only if an encoder
// reorders frames.
export const decodedAt = ({ frames }: Film): readonly number[] =>
    frames.map((one) => one.timestamp).sort((a, b) => a - b);
// Microseconds
export const lengthOf = (film: Film): number => Math.max(...film.frames.map((one) => one.timestamp)) + 1e6 / film.rate;

export type Part = Uint8Array<ArrayBuffer>;
export const sizeOf = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + part.length, 0);
// `count` bytes, big-endian.
export function bytesOf(value: number, count: number): Part {
    const made = new Uint8Array(count);
    for (let i = count - 1, rest = value; i >= 0; i--, rest = Math.floor(rest / 256)) made[i] = rest & 255;
    return made;
}
export const letters = (text: string): Part => new TextEncoder().encode(text) as Part;
