// Creatures beside each other, all bound to one motion, as the core describes them (section "Creatures" of
// studio/core/studio.h).
import type { BodyContext, Command, GaitRow, MoveMode } from "./project.ts";
import { HerdMemberFloat, HerdMemberWord, HerdViewFloat, HerdViewWord, Words } from "./layout.ts";
import type { Module } from "./module.ts";
import { NONE } from "./module.ts";

// Arrays are views into WebAssembly memory: read them in the frame in which you requested them and do not keep them.
export interface HerdMember {
    readonly placements: Float32Array; // per body: position x, y, z and rotation x, y, z, w, in the world
    readonly bound: boolean; // whether the motion can play on it
    readonly variantCount: number;
    readonly variant: number;
    readonly x: number; // position
    readonly z: number;
    readonly seconds: number;
    readonly height: number; // height at rest, metres
    readonly gone: number; // distance travelled along its path in a trial, metres
}
export interface Herd {
    readonly version: number; // changes with triangles and colours
    readonly vertexCount: number;
    readonly positions: Float32Array; // x, y, z per vertex
    readonly normals: Float32Array;
    readonly triangles: Uint32Array;
    readonly colours: Uint32Array;
    readonly colour: number; // of vertices without a colour of their own
    readonly members: readonly HerdMember[];
    readonly seconds: number;
    readonly length: number; // length of the motion
    readonly low: readonly [number, number, number];
    readonly high: readonly [number, number, number];
}

// What to show. Targets are in the creature's own frame, in units of its height.
export interface HerdWish {
    readonly motion: string | null;
    readonly creatures: readonly string[]; // names in the project, or "seed:7"
    readonly gait: string | null;
    readonly speed: number;
    readonly turning: number;
    readonly trial: number | null; // the trial of the gait that is being judged: neither motion nor speed apply then
    readonly targets: readonly (readonly number[] | null)[];
    readonly variant: number;
    readonly mirror: boolean;
    readonly light: BodyContext | null;
    readonly channel: number | null;
    readonly active: { readonly member: number; readonly body: string } | null;
}

export interface HerdBody {
    readonly name: string;
    readonly caps: readonly string[];
    readonly parent: number;
    readonly limb_length: number;
}
export interface MemberReport {
    readonly name: string;
    readonly seed: number | null;
    readonly upright: boolean;
    readonly legs: number;
    readonly bodies: readonly HerdBody[];
    readonly bound: boolean;
    readonly why: string; // why it cannot play
    readonly variants: readonly (readonly string[])[]; // the bodies of each group, per variant
}
export interface HerdReport {
    readonly members: readonly MemberReport[];
    readonly channels: readonly { readonly counts: readonly number[] }[];
}
export interface Selected {
    readonly counts: readonly number[];
    readonly bodies: readonly (readonly string[])[];
}
export interface FootFall {
    readonly name: string;
    readonly group: number;
    readonly side: number;
    readonly duty: number;
    readonly trigger: number;
    readonly stands: readonly (readonly [number, number])[]; // stance intervals, as shares of a cycle
}
export interface Falls {
    readonly kind: "legs" | "crawl" | "float";
    readonly frequency: number;
    readonly unit: number; // m/s at a Froude number of 1
    readonly feet: readonly FootFall[];
}
// What a gait is based on: its own rows or the built-in ones; forward, up, out and pitch over the flight of a foot.
export interface GaitTable {
    readonly rows: readonly GaitRow[];
    readonly flight: readonly (readonly [number, number, number, number])[];
}
export interface Failure {
    readonly motion?: string; // either a motion or a gait
    readonly gait?: string;
    readonly variant: number;
    readonly frame: number;
    readonly time: number;
    readonly measure: string;
    readonly value: number;
    readonly limit: number;
    readonly body?: string;
    readonly speed: number; // speed of a gait, m/s
    readonly trial: number; // which of its trials
    readonly words: string; // description, such as "fast, on a slope"
    readonly seconds: number; // length of the trial
    readonly slope: number; // slope of its ground, rise over run
    readonly radius: number; // radius of its path, metres; 0: straight
}
export interface Verdict {
    readonly seed: number;
    readonly plays: number;
    readonly passed: number;
    readonly skipped: number;
    readonly failures: readonly Failure[];
}

// The goal of a channel for a body: position and rotation in the world, and as they are stored.
export interface Pose {
    readonly place: readonly [number, number, number];
    readonly turn: readonly [number, number, number, number];
}
export interface Goal {
    readonly special: Pose;
    readonly general: Pose;
}
// The body of a member whose space is used; null: generalised coordinates.
export type Body = { readonly member: number; readonly body: number } | null;

const PLACEMENT = Words.transform3 as number;

// What a studio provides to the classes of its parts.
export interface Port {
    readonly module: Module;
    readonly at: number;
    expect(result: number): void;
    failed(): Error;
    text(): string;
}

export class Herds {
    private readonly port: Port;
    private open = 0;

    constructor(port: Port) {
        this.port = port;
    }
    private get calls() {
        return this.port.module.exports;
    }
    private told<T>(result: number): T {
        this.port.expect(result);
        return JSON.parse(this.port.text()) as T;
    }

    // Opens the herd, or updates it after the project or the request changed.
    show(wish: HerdWish): void {
        const { module, at } = this.port;
        this.open = module.lendText(JSON.stringify(wish), (json, length) =>
            this.calls.vv_studio_herd(at, json, length),
        );
        if (!this.open) throw this.port.failed();
    }
    end(): void {
        this.calls.vv_studio_herd_end(this.port.at);
        this.open = 0;
    }
    // The herd that is open; null if none is.
    now(): Herd | null {
        if (!this.open) return null;
        const { module } = this.port;
        const herd = module.struct<HerdViewWord, HerdViewFloat>(this.open, Words.herdView);
        const vertices = herd.word(HerdViewWord.vertexCount);
        return {
            version: herd.word(HerdViewWord.version),
            vertexCount: vertices,
            positions: module.floats(herd.word(HerdViewWord.positions), 3 * vertices),
            normals: module.floats(herd.word(HerdViewWord.normals), 3 * vertices),
            triangles: module.words(herd.word(HerdViewWord.triangles), 3 * herd.word(HerdViewWord.triangleCount)),
            colours: module.words(herd.word(HerdViewWord.colors), vertices),
            colour: 0,
            members: Array.from({ length: herd.word(HerdViewWord.memberCount) }, (_, i) =>
                this.member(herd.word(HerdViewWord.members) + 4 * Words.herdMember * i),
            ),
            seconds: herd.float(HerdViewFloat.seconds),
            length: herd.float(HerdViewFloat.length),
            low: herd.three(HerdViewFloat.low),
            high: herd.three(HerdViewFloat.high),
        };
    }
    private member(at: number): HerdMember {
        const { module } = this.port;
        const member = module.struct<HerdMemberWord, HerdMemberFloat>(at, Words.herdMember);
        return {
            placements: module.floats(
                member.word(HerdMemberWord.placements),
                PLACEMENT * member.word(HerdMemberWord.bodyCount),
            ),
            bound: member.word(HerdMemberWord.bound) !== 0,
            variantCount: member.word(HerdMemberWord.variantCount),
            variant: member.word(HerdMemberWord.variant),
            x: member.float(HerdMemberFloat.x),
            z: member.float(HerdMemberFloat.z),
            seconds: member.float(HerdMemberFloat.seconds),
            height: member.float(HerdMemberFloat.height),
            gone: member.float(HerdMemberFloat.gone),
        };
    }

    // The motion by itself at a time.
    seek(time: number): void {
        this.calls.vv_studio_herd_show(this.port.at, time);
    }
    advance(seconds: number): void {
        this.calls.vv_studio_herd_advance(this.port.at, seconds);
    }
    restart(): void {
        this.calls.vv_studio_herd_restart(this.port.at);
    }
    // The member and the body that a ray hits first.
    pick(from: ArrayLike<number>, along: ArrayLike<number>): { readonly member: number; readonly body: number } | null {
        const { module, at } = this.port;
        return module.borrow(8, (out) => {
            const met = this.port.module.lendFloats(from, (f) =>
                this.port.module.lendFloats(along, (a) => this.calls.vv_studio_herd_pick(at, f, a, out)),
            );
            const [member, body] = module.words(out, 2);
            return met ? { member: member!, body: body! } : null;
        });
    }
    report(): HerdReport {
        return this.told(this.calls.vv_studio_herd_report(this.port.at));
    }
    // The bodies that a context selects on each member.
    select(context: BodyContext): Selected {
        const { module, at } = this.port;
        return this.told(
            module.lendText(JSON.stringify(context), (json, length) =>
                this.calls.vv_studio_herd_select(at, json, length),
            ),
        );
    }
    goal(channel: number, member: number, body: number, time: number): Goal {
        const n = this.port.module.readFloats(2 * PLACEMENT, (out) =>
            this.port.expect(this.calls.vv_studio_herd_target(this.port.at, channel, member, body, time, out)),
        );
        const pose = (i: number): Pose => ({
            place: [n[i]!, n[i + 1]!, n[i + 2]!],
            turn: [n[i + 3]!, n[i + 4]!, n[i + 5]!, n[i + 6]!],
        });
        return { special: pose(0), general: pose(PLACEMENT) };
    }
    // The commands that key a channel so that a body is at a given position at a time.
    key(
        channel: number,
        member: number,
        body: number,
        time: number,
        place: ArrayLike<number> | null,
        turn: ArrayLike<number> | null,
    ): readonly Command[] {
        return this.told(
            this.port.module.lendFloats(place, (p) =>
                this.port.module.lendFloats(turn, (q) =>
                    this.calls.vv_studio_herd_key(this.port.at, channel, member, body, time, p, q),
                ),
            ),
        );
    }
    // Samples of a track (0 place, 1 turn, 2 and 3 weights, then deforms in their order) over the length of the
    // motion, four numbers each.
    curve(channel: number, track: number, on: Body, count: number): Float32Array {
        return this.port.module.readFloats(4 * count, (out) =>
            this.port.expect(
                this.calls.vv_studio_herd_curve(
                    this.port.at,
                    channel,
                    track,
                    on?.member ?? NONE,
                    on?.body ?? 0,
                    count,
                    out,
                ),
            ),
        );
    }
    // The slopes before and after each of `keys` keys, including computed ones: four numbers each.
    slopes(channel: number, track: number, on: Body, keys: number): Float32Array {
        return this.port.module.readFloats(8 * keys, (out) =>
            this.port.expect(
                this.calls.vv_studio_herd_slopes(this.port.at, channel, track, on?.member ?? NONE, on?.body ?? 0, out),
            ),
        );
    }
    // The command that gives the key at a time these slopes; null: that side is unchanged.
    slant(
        channel: number,
        track: number,
        on: Body,
        time: number,
        before: ArrayLike<number> | null,
        after: ArrayLike<number> | null,
    ): Command {
        return this.told(
            this.port.module.lendFloats(before, (a) =>
                this.port.module.lendFloats(after, (b) =>
                    this.calls.vv_studio_herd_set_slopes(
                        this.port.at,
                        channel,
                        track,
                        on?.member ?? NONE,
                        on?.body ?? 0,
                        time,
                        a,
                        b,
                    ),
                ),
            ),
        );
    }
    // The command that changes the mode of a channel and preserves the body's motion.
    remap(channel: number, member: number, body: number, mode: MoveMode): Command {
        const { module, at } = this.port;
        return this.told(
            module.lendText(JSON.stringify(mode), (json, length) =>
                this.calls.vv_studio_herd_remap(at, channel, member, body, json, length),
            ),
        );
    }
    // null: the default gait.
    falls(member: number, gait: number | null, speed: number): Falls {
        return this.told(this.calls.vv_studio_gait_footfalls(this.port.at, member, gait ?? NONE, speed));
    }
    table(gait: number, count: number): GaitTable {
        return this.told(this.calls.vv_studio_gait_table(this.port.at, gait, count));
    }
    // One motion or gait on the creature grown from a seed; gaits are numbered after the motions. null: all of them.
    validate(seed: number, trial: number | null = null): Verdict {
        return this.told(this.calls.vv_studio_validate(this.port.at, seed, trial ?? NONE));
    }
}
