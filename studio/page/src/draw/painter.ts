// What can be drawn on the stage. A tool's `draw` gets a Painter once a frame; everything is in metres, y up, but widths and
// radii of marks, which are CSS pixels, so that they look the same at every zoom. webgl.ts implements it.

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

// A drawing's triangles and images on the graphics card. Made once for a mesh version; vertices go up every frame.
export interface Drawing {
  readonly vertexCount: number;
  dispose(): void;
}

export interface DrawingOptions {
  readonly opacity?: number; // default 1
  readonly tint?: Colour; // flat colour through the drawing's shape: ghosts
  readonly hidden?: readonly boolean[]; // layers that are not drawn
  readonly heat?: Float32Array; // [vertexCount] 0…1: transparent to tomato, over the drawing
  readonly wire?: Colour; // its triangles as hairlines
  readonly highlight?: number; // a layer that is outlined softly
}

export interface Painter {
  readonly camera: Camera;
  readonly width: number; // CSS pixels
  readonly height: number;
  readonly pixelRatio: number;

  toScreen(x: number, y: number): [number, number]; // CSS pixels from the top left
  toStage(x: number, y: number): [number, number];

  drawing(drawing: Drawing, vertices: Float32Array, options?: DrawingOptions): void;
  // Straight lines through points[2 · n], `width` pixels wide, dashed if asked.
  line(points: ArrayLike<number>, colour: Colour, width: number, options?: { closed?: boolean; dash?: number; arrow?: boolean }): void;
  polygon(points: ArrayLike<number>, colour: Colour): void; // simple, filled
  halfPlane(x: number, y: number, normalX: number, normalY: number, colour: Colour): void; // solid against the normal
  disc(x: number, y: number, radius: number, colour: Colour): void; // radius in pixels
  ring(x: number, y: number, radius: number, colour: Colour, width: number): void; // with a white hairline inside and out
  bone(fromX: number, fromY: number, toX: number, toY: number, colour: Colour): void; // tapered, with a hairline
  shadow(x: number, y: number, radiusX: number, radiusY: number): void; // soft, on the ground; metres
  label(x: number, y: number, text: string, options?: { colour?: Colour; dx?: number; dy?: number }): void;
}
