// Writes one film as MP4, by ISO/IEC 14496-12 and -15. The index precedes the data, so that a player can begin at
// once.
import { bytesOf, decodedAt, lengthOf, letters, sizeOf, type Film, type Part } from "./film.ts";

const TICKS = 57_600; // per second: a whole number per frame at every usual rate
const UNITY = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]; // identity matrix of the picture
const UNDETERMINED = 0x55c4; // the language "und"
const FAR = 0xffff_ffff;

const u8 = (...values: number[]): Part => new Uint8Array(values);
const u16 = (...values: number[]): Part => joined(values.map((value) => bytesOf(value, 2)));
const u32 = (...values: number[]): Part =>
    joined(values.map((value) => bytesOf(value < 0 ? value + FAR + 1 : value, 4)));
function joined(parts: readonly Part[]): Part {
    const all = new Uint8Array(sizeOf(parts));
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
}
const box = (name: string, ...parts: readonly Part[]): Part =>
    joined([u32(8 + sizeOf(parts)), letters(name), ...parts]);
const full = (name: string, version: number, flags: number, ...parts: readonly Part[]): Part =>
    box(name, u8(version), bytesOf(flags, 3), ...parts);
const ticks = (microseconds: number): number => Math.round((microseconds * TICKS) / 1e6);

// Run-length encoding: count and value of equal neighbours.
function runs(values: readonly number[]): readonly (readonly [number, number])[] {
    const made: [number, number][] = [];
    for (const value of values) {
        if (made.at(-1)?.[1] === value) made.at(-1)![0]++;
        else made.push([1, value]);
    }
    return made;
}
const table = (name: string, version: number, rows: readonly (readonly number[])[]): Part =>
    full(name, version, 0, u32(rows.length, ...rows.flat()));

function sampleEntry({ width, height, description, colours }: Film): Part {
    const nothing = (count: number): Part => new Uint8Array(count);
    return box(
        "avc1",
        nothing(6),
        u16(1), // data reference 1: the samples are in this file
        nothing(16),
        u16(width, height),
        u32(0x480000, 0x480000, 0),
        u16(1), // 72 dpi, one frame per sample
        nothing(32),
        u16(0x18),
        u16(0xffff), // no compressor name, 24 bits, no palette
        box("avcC", description ?? nothing(0)),
        ...(colours
            ? [
                  box(
                      "colr",
                      letters("nclx"),
                      u16(colours.primaries, colours.transfer, colours.matrix),
                      u8(colours.fullRange ? 0x80 : 0),
                  ),
              ]
            : []),
    );
}
function sampleTables(film: Film, offset: number): Part {
    const { frames } = film;
    const when = [...decodedAt(film), lengthOf(film)].map(ticks);
    const compositionOffsets = frames.map((one, i) => ticks(one.timestamp) - when[i]!);
    const place = offset > FAR ? full("co64", 0, 0, u32(1), bytesOf(offset, 8)) : table("stco", 0, [[offset]]);
    return box(
        "stbl",
        full("stsd", 0, 0, u32(1), sampleEntry(film)),
        table("stts", 0, runs(frames.map((_, i) => when[i + 1]! - when[i]!))),
        ...(compositionOffsets.some((by) => by !== 0) ? [table("ctts", 1, runs(compositionOffsets))] : []),
        table(
            "stss",
            0,
            frames.flatMap((one, i) => (one.isKey ? [[i + 1]] : [])),
        ),
        table("stsc", 0, [[1, frames.length, 1]]), // all in one chunk
        full("stsz", 0, 0, u32(0, frames.length, ...frames.map((one) => one.bytes.length))),
        place,
    );
}
function movie(film: Film, offset: number): Part {
    const length = ticks(lengthOf(film));
    const media = box(
        "minf",
        full("vmhd", 0, 1, new Uint8Array(8)),
        box("dinf", full("dref", 0, 0, u32(1), full("url ", 0, 1))), // in this file
        sampleTables(film, offset),
    );
    return box(
        "moov",
        full(
            "mvhd",
            0,
            0,
            u32(0, 0, TICKS, length, 0x10000),
            u16(0x100),
            new Uint8Array(10),
            u32(...UNITY),
            new Uint8Array(24),
            u32(2),
        ),
        box(
            "trak",
            full(
                "tkhd",
                0,
                3,
                u32(0, 0, 1, 0, length, 0, 0, 0, 0),
                u32(...UNITY),
                u32(film.width * 0x10000, film.height * 0x10000),
            ), // enabled, used in the movie
            box(
                "mdia",
                full("mdhd", 0, 0, u32(0, 0, TICKS, length), u16(UNDETERMINED, 0)),
                full("hdlr", 0, 0, u32(0), letters("vide"), new Uint8Array(12), letters("video\0")),
                media,
            ),
        ),
    );
}

export function mp4Of(film: Film): readonly Part[] {
    const type = box("ftyp", letters("isom"), u32(0x200), letters("isomiso2avc1mp41"));
    const data = film.frames.map((one) => one.bytes);
    const size = sizeOf(data);
    const head = size + 8 > FAR ? [u32(1), letters("mdat"), bytesOf(size + 16, 8)] : [u32(size + 8), letters("mdat")];
    // The offset of the data depends on the size of the movie box, and that size does not depend on the offset.
    const guess = movie(film, size > FAR / 2 ? FAR + 1 : 0);
    return [type, movie(film, type.length + guess.length + sizeOf(head)), ...head, ...data];
}
