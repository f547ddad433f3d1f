// The settings of the export dialog, and the running job. Settings are remembered until the page is closed.
import { computed, signal } from "@preact/signals";
import { isFigured } from "../core/project.ts";
import type { Scene } from "../core/project.ts";
import { artwork, scene, selection, time, workspace } from "../state/app.ts";
import { project, studio } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { ofProject } from "../state/owned.ts";
import { storage } from "../files/session.ts";
import { download } from "../files/zip.ts";
import { ALL_FORMATS, PLAIN_FORMATS, ExportProblem, FORMATS } from "./exporter.ts";
import type { Exporter, ExportRequest, Format } from "./exporter.ts";
import type { Subject } from "./frames.ts";
import { pageExporting } from "./page_exporting.ts";
import { makeServerExporter } from "./server_exporter.ts";
import { LARGEST_SIDE, layOut } from "./sheet.ts";

export type Background = "own" | "colour" | "transparent";
export interface Problem {
    readonly message: string;
    readonly remedy: string;
}
export const LARGEST = 8192; // pixels of a side
export const SMALLEST = 16;
const STILL_SIZE = { width: 640, height: 640 }; // the default of `verve render` for a drawing

export const isOpen = signal(false);
export const format = signal<Format>("mp4");
export const subject = signal(""); // one of `subjects`
export const size = signal<{ width: number; height: number }>(STILL_SIZE);
export const range = signal<{ from: number; to: number }>({ from: 0, to: 5 });
export const rate = signal(30);
export const background = signal<Background>("own");
export const colour = signal("#FFFFFF");
export const sheet = signal({ count: 24, columns: 0 });
export const job = signal<{ progress: number; stop: () => void } | null>(null);
export const problem = signal<Problem | null>(null);

// ---- Available formats ---------------------------------------------------------------------------------------------

const ownFormats = signal<readonly Format[]>(["png", "sheet"]); // formats that the page can write, as far as known

const pageExporter = (formats: readonly Format[]): Exporter => ({
    formats,
    run: async (...request) => (await pageExporting.get()).makePageExporter(formats).run(...request),
});
// The server is preferred; formats that it lacks because ffmpeg is missing may be available in the page.
const exporters = computed((): readonly Exporter[] => {
    const page = pageExporter(ownFormats.value);
    const place = storage.value;
    if (place?.kind !== "server") return [page];
    return [makeServerExporter(place.exportsVideo ? ALL_FORMATS : PLAIN_FORMATS), page];
});
const exporterOf = (wanted: Format): Exporter | null =>
    exporters.value.find(({ formats }) => formats.includes(wanted)) ?? null;
export const formats = computed((): readonly Format[] =>
    ALL_FORMATS.filter((one) => (moves.value || one === "png") && exporterOf(one)),
);
// Formats that would become available with another program.
export const missingFormats = computed((): string => {
    const missing = ALL_FORMATS.filter((one) => moves.value && !exporterOf(one)).map((one) => FORMATS[one].label);
    if (missing.length === 0) return "";
    const list = missing.join(" and ");
    return storage.value?.kind === "server"
        ? `Without ffmpeg there is no ${list}. Install it, then start verve studio again.`
        : `${list}: only with verve studio or verve render.`;
});

// ---- Subject -------------------------------------------------------------------------------------------------------

interface Offered {
    readonly value: string;
    readonly label: string;
    readonly subject: Subject;
}
const offered = computed((): Offered[] => [
    ...project.value.scenes
        .filter((one) => !isFigured(one))
        .map(({ name }) => ({
            value: `scene ${name}`,
            label: `Scene: ${name}`,
            subject: { scene: name, artwork: null, example: null },
        })),
    ...project.value.artworks.flatMap(({ name, examples }) => [
        ...(examples.length
            ? []
            : [
                  {
                      value: `artwork ${name}`,
                      label: `Drawing: ${name}`,
                      subject: { scene: null, artwork: name, example: null },
                  },
              ]),
        ...examples.map((example) => ({
            value: `artwork ${name}\n${example.name}`,
            label: `Drawing: ${name}, ${example.name}`,
            subject: { scene: null, artwork: name, example: example.name },
        })),
    ]),
]);
export const subjects = computed((): { value: string; label: string }[] =>
    offered.value.map(({ value, label }) => ({ value, label })),
);
export const chosen = computed(
    (): Subject | null => offered.value.find(({ value }) => value === subject.value)?.subject ?? null,
);
export const subjectScene = computed(
    (): Scene | null => project.value.scenes.find((s) => s.name === chosen.value?.scene) ?? null,
);
// A drawing without a scene does not move.
export const moves = computed((): boolean => subjectScene.value !== null);
// The stage has changes made by hand, which an export does not contain.
export const playedByHand = (): boolean =>
    chosen.value?.scene === scene.value?.name && moves.value && (studio.value?.playing()?.live ?? 0) > 0;

const initialisedFrom = ofProject(() => ({
    key: "", // the subject from which the settings below were initialised
}));
export function chooseSubject(value: string): void {
    subject.value = value;
    const shown = subjectScene.value;
    const now = JSON.stringify([value, shown?.size, shown?.seconds, shown?.rate]);
    if (now !== initialisedFrom.key) {
        size.value = shown ? { width: shown.size[0], height: shown.size[1] } : STILL_SIZE;
        range.value = { from: 0, to: shown?.seconds ?? 0 };
        rate.value = shown?.rate ?? rate.value;
        initialisedFrom.key = now;
    }
    if (!formats.value.includes(format.value))
        format.value = formats.value.includes("mp4") ? "mp4" : (formats.value[0] ?? "png");
}

// Preselects what is currently shown.
export function openExport(): void {
    problem.value = null;
    void pageExporting
        .get()
        .then(({ pageFormats }) => pageFormats())
        .then((found) => (ownFormats.value = found));
    const example =
        selection.value.filter((s) => s.kind === "example").at(-1)?.name ?? artwork.value?.examples[0]?.name;
    const still = artwork.value ? `artwork ${artwork.value.name}${example === undefined ? "" : `\n${example}`}` : "";
    const wanted = workspace.value === "stage" && scene.value ? `scene ${scene.value.name}` : still;
    const found = offered.value.find(({ value }) => value === wanted) ?? offered.value[0];
    chooseSubject(found?.value ?? "");
    isOpen.value = true;
}

// ---- Settings ------------------------------------------------------------------------------------------------------

const isTransparent = (): boolean => background.value === "transparent" && FORMATS[format.value].transparent;
const paper = (): string | null =>
    isTransparent() ? "transparent" : background.value === "colour" ? colour.value : null;
export const sheetLayout = computed(() =>
    layOut(sheet.value.count, sheet.value.columns, size.value.width, size.value.height),
);

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

// Why an export with the current settings is impossible.
export const settingsProblem = computed((): Problem | null => {
    const { from, to } = range.value;
    if (!chosen.value) return { message: "There is nothing to export yet.", remedy: "Bring in a drawing first." };
    if (format.value !== "png" && !(to > from))
        return { message: "The range is empty.", remedy: "Set its end after its start." };
    const { width, height } = sheetLayout.value;
    if (format.value === "sheet" && Math.max(width, height) > LARGEST_SIDE)
        return {
            message: `A sheet of ${width} × ${height} pixels is too large.`,
            remedy: "Ask for fewer or smaller pictures.",
        };
    return null;
});

// ---- Export --------------------------------------------------------------------------------------------------------

const bytes = (count: number): string =>
    count < 1e6 ? `${Math.max(1, Math.round(count / 1e3))} KB` : `${(count / 1e6).toFixed(1)} MB`;
function showProblem(failure: unknown): void {
    const remedy =
        failure instanceof ExportProblem || (failure instanceof Error && "remedy" in failure)
            ? String(failure.remedy)
            : "";
    problem.value = { message: failure instanceof Error ? failure.message : String(failure), remedy };
}

export async function startExport(): Promise<void> {
    const exporter = exporterOf(format.value);
    if (!exporter || job.value || settingsProblem.value) return;
    const control = new AbortController();
    const stop = (): void => control.abort();
    problem.value = null;
    job.value = { progress: 0, stop };
    try {
        const made = await exporter.run(request.value, (progress) => (job.value = { progress, stop }), control.signal);
        download(made.name, made.file);
        isOpen.value = false;
        tell("success", `Exported ${made.name}.`, `${bytes(made.file.size)}, in your downloads folder.`);
    } catch (failure) {
        if (!control.signal.aborted) showProblem(failure);
    } finally {
        job.value = null;
    }
}
