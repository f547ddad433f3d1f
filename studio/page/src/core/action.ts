// A line of action and what follows it, as the core tells it (section "Lines of action" of studio/core/studio.h).
import type { Port } from "./herd.ts";
import type { Command, Vec2 } from "./project.ts";

export const LINE_POINTS = 61; // of the line as it is shown

// Arrays are views into WebAssembly memory: read them in the frame you asked for them, keep none.
export interface ActionView {
  readonly line: number;
  readonly version: number; // changes with triangles and colours
  readonly serial: number; // changes whenever it was built anew
  readonly drawing: boolean; // an artwork follows, not a body
  readonly subject: number;
  readonly keyCount: number; // 0: no strokes yet, and no line to be seen
  readonly frameCount: number;
  readonly seconds: number;
  readonly length: number;
  readonly rate: number;
  readonly vertexCount: number; // a body
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly triangles: Uint32Array;
  readonly colours: Uint32Array;
  readonly colour: number; // of what has none of its own: nothing
  readonly joints: Float32Array; // twelve numbers each: three rows of what turns it, and its place
  readonly parents: Uint32Array;
  readonly flat: Float32Array; // a drawing: x, y of its vertices
  readonly centre: readonly [number, number, number]; // of the paper
  readonly distance: number; // 0: orthographic
  readonly normal: readonly [number, number, number]; // of the action plane
  readonly points: Float32Array; // x, y on the paper
  readonly places: Float32Array; // x, y, z in the world, on the action plane
  readonly grabbed: boolean;
}
export interface KeyReport {
  readonly time: number;
  readonly length: number; // metres
  readonly error: number; // of the fit, share of its length
  readonly crossings: number;
  readonly reversed: boolean;
  readonly reach?: number; // bodies: metres of its bones
  readonly bones?: readonly string[]; // bodies: as given or as proposed
}
export interface ActionReport {
  readonly joints: readonly string[];
  readonly report: {
    readonly key_error: number; // of the line at its keystrokes
    readonly key_distance: number; // of the body there
    readonly mean_distance: number; // shares of the line's length
    readonly worst_distance: number;
    readonly tangent_degrees: number;
    readonly contact_error: number; // metres
    readonly twist_degrees: number;
    readonly plane_degrees: number;
    readonly frames: number;
    readonly iterations: number;
  } | null;
  readonly keys: readonly KeyReport[];
}
export interface Stroke {
  readonly points: readonly Vec2[];
  readonly pressure?: readonly number[];
}

const WORDS = 338;
const [POINTS, PLACES, GRABBED] = [32, 32 + 2 * LINE_POINTS, 32 + 5 * LINE_POINTS];

export class Actions {
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
  private lend<T>(values: ArrayLike<number>, use: (at: number) => T): T {
    return this.port.module.lend(new Uint8Array(Float32Array.from(values).buffer), use);
  }
  private filled(count: number, fill: (at: number) => number): Float32Array {
    return this.port.module.borrow(4 * count, (at) => {
      this.port.expect(fill(at));
      return this.port.module.floats(at, count).slice();
    });
  }

  // Opens it, or brings it up to date after the project changed or a preview began.
  show(line: number): void {
    const at = this.calls.vv_studio_action(this.port.at, line);
    if (!at) throw this.port.failed();
    this.open = at;
  }
  end(): void {
    this.calls.vv_studio_action_end(this.port.at);
    this.open = 0;
  }
  // What is open now, null if nothing is.
  now(): ActionView | null {
    if (!this.open) return null;
    const { module } = this.port;
    const w = module.words(this.open, WORDS);
    const f = module.floats(this.open, WORDS);
    return {
      line: w[0]!,
      version: w[1]!,
      serial: w[2]!,
      drawing: w[3] === 2,
      subject: w[4]!,
      keyCount: w[5]!,
      frameCount: w[6]!,
      seconds: f[7]!,
      length: f[8]!,
      rate: f[9]!,
      vertexCount: w[10]!,
      positions: module.floats(w[13]!, 3 * w[10]!),
      normals: module.floats(w[14]!, 3 * w[10]!),
      triangles: module.words(w[15]!, 3 * w[11]!),
      colours: module.words(w[16]!, w[10]!),
      colour: 0,
      joints: module.floats(w[17]!, 12 * w[12]!),
      parents: module.words(w[18]!, w[12]!),
      flat: module.floats(w[20]!, 2 * w[19]!),
      centre: [f[25]!, f[26]!, f[27]!],
      distance: f[28]!,
      normal: [f[29]!, f[30]!, f[31]!],
      points: f.subarray(POINTS, PLACES),
      places: f.subarray(PLACES, GRABBED),
      grabbed: w[GRABBED] !== 0,
    };
  }
  seek(time: number): void {
    this.calls.vv_studio_action_show(this.port.at, time);
  }
  // Copies, which may be kept: the line at evenly spaced times, its keystrokes as they were fitted, the body at another time.
  ghosts(from: number, to: number, count: number): Float32Array {
    return this.filled(2 * LINE_POINTS * count, (at) => this.calls.vv_studio_action_ghosts(this.port.at, from, to, count, at));
  }
  strokes(): Float32Array {
    return this.filled(2 * LINE_POINTS * (this.now()?.keyCount ?? 0), (at) => this.calls.vv_studio_action_strokes(this.port.at, at));
  }
  glance(time: number): { readonly positions: Float32Array; readonly normals: Float32Array } {
    const count = 3 * (this.now()?.vertexCount ?? 0);
    const both = this.filled(2 * count, (at) => this.calls.vv_studio_action_glance(this.port.at, time, at, at + 4 * count));
    return { positions: both.subarray(0, count), normals: both.subarray(count) };
  }
  report(): ActionReport {
    return this.told(this.calls.vv_studio_action_report(this.port.at));
  }
  // What a pen gave, x, y and pressure each, as a project holds it.
  stroke(samples: ArrayLike<number>): Stroke {
    return this.told(this.lend(samples, (at) => this.calls.vv_studio_action_stroke(this.port.at, at, samples.length / 3)));
  }
  // The bones that a scribble covers in the pose that is shown, or that fill a stroke best.
  scribble(points: ArrayLike<number>, radius: number): readonly string[] {
    return this.told(this.lend(points, (at) => this.calls.vv_studio_action_scribble(this.port.at, at, points.length / 2, radius)));
  }
  propose(points: ArrayLike<number>): readonly string[] {
    return this.told(this.lend(points, (at) => this.calls.vv_studio_action_propose(this.port.at, at, points.length / 2)));
  }
  // By hand: false where the line is farther away.
  grab(x: number, y: number, reach: number): boolean {
    return this.calls.vv_studio_action_grab(this.port.at, x, y, reach) !== 0;
  }
  drag(x: number, y: number): void {
    this.calls.vv_studio_action_drag(this.port.at, x, y);
  }
  letGo(): void {
    this.calls.vv_studio_action_let_go(this.port.at);
  }
  play(seconds: number): void {
    this.calls.vv_studio_action_play(this.port.at, seconds);
  }
  // The command that makes what was done by hand part of the line.
  pulled(): Command {
    return this.told(this.calls.vv_studio_action_pulled(this.port.at));
  }
  // How a preset swings: both ends of a straight line, `count` times.
  preset(preset: number, count: number): Float32Array {
    return this.filled(4 * count, (at) => this.calls.vv_studio_action_preset(this.port.at, preset, count, at));
  }
  // Anticipation, overshoot, cycles, damping and lag of a preset.
  temper(preset: number): Float32Array {
    return this.filled(5, (at) => this.calls.vv_studio_action_temper(this.port.at, preset, at));
  }
  // The command that adds the drawing at each keystroke to its poses.
  poses(name: string): string {
    this.port.expect(this.port.module.lendText(name, (at) => this.calls.vv_studio_action_poses(this.port.at, at)));
    return this.port.text();
  }
  // How far a twist turns its bone at a time, radians.
  twist(index: number, time: number): number {
    return this.calls.vv_studio_action_twist(this.port.at, index, time);
  }
  // Of a body the text of a BVH file, of a drawing the command that adds the clip.
  clip(name: string): string {
    this.port.expect(this.port.module.lendText(name, (at) => this.calls.vv_studio_action_clip(this.port.at, at)));
    return this.port.text();
  }
}
