// What can be exported, and who does it: the server (`verve render`, the same pictures as in a pipeline) where there is one,
// otherwise the page itself.

export type Format = "png" | "sheet" | "webp" | "gif" | "mp4" | "webm";

export interface ExportRequest {
  readonly scene: string | null; // a scene, or
  readonly artwork: string | null; // an artwork with
  readonly example: string | null; // one of its examples; null: the first
  readonly format: Format;
  readonly width: number; // pixels; of each picture on a sheet
  readonly height: number;
  readonly from: number; // seconds; a picture shows this moment
  readonly to: number;
  readonly rate: number; // frames a second
  readonly background: string | null; // "#RRGGBB", "transparent"; null: the scene's own
  readonly count: number; // pictures on a sheet
  readonly columns: number; // 0: as many as look well
}

export interface Exported {
  readonly name: string; // of the file
  readonly file: Blob;
}

export interface Exporter {
  readonly formats: readonly Format[];
  // Rejects with an AbortError where `signal` says stop, with an ExportProblem where it cannot be done. Nothing is left then.
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
  readonly moves: boolean; // a film, with frames a second
}
export const FORMATS: Readonly<Record<Format, Described>> = {
  png: { label: "Picture", about: "One moment", icon: "image", transparent: true, moves: false },
  sheet: { label: "Sheet", about: "Moments in a grid", icon: "layout-grid", transparent: true, moves: false },
  mp4: { label: "MP4", about: "Video for sharing", icon: "film", transparent: false, moves: true },
  webm: { label: "WebM", about: "Video for the web", icon: "clapperboard", transparent: false, moves: true },
  webp: { label: "WebP", about: "Loops, see-through", icon: "images", transparent: true, moves: true },
  gif: { label: "GIF", about: "Loops, 256 colours", icon: "repeat", transparent: false, moves: true },
};
export const ALL_FORMATS = Object.keys(FORMATS) as Format[];

// As cli/render_stage.c has it: frame k of a film is at k / rate, the moments of a sheet divide the range evenly.
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
