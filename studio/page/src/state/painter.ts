// The interface for drawing on the stage. A tool's `draw` gets a Painter once per frame. Positions are in metres, y
// up; widths and radii of marks are in CSS pixels, so that marks look the same at every zoom. draw/webgl.ts implements
// it. Things are drawn in call order.

export type Colour = readonly [number, number, number, number]; // 0…1, not premultiplied

export interface Camera {
    readonly x: number; // the point at the centre of the view, metres
    readonly y: number;
    readonly zoom: number; // CSS pixels per metre
}

export interface Box {
    readonly low: readonly [number, number];
    readonly high: readonly [number, number];
}

// A drawing's triangles and images (draw/drawing.ts). They are uploaded to the GPU on first use; vertices are uploaded
// every frame.
export interface Drawing {
    readonly vertexCount: number;
}

export interface DrawingOptions {
    readonly opacity?: number; // default 1; applies to the flattened drawing, so hidden layers do not show through
    // Mixes a colour into the drawing by the colour's alpha. A ghost has a tint and an opacity: `ghost(TEAL)`.
    readonly tint?: Colour;
    readonly factor?: readonly [number, number, number]; // multiplies its red, green and blue; default 1 each
    readonly hidden?: readonly boolean[]; // layers not drawn; default: those the artist hid
    readonly heat?: ArrayLike<number>; // [vertexCount] 0…1: shown as a pale drawing with ink tinted towards tomato
    readonly wire?: Colour; // colour of the triangles' edges, drawn as hairlines
    readonly highlight?: number; // index of a layer that gets a soft outline
}

export interface LineOptions {
    readonly closed?: boolean;
    readonly dash?: number; // length of a dash and of the gap after it, pixels
    readonly arrow?: boolean; // draws an arrow head at the last point
}

export interface LabelOptions {
    readonly colour?: Colour; // text colour
    readonly plate?: Colour | null; // background of the label; null: none
    readonly dx?: number; // offset from the point to the middle of the label's left edge, pixels, y down
    readonly dy?: number;
    readonly align?: "left" | "centre" | "right"; // which part of the label is placed at the point
    readonly size?: number; // text size, pixels, default 11
}

export interface Painter {
    readonly camera: Camera;
    readonly width: number; // CSS pixels
    readonly height: number;
    readonly pixelRatio: number;
    readonly ink: Colour; // for marks on the paper: dark on light paper, white on dark paper

    toScreen(x: number, y: number): [number, number]; // CSS pixels from the top left
    toStage(x: number, y: number): [number, number];

    // vertices[2 · vertexCount] are read immediately, so a view into WebAssembly memory is fine.
    drawing(drawing: Drawing, vertices: Float32Array, options?: DrawingOptions): void;
    // Straight lines through points[2 · n], `width` pixels wide, with round joins and ends.
    line(points: ArrayLike<number>, colour: Colour, width: number, options?: LineOptions): void;
    polygon(points: ArrayLike<number>, colour: Colour): void; // simple, in either winding order; filled
    // Ground as `verve render` draws it: filled on the side opposite to the normal, with a darker lip, and an outline
    // unless `edge` is false.
    halfPlane(x: number, y: number, normalX: number, normalY: number, colour: Colour, edge?: boolean): void;
    disc(x: number, y: number, radius: number, colour: Colour): void; // radius in pixels
    // With a white hairline inside and outside
    ring(x: number, y: number, radius: number, colour: Colour, width: number): void;
    bone(fromX: number, fromY: number, toX: number, toY: number, colour: Colour): void; // tapered, with a hairline
    // A soft shadow on the ground; radii in metres; darkness 0…1; (alongX, alongY) is the unit direction of the
    // ground.
    shadow(
        x: number,
        y: number,
        radiusX: number,
        radiusY: number,
        darkness?: number,
        alongX?: number,
        alongY?: number,
    ): void;
    label(x: number, y: number, text: string, options?: LabelOptions): void;
    // A rectangle with round corners: two opposite corners in metres, the corner radius in pixels.
    plate(x0: number, y0: number, x1: number, y1: number, radius: number, colour: Colour): void;
}
