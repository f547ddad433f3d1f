// Projects in the browser's own database, for the studio that is one HTML file. Only one tab at a time writes a
// project: it holds a lock named after it, which another tab may steal.
import { answerOf, transact } from "./database.ts";
import { embeddedExamples } from "./examples.ts";
import { forgetStash } from "./stash.ts";
import { Conflict, StorageFailure } from "./storage.ts";
import type { Collection, Files, Home, Opened, Storage, Watcher } from "./storage.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

interface ProjectRow {
    readonly id: string;
    readonly name: string;
    readonly changed: number; // seconds since 1970
    readonly revision: number; // incremented by every save, so that a tab notices saves of another tab
}
const now = (): number => Math.floor(Date.now() / 1000);
const filesOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id, ""], [id, "\uffff"]);

function failureOf(problem: unknown): Error {
    if (problem instanceof Conflict || problem instanceof StorageFailure) return problem;
    const name = problem instanceof DOMException ? problem.name : "";
    if (name === "QuotaExceededError")
        return new StorageFailure(
            "full",
            "The browser's storage for this page is full.",
            "Delete projects you no longer need, or download this one as .zip.",
        );
    const message = problem instanceof Error ? problem.message : String(problem);
    return new StorageFailure(
        "gone",
        `The browser could not store the project: ${message}`,
        "Download a copy, then reload the page.",
    );
}
async function guarded<T>(work: Promise<T>): Promise<T> {
    try {
        return await work;
    } catch (problem) {
        throw failureOf(problem);
    }
}

// ---- One project ---------------------------------------------------------------------------------------------------

class BrowserStorage implements Storage {
    readonly kind = "browser";
    readonly title = "This browser";
    readonly exportsVideo = false;
    readonly key: string;
    readonly id: string;
    writes = false;
    private revision = 0;
    private watcher: Watcher | null = null;
    private letGo: (() => void) | null = null;

    constructor(id: string) {
        this.id = id;
        this.key = `browser:${id}`;
    }

    // ---- Write access

    private async claim(steal: boolean): Promise<void> {
        if (this.letGo) return;
        this.writes = true; // also if the browser has no locks
        if (!("locks" in navigator)) return;
        await new Promise<void>((resolve) => {
            const held = navigator.locks.request(
                `verve:${this.id}`,
                steal ? { steal } : { ifAvailable: true },
                (lock) => {
                    this.writes = lock !== null;
                    resolve();
                    return lock ? new Promise<void>((release) => (this.letGo = release)) : undefined;
                },
            );
            held.catch((problem: unknown) => {
                resolve();
                if (!(problem instanceof DOMException && problem.name === "AbortError")) return;
                this.letGo = null;
                this.writes = false;
                this.watcher?.takenOver();
            });
        });
    }
    takeOver(): Promise<void> {
        return this.claim(true);
    }
    async writeIfFree(): Promise<boolean> {
        await this.claim(false);
        return this.writes;
    }
    watch(watcher: Watcher): void {
        this.watcher = watcher;
    }

    // ---- Files

    async open(): Promise<Opened> {
        await this.claim(false);
        return guarded(
            transact(["projects", "files", "journal"], "readonly", async (store) => {
                const [row, project, journal] = await Promise.all([
                    answerOf<ProjectRow | undefined>(store("projects").get(this.id)),
                    answerOf<Uint8Array | undefined>(store("files").get([this.id, "project.json"])),
                    answerOf<{ lines: string }[]>(store("journal").index("project").getAll(this.id)),
                ]);
                if (!row || !project)
                    throw new StorageFailure(
                        "missing",
                        "This project is no longer in the browser.",
                        "Open a copy that you downloaded.",
                    );
                this.revision = row.revision;
                return { project: project.slice(), journal: journal.map((entry) => entry.lines).join("") };
            }),
        );
    }
    async close(): Promise<void> {
        this.watcher = null;
        this.letGo?.();
        this.letGo = null;
    }
    async read(path: string): Promise<Uint8Array<ArrayBuffer>> {
        const bytes = await guarded(
            transact(["files"], "readonly", (store) =>
                answerOf<Uint8Array<ArrayBuffer> | undefined>(store("files").get([this.id, path])),
            ),
        );
        if (!bytes)
            throw new StorageFailure("missing", `There is no ${path} in this project.`, "Choose the file again.");
        return bytes;
    }
    async list(): Promise<string[]> {
        const keys = await guarded(
            transact(["files"], "readonly", (store) => answerOf(store("files").getAllKeys(filesOf(this.id)))),
        );
        return keys.map((key) => (key as [string, string])[1]);
    }
    async write(path: string, bytes: Uint8Array, fresh = false): Promise<void> {
        await guarded(
            transact(["files"], "readwrite", async (store) => {
                const there = fresh && (await answerOf(store("files").count([this.id, path]))) > 0;
                if (there) throw new Conflict(`There is a ${path} already.`);
                await answerOf(store("files").put(bytes, [this.id, path]));
            }),
        );
    }
    async save(project: string): Promise<void> {
        const name = nameIn(project);
        await guarded(
            transact(["projects", "files"], "readwrite", async (store) => {
                const row = await answerOf<ProjectRow | undefined>(store("projects").get(this.id));
                if (row && row.revision !== this.revision) throw new Conflict("Another tab saved this project.");
                const revision = (row?.revision ?? 0) + 1;
                await answerOf(store("files").put(encoder.encode(project), [this.id, "project.json"]));
                await answerOf(
                    store("projects").put({ id: this.id, name, changed: now(), revision } satisfies ProjectRow),
                );
                this.revision = revision;
            }),
        );
    }
    async readToReplace(): Promise<Uint8Array<ArrayBuffer>> {
        return guarded(
            transact(["projects", "files"], "readonly", async (store) => {
                const [row, project] = await Promise.all([
                    answerOf<ProjectRow | undefined>(store("projects").get(this.id)),
                    answerOf<Uint8Array | undefined>(store("files").get([this.id, "project.json"])),
                ]);
                this.revision = row?.revision ?? 0;
                return project?.slice() ?? new Uint8Array();
            }),
        );
    }
    async keepCopy(project: string | Uint8Array): Promise<string> {
        return this.keepAs("project-kept-", ".json", typeof project === "string" ? encoder.encode(project) : project);
    }
    private async keepAs(head: string, tail: string, bytes: Uint8Array): Promise<string> {
        for (let n = 1; ; n++) {
            const name = `${head}${n}${tail}`;
            try {
                await this.write(name, bytes, true);
                return name;
            } catch (problem) {
                if (!(problem instanceof Conflict)) throw problem;
            }
        }
    }

    // ---- The journal

    async append(lines: string): Promise<void> {
        await guarded(
            transact(["projects", "journal"], "readwrite", async (store) => {
                await answerOf(store("journal").add({ project: this.id, lines }));
                const row = await answerOf<ProjectRow | undefined>(store("projects").get(this.id));
                if (row) await answerOf(store("projects").put({ ...row, changed: now() }));
            }),
        );
    }
    appendLast(lines: string): void {
        this.append(lines).catch(() => {});
    }
    async beginJournal(text: string, keep = false): Promise<void> {
        if (keep) {
            const old = await transact(["journal"], "readonly", (store) =>
                answerOf<{ lines: string }[]>(store("journal").index("project").getAll(this.id)),
            );
            await this.keepAs("journal-kept-", ".jsonl", encoder.encode(old.map((entry) => entry.lines).join("")));
        }
        await guarded(
            transact(["journal"], "readwrite", async (store) => {
                const keys = await answerOf(store("journal").index("project").getAllKeys(this.id));
                for (const key of keys) store("journal").delete(key);
                await answerOf(store("journal").add({ project: this.id, lines: text }));
            }),
        );
    }
}

// ---- All projects --------------------------------------------------------------------------------------------------

// Extracts the name from the text of a project.json, which may be invalid.
export function nameIn(project: string): string {
    try {
        const { name } = JSON.parse(project) as { name?: unknown };
        return typeof name === "string" && name ? name : "Untitled";
    } catch {
        return "Untitled";
    }
}

function freshId(name: string): string {
    const stem =
        name
            .toLowerCase()
            .replace(/[^a-z0-9]+/g, "-")
            .replace(/^-+|-+$/g, "")
            .slice(0, 40) || "project";
    return `${stem}-${crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36)}`;
}
const emptyProject = (name: string): string =>
    `${JSON.stringify({ format: "verve-project", version: 1, name, artworks: [], scenes: [] }, null, 2)}\n`;

export class BrowserHome implements Home {
    readonly kind = "browser";

    // The address ends with "#project=ID" while a project is open, so that a reload opens it again.
    async current(): Promise<Storage | null> {
        const id = decodeURIComponent(/^#project=(.+)$/.exec(location.hash)?.[1] ?? "");
        const there =
            id && (await guarded(transact(["projects"], "readonly", (store) => answerOf(store("projects").count(id)))));
        return there ? new BrowserStorage(id) : null;
    }
    async gallery(): Promise<Collection> {
        const rows = await guarded(
            transact(["projects"], "readonly", (store) => answerOf<ProjectRow[]>(store("projects").getAll())),
        );
        rows.sort((a, b) => b.changed - a.changed);
        return {
            examples: (await embeddedExamples()).tiles,
            recent: rows.map(({ id, name, changed }) => ({ id, name, changed })),
        };
    }
    async peek(from: "examples" | "recent", id: string, path: string): Promise<Uint8Array<ArrayBuffer>> {
        if (from === "recent") return new BrowserStorage(id).read(path);
        const bytes = (await embeddedExamples()).files(id).get(path);
        if (!bytes) throw new StorageFailure("missing", `There is no ${path} in this example.`);
        return bytes;
    }
    async openExample(id: string): Promise<Storage> {
        const files = (await embeddedExamples()).files(id);
        return this.adopt(nameIn(decoder.decode(files.get("project.json"))), files);
    }
    async openRecent(id: string): Promise<Storage> {
        return this.at(id);
    }
    private at(id: string): Storage {
        window.history.replaceState(null, "", `#project=${encodeURIComponent(id)}`);
        return new BrowserStorage(id);
    }
    create(name: string): Promise<Storage> {
        return this.adopt(name, new Map([["project.json", encoder.encode(emptyProject(name))]]));
    }
    async adopt(name: string, files: Files): Promise<Storage> {
        const id = freshId(name);
        await guarded(
            transact(["projects", "files", "journal"], "readwrite", async (store) => {
                for (const [path, bytes] of files) {
                    if (path === "journal.jsonl")
                        await answerOf(store("journal").add({ project: id, lines: decoder.decode(bytes) }));
                    else await answerOf(store("files").put(bytes.slice(), [id, path]));
                }
                await answerOf(store("projects").put({ id, name, changed: now(), revision: 1 } satisfies ProjectRow));
            }),
        );
        // So that the browser does not delete the data when the disk is full
        await navigator.storage?.persist?.().catch(() => false);
        return this.at(id);
    }
    async forget(id: string): Promise<void> {
        forgetStash(new BrowserStorage(id).key);
        await guarded(
            transact(["projects", "files", "journal"], "readwrite", async (store) => {
                await answerOf(store("projects").delete(id));
                await answerOf(store("files").delete(filesOf(id)));
                const keys = await answerOf(store("journal").index("project").getAllKeys(id));
                for (const key of keys) store("journal").delete(key);
            }),
        );
    }
}
