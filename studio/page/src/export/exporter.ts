// What can be exported, and who does it: the server (`verve render`, the same pictures as in a pipeline) where there is one,
// otherwise the page itself.

export type Format = "png" | "sheet" | "webp" | "gif" | "mp4" | "webm";

export interface ExportRequest {
  readonly scene: string | null; // a scene, or
  readonly artwork: string | null; // an artwork with
  readonly example: string | null; // one of its examples
  readonly format: Format;
  readonly width: number; // pixels
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
  // Rejects with an AbortError where `signal` says stop, with an Error that says what to do where it cannot be done.
  run(request: ExportRequest, progress: (done: number) => void, signal: AbortSignal): Promise<Exported>;
}

interface Described {
  readonly label: string;
  readonly about: string;
  readonly ending: string;
  readonly transparent: boolean;
}
export const FORMATS: Readonly<Record<Format, Described>> = {
  png: { label: "Picture", about: "One moment, as a PNG", ending: "png", transparent: true },
  sheet: { label: "Sheet", about: "Moments side by side, as a PNG", ending: "png", transparent: true },
  webp: { label: "WebP", about: "Plays in browsers and chats, keeps transparency", ending: "webp", transparent: true },
  gif: { label: "GIF", about: "Plays everywhere, in 256 colours", ending: "gif", transparent: false },
  mp4: { label: "MP4", about: "Video for editing and for sharing", ending: "mp4", transparent: false },
  webm: { label: "WebM", about: "Small video for the web", ending: "webm", transparent: false },
};
