// Exports through the server: a job whose progress is polled, whose result is fetched, and which is always deleted.
import { savedState } from "../files/autosave.ts";
import { flush } from "../files/session.ts";
import { ExportProblem } from "./exporter.ts";
import type { Exported, Exporter, ExportRequest, Format } from "./exporter.ts";

const POLL_INTERVAL = 120; // milliseconds between two requests

interface Job {
    readonly progress: number;
    readonly done: boolean;
    readonly error: string | null;
    readonly name: string;
}

const sentence = (text: string): string =>
    text ? `${text[0]!.toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}` : "";

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    let answer: Response;
    try {
        answer = await fetch(`api/export${path}`, init);
    } catch (problem) {
        if (problem instanceof DOMException && problem.name === "AbortError") throw problem;
        throw new ExportProblem(
            "The server has gone.",
            "Start `verve studio` again with this project: this page finds it by itself.",
        );
    }
    if (answer.ok) return answer;
    const told = (await answer.json().catch(() => ({}))) as { message?: string; remedy?: string };
    throw new ExportProblem(
        sentence(told.message ?? `the server answered with status ${answer.status}`),
        sentence(told.remedy ?? ""),
    );
}

// `verve render` reports "PLACE: what is wrong; what to do". Places in the job's own folder mean nothing to an artist
// and are removed.
function problemOf(said: string): ExportProblem {
    const text = said.replace(/^\S*verve-export-\S+: |^render: /, "");
    const cut = text.indexOf("; ");
    return new ExportProblem(
        sentence(cut < 0 ? text : text.slice(0, cut)),
        sentence(cut < 0 ? "" : text.slice(cut + 2)),
    );
}

// The server renders the files in the project folder.
async function writeFirst(): Promise<void> {
    await flush();
    if (savedState.value === "offline" || savedState.value === "writing")
        throw new ExportProblem(
            "Your last changes are not saved yet.",
            "The export would not contain them: wait until the mark at the top says that they are saved.",
        );
}

function pause(signal: AbortSignal): Promise<void> {
    return new Promise((go) => {
        const timer = setTimeout(go, POLL_INTERVAL);
        signal.addEventListener("abort", () => (clearTimeout(timer), go()), { once: true });
    });
}

async function follow(job: number, progress: (done: number) => void, signal: AbortSignal): Promise<Exported> {
    for (;;) {
        signal.throwIfAborted();
        const now = (await (await ask(`/${job}`, { signal })).json()) as Job;
        if (now.error) throw problemOf(now.error);
        progress(now.progress);
        if (now.done) return { name: now.name, file: await (await ask(`/${job}/file`, { signal })).blob() };
        await pause(signal);
    }
}

export const makeServerExporter = (formats: readonly Format[]): Exporter => ({
    formats,

    async run(request: ExportRequest, progress: (done: number) => void, signal: AbortSignal): Promise<Exported> {
        await writeFirst();
        signal.throwIfAborted();
        // Must not be aborted: a job with an unknown number would run to its end.
        const { job } = (await (await ask("", { method: "POST", body: JSON.stringify(request) })).json()) as {
            job: number;
        };
        const remove = (): Promise<unknown> => ask(`/${job}`, { method: "DELETE", keepalive: true }).catch(() => {});
        window.addEventListener("pagehide", remove);
        try {
            return await follow(job, progress, signal);
        } finally {
            window.removeEventListener("pagehide", remove);
            await remove();
        }
    },
});
