// Exporting without a server, which is loaded later: only an export needs it. page_exporter.ts does it.
import { LaterPart } from "../state/later.ts";
import type { Exporter, Format } from "./exporter.ts";

export const pageExporting = new LaterPart<{
    makePageExporter(formats: readonly Format[]): Exporter;
    pageFormats(): Promise<Format[]>;
}>();
