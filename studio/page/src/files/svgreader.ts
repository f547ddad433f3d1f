// Reading SVG, which is loaded later: only imports of drawings need it. svgdraw.ts does it.
import { LaterPart } from "../state/later.ts";

export interface DrawnLayer {
    readonly name: string;
    readonly image: ImageData;
    readonly x: number; // of the top left corner in the drawing, pixels
    readonly y: number;
}
export interface Drawn {
    readonly width: number; // of the whole drawing, pixels
    readonly height: number;
    readonly layers: readonly DrawnLayer[];
    readonly hasText: boolean;
    readonly hasOutside: boolean; // see svgtree.ts
}

type DrawSvg = (text: string, progress?: (done: number) => void) => Promise<Drawn & { svg: string }>;
export const svgReader = new LaterPart<DrawSvg>();
