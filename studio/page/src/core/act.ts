// What plays in space, as the core tells it (vv_act_view of studio/core/studio.h).
import type { Module } from "./module.ts";
import { NONE } from "./module.ts";

// In the order of vv_scene_kind.
export const actKinds = ["tour", "stage", "verb", "graph", "shape", "creatures"] as const;
export type ActKind = "verb" | "graph" | "shape";
export type PlayedKind = ActKind | "creatures"; // of creatures, the subject is their scene

// Arrays are views into WebAssembly memory: read them in the frame you asked for them, keep none.
export interface Act {
  readonly kind: PlayedKind;
  readonly subject: number;
  readonly version: number; // changes with triangles and colours
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly positions: Float32Array; // x, y, z of each vertex
  readonly normals: Float32Array;
  readonly triangles: Uint32Array;
  readonly colours: Uint32Array | null; // of each vertex, red in the lowest byte; null: `colour`
  readonly heat: Float32Array | null;
  readonly joints: Float32Array; // twelve numbers each
  readonly at: Float32Array;
  readonly weights: Float32Array;
  readonly colour: number;
  readonly seconds: number;
  readonly phase: number;
  readonly length: number;
  readonly slide: number;
  readonly root: readonly [number, number, number];
  readonly heading: number;
  readonly slope: number;
  readonly beyond: number; // how far outside the ranges of the axes, in ranges
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
  readonly state: number | null; // of a graph
  readonly fading: number;
}

// Positions and normals of another place or time, three numbers a vertex.
export interface Solid {
  readonly positions: Float32Array<ArrayBuffer>;
  readonly normals: Float32Array<ArrayBuffer>;
}

export interface TakeSize {
  readonly length: number; // seconds
  readonly rate: number; // frames a second
  readonly feet: number;
}

export interface Cut {
  readonly from: number;
  readonly to: number;
  readonly keytimes: readonly { readonly label: string; readonly time: number }[];
}

// What there is in a motion or a model (vv_studio_read_model).
export interface ModelFile {
  readonly joints?: readonly string[];
  readonly parents?: readonly number[]; // of joints; −1: none
  readonly skeleton?: string | null; // the project's with the same joints
  readonly takes?: readonly { readonly name: string; readonly seconds: number }[];
  readonly forms?: readonly { readonly mesh: string | null; readonly morph: string | null; readonly vertices: number }[];
  readonly warnings?: readonly string[];
}

export const ACT_WORDS = 35;

export function viewAct(module: Module, at: number): Act {
  const w = module.words(at, ACT_WORDS);
  const f = module.floats(at, ACT_WORDS);
  const vertices = w[3]!;
  return {
    kind: actKinds[w[0]!] as PlayedKind,
    subject: w[1]!,
    version: w[2]!,
    vertexCount: vertices,
    triangleCount: w[4]!,
    positions: module.floats(w[8]!, 3 * vertices),
    normals: module.floats(w[9]!, 3 * vertices),
    triangles: module.words(w[10]!, 3 * w[4]!),
    colours: w[11] ? module.words(w[11], vertices) : null,
    heat: w[12] ? module.floats(w[12], vertices) : null,
    joints: module.floats(w[13]!, 12 * w[5]!),
    at: module.floats(w[14]!, w[6]!),
    weights: module.floats(w[15]!, w[7]!),
    colour: w[16]!,
    seconds: f[17]!,
    phase: f[18]!,
    length: f[19]!,
    slide: f[20]!,
    root: [f[21]!, f[22]!, f[23]!],
    heading: f[24]!,
    slope: f[25]!,
    beyond: f[26]!,
    low: [f[27]!, f[28]!, f[29]!],
    high: [f[30]!, f[31]!, f[32]!],
    state: w[33] === NONE ? null : w[33]!,
    fading: f[34]!,
  };
}
