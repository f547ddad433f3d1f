// The export dialog's wishes, and the job that runs. Wishes are remembered for the time the page is open.
import { computed, signal } from "@preact/signals";
import { isFigured } from "../core/project.ts";
import type { Scene } from "../core/project.ts";
import { artwork, scene, selection, time, workspace } from "../state/app.ts";
import { project, studio } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { storage } from "../files/session.ts";
import { download } from "../files/zip.ts";
import { ALL_FORMATS, ExportProblem, FORMATS } from "./exporter.ts";
import type { Exporter, ExportRequest, Format } from "./exporter.ts";
import type { Subject } from "./frames.ts";
import { makePageExporter, pageFormats } from "./page_exporter.ts";
import { makeServerExporter } from "./server_exporter.ts";
import { LARGEST_SIDE, layOut } from "./sheet.ts";

export type Background = "own" | "colour" | "transparent";
export interface Problem {
  readonly message: string;
  readonly remedy: string;
}
export const LARGEST = 8192; // pixels of a side
export const SMALLEST = 16;
const STILL = { width: 640, height: 640 }; // what `verve render` gives a drawing

export const isOpen = signal(false);
export const format = signal<Format>("mp4");
export const subject = signal(""); // one of `subjects`
export const size = signal<{ width: number; height: number }>(STILL);
export const range = signal<{ from: number; to: number }>({ from: 0, to: 5 });
export const rate = signal(30);
export const background = signal<Background>("own");
export const colour = signal("#FFFFFF");
export const sheet = signal({ count: 24, columns: 0 });
export const job = signal<{ progress: number; stop: () => void } | null>(null);
export const problem = signal<Problem | null>(null);

// ---- Who can do what ----------------------------------------------------------------------------------------------------

const ownFormats = signal<readonly Format[]>(["png", "sheet"]); // of the page, as far as is known

// The server first, where there is one; what it cannot, because ffmpeg is not there, the page may.
const exporters = computed((): readonly Exporter[] => {
  const page = makePageExporter(ownFormats.value);
  const place = storage.value;
  if (place?.kind !== "server") return [page];
  return [makeServerExporter(place.exportsVideo ? ALL_FORMATS : ["png", "sheet", "webp"]), page];
});
const exporterOf = (wanted: Format): Exporter | null => exporters.value.find(({ formats }) => formats.includes(wanted)) ?? null;
export const formats = computed((): readonly Format[] => ALL_FORMATS.filter((one) => (moves.value || one === "png") && exporterOf(one)));
// What another program would add.
export const lacking = computed((): string => {
  const missing = ALL_FORMATS.filter((one) => moves.value && !exporterOf(one)).map((one) => FORMATS[one].label);
  if (missing.length === 0) return "";
  const list = missing.join(" and ");
  return storage.value?.kind === "server" ? `Without ffmpeg there is no ${list}. Install it, then start verve studio again.` : `${list}: only with verve studio or verve render.`;
});

// ---- What ---------------------------------------------------------------------------------------------------------------

interface Offered {
  readonly value: string;
  readonly label: string;
  readonly subject: Subject;
}
const offered = computed((): Offered[] => [
  ...project.value.scenes.filter((one) => !isFigured(one)).map(({ name }) => ({ value: `scene ${name}`, label: `Scene: ${name}`, subject: { scene: name, artwork: null, example: null } })),
  ...project.value.artworks.flatMap(({ name, examples }) => [
    ...(examples.length ? [] : [{ value: `artwork ${name}`, label: `Drawing: ${name}`, subject: { scene: null, artwork: name, example: null } }]),
    ...examples.map((example) => ({ value: `artwork ${name}\n${example.name}`, label: `Drawing: ${name}, ${example.name}`, subject: { scene: null, artwork: name, example: example.name } })),
  ]),
]);
export const subjects = computed((): { value: string; label: string }[] => offered.value.map(({ value, label }) => ({ value, label })));
export const chosen = computed((): Subject | null => offered.value.find(({ value }) => value === subject.value)?.subject ?? null);
export const subjectScene = computed((): Scene | null => project.value.scenes.find((s) => s.name === chosen.value?.scene) ?? null);
// A drawing without a scene does not move.
export const moves = computed((): boolean => subjectScene.value !== null);
// The stage shows more than its scene: what was done by hand is not in an export.
export const playedByHand = (): boolean => chosen.value?.scene === scene.value?.name && moves.value && (studio.value?.playing()?.live ?? 0) > 0;

let taken = ""; // what the wishes below were last taken from
export function chooseSubject(value: string): void {
  subject.value = value;
  const shown = subjectScene.value;
  const now = JSON.stringify([value, shown?.size, shown?.seconds, shown?.rate]);
  if (now !== taken) {
    size.value = shown ? { width: shown.size[0], height: shown.size[1] } : STILL;
    range.value = { from: 0, to: shown?.seconds ?? 0 };
    rate.value = shown?.rate ?? rate.value;
    taken = now;
  }
  if (!formats.value.includes(format.value)) format.value = formats.value.includes("mp4") ? "mp4" : (formats.value[0] ?? "png");
}

// Offers what is being looked at.
export function openExport(): void {
  problem.value = null;
  void pageFormats().then((found) => (ownFormats.value = found));
  const example = selection.value.filter((s) => s.kind === "example").at(-1)?.name ?? artwork.value?.examples[0]?.name;
  const still = artwork.value ? `artwork ${artwork.value.name}${example === undefined ? "" : `\n${example}`}` : "";
  const wanted = workspace.value === "stage" && scene.value ? `scene ${scene.value.name}` : still;
  const found = offered.value.find(({ value }) => value === wanted) ?? offered.value[0];
  chooseSubject(found?.value ?? "");
  isOpen.value = true;
}

// ---- How ----------------------------------------------------------------------------------------------------------------

const seeThrough = (): boolean => background.value === "transparent" && FORMATS[format.value].transparent;
const paper = (): string | null => (seeThrough() ? "transparent" : background.value === "colour" ? colour.value : null);
export const sheetLayout = computed(() => layOut(sheet.value.count, sheet.value.columns, size.value.width, size.value.height));

export const request = computed((): ExportRequest => {
  const still = format.value === "png";
  return {
    scene: chosen.value?.scene ?? null,
    artwork: chosen.value?.artwork ?? null,
    example: chosen.value?.example ?? null,
    format: format.value,
    ...size.value,
    from: still ? Math.min(time.value, range.value.to) : range.value.from,
    to: range.value.to,
    rate: rate.value,
    background: paper(),
    ...sheet.value,
  };
});

// Why it cannot be exported as it is wished for.
export const contradiction = computed((): Problem | null => {
  const { from, to } = range.value;
  if (!chosen.value) return { message: "There is nothing to export yet.", remedy: "Bring in a drawing first." };
  if (format.value !== "png" && !(to > from)) return { message: "The range is empty.", remedy: "Let it end after it begins." };
  const { width, height } = sheetLayout.value;
  if (format.value === "sheet" && Math.max(width, height) > LARGEST_SIDE)
    return { message: `A sheet of ${width} × ${height} pixels is too large.`, remedy: "Ask for fewer or smaller pictures." };
  return null;
});

// ---- Doing it -----------------------------------------------------------------------------------------------------------

const bytes = (count: number): string => (count < 1e6 ? `${Math.max(1, Math.round(count / 1e3))} KB` : `${(count / 1e6).toFixed(1)} MB`);
function tellProblem(failure: unknown): void {
  const remedy = failure instanceof ExportProblem || (failure instanceof Error && "remedy" in failure) ? String(failure.remedy) : "";
  problem.value = { message: failure instanceof Error ? failure.message : String(failure), remedy };
}

export async function startExport(): Promise<void> {
  const able = exporterOf(format.value);
  if (!able || job.value || contradiction.value) return;
  const control = new AbortController();
  const stop = (): void => control.abort();
  problem.value = null;
  job.value = { progress: 0, stop };
  try {
    const made = await able.run(request.value, (progress) => (job.value = { progress, stop }), control.signal);
    download(made.name, made.file);
    isOpen.value = false;
    tell("success", `Exported ${made.name}.`, `${bytes(made.file.size)}, among your downloads.`);
  } catch (failure) {
    if (!control.signal.aborted) tellProblem(failure);
  } finally {
    job.value = null;
  }
}
