// A line of action and the body or drawing that follows it, as the core describes them (section "Lines of action" of
// studio/core/studio.h).
import { ActionViewFloat as F, Affine3Float, ActionViewWord as W, Shared, Words } from "./layout.ts";
import type { Port } from "./herd.ts";
import type { Command, Vec2 } from "./project.ts";

export const LINE_POINTS = Shared.linePoints as number; // number of points of the displayed line

// Arrays are views into WebAssembly memory: read them in the frame in which you requested them and do not keep them.
export interface ActionView {
    readonly line: number;
    readonly version: number; // changes with triangles and colours
    readonly serial: number; // changes whenever it was rebuilt
    readonly drawing: boolean; // true: an artwork follows the line; false: a body
    readonly subject: number;
    readonly keyCount: number; // 0: there are no strokes yet, and no line to show
    readonly frameCount: number;
    readonly seconds: number;
    readonly length: number;
    readonly rate: number;
    readonly vertexCount: number; // of a body
    readonly positions: Float32Array;
    readonly normals: Float32Array;
    readonly triangles: Uint32Array;
    readonly colours: Uint32Array;
    readonly colour: number; // of vertices without a colour of their own
    readonly joints: Float32Array; // twelve numbers per joint: three rows of its rotation, and its position
    readonly parents: Uint32Array;
    readonly flat: Float32Array; // of an artwork: x, y per vertex
    readonly centre: readonly [number, number, number]; // centre of the paper
    readonly distance: number; // 0: orthographic
    readonly normal: readonly [number, number, number]; // normal of the action plane
    readonly points: Float32Array; // x, y on the paper
    readonly places: Float32Array; // x, y, z in the world, on the action plane
    readonly grabbed: boolean;
}
export interface KeyReport {
    readonly time: number;
    readonly length: number; // metres
    readonly error: number; // fitting error, as a share of the line's length
    readonly crossings: number;
    readonly reversed: boolean;
    readonly reach?: number; // bodies: total length of the bones, metres
    readonly bones?: readonly string[]; // bodies: as given or as suggested
}
export interface ActionReport {
    readonly joints: readonly string[];
    readonly report: {
        readonly key_error: number; // error of the line at its keystrokes
        readonly key_distance: number; // distance of the body at the keystrokes
        readonly mean_distance: number; // as a share of the line's length
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

// The world position of a joint; [0, 0, 0] if there is no such joint.
export function jointPlace({ joints }: ActionView, joint: number): readonly [number, number, number] {
    const at = Words.affine3 * joint + Affine3Float.translation;
    return [joints[at] ?? 0, joints[at + 1] ?? 0, joints[at + 2] ?? 0];
}

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
    private filled(count: number, fill: (at: number) => number): Float32Array {
        return this.port.module.readFloats(count, (at) => this.port.expect(fill(at)));
    }

    // Opens the line, or updates it after the project changed or a preview began.
    show(line: number): void {
        const at = this.calls.vv_studio_action(this.port.at, line);
        if (!at) throw this.port.failed();
        this.open = at;
    }
    end(): void {
        this.calls.vv_studio_action_end(this.port.at);
        this.open = 0;
    }
    // The line that is open; null if none is.
    now(): ActionView | null {
        if (!this.open) return null;
        const { module } = this.port;
        const action = module.struct<W, F>(this.open, Words.actionView);
        const [vertices, joints] = [action.word(W.vertexCount), action.word(W.jointCount)];
        return {
            line: action.word(W.line),
            version: action.word(W.version),
            serial: action.word(W.serial),
            drawing: action.word(W.kind) === Shared.lineOfArtwork,
            subject: action.word(W.subject),
            keyCount: action.word(W.keyCount),
            frameCount: action.word(W.frameCount),
            seconds: action.float(F.seconds),
            length: action.float(F.length),
            rate: action.float(F.rate),
            vertexCount: vertices,
            positions: module.floats(action.word(W.positions), 3 * vertices),
            normals: module.floats(action.word(W.normals), 3 * vertices),
            triangles: module.words(action.word(W.triangles), 3 * action.word(W.triangleCount)),
            colours: module.words(action.word(W.colors), vertices),
            colour: 0,
            joints: module.floats(action.word(W.joints), Words.affine3 * joints),
            parents: module.words(action.word(W.parents), joints),
            flat: module.floats(action.word(W.flat), 2 * action.word(W.flatCount)),
            centre: action.three(F.paperCentre),
            distance: action.float(F.paperDistance),
            normal: action.three(F.normal),
            points: action.array(F.points, 2 * LINE_POINTS),
            places: action.array(F.places, 3 * LINE_POINTS),
            grabbed: action.word(W.grabbed) !== 0,
        };
    }
    seek(time: number): void {
        this.calls.vv_studio_action_show(this.port.at, time);
    }
    // Copies that the caller may keep: the line at evenly spaced times, its keystrokes as fitted, the body at another
    // time.
    ghosts(from: number, to: number, count: number): Float32Array {
        return this.filled(2 * LINE_POINTS * count, (at) =>
            this.calls.vv_studio_action_ghosts(this.port.at, from, to, count, at),
        );
    }
    strokes(): Float32Array {
        return this.filled(2 * LINE_POINTS * (this.now()?.keyCount ?? 0), (at) =>
            this.calls.vv_studio_action_strokes(this.port.at, at),
        );
    }
    glance(time: number): { readonly positions: Float32Array; readonly normals: Float32Array } {
        const count = 3 * (this.now()?.vertexCount ?? 0);
        const both = this.filled(2 * count, (at) =>
            this.calls.vv_studio_action_sample(this.port.at, time, at, at + 4 * count),
        );
        return { positions: both.subarray(0, count), normals: both.subarray(count) };
    }
    report(): ActionReport {
        return this.told(this.calls.vv_studio_action_report(this.port.at));
    }
    // Pen samples (x, y and pressure each) in the form that a project stores.
    stroke(samples: ArrayLike<number>): Stroke {
        return this.told(
            this.port.module.lendFloats(samples, (at) =>
                this.calls.vv_studio_action_stroke(this.port.at, at, samples.length / 3),
            ),
        );
    }
    // The bones that a scribble covers in the displayed pose, or that fill a stroke best.
    scribble(points: ArrayLike<number>, radius: number): readonly string[] {
        return this.told(
            this.port.module.lendFloats(points, (at) =>
                this.calls.vv_studio_action_scribble(this.port.at, at, points.length / 2, radius),
            ),
        );
    }
    propose(points: ArrayLike<number>): readonly string[] {
        return this.told(
            this.port.module.lendFloats(points, (at) =>
                this.calls.vv_studio_action_propose(this.port.at, at, points.length / 2),
            ),
        );
    }
    // A manual edit; returns false if the line is farther away than the reach.
    grab(x: number, y: number, reach: number): boolean {
        return this.calls.vv_studio_action_grab(this.port.at, x, y, reach) !== 0;
    }
    drag(x: number, y: number): void {
        this.calls.vv_studio_action_drag(this.port.at, x, y);
    }
    letGo(): void {
        this.calls.vv_studio_action_release(this.port.at);
    }
    play(seconds: number): void {
        this.calls.vv_studio_action_play(this.port.at, seconds);
    }
    // The command that stores the manual edit in the line.
    pulled(): Command {
        return this.told(this.calls.vv_studio_action_pull_command(this.port.at));
    }
    // How a preset swings: both ends of a straight line, `count` samples.
    preset(preset: number, count: number): Float32Array {
        return this.filled(4 * count, (at) =>
            this.calls.vv_studio_action_preset_curve(this.port.at, preset, count, at),
        );
    }
    // Anticipation, overshoot, cycles, damping and lag of a preset.
    temper(preset: number): Float32Array {
        return this.filled(5, (at) => this.calls.vv_studio_action_preset_parameters(this.port.at, preset, at));
    }
    // The command that adds the drawing at each keystroke to the artwork's poses.
    poses(name: string): string {
        this.port.expect(this.port.module.lendText(name, (at) => this.calls.vv_studio_action_poses(this.port.at, at)));
        return this.port.text();
    }
    // The angle by which a twist turns its bone at a time, radians.
    twist(index: number, time: number): number {
        return this.calls.vv_studio_action_twist(this.port.at, index, time);
    }
    // For a body the text of a BVH file, for a drawing the command that adds the clip.
    clip(name: string): string {
        this.port.expect(this.port.module.lendText(name, (at) => this.calls.vv_studio_action_clip(this.port.at, at)));
        return this.port.text();
    }
}
