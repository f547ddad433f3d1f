// Exports through the server: a job that is asked how far it is, fetched when it is done, and deleted in any case.
import type { Exported, Exporter, ExportRequest } from "./exporter.ts";

const PAUSE = 150; // milliseconds between two questions

interface Job {
  readonly progress: number;
  readonly done: boolean;
  readonly error: string | null;
  readonly name: string;
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(`api/export${path}`, init);
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => ({}))) as { message?: string; remedy?: string };
  throw new Error([told.message ?? `The server answers ${answer.status}.`, told.remedy].filter(Boolean).join(" "));
}

export const serverExporter: Exporter = {
  formats: ["png", "sheet", "webp", "mp4", "webm"],

  async run(request: ExportRequest, progress: (done: number) => void, signal: AbortSignal): Promise<Exported> {
    const { job } = (await (await ask("", { method: "POST", body: JSON.stringify(request), signal })).json()) as { job: number };
    try {
      for (;;) {
        signal.throwIfAborted();
        const now = (await (await ask(`/${job}`, { signal })).json()) as Job;
        if (now.error) throw new Error(now.error);
        progress(now.progress);
        if (now.done) return { name: now.name, file: await (await ask(`/${job}/file`, { signal })).blob() };
        await new Promise((go) => setTimeout(go, PAUSE));
      }
    } finally {
      void ask(`/${job}`, { method: "DELETE" }).catch(() => {});
    }
  },
};
