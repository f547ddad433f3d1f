// The WebAssembly module: its exports, and helpers that pass bytes to it and read its memory. studio/core/studio.h is
// the reference for every export.
import { Shared } from "./layout.ts";

type Pointer = number;

// In the order of studio/core/studio.h.
export interface Exports {
    memory: WebAssembly.Memory;
    vv_allocate(bytes: number): Pointer;
    vv_release(memory: Pointer, bytes: number): void;
    vv_studio_create(allocator: Pointer): Pointer;
    vv_studio_destroy(studio: Pointer): void;
    vv_studio_text(studio: Pointer): Pointer;
    vv_studio_text_length(studio: Pointer): number;
    vv_studio_put_image(studio: Pointer, path: Pointer, width: number, height: number, pixels: Pointer): number;
    vv_studio_put_file(studio: Pointer, path: Pointer, bytes: Pointer, count: number): number;
    vv_studio_open(
        studio: Pointer,
        project: Pointer,
        projectLength: number,
        journal: Pointer,
        journalLength: number,
    ): number;
    vv_studio_apply(studio: Pointer, json: Pointer, length: number): number;
    vv_studio_preview(studio: Pointer, json: Pointer, length: number): number;
    vv_studio_preview_end(studio: Pointer): void;
    vv_studio_undo(studio: Pointer): number;
    vv_studio_redo(studio: Pointer): number;
    vv_studio_line(studio: Pointer): Pointer;
    vv_studio_line_length(studio: Pointer): number;
    vv_studio_lines_written(studio: Pointer): void;
    vv_studio_write(studio: Pointer): number;
    vv_studio_begin_save(studio: Pointer): number;
    vv_studio_end_save(studio: Pointer): number;
    vv_studio_is_saved(studio: Pointer): number;
    vv_studio_begin_journal(studio: Pointer): number;
    vv_studio_journal_is_long(studio: Pointer): number;
    vv_studio_update(studio: Pointer): number;
    vv_studio_project(studio: Pointer): number;
    vv_studio_history(studio: Pointer): number;
    vv_studio_check(studio: Pointer): number;
    vv_studio_check_built(studio: Pointer, item: number): number;
    vv_studio_hash(studio: Pointer, hash: Pointer): number;
    vv_studio_figure(studio: Pointer, artwork: number): Pointer;
    vv_studio_show_rest(studio: Pointer, artwork: number): number;
    vv_studio_show_example(studio: Pointer, artwork: number, example: number): number;
    vv_studio_show_place(studio: Pointer, artwork: number, weights: Pointer): number;
    vv_studio_grab(studio: Pointer, artwork: number, handle: number, x: number, y: number): number;
    vv_studio_drag(studio: Pointer, artwork: number, x: number, y: number): number;
    vv_studio_twist(studio: Pointer, artwork: number, angle: number, along: number, across: number): number;
    vv_studio_release(studio: Pointer, artwork: number, keep: number): void;
    vv_studio_pin(studio: Pointer, artwork: number, handle: number, kind: number): number;
    vv_studio_store_example(studio: Pointer, artwork: number, name: Pointer): number;
    vv_studio_vertices(studio: Pointer, artwork: number, weights: Pointer, vertices: Pointer): number;
    vv_studio_find_board_place(
        studio: Pointer,
        artwork: number,
        points: Pointer,
        x: number,
        y: number,
        weights: Pointer,
        nearest: Pointer,
    ): number;
    vv_studio_suggest_handles(studio: Pointer, artwork: number, bones: number): number;
    vv_studio_joins(studio: Pointer, artwork: number): number;
    vv_studio_play(studio: Pointer, scene: number): Pointer;
    vv_studio_play_end(studio: Pointer): void;
    vv_studio_seek(studio: Pointer, time: number): number;
    vv_studio_reset(studio: Pointer): number;
    vv_studio_cue(studio: Pointer, json: Pointer, length: number): number;
    vv_studio_play_grab(studio: Pointer, x: number, y: number): number;
    vv_studio_play_drag(studio: Pointer, x: number, y: number): number;
    vv_studio_play_release(studio: Pointer): void;
    vv_studio_play_hash(studio: Pointer, hash: Pointer): void;
    vv_studio_store_take(studio: Pointer, name: Pointer, seconds: number): number;
    vv_studio_show_goals(studio: Pointer, wanted: number): void;
    vv_studio_neighbourhood(
        studio: Pointer,
        actor: number,
        x: number,
        y: number,
        vertices: Pointer,
        capacity: number,
    ): number;
    vv_studio_clip_curve(
        studio: Pointer,
        clip: number,
        track: number,
        from: number,
        to: number,
        count: number,
        samples: Pointer,
    ): number;
    vv_studio_clip_slopes(studio: Pointer, clip: number, track: number, slopes: Pointer): number;
    vv_studio_compute(studio: Pointer, until: number, steps: number): number;
    vv_studio_play_at(studio: Pointer, time: number): Pointer;
    vv_studio_path(
        studio: Pointer,
        actor: number,
        handle: number,
        from: number,
        to: number,
        points: Pointer,
        capacity: number,
    ): number;
    vv_studio_handle_value(
        studio: Pointer,
        actor: number,
        handle: number,
        channel: number,
        near: number,
        value: Pointer,
    ): number;
    vv_studio_position_value(studio: Pointer, actor: number, x: number, y: number, value: Pointer): number;
    vv_studio_store_drag(
        studio: Pointer,
        actor: number,
        handle: number,
        samples: Pointer,
        count: number,
        tolerance: number,
    ): number;
    vv_studio_record(
        studio: Pointer,
        actor: number,
        regions: Pointer,
        count: number,
        from: number,
        to: number,
        name: Pointer,
    ): number;
    vv_studio_tour(studio: Pointer, scene: number, time: number, weights: Pointer): number;
    vv_studio_performance3(studio: Pointer, kind: number, subject: number): Pointer;
    vv_studio_performance3_end(studio: Pointer): void;
    vv_studio_performance3_place(studio: Pointer, at: Pointer): number;
    vv_studio_performance3_set_options(studio: Pointer, planting: number, still: number, heat: number): void;
    vv_studio_performance3_advance(studio: Pointer, seconds: number): void;
    vv_studio_performance3_restart(studio: Pointer): void;
    vv_studio_performance3_phase(studio: Pointer, phase: number): void;
    vv_studio_performance3_set_input(studio: Pointer, input: Pointer, value: number): number;
    vv_studio_performance3_raise_event(studio: Pointer, event: Pointer): number;
    vv_studio_performance3_sample(
        studio: Pointer,
        at: Pointer,
        phase: number,
        positions: Pointer,
        normals: Pointer,
    ): number;
    vv_studio_performance3_trouble(studio: Pointer, at: Pointer): number;
    vv_studio_performance3_report(studio: Pointer): number;
    vv_studio_performance3_file(studio: Pointer): number;
    vv_studio_take_size(studio: Pointer, take: number, out: Pointer): number;
    vv_studio_take_feet(studio: Pointer, take: number, count: number, samples: Pointer): number;
    vv_studio_take_footfalls(studio: Pointer, take: number): number;
    vv_studio_suggest_cut(studio: Pointer, take: number, cyclic: number, near: number): number;
    vv_studio_take_glance(studio: Pointer, take: number, time: number, positions: Pointer, normals: Pointer): number;
    vv_studio_herd(studio: Pointer, json: Pointer, length: number): Pointer;
    vv_studio_herd_end(studio: Pointer): void;
    vv_studio_herd_show(studio: Pointer, time: number): void;
    vv_studio_herd_advance(studio: Pointer, seconds: number): void;
    vv_studio_herd_restart(studio: Pointer): void;
    vv_studio_herd_pick(studio: Pointer, from: Pointer, along: Pointer, out: Pointer): number;
    vv_studio_herd_report(studio: Pointer): number;
    vv_studio_herd_select(studio: Pointer, context: Pointer, length: number): number;
    vv_studio_herd_target(
        studio: Pointer,
        channel: number,
        member: number,
        body: number,
        time: number,
        out: Pointer,
    ): number;
    vv_studio_herd_key(
        studio: Pointer,
        channel: number,
        member: number,
        body: number,
        time: number,
        place: Pointer,
        turn: Pointer,
    ): number;
    vv_studio_herd_curve(
        studio: Pointer,
        channel: number,
        track: number,
        member: number,
        body: number,
        count: number,
        samples: Pointer,
    ): number;
    vv_studio_herd_slopes(
        studio: Pointer,
        channel: number,
        track: number,
        member: number,
        body: number,
        slopes: Pointer,
    ): number;
    vv_studio_herd_set_slopes(
        studio: Pointer,
        channel: number,
        track: number,
        member: number,
        body: number,
        time: number,
        before: Pointer,
        after: Pointer,
    ): number;
    vv_studio_herd_remap(
        studio: Pointer,
        channel: number,
        member: number,
        body: number,
        mode: Pointer,
        length: number,
    ): number;
    vv_studio_gait_footfalls(studio: Pointer, member: number, gait: number, speed: number): number;
    vv_studio_gait_table(studio: Pointer, gait: number, count: number): number;
    vv_studio_validate(studio: Pointer, seed: number, trial: number): number;
    vv_studio_action(studio: Pointer, line: number): Pointer;
    vv_studio_action_end(studio: Pointer): void;
    vv_studio_action_show(studio: Pointer, seconds: number): void;
    vv_studio_action_ghosts(studio: Pointer, from: number, to: number, count: number, points: Pointer): number;
    vv_studio_action_strokes(studio: Pointer, points: Pointer): number;
    vv_studio_action_sample(studio: Pointer, seconds: number, positions: Pointer, normals: Pointer): number;
    vv_studio_action_report(studio: Pointer): number;
    vv_studio_action_stroke(studio: Pointer, samples: Pointer, count: number): number;
    vv_studio_action_scribble(studio: Pointer, points: Pointer, count: number, radius: number): number;
    vv_studio_action_propose(studio: Pointer, points: Pointer, count: number): number;
    vv_studio_action_grab(studio: Pointer, x: number, y: number, reach: number): number;
    vv_studio_action_drag(studio: Pointer, x: number, y: number): void;
    vv_studio_action_release(studio: Pointer): void;
    vv_studio_action_play(studio: Pointer, dt: number): void;
    vv_studio_action_pull_command(studio: Pointer): number;
    vv_studio_action_preset_curve(studio: Pointer, preset: number, count: number, out: Pointer): number;
    vv_studio_action_poses(studio: Pointer, name: Pointer): number;
    vv_studio_action_preset_parameters(studio: Pointer, preset: number, out: Pointer): number;
    vv_studio_action_twist(studio: Pointer, twist: number, seconds: number): number;
    vv_studio_action_clip(studio: Pointer, name: Pointer): number;
    vv_studio_read_model(studio: Pointer, name: Pointer, bytes: Pointer, count: number): number;
}

export const NONE = Shared.none as number;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// A struct of the core, read now. Its members are named by the enums of layout.ts, one for words and one for floats,
// so that neither is read as the other.
export class Struct<Word extends number, Float extends number> {
    private readonly words: Uint32Array;
    private readonly floats: Float32Array;

    constructor(memory: ArrayBuffer, at: Pointer, words: number) {
        this.words = new Uint32Array(memory, at, words);
        this.floats = new Float32Array(memory, at, words);
    }
    word(member: Word): number {
        return this.words[member]!;
    }
    float(member: Float): number {
        return this.floats[member]!;
    }
    three(member: Float): readonly [number, number, number] {
        return [this.floats[member]!, this.floats[member + 1]!, this.floats[member + 2]!];
    }
    // A view of an array that the struct points to.
    array(member: Float, count: number): Float32Array {
        return this.floats.subarray(member, member + count);
    }
}

export class Module {
    readonly exports: Exports;

    private constructor(exports: Exports) {
        this.exports = exports;
    }

    static async load(wasm: Response | BufferSource | Promise<Response>): Promise<Module> {
        const bytes = wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm) ? wasm : await (await wasm).arrayBuffer();
        const { instance } = await WebAssembly.instantiate(bytes, {});
        return new Module(instance.exports as unknown as Exports);
    }

    // Views of the memory as it is now: when the memory grows, older views become invalid, so they must not be kept
    // beyond a frame.
    bytes(at: Pointer, count: number): Uint8Array<ArrayBuffer> {
        return new Uint8Array(this.exports.memory.buffer as ArrayBuffer, at, count);
    }
    words(at: Pointer, count: number): Uint32Array<ArrayBuffer> {
        return new Uint32Array(this.exports.memory.buffer as ArrayBuffer, at, count);
    }
    floats(at: Pointer, count: number): Float32Array<ArrayBuffer> {
        return new Float32Array(this.exports.memory.buffer as ArrayBuffer, at, count);
    }
    struct<Word extends number, Float extends number>(at: Pointer, words: number): Struct<Word, Float> {
        return new Struct(this.exports.memory.buffer as ArrayBuffer, at, words);
    }
    text(at: Pointer, length: number): string {
        return decoder.decode(this.bytes(at, length));
    }

    // Copies bytes into the core's memory while `use` runs.
    lend<T>(bytes: Uint8Array, use: (at: Pointer, count: number) => T): T {
        const size = bytes.byteLength + 1; // a terminating zero, for texts
        const at = this.exports.vv_allocate(size);
        if (!at) throw new Error("The browser has no more memory for this project.");
        const room = this.bytes(at, size);
        room.set(bytes);
        room[bytes.byteLength] = 0;
        try {
            return use(at, bytes.byteLength);
        } finally {
            this.exports.vv_release(at, size);
        }
    }
    lendText<T>(text: string, use: (at: Pointer, length: number) => T): T {
        return this.lend(encoder.encode(text), use);
    }
    // null is passed as a null pointer.
    lendFloats<T>(values: ArrayLike<number> | null, use: (at: Pointer) => T): T {
        return values ? this.lend(new Uint8Array(Float32Array.from(values).buffer), use) : use(0);
    }
    // Allocates room for numbers that the core fills in.
    borrow<T>(byteCount: number, use: (at: Pointer) => T): T {
        return this.lend(new Uint8Array(byteCount), use);
    }
    // A copy of the floats that `fill` has the core write.
    readFloats(count: number, fill: (at: Pointer) => void): Float32Array {
        return this.borrow(4 * count, (at) => {
            fill(at);
            return this.floats(at, count).slice();
        });
    }
}
