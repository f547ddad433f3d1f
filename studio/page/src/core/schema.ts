// What a project holds, as the core tells it whole: every key is there, null is what is not given. Made by tools/generate from
// author/document/table_*.c: build the target `generated`, do not edit. docs/format.md explains it.

// Of a number: the bounds of the file, those of a slider, its default and its unit.
export interface NumberRange {
  readonly low: number;
  readonly high: number;
  readonly min: number;
  readonly max: number;
  readonly default?: number;
  readonly unit?: string;
  readonly log?: boolean;
}

export type Artwork = {
  readonly name: string;
  readonly scale: number; // pixels of the images to a metre
  readonly layers: readonly Layer[]; // images and meshes, the furthest back first
  readonly handles: readonly Handle[]; // what moves the drawing
  // pairs of handles that swap in the mirror: `[["hand-left", "hand-right"]]`; both points or both bones; a handle in
  // no pair is its own partner
  readonly mirror: readonly (readonly [string, string])[];
  readonly examples: readonly Example[]; // the poses that the artist made
  // which examples blend: lists of one, two or three of their names. Two make a segment, three a triangle, whose sides
  // need not be listed. An example that is not named is a point by itself
  readonly complex: readonly (readonly string[])[];
  readonly sprite: Sprite; // how it moves on a stage
  readonly puppet: Puppet; // how it moves as a puppet
  readonly correctives: readonly Corrective[]; // poses that are added where its handles turn
  readonly behaviours: readonly Behaviour[]; // what can drive actors that show it
};
export const artworkRanges = {
  scale: { low: 0.001, high: 1000000, min: 16, max: 4096, default: 256, log: true },
} as const;

export type Layer = {
  readonly name: string;
  readonly image: string | null; // a PNG; its outline is cut into triangles; null: one of the two is required
  // an OBJ whose triangles are used instead of cutting; its vertices lie in artwork space, z is ignored; the image, if
  // there is one, is drawn on it where it lies; null: one of the two is required
  readonly mesh: string | null;
  readonly at: readonly [number, number]; // where the image's top left corner lies
  readonly vertices: number; // about how many vertices the cut should have
  readonly visible: boolean; // whether it is drawn; it is simulated all the same
  readonly locked: boolean; // whether the studio keeps it from being picked
};
export const layerRanges = {
  vertices: { low: 3, high: 200000, min: 50, max: 5000, default: 300, log: true },
} as const;

export type Handle = {
  readonly name: string;
  readonly kind: "point" | "bone";
  readonly at?: readonly [number, number]; // a point: where it is at rest, its pivot; null: required for points
  readonly from?: readonly [number, number]; // a bone: where it begins at rest, its pivot; null: required for bones
  // a bone: where it ends at rest, which is another place; null: required for bones
  readonly to?: readonly [number, number];
  // the handle that carries it: it moves and rotates with that one, and its poses and keys are relative to it; bones
  // that begin where their parent ends are a chain; null: none
  readonly parent: string | null;
  // its smallest and its largest angle, relative to its parent, when it is pulled; null: none, rad
  readonly limits: readonly [number, number] | null;
  // which way its beginning bends when it is pulled; `either`: as it is bent already
  readonly bend: "clockwise" | "either" | "counterclockwise";
  // of the bending at its beginning that a pull asks for, what it leaves to the others of its chain
  readonly stiffness: number;
  readonly longest: number; // by how much a pull out of reach may lengthen it; 1: not at all
  // the layers it moves, and no others; `[]` is none; null: every layer it lies on
  readonly layers: readonly string[] | null;
};
export const handleRanges = {
  stiffness: { low: 0, high: 1, min: 0, max: 1, default: 0 },
  longest: { low: 1, high: 100, min: 1, max: 3, default: 1 },
} as const;

export type Example = {
  readonly name: string;
  readonly pose: Readonly<Record<string, Transform>>; // for each handle that is not at rest, by its name, how it stands
  // for each handle that the artist held while posing, by its name, what was held; kept for later editing, the pose
  // does not depend on it
  readonly pins: Readonly<Record<string, Pin>>;
  // where the artist put its thumbnail on the pose board, x to the right, y up, in widths of a thumbnail; how it blends
  // does not depend on it; null: the studio finds a place
  readonly board: readonly [number, number] | null;
};

export type Transform = {
  readonly move: readonly [number, number]; // how far the pivot goes
  readonly turn: number; // rotation about the pivot, rad
  // S as `[xx, xy, yy]`, the symmetric matrix with rows (xx, xy) and (xy, yy)
  readonly stretch: readonly [number, number, number];
};
export const transformRanges = {
  turn: { low: -1000, high: 1000, min: -3.2, max: 3.2, default: 0, unit: "rad" },
} as const;
export const transformDefaults: Transform = { move: [0, 0], turn: 0, stretch: [1, 0, 1] };

export type Pin = {
  readonly from?: readonly [number, number]; // the point at rest that is held; null: the handle's pivot
  readonly to: readonly [number, number]; // where it is held
  // the angle at which the handle is held; without it and without `stretch`, the handle may turn freely; null: free,
  // rad
  readonly turn: number | null;
  // the stretch `[xx, xy, yy]` at which it is held, together with `turn` (0 if that is not given); null: free
  readonly stretch: readonly [number, number, number] | null;
};

export type Sprite = {
  readonly ring: number; // how many edges of the mesh a neighbourhood reaches
  readonly density: number; // kilograms to a square metre
  // how layers are joined; null: layers are joined wherever a point handle or the end of a bone lies on two of them,
  // and where two that nothing joins overlap
  readonly pins: readonly SpritePin[] | null;
  // factors on the density, by the names of layers: `{ "head": 0.5 }`
  readonly densities: Readonly<Record<string, number>>;
  readonly strengths: Strengths; // how it moves; an actor's own strengths go over these
};
export const spriteRanges = {
  ring: { low: 1, high: 8, min: 1, max: 8, default: 3 },
  density: { low: 0.001, high: 1000000, min: 0.1, max: 10, default: 1, log: true },
} as const;

export type SpritePin = {
  readonly layer: string; // one of them
  readonly onto: string; // the other
  readonly at: readonly [number, number]; // the point of both, at rest
};

export type Puppet = {
  // its energy: each triangle would rather only turn, or each edge keep its length
  readonly elastic: "arap" | "springs";
  // how many rotations (with springs: edges for each handle) stand for the whole drawing; 0: every triangle, every edge
  readonly clusters: number;
  readonly density: number; // kilograms to a square metre
  readonly densities: Readonly<Record<string, number>>; // factors on the density, by the names of layers
  readonly stiffnesses: Readonly<Record<string, number>>; // factors on the material's stiffness, by the names of layers
  readonly joins: readonly Join[]; // handles that stay together
  readonly material: Material; // how it moves; an actor's own material goes over this
};
export const puppetRanges = {
  clusters: { low: 0, high: 1024, min: 0, max: 1024, default: 80 },
  density: { low: 0.001, high: 1000000, min: 0.1, max: 10, default: 1, log: true },
} as const;

export type Join = {
  readonly a: string; // one of them
  readonly b: string; // the other
  readonly keep: readonly ("position" | "angle" | "scale")[]; // which of their parts stay together
};

export type Corrective = {
  readonly name: string; // unlike other correctives'
  readonly axes: readonly CorrectiveAxis[]; // one or more
  readonly radial: "bspline" | "thin plate" | "gaussian" | "linear"; // how the influence of an example falls off
  readonly examples: readonly CorrectiveExample[]; // poses of this artwork, and where on the axes each is fully there
  // what the field answers at `from` without them, it answers at `to` with them
  readonly pseudo: readonly CorrectivePseudoExample[];
};

export type CorrectiveAxis = {
  readonly name: string;
  // where its range begins, below `high`; distances on it are measured in units of half of the range
  readonly low: number;
  readonly high: number; // where it ends
  readonly extrapolate: "free" | "clamped"; // what happens beyond: it goes on, or stays as it is at the end
  readonly handle: string | null; // whose angle it is; null: the game says it, rad
  // the handle whose angle it is measured from, as a forearm's from its upper arm; null: from rest
  readonly base: string | null;
};
export const correctiveAxisRanges = {
  low: { low: -1000000, high: 1000000, min: -1000000, max: 1000000, default: 0 },
  high: { low: -1000000, high: 1000000, min: -1000000, max: 1000000, default: 1 },
} as const;

export type CorrectiveExample = {
  readonly pose: string | null; // an example of this artwork, whose pose is fully there; null: nothing is added there
  readonly at: readonly number[]; // where it is: a number for every axis
};

export type CorrectivePseudoExample = {
  readonly from: readonly number[]; // a number for every axis
  readonly to: readonly number[]; // a number for every axis
};

export type Behaviour = {
  readonly name: string; // in this artwork
  readonly looks_left: boolean; // the drawing itself looks to the left
  readonly inputs: readonly (string)[]; // numbers that the game or the script sets, 0 at first
  readonly events: readonly (string)[]; // what the game or the script can raise
  readonly states: readonly State[]; // the first is entered first
  readonly transitions: readonly Transition[]; // of those that may fire, the first does
};

export type State = {
  readonly name: string; // unlike other states' of the behaviour
  readonly keys: readonly WalkKey[]; // the walk; without keys the place stays where it is
  readonly loop: boolean; // after the last key comes the first again; else it stays at the last
  readonly next: string | null; // the state that follows the last key, where no transition fires; not with `loop`
  // which key it walks to first when the state is entered, from wherever the place is then
  readonly start: "first" | "nearest";
  // what drives the walk: time, time multiplied by an input (backwards where that is negative), or the way travelled
  // forward along the ground
  readonly by: "time" | "input" | "ground";
  readonly input: string | null; // with `"input"`: which
  readonly rate: number; // how many times as fast
  readonly metres: number | null; // with `"ground"`: how far all keys once reach, m
  readonly strengths: Strengths; // those that stand in place of the actor's own
  readonly lean: Lean | null; // turns the goal angle to the side of an input: `{ "input": "walk", "angle": 0.2 }`
  // drag goes towards `drag` the nearer the place is to an example: `{ "example": "inflated", "drag": 4 }`
  readonly float: Float | null;
  readonly force: readonly [number, number]; // for each kilogram, `[forward, up]`, m/s²
  readonly push: Push | null; // the same times an input: `{ "input": "walk", "force": [3, 0] }`
  readonly drive: Drive | null; // brings the speed to the right to an input times `speed`
  readonly turn: Turn | null; // the drawing looks to the side of an input
  // on entry: brings the velocity to at least this much in its direction, `[forward, up]`, m/s
  readonly kick: readonly [number, number];
  readonly kick_adds: boolean; // the kick adds to the velocity instead
  readonly signal: number; // on entry: the game gets an event with this code; 0 is none
};
export const stateRanges = {
  rate: { low: -100, high: 100, min: -10, max: 10, default: 1 },
  metres: { low: 0.001, high: 10000, min: 0.01, max: 100, default: 1, unit: "m", log: true },
  signal: { low: 0, high: 1000000, min: 0, max: 1000000, default: 0 },
} as const;

export type WalkKey = {
  readonly place: Readonly<Record<string, number>>; // a weight for each example that takes part, as in a scene's key
  readonly seconds: number; // how long the way here takes, s
  // passes keys softly and rests only where the path turns back; at constant speed; resting at every key
  readonly ease: "smooth" | "linear" | "stop";
};
export const walkKeyRanges = {
  seconds: { low: 0, high: 3600, min: 0, max: 3600, unit: "s" },
} as const;

export type Strengths = {
  readonly stiffness?: number; // of the whole drawing towards its rest shape, Hz
  readonly local?: number; // of each neighbourhood, Hz
  readonly damping?: number; // of vibrations, 1/s
  readonly projection?: number; // how far the place follows the shape as it is deformed
  readonly equilibrium?: number; // attraction of the place to the equilibrium, Hz
  readonly settle?: number; // how it gets there; below 1 it overshoots
  readonly energy?: number; // how far the energy of a contact moves the place
  readonly energy_threshold?: number; // energies below this, in weight × size, are ignored
  readonly energy_time?: number; // how long it lasts, s
  // where to: to `energy_example`, away from the equilibrium, or the way the place is moving
  readonly energy_towards?: "example" | "away" | "velocity";
  readonly energy_example?: string; // null: the first
  readonly velocity?: number; // how far speed moves the place
  readonly velocity_threshold?: number; // speeds below this, in √(gravity × size), are ignored
  readonly velocity_example?: string; // where to; null: the first
  readonly bounce?: number; // the share of the speed lost in contact that is given back
  readonly bounce_time?: number; // how long it lies squashed before it gives it back, s
  // which angle it turns to: as physics has it, to `orient_angle`, or along its velocity
  readonly orient?: "free" | "angle" | "velocity";
  readonly orient_rate?: number; // how fast, 1/s
  readonly orient_angle?: number; // rad
  readonly orient_symmetric?: boolean; // half a turn looks the same
  readonly friction?: number; // against what it touches
  readonly drag?: number; // how the wind takes it along, 1/s
  readonly gravity?: number; // factor on the stage's gravity
};
export const strengthsRanges = {
  stiffness: { low: 0, high: 1000, min: 0, max: 120, default: 40, unit: "Hz" },
  local: { low: 0, high: 1000, min: 0, max: 120, default: 20, unit: "Hz" },
  damping: { low: 0, high: 1000000, min: 0, max: 30, default: 2, unit: "1/s" },
  projection: { low: 0, high: 1, min: 0, max: 1, default: 1 },
  equilibrium: { low: 0, high: 100, min: 0, max: 40, default: 14, unit: "Hz" },
  settle: { low: 0.05, high: 4, min: 0.05, max: 2, default: 0.7 },
  energy: { low: 0, high: 1000000, min: 0, max: 6, default: 0 },
  energy_threshold: { low: 0, high: 1000000, min: 0, max: 2, default: 0.05 },
  energy_time: { low: 0.001, high: 1000000, min: 0.01, max: 1, default: 0.12, unit: "s", log: true },
  velocity: { low: 0, high: 1000000, min: 0, max: 2, default: 0 },
  velocity_threshold: { low: 0, high: 1000000, min: 0, max: 4, default: 0.3 },
  bounce: { low: 0, high: 1.5, min: 0, max: 1.5, default: 0 },
  bounce_time: { low: 0, high: 1, min: 0, max: 0.3, default: 0.06, unit: "s" },
  orient_rate: { low: 0, high: 1000, min: 0, max: 40, default: 0, unit: "1/s" },
  orient_angle: { low: -1000, high: 1000, min: -3.1416, max: 3.1416, default: 0, unit: "rad" },
  friction: { low: 0, high: 1000000, min: 0, max: 2, default: 0.6 },
  drag: { low: 0, high: 1000000, min: 0, max: 10, default: 0, unit: "1/s" },
  gravity: { low: -1000, high: 1000, min: -1, max: 3, default: 1 },
} as const;

export type Lean = {
  readonly input: string; // to whose side it leans
  readonly angle: number; // by how much at most, rad
};
export const leanRanges = {
  angle: { low: -4, high: 4, min: -4, max: 4, unit: "rad" },
} as const;

export type Float = {
  readonly example: string; // the nearer the place is to it, the more
  readonly drag: number; // where the place is at the example, 1/s
};
export const floatRanges = {
  drag: { low: 0, high: 1000, min: 0, max: 1000, unit: "1/s" },
} as const;

export type Push = {
  readonly input: string; // by which it is multiplied
  readonly force: readonly [number, number]; // for each kilogram, `[right, up]`, m/s²
};

export type Drive = {
  readonly input: string; // by which the speed is multiplied
  readonly speed: number; // to the right, m/s
  readonly grounded: number; // with how much at most, m/s²
  readonly air: number; // the same in the air, m/s²
};
export const driveRanges = {
  speed: { low: -1000, high: 1000, min: -10, max: 10, unit: "m/s" },
  grounded: { low: 0, high: 10000, min: 0, max: 100, default: 20, unit: "m/s²" },
  air: { low: 0, high: 10000, min: 0, max: 100, default: 5, unit: "m/s²" },
} as const;

export type Turn = {
  readonly input: string; // to whose side the drawing looks
  readonly when: "grounded" | "always"; // only while it stands on something, or always
};

export type Transition = {
  readonly from: string | null; // a state; null: any but `to`
  readonly to: string; // a state
  readonly when: readonly Condition[]; // the conditions; without any it always fires
};

export type Condition = {
  readonly input: string; // that is above or below a number
  readonly above?: number;
  readonly below?: number;
  readonly absolute?: boolean; // whatever the sign of the input
} | {
  readonly event: string; // that was raised; a transition that fires uses it up
  readonly within?: number; // at most so long ago; 0: since the last step, s
} | {
  readonly grounded: boolean; // it has stood on something; false: not stood
  readonly seconds?: number; // for so long, s
} | {
  readonly touching: boolean; // the same for touching anything
  readonly seconds?: number; // for so long, s
} | {
  readonly finished: boolean; // the walk is at its end; false: it is not yet
} | {
  // that is above or below a number: speed, speed along the ground either way and falling in m/s, energy of contact in
  // weight × size, time in the state in seconds
  readonly sense: "speed" | "along" | "falling" | "energy" | "time";
  readonly above?: number;
  readonly below?: number;
};
export const conditionRanges = {
  within: { low: 0, high: 10, min: 0, max: 10, default: 0, unit: "s" },
  seconds: { low: 0, high: 3600, min: 0, max: 3600, default: 0, unit: "s" },
  above: { low: -1000000, high: 1000000, min: -1000000, max: 1000000 },
  below: { low: -1000000, high: 1000000, min: -1000000, max: 1000000 },
} as const;

export type Clip = {
  readonly name: string;
  readonly artwork: string; // whose handles it moves
  readonly length: number; // s
  readonly loop: boolean; // after `length` it begins again; its keys are then all before `length`
  readonly tracks: readonly ClipTrack[]; // with at most 65,536 keys in all
};
export const clipRanges = {
  length: { low: 0.01, high: 3600, min: 0.1, max: 20, default: 2, unit: "s", log: true },
} as const;

export type ClipTrack = {
  readonly handle: string; // of the artwork
  readonly channel: "position" | "angle" | "scale"; // what of it moves; no handle has two tracks of one channel
  readonly advance: number | readonly [number, number]; // added with every round of a loop
  readonly keys: readonly Key[];
};

export type Key = {
  readonly time: number; // s
  // a position: where the handle's pivot should be, in the artwork's own space; an angle: radians, any number of turns;
  // a scale: factors along the handle's axes, 0.001 … 1000 each. At rest: the pivot, 0, `[1, 1]`
  readonly value: number | readonly [number, number];
  // the slope before it, units a second; null: found so that the curve is smooth and does not overshoot
  readonly in: number | readonly [number, number] | null;
  readonly out: number | readonly [number, number] | null; // the slope after it, units a second; null: as `in`
  readonly curve: "smooth" | "linear" | "step"; // how it goes on to the next key
  readonly strength: number; // which share of the gap one step closes; 1: exactly
  readonly ease: number; // over which it fades in, where nothing leads to it, or out, where it lets go, s
  readonly release: boolean; // after this key the handle is free, until the next
};
export const keyRanges = {
  time: { low: 0, high: 3600, min: 0, max: 3600, unit: "s" },
  strength: { low: 0, high: 1, min: 0, max: 1, default: 1 },
  ease: { low: 0, high: 3600, min: 0, max: 2, default: 0, unit: "s" },
} as const;

export type Family = {
  readonly name: string;
  readonly members: readonly string[]; // artworks
  readonly links: readonly Link[]; // what answers to what; between two members without a link nothing passes
  readonly lambda: number; // weight of the drawing's own shape against the links
  readonly margin: number; // how much less energy the other must have, as a share
  readonly pause: number; // between two changes, s
  readonly fade: number; // over which the drawn one passes into the other, s
};
export const familyRanges = {
  lambda: { low: 0.000001, high: 1000, min: 0.0001, max: 10, default: 0.01, log: true },
  margin: { low: 0, high: 0.99, min: 0, max: 0.99, default: 0.3 },
  pause: { low: 0, high: 3600, min: 0, max: 3, default: 0.2, unit: "s" },
  fade: { low: 0, high: 3600, min: 0, max: 1, default: 0, unit: "s" },
} as const;

export type Link = {
  readonly from: string; // a member
  readonly to: string; // another
  readonly handles: readonly [string, string]; // one of each, in that order: `["head", "snout"]`
  readonly keep: readonly ("position" | "angle" | "scale")[]; // of handles: which parts answer
} | {
  readonly from: string; // a member
  readonly to: string; // another
  // at rest, one of each, in that order: `[[0, 1], [0.2, 0.8]]`
  readonly points: readonly [readonly [number, number], readonly [number, number]];
};

export type Recording = {
  readonly name: string;
  readonly artwork: string; // the source
  readonly rate: number; // frames a second
  readonly loop: boolean;
  readonly size: number; // of the source, m
  readonly regions: readonly RecordedRegion[]; // no two of one handle, all with the same number of frames
};
export const recordingRanges = {
  rate: { low: 1, high: 1000, min: 10, max: 120, default: 50 },
  size: { low: 0.000001, high: 1000000, min: 0.1, max: 10, unit: "m", log: true },
} as const;

export type RecordedRegion = {
  readonly handle: string; // it has the vertices that this handle of the source moves
  readonly threshold: number; // by more than this share
  readonly rest: readonly [number, number]; // its centroid at rest, in the artwork's own space
  // for each frame its centroid on the stage and the matrix with rows (xx, xy) and (yx, yy) that it is deformed by:
  // `[cx, cy, xx, xy, yx, yy]`
  readonly frames: readonly (readonly number[])[];
};
export const recordedRegionRanges = {
  threshold: { low: 0, high: 1, min: 0, max: 1, default: 0.4 },
} as const;

export type Skeleton = {
  readonly name: string;
  readonly file: string; // defines the joints; a glTF with meshes also gives the figure its skin
  readonly scale: number; // metres to a unit of this file and of its takes; 0: as the figure's size suggests
  // how the figure is drawn; `"auto"`: the mesh of its file where there is one, else limbs
  readonly look: "auto" | "limbs" | "blocks" | "bones" | "mesh";
  readonly colour: string;
  readonly accent: string; // of joints, eyes and what else stands out
  // its legs by the names of their joints; an empty list: it has none; null: found in the skeleton
  readonly feet: readonly Foot[] | null;
  readonly plant: boolean; // feet that stand stay where they tread
};
export const skeletonRanges = {
  scale: { low: 0, high: 10000, min: 0.001, max: 10, default: 0, log: true },
} as const;

export type Foot = {
  readonly hip: string; // the joint at the hip
  readonly knee: string; // at the knee
  readonly ankle: string; // at the ankle
  readonly toe?: string; // at the toe; null: the ankle
};

export type Take = {
  readonly name: string;
  readonly skeleton: string; // whose motion it is: the file has the same joints
  readonly file: string;
  readonly clip: string | null; // which animation of a glTF file; null: its first
};

export type Form = {
  readonly name: string;
  readonly file: string;
  readonly mesh: string | null; // which mesh of a glTF file; null: its first
  readonly morph: string | null; // which morph target of it is fully on; null: none, at rest
};

export type Shape = {
  readonly name: string;
  readonly axes: readonly ShapeAxis[]; // what can be chosen; no two of one name
  readonly radial: "bspline" | "thin plate" | "gaussian" | "linear"; // how the influence of an example falls off
  readonly examples: readonly ShapeExample[]; // no form twice; with none it cannot be built yet
  // what the field answers at `from` without them, it answers at `to` with them
  readonly pseudo: readonly ShapePseudoExample[];
  readonly levels: number; // steps of Loop subdivision
  readonly colour: string;
  readonly skeleton: string | null; // that moves it
  // `"auto"`: found from the form of the first example; `"file"`: those of the skin in the skeleton's file
  readonly weights: "auto" | "file";
};
export const shapeRanges = {
  levels: { low: 0, high: 4, min: 0, max: 4, default: 0 },
} as const;

export type ShapeAxis = {
  readonly name: string;
  // where its range begins, below `high`; distances on it are measured in units of half of the range
  readonly low: number;
  readonly high: number; // where it ends
  readonly extrapolate: "free" | "clamped"; // what happens beyond: it goes on, or stays as it is at the end
  readonly joint: string | null; // on a skeleton: the joint whose angle it is; null: the game says it, rad
  readonly about: "x" | "y" | "z" | null; // about which axis of that joint
};
export const shapeAxisRanges = {
  low: { low: -1000000, high: 1000000, min: -1000000, max: 1000000, default: 0 },
  high: { low: -1000000, high: 1000000, min: -1000000, max: 1000000, default: 1 },
} as const;

export type ShapeExample = {
  readonly form: string;
  readonly at: readonly number[]; // where it is: a number for every axis
  // on a skeleton: the pose the form was made in, as rotation vectors by the names of joints, `{ "elbow": [0, 0, 1.2]
  // }`, −100 … 100 each, rad
  readonly pose: Readonly<Record<string, readonly [number, number, number]>>;
};

export type ShapePseudoExample = {
  readonly from: readonly number[]; // a number for every axis
  readonly to: readonly number[]; // a number for every axis
};

export type Verb = {
  readonly name: string;
  readonly skeleton: string; // that moves
  readonly axes: readonly Axis[]; // what can be chosen; no two of one name
  readonly radial: "bspline" | "thin plate" | "gaussian" | "linear"; // how the influence of an example falls off
  readonly cyclic: boolean; // it begins again where it ends
  readonly controls: number; // control points of its curves, at least 4; 0: as many as `tolerance` needs
  readonly tolerance: number; // how far a joint may be from its take, rad
  readonly examples: readonly VerbExample[]; // takes of its skeleton, none twice; with none it cannot be built yet
  // what the field answers at `from` without them, it answers at `to` with them
  readonly pseudo: readonly VerbPseudoExample[];
  readonly any_phase: boolean; // take examples that seem to begin in different phases
};
export const verbRanges = {
  controls: { low: 0, high: 256, min: 0, max: 256, default: 0 },
  tolerance: { low: 0.00001, high: 1, min: 0.0001, max: 0.1, default: 0.01, unit: "rad", log: true },
} as const;

export type Axis = {
  readonly name: string;
  // where its range begins, below `high`; distances on it are measured in units of half of the range
  readonly low: number;
  readonly high: number; // where it ends
  readonly extrapolate: "free" | "clamped"; // what happens beyond: it goes on, or stays as it is at the end
};
export const axisRanges = {
  low: { low: -1000000, high: 1000000, min: -1000000, max: 1000000, default: 0 },
  high: { low: -1000000, high: 1000000, min: -1000000, max: 1000000, default: 1 },
} as const;

export type VerbExample = {
  readonly take: string; // of the verb's skeleton
  readonly at: readonly number[]; // where it is: a number for every axis
  // where the part of the take begins; null: with `keytimes`: at the first; else suggested when it is built, s
  readonly from: number | null;
  // where it ends; both or neither; null: with `keytimes`: at the last; else suggested when it is built, s
  readonly to: number | null;
  // moments that all examples share, times ascending: the first is where the span begins, the last where it ends;
  // `from` and `to` are then not written; null: suggested when it is built
  readonly keytimes: readonly Keytime[] | null;
};
export const verbExampleRanges = {
  from: { low: 0, high: 100000, min: 0, max: 100000, unit: "s" },
  to: { low: 0, high: 100000, min: 0, max: 100000, unit: "s" },
} as const;

export type Keytime = {
  readonly label: string; // which of the moments it is, up to 31 bytes
  readonly time: number; // in the take, s
};
export const keytimeRanges = {
  time: { low: 0, high: 100000, min: 0, max: 100000, unit: "s" },
} as const;

export type VerbPseudoExample = {
  readonly from: readonly number[]; // a number for every axis
  readonly to: readonly number[]; // a number for every axis
};

export type Graph = {
  readonly name: string;
  readonly skeleton: string; // of all its verbs
  readonly inputs: readonly (string)[]; // what conditions ask for; an axis may be listed too, and is then asked for
  readonly events: readonly (string)[]; // what the game can raise
  readonly states: readonly GraphState[]; // the first is entered first
  readonly transitions: readonly GraphTransition[]; // earlier ones go first
};

export type GraphState = {
  readonly name: string; // unlike other states'
  readonly verb: string; // that it plays
  readonly rate: number; // how many times as fast
  // where it goes when a verb that is not cyclic has come to its end; null: it stays in its last pose
  readonly next: string | null;
  readonly fade: number; // of that change, s
  readonly signal: number; // a number that the game is told on entry
};
export const graphStateRanges = {
  rate: { low: 0, high: 8, min: 0, max: 8, default: 1 },
  fade: { low: 0, high: 10, min: 0, max: 10, default: 0.3, unit: "s" },
  signal: { low: 0, high: 1000000, min: 0, max: 1000000, default: 0 },
} as const;

export type GraphTransition = {
  readonly from: string | null; // a state; null: any but `to`
  readonly to: string; // a state
  readonly fade: number; // over which the difference fades, s
  // phases of the verb it leaves between which it may happen; first > second: over the end; 0 … 1 each
  readonly window: readonly [number, number];
  // the phase at which the new verb begins; `"same"`: that of the verb it leaves where both are cyclic, else 0; null:
  // `"same"`
  readonly start: number | "same";
  // conditions as behaviours have them, of `input`, `event`, `finished` and the sense `"time"`; all must hold
  readonly when: readonly Condition[];
};
export const graphTransitionRanges = {
  fade: { low: 0, high: 10, min: 0, max: 10, default: 0.3, unit: "s" },
} as const;

export type Creature = {
  readonly name: string;
  readonly file: string | null; // a creature file, or a skeleton that one is made of
  readonly seed: number | null; // it is grown: the same number, the same creature, everywhere and for ever
  // what bodies are, instead of what the file says or was guessed: lists of caps by the names of bodies. Every creature
  // knows `spine`, `root`, `limb`, `grasper`, `foot`, `mouth`, `eye`, `ear`, `tail`, `wing` and `spike`; other names
  // are its own; an empty list: none
  readonly caps: Readonly<Record<string, readonly (string)[]>>;
  readonly scale: number; // times the size that the file or the seed gives it
  readonly mesh: boolean; // shows the mesh of its file where there is one; false: a skin is made for it
  readonly colours: Colours; // of a skin that is made; what is not given is as the file or the seed has it
};
export const creatureRanges = {
  seed: { low: 0, high: 4294967295, min: 0, max: 4294967295 },
  scale: { low: 0.01, high: 100, min: 0.1, max: 10, default: 1, log: true },
} as const;

export type Colours = {
  readonly skin: string | null; // of the sides
  readonly back: string | null; // also of feet and hands
  readonly belly: string | null;
  readonly eyes: string | null; // their whites
};
export const coloursDefaults: Colours = { skin: null, back: null, belly: null, eyes: null };

export type Motion = {
  readonly name: string;
  // what it is a way to do: of the motions of one action, the first whose branch holds and which finds bodies to move
  // is played; null: its name
  readonly action: string;
  readonly length: number; // s
  readonly loop: boolean; // the last key of a curve leads to its first
  readonly fade_in: number; // over which it comes, s
  readonly fade_out: number; // over which it goes, s
  readonly branch: Branch; // which creatures it is for; by default all
  readonly relations: readonly Relation[]; // between the bodies of two groups, no two of the same groups
  // what moves, the most important first: the first to select a body owns it; 65,536 keys together
  readonly channels: readonly Channel[];
  readonly events: readonly Event[]; // what a game is told when; times never descend and are not after `length`
};
export const motionRanges = {
  length: { low: 0.01, high: 600, min: 0.01, max: 600, default: 2, unit: "s" },
  fade_in: { low: 0, high: 10, min: 0, max: 10, default: 0.2, unit: "s" },
  fade_out: { low: 0, high: 10, min: 0, max: 10, default: 0.2, unit: "s" },
} as const;

export type Branch = {
  readonly upright: boolean | null; // the spine stands; null: it does not matter
  readonly walks: boolean | null; // it has legs; null: it does not matter
  // whether it has bodies with this cap, by its name; a number: at least so many, 1 … 1024
  readonly caps: Readonly<Record<string, boolean | number>>;
};
export const branchDefaults: Branch = { upright: null, walks: null, caps: {} };

export type Relation = {
  readonly groups: readonly [number, number]; // two different numbers, 1 … 8
  readonly side: "same" | "opposite"; // the sides of the creature on which their bodies are
};

export type Channel = {
  readonly name: string;
  readonly select: Context; // which bodies it moves; by default every body
  readonly mode: Mode; // what matters about how they move; by default relative to rest
  readonly relative: Relative | null; // what a `secondary` or `lookat` mode is about
  readonly blend: number; // channels of the same number, but 0, share a body instead of the first owning it
  // 0: it plays on every body it selects; else on one at a time, which makes the variants, and channels of one group on
  // the same limb
  readonly group: number;
  readonly mirror: boolean; // on the other side it plays mirrored
  readonly side: "right" | "centre" | "left"; // where it was keyed
  readonly place: readonly MotionKey[]; // keys of three numbers: generalised coordinates
  // keys of four: a generalised rotation x y z w of length 0.9 … 1.1, which is brought to 1
  readonly turn: readonly MotionKey[];
  readonly place_weight: readonly MotionKey[]; // keys of one, 0 … 1: how much of the place counts; without keys 1
  readonly turn_weight: readonly MotionKey[]; // keys of one, 0 … 1: how much of the turn counts; without keys 1
  // keys of one, by the names of deforms, up to 16
  readonly deforms: { readonly [deform: string]: readonly MotionKey[] };
};
export const channelRanges = {
  blend: { low: 0, high: 255, min: 0, max: 255, default: 0 },
  group: { low: 0, high: 8, min: 0, max: 8, default: 0 },
} as const;

export type Context = {
  readonly cap: string | null; // bodies that have this cap; null: any body
  readonly x: "right" | "centre" | "left" | null; // in which part of the creature; null: anywhere
  readonly y: "bottom" | "centre" | "top" | null; // in which part; null: anywhere
  readonly z: "back" | "centre" | "front" | null; // in which part; null: anywhere
  // along these it is the part of the bodies with this cap, not of the whole creature
  readonly within: readonly ("x" | "y" | "z")[];
  // only the farthest of those; null: all
  readonly extent: "rightmost" | "leftmost" | "bottommost" | "topmost" | "backmost" | "frontmost" | null;
  readonly spine: boolean; // instead of each, the body of the spine that its limb hangs on
};
export const contextDefaults: Context = { cap: null, x: null, y: null, z: null, within: [], extent: null, spine: false };

export type Mode = {
  readonly place: "rest" | "absolute"; // measured from the body at rest, or from the creature's origin
  readonly turn: "rest" | "absolute"; // measured from the body at rest, or from the creature's origin
  // what 1 is: a metre, the creature's size along each axis, the length of the limb
  readonly scale: "none" | "creature" | "limb";
  readonly ground: boolean; // y is 0 at rest and 1 on the ground
  readonly sagittal: boolean; // x is 0 at rest and 1 in the plane between left and right
  // z is 0 at rest and 1 at what it is relative to; not with `ground`, `sagittal` or absolute places
  readonly secondary: boolean;
  readonly directional: boolean; // with `secondary`: turned there only, 1 is what `scale` says
  readonly lookat: boolean; // the turn follows what it is relative to
};
export const modeDefaults: Mode = { place: "rest", turn: "rest", scale: "none", ground: false, sagittal: false, secondary: false, directional: false, lookat: false };

export type Relative = {
  readonly target: number; // the number of a target, which the game or a play says
} | {
  readonly select: Context; // the nearest of these bodies of the creature itself
  readonly group: number; // the one of those that varies there; 0: none does
};
export const relativeRanges = {
  target: { low: 0, high: 7, min: 0, max: 7 },
  group: { low: 0, high: 8, min: 0, max: 8, default: 0 },
} as const;

export type MotionKey = {
  readonly time: number; // at least 0.0001 after the key before, and not after the motion's `length`, s
  readonly value: number | readonly number[]; // as many numbers as the curve has, within ±100,000
  // the slope before it, units a second; `"auto"`: that of the parabola through its neighbours; null: `"auto"`
  readonly in: "auto" | "flat" | number | readonly number[];
  readonly out: "auto" | "flat" | number | readonly number[]; // the slope after it, likewise; null: `"auto"`
  readonly curve: "smooth" | "linear" | "step"; // to the next key
};
export const motionKeyRanges = {
  time: { low: 0, high: 600, min: 0, max: 600, unit: "s" },
} as const;

export type Event = {
  readonly time: number; // s
  readonly name: string; // what the game is told
};
export const eventRanges = {
  time: { low: 0, high: 600, min: 0, max: 600, unit: "s" },
} as const;

export type Gait = {
  readonly name: string;
  // when feet tread, for groups of 1 to 6 legs of about the same length at several speeds; null: those of every walker
  readonly rows: readonly Row[] | null;
  readonly arc: readonly ArcKey[]; // how a foot flies; without one `lift` alone says it
  readonly lift: number; // how high feet are lifted; the `up` of an arc is multiplied by `lift` / 0.12
  readonly hurry: number; // times the frequency, with steps so much shorter
  readonly crouch: number; // the body is lower by so much
  readonly bob: number; // hips up and down
  readonly sway: number; // hips towards the standing side
  readonly roll: number; // of the hips with the steps, rad
  readonly yaw: number; // of the hips with the steps, rad
  readonly pitch: number; // of the hips with the steps, rad
  readonly lean: number; // forward with speed, at speed 1, rad
  readonly wide: number; // feet farther out
  readonly limp: number; // one leg stands shorter, and the body dips on it
  readonly bounce: number; // how much of `bob` happens in flight instead of stance
};
export const gaitRanges = {
  lift: { low: 0, high: 1, min: 0, max: 1, default: 0.12 },
  hurry: { low: 0.25, high: 4, min: 0.25, max: 4, default: 1 },
  crouch: { low: -0.2, high: 0.6, min: -0.2, max: 0.6, default: 0 },
  bob: { low: 0, high: 0.3, min: 0, max: 0.3, default: 0.02 },
  sway: { low: 0, high: 0.3, min: 0, max: 0.3, default: 0.02 },
  roll: { low: 0, high: 0.6, min: 0, max: 0.6, default: 0.04, unit: "rad" },
  yaw: { low: 0, high: 0.6, min: 0, max: 0.6, default: 0.06, unit: "rad" },
  pitch: { low: 0, high: 0.6, min: 0, max: 0.6, default: 0.05, unit: "rad" },
  lean: { low: -0.6, high: 0.6, min: -0.6, max: 0.6, default: 0.08, unit: "rad" },
  wide: { low: -0.3, high: 0.5, min: -0.3, max: 0.5, default: 0 },
  limp: { low: 0, high: 1, min: 0, max: 1, default: 0 },
  bounce: { low: 0, high: 1, min: 0, max: 1, default: 0 },
} as const;

export type Row = {
  readonly feet: number; // for how many
  readonly speed: number; // a Froude number
  readonly duty: number; // the share of a cycle that a foot stands
  readonly stride: number; // of one cycle
  // when each foot's cycle begins, of the cycle after the first; from the hindmost hip to the foremost, left before
  // right
  readonly triggers: readonly number[];
};
export const rowRanges = {
  feet: { low: 1, high: 6, min: 1, max: 6 },
  speed: { low: 0, high: 20, min: 0, max: 20 },
  duty: { low: 0.05, high: 0.95, min: 0.05, max: 0.95 },
  stride: { low: 0.01, high: 20, min: 0.01, max: 8 },
} as const;

export type ArcKey = {
  // of the flight, at least 0.001 after the key before; the first is at 0 with nothing else, the last at 1 with
  // `forward` 1
  readonly time: number;
  readonly forward: number; // share of the way
  readonly up: number;
  readonly out: number; // away from the middle
  readonly pitch: number; // toe down, rad
};
export const arcKeyRanges = {
  time: { low: 0, high: 1, min: 0, max: 1 },
  forward: { low: -4, high: 4, min: -4, max: 4, default: 0 },
  up: { low: -4, high: 4, min: -4, max: 4, default: 0 },
  out: { low: -4, high: 4, min: -4, max: 4, default: 0 },
  pitch: { low: -4, high: 4, min: -4, max: 4, default: 0, unit: "rad" },
} as const;

export type Line = {
  readonly name: string;
  readonly skeleton: string | null; // what follows the line
  readonly creature: string | null; // what follows the line
  readonly artwork: string | null; // what follows the line
  readonly over: Over | null; // of bodies: what it does without this line; null: it is at rest
  // of bodies: `"held"`: its root stays where `over` has it, for lines of arms; the line is shifted to begin at the
  // joint that it hangs on
  readonly root: "free" | "held" | null;
  readonly elements: number; // how many pieces the line is simulated in; even
  readonly frames: number; // of the simulation, from one keystroke to the next
  // from one keystroke to the next: anticipating, arriving exactly and following through; let go towards the next one
  // and corrected; or along smooth curves
  readonly way: "elastic" | "shot" | "smooth";
  readonly preset: "normal" | "snappy" | "heavy" | "rubbery" | "floaty"; // its manner
  readonly temper: Temper; // what differs from the preset
  readonly stiffness: readonly number[] | null; // factors of its springs, one an element; null: 1 each
  readonly damping: readonly number[] | null; // factors of their damping, one an element; null: 1 each
  readonly view: View | null; // of bodies: from where it is seen
  // of bodies: how the plane in which it acts is turned out of that of the view, seen from there
  readonly plane: Plane | null;
  readonly rate: number; // frames a second of what is made of it
  readonly settle: number; // how long it goes on after the last keystroke, s
  // of artworks: the line as it lies over the drawing at rest; a stroke; null: through the handles of the first
  // keystroke, in their order, m
  readonly rest: readonly (readonly [number, number])[] | null;
  readonly stretch: boolean | null; // of artworks: handles are stretched with the line
  readonly keys: readonly Keystroke[]; // its keystrokes, at least 0.01 s apart; at most 20,000 frames come of them
  readonly pulls: readonly Pull[]; // hands that draw at it
  readonly twists: readonly Twist[] | null; // of bodies: turns of bones about themselves
  readonly contacts: readonly Contact[] | null; // of bodies: places that bones keep
};
export const lineRanges = {
  elements: { low: 2, high: 64, min: 2, max: 64, default: 10 },
  frames: { low: 2, high: 1000, min: 2, max: 1000, default: 40 },
  rate: { low: 1, high: 240, min: 1, max: 240, default: 30 },
  settle: { low: 0, high: 60, min: 0, max: 5, default: 0.5, unit: "s" },
} as const;

export type Over = {
  readonly line: string; // a line of the same skeleton or creature that stands before this one
} | {
  readonly take: string; // a take of the skeleton
};

export type Temper = {
  readonly anticipation: number | null; // it first goes back by this share of the way; null: as the preset has it
  readonly overshoot: number | null; // it passes its goal by this share of the way; null: as the preset has it
  // swings of its spring within the interval: how quick it is; null: as the preset has it
  readonly cycles: number | null;
  readonly damping: number | null; // of that spring; 1 is critical; null: as the preset has it
  // by how much of the interval the ends move later than the middle; null: as the preset has it
  readonly lag: number | null;
};
export const temperRanges = {
  anticipation: { low: 0, high: 1, min: 0, max: 1 },
  overshoot: { low: 0, high: 1, min: 0, max: 1 },
  cycles: { low: 0.1, high: 3, min: 0.1, max: 3 },
  damping: { low: 0.02, high: 2, min: 0.02, max: 2 },
  lag: { low: 0, high: 0.5, min: 0, max: 0.5 },
} as const;
export const temperDefaults: Temper = { anticipation: null, overshoot: null, cycles: null, damping: null, lag: null };

export type View = {
  readonly heading: number; // of the eye, rad
  readonly pitch: number; // of the eye, rad
  readonly centre: readonly [number, number, number]; // what it looks at, m
  readonly distance: number; // how far away the eye is; 0 is orthographic, m
};
export const viewRanges = {
  heading: { low: -10, high: 10, min: -3.2, max: 3.2, default: 0, unit: "rad" },
  pitch: { low: -1.5707964, high: 1.5707964, min: -1.5707964, max: 1.5707964, default: 0, unit: "rad" },
  distance: { low: 0, high: 10000, min: 0, max: 20, default: 0, unit: "m" },
} as const;
export const viewDefaults: View = { heading: 0, pitch: 0, centre: [0, 1, 0], distance: 0 };

export type Plane = {
  readonly heading: number; // rad
  readonly pitch: number; // rad
};
export const planeRanges = {
  heading: { low: -1.45, high: 1.45, min: -1.45, max: 1.45, default: 0, unit: "rad" },
  pitch: { low: -1.45, high: 1.45, min: -1.45, max: 1.45, default: 0, unit: "rad" },
} as const;
export const planeDefaults: Plane = { heading: 0, pitch: 0 };

export type Keystroke = {
  readonly time: number; // when the line is there, s
  // the stroke, 0.0001 to 5000 m long, of at least two points; the studio and the command thin one of more points
  readonly points: readonly (readonly [number, number])[];
  readonly pressure: readonly number[] | null; // of the pen at every point; null: 1 each
  // which joints, bodies or handles follow it, no two the same; null: those that fill the stroke best
  readonly bones: readonly string[] | null;
  // where the part of the line begins that they lie on, with `to` or not at all; null: all of it, the better way round
  readonly from: number | null;
  // where that part ends, elsewhere than `from`; from > to: the other way round; null: all of it, the better way round
  readonly to: number | null;
  // the manner from here to the next keystroke; null: that of the line, with its temper
  readonly preset: "normal" | "snappy" | "heavy" | "rubbery" | "floaty" | null;
  readonly temper: Temper; // what differs from that
};
export const keystrokeRanges = {
  time: { low: 0, high: 3600, min: 0, max: 3600, unit: "s" },
  from: { low: 0, high: 1, min: 0, max: 1 },
  to: { low: 0, high: 1, min: 0, max: 1 },
} as const;

export type Pull = {
  readonly along: number; // where it pulls: the share of the line from its beginning
  // by how many metres that point would be moved then; between them it changes evenly, before the first and after the
  // last nothing pulls; times never descend
  readonly points: readonly (readonly [number, number, number])[];
};
export const pullRanges = {
  along: { low: 0, high: 1, min: 0, max: 1 },
} as const;

export type Twist = {
  readonly bone: string; // of which joint or body
  readonly keys: readonly TwistKey[]; // how far it is turned when; times ascend
};

export type TwistKey = {
  readonly time: number; // s
  readonly angle: number; // about the bone, beyond where the line alone takes it, rad
};
export const twistKeyRanges = {
  time: { low: 0, high: 3600, min: 0, max: 3600, unit: "s" },
  angle: { low: -100, high: 100, min: -100, max: 100, unit: "rad" },
} as const;

export type Contact = {
  readonly bone: string; // of which joint or body
  readonly point: readonly [number, number, number]; // which of its points is held, in its frame, m
  readonly from: number; // when it begins to be held, s
  readonly to: number; // until when, later than `from`, s
  readonly ease: number; // in how long before and after it takes hold and lets go, s
  readonly keys: readonly ContactKey[]; // where the point is when; times ascend
};
export const contactRanges = {
  from: { low: 0, high: 3600, min: 0, max: 3600, unit: "s" },
  to: { low: 0, high: 3600, min: 0, max: 3600, unit: "s" },
  ease: { low: 0, high: 10, min: 0, max: 1, default: 0.15, unit: "s" },
} as const;

export type ContactKey = {
  readonly time: number; // s
  readonly place: readonly [number, number, number]; // where the point is in the world, m
  // how the bone is turned there, in all keys or in none: a quaternion x y z w
  readonly turn: readonly [number, number, number, number] | null;
};
export const contactKeyRanges = {
  time: { low: 0, high: 3600, min: 0, max: 3600, unit: "s" },
} as const;

export type Scene = {
  readonly name: string;
  readonly artwork?: string; // tours: which artwork it shows
  readonly verb?: string; // scenes of verbs: what it shows
  readonly graph?: string; // scenes of graphs: what it shows
  readonly shape?: string; // scenes of shapes: what it shows
  readonly line?: string; // scenes of lines: what it shows
  // pixels of the picture, width and height, 1 … 16,384 each; at most 134,217,728 in all; 640 each where it is left out
  readonly size: readonly [number, number];
  readonly background: string; // what lies behind
  // tours, stages and lines of artworks: the point in the middle of the picture; null, with `zoom`: the picture shows
  // the whole tour or run, m
  readonly centre: readonly [number, number] | null;
  // tours, stages and lines of artworks: pixels of the picture to a metre; null, with `centre`: the picture shows the
  // whole tour or run
  readonly zoom: number | null;
  readonly seconds: number; // how long it is, s
  readonly rate: number; // frames a second
  // tours, times ascending: between two keys the place walks along the shortest path inside the complex; it rests at a
  // key where that path turns back, and passes one without stopping where it goes on
  readonly keys?: readonly TourKey[];
  readonly gravity?: readonly [number, number]; // stages, m/s²
  readonly wind?: readonly [number, number]; // stages: it moves what has drag, m/s
  // stages: of a fixed step; 1/60 where it is left out, whoever is on it; puppets alone do well with 0.02, s
  readonly step?: number;
  readonly substeps?: number; // stages: of a step
  readonly iterations?: number; // stages: of matching and contact in a substep
  // stages: an actor that the picture moves along with sideways, and upwards where it would leave the middle half; the
  // first number of `centre` is then seen from there, and without `zoom` the picture shows five times its size; null:
  // the picture stands still
  readonly follow?: string | boolean | null;
  readonly obstacles?: readonly Obstacle[]; // stages: the ground, walls and platforms, which nothing pushes
  readonly zones?: readonly Zone[]; // stages: where forces, winds and water act
  readonly actors?: readonly Actor[]; // stages: what moves, the furthest back first; required there
  readonly joints?: readonly Joint[]; // stages: what is joined
  readonly script?: readonly Cue[] | readonly GraphCue[]; // stages: what happens when, times never descending
  // verbs and shapes: where it is on its axes when, times ascending. Between the keys that name it an axis moves
  // evenly, before the first and after the last it stays; an axis that none names is at 0, or at the end of its range
  // that is nearest to 0
  readonly path?: readonly PathKey[];
  readonly creatures?: readonly Cast[]; // scenes of creatures: the creatures in it; required there
  readonly ground?: "flat" | "hills"; // of scenes of creatures
  readonly show?: boolean; // lines: the line itself is drawn too
  readonly ghosts?: number; // lines: faint poses at every so many keystrokes; 0: none
  // all but tours, stages and lines of artworks: from where one looks; null: as suits the figure
  readonly camera?: Camera | null;
};
export const sceneRanges = {
  zoom: { low: 0.001, high: 1000000, min: 0.001, max: 1000000 },
  seconds: { low: 0.001, high: 3600, min: 0.5, max: 60, default: 2, unit: "s", log: true },
  rate: { low: 0.1, high: 240, min: 1, max: 60, default: 30 },
  step: { low: 0.001, high: 0.1, min: 0.001, max: 0.1, default: 0.016666668, unit: "s" },
  substeps: { low: 1, high: 16, min: 1, max: 16, default: 2 },
  iterations: { low: 1, high: 32, min: 1, max: 32, default: 4 },
  ghosts: { low: 0, high: 256, min: 0, max: 256, default: 0 },
} as const;

export type TourKey = {
  readonly time: number; // when it is there, s
  // a weight for each example that takes part, by its name; they add up to 1
  readonly place: Readonly<Record<string, number>>;
};
export const tourKeyRanges = {
  time: { low: 0, high: 3600, min: 0, max: 3600, unit: "s" },
} as const;

export type Obstacle = {
  readonly name: string | null; // for the script and for joints, unlike other obstacles' of the scene; null: none
  // a level ground; a half-plane, solid on the right of the way from its first point to its second; a chain of thin
  // walls; a closed outline, solid inside
  readonly kind: "ground" | "half-plane" | "segments" | "polygon";
  readonly height: number; // of a ground, m
  // of the others: a half-plane has two, segments two or more, a polygon three or more, which do not cross themselves,
  // m
  readonly points: readonly (readonly [number, number])[];
  readonly at: readonly [number, number]; // where its origin is: its points are relative to it, m
  readonly angle: number; // how it is turned about `at`, rad
  readonly velocity: readonly [number, number]; // it moves by itself, and carries what is on it, m/s
  readonly spin: number; // it turns about `at` by itself, rad/s
  readonly path: readonly ObstacleKey[]; // where it is when, times ascending; instead of the four before
  // after the last key of its path it stays, begins anew, or goes back and forth
  readonly repeat: "once" | "loop" | "ping-pong";
  readonly friction: number;
  readonly one_way: boolean; // segments: stops only what comes from the left of its direction
  readonly sensor: boolean; // feels, does not stop
  readonly layers: readonly number[] | null; // which actors it meets: those with one of these layers; null: all
  readonly tag: number; // a number for the game
  readonly visible: boolean; // whether it is drawn
  readonly colour: string | null; // null: the stage's own
};
export const obstacleRanges = {
  angle: { low: -1000, high: 1000, min: -3.2, max: 3.2, default: 0, unit: "rad" },
  spin: { low: -1000, high: 1000, min: -10, max: 10, default: 0, unit: "rad/s" },
  friction: { low: 0, high: 1000000, min: 0, max: 2, default: 0.6 },
  tag: { low: 0, high: 4294967295, min: 0, max: 4294967295, default: 0 },
} as const;

export type ObstacleKey = {
  readonly time: number; // when it is there, s
  readonly at: readonly [number, number]; // where, as its own `at`, m
  readonly angle: number; // rad
  // how it comes here from the key before: it starts and stops gently, or at constant speed
  readonly ease: "smooth" | "linear";
};
export const obstacleKeyRanges = {
  time: { low: 0, high: 3600, min: 0, max: 3600, unit: "s" },
  angle: { low: -1000, high: 1000, min: -3.2, max: 3.2, default: 0, unit: "rad" },
} as const;

export type Zone = {
  readonly name: string | null; // for the script, unlike other zones' of the scene; null: none
  // force: accelerates; wind: air that takes along what has drag; water: pushes up what is in it, and slows it down
  // relative to its flow
  readonly kind: "force" | "wind" | "water";
  // its border; none: it is the whole stage; two: a half-plane, on the right of the way from the first to the second,
  // so a sea has two from left to right; three to sixteen: a polygon that does not cross itself, m
  readonly points: readonly (readonly [number, number])[];
  readonly at: readonly [number, number]; // where its origin is: its points are relative to it, m
  readonly angle: number; // how it is turned about `at`, rad
  // of a force: by which it accelerates what is wholly in it, whatever its mass, m/s²
  readonly acceleration?: readonly [number, number];
  // of wind, which is added to the stage's, and of the flow of water, m/s
  readonly velocity?: readonly [number, number];
  readonly drag?: number | number; // of wind: how quickly it takes along what has no drag of its own, 1/s
  readonly quadratic_drag?: number; // of water: how much more it slows what is fast, a drag coefficient
  readonly angular_drag?: number; // of water: how quickly it slows rotation, 1/s
  readonly density?: number; // of water; drawings have 1: what is denser sinks, kg/m²
  readonly layers: readonly number[] | null; // on which actors it acts: those with one of these layers; null: all
  readonly active: boolean; // whether it acts from the start; false: not until the script says so
  readonly tag: number; // a number for the game
  readonly visible: boolean; // whether it is drawn
  readonly colour: string | null; // null: the stage's own
};
export const zoneRanges = {
  angle: { low: -1000, high: 1000, min: -3.2, max: 3.2, default: 0, unit: "rad" },
  drag: { low: 0, high: 1000000, min: 0, max: 5, default: 0, unit: "1/s" },
  quadratic_drag: { low: 0, high: 1000000, min: 0, max: 5, default: 1 },
  angular_drag: { low: 0, high: 1000000, min: 0, max: 5, default: 1, unit: "1/s" },
  density: { low: 0, high: 1000000, min: 0, max: 5, default: 1, unit: "kg/m²" },
  tag: { low: 0, high: 4294967295, min: 0, max: 4294967295, default: 0 },
} as const;

export type Actor = {
  readonly name: string;
  readonly artwork: string; // what it looks like and how it moves
  readonly kind: "sprite" | "puppet"; // whether it moves by its artwork's `sprite` or `puppet`
  readonly at: readonly [number, number]; // where the artwork's origin goes, m
  readonly angle: number; // rad
  // how many times as large as its artwork it is: the drawing, its handles and its poses grow about the artwork's
  // origin, and its mass with the square; strengths mean what they always mean, and what names a point of the drawing,
  // such as `at` of a hold, is still as in the artwork
  readonly scale: number;
  // sprites: times that of drawings, 1 kg/m², by which they have mass, push others and float
  readonly density: number | null;
  readonly velocity: readonly [number, number]; // m/s
  readonly spin: number; // rad/s
  readonly flipped: boolean; // seen in the mirror, about the vertical through the artwork's origin
  // sprites: where it begins and what it is drawn to, as in a key; null: the first example
  readonly place: Readonly<Record<string, number>> | null;
  readonly strengths: Strengths; // sprites: those that differ from its artwork's
  readonly holds: readonly Hold[]; // points that are held
  readonly layers: readonly number[] | null; // which layers it is in; null: all
  // it meets others that are in one of these layers, if it is in one of theirs; null: all
  readonly mask: readonly number[] | null;
  readonly kinematic: boolean; // it goes where its velocity and the script say, pushes others, and nothing pushes it
  readonly one_way: boolean; // it stops only actors that come from above, seen from its drawing; others pass through
  readonly sensor: boolean; // it feels what overlaps it, and neither stops nor is stopped
  // what it touches is among the events of every step, not only when a touch begins and ends
  readonly report_stay: boolean;
  readonly tag: number; // a number for the game
  readonly tint: string; // by which colour it is multiplied, with its opacity
  readonly hidden: readonly string[]; // layers of its artwork that are neither drawn nor touched
  readonly behaviour: string | null; // sprites: what drives it, a behaviour of its artwork; null: nothing
  // sprites: what inputs of its behaviour are at the start, by their names: `{ "walk": 1 }`; 0 each
  readonly inputs: Readonly<Record<string, number>>;
  readonly material: Material; // puppets: what differs from its artwork's
  readonly family: string | null; // puppets: which others it may turn into; its artwork is a member
  // puppets: which examples its rest shape is mixed from; with none it is as it was drawn
  readonly attractions: readonly (string)[];
  // what it plays from the start, a clip of its artwork. A puppet goes where it says, its positions placed, turned,
  // scaled and flipped with the actor; a sprite takes its shape from it, over its place, and physics puts and turns
  // that
  readonly clip: string | null;
  readonly clip_start: number; // when the clip begins, on the stage's clock, s
  readonly follows: readonly Follow[]; // puppets: what its handles follow
  readonly copies: readonly Copy[]; // puppets: motion taken from others
};
export const actorRanges = {
  angle: { low: -1000, high: 1000, min: -3.2, max: 3.2, default: 0, unit: "rad" },
  scale: { low: 0.01, high: 100, min: 0.1, max: 10, default: 1, log: true },
  density: { low: 0.001, high: 1000, min: 0.1, max: 10, default: 1, log: true },
  spin: { low: -1000, high: 1000, min: -20, max: 20, default: 0, unit: "rad/s" },
  tag: { low: 0, high: 4294967295, min: 0, max: 4294967295, default: 0 },
  clip_start: { low: -3600, high: 3600, min: -10, max: 10, default: 0, unit: "s" },
} as const;

export type Hold = {
  readonly name: string | null; // for the script to release it by, unlike other holds' of the actor
  readonly at: readonly [number, number]; // the point of the drawing at rest, in its artwork's own size
  readonly to: readonly [number, number] | null; // where on the stage it is held; null: where it is at the start
  readonly strength: number | null; // how strongly; null: exactly, Hz
};
export const holdRanges = {
  strength: { low: 0.001, high: 1000000, min: 0.5, max: 50, unit: "Hz", log: true },
} as const;

export type Material = {
  readonly stiffness?: number; // how fast the drawing as a whole swings, Hz
  readonly half_life?: number; // until a vibration has half its amplitude; 0: never, s
  readonly examples?: number; // how far its rest shape gives way to the examples it is drawn to
  // to which mixes of them: any, blended by rotations; any sum of their transforms, as in the paper, found quickly;
  // those that the complex allows, by rotations; any sum of their transforms, the nearest found exactly
  readonly attraction?: "hull" | "quick" | "complex" | "linear";
  readonly gravity?: number; // factor on the stage's gravity
  readonly drag?: number; // how the wind takes it along, 1/s
  readonly friction?: number; // against what it touches
  readonly bounce?: number; // the share of its speed that it leaves contact with
  readonly iterations?: number; // of a step
  readonly accelerated?: boolean; // whether they are accelerated
};
export const materialRanges = {
  stiffness: { low: 0, high: 1000, min: 0.2, max: 30, default: 3, unit: "Hz", log: true },
  half_life: { low: 0, high: 1000000, min: 0, max: 2, default: 0.35, unit: "s" },
  examples: { low: 0, high: 1, min: 0, max: 1, default: 1 },
  gravity: { low: -1000, high: 1000, min: -1, max: 3, default: 1 },
  drag: { low: 0, high: 1000000, min: 0, max: 10, default: 0, unit: "1/s" },
  friction: { low: 0, high: 1000000, min: 0, max: 2, default: 0.6 },
  bounce: { low: 0, high: 1, min: 0, max: 1, default: 0 },
  iterations: { low: 1, high: 64, min: 1, max: 64, default: 10 },
} as const;
export const materialDefaults: Material = { stiffness: 3, half_life: 0.35, examples: 1, attraction: "hull", gravity: 1, drag: 0, friction: 0.6, bounce: 0, iterations: 10, accelerated: true };

export type Follow = {
  readonly handle: string; // of this actor's artwork
  // in which parts; a particle has a position only, a path a position and the angle of its direction
  readonly keep: readonly ("position" | "angle" | "scale")[];
  readonly strength: number; // as a key's
  readonly from: number; // when it begins, on the stage's clock, s
  readonly until: number | null; // when it ends, later; null: never, s
  readonly offset: readonly [number, number]; // added to the position, m
  readonly particle: Particle | null; // a point that falls and bounces by itself
  readonly path: Path | null; // a smooth curve through points
  readonly of: Of | null; // another puppet's handle
};
export const followRanges = {
  strength: { low: 0, high: 1, min: 0, max: 1, default: 1 },
  from: { low: 0, high: 3600, min: 0, max: 3600, default: 0, unit: "s" },
  until: { low: 0, high: 3600, min: 0, max: 3600, unit: "s" },
} as const;

export type Particle = {
  readonly at: readonly [number, number]; // where it is at the start
  readonly velocity: readonly [number, number]; // at the start, m/s
  readonly gravity: number; // factor on the stage's gravity
  readonly floor: number | null; // a height it bounces from; null: none
  readonly bounce: number; // the share of its speed that it keeps
};
export const particleRanges = {
  gravity: { low: -1000, high: 1000, min: 0, max: 3, default: 1 },
  floor: { low: -1000000, high: 1000000, min: -1000000, max: 1000000 },
  bounce: { low: 0, high: 1, min: 0, max: 1, default: 0.8 },
} as const;

export type Path = {
  readonly points: readonly (readonly [number, number])[]; // that it goes through
  readonly closed: boolean; // the last point leads to the first
  readonly seconds: number; // for all of it, s
  readonly loop: boolean; // it begins again
  readonly ease: boolean; // slow at both ends
};
export const pathRanges = {
  seconds: { low: 0.01, high: 3600, min: 0.1, max: 10, default: 1, unit: "s", log: true },
} as const;

export type Of = {
  readonly actor: string; // a puppet that stands before this one
  readonly handle: string; // of that one's artwork
  readonly relative: boolean; // it keeps the distance and angle that they have at the start, instead of coming together
};

export type Copy = {
  readonly from: string | null; // live: a puppet that stands before this one
  readonly recording: string | null; // what was recorded
  readonly start: number; // of the recording, on the stage's clock, s
  readonly size: number; // how many times as large as in the source movements are; 0: as the two drawings' sizes
  readonly regions: readonly Region[]; // which of its regions go along with which
};
export const copyRanges = {
  start: { low: -3600, high: 3600, min: -3600, max: 3600, default: 0, unit: "s" },
  size: { low: 0, high: 1000, min: 0, max: 1000, default: 0 },
} as const;

export type Region = {
  readonly from: string; // a handle of the source; of a recording, one of its regions'
  // the region: vertices that it moves by more than this share, 0 … 1; a recording has its own; null: 0.4
  readonly from_threshold: number | null;
  readonly to: string; // a handle of this actor's artwork
  readonly to_threshold: number; // the region: vertices that it moves by more than this share
  readonly place: number; // how strongly its centroid goes along, as a key's strength
  readonly shape: number; // how strongly it is deformed alike
};
export const regionRanges = {
  to_threshold: { low: 0, high: 1, min: 0, max: 1, default: 0.4 },
  place: { low: 0, high: 1, min: 0, max: 1, default: 0.9 },
  shape: { low: 0, high: 1, min: 0, max: 1, default: 0.9 },
} as const;

export type Joint = {
  readonly name: string | null; // for the script; null: none
  // hinge: both points stay together, and it turns; rope: they are no further apart than `length`; rod: they are
  // `length` apart; weld: as a hinge that does not turn; slider: the point of `b` moves on a line; pull: a spring with
  // a greatest force
  readonly kind: "hinge" | "rope" | "rod" | "weld" | "slider" | "pull";
  readonly a: JointEnd; // its first end
  readonly b: JointEnd; // its second end; angles, ways and speeds are of this end relative to the first
  readonly collide: boolean; // whether what it joins can touch
  readonly length?: number | null; // of ropes and rods; null: as far as its ends are apart at the start, m
  readonly strength: number | null; // how stiffly it holds; null: rigidly, of a pull 5, Hz
  readonly damping: number; // of that, relative to critical damping
  // of hinges (rad) and sliders (m): from where on it is stopped, counted from the start; with `high`; null: nowhere
  readonly low?: number | null;
  readonly high?: number | null; // of hinges (rad) and sliders (m): up to where
  // of hinges (rad/s) and sliders (m/s): how fast it is driven; 0 brakes; null: it is not driven
  readonly motor_speed?: number | null;
  // of hinges (N m) and sliders (N): with which torque or force at most; null: any
  readonly motor_limit?: number | null;
  readonly spring?: number; // of hinges and sliders: a spring to `spring_target`; 0: none, Hz
  readonly spring_damping?: number; // of that spring, relative to critical damping
  readonly spring_target?: number; // of hinges (rad) and sliders (m)
  readonly axis?: readonly [number, number]; // of sliders: along which line at the start
  readonly max_force?: number | null; // of pulls: the greatest; null: any, N
  readonly break_force: number | null; // it breaks where it carries more; null: never, N
  readonly tag: number; // a number for the game
  readonly visible: boolean; // whether it is drawn
  readonly colour: string | null; // null: the stage's own
  readonly width: number; // of the line that is drawn; 0: as suits the picture, m
};
export const jointRanges = {
  length: { low: 0, high: 1000000, min: 0, max: 10, unit: "m" },
  strength: { low: 0.001, high: 1000000, min: 0.5, max: 60, unit: "Hz", log: true },
  damping: { low: 0, high: 100, min: 0, max: 2, default: 0.7 },
  low: { low: -1000, high: 1000, min: -1000, max: 1000 },
  high: { low: -1000, high: 1000, min: -1000, max: 1000 },
  motor_speed: { low: -1000, high: 1000, min: -1000, max: 1000 },
  motor_limit: { low: 0, high: 1000000000, min: 0, max: 1000000000 },
  spring: { low: 0, high: 1000, min: 0, max: 20, default: 0, unit: "Hz" },
  spring_damping: { low: 0, high: 100, min: 0, max: 2, default: 0.7 },
  spring_target: { low: -1000, high: 1000, min: -1000, max: 1000, default: 0 },
  max_force: { low: 0.001, high: 1000000000, min: 0.001, max: 1000000000, unit: "N" },
  break_force: { low: 0.001, high: 1000000000, min: 0.001, max: 1000000000, unit: "N" },
  tag: { low: 0, high: 4294967295, min: 0, max: 4294967295, default: 0 },
  width: { low: 0, high: 1000, min: 0, max: 0.2, default: 0, unit: "m" },
} as const;

export type JointEnd = {
  readonly actor: string | null; // which actor; null: an obstacle or the world
  readonly obstacle: string | null; // which obstacle; null: an actor or the world
  // the point: of the drawing at rest in its artwork's own size; of an obstacle relative to its `at`; of the world on
  // the stage, m
  readonly at?: readonly [number, number];
  readonly handle: string | null; // a handle of the actor's artwork, where it is; null: `at`
};
export const jointEndDefaults: JointEnd = { actor: null, obstacle: null, at: [0, 0], handle: null };

export type Cue = {
  readonly time: number; // when it happens, s
  // what happens
  readonly do: "push" | "velocity" | "teleport" | "flip" | "place" | "strengths" | "force" | "hold" | "release" | "input" | "raise" | "material" | "play" | "aim" | "wind" | "gravity" | "move" | "change" | "motor" | "limits" | "spring" | "length" | "target" | "break" | "zone";
  readonly actor?: string | string; // to whom; wind and gravity are the whole stage's
  readonly obstacle?: string | null; // velocity, teleport, move, change: to which obstacle; null: to an actor
  readonly joint?: string; // motor, limits, spring, length, target, break: which joint
  readonly zone?: string; // zone: which one
  readonly hold?: string | null; // hold: its name, and one of that name moves; release: which; null: no name, and all
  readonly input?: string; // input: of its behaviour
  readonly event?: string; // raise: of its behaviour
  readonly at?: readonly [number, number]; // hold: the point of the drawing at rest, m
  readonly impulse?: readonly [number, number]; // push, N s
  readonly velocity?: readonly [number, number] | null; // velocity: the new one; null: as it is, m/s
  // teleport: where its centre of mass goes, m
  readonly to?: readonly [number, number] | readonly [number, number] | readonly [number, number] | readonly [number, number];
  readonly force?: readonly [number, number]; // force: from then on; [0, 0] ends it, N
  readonly wind?: readonly [number, number]; // wind: from then on, m/s
  readonly gravity?: readonly [number, number]; // gravity: from then on, m/s²
  readonly clip?: string; // play: of its artwork; null: none
  readonly handle?: string; // aim: of its artwork
  readonly channel?: "position" | "angle" | "scale"; // aim: what of the handle is led
  // aim: where it is led, as a key's; with strength 0 none is needed
  readonly value?: number | readonly [number, number] | number | null;
  readonly spin?: number | null; // velocity: the new spin; null: as it is, rad/s
  readonly angle?: number | number | null; // teleport: the new angle; null: as it is, rad
  readonly seconds?: number | number; // move: how long it takes; 0: one step, s
  readonly ease?: "smooth" | "linear"; // move, zone: it starts and stops gently, or at constant speed
  readonly speed?: number | null; // motor: of hinges (rad/s) and sliders (m/s); null: it is switched off
  readonly limit?: number | null; // motor: the greatest torque (N m) or force (N); null: any
  readonly low?: number | null; // limits: with `high`; null: none
  readonly high?: number | null; // limits: with `low`; null: none
  readonly frequency?: number; // spring: of a hinge or slider; 0: none, Hz
  readonly damping?: number; // spring: relative to critical damping
  readonly target?: number; // spring: of hinges (rad) and sliders (m)
  readonly length?: number; // length: of a rope or rod, m
  readonly changes?: Changes | ZoneChanges; // change: what of it changes
  readonly strength?: number | number | null; // hold: how strongly; null: exactly, Hz
  readonly start?: number | null; // play: when it began; null: now, s
  readonly place?: Readonly<Record<string, number>>; // place: what it is drawn to from then on
  readonly strengths?: Strengths; // strengths: those that change
  readonly material?: Material; // material: what of it changes
};
export const cueRanges = {
  time: { low: 0, high: 3600, min: 0, max: 3600, unit: "s" },
  spin: { low: -1000, high: 1000, min: -1000, max: 1000, unit: "rad/s" },
  angle: { low: -1000, high: 1000, min: -1000, max: 1000, unit: "rad" },
  seconds: { low: 0, high: 3600, min: 0, max: 3600, unit: "s" },
  speed: { low: -1000, high: 1000, min: -1000, max: 1000 },
  limit: { low: 0, high: 1000000000, min: 0, max: 1000000000 },
  low: { low: -1000, high: 1000, min: -1000, max: 1000 },
  high: { low: -1000, high: 1000, min: -1000, max: 1000 },
  frequency: { low: 0, high: 1000, min: 0, max: 1000, unit: "Hz" },
  damping: { low: 0, high: 100, min: 0, max: 100 },
  target: { low: -1000, high: 1000, min: -1000, max: 1000, default: 0 },
  length: { low: 0, high: 1000000, min: 0, max: 1000000, unit: "m" },
  strength: { low: 0.001, high: 1000000, min: 0.001, max: 1000000, unit: "Hz" },
  start: { low: -3600, high: 3600, min: -3600, max: 3600, unit: "s" },
} as const;

export type Changes = {
  readonly layers: readonly number[] | null; // which layers it is in; null: all
  readonly sensor?: boolean; // it feels, and does not stop
  readonly tag?: number; // a number for the game
  readonly one_way?: boolean; // of obstacles that are segments
  readonly friction?: number; // of obstacles
  readonly mask: readonly number[] | null; // of actors: in which layers others are that it meets; null: all
  readonly kinematic?: boolean; // of actors: nothing pushes it
  readonly scale?: number; // of sprites: how many times as large as its artwork; it grows or shrinks there quickly
  readonly density?: number; // of sprites: times that of drawings
  readonly tint?: string; // of actors: by which colour they are multiplied, with their opacity
  readonly hidden?: readonly string[]; // of actors: layers that are neither drawn nor touched; `[]`: none
};
export const changesRanges = {
  tag: { low: 0, high: 4294967295, min: 0, max: 4294967295, default: 0 },
  friction: { low: 0, high: 1000, min: 0, max: 2, default: 0.6 },
  scale: { low: 0.01, high: 100, min: 0.1, max: 10, default: 1, log: true },
  density: { low: 0.001, high: 1000, min: 0.1, max: 10, default: 1, log: true },
} as const;
export const changesDefaults: Changes = { layers: null, sensor: false, tag: 0, one_way: false, friction: 0.6, mask: null, kinematic: false, scale: 1, density: 1, tint: "#FFFFFF", hidden: [] };

export type ZoneChanges = {
  readonly at?: readonly [number, number]; // where its origin is, m
  readonly angle?: number; // how it is turned about `at`, rad
  readonly acceleration?: readonly [number, number]; // of a force, m/s²
  readonly velocity?: readonly [number, number]; // of wind, and of the flow of water, m/s
  readonly drag?: number; // of wind and water, 1/s
  readonly quadratic_drag?: number; // of water
  readonly angular_drag?: number; // of water, 1/s
  readonly density?: number; // of water, kg/m²
  readonly layers: readonly number[] | null; // on which actors it acts, at once; null: all
  readonly active?: boolean; // whether it acts, at once
};
export const zoneChangesRanges = {
  angle: { low: -1000, high: 1000, min: -1000, max: 1000, default: 0, unit: "rad" },
  drag: { low: 0, high: 1000000, min: 0, max: 1000000, default: 0, unit: "1/s" },
  quadratic_drag: { low: 0, high: 1000000, min: 0, max: 1000000, default: 0 },
  angular_drag: { low: 0, high: 1000000, min: 0, max: 1000000, default: 0, unit: "1/s" },
  density: { low: 0, high: 1000000, min: 0, max: 1000000, default: 0, unit: "kg/m²" },
} as const;
export const zoneChangesDefaults: ZoneChanges = { at: [0, 0], angle: 0, acceleration: [0, 0], velocity: [0, 0], drag: 0, quadratic_drag: 0, angular_drag: 0, density: 0, layers: null, active: true };

export type PathKey = {
  readonly time: number; // when it is there, s
  readonly at: Readonly<Record<string, number>>; // numbers by the names of axes
};
export const pathKeyRanges = {
  time: { low: 0, high: 1000000, min: 0, max: 1000000, unit: "s" },
} as const;

export type GraphCue = {
  readonly time: number; // when it happens, s
  readonly set: Readonly<Record<string, number>> | null; // inputs, axes among them: numbers by their names
  readonly raise: string | null; // an event
};
export const graphCueRanges = {
  time: { low: 0, high: 1000000, min: 0, max: 1000000, unit: "s" },
} as const;

export type Cast = {
  readonly name: string;
  readonly creature: string;
  readonly at: readonly [number, number]; // where it begins: x and z, m
  readonly heading: number; // counter-clockwise from above, 0 along +z, rad
  // a gait, or up to four that are mixed: weights by their names; null: it stands
  readonly gait: string | { readonly [gait: string]: number } | null;
  // how fast it goes, or times and speeds between which it changes evenly, times ascending, m/s
  readonly speed: number | readonly (readonly [number, number])[];
  // where it goes, one point after the other, and stops at the last, m
  readonly path: readonly (readonly [number, number])[];
  readonly jiggle: number; // how much what nothing moves swings
  readonly plays: readonly Play[]; // what it does
};
export const castRanges = {
  heading: { low: -10, high: 10, min: -3.2, max: 3.2, default: 0, unit: "rad" },
  jiggle: { low: 0, high: 2, min: 0, max: 2, default: 1 },
} as const;

export type Play = {
  readonly time: number; // when it begins, s
  readonly action: string; // of motions; or, where no motion has such an action, the name of one
  // which of the ways it can be played; "nearest": with the body that is nearest to its first target
  readonly variant: number | "nearest";
  readonly mirror: boolean; // all of it the other way round
  readonly layer: number; // higher ones go over lower
  readonly weight: number;
  readonly speed: number; // times its own
  readonly rounds: number; // of a loop; 0: for ever
  readonly queue: boolean; // begins when what plays on its layer ends
  readonly until: number | null; // when it is stopped, after `time`; null: it plays to its end, s
  // what it reaches for, by the motion's numbers, "0" to "7": a place in the world; or the nearest of these bodies of
  // one of the scene's creatures, by its name
  readonly targets: { readonly [target: string]: readonly [number, number, number] | { readonly [key: string]: string | Context } };
};
export const playRanges = {
  time: { low: 0, high: 3600, min: 0, max: 3600, default: 0, unit: "s" },
  weight: { low: 0, high: 1, min: 0, max: 1, default: 1 },
  speed: { low: -4, high: 4, min: -4, max: 4, default: 1 },
  rounds: { low: 0, high: 65535, min: 0, max: 65535, default: 0 },
  until: { low: 0, high: 3600, min: 0, max: 3600, unit: "s" },
} as const;

export type Camera = {
  readonly heading: number; // counter-clockwise from above, 0 from the front, rad
  readonly pitch: number; // how far down, rad
};
export const cameraRanges = {
  heading: { low: -10, high: 10, min: -3.2, max: 3.2, default: 0, unit: "rad" },
  pitch: { low: -1.5707964, high: 1.5707964, min: -1.5707964, max: 1.5707964, default: 0, unit: "rad" },
} as const;
export const cameraDefaults: Camera = { heading: 0, pitch: 0 };
