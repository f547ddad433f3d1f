// What can be exported, and by which exporter: the server (`verve render`, with the same pictures as in a pipeline) if
// there is one, otherwise the page itself.

import { films } from "../core/films.ts";

export type Format = keyof typeof films | "sheet"; // a sheet is one picture of many moments

export interface ExportRequest {
    readonly scene: string | null; // a scene's name, or
    readonly artwork: string | null; // an artwork's name with
    readonly example: string | null; // one of its examples; null: the first
    readonly format: Format;
    readonly width: number; // pixels; on a sheet, of each picture
    readonly height: number;
    readonly from: number; // seconds; for a picture, the moment that it shows
    readonly to: number;
    readonly rate: number; // frames per second
    readonly background: string | null; // "#RRGGBB", "transparent"; null: the scene's own
    readonly count: number; // number of pictures on a sheet
    readonly columns: number; // 0: chosen automatically
}

export interface Exported {
    readonly name: string; // of the file
    readonly file: Blob;
}

export interface Exporter {
    readonly formats: readonly Format[];
    // Rejects with an AbortError if `signal` is aborted, and with an ExportProblem if the export is impossible. No
    // partial result remains then.
    run(request: ExportRequest, progress: (done: number) => void, signal: AbortSignal): Promise<Exported>;
}

export class ExportProblem extends Error {
    readonly remedy: string;

    constructor(message: string, remedy = "") {
        super(message);
        this.name = "ExportProblem";
        this.remedy = remedy;
    }
}

interface Described {
    readonly label: string;
    readonly about: string;
    readonly icon: string;
    readonly transparent: boolean;
    readonly moves: boolean; // a film, with a frame rate
}
// In the order of the dialog.
export const FORMATS: Readonly<Record<Format, Described>> = {
    png: { ...films.png, icon: "image" },
    sheet: { label: "Sheet", about: "Moments in a grid", icon: "layout-grid", transparent: true, moves: false },
    mp4: { ...films.mp4, icon: "film" },
    webm: { ...films.webm, icon: "clapperboard" },
    webp: { ...films.webp, icon: "images" },
    gif: { ...films.gif, icon: "repeat" },
};
export const ALL_FORMATS = Object.keys(FORMATS) as Format[];
// The formats that a server without ffmpeg can write.
export const PLAIN_FORMATS = ALL_FORMATS.filter((format) => format === "sheet" || !films[format].needsFfmpeg);

// As in cli/render_stage.c: frame k of a film is at k / rate; the moments of a sheet divide the range evenly.
export const frameCount = (request: Pick<ExportRequest, "from" | "to" | "rate">): number =>
    Math.max(1, Math.floor(Math.max(0, request.to - request.from) * request.rate + 0.5));
export function timesOf(request: ExportRequest): number[] {
    const { format, from, to, rate, count } = request;
    if (format === "png") return [from];
    if (format === "sheet") return Array.from({ length: count }, (_, i) => from + (i * (to - from)) / count);
    return Array.from({ length: frameCount(request) }, (_, i) => from + i / rate);
}

export function fileName({ scene, artwork, format }: ExportRequest): string {
    const subject = (scene ?? artwork ?? "verve").replace(/[/\\:"]/g, "-");
    return format === "sheet" ? `${subject}-sheet.png` : `${subject}.${format}`;
}
