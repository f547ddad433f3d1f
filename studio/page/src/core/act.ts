// A 3D performance as the core describes it (vv_performance3_view of studio/core/studio.h).
import { Performance3ViewFloat as F, Performance3ViewWord as W, Words, sceneKinds } from "./layout.ts";
import type { Module } from "./module.ts";
import { NONE } from "./module.ts";

export type ActKind = "verb" | "graph" | "shape";
export type PlayedKind = ActKind | "creatures"; // for creatures, the subject is their scene

// Arrays are views into WebAssembly memory: read them in the frame in which you requested them and do not keep them.
export interface Act {
    readonly kind: PlayedKind;
    readonly subject: number;
    readonly version: number; // changes with triangles and colours
    readonly vertexCount: number;
    readonly triangleCount: number;
    readonly positions: Float32Array; // x, y, z per vertex
    readonly normals: Float32Array;
    readonly triangles: Uint32Array;
    readonly colours: Uint32Array | null; // per vertex, red in the lowest byte; null: `colour` applies to all
    readonly heat: Float32Array | null;
    readonly joints: Float32Array; // twelve numbers per joint
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
    readonly beyond: number; // how far the point is outside the axes' ranges, in multiples of the range
    readonly low: readonly [number, number, number];
    readonly high: readonly [number, number, number];
    readonly state: number | null; // current state of a graph
    readonly fading: number;
}

// Positions and normals at another point or time, three numbers per vertex.
export interface Solid {
    readonly positions: Float32Array<ArrayBuffer>;
    readonly normals: Float32Array<ArrayBuffer>;
}

export interface TakeSize {
    readonly length: number; // seconds
    readonly rate: number; // frames per second
    readonly feet: number;
}

export interface Cut {
    readonly from: number;
    readonly to: number;
    readonly keytimes: readonly { readonly label: string; readonly time: number }[];
}

// Contents of a motion or model file (vv_studio_read_model).
export interface ModelFile {
    readonly joints?: readonly string[];
    readonly parents?: readonly number[]; // parents of the joints; −1: none
    readonly skeleton?: string | null; // the project's skeleton with the same joints
    readonly takes?: readonly { readonly name: string; readonly seconds: number }[];
    readonly forms?: readonly {
        readonly mesh: string | null;
        readonly morph: string | null;
        readonly vertices: number;
    }[];
    readonly warnings?: readonly string[];
}

export function viewAct(module: Module, at: number): Act {
    const act = module.struct<W, F>(at, Words.performance3View);
    const vertices = act.word(W.vertexCount);
    const [colours, heat, state] = [act.word(W.colors), act.word(W.heat), act.word(W.state)];
    return {
        kind: sceneKinds[act.word(W.kind)] as PlayedKind,
        subject: act.word(W.subject),
        version: act.word(W.version),
        vertexCount: vertices,
        triangleCount: act.word(W.triangleCount),
        positions: module.floats(act.word(W.positions), 3 * vertices),
        normals: module.floats(act.word(W.normals), 3 * vertices),
        triangles: module.words(act.word(W.triangles), 3 * act.word(W.triangleCount)),
        colours: colours ? module.words(colours, vertices) : null,
        heat: heat ? module.floats(heat, vertices) : null,
        joints: module.floats(act.word(W.joints), Words.affine3 * act.word(W.jointCount)),
        at: module.floats(act.word(W.at), act.word(W.axisCount)),
        weights: module.floats(act.word(W.weights), act.word(W.exampleCount)),
        colour: act.word(W.color),
        seconds: act.float(F.seconds),
        phase: act.float(F.phase),
        length: act.float(F.length),
        slide: act.float(F.slide),
        root: [act.float(F.rootX), act.float(F.rootY), act.float(F.rootZ)],
        heading: act.float(F.heading),
        slope: act.float(F.slope),
        beyond: act.float(F.beyond),
        low: act.three(F.low),
        high: act.three(F.high),
        state: state === NONE ? null : state,
        fading: act.float(F.fading),
    };
}
