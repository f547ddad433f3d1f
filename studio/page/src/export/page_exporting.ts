// Exporting without a server, which is loaded later: only an export needs it.
import { LaterPart } from "../state/later.ts";
import type { makePageExporter, pageFormats } from "./page_exporter.ts";

export const pageExporting = new LaterPart<{
    readonly makePageExporter: typeof makePageExporter;
    readonly pageFormats: typeof pageFormats;
}>();
