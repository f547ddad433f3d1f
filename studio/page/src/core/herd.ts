// Creatures beside each other, all bound to one motion, as the core tells it (section "Creatures" of studio/core/studio.h).
import type { BodyContext, Command, GaitRow, MoveMode } from "./project.ts";
import type { Module } from "./module.ts";
import { NONE } from "./module.ts";

// Arrays are views into WebAssembly memory: read them in the frame you asked for them, keep none.
export interface HerdMember {
  readonly placements: Float32Array; // of each body: place x, y, z and turn x, y, z, w, in the world
  readonly bound: boolean; // the motion can play on it
  readonly variantCount: number;
  readonly variant: number;
  readonly x: number; // where it stands
  readonly z: number;
  readonly seconds: number;
  readonly height: number; // metres, at rest
  readonly gone: number; // metres along its way, in a trial
}
export interface Herd {
  readonly version: number; // changes with triangles and colours
  readonly vertexCount: number;
  readonly positions: Float32Array; // x, y, z of each vertex
  readonly normals: Float32Array;
  readonly triangles: Uint32Array;
  readonly colours: Uint32Array;
  readonly colour: number; // of what has none of its own: nothing
  readonly members: readonly HerdMember[];
  readonly seconds: number;
  readonly length: number; // of the motion
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

// What is to be seen. Targets are in the creature's own frame, in its heights.
export interface HerdWish {
  readonly motion: string | null;
  readonly creatures: readonly string[]; // of the project, or "seed:7"
  readonly gait: string | null;
  readonly speed: number;
  readonly turning: number;
  readonly trial: number | null; // of the gait, as it is judged: neither motion nor speed count then
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
  readonly why: string; // it cannot play
  readonly variants: readonly (readonly string[])[]; // the bodies of each group
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
  readonly stands: readonly (readonly [number, number])[]; // shares of a cycle
}
export interface Falls {
  readonly kind: "legs" | "crawl" | "float";
  readonly frequency: number;
  readonly unit: number; // m/s at a Froude number of 1
  readonly feet: readonly FootFall[];
}
// What a gait goes by: rows of its own or the usual ones; forward, up, out and pitch over a foot's flight.
export interface GaitTable {
  readonly rows: readonly GaitRow[];
  readonly flight: readonly (readonly [number, number, number, number])[];
}
export interface Failure {
  readonly motion?: string; // one of the two
  readonly gait?: string;
  readonly variant: number;
  readonly frame: number;
  readonly time: number;
  readonly measure: string;
  readonly value: number;
  readonly limit: number;
  readonly body?: string;
  readonly speed: number; // m/s, of a gait
  readonly trial: number; // which of those that it was tried with
  readonly words: string; // "fast, on a slope"
  readonly seconds: number; // of the trial
  readonly slope: number; // of its ground, rise over run
  readonly radius: number; // of its way, metres; 0: straight
}
export interface Verdict {
  readonly seed: number;
  readonly plays: number;
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
}

// Where a channel wants a body: place and turn on it, and as they are kept.
export interface Pose {
  readonly place: readonly [number, number, number];
  readonly turn: readonly [number, number, number, number];
}
export interface Goal {
  readonly special: Pose;
  readonly general: Pose;
}
// A body of a member, whose space is meant; null: generalised.
export type Body = { readonly member: number; readonly body: number } | null;

const HERD_WORDS = 17;
const MEMBER_WORDS = 10;
const PLACEMENT = 7;

// What a studio lends to parts of its interface.
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
  private lendFloats<T>(values: ArrayLike<number> | null, use: (at: number) => T): T {
    return values ? this.port.module.lend(new Uint8Array(Float32Array.from(values).buffer), use) : use(0);
  }
  private filled(count: number, fill: (at: number) => void): Float32Array {
    return this.port.module.borrow(4 * count, (at) => {
      fill(at);
      return this.port.module.floats(at, count).slice();
    });
  }

  // Opens it, or brings it up to date after the project changed or something else is wanted.
  show(wish: HerdWish): void {
    const { module, at } = this.port;
    this.open = module.lendText(JSON.stringify(wish), (json, length) => this.calls.vv_studio_herd(at, json, length));
    if (!this.open) throw this.port.failed();
  }
  end(): void {
    this.calls.vv_studio_herd_end(this.port.at);
    this.open = 0;
  }
  // What is open now, null if nothing is.
  now(): Herd | null {
    if (!this.open) return null;
    const { module } = this.port;
    const w = module.words(this.open, HERD_WORDS);
    const f = module.floats(this.open, HERD_WORDS);
    return {
      version: w[0]!,
      vertexCount: w[1]!,
      positions: module.floats(w[4]!, 3 * w[1]!),
      normals: module.floats(w[5]!, 3 * w[1]!),
      triangles: module.words(w[6]!, 3 * w[2]!),
      colours: module.words(w[7]!, w[1]!),
      colour: 0,
      members: Array.from({ length: w[3]! }, (_, i) => this.member(w[8]! + 4 * MEMBER_WORDS * i)),
      seconds: f[9]!,
      length: f[10]!,
      low: [f[11]!, f[12]!, f[13]!],
      high: [f[14]!, f[15]!, f[16]!],
    };
  }
  private member(at: number): HerdMember {
    const { module } = this.port;
    const w = module.words(at, MEMBER_WORDS);
    const f = module.floats(at, MEMBER_WORDS);
    return { placements: module.floats(w[1]!, PLACEMENT * w[0]!), bound: w[2] !== 0, variantCount: w[3]!, variant: w[4]!, x: f[5]!, z: f[6]!, seconds: f[7]!, height: f[8]!, gone: f[9]! };
  }

  // The motion at a time by itself.
  seek(time: number): void {
    this.calls.vv_studio_herd_show(this.port.at, time);
  }
  advance(seconds: number): void {
    this.calls.vv_studio_herd_advance(this.port.at, seconds);
  }
  restart(): void {
    this.calls.vv_studio_herd_restart(this.port.at);
  }
  // The member and the body that a ray meets first.
  pick(from: ArrayLike<number>, along: ArrayLike<number>): { readonly member: number; readonly body: number } | null {
    const { module, at } = this.port;
    return module.borrow(8, (out) => {
      const met = this.lendFloats(from, (f) => this.lendFloats(along, (a) => this.calls.vv_studio_herd_pick(at, f, a, out)));
      const [member, body] = module.words(out, 2);
      return met ? { member: member!, body: body! } : null;
    });
  }
  report(): HerdReport {
    return this.told(this.calls.vv_studio_herd_report(this.port.at));
  }
  // What a context selects on each member.
  select(context: BodyContext): Selected {
    const { module, at } = this.port;
    return this.told(module.lendText(JSON.stringify(context), (json, length) => this.calls.vv_studio_herd_select(at, json, length)));
  }
  goal(channel: number, member: number, body: number, time: number): Goal {
    const n = this.filled(2 * PLACEMENT, (out) => this.port.expect(this.calls.vv_studio_herd_goal(this.port.at, channel, member, body, time, out)));
    const pose = (i: number): Pose => ({ place: [n[i]!, n[i + 1]!, n[i + 2]!], turn: [n[i + 3]!, n[i + 4]!, n[i + 5]!, n[i + 6]!] });
    return { special: pose(0), general: pose(PLACEMENT) };
  }
  // The commands that key a channel so that a body is there at a time.
  key(channel: number, member: number, body: number, time: number, place: ArrayLike<number> | null, turn: ArrayLike<number> | null): readonly Command[] {
    return this.told(this.lendFloats(place, (p) => this.lendFloats(turn, (q) => this.calls.vv_studio_herd_key(this.port.at, channel, member, body, time, p, q))));
  }
  // A track (0 place, 1 turn, 2 and 3 weights, then deforms as they come) over the length of the motion, four numbers each.
  curve(channel: number, track: number, on: Body, count: number): Float32Array {
    return this.filled(4 * count, (out) => this.port.expect(this.calls.vv_studio_herd_curve(this.port.at, channel, track, on?.member ?? NONE, on?.body ?? 0, count, out)));
  }
  // The slopes before and after each of `keys` keys, also those that were found: four numbers each.
  slopes(channel: number, track: number, on: Body, keys: number): Float32Array {
    return this.filled(8 * keys, (out) => this.port.expect(this.calls.vv_studio_herd_slopes(this.port.at, channel, track, on?.member ?? NONE, on?.body ?? 0, out)));
  }
  // The command that gives the key at a time these slopes; null: that side stays.
  slant(channel: number, track: number, on: Body, time: number, before: ArrayLike<number> | null, after: ArrayLike<number> | null): Command {
    return this.told(this.lendFloats(before, (a) => this.lendFloats(after, (b) => this.calls.vv_studio_herd_slant(this.port.at, channel, track, on?.member ?? NONE, on?.body ?? 0, time, a, b))));
  }
  // The command that gives a channel another mode and leaves the body's motion as it is.
  remap(channel: number, member: number, body: number, mode: MoveMode): Command {
    const { module, at } = this.port;
    return this.told(module.lendText(JSON.stringify(mode), (json, length) => this.calls.vv_studio_herd_remap(at, channel, member, body, json, length)));
  }
  // null: the usual gait.
  falls(member: number, gait: number | null, speed: number): Falls {
    return this.told(this.calls.vv_studio_gait_falls(this.port.at, member, gait ?? NONE, speed));
  }
  table(gait: number, count: number): GaitTable {
    return this.told(this.calls.vv_studio_gait_table(this.port.at, gait, count));
  }
  // One motion or gait on the creature of a seed, gaits counting on after the motions; null: all of them.
  validate(seed: number, trial: number | null = null): Verdict {
    return this.told(this.calls.vv_studio_validate(this.port.at, seed, trial ?? NONE));
  }
}
