// A project as the core tells it (vv_studio_project): docs/format.md, with every key there. The page reads it and never
// changes it; commands do.

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
  readonly layers?: readonly string[]; // missing: every layer it lies on
}

export interface Turn {
  readonly move: Vec2;
  readonly turn: number;
  readonly stretch: readonly [number, number, number];
}

export interface Example {
  readonly name: string;
  readonly pose: Readonly<Record<string, Turn>>;
  readonly pins: Readonly<Record<string, { from?: Vec2; to: Vec2; turn?: number; stretch?: readonly number[] }>>;
  readonly board: Vec2 | null; // where the artist put it on the pose board; null: the page finds a place
}

export type Strengths = Readonly<Record<string, number | string | boolean>>;

export interface Sprite {
  readonly ring: number;
  readonly density: number;
  readonly pins: readonly { layer: string; onto: string; at: Vec2 }[] | null; // null: joined by themselves
  readonly densities: Readonly<Record<string, number>>;
  readonly strengths: Strengths; // all of them
}

export type Condition = Readonly<Record<string, unknown>>;
export interface State {
  readonly name: string;
  readonly [key: string]: unknown; // docs/behaviours.md
}
export interface Behaviour {
  readonly name: string;
  readonly looks_left?: boolean;
  readonly inputs: readonly string[];
  readonly events: readonly string[];
  readonly states: readonly State[];
  readonly transitions: readonly Readonly<Record<string, unknown>>[];
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

export interface Obstacle {
  readonly kind: "ground" | "half-plane" | "segments" | "polygon";
  readonly height?: number;
  readonly points?: readonly Vec2[];
  readonly friction: number;
  readonly one_way: boolean;
  readonly sensor: boolean;
  readonly layers: readonly number[] | null; // null: all
  readonly visible: boolean;
  readonly colour: string | null;
}

export interface Hold {
  readonly name?: string;
  readonly at: Vec2;
  readonly to?: Vec2;
  readonly strength?: number;
}

export interface Actor {
  readonly name: string;
  readonly artwork: string;
  readonly at: Vec2;
  readonly angle: number;
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
