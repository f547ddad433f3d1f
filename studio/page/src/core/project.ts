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

// How a puppet moves: docs/puppets.md. Keys that are not there are as its artwork has them.
export interface Material {
  readonly stiffness: number; // hertz
  readonly half_life: number; // seconds
  readonly examples: number; // 0…1
  readonly attraction: "hull" | "quick" | "complex";
  readonly gravity: number;
  readonly drag: number;
  readonly friction: number;
  readonly bounce: number;
  readonly iterations: number;
  readonly accelerated: boolean;
}
export type Part = "position" | "angle" | "scale";

export interface Puppet {
  readonly elastic: "arap" | "springs";
  readonly clusters: number; // 0: every triangle, every edge
  readonly density: number;
  readonly densities: Readonly<Record<string, number>>; // layers that are not in it have 1
  readonly stiffnesses: Readonly<Record<string, number>>;
  readonly joins: readonly { readonly a: string; readonly b: string; readonly keep: readonly Part[] }[];
  readonly material: Material; // all of it
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

// Examples over named axes: docs/verbs.md. Of shapes, verbs and correctives.
export type Radial = "bspline" | "thin plate" | "gaussian" | "linear";
export interface Axis {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly extrapolate: "free" | "clamped";
}
export interface JointAxis extends Axis {
  readonly joint: string | null; // whose angle drives it, radians; null: the game does
  readonly about: "x" | "y" | "z" | null;
}
export interface HandleAxis extends Axis {
  readonly handle: string | null; // whose angle drives it, radians; null: the game does
  readonly base: string | null; // measured from this handle's; null: from rest
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

// Artworks that may turn into one another.
interface LinkBase {
  readonly from: string; // members of the family
  readonly to: string;
}
export interface HandleLink extends LinkBase {
  readonly handles: readonly [string, string]; // of `from` and of `to`
  readonly keep: readonly Part[];
}
export interface PointLink extends LinkBase {
  readonly points: readonly [Vec2, Vec2]; // at rest
}
export type Link = HandleLink | PointLink;
export const linksHandles = (link: Link): link is HandleLink => "handles" in link;
export interface Family {
  readonly name: string;
  readonly members: readonly string[]; // artworks
  readonly links: readonly Link[];
  readonly lambda: number;
  readonly margin: number; // 0…0.99
  readonly pause: number; // seconds
  readonly fade: number; // seconds
}

// How regions of a puppet moved, at a steady rate.
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
  readonly size: number; // metres, of the source
  readonly regions: readonly RecordedRegion[];
}

// Shapes and motions by example: docs/verbs.md.
export interface Foot {
  readonly hip: string; // joints
  readonly knee: string;
  readonly ankle: string;
  readonly toe: string;
}
export interface Skeleton {
  readonly name: string;
  readonly file: string;
  readonly scale: number; // metres to a unit; 0: by the file's size
  readonly look: "auto" | "limbs" | "blocks" | "bones" | "mesh";
  readonly colour: string;
  readonly accent: string;
  readonly feet: readonly Foot[] | null; // null: found
  readonly plant: boolean;
}
export interface Take {
  readonly name: string;
  readonly skeleton: string;
  readonly file: string;
  readonly clip: string | null; // null: the first
}
export interface Form {
  readonly name: string;
  readonly file: string;
  readonly mesh: string | null; // null: the first
  readonly morph: string | null; // null: at rest
}
export type Vec3 = readonly [number, number, number];
export interface ShapeExample {
  readonly form: string;
  readonly at: readonly number[]; // a number for each axis
  readonly pose: Readonly<Record<string, Vec3>>; // joints that are at rest are not in it
}
export interface Shape extends Field<JointAxis> {
  readonly examples: readonly ShapeExample[];
  readonly levels: number;
  readonly colour: string;
  readonly skeleton: string | null;
  readonly weights: "auto" | "file";
}
export interface Keytime {
  readonly label: string;
  readonly time: number; // seconds in the take
}
export interface VerbExample {
  readonly take: string;
  readonly at: readonly number[]; // a number for each axis
  readonly from: number | null; // null: suggested by the core
  readonly to: number | null;
  readonly keytimes: readonly Keytime[] | null; // the first at `from`, the last at `to`
}
export interface Verb extends Field<Axis> {
  readonly skeleton: string;
  readonly cyclic: boolean;
  readonly controls: number; // 0: as many as `tolerance` needs
  readonly tolerance: number; // radians
  readonly examples: readonly VerbExample[];
  readonly any_phase: boolean;
}
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
export interface Creature {
  readonly name: string;
  readonly file: string | null; // one of file and seed
  readonly seed: number | null;
  readonly caps: Readonly<Record<string, readonly string[]>>; // of bodies whose caps are others than the file's
  readonly scale: number;
  readonly mesh: boolean; // the file's own, where it has one
  readonly colours: Readonly<Record<"skin" | "back" | "belly" | "eyes", string | null>>;
}
export type SpaceAxis = "x" | "y" | "z";
export type Extent = "leftmost" | "rightmost" | "topmost" | "bottommost" | "frontmost" | "backmost";
// Which bodies are meant.
export interface BodyContext {
  readonly cap: string | null; // null: any
  readonly x: "left" | "centre" | "right" | null;
  readonly y: "top" | "centre" | "bottom" | null;
  readonly z: "front" | "centre" | "back" | null;
  readonly within: readonly SpaceAxis[]; // those zones are of the bodies with this cap, not of the creature
  readonly extent: Extent | null;
  readonly spine: boolean; // instead of each, the spine's body on which its limb hangs
}
// What matters about how bodies move.
export interface MoveMode {
  readonly place: "rest" | "absolute";
  readonly turn: "rest" | "absolute";
  readonly scale: "none" | "creature" | "limb";
  readonly ground: boolean;
  readonly sagittal: boolean;
  readonly secondary: boolean;
  readonly directional: boolean;
  readonly lookat: boolean;
}
export type CurveNumbers = number | readonly number[];
export type CurveSlope = "auto" | "flat" | CurveNumbers;
export interface CurveKey {
  readonly time: number;
  readonly value: CurveNumbers; // generalised: a place of 3, a turn of 4, a weight or a deform of 1
  readonly in: CurveSlope; // units a second
  readonly out: CurveSlope;
  readonly curve: CurveKind; // to the next key
}
export type MotionRelative = { readonly target: number } | { readonly select: BodyContext; readonly group: number };
export interface MotionChannel {
  readonly name: string;
  readonly select: BodyContext;
  readonly mode: MoveMode;
  readonly relative: MotionRelative | null;
  readonly blend: number;
  readonly group: number; // 0: every body it selects; others: one at a time
  readonly mirror: boolean;
  readonly side: "left" | "centre" | "right"; // where it was keyed
  readonly place: readonly CurveKey[];
  readonly turn: readonly CurveKey[];
  readonly place_weight: readonly CurveKey[];
  readonly turn_weight: readonly CurveKey[];
  readonly deforms: Readonly<Record<string, readonly CurveKey[]>>;
}
export interface MotionBranch {
  readonly upright: boolean | null; // null: never mind
  readonly walks: boolean | null;
  readonly caps: Readonly<Record<string, boolean | number>>; // a number: at least so many
}
export interface MotionRelation {
  readonly groups: readonly [number, number];
  readonly side: "same" | "opposite";
}
export interface MotionEvent {
  readonly time: number;
  readonly name: string;
}
export interface Motion {
  readonly name: string;
  readonly action: string; // motions of one action are its branches
  readonly length: number; // seconds
  readonly loop: boolean;
  readonly fade_in: number;
  readonly fade_out: number;
  readonly branch: MotionBranch;
  readonly relations: readonly MotionRelation[];
  readonly channels: readonly MotionChannel[];
  readonly events: readonly MotionEvent[];
}
export interface GaitRow {
  readonly feet: number;
  readonly speed: number; // Froude
  readonly duty: number;
  readonly stride: number; // leg lengths
  readonly triggers: readonly number[];
}
export type GaitNumber = "lift" | "hurry" | "crouch" | "bob" | "sway" | "roll" | "yaw" | "pitch" | "lean" | "wide" | "limp" | "bounce";
export interface Gait extends Readonly<Record<GaitNumber, number>> {
  readonly name: string;
  readonly rows: readonly GaitRow[] | null; // null: the usual ones
  readonly arc: readonly { readonly time: number; readonly forward: number; readonly up: number; readonly out: number; readonly pitch: number }[];
}

// A line of action: strokes, and what follows them from one to the next.
export type LinePreset = "normal" | "snappy" | "heavy" | "rubbery" | "floaty";
export type TemperNumber = "anticipation" | "overshoot" | "cycles" | "damping" | "lag";
export type Temper = Readonly<Record<TemperNumber, number | null>>; // null: as the preset has it
export interface Keystroke {
  readonly time: number; // seconds
  readonly points: readonly Vec2[]; // metres on the paper of the view, or in the artwork; at most 4096
  readonly pressure: readonly number[] | null; // null: all 1
  readonly bones: readonly string[] | null; // joints, bodies or handles; null: proposed when built
  readonly from: number | null; // the part of the line they lie on; null: all of it
  readonly to: number | null;
  readonly preset: LinePreset | null; // null: the line's, with its temper
  readonly temper: Temper;
}
export interface LinePull {
  readonly along: number; // 0…1
  readonly points: readonly (readonly [number, number, number])[]; // time, and by how many metres
}
export interface LineTwist {
  readonly bone: string;
  readonly keys: readonly { readonly time: number; readonly angle: number }[]; // radians
}
export interface LineContact {
  readonly bone: string;
  readonly point: readonly [number, number, number]; // in the joint's frame
  readonly from: number; // seconds
  readonly to: number;
  readonly ease: number;
  readonly keys: readonly {
    readonly time: number;
    readonly place: readonly [number, number, number];
    readonly turn: readonly [number, number, number, number] | null; // in all keys or in none
  }[];
}
// Of skeleton, creature and artwork, two are null. What only bodies have is null of artworks, and the reverse.
export interface Line {
  readonly name: string;
  readonly skeleton: string | null;
  readonly creature: string | null;
  readonly artwork: string | null;
  readonly over: { readonly line: string } | { readonly take: string } | null; // null: at rest
  readonly root: "free" | "held" | null; // bodies
  readonly elements: number; // even
  readonly frames: number; // from one keystroke to the next
  readonly way: "elastic" | "shot" | "smooth";
  readonly preset: LinePreset;
  readonly temper: Temper;
  readonly stiffness: readonly number[] | null; // one an element; null: 1
  readonly damping: readonly number[] | null;
  readonly view: {
    readonly heading: number; // radians
    readonly pitch: number;
    readonly centre: readonly [number, number, number];
    readonly distance: number; // 0: orthographic
  } | null; // bodies
  readonly plane: { readonly heading: number; readonly pitch: number } | null; // bodies
  readonly rate: number; // frames a second
  readonly settle: number; // seconds after the last keystroke
  readonly rest: readonly Vec2[] | null; // artworks; null: through the handles of the first keystroke
  readonly stretch: boolean | null; // artworks
  readonly keys: readonly Keystroke[];
  readonly pulls: readonly LinePull[];
  readonly twists: readonly LineTwist[] | null; // bodies
  readonly contacts: readonly LineContact[] | null; // bodies
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

// What a handle of a puppet follows: the one of particle, path and of that is not null.
export interface Follow {
  readonly handle: string;
  readonly keep: readonly Part[];
  readonly strength: number; // 0…1
  readonly from: number; // seconds
  readonly until: number | null; // null: for ever
  readonly offset: Vec2;
  readonly particle: {
    readonly at: Vec2;
    readonly velocity: Vec2;
    readonly gravity: number;
    readonly floor: number | null;
    readonly bounce: number;
  } | null;
  readonly path: {
    readonly points: readonly Vec2[];
    readonly closed: boolean;
    readonly seconds: number;
    readonly loop: boolean;
    readonly ease: boolean;
  } | null;
  readonly of: { readonly actor: string; readonly handle: string; readonly relative: boolean } | null;
}
export interface CopiedRegion {
  readonly from: string; // a handle of the source
  readonly from_threshold: number | null; // null: as it was recorded
  readonly to: string; // a handle of this actor's artwork
  readonly to_threshold: number;
  readonly place: number; // 0…1
  readonly shape: number; // 0…1
}
// Motion taken from an actor before this one, or from a recording: the other of the two is null.
export interface Copy {
  readonly from: string | null;
  readonly recording: string | null;
  readonly start: number; // seconds
  readonly size: number; // 0: by the drawings' sizes
  readonly regions: readonly CopiedRegion[];
}

// Keys of sprites alone say nothing on a puppet (null or empty), and the reverse.
export interface Actor {
  readonly name: string;
  readonly artwork: string;
  readonly kind: "sprite" | "puppet";
  readonly at: Vec2;
  readonly angle: number;
  readonly scale: number;
  readonly velocity: Vec2;
  readonly spin: number;
  readonly flipped: boolean;
  readonly holds: readonly Hold[];
  readonly layers: readonly number[] | null;
  readonly mask: readonly number[] | null;
  readonly clip: string | null;
  readonly clip_start: number;
  // Of sprites:
  readonly place: Place | null;
  readonly strengths: Strengths; // its own only
  readonly behaviour: string | null;
  readonly inputs: Readonly<Record<string, number>>;
  // Of puppets:
  readonly material: Partial<Material>; // its own only
  readonly family: string | null;
  readonly attractions: readonly string[]; // examples
  readonly follows: readonly Follow[];
  readonly copies: readonly Copy[];
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
// In three dimensions: a character, or a shape.
interface Figured extends SceneBase {
  readonly camera: { readonly heading: number; readonly pitch: number } | null; // null: as suits the figure
}
export interface PathKey {
  readonly time: number;
  readonly at: Readonly<Record<string, number>>; // axes that are not in it go on to the next key that has them
}
export interface VerbScene extends Figured {
  readonly follow: boolean; // the camera goes along
  readonly verb: string;
  readonly path: readonly PathKey[];
}
export interface ShapeScene extends Figured {
  readonly shape: string;
  readonly path: readonly PathKey[];
}
export interface GraphScene extends Figured {
  readonly follow: boolean; // the camera goes along
  readonly graph: string;
  readonly script: readonly { readonly time: number; readonly set?: Readonly<Record<string, number>>; readonly raise?: string }[];
}
// What a play reaches for: a place in the world, or the nearest of these bodies of one of the scene's creatures.
export type Aim = readonly [number, number, number] | { readonly of: string; readonly select: BodyContext };
export interface Play {
  readonly time: number; // seconds of the scene
  readonly action: string; // or the name of a motion
  readonly variant: number | "nearest";
  readonly mirror: boolean;
  readonly layer: number;
  readonly weight: number; // 0…1
  readonly speed: number; // times its own
  readonly rounds: number; // of a loop; 0: for ever
  readonly queue: boolean; // begins when what plays on its layer ends
  readonly until: number | null; // seconds of the scene; null: to its end
  readonly targets: Readonly<Record<string, Aim>>; // "0" to "7"
}
// One creature of a scene.
export interface Cast {
  readonly name: string;
  readonly creature: string;
  readonly at: Vec2; // x and z
  readonly heading: number;
  readonly gait: string | Readonly<Record<string, number>> | null; // several are mixed
  readonly speed: number | readonly Vec2[]; // m/s, or at times
  readonly path: readonly Vec2[];
  readonly jiggle: number;
  readonly plays: readonly Play[];
}
export interface CreatureScene extends Figured {
  readonly follow: boolean; // the camera goes along
  readonly creatures: readonly Cast[];
  readonly ground: "flat" | "hills";
}
// The line of a body has a camera, that of an artwork centre and zoom.
export interface LineScene extends SceneBase {
  readonly line: string;
  readonly show: boolean; // the line itself is drawn too
  readonly ghosts: number; // a faint pose at every so many keystrokes; 0: none
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
