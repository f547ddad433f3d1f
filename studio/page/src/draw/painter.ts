// What can be drawn on the stage. A tool's `draw` gets a Painter once a frame; everything is in metres, y up, but widths and
// radii of marks, which are CSS pixels, so that they look the same at every zoom. webgl.ts implements it. Things are drawn in
// the order in which they are asked for.

export type Colour = readonly [number, number, number, number]; // 0…1, not premultiplied

export interface Camera {
  readonly x: number; // the point in the middle, metres
  readonly y: number;
  readonly zoom: number; // CSS pixels to a metre
}

export interface Box {
  readonly low: readonly [number, number];
  readonly high: readonly [number, number];
}

// A drawing's triangles and images (drawing.ts). Goes to the graphics card when it is first drawn; vertices go up every
// frame.
export interface Drawing {
  readonly vertexCount: number;
}

export interface DrawingOptions {
  readonly opacity?: number; // default 1; of the whole: what its layers hide stays hidden
  // Mixes a colour in, by its alpha, through the drawing's shape. A ghost has a tint and an opacity: `ghost(TEAL)`.
  readonly tint?: Colour;
  readonly hidden?: readonly boolean[]; // layers that are not drawn; default: those the artist hid
  readonly heat?: ArrayLike<number>; // [vertexCount] 0…1: a pale drawing whose ink goes to tomato
  readonly wire?: Colour; // its triangles as hairlines
  readonly highlight?: number; // a layer that is outlined softly
}

export interface LineOptions {
  readonly closed?: boolean;
  readonly dash?: number; // pixels of a dash, and of the gap after it
  readonly arrow?: boolean; // a head at the last point
}

export interface LabelOptions {
  readonly colour?: Colour; // of the letters
  readonly plate?: Colour | null; // behind them; null: none
  readonly dx?: number; // from the point to the middle of the label's left edge, pixels, y down
  readonly dy?: number;
  readonly align?: "left" | "centre" | "right"; // which part of it stands at the point
  readonly size?: number; // pixels, default 11
}

export interface Painter {
  readonly camera: Camera;
  readonly width: number; // CSS pixels
  readonly height: number;
  readonly pixelRatio: number;
  readonly ink: Colour; // for marks on the paper itself: dark on light paper, white on dark

  toScreen(x: number, y: number): [number, number]; // CSS pixels from the top left
  toStage(x: number, y: number): [number, number];

  // vertices[2 · vertexCount]: read at once, so a view into WebAssembly memory is fine.
  drawing(drawing: Drawing, vertices: Float32Array, options?: DrawingOptions): void;
  // Straight lines through points[2 · n], `width` pixels wide, with round joins and ends.
  line(points: ArrayLike<number>, colour: Colour, width: number, options?: LineOptions): void;
  polygon(points: ArrayLike<number>, colour: Colour): void; // simple, either way round; filled
  // Ground as `verve render` draws it: filled against the normal, with a darker lip and an edge unless `edge` is false.
  halfPlane(x: number, y: number, normalX: number, normalY: number, colour: Colour, edge?: boolean): void;
  disc(x: number, y: number, radius: number, colour: Colour): void; // radius in pixels
  ring(x: number, y: number, radius: number, colour: Colour, width: number): void; // with a white hairline inside and out
  bone(fromX: number, fromY: number, toX: number, toY: number, colour: Colour): void; // tapered, with a hairline
  // Soft, on the ground; radii in metres; darkness 0…1; (alongX, alongY) of length 1 is the ground's direction.
  shadow(x: number, y: number, radiusX: number, radiusY: number, darkness?: number, alongX?: number, alongY?: number): void;
  label(x: number, y: number, text: string, options?: LabelOptions): void;
  // A rectangle with round corners; two opposite corners in metres, the radius in pixels.
  plate(x0: number, y0: number, x1: number, y1: number, radius: number, colour: Colour): void;
}
