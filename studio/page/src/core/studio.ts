// One open project in the core. This is a thin layer: every method is one export of studio/core/studio.h.
import { Module, NONE } from "./module.ts";
import type { Command, Problem, Project } from "./project.ts";
import type { Change, Json } from "./change.ts";
import { patch } from "./change.ts";
import type { Act, Cut, ModelFile, PlayedKind, Solid, TakeSize } from "./act.ts";
import { viewAct } from "./act.ts";
import { Actions } from "./action.ts";
import { Herds } from "./herd.ts";
import {
    Performance3ViewWord,
    FigureFloat,
    FigureWord,
    PlayActorFloat,
    PlayActorWord,
    PlayFloat,
    PlayJointFloat,
    PlayJointWord,
    PlayMarkFloat,
    PlayMarkWord,
    PlayWord,
    PlayZoneFloat,
    PlayZoneWord,
    RegionFloat,
    RegionWord,
    Words,
    eventKinds,
    sceneKinds,
} from "./layout.ts";
import type { Performance3ViewFloat } from "./layout.ts";

// The numbers of the bits that are set in two words.
function bitsOf(low: number, high: number): readonly number[] {
    const found: number[] = [];
    if (low || high) for (let bit = 0; bit < 64; bit++) if (((bit < 32 ? low : high) >>> bit % 32) & 1) found.push(bit);
    return found;
}

// A refusal of the core: where it is, what is wrong, what to do.
export class Refusal extends Error {
    readonly code: number;
    readonly line: number; // line of the file; 0: unknown
    readonly path: string;
    readonly remedy: string;

    constructor(told: { code?: number; line?: number; path?: string; message?: string; remedy?: string }) {
        super(told.message ?? "Something went wrong in the core.");
        this.name = "Refusal";
        this.code = told.code ?? 0;
        this.line = told.line ?? 0;
        this.path = told.path ?? "";
        this.remedy = told.remedy ?? "";
    }
}

export interface JournalReport {
    readonly state: "empty" | "current" | "old" | "unproven" | "foreign" | "refused";
    readonly keep: boolean; // it holds work that is stored nowhere else
    readonly replayed: number;
    readonly whole: number;
    readonly dropped: number;
    readonly message: string;
}

// vv_figure. Arrays are views into WebAssembly memory: read them in the frame in which you requested them and do not
// keep them.
export interface Figure {
    readonly meshVersion: number;
    readonly vertexCount: number;
    readonly triangleCount: number;
    readonly layerCount: number;
    readonly handleCount: number;
    readonly exampleCount: number;
    readonly rest: Float32Array;
    readonly uvs: Float32Array;
    readonly triangles: Uint32Array;
    readonly layers: Uint32Array; // per layer: first vertex, vertex count, first triangle, triangle count
    readonly weights: Float32Array; // one row per vertex
    readonly vertices: Float32Array;
    readonly handles: Float32Array; // per handle: from x, y, to x, y
    readonly turns: Float32Array; // per handle: move x, y, angle, along, across
    readonly pins: Uint8Array;
    readonly place: Float32Array;
    readonly posed: boolean;
    readonly smallestAngle: number;
    readonly low: readonly [number, number];
    readonly high: readonly [number, number];
}

// How the layers of an artwork are joined on a stage.
export interface Joins {
    readonly chosen: boolean; // true: chosen by the artist; false: automatic
    readonly loose: string | null; // a layer that is not joined to the others
    readonly joins: readonly {
        readonly layer: string;
        readonly onto: string;
        readonly at: readonly [number, number];
    }[];
}

// vv_play_actor.
export interface Performer {
    readonly artwork: number;
    readonly vertices: Float32Array;
    readonly place: Float32Array;
    readonly equilibrium: Float32Array;
    readonly goals: Float32Array | null;
    readonly inputs: Float32Array;
    readonly x: number;
    readonly y: number;
    readonly velocityX: number;
    readonly velocityY: number;
    readonly angle: number;
    readonly spin: number;
    readonly flipped: boolean;
    readonly asleep: boolean;
    readonly grounded: boolean;
    readonly touching: boolean;
    readonly contactEnergy: number;
    readonly behaviour: number | null;
    readonly state: number | null;
    readonly grabbed: boolean;
    readonly tint: readonly [number, number, number, number]; // factors on its colours and its opacity
    readonly hidden: readonly number[]; // layers that are not drawn
    readonly size: number; // diameter of a disc of the same area, metres
    readonly handles: Float32Array; // of a puppet, six numbers each: xx, xy, yx, yy, x, y; empty for a sprite
    readonly fade: number; // opacity of the artwork that it was before, which is still drawn over it
    readonly fadeArtwork: number | null;
    readonly fadeVertices: Float32Array;
}

// vv_play_joint: a joint at the time shown; null: it broke, or cannot be made.
export interface PlayJoint {
    readonly a: readonly [number, number];
    readonly b: readonly [number, number];
    readonly angle: number;
    readonly translation: number;
    readonly length: number;
    readonly force: number;
    readonly atLimit: boolean;
}

// vv_play_zone: a zone at the time shown.
export interface PlayZone {
    readonly active: boolean; // false: it is switched off, and everything else is 0
    readonly x: number;
    readonly y: number;
    readonly angle: number;
    readonly velocity: readonly [number, number];
    readonly acceleration: readonly [number, number];
}

// vv_play_mark: an event for the timeline. Indices are those of the scene; null: none.
export interface Mark {
    readonly time: number;
    readonly kind: (typeof eventKinds)[number];
    readonly actor: number | null;
    readonly other: number | null;
    readonly obstacle: number | null;
    readonly zone: number | null;
    readonly joint: number | null;
    readonly impulse: number; // N·s
}

// vv_play.
export interface Play {
    readonly scene: number;
    readonly actors: readonly Performer[];
    readonly contacts: Float32Array; // per contact: x, y, normal x, y, speed, age
    readonly obstacles: Float32Array; // vv_play_obstacle, in the scene's order
    readonly joints: readonly (PlayJoint | null)[]; // in the scene's order
    readonly zones: readonly PlayZone[]; // in the scene's order
    readonly markVersion: number; // changes with the marks
    readonly marks: () => readonly Mark[];
    readonly stepCount: number;
    readonly time: number;
    readonly step: number;
    readonly version: number;
    readonly live: number;
}

// The labels of all steps; step `at` is the next to redo.
export interface History {
    readonly at: number;
    readonly steps: readonly string[];
}
export interface State {
    readonly project: Project;
    readonly history: History;
}

export class Studio {
    private readonly module: Module;
    private readonly at: number;
    private state: Json = { project: null, history: null }; // as of the last `update`
    readonly herds: Herds; // creatures
    readonly actions: Actions; // lines of action

    constructor(module: Module) {
        this.module = module;
        this.at = module.exports.vv_studio_create(0);
        if (!this.at) throw new Error("The browser has no more memory for this project.");
        const port = {
            module,
            at: this.at,
            expect: (result: number) => this.expect(result),
            failed: () => this.refusal(),
            text: () => this.text,
        };
        this.herds = new Herds(port);
        this.actions = new Actions(port);
    }
    destroy(): void {
        this.module.exports.vv_studio_destroy(this.at);
    }

    private get text(): string {
        const { vv_studio_text, vv_studio_text_length } = this.module.exports;
        return this.module.text(vv_studio_text(this.at), vv_studio_text_length(this.at));
    }
    private refusal(): Refusal {
        try {
            return new Refusal(JSON.parse(this.text));
        } catch {
            return new Refusal({ message: this.text });
        }
    }
    private expect(result: number): void {
        if (result !== 0) throw this.refusal();
    }

    // ---- Files

    putImage(path: string, width: number, height: number, pixels: Uint8Array): void {
        const { module } = this;
        this.expect(
            module.lendText(path, (name) =>
                module.lend(pixels, (at) => module.exports.vv_studio_put_image(this.at, name, width, height, at)),
            ),
        );
    }
    putFile(path: string, bytes: Uint8Array): void {
        const { module } = this;
        this.expect(
            module.lendText(path, (name) =>
                module.lend(bytes, (at, count) => module.exports.vv_studio_put_file(this.at, name, at, count)),
            ),
        );
    }
    // Bytes are passed unchanged: invalid UTF-8 is refused.
    open(project: string | Uint8Array, journal: string): JournalReport {
        const { module } = this;
        const bytes = typeof project === "string" ? new TextEncoder().encode(project) : project;
        this.expect(
            module.lend(bytes, (p, pLength) =>
                module.lendText(journal, (j, jLength) =>
                    module.exports.vv_studio_open(this.at, p, pLength, j, jLength),
                ),
            ),
        );
        return JSON.parse(this.text) as JournalReport;
    }

    // ---- Changing

    apply(command: Command | readonly Command[]): void {
        this.expect(
            this.module.lendText(JSON.stringify(command), (at, length) =>
                this.module.exports.vv_studio_apply(this.at, at, length),
            ),
        );
    }
    preview(command: Command | readonly Command[]): void {
        this.expect(
            this.module.lendText(JSON.stringify(command), (at, length) =>
                this.module.exports.vv_studio_preview(this.at, at, length),
            ),
        );
    }
    previewEnd(): void {
        this.module.exports.vv_studio_preview_end(this.at);
    }
    undo(): boolean {
        return this.module.exports.vv_studio_undo(this.at) !== 0;
    }
    redo(): boolean {
        return this.module.exports.vv_studio_redo(this.at) !== 0;
    }
    // The journal lines that the last change made, "" if there are none. Taking them counts as writing them.
    takeLine(): string {
        const { vv_studio_line, vv_studio_line_length, vv_studio_lines_written } = this.module.exports;
        const line = this.module.text(vv_studio_line(this.at), vv_studio_line_length(this.at));
        if (line) vv_studio_lines_written(this.at);
        return line;
    }
    // The text of project.json as it would be saved now; nothing is saved.
    write(): string {
        this.expect(this.module.exports.vv_studio_write(this.at));
        return this.text;
    }
    // The text of project.json to write; afterwards the lines that announce it must be taken.
    saving(): string {
        this.expect(this.module.exports.vv_studio_begin_save(this.at));
        return this.text;
    }
    // Reports that project.json is written; afterwards the line that says so must be taken.
    saved(): void {
        this.expect(this.module.exports.vv_studio_end_save(this.at));
    }
    // Afterwards a whole new journal, with the history, must be taken.
    beginJournal(): void {
        this.expect(this.module.exports.vv_studio_begin_journal(this.at));
    }
    // Whether the journal is so long that a new one should begin, without the oldest steps.
    get journalIsLong(): boolean {
        return this.module.exports.vv_studio_journal_is_long(this.at) !== 0;
    }
    get isSaved(): boolean {
        return this.module.exports.vv_studio_is_saved(this.at) !== 0;
    }

    // ---- Asking

    // The current state of the project and its history. Whatever did not change since the last call is the same object
    // as before.
    update(): State {
        this.expect(this.module.exports.vv_studio_update(this.at));
        this.state = patch(this.state, JSON.parse(this.text) as Change);
        return this.state as unknown as State;
    }
    project(): Project {
        this.expect(this.module.exports.vv_studio_project(this.at));
        return JSON.parse(this.text) as Project;
    }
    history(): History {
        this.expect(this.module.exports.vv_studio_history(this.at));
        return JSON.parse(this.text) as History;
    }
    check(): Problem[] {
        this.expect(this.module.exports.vv_studio_check(this.at));
        return JSON.parse(this.text) as Problem[];
    }
    // Problems that only appear when the given item, one of `count`, is built.
    checkBuilt(item: number): { count: number; problems: Problem[] } {
        this.expect(this.module.exports.vv_studio_check_built(this.at, item));
        return JSON.parse(this.text) as { count: number; problems: Problem[] };
    }
    hash(): string {
        return this.module.borrow(8, (at) => {
            this.expect(this.module.exports.vv_studio_hash(this.at, at));
            return this.hexadecimal(at);
        });
    }
    private hexadecimal(at: number): string {
        const [low, high] = this.module.words(at, 2);
        return (high ?? 0).toString(16).padStart(8, "0") + (low ?? 0).toString(16).padStart(8, "0");
    }

    // ---- Clips

    // Value x, y, slope x, y and strength for each of `count` samples.
    clipCurve(clip: number, track: number, from: number, to: number, count: number): Float32Array {
        return this.module.readFloats(5 * count, (at) =>
            this.expect(this.module.exports.vv_studio_clip_curve(this.at, clip, track, from, to, count, at)),
        );
    }
    // Incoming x, y and outgoing x, y slopes of each key.
    clipSlopes(clip: number, track: number, keyCount: number): Float32Array {
        return this.module.readFloats(4 * keyCount, (at) =>
            this.expect(this.module.exports.vv_studio_clip_slopes(this.at, clip, track, at)),
        );
    }

    // ---- Figures

    figure(artwork: number): Figure {
        const { module } = this;
        const at = module.exports.vv_studio_figure(this.at, artwork);
        if (!at) throw this.refusal();
        const figure = module.struct<FigureWord, FigureFloat>(at, Words.figure);
        const [vertices, triangles, layers] = [
            figure.word(FigureWord.vertexCount),
            figure.word(FigureWord.triangleCount),
            figure.word(FigureWord.layerCount),
        ];
        const [handles, examples] = [figure.word(FigureWord.handleCount), figure.word(FigureWord.exampleCount)];
        return {
            meshVersion: figure.word(FigureWord.meshVersion),
            vertexCount: vertices,
            triangleCount: triangles,
            layerCount: layers,
            handleCount: handles,
            exampleCount: examples,
            rest: module.floats(figure.word(FigureWord.rest), 2 * vertices),
            uvs: module.floats(figure.word(FigureWord.uvs), 2 * vertices),
            triangles: module.words(figure.word(FigureWord.triangles), 3 * triangles),
            layers: module.words(figure.word(FigureWord.layers), 4 * layers),
            weights: module.floats(figure.word(FigureWord.weights), vertices * handles),
            vertices: module.floats(figure.word(FigureWord.vertices), 2 * vertices),
            handles: module.floats(figure.word(FigureWord.handles), 4 * handles),
            turns: module.floats(figure.word(FigureWord.turns), 5 * handles),
            pins: module.bytes(figure.word(FigureWord.pins), handles),
            place: module.floats(figure.word(FigureWord.place), examples),
            posed: figure.word(FigureWord.posed) !== 0,
            smallestAngle: figure.float(FigureFloat.smallestAngle),
            low: [figure.float(FigureFloat.lowX), figure.float(FigureFloat.lowY)],
            high: [figure.float(FigureFloat.highX), figure.float(FigureFloat.highY)],
        };
    }
    showRest(artwork: number): void {
        this.expect(this.module.exports.vv_studio_show_rest(this.at, artwork));
    }
    showExample(artwork: number, example: number): void {
        this.expect(this.module.exports.vv_studio_show_example(this.at, artwork, example));
    }
    showPlace(artwork: number, weights: ArrayLike<number>): void {
        this.module.lendFloats(weights, (at) =>
            this.expect(this.module.exports.vv_studio_show_place(this.at, artwork, at)),
        );
    }
    // Returns false if there is nothing to hold there.
    grab(artwork: number, handle: number | null, x: number, y: number): boolean {
        return this.module.exports.vv_studio_grab(this.at, artwork, handle ?? NONE, x, y) === 0;
    }
    drag(artwork: number, x: number, y: number): void {
        this.expect(this.module.exports.vv_studio_drag(this.at, artwork, x, y));
    }
    twist(artwork: number, angle: number, along: number, across: number): void {
        this.expect(this.module.exports.vv_studio_twist(this.at, artwork, angle, along, across));
    }
    letGo(artwork: number, keep: boolean): void {
        this.module.exports.vv_studio_release(this.at, artwork, keep ? 1 : 0);
    }
    pin(artwork: number, handle: number, kind: 0 | 1 | 2): void {
        this.expect(this.module.exports.vv_studio_pin(this.at, artwork, handle, kind));
    }
    // The command that stores the current pose in this example.
    keep(artwork: number, name: string): Command {
        this.expect(
            this.module.lendText(name, (at) => this.module.exports.vv_studio_store_example(this.at, artwork, at)),
        );
        return JSON.parse(this.text) as Command;
    }
    // A copy: the caller may keep it.
    verticesAt(artwork: number, weights: ArrayLike<number>, vertexCount: number): Float32Array<ArrayBuffer> {
        return this.module.borrow(8 * vertexCount, (out) => {
            this.module.lendFloats(weights, (at) =>
                this.expect(this.module.exports.vv_studio_vertices(this.at, artwork, at, out)),
            );
            return this.module.floats(out, 2 * vertexCount).slice();
        });
    }
    // The point of the complex nearest to a dot on the pose board, whose corners are points[2 · exampleCount].
    board(
        artwork: number,
        points: ArrayLike<number>,
        x: number,
        y: number,
    ): { weights: Float32Array; nearest: [number, number] } {
        const count = points.length / 2;
        return this.module.borrow(4 * count + 8, (out) => {
            this.module.lendFloats(points, (at) =>
                this.expect(
                    this.module.exports.vv_studio_find_board_place(this.at, artwork, at, x, y, out, out + 4 * count),
                ),
            );
            const told = this.module.floats(out, count + 2).slice();
            return { weights: told.subarray(0, count), nearest: [told[count]!, told[count + 1]!] };
        });
    }
    guess(artwork: number, bones: boolean): Command[] {
        this.expect(this.module.exports.vv_studio_suggest_handles(this.at, artwork, bones ? 1 : 0));
        return JSON.parse(this.text) as Command[];
    }
    joins(artwork: number): Joins {
        this.expect(this.module.exports.vv_studio_joins(this.at, artwork));
        return JSON.parse(this.text) as Joins;
    }

    // ---- Playing

    private playAt = 0;

    // Sets up a scene at time 0.
    play(scene: number): void {
        this.playAt = this.module.exports.vv_studio_play(this.at, scene);
        if (!this.playAt) throw this.refusal();
    }
    playEnd(): void {
        this.module.exports.vv_studio_play_end(this.at);
        this.playAt = 0;
    }
    // The scene that is playing; null if none is.
    playing(): Play | null {
        return this.playAt ? this.playView(this.playAt) : null;
    }
    private playView(at: number): Play | null {
        const { module } = this;
        const play = module.struct<PlayWord, PlayFloat>(at, Words.play);
        if (play.word(PlayWord.scene) === NONE) return null;
        const actors: Performer[] = [];
        for (let i = 0; i < play.word(PlayWord.actorCount); i++)
            actors.push(this.performer(play.word(PlayWord.actors) + 4 * Words.playActor * i));
        return {
            scene: play.word(PlayWord.scene),
            actors,
            contacts: module.floats(play.word(PlayWord.contacts), Words.contactMark * play.word(PlayWord.contactCount)),
            obstacles: module.floats(
                play.word(PlayWord.obstacles),
                Words.playObstacle * play.word(PlayWord.obstacleCount),
            ),
            joints: this.joints(play.word(PlayWord.joints), play.word(PlayWord.jointCount)),
            zones: this.zones(play.word(PlayWord.zones), play.word(PlayWord.zoneCount)),
            markVersion: play.word(PlayWord.markVersion),
            marks: () => this.marks(play.word(PlayWord.marks), play.word(PlayWord.markCount)),
            stepCount: play.word(PlayWord.stepCount),
            time: play.float(PlayFloat.time),
            step: play.float(PlayFloat.step),
            version: play.word(PlayWord.version),
            live: play.word(PlayWord.live),
        };
    }
    private joints(at: number, count: number): (PlayJoint | null)[] {
        return Array.from({ length: count }, (_, i) => {
            const joint = this.module.struct<PlayJointWord, PlayJointFloat>(
                at + 4 * Words.playJoint * i,
                Words.playJoint,
            );
            if (!joint.word(PlayJointWord.present)) return null;
            return {
                a: [joint.float(PlayJointFloat.aX), joint.float(PlayJointFloat.aY)],
                b: [joint.float(PlayJointFloat.bX), joint.float(PlayJointFloat.bY)],
                angle: joint.float(PlayJointFloat.angle),
                translation: joint.float(PlayJointFloat.translation),
                length: joint.float(PlayJointFloat.length),
                force: joint.float(PlayJointFloat.force),
                atLimit: joint.word(PlayJointWord.atLimit) !== 0,
            };
        });
    }
    private zones(at: number, count: number): PlayZone[] {
        return Array.from({ length: count }, (_, i) => {
            const zone = this.module.struct<PlayZoneWord, PlayZoneFloat>(at + 4 * Words.playZone * i, Words.playZone);
            return {
                active: zone.word(PlayZoneWord.active) !== 0,
                x: zone.float(PlayZoneFloat.x),
                y: zone.float(PlayZoneFloat.y),
                angle: zone.float(PlayZoneFloat.angle),
                velocity: [zone.float(PlayZoneFloat.velocityX), zone.float(PlayZoneFloat.velocityY)],
                acceleration: [zone.float(PlayZoneFloat.accelerationX), zone.float(PlayZoneFloat.accelerationY)],
            };
        });
    }
    private marks(at: number, count: number): Mark[] {
        const orNull = (value: number): number | null => (value === NONE ? null : value);
        return Array.from({ length: count }, (_, i) => {
            const mark = this.module.struct<PlayMarkWord, PlayMarkFloat>(at + 4 * Words.playMark * i, Words.playMark);
            return {
                time: mark.float(PlayMarkFloat.time),
                kind: eventKinds[mark.word(PlayMarkWord.kind)]!,
                actor: orNull(mark.word(PlayMarkWord.actor)),
                other: orNull(mark.word(PlayMarkWord.other)),
                obstacle: orNull(mark.word(PlayMarkWord.obstacle)),
                zone: orNull(mark.word(PlayMarkWord.zone)),
                joint: orNull(mark.word(PlayMarkWord.joint)),
                impulse: mark.float(PlayMarkFloat.impulse),
            };
        });
    }
    private performer(at: number): Performer {
        const { module } = this;
        const actor = module.struct<PlayActorWord, PlayActorFloat>(at, Words.playActor);
        const orNull = (value: number): number | null => (value === NONE ? null : value);
        const [vertices, examples, goals] = [
            actor.word(PlayActorWord.vertexCount),
            actor.word(PlayActorWord.exampleCount),
            actor.word(PlayActorWord.goals),
        ];
        return {
            artwork: actor.word(PlayActorWord.artwork),
            vertices: module.floats(actor.word(PlayActorWord.vertices), 2 * vertices),
            place: module.floats(actor.word(PlayActorWord.place), examples),
            equilibrium: module.floats(actor.word(PlayActorWord.equilibrium), examples),
            goals: goals ? module.floats(goals, 2 * vertices) : null,
            inputs: module.floats(actor.word(PlayActorWord.inputs), actor.word(PlayActorWord.inputCount)),
            x: actor.float(PlayActorFloat.x),
            y: actor.float(PlayActorFloat.y),
            velocityX: actor.float(PlayActorFloat.velocityX),
            velocityY: actor.float(PlayActorFloat.velocityY),
            angle: actor.float(PlayActorFloat.angle),
            spin: actor.float(PlayActorFloat.spin),
            flipped: actor.word(PlayActorWord.flipped) !== 0,
            asleep: actor.word(PlayActorWord.asleep) !== 0,
            grounded: actor.word(PlayActorWord.grounded) !== 0,
            touching: actor.word(PlayActorWord.touching) !== 0,
            contactEnergy: actor.float(PlayActorFloat.contactEnergy),
            behaviour: orNull(actor.word(PlayActorWord.behaviour)),
            state: orNull(actor.word(PlayActorWord.state)),
            grabbed: actor.word(PlayActorWord.grabbed) !== 0,
            size: actor.float(PlayActorFloat.size),
            tint: [
                actor.float(PlayActorFloat.tintR),
                actor.float(PlayActorFloat.tintG),
                actor.float(PlayActorFloat.tintB),
                actor.float(PlayActorFloat.tintA),
            ],
            hidden: bitsOf(actor.word(PlayActorWord.hiddenLow), actor.word(PlayActorWord.hiddenHigh)),
            handles: module.floats(
                actor.word(PlayActorWord.handles),
                Words.affine * actor.word(PlayActorWord.handleCount),
            ),
            fade: actor.float(PlayActorFloat.fade),
            fadeArtwork: orNull(actor.word(PlayActorWord.fadeArtwork)),
            fadeVertices: module.floats(
                actor.word(PlayActorWord.fadeVertices),
                2 * actor.word(PlayActorWord.fadeVertexCount),
            ),
        };
    }
    // Returns false if the time is not reached yet: ask again in the next frame.
    seek(time: number): boolean {
        return this.module.exports.vv_studio_seek(this.at, time) !== 0;
    }
    reset(): void {
        this.expect(this.module.exports.vv_studio_reset(this.at));
    }
    cue(entry: Readonly<Record<string, unknown>>): void {
        this.expect(
            this.module.lendText(JSON.stringify(entry), (at, length) =>
                this.module.exports.vv_studio_cue(this.at, at, length),
            ),
        );
    }
    // Grabs the topmost actor at a point; null if there is none.
    take(x: number, y: number): number | null {
        const actor = this.module.exports.vv_studio_play_grab(this.at, x, y) >>> 0;
        return actor === NONE ? null : actor;
    }
    hand(x: number, y: number): void {
        this.expect(this.module.exports.vv_studio_play_drag(this.at, x, y));
    }
    throwIt(): void {
        this.module.exports.vv_studio_play_release(this.at);
    }
    playHash(): string {
        return this.module.borrow(8, (at) => {
            this.module.exports.vv_studio_play_hash(this.at, at);
            return this.hexadecimal(at);
        });
    }
    keepTake(name: string, seconds: number): Command {
        this.expect(this.module.lendText(name, (at) => this.module.exports.vv_studio_store_take(this.at, at, seconds)));
        return JSON.parse(this.text) as Command;
    }
    wantGoals(wanted: boolean): void {
        this.module.exports.vv_studio_show_goals(this.at, wanted ? 1 : 0);
    }
    neighbourhood(actor: number, x: number, y: number): Uint32Array {
        const capacity = 1024;
        return this.module.borrow(4 * capacity, (at) => {
            const count = this.module.exports.vv_studio_neighbourhood(this.at, actor, x, y, at, capacity);
            return this.module.words(at, Math.min(count, capacity)).slice();
        });
    }
    // ---- Other times, and keys from the stage

    // Simulates ahead by at most so many steps; returns the time up to which all states are known.
    compute(until: number, steps: number): number {
        return this.module.exports.vv_studio_compute(this.at, until, steps);
    }
    // The scene at another time; null if that is not known yet. Valid until the next call.
    glance(time: number): Play | null {
        const at = this.module.exports.vv_studio_play_at(this.at, time);
        return at ? this.playView(at) : null;
    }
    // The path of a puppet's handle: time, x and y at each known step.
    path(actor: number, handle: number, from: number, to: number): Float32Array {
        const capacity = 4096;
        return this.module.borrow(12 * capacity, (at) => {
            const count = this.module.exports.vv_studio_path(this.at, actor, handle, from, to, at, capacity);
            return this.module.floats(at, 3 * Math.min(count, capacity)).slice();
        });
    }
    // The current value of a handle, in the units of a key of this channel (0 position, 1 angle, 2 scale).
    handleValue(actor: number, handle: number, channel: 0 | 1 | 2, near = 0): [number, number] {
        return this.module.borrow(8, (at) => {
            this.expect(this.module.exports.vv_studio_handle_value(this.at, actor, handle, channel, near, at));
            const value = this.module.floats(at, 2);
            return [value[0]!, value[1]!];
        });
    }
    // A point of the stage as the value of a position key.
    aimAt(actor: number, x: number, y: number): [number, number] {
        return this.module.borrow(8, (at) => {
            this.expect(this.module.exports.vv_studio_position_value(this.at, actor, x, y, at));
            const value = this.module.floats(at, 2);
            return [value[0]!, value[1]!];
        });
    }
    // The command that turns a recorded drag (time, x, y each) into as few keys as reproduce it.
    keepDrag(actor: number, handle: number, samples: ArrayLike<number>, tolerance: number): Command {
        this.module.lendFloats(samples, (at) =>
            this.expect(
                this.module.exports.vv_studio_store_drag(this.at, actor, handle, at, samples.length / 3, tolerance),
            ),
        );
        return JSON.parse(this.text) as Command;
    }
    // The command that records how regions of a puppet move between two times of the playing scene.
    record(
        actor: number,
        regions: readonly { readonly handle: number; readonly threshold: number }[],
        from: number,
        to: number,
        name: string,
    ): Command {
        const { module } = this;
        const words = new Uint32Array(Words.region * regions.length);
        const floats = new Float32Array(words.buffer);
        regions.forEach((region, i) => {
            words[Words.region * i + RegionWord.handle] = region.handle;
            floats[Words.region * i + RegionFloat.threshold] = region.threshold;
        });
        this.expect(
            module.lend(new Uint8Array(words.buffer), (at) =>
                module.lendText(name, (called) =>
                    module.exports.vv_studio_record(this.at, actor, at, regions.length, from, to, called),
                ),
            ),
        );
        return JSON.parse(this.text) as Command;
    }
    tour(scene: number, time: number, exampleCount: number): Float32Array {
        return this.module.borrow(4 * exampleCount, (at) => {
            this.expect(this.module.exports.vv_studio_tour(this.at, scene, time, at));
            return this.module.floats(at, exampleCount).slice();
        });
    }

    // ---- Shapes, verbs and graphs

    private actAt = 0;

    // Opens the act, or updates it after the project changed; its playback then continues.
    act(kind: PlayedKind, subject: number): void {
        this.actAt = this.module.exports.vv_studio_performance3(this.at, sceneKinds.indexOf(kind), subject);
        if (!this.actAt) throw this.refusal();
    }
    actEnd(): void {
        this.module.exports.vv_studio_performance3_end(this.at);
        this.actAt = 0;
    }
    // The act that is open; null if none is.
    acting(): Act | null {
        return this.actAt ? viewAct(this.module, this.actAt) : null;
    }
    actPlace(at: ArrayLike<number>): void {
        this.module.lendFloats(at, (room) =>
            this.expect(this.module.exports.vv_studio_performance3_place(this.at, room)),
        );
    }
    actSwitch(planting: boolean, still: boolean, heat: boolean): void {
        this.module.exports.vv_studio_performance3_set_options(this.at, planting ? 1 : 0, still ? 1 : 0, heat ? 1 : 0);
    }
    actAdvance(seconds: number): void {
        this.module.exports.vv_studio_performance3_advance(this.at, seconds);
    }
    actRestart(): void {
        this.module.exports.vv_studio_performance3_restart(this.at);
    }
    actPhase(phase: number): void {
        this.module.exports.vv_studio_performance3_phase(this.at, phase);
    }
    actSet(input: string, value: number): void {
        this.expect(
            this.module.lendText(input, (name) =>
                this.module.exports.vv_studio_performance3_set_input(this.at, name, value),
            ),
        );
    }
    actRaise(event: string): void {
        this.expect(
            this.module.lendText(event, (name) =>
                this.module.exports.vv_studio_performance3_raise_event(this.at, name),
            ),
        );
    }
    // A copy: the caller may keep it.
    actGlance(at: ArrayLike<number>, phase: number): Solid {
        return this.solid((positions, normals) =>
            this.module.lendFloats(at, (room) =>
                this.expect(
                    this.module.exports.vv_studio_performance3_sample(this.at, room, phase, positions, normals),
                ),
            ),
        );
    }
    private solid(fill: (positions: number, normals: number) => void): Solid {
        const count = this.actAt
            ? 3 *
              this.module
                  .struct<Performance3ViewWord, Performance3ViewFloat>(this.actAt, Words.performance3View)
                  .word(Performance3ViewWord.vertexCount)
            : 0;
        return this.module.borrow(8 * count, (room) => {
            fill(room, room + 4 * count);
            return {
                positions: this.module.floats(room, count).slice(),
                normals: this.module.floats(room + 4 * count, count).slice(),
            };
        });
    }
    actTrouble(at: ArrayLike<number>): number {
        return this.module.lendFloats(at, (room) => this.module.exports.vv_studio_performance3_trouble(this.at, room));
    }
    actReport<T>(): T {
        this.expect(this.module.exports.vv_studio_performance3_report(this.at));
        return JSON.parse(this.text) as T;
    }
    // The text of the file (BVH for a verb, OBJ for a shape) that holds the current blend.
    actFile(): string {
        this.expect(this.module.exports.vv_studio_performance3_file(this.at));
        return this.text;
    }
    takeSize(take: number): TakeSize {
        const [length, rate, feet] = this.module.readFloats(3, (at) =>
            this.expect(this.module.exports.vv_studio_take_size(this.at, take, at)),
        );
        return { length: length!, rate: rate!, feet: feet! };
    }
    // Height above the ground and speed of every foot, sampled `count` times.
    takeFeet(take: number, feet: number, count: number): Float32Array {
        return this.module.readFloats(2 * feet * count, (at) =>
            this.expect(this.module.exports.vv_studio_take_feet(this.at, take, count, at)),
        );
    }
    // The intervals in which each foot stands.
    takeStands(take: number): [number, number][][] {
        this.expect(this.module.exports.vv_studio_take_footfalls(this.at, take));
        return JSON.parse(this.text) as [number, number][][];
    }
    takeSuggest(take: number, cyclic: boolean, near = -1): Cut {
        this.expect(this.module.exports.vv_studio_suggest_cut(this.at, take, cyclic ? 1 : 0, near));
        return JSON.parse(this.text) as Cut;
    }
    // Applies to the open act, which must be of the take's skeleton.
    takeGlance(take: number, time: number): Solid {
        return this.solid((positions, normals) =>
            this.expect(this.module.exports.vv_studio_take_glance(this.at, take, time, positions, normals)),
        );
    }
    // The contents of a file that does not belong to the project yet.
    readModel(name: string, bytes: Uint8Array): ModelFile {
        const { module } = this;
        this.expect(
            module.lendText(name, (called) =>
                module.lend(bytes, (at, count) => module.exports.vv_studio_read_model(this.at, called, at, count)),
            ),
        );
        return JSON.parse(this.text) as ModelFile;
    }
}
