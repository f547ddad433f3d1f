// The export dialog's wishes, and the job that runs. Wishes are remembered for the time the page is open.
import { computed, signal } from "@preact/signals";
import type { Scene } from "../core/project.ts";
import { artwork, scene, time, workspace } from "../state/app.ts";
import { project } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { storage } from "../files/session.ts";
import { download } from "../files/zip.ts";
import type { Exporter, ExportRequest, Format } from "./exporter.ts";
import { FORMATS } from "./exporter.ts";
import { serverExporter } from "./server_exporter.ts";

export type Background = "own" | "colour" | "transparent";

export const isOpen = signal(false);
export const format = signal<Format>("mp4");
export const subject = signal(""); // a scene's name, or "artwork:" and a name
export const size = signal<{ width: number; height: number }>({ width: 960, height: 720 });
export const range = signal<{ from: number; to: number }>({ from: 0, to: 5 });
export const rate = signal(30);
export const background = signal<Background>("own");
export const colour = signal("#F7F1E5");
export const sheet = signal({ count: 24, columns: 0 });
export const job = signal<{ progress: number; stop: () => void } | null>(null);
export const problem = signal("");

const exporter = (): Exporter | null => (storage.value?.kind === "server" ? serverExporter : null);
export const formats = (): readonly Format[] => exporter()?.formats ?? [];

export const subjectScene = computed((): Scene | null => project.value.scenes.find((s) => s.name === subject.value) ?? null);
export const subjects = computed((): { value: string; label: string }[] => [
  ...project.value.scenes.map((s) => ({ value: s.name, label: s.name })),
  ...project.value.artworks.map((a) => ({ value: `artwork:${a.name}`, label: `${a.name} (the drawing)` })),
]);
// A drawing without a scene does not move.
export const moves = computed((): boolean => subjectScene.value !== null);

function takeFrom(shown: Scene | null): void {
  if (!shown) return;
  size.value = { width: shown.size[0], height: shown.size[1] };
  range.value = { from: 0, to: shown.seconds };
}
export function chooseSubject(value: string): void {
  subject.value = value;
  takeFrom(subjectScene.value);
  if (!moves.value) format.value = "png";
}

// Offers what is being looked at.
export function openExport(): void {
  problem.value = "";
  const onStage = workspace.value === "stage" && scene.value ? scene.value.name : null;
  chooseSubject(onStage ?? (artwork.value ? `artwork:${artwork.value.name}` : (subjects.value[0]?.value ?? "")));
  if (!formats().includes(format.value)) format.value = formats()[0] ?? "png";
  isOpen.value = true;
}

function request(): ExportRequest {
  const drawing = subjectScene.value ? null : subject.value.replace(/^artwork:/, "");
  const still = format.value === "png";
  return {
    scene: subjectScene.value?.name ?? null,
    artwork: drawing,
    example: null,
    format: format.value,
    ...size.value,
    from: still ? Math.min(time.value, range.value.to) : range.value.from,
    to: range.value.to,
    rate: rate.value,
    background: background.value === "own" ? null : background.value === "transparent" && FORMATS[format.value].transparent ? "transparent" : colour.value,
    ...sheet.value,
  };
}

export async function startExport(): Promise<void> {
  const able = exporter();
  if (!able || job.value) return;
  const control = new AbortController();
  problem.value = "";
  job.value = { progress: 0, stop: () => control.abort() };
  try {
    const made = await able.run(request(), (progress) => (job.value = { progress, stop: () => control.abort() }), control.signal);
    download(made.name, made.file);
    isOpen.value = false;
    tell("success", `Exported ${made.name}.`);
  } catch (failure) {
    if (!control.signal.aborted) problem.value = failure instanceof Error ? failure.message : String(failure);
  } finally {
    job.value = null;
  }
}
