// A project as the core reports it (vv_studio_project): docs/format.md with every key present, where null means not
// given. The page reads it and never changes it; commands do, and they accept its parts unchanged: { ...obstacle,
// friction: 0.3 }.

import type * as schema from "./schema.ts";
import type { gaitRanges } from "./schema.ts";

export type Vec2 = readonly [number, number];
export type Place = Readonly<Record<string, number>>;

export type Layer = schema.Layer;
export type Handle = schema.Handle;

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
    readonly pose: Readonly<Record<string, Turn>>; // handles at rest are left out
    readonly pins: Readonly<Record<string, Pin>>;
    readonly board: Vec2 | null; // position that the artist gave it on the pose board; null: the page finds one
}

export type Strengths = Readonly<Record<string, number | string | boolean>>;

export interface Sprite {
    readonly ring: number;
    readonly density: number;
    readonly pins: readonly { layer: string; onto: string; at: Vec2 }[] | null; // null: joined automatically
    readonly densities: Readonly<Record<string, number>>; // layers that are left out have 1
    readonly strengths: Strengths; // all of them; example names are left out if there are no examples
}

// How a puppet moves: docs/puppets.md.
export type Material = Required<schema.Material>;
export type Part = "position" | "angle" | "scale";

export interface Puppet {
    readonly elastic: "arap" | "springs";
    readonly clusters: number; // 0: one per triangle or edge
    readonly density: number;
    readonly densities: Readonly<Record<string, number>>; // layers that are left out have 1
    readonly stiffnesses: Readonly<Record<string, number>>;
    readonly joins: readonly { readonly a: string; readonly b: string; readonly keep: readonly Part[] }[];
    readonly material: Material; // all of it
}

export type Condition = Readonly<Record<string, unknown>>; // as in docs/format.md, with the keys that are given
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
    readonly strengths: Strengths; // only its own
    readonly lean: { readonly input: string; readonly angle: number } | null;
    readonly float: { readonly example: string; readonly drag: number } | null;
    readonly force: Vec2;
    readonly push: { readonly input: string; readonly force: Vec2 } | null;
    readonly drive: {
        readonly input: string;
        readonly speed: number;
        readonly grounded: number;
        readonly air: number;
    } | null;
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

// Examples over named axes: docs/verbs.md. Of shapes, verbs and correctives.
export type Radial = "bspline" | "thin plate" | "gaussian" | "linear";
export type Axis = schema.Axis;
export type JointAxis = schema.ShapeAxis;
export interface HandleAxis extends Axis {
    readonly handle: string | null; // the handle whose angle drives it, radians; null: the game sets it
    readonly base: string | null; // measured relative to this handle's angle; null: relative to rest
}
export interface Pseudo {
    readonly from: readonly number[]; // a number for each axis
    readonly to: readonly number[];
}
export interface Field<A extends Axis> {
    readonly name: string;
    readonly axes: readonly A[];
    readonly radial: Radial;
    readonly pseudo: readonly Pseudo[];
}
export interface Corrective extends Field<HandleAxis> {
    readonly examples: readonly { readonly pose: string | null; readonly at: readonly number[] }[]; // null: no change
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
    readonly puppet: Puppet;
    readonly correctives: readonly Corrective[];
    readonly behaviours: readonly Behaviour[];
}

// Keyed motion of an artwork's handles: docs/puppets.md.
export type Channel = "position" | "angle" | "scale";
export type CurveKind = "smooth" | "linear" | "step";
export type KeyValue = Vec2 | number; // an angle is a number, radians
export type Key = schema.Key;
export type Track = schema.ClipTrack;
export type Clip = schema.Clip;

// Artworks that may turn into one another.
export type Link = schema.Link;
export type HandleLink = Extract<Link, { readonly handles: unknown }>;
export type PointLink = Extract<Link, { readonly points: unknown }>;
export const linksHandles = (link: Link): link is HandleLink => "handles" in link;
export type Family = schema.Family;

// Recorded motion of regions of a puppet, at a fixed rate.
export type RegionFrame = readonly [number, number, number, number, number, number]; // cx, cy, xx, xy, yx, yy
export interface RecordedRegion {
    readonly handle: string;
    readonly threshold: number;
    readonly rest: Vec2; // its centroid at rest
    readonly frames: readonly RegionFrame[];
}
export interface Recording {
    readonly name: string;
    readonly artwork: string; // the source
    readonly rate: number;
    readonly loop: boolean;
    readonly size: number; // size of the source, metres
    readonly regions: readonly RecordedRegion[];
}

// Shapes and motions by example: docs/verbs.md.
export type Foot = schema.Foot;
export type Skeleton = schema.Skeleton;
export type Take = schema.Take;
export type Form = schema.Form;
export type Vec3 = readonly [number, number, number];
export type ShapeExample = schema.ShapeExample;
export type Shape = schema.Shape;
export type Keytime = schema.Keytime;
export type VerbExample = schema.VerbExample;
export type Verb = schema.Verb;
export interface GraphState {
    readonly name: string;
    readonly verb: string;
    readonly rate: number;
    readonly next: string | null;
    readonly fade: number; // seconds
    readonly signal: number;
}
export interface GraphTransition {
    readonly from: string | null; // null: any state but `to`
    readonly to: string;
    readonly fade: number; // seconds
    readonly window: Vec2; // phases
    readonly start: number | "same";
    readonly when: readonly Condition[];
}
export interface Graph {
    readonly name: string;
    readonly skeleton: string;
    readonly inputs: readonly string[];
    readonly events: readonly string[];
    readonly states: readonly GraphState[];
    readonly transitions: readonly GraphTransition[];
}

// Creatures, and motions that any of them can do: docs/creatures.md.
export type Creature = schema.Creature;
export type SpaceAxis = "x" | "y" | "z";
export type Extent = "leftmost" | "rightmost" | "topmost" | "bottommost" | "frontmost" | "backmost";
// Selects bodies.
export type BodyContext = schema.Context;
// Which quantities of the bodies' motion are preserved.
export type MoveMode = schema.Mode;
export type CurveNumbers = number | readonly number[];
export type CurveSlope = "auto" | "flat" | CurveNumbers;
export type CurveKey = schema.MotionKey;
export type MotionRelative = schema.Relative;
export type MotionChannel = schema.Channel;
export type MotionBranch = schema.Branch;
export type MotionRelation = schema.Relation;
export type MotionEvent = schema.Event;
export type Motion = schema.Motion;
export type GaitRow = schema.Row;
export type Gait = schema.Gait;
export type GaitNumber = keyof typeof gaitRanges;

// A line of action: strokes, and what follows them from one stroke to the next.
export type LinePreset = "normal" | "snappy" | "heavy" | "rubbery" | "floaty";
export type TemperNumber = keyof schema.Temper;
export type Temper = Readonly<Record<TemperNumber, number | null>>; // null: the preset's value
export type Keystroke = schema.Keystroke;
export type LinePull = schema.Pull;
export type LineTwist = schema.Twist;
export type LineContact = schema.Contact;
// Two of skeleton, creature and artwork are null. Keys that only bodies have are null for artworks, and vice versa.
export type Line = schema.Line;

// A ground has a height, the other kinds have points.
export type Obstacle = Omit<schema.Obstacle, "height" | "points"> & {
    readonly height?: number;
    readonly points?: readonly Vec2[];
};
export type ObstacleKey = schema.ObstacleKey;
// Keys that only some kinds have are left out for the others.
export type Joint = Omit<schema.Joint, "a" | "b"> & { readonly a: JointEnd; readonly b: JointEnd };
export type JointEnd = Partial<schema.JointEnd>; // without what is as usual
export type Zone = schema.Zone;

export type Hold = schema.Hold;
// What a handle of a puppet follows: whichever of particle, path and of is not null.
export type Follow = schema.Follow;
export type CopiedRegion = schema.Region;
// Motion taken from an actor before this one, or from a recording: one of the two is null.
export type Copy = schema.Copy;
// Keys that only sprites have are null or empty for a puppet, and vice versa. Strengths and material hold only the
// actor's own values.
export type Actor = Omit<schema.Actor, "strengths"> & { readonly strengths: Strengths };

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
    readonly zones: readonly Zone[];
    readonly joints: readonly Joint[];
    readonly script: readonly Readonly<Record<string, unknown>>[];
}
// A scene in 3D: a character, or a shape.
interface Figured extends SceneBase {
    readonly camera: { readonly heading: number; readonly pitch: number } | null; // null: chosen for the figure
}
export interface PathKey {
    readonly time: number;
    readonly at: Readonly<Record<string, number>>; // axes that are left out move on to the next key that has them
}
export interface VerbScene extends Figured {
    readonly follow: boolean; // the camera follows
    readonly verb: string;
    readonly path: readonly PathKey[];
}
export interface ShapeScene extends Figured {
    readonly shape: string;
    readonly path: readonly PathKey[];
}
export interface GraphScene extends Figured {
    readonly follow: boolean; // the camera follows
    readonly graph: string;
    readonly script: readonly {
        readonly time: number;
        readonly set?: Readonly<Record<string, number>>;
        readonly raise?: string;
    }[];
}
// The target of a play: a position in the world, or the nearest of these bodies of one of the scene's creatures.
export type Aim = readonly [number, number, number] | { readonly of: string; readonly select: BodyContext };
export interface Play {
    readonly time: number; // seconds of the scene
    readonly action: string; // an action, or the name of a motion
    readonly variant: number | "nearest";
    readonly mirror: boolean;
    readonly layer: number;
    readonly weight: number; // 0…1
    readonly speed: number; // factor on its own speed
    readonly rounds: number; // rounds of a loop; 0: endless
    readonly queue: boolean; // begins when the current play on its layer ends
    readonly until: number | null; // seconds of the scene; null: to its end
    readonly targets: Readonly<Record<string, Aim>>; // "0" to "7"
}
// One creature of a scene.
export interface Cast {
    readonly name: string;
    readonly creature: string;
    readonly at: Vec2; // x and z
    readonly heading: number;
    readonly gait: string | Readonly<Record<string, number>> | null; // several gaits are blended
    readonly speed: number | readonly Vec2[]; // m/s, constant or keyed by time
    readonly path: readonly Vec2[];
    readonly jiggle: number;
    readonly plays: readonly Play[];
}
export interface CreatureScene extends Figured {
    readonly follow: boolean; // the camera follows
    readonly creatures: readonly Cast[];
    readonly ground: "flat" | "hills";
}
// The line of a body has a camera; that of an artwork has a centre and a zoom.
export interface LineScene extends SceneBase {
    readonly line: string;
    readonly show: boolean; // the line itself is drawn too
    readonly ghosts: number; // a faint pose every so many keystrokes; 0: none
    readonly camera?: Figured["camera"];
    readonly follow?: boolean;
}
export type Scene = Tour | Staged | VerbScene | GraphScene | ShapeScene | CreatureScene | LineScene;
export const isStaged = (scene: Scene): scene is Staged => "actors" in scene;
export const isFigured = (scene: Scene): scene is VerbScene | GraphScene | ShapeScene | CreatureScene =>
    "camera" in scene && !("line" in scene);
export const isLined = (scene: Scene): scene is LineScene => "line" in scene;
export const isTour = (scene: Scene): scene is Tour => "artwork" in scene;

export interface Project {
    readonly $schema: string | null;
    readonly name: string;
    readonly about: string;
    readonly artworks: readonly Artwork[];
    readonly clips: readonly Clip[];
    readonly families: readonly Family[];
    readonly recordings: readonly Recording[];
    readonly skeletons: readonly Skeleton[];
    readonly takes: readonly Take[];
    readonly forms: readonly Form[];
    readonly shapes: readonly Shape[];
    readonly verbs: readonly Verb[];
    readonly graphs: readonly Graph[];
    readonly creatures: readonly Creature[];
    readonly motions: readonly Motion[];
    readonly gaits: readonly Gait[];
    readonly lines: readonly Line[];
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
