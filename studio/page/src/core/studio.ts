// One open project in the core. Thin: every method is one export of studio/core/studio.h.
import { Module, NONE } from "./module.ts";
import type { Command, Problem, Project } from "./project.ts";
import type { Act, Cut, ModelFile, PlayedKind, Solid, TakeSize } from "./act.ts";
import { ACT_WORDS, actKinds, viewAct } from "./act.ts";
import { Actions } from "./action.ts";
import { Herds } from "./herd.ts";

// What the core says when it refuses: where, what is wrong, what to do.
export class Refusal extends Error {
  readonly code: number;
  readonly line: number; // of the file; 0: not known
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
  readonly keep: boolean; // it holds what is nowhere else
  readonly replayed: number;
  readonly whole: number;
  readonly dropped: number;
  readonly message: string;
}

// vv_figure. Arrays are views into WebAssembly memory: read them in the frame you asked for them, keep none.
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
  readonly layers: Uint32Array; // first vertex, vertices, first triangle, triangles of each
  readonly weights: Float32Array; // a row a vertex
  readonly vertices: Float32Array;
  readonly handles: Float32Array; // from x, y, to x, y of each
  readonly turns: Float32Array; // move x, y, angle, along, across of each
  readonly pins: Uint8Array;
  readonly place: Float32Array;
  readonly posed: boolean;
  readonly smallestAngle: number;
  readonly low: readonly [number, number];
  readonly high: readonly [number, number];
}

// How layers hang together on a stage.
export interface Joins {
  readonly chosen: boolean; // by the artist; else by themselves
  readonly loose: string | null; // a layer that nothing joins to the others
  readonly joins: readonly { readonly layer: string; readonly onto: string; readonly at: readonly [number, number] }[];
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
  readonly size: number; // the diameter of a disc of the same area, metres
  readonly handles: Float32Array; // of a puppet, six numbers each: xx, xy, yx, yy, x, y; empty: a sprite
  readonly fade: number; // how much of the artwork that it was before is still to be drawn over it
  readonly fadeArtwork: number | null;
  readonly fadeVertices: Float32Array;
}

// vv_play.
export interface Play {
  readonly scene: number;
  readonly actors: readonly Performer[];
  readonly contacts: Float32Array; // x, y, normal x, y, speed, age of each
  readonly stepCount: number;
  readonly time: number;
  readonly step: number;
  readonly version: number;
  readonly live: number;
}

const FIGURE_WORDS = 22;
const PERFORMER_WORDS = 30;
const PLAY_WORDS = 10;

export class Studio {
  private readonly module: Module;
  private readonly at: number;
  readonly herds: Herds; // creatures
  readonly actions: Actions; // lines of action

  constructor(module: Module) {
    this.module = module;
    this.at = module.exports.vv_studio_create(0);
    if (!this.at) throw new Error("The browser has no more memory for this project.");
    const port = { module, at: this.at, expect: (result: number) => this.expect(result), failed: () => this.refusal(), text: () => this.text };
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
    this.expect(module.lendText(path, (name) => module.lend(pixels, (at) => module.exports.vv_studio_put_image(this.at, name, width, height, at))));
  }
  putFile(path: string, bytes: Uint8Array): void {
    const { module } = this;
    this.expect(module.lendText(path, (name) => module.lend(bytes, (at, count) => module.exports.vv_studio_put_file(this.at, name, at, count))));
  }
  // Bytes are taken as they are: what is no UTF-8 is refused.
  open(project: string | Uint8Array, journal: string): JournalReport {
    const { module } = this;
    const bytes = typeof project === "string" ? new TextEncoder().encode(project) : project;
    this.expect(
      module.lend(bytes, (p, pLength) => module.lendText(journal, (j, jLength) => module.exports.vv_studio_open(this.at, p, pLength, j, jLength))),
    );
    return JSON.parse(this.text) as JournalReport;
  }

  // ---- Changing

  apply(command: Command | readonly Command[]): void {
    this.expect(this.module.lendText(JSON.stringify(command), (at, length) => this.module.exports.vv_studio_apply(this.at, at, length)));
  }
  preview(command: Command | readonly Command[]): void {
    this.expect(this.module.lendText(JSON.stringify(command), (at, length) => this.module.exports.vv_studio_preview(this.at, at, length)));
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
  // The lines for the journal that the last change made, "" if none. Taking them counts as writing them.
  takeLine(): string {
    const { vv_studio_line, vv_studio_line_length, vv_studio_written } = this.module.exports;
    const line = this.module.text(vv_studio_line(this.at), vv_studio_line_length(this.at));
    if (line) vv_studio_written(this.at);
    return line;
  }
  // The text of project.json as it would be saved now; nothing is saved.
  write(): string {
    this.expect(this.module.exports.vv_studio_write(this.at));
    return this.text;
  }
  // The text of project.json; the lines that announce it are then to be taken.
  saving(): string {
    this.expect(this.module.exports.vv_studio_saving(this.at));
    return this.text;
  }
  // project.json is in place: the line that says so is then to be taken.
  saved(): void {
    this.expect(this.module.exports.vv_studio_saved(this.at));
  }
  // What is then to be taken is a whole new journal, with the history.
  beginJournal(): void {
    this.expect(this.module.exports.vv_studio_begin_journal(this.at));
  }
  // Time to begin a new one, without the oldest steps.
  get journalIsLong(): boolean {
    return this.module.exports.vv_studio_journal_is_long(this.at) !== 0;
  }
  get isSaved(): boolean {
    return this.module.exports.vv_studio_is_saved(this.at) !== 0;
  }

  // ---- Asking

  project(): Project {
    this.expect(this.module.exports.vv_studio_project(this.at));
    return JSON.parse(this.text) as Project;
  }
  history(): { at: number; steps: string[] } {
    this.expect(this.module.exports.vv_studio_history(this.at));
    return JSON.parse(this.text) as { at: number; steps: string[] };
  }
  check(): Problem[] {
    this.expect(this.module.exports.vv_studio_check(this.at));
    return JSON.parse(this.text) as Problem[];
  }
  // What shows only when the item'th of `count` things is built.
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

  // Value x, y, slope x, y and strength of each of `count` samples.
  clipCurve(clip: number, track: number, from: number, to: number, count: number): Float32Array {
    return this.borrowFloats(5 * count, (at) => this.expect(this.module.exports.vv_studio_clip_curve(this.at, clip, track, from, to, count, at)));
  }
  // In x, y and out x, y of each key.
  clipSlopes(clip: number, track: number, keyCount: number): Float32Array {
    return this.borrowFloats(4 * keyCount, (at) => this.expect(this.module.exports.vv_studio_clip_slopes(this.at, clip, track, at)));
  }
  private borrowFloats(count: number, fill: (at: number) => void): Float32Array {
    return this.module.borrow(4 * count, (at) => {
      fill(at);
      return this.module.floats(at, count).slice();
    });
  }

  // ---- Figures

  figure(artwork: number): Figure {
    const { module } = this;
    const at = module.exports.vv_studio_figure(this.at, artwork);
    if (!at) throw this.refusal();
    const w = module.words(at, FIGURE_WORDS);
    const f = module.floats(at, FIGURE_WORDS);
    const [vertices, triangles, layers, handles, examples] = [w[1]!, w[2]!, w[3]!, w[4]!, w[5]!];
    return {
      meshVersion: w[0]!,
      vertexCount: vertices,
      triangleCount: triangles,
      layerCount: layers,
      handleCount: handles,
      exampleCount: examples,
      rest: module.floats(w[6]!, 2 * vertices),
      uvs: module.floats(w[7]!, 2 * vertices),
      triangles: module.words(w[8]!, 3 * triangles),
      layers: module.words(w[9]!, 4 * layers),
      weights: module.floats(w[10]!, vertices * handles),
      vertices: module.floats(w[11]!, 2 * vertices),
      handles: module.floats(w[12]!, 4 * handles),
      turns: module.floats(w[13]!, 5 * handles),
      pins: module.bytes(w[14]!, handles),
      place: module.floats(w[15]!, examples),
      posed: w[16] !== 0,
      smallestAngle: f[17]!,
      low: [f[18]!, f[19]!],
      high: [f[20]!, f[21]!],
    };
  }
  showRest(artwork: number): void {
    this.expect(this.module.exports.vv_studio_show_rest(this.at, artwork));
  }
  showExample(artwork: number, example: number): void {
    this.expect(this.module.exports.vv_studio_show_example(this.at, artwork, example));
  }
  showPlace(artwork: number, weights: ArrayLike<number>): void {
    this.lendFloats(weights, (at) => this.expect(this.module.exports.vv_studio_show_place(this.at, artwork, at)));
  }
  private lendFloats<T>(values: ArrayLike<number>, use: (at: number) => T): T {
    const floats = Float32Array.from(values);
    return this.module.lend(new Uint8Array(floats.buffer), use);
  }
  // False where there is nothing to take hold of.
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
    this.module.exports.vv_studio_let_go(this.at, artwork, keep ? 1 : 0);
  }
  pin(artwork: number, handle: number, kind: 0 | 1 | 2): void {
    this.expect(this.module.exports.vv_studio_pin(this.at, artwork, handle, kind));
  }
  // The command that keeps the pose as it is now as this example.
  keep(artwork: number, name: string): Command {
    this.expect(this.module.lendText(name, (at) => this.module.exports.vv_studio_keep(this.at, artwork, at)));
    return JSON.parse(this.text) as Command;
  }
  // A copy: the caller may keep it.
  verticesAt(artwork: number, weights: ArrayLike<number>, vertexCount: number): Float32Array<ArrayBuffer> {
    return this.module.borrow(8 * vertexCount, (out) => {
      this.lendFloats(weights, (at) => this.expect(this.module.exports.vv_studio_vertices(this.at, artwork, at, out)));
      return this.module.floats(out, 2 * vertexCount).slice();
    });
  }
  // The nearest place of the complex to a dot on the pose board, whose corners are points[2 · exampleCount].
  board(artwork: number, points: ArrayLike<number>, x: number, y: number): { weights: Float32Array; nearest: [number, number] } {
    const count = points.length / 2;
    return this.module.borrow(4 * count + 8, (out) => {
      this.lendFloats(points, (at) => this.expect(this.module.exports.vv_studio_board(this.at, artwork, at, x, y, out, out + 4 * count)));
      const told = this.module.floats(out, count + 2).slice();
      return { weights: told.subarray(0, count), nearest: [told[count]!, told[count + 1]!] };
    });
  }
  guess(artwork: number, bones: boolean): Command[] {
    this.expect(this.module.exports.vv_studio_guess(this.at, artwork, bones ? 1 : 0));
    return JSON.parse(this.text) as Command[];
  }
  joins(artwork: number): Joins {
    this.expect(this.module.exports.vv_studio_joins(this.at, artwork));
    return JSON.parse(this.text) as Joins;
  }

  // ---- Playing

  private playAt = 0;

  // Sets a scene up at time 0.
  play(scene: number): void {
    this.playAt = this.module.exports.vv_studio_play(this.at, scene);
    if (!this.playAt) throw this.refusal();
  }
  playEnd(): void {
    this.module.exports.vv_studio_play_end(this.at);
    this.playAt = 0;
  }
  // What plays now, null if nothing does.
  playing(): Play | null {
    return this.playAt ? this.playView(this.playAt) : null;
  }
  private playView(at: number): Play | null {
    const { module } = this;
    const w = module.words(at, PLAY_WORDS);
    const f = module.floats(at, PLAY_WORDS);
    if (w[0] === NONE) return null;
    const actors: Performer[] = [];
    for (let i = 0; i < w[1]!; i++) actors.push(this.performer(w[2]! + 4 * PERFORMER_WORDS * i));
    return {
      scene: w[0]!,
      actors,
      contacts: module.floats(w[4]!, 6 * w[3]!),
      stepCount: w[5]!,
      time: f[6]!,
      step: f[7]!,
      version: w[8]!,
      live: w[9]!,
    };
  }
  private performer(at: number): Performer {
    const { module } = this;
    const w = module.words(at, PERFORMER_WORDS);
    const f = module.floats(at, PERFORMER_WORDS);
    const orNull = (value: number): number | null => (value === NONE ? null : value);
    return {
      artwork: w[0]!,
      vertices: module.floats(w[2]!, 2 * w[1]!),
      place: module.floats(w[4]!, w[3]!),
      equilibrium: module.floats(w[5]!, w[3]!),
      goals: w[6] ? module.floats(w[6], 2 * w[1]!) : null,
      inputs: module.floats(w[7]!, w[8]!),
      x: f[9]!,
      y: f[10]!,
      velocityX: f[11]!,
      velocityY: f[12]!,
      angle: f[13]!,
      spin: f[14]!,
      flipped: w[15] !== 0,
      asleep: w[16] !== 0,
      grounded: w[17] !== 0,
      touching: w[18] !== 0,
      contactEnergy: f[19]!,
      behaviour: orNull(w[20]!),
      state: orNull(w[21]!),
      grabbed: w[22] !== 0,
      size: f[23]!,
      handles: module.floats(w[25]!, 6 * w[24]!),
      fade: f[26]!,
      fadeArtwork: orNull(w[27]!),
      fadeVertices: module.floats(w[29]!, 2 * w[28]!),
    };
  }
  // False where it is not there yet: ask again in the next frame.
  seek(time: number): boolean {
    return this.module.exports.vv_studio_seek(this.at, time) !== 0;
  }
  reset(): void {
    this.expect(this.module.exports.vv_studio_reset(this.at));
  }
  cue(entry: Readonly<Record<string, unknown>>): void {
    this.expect(this.module.lendText(JSON.stringify(entry), (at, length) => this.module.exports.vv_studio_cue(this.at, at, length)));
  }
  // Takes hold of the topmost actor at a point; null where there is none.
  take(x: number, y: number): number | null {
    const actor = this.module.exports.vv_studio_take(this.at, x, y) >>> 0;
    return actor === NONE ? null : actor;
  }
  hand(x: number, y: number): void {
    this.expect(this.module.exports.vv_studio_hand(this.at, x, y));
  }
  throwIt(): void {
    this.module.exports.vv_studio_throw(this.at);
  }
  playHash(): string {
    return this.module.borrow(8, (at) => {
      this.module.exports.vv_studio_play_hash(this.at, at);
      return this.hexadecimal(at);
    });
  }
  keepTake(name: string, seconds: number): Command {
    this.expect(this.module.lendText(name, (at) => this.module.exports.vv_studio_keep_take(this.at, at, seconds)));
    return JSON.parse(this.text) as Command;
  }
  wantGoals(wanted: boolean): void {
    this.module.exports.vv_studio_want_goals(this.at, wanted ? 1 : 0);
  }
  neighbourhood(actor: number, x: number, y: number): Uint32Array {
    const capacity = 1024;
    return this.module.borrow(4 * capacity, (at) => {
      const count = this.module.exports.vv_studio_neighbourhood(this.at, actor, x, y, at, capacity);
      return this.module.words(at, Math.min(count, capacity)).slice();
    });
  }
  // ---- Other times, and keys from the stage

  // Computes ahead, at most so many steps; the time up to which everything is known.
  compute(until: number, steps: number): number {
    return this.module.exports.vv_studio_compute(this.at, until, steps);
  }
  // What plays as it is at another time; null where that is not known yet. Valid until the next call.
  glance(time: number): Play | null {
    const at = this.module.exports.vv_studio_glance(this.at, time);
    return at ? this.playView(at) : null;
  }
  // Where a puppet's handle goes: time, x and y at each step that is known.
  path(actor: number, handle: number, from: number, to: number): Float32Array {
    const capacity = 4096;
    return this.module.borrow(12 * capacity, (at) => {
      const count = this.module.exports.vv_studio_path(this.at, actor, handle, from, to, at, capacity);
      return this.module.floats(at, 3 * Math.min(count, capacity)).slice();
    });
  }
  // What a handle is now, as a key of this channel (0 position, 1 angle, 2 scale) would say it.
  handleValue(actor: number, handle: number, channel: 0 | 1 | 2, near = 0): [number, number] {
    return this.module.borrow(8, (at) => {
      this.expect(this.module.exports.vv_studio_handle_value(this.at, actor, handle, channel, near, at));
      const value = this.module.floats(at, 2);
      return [value[0]!, value[1]!];
    });
  }
  // A point of the stage as a key of position would say it.
  aimAt(actor: number, x: number, y: number): [number, number] {
    return this.module.borrow(8, (at) => {
      this.expect(this.module.exports.vv_studio_aim_at(this.at, actor, x, y, at));
      const value = this.module.floats(at, 2);
      return [value[0]!, value[1]!];
    });
  }
  // The command that turns a recorded drag (time, x, y each) into as few keys as follow it.
  keepDrag(actor: number, handle: number, samples: ArrayLike<number>, tolerance: number): Command {
    this.lendFloats(samples, (at) => this.expect(this.module.exports.vv_studio_keep_drag(this.at, actor, handle, at, samples.length / 3, tolerance)));
    return JSON.parse(this.text) as Command;
  }
  // The command that keeps how regions of a puppet move between two times of the scene that plays.
  record(actor: number, regions: readonly { readonly handle: number; readonly threshold: number }[], from: number, to: number, name: string): Command {
    const { module } = this;
    const words = new Uint32Array(2 * regions.length);
    const floats = new Float32Array(words.buffer);
    regions.forEach((region, i) => {
      words[2 * i] = region.handle;
      floats[2 * i + 1] = region.threshold;
    });
    this.expect(
      module.lend(new Uint8Array(words.buffer), (at) => module.lendText(name, (called) => module.exports.vv_studio_record(this.at, actor, at, regions.length, from, to, called))),
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

  // Opens it, or brings it up to date after the project changed, where it goes on as it was.
  act(kind: PlayedKind, subject: number): void {
    this.actAt = this.module.exports.vv_studio_act(this.at, actKinds.indexOf(kind), subject);
    if (!this.actAt) throw this.refusal();
  }
  actEnd(): void {
    this.module.exports.vv_studio_act_end(this.at);
    this.actAt = 0;
  }
  // What is open now, null if nothing is.
  acting(): Act | null {
    return this.actAt ? viewAct(this.module, this.actAt) : null;
  }
  actPlace(at: ArrayLike<number>): void {
    this.lendFloats(at, (room) => this.expect(this.module.exports.vv_studio_act_place(this.at, room)));
  }
  actSwitch(planting: boolean, still: boolean, heat: boolean): void {
    this.module.exports.vv_studio_act_switch(this.at, planting ? 1 : 0, still ? 1 : 0, heat ? 1 : 0);
  }
  actAdvance(seconds: number): void {
    this.module.exports.vv_studio_act_advance(this.at, seconds);
  }
  actRestart(): void {
    this.module.exports.vv_studio_act_restart(this.at);
  }
  actPhase(phase: number): void {
    this.module.exports.vv_studio_act_phase(this.at, phase);
  }
  actSet(input: string, value: number): void {
    this.expect(this.module.lendText(input, (name) => this.module.exports.vv_studio_act_set(this.at, name, value)));
  }
  actRaise(event: string): void {
    this.expect(this.module.lendText(event, (name) => this.module.exports.vv_studio_act_raise(this.at, name)));
  }
  // A copy: the caller may keep it.
  actGlance(at: ArrayLike<number>, phase: number): Solid {
    return this.solid((positions, normals) =>
      this.lendFloats(at, (room) => this.expect(this.module.exports.vv_studio_act_glance(this.at, room, phase, positions, normals))),
    );
  }
  private solid(fill: (positions: number, normals: number) => void): Solid {
    const count = this.actAt ? 3 * this.module.words(this.actAt, ACT_WORDS)[3]! : 0;
    return this.module.borrow(8 * count, (room) => {
      fill(room, room + 4 * count);
      return { positions: this.module.floats(room, count).slice(), normals: this.module.floats(room + 4 * count, count).slice() };
    });
  }
  actTrouble(at: ArrayLike<number>): number {
    return this.lendFloats(at, (room) => this.module.exports.vv_studio_act_trouble(this.at, room));
  }
  actReport<T>(): T {
    this.expect(this.module.exports.vv_studio_act_report(this.at));
    return JSON.parse(this.text) as T;
  }
  // The text of the file, BVH of a verb or OBJ of a shape, that holds what is blended here.
  actFile(): string {
    this.expect(this.module.exports.vv_studio_act_file(this.at));
    return this.text;
  }
  takeSize(take: number): TakeSize {
    const [length, rate, feet] = this.borrowFloats(3, (at) => this.expect(this.module.exports.vv_studio_take_size(this.at, take, at)));
    return { length: length!, rate: rate!, feet: feet! };
  }
  // Height above the ground and speed of every foot, `count` times of it.
  takeFeet(take: number, feet: number, count: number): Float32Array {
    return this.borrowFloats(2 * feet * count, (at) => this.expect(this.module.exports.vv_studio_take_feet(this.at, take, count, at)));
  }
  // When each foot stands.
  takeStands(take: number): [number, number][][] {
    this.expect(this.module.exports.vv_studio_take_stands(this.at, take));
    return JSON.parse(this.text) as [number, number][][];
  }
  takeSuggest(take: number, cyclic: boolean, near = -1): Cut {
    this.expect(this.module.exports.vv_studio_take_suggest(this.at, take, cyclic ? 1 : 0, near));
    return JSON.parse(this.text) as Cut;
  }
  // Of the act that is open, which is of the take's skeleton.
  takeGlance(take: number, time: number): Solid {
    return this.solid((positions, normals) => this.expect(this.module.exports.vv_studio_take_glance(this.at, take, time, positions, normals)));
  }
  // What there is in a file that does not belong to the project yet.
  readModel(name: string, bytes: Uint8Array): ModelFile {
    const { module } = this;
    this.expect(module.lendText(name, (called) => module.lend(bytes, (at, count) => module.exports.vv_studio_read_model(this.at, called, at, count))));
    return JSON.parse(this.text) as ModelFile;
  }
}
