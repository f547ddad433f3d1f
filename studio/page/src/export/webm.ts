// Writes one film as WebM, by the container guidelines and RFC 8794: one cluster from each key frame to the next,
// preceded by an index of them, so that a player can seek.
import { bytesOf, lengthOf, letters, sizeOf, type Film, type FilmFrame, type Part } from "./film.ts";

const MILLISECOND = 1_000_000; // nanoseconds; the unit of times
const MAX_CLUSTER = 32_000; // milliseconds of a cluster: the time of a block is 16 bits, relative to its cluster
const ID = {
    ebml: 0x1a45dfa3,
    version: 0x4286,
    readVersion: 0x42f7,
    idLength: 0x42f2,
    sizeLength: 0x42f3,
    kind: 0x4282,
    kindVersion: 0x4287,
    kindReadVersion: 0x4285,
    segment: 0x18538067,
    info: 0x1549a966,
    scale: 0x2ad7b1,
    duration: 0x4489,
    muxer: 0x4d80,
    writer: 0x5741,
    tracks: 0x1654ae6b,
    track: 0xae,
    number: 0xd7,
    uid: 0x73c5,
    type: 0x83,
    lacing: 0x9c,
    frameLength: 0x23e383,
    codec: 0x86,
    own: 0x63a2,
    video: 0xe0,
    width: 0xb0,
    height: 0xba,
    colour: 0x55b0,
    matrix: 0x55b1,
    range: 0x55b9,
    transfer: 0x55ba,
    primaries: 0x55bb,
    cues: 0x1c53bb6b,
    cue: 0xbb,
    cueTime: 0xb3,
    cueTrack: 0xb7,
    cueTrackNumber: 0xf7,
    cuePlace: 0xf1,
    cluster: 0x1f43b675,
    time: 0xe7,
    block: 0xa3,
} as const;

const idBytes = (id: number): Part => bytesOf(id, id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1);
// The leading bits of a size give its length in bytes: the shortest possible is used; all ones are reserved for an
// unknown size.
function vint(value: number): Part {
    let count = 1;
    while (value >= 2 ** (7 * count) - 1) count++;
    return bytesOf(value + 2 ** (7 * count), count);
}
const element = (id: number, ...parts: readonly Part[]): readonly Part[] => [
    idBytes(id),
    vint(sizeOf(parts)),
    ...parts,
];
const group = (id: number, ...inner: readonly (readonly Part[])[]): readonly Part[] => element(id, ...inner.flat());
function number(id: number, value: number): readonly Part[] {
    let count = 1;
    while (value >= 256 ** count) count++;
    return element(id, bytesOf(value, count));
}
const words = (id: number, text: string): readonly Part[] => element(id, letters(text));
function real(id: number, value: number): readonly Part[] {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value);
    return element(id, bytes);
}
const milliseconds = (frame: FilmFrame): number => Math.round(frame.timestamp / 1000);

interface Cluster {
    readonly time: number;
    readonly parts: readonly Part[];
}
function clustersOf(frames: readonly FilmFrame[]): readonly Cluster[] {
    const groups: FilmFrame[][] = [];
    for (const frame of frames) {
        const first = groups.at(-1)?.[0];
        if (!first || frame.isKey || milliseconds(frame) - milliseconds(first) > MAX_CLUSTER) groups.push([frame]);
        else groups.at(-1)!.push(frame);
    }
    return groups.map((all) => {
        const time = milliseconds(all[0]!);
        const block = (frame: FilmFrame): readonly Part[] =>
            element(
                ID.block,
                vint(1),
                bytesOf((milliseconds(frame) - time + 0x10000) % 0x10000, 2),
                new Uint8Array([frame.isKey ? 0x80 : 0]),
                frame.bytes,
            );
        return { time, parts: group(ID.cluster, number(ID.time, time), ...all.map(block)) };
    });
}
function trackOf({ codec, width, height, rate, description, colours }: Film): readonly Part[] {
    const seen = colours
        ? [
              group(
                  ID.colour,
                  number(ID.matrix, colours.matrix),
                  number(ID.range, colours.fullRange ? 2 : 1),
                  number(ID.transfer, colours.transfer),
                  number(ID.primaries, colours.primaries),
              ),
          ]
        : [];
    return group(
        ID.track,
        number(ID.number, 1),
        number(ID.uid, 1),
        number(ID.type, 1),
        number(ID.lacing, 0),
        number(ID.frameLength, Math.round(1e9 / rate)),
        words(ID.codec, codec === "vp8" ? "V_VP8" : "V_VP9"),
        ...(description ? [element(ID.own, description)] : []),
        group(ID.video, number(ID.width, width), number(ID.height, height), ...seen),
    );
}
// Positions are counted from the segment's first byte; each takes eight bytes, so that writing them does not change
// them.
function cuesOf(clusters: readonly Cluster[], before: number): readonly Part[] {
    let at = before;
    return group(
        ID.cues,
        ...clusters.map(({ time, parts }) => {
            const cue = group(
                ID.cue,
                number(ID.cueTime, time),
                group(ID.cueTrack, number(ID.cueTrackNumber, 1), element(ID.cuePlace, bytesOf(at, 8))),
            );
            at += sizeOf(parts);
            return cue;
        }),
    );
}

export function webmOf(film: Film): readonly Part[] {
    const head = group(
        ID.ebml,
        number(ID.version, 1),
        number(ID.readVersion, 1),
        number(ID.idLength, 4),
        number(ID.sizeLength, 8),
        words(ID.kind, "webm"),
        number(ID.kindVersion, 4),
        number(ID.kindReadVersion, 2),
    );
    const info = group(
        ID.info,
        number(ID.scale, MILLISECOND),
        words(ID.muxer, "Verve"),
        words(ID.writer, "Verve"),
        real(ID.duration, lengthOf(film) / 1000),
    );
    const tracks = group(ID.tracks, trackOf(film));
    const clusters = clustersOf(film.frames);
    const before = sizeOf(info) + sizeOf(tracks) + sizeOf(cuesOf(clusters, 0));
    return [...head, ...group(ID.segment, info, tracks, cuesOf(clusters, before), ...clusters.map((one) => one.parts))];
}
