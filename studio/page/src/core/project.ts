// A project as the core tells it (vv_studio_project): docs/format.md, with every key there; null is what is not given. The
// page reads it and never changes it; commands do, and take its parts back as they are: { ...obstacle, friction: 0.3 }.

export type Vec2 = readonly [number, number];
export type Place = Readonly<Record<string, number>>;

export interface Layer {
  readonly name: string;
  readonly image: string | null;
  readonly mesh: string | null;
  readonly at: Vec2;
  readonly vertices: number;
  readonly visible: boolean;
  readonly locked: boolean;
}

export interface Handle {
  readonly name: string;
  readonly kind: "point" | "bone";
  readonly at?: Vec2; // a point
  readonly from?: Vec2; // a bone
  readonly to?: Vec2;
  readonly layers: readonly string[] | null; // null: every layer it lies on
}

export interface Turn {
  readonly move: Vec2;
  readonly turn: number;
  readonly stretch: readonly [number, number, number];
}

export interface Pin {
  readonly from: Vec2;
  readonly to: Vec2;
  readonly turn: number | null; // null: free to turn
  readonly stretch: readonly [number, number, number] | null; // null: free to stretch
}

export interface Example {
  readonly name: string;
  readonly pose: Readonly<Record<string, Turn>>; // handles that are at rest are not in it
  readonly pins: Readonly<Record<string, Pin>>;
  readonly board: Vec2 | null; // where the artist put it on the pose board; null: the page finds a place
}

export type Strengths = Readonly<Record<string, number | string | boolean>>;

export interface Sprite {
  readonly ring: number;
  readonly density: number;
  readonly pins: readonly { layer: string; onto: string; at: Vec2 }[] | null; // null: joined by themselves
  readonly densities: Readonly<Record<string, number>>; // layers that are not in it have 1
  readonly strengths: Strengths; // all of them; examples by their names, missing where there are none
}

export type Condition = Readonly<Record<string, unknown>>; // as docs/format.md has it, with the keys that are given
export interface WalkKey {
  readonly place: Place;
  readonly seconds: number;
  readonly ease: "smooth" | "linear" | "stop";
}
// docs/behaviours.md
export interface State {
  readonly name: string;
  readonly keys: readonly WalkKey[];
  readonly loop: boolean;
  readonly next: string | null;
  readonly start: "first" | "nearest";
  readonly by: "time" | "input" | "ground";
  readonly input: string | null; // with "input"
  readonly rate: number;
  readonly metres: number | null; // with "ground"
  readonly strengths: Strengths; // its own only
  readonly lean: { readonly input: string; readonly angle: number } | null;
  readonly float: { readonly example: string; readonly drag: number } | null;
  readonly force: Vec2;
  readonly push: { readonly input: string; readonly force: Vec2 } | null;
  readonly drive: { readonly input: string; readonly speed: number; readonly grounded: number; readonly air: number } | null;
  readonly turn: { readonly input: string; readonly when: "grounded" | "always" } | null;
  readonly kick: Vec2;
  readonly kick_adds: boolean;
  readonly signal: number;
}
export interface Transition {
  readonly from: string | null; // null: any state but `to`
  readonly to: string;
  readonly when: readonly Condition[];
}
export interface Behaviour {
  readonly name: string;
  readonly looks_left: boolean;
  readonly inputs: readonly string[];
  readonly events: readonly string[];
  readonly states: readonly State[];
  readonly transitions: readonly Transition[];
}

export interface Artwork {
  readonly name: string;
  readonly scale: number;
  readonly layers: readonly Layer[];
  readonly handles: readonly Handle[];
  readonly mirror: readonly (readonly [string, string])[];
  readonly examples: readonly Example[];
  readonly complex: readonly (readonly string[])[];
  readonly sprite: Sprite;
  readonly behaviours: readonly Behaviour[];
}

// Keyed motion of an artwork's handles: docs/puppets.md.
export type Channel = "position" | "angle" | "scale";
export type CurveKind = "smooth" | "linear" | "step";
export type KeyValue = Vec2 | number; // an angle is a number, radians
export interface Key {
  readonly time: number;
  readonly value: KeyValue;
  readonly in: KeyValue | null; // slopes, units a second; null: found by the core
  readonly out: KeyValue | null;
  readonly curve: CurveKind; // to the next key
  readonly strength: number; // 0…1
  readonly ease: number; // seconds
  readonly release: boolean; // after it the handle is free until the next key
}
export interface Track {
  readonly handle: string;
  readonly channel: Channel;
  readonly advance: KeyValue; // with every round of a loop
  readonly keys: readonly Key[];
}
export interface Clip {
  readonly name: string;
  readonly artwork: string;
  readonly length: number; // seconds
  readonly loop: boolean;
  readonly tracks: readonly Track[];
}

export interface Obstacle {
  readonly kind: "ground" | "half-plane" | "segments" | "polygon";
  readonly height?: number; // a ground
  readonly points?: readonly Vec2[]; // the others
  readonly friction: number;
  readonly one_way: boolean;
  readonly sensor: boolean;
  readonly layers: readonly number[] | null; // null: all
  readonly visible: boolean;
  readonly colour: string | null;
}

export interface Hold {
  readonly name: string | null;
  readonly at: Vec2;
  readonly to: Vec2 | null; // null: where it is at the start
  readonly strength: number | null; // null: exactly
}

export interface Actor {
  readonly name: string;
  readonly artwork: string;
  readonly kind: "sprite" | "puppet";
  readonly clip?: string | null; // a puppet's
  readonly clip_start?: number;
  readonly at: Vec2;
  readonly angle: number;
  readonly scale: number;
  readonly velocity: Vec2;
  readonly spin: number;
  readonly flipped: boolean;
  readonly place: Place | null;
  readonly strengths: Strengths; // its own only
  readonly holds: readonly Hold[];
  readonly layers: readonly number[] | null;
  readonly mask: readonly number[] | null;
  readonly behaviour: string | null;
  readonly inputs: Readonly<Record<string, number>>;
}

interface SceneBase {
  readonly name: string;
  readonly size: Vec2;
  readonly background: string;
  readonly centre: Vec2 | null;
  readonly zoom: number | null;
  readonly seconds: number;
  readonly rate: number;
}
export interface Tour extends SceneBase {
  readonly artwork: string;
  readonly keys: readonly { time: number; place: Place }[];
}
export interface Staged extends SceneBase {
  readonly gravity: Vec2;
  readonly wind: Vec2;
  readonly step: number;
  readonly substeps: number;
  readonly iterations: number;
  readonly follow: string | null;
  readonly obstacles: readonly Obstacle[];
  readonly actors: readonly Actor[];
  readonly script: readonly Readonly<Record<string, unknown>>[];
}
export type Scene = Tour | Staged;
export const isStaged = (scene: Scene): scene is Staged => "actors" in scene;

export interface Project {
  readonly name: string;
  readonly about: string;
  readonly artworks: readonly Artwork[];
  readonly clips?: readonly Clip[];
  readonly scenes: readonly Scene[];
}

// A change of the project: docs/format.md lists them.
export type Command = { readonly do: string } & Readonly<Record<string, unknown>>;

export interface Problem {
  readonly rule: string;
  readonly warning: boolean;
  readonly path: string;
  readonly message: string;
  readonly remedy: string;
}
