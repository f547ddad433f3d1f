// Handles of the directed puppet that follow the pointer. With auto-key on, and by G, R and S, what they are made to be is a key
// at the playhead, shown while it is dragged and one step of undo in the end. Otherwise, and while the scene plays, the pointer
// leads them as a hand would; recorded, the hand's way becomes keys.
import type { Channel, KeyValue, Vec2 } from "../core/project.ts";
import type { Play } from "../core/studio.ts";
import { working } from "../draw/loop.ts";
import { playing, recording, time } from "../state/app.ts";
import { ask, send } from "../state/document.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { minus, plus, tidy } from "../tools/geometry.ts";
import type { Shape } from "../tools/geometry.ts";
import type { Gesture } from "../tools/gesture.ts";
import { hasMoved } from "../tools/gesture.ts";
import { degrees, times, Winding } from "../tools/turning.ts";
import { advanced, standing } from "../timeline/core.ts";
import { addClip, keysAt, keyTime, make, show, takeBack } from "../timeline/edit.ts";
import { parts, trackId, whole } from "../timeline/model.ts";
import { chosenClip, clip, clipTime, isOwn, model, offset, recordKeys, roundNow } from "../timeline/state.ts";
import type { Directed, Placing } from "./state.ts";
import { placingOf } from "./state.ts";

const at = (pointer: StagePointer): Vec2 => [pointer.x, pointer.y];

// ---- What the pointer makes of a handle

interface Change {
  readonly channel: Channel;
  readonly says: string;
  of(base: readonly number[]): KeyValue; // from what it was at first
}
type Follow = (pointer: StagePointer) => Change;

const LEAST = 0.05; // of a scale

function moving(begun: Vec2, placing: Placing, axis: () => Axis): Follow {
  return (pointer) => {
    let by = minus(at(pointer), begun);
    if (axis() === "x") by = [by[0], 0];
    if (axis() === "y") by = [0, by[1]];
    const value = minus(placing.toValue(plus(begun, by)), placing.toValue(begun));
    return { channel: "position", says: `Move by ${by.map((v) => v.toFixed(2)).join(", ")} m`, of: ([x, y]) => [tidy(x! + value[0]), tidy(y! + value[1])] };
  };
}
// Seen in the mirror, a turn goes the other way.
function turning(begun: Vec2, centre: Vec2, flipped: boolean, notched: (pointer: StagePointer) => boolean): Follow {
  const winding = new Winding(centre, begun);
  return (pointer) => {
    const angle = winding.to(at(pointer), notched(pointer)) * (flipped ? -1 : 1);
    return { channel: "angle", says: `Turn ${degrees(angle)}`, of: ([first]) => tidy(first! + angle) };
  };
}
type Axis = "both" | "x" | "y";
// Shift keeps the area: what gets longer gets thinner.
function scaling(begun: Vec2, centre: Vec2, axis: () => Axis): Follow {
  const reach = (point: Vec2): number => Math.max(1e-6, Math.hypot(...minus(point, centre)));
  return (pointer) => {
    const factor = Math.max(LEAST, reach(at(pointer)) / reach(begun));
    const other = pointer.shift ? 1 / factor : 1;
    const [along, across] = axis() === "y" ? [other, factor] : axis() === "x" || pointer.shift ? [factor, other] : [factor, factor];
    return { channel: "scale", says: `Scale ${times(along)}, ${times(across)}`, of: ([x, y]) => [tidy(Math.max(LEAST, x! * along)), tidy(Math.max(LEAST, y! * across))] };
  };
}

// ---- Keys at the playhead

// The puppet plays a clip that is shown; it is given one where it has none.
function ensureClip(): boolean {
  if (!isOwn.peek()) chosenClip.value = null;
  if (!clip.peek()) addClip();
  return clip.peek() !== null && isOwn.peek();
}
// What is keyed is what is seen: where keys snap, the playhead does too.
function settlePlayhead(): number {
  const moment = keyTime();
  const snapped = Math.max(0, time.peek() + moment - clipTime());
  if (Math.abs(snapped - time.peek()) > 1e-6) time.value = snapped;
  ask((core) => core.seek(time.peek()));
  return moment;
}
function baseOf(handle: string, channel: Channel, moment: number): readonly number[] {
  const there = model.peek()?.tracks.get(trackId(handle, channel))?.keys.find((ref) => Math.abs(ref.key.time - moment) < 1e-4);
  return parts(there ? there.key.value : standing(handle, channel, moment));
}

export type Verb = "move" | "turn" | "scale";

interface Setting {
  readonly own: Directed;
  readonly handles: readonly string[]; // all of them go along
  readonly shape: Shape; // the one that was taken hold of
  readonly verb: Verb;
  readonly begun: StagePointer;
  readonly modal?: boolean;
}

function followOf({ own, shape, verb, begun, modal }: Setting, placing: Placing, axis: () => Axis): Follow {
  if (verb === "move") return moving(at(begun), placing, axis);
  // Shift that began the turn of a drag does not also notch it.
  if (verb === "turn") return turning(at(begun), shape.from, own.actor.flipped, (pointer) => (modal ?? false) && pointer.shift);
  return scaling(at(begun), shape.from, axis);
}

export function keyHandlesBy(setting: Setting): Gesture | null {
  const { handles, verb, begun, modal = false } = setting;
  const placing = placingOf(setting.own.index);
  if (!placing || !ensureClip()) return null;
  const moment = settlePlayhead();
  let axis: Axis = "both";
  const follow = followOf(setting, placing, () => axis);
  const channel: Channel = verb === "move" ? "position" : verb === "turn" ? "angle" : "scale";
  const bases = handles.map((handle) => ({ handle, base: baseOf(handle, channel, moment) }));
  let change: Change | null = null;
  let last = begun;
  const made = () => keysAt(moment, bases.map(({ handle, base }) => ({ handle, channel, value: change!.of(base) })));
  const turned = (pointer: StagePointer): void => {
    last = pointer;
    if (!modal && !change && !hasMoved(begun, pointer)) return;
    change = follow(pointer);
    working(() => show(made()));
  };
  return {
    cursor: "grabbing",
    modal,
    hint: () => `${change?.says ?? "Key"} · ${verb === "scale" ? "Shift keeps the area · " : ""}${verb === "turn" ? "" : "X, Y: one axis · "}a key at ${moment.toFixed(2)} s · Esc takes it back`,
    move: turned,
    key(event) {
      const wanted = event.key.toLowerCase();
      if ((wanted !== "x" && wanted !== "y") || verb === "turn") return false;
      axis = axis === wanted ? "both" : wanted;
      turned(last);
      return true;
    },
    finish() {
      if (change) make(made());
      else takeBack();
    },
    cancel: takeBack,
  };
}

// ---- The hand

// What is held now, for the frame that samples it.
let held: { sample(play: Play): void } | null = null;
export const isHeld = (): boolean => held !== null;
export function sampleHeld(play: Play): void {
  held?.sample(play);
}

const TOLERANCE = 0.01; // of the puppet's size: how far thinned keys may miss the hand's way

// Forgets what the hand did: the scene as its keys have it, at a time.
function goBack(to: number): void {
  ask((core) => {
    core.reset();
    core.seek(to);
  });
  time.value = to;
}

// The way of the hand in the clip's own time, on the stage.
class Recorder {
  private readonly samples: number[] = [];
  private readonly round = roundNow();
  private readonly handle: string;
  private readonly placing: Placing;

  constructor(handle: string, placing: Placing) {
    this.handle = handle;
    this.placing = placing;
  }
  add(value: Vec2): void {
    const now = offset.peek() + clipTime();
    if (roundNow() !== this.round || now <= (this.samples.at(-3) ?? -1) + 1e-4) return;
    const gone = advanced(this.handle, "position");
    this.samples.push(now, ...this.placing.toStage(minus(value, [gone[0]!, gone[1]!])));
  }
  // One step of undo: a clip that does not loop grows with what was recorded.
  keep(own: Directed, handle: number, size: number): boolean {
    const command = this.samples.length >= 6 ? ask((core) => core.keepDrag(own.index, handle, this.samples, TOLERANCE * size), true) : null;
    if (!command) return false;
    const now = clip.peek();
    const end = this.samples.at(-3)! - offset.peek();
    return send(now && !now.loop && end > now.length ? [{ do: "clip.set", clip: now.name, length: tidy(end) }, command] : command);
  }
}

// Leads a handle by an aim that counts as a cue. Paused, the scene runs on for as long as it is held, and is then as it was.
export function leadHandle({ own, shape, verb, begun }: Setting): Gesture | null {
  const placing = placingOf(own.index);
  if (!placing) return null;
  const channel: Channel = verb === "turn" ? "angle" : "position";
  const base = ask((core) => core.handleValue(own.index, shape.index, channel === "angle" ? 1 : 0));
  if (!base) return null;
  const running = playing.peek();
  const records = running && recordKeys.peek() && channel === "position" && !recording.peek() && ensureClip();
  const recorder = records ? new Recorder(shape.name, placing) : null;
  const follow = followOf({ own, shape, verb, begun, handles: [] }, placing, () => "both");
  const from = time.peek();
  let value: KeyValue | null = null;
  let size = 1;
  const aim = (wanted: KeyValue | null): void =>
    void ask((core) => core.cue({ do: "aim", actor: own.actor.name, handle: shape.name, channel, ...(wanted === null ? { strength: 0 } : { value: wanted, strength: 1 }) }));
  const begin = (): void => {
    held = {
      sample(play) {
        size = play.actors[own.index]?.size ?? size;
        if (value !== null) recorder?.add(parts(value) as unknown as Vec2);
      },
    };
    playing.value = true;
  };
  const end = (kept: boolean): void => {
    held = null;
    if (value === null) return;
    aim(null);
    if (!running) playing.value = false;
    const keyed = kept && recorder?.keep(own, shape.index, size);
    if (!running) goBack(from);
    else if (keyed || !kept) goBack(time.peek());
  };
  return {
    cursor: "grabbing",
    hint: () => (recorder ? "Recorded: keys when you let go · Esc forgets it" : running ? "Let go, and it is free" : "Let go, and it is as before · auto-key (A) keeps what you drag"),
    move(pointer) {
      if (value === null && !hasMoved(begun, pointer)) return;
      if (value === null) begin();
      value = whole(parts(follow(pointer).of(base)));
      working(() => aim(value));
    },
    finish: () => end(true),
    cancel: () => end(false),
  };
}
