// Projects on a `verve studio` server: every call is a request to the server that this page came from.
import { findAgain } from "./comeback.ts";
import { Conflict, StorageFailure, Taken } from "./storage.ts";
import type { Collection, Files, Home, Opened, Storage, Watcher } from "./storage.ts";

const RETRY_INTERVAL = 1000; // milliseconds between attempts to reach a server that is gone
const GRACE_TRIES = 7;
const NO_FILE = ""; // in place of a hash: there is no project.json
const encoder = new TextEncoder();
const decoder = new TextDecoder();

interface State {
    readonly mode: "project" | "gallery";
    readonly name: string;
    readonly folder: string;
    readonly version: string;
    readonly video: boolean;
    readonly key: string; // lets the page recognise a later server on the same project and port
}

const address = (path: string): string => new URL(`api/${path}`, document.baseURI).href;
const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

// A restarted server has another address, and the old address no longer works. An open page finds the new one by
// itself (comeback.ts), unless the server was away for more than a week.
const MOVED = new StorageFailure(
    "gone",
    "The server was restarted and has a new address.",
    "Open the address that it printed: unsaved changes are restored there.",
);

const GONE = new StorageFailure(
    "gone",
    "The server behind this page does not answer.",
    "Start `verve studio` again with this project: this page finds it by itself.",
);

async function failureOf(answer: Response, path: string): Promise<Error> {
    if (answer.status === 404 && (path === "state" || path === "journal")) return MOVED;
    let message = `The server answered with status ${answer.status}.`;
    let remedy = "";
    try {
        const told = (await answer.json()) as { message?: string; remedy?: string };
        message = told.message ?? message;
        remedy = told.remedy ?? "";
    } catch {
        // not from our server: the status is explanation enough
    }
    switch (answer.status) {
        case 404:
            return new StorageFailure("missing", message, remedy);
        case 409:
            return new Taken(message);
        case 412:
            return new Conflict(message);
        case 507:
            return new StorageFailure("full", message, remedy);
        default:
            return new StorageFailure(answer.status >= 500 ? "gone" : "refused", message, remedy);
    }
}

async function ask(path: string, options: RequestInit = {}): Promise<Response> {
    let answer: Response;
    try {
        answer = await fetch(address(path), { cache: "no-store", ...options });
    } catch {
        throw GONE;
    }
    if (!answer.ok) throw await failureOf(answer, path);
    return answer;
}
const bytesOf = async (answer: Response): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await answer.arrayBuffer());
const post = (path: string, body: unknown): Promise<Response> =>
    ask(path, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });

export async function serverState(): Promise<State | null> {
    try {
        const state = (await (await ask("state")).json()) as State;
        return state.mode === "project" || state.mode === "gallery" ? state : null;
    } catch {
        return null;
    }
}

// ---- One project ---------------------------------------------------------------------------------------------------

class ServerStorage implements Storage {
    readonly kind = "server";
    readonly key: string;
    readonly title: string;
    readonly exportsVideo: boolean;
    writes = false;
    private writer = ""; // the id with which this page signs its writes
    private hash = ""; // hash of project.json as last read or written
    private size = 0; // size of the journal on the server, bytes
    private events: EventSource | null = null;
    private watcher: Watcher | null = null;
    // The server is gone: until it is found again, nothing is sent to whatever program has its port
    private isDisconnected = false;
    private returnKey: string;
    private isClosed = false; // closed: no more events are reported

    constructor(state: State) {
        this.key = `server:${state.folder}`;
        this.title = state.folder;
        this.exportsVideo = state.video;
        this.returnKey = state.key;
    }

    private async ask(path: string, options?: RequestInit): Promise<Response> {
        if (this.isDisconnected) throw GONE;
        return ask(path, options);
    }

    // ---- Write access

    private async claim(take: boolean): Promise<boolean> {
        const before = this.writer;
        try {
            this.writer = (
                (await (await this.ask("writer", { method: "POST", body: JSON.stringify({ take }) })).json()) as {
                    writer: string;
                }
            ).writer;
            this.writes = true;
        } catch (problem) {
            if (!(problem instanceof Taken)) throw problem;
            this.writer = "";
            this.writes = false;
        }
        if (!this.events || this.writer !== before) this.listen();
        return this.writes;
    }
    async takeOver(): Promise<void> {
        await this.claim(true);
    }
    async writeIfFree(): Promise<boolean> {
        return this.claim(false);
    }
    // A reloaded page returns before the server has noticed its absence: it leaves a note that write access was its
    // own. A duplicate of the tab does not get that note.
    private readonly noteLeaving = (): void => {
        if (this.writes) sessionStorage.setItem(this.noteKey, "1");
    };
    private get noteKey(): string {
        return `verve:leaving:${this.key}`;
    }
    private takeLeavingNote(): boolean {
        const noted = sessionStorage.getItem(this.noteKey) !== null;
        sessionStorage.removeItem(this.noteKey);
        return noted;
    }

    // ---- Events from the server

    watch(watcher: Watcher): void {
        this.watcher = watcher;
    }
    private listen(): void {
        this.events?.close();
        const events = new EventSource(address(`events?writer=${this.writer}`));
        events.onmessage = (event: MessageEvent<string>) =>
            this.handleEvent(JSON.parse(event.data) as { type: string; path?: string; hash?: string });
        events.onerror = () => this.reconnect();
        this.events = events;
    }
    private handleEvent(event: { type: string; path?: string; hash?: string }): void {
        if (event.type === "file" && event.path) this.watcher?.fileChanged(event.path);
        else if (event.type === "taken") {
            this.writes = false;
            this.watcher?.takenOver();
        } else if (event.type === "closed") {
            void this.close();
            this.watcher?.closed();
        }
    }
    // The event stream broke because the server was killed or the machine slept. Tries to reach it until it responds.
    private reconnect(): void {
        this.events?.close();
        if (this.isDisconnected || this.isClosed) return;
        this.isDisconnected = true;
        this.watcher?.lost("The server behind this page has gone.");
        const poll = async (): Promise<void> => {
            if (this.isClosed) return;
            const state = (await findAgain(this.returnKey)) ? await serverState() : null;
            if (!state || state.folder !== this.title) {
                setTimeout(() => void poll(), RETRY_INTERVAL);
                return;
            }
            this.isDisconnected = false;
            this.returnKey = state.key;
            await this.resume().catch(() => this.reconnect());
        };
        setTimeout(() => void poll(), RETRY_INTERVAL / 4);
    }
    // A server that only lost our stream still reserves write access for us for some seconds: another request is
    // refused.
    private async resume(): Promise<void> {
        this.events = null;
        if (!this.writes) {
            // the page's copy may be outdated: before it writes, it reads the project again (session.ts)
            this.listen();
            this.watcher?.found();
            return;
        }
        for (let tries = GRACE_TRIES; tries > 0 && !(await this.claim(false)); tries--)
            await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL));
        if (!this.writes) this.watcher?.takenOver();
        else this.watcher?.found();
    }

    // ---- Files

    async open(): Promise<Opened> {
        if (!this.writes) await this.claim(this.takeLeavingNote());
        window.addEventListener("pagehide", this.noteLeaving);
        const answer = await this.ask("project/project.json");
        this.hash = answer.headers.get("ETag") ?? "";
        const [project, journal] = await Promise.all([bytesOf(answer), this.journal()]);
        this.size = journal.byteLength;
        return { project, journal: decoder.decode(journal) };
    }
    async close(): Promise<void> {
        this.isClosed = true;
        window.removeEventListener("pagehide", this.noteLeaving);
        this.events?.close();
    }
    private async journal(): Promise<Uint8Array<ArrayBuffer>> {
        return this.read("journal.jsonl").catch((problem: unknown) => {
            if (problem instanceof StorageFailure && problem.kind === "missing") return new Uint8Array();
            throw problem;
        });
    }
    async read(path: string): Promise<Uint8Array<ArrayBuffer>> {
        return bytesOf(await this.ask(`project/${encodePath(path)}`));
    }
    async readToReplace(): Promise<Uint8Array<ArrayBuffer>> {
        try {
            const answer = await this.ask("project/project.json");
            this.hash = answer.headers.get("ETag") ?? "";
            return await bytesOf(answer);
        } catch (problem) {
            if (!(problem instanceof StorageFailure && problem.kind === "missing")) throw problem;
            this.hash = NO_FILE;
            return new Uint8Array();
        }
    }
    private async put(path: string, bytes: Uint8Array, conditions: Record<string, string> = {}): Promise<string> {
        const headers = { "X-Verve-Writer": this.writer, "Content-Type": "application/octet-stream", ...conditions };
        const answer = await this.ask(`project/${encodePath(path)}`, {
            method: "PUT",
            body: bytes as BodyInit,
            headers,
        });
        return ((await answer.json()) as { hash: string }).hash;
    }
    async write(path: string, bytes: Uint8Array, fresh = false): Promise<void> {
        await this.put(path, bytes, fresh ? { "If-None-Match": "*" } : {});
    }
    async save(project: string): Promise<void> {
        const conditions: Record<string, string> =
            this.hash === NO_FILE ? { "If-None-Match": "*" } : { "If-Match": this.hash };
        const hash = await this.put("project.json", encoder.encode(project), conditions);
        this.hash = `"${hash}"`;
    }
    async keepCopy(project: string | Uint8Array): Promise<string> {
        const bytes = typeof project === "string" ? encoder.encode(project) : project;
        for (let n = 1; ; n++) {
            const name = `project-kept-${n}.json`;
            try {
                await this.write(name, bytes, true);
                return name;
            } catch (problem) {
                if (!(problem instanceof Conflict) || n > 999) throw problem;
            }
        }
    }

    // ---- The journal

    private async send(bytes: Uint8Array, keepalive = false): Promise<void> {
        const headers = {
            "X-Verve-Writer": this.writer,
            "X-Verve-Offset": String(this.size),
            "Content-Type": "application/octet-stream",
        };
        const answer = await this.ask("journal", { method: "POST", body: bytes as BodyInit, headers, keepalive });
        this.size = ((await answer.json()) as { size: number }).size;
    }
    // Part or all of an earlier failed attempt may have arrived: in that case the data in the journal beyond our size
    // begins like the lines, and only the rest is sent.
    async append(lines: string): Promise<void> {
        const bytes = encoder.encode(lines);
        try {
            await this.send(bytes);
        } catch (problem) {
            if (!(problem instanceof Conflict)) throw problem;
            const arrived = (await this.journal()).subarray(this.size);
            const fits =
                arrived.byteLength > 0 &&
                arrived.byteLength <= bytes.byteLength &&
                arrived.every((byte, i) => byte === bytes[i]);
            if (!fits) throw problem;
            this.size += arrived.byteLength;
            if (arrived.byteLength < bytes.byteLength) await this.send(bytes.subarray(arrived.byteLength));
        }
    }
    appendLast(lines: string): void {
        this.send(encoder.encode(lines), true).catch(() => {}); // the stash still holds them
    }
    async beginJournal(text: string, keep = false): Promise<void> {
        if (keep) {
            await this.ask("journal/keep", { method: "POST", headers: { "X-Verve-Writer": this.writer } }).catch(
                (problem: unknown) => {
                    // There is no journal to keep
                    if (!(problem instanceof StorageFailure && problem.kind === "missing")) throw problem;
                },
            );
        }
        const bytes = encoder.encode(text);
        await this.put("journal.jsonl", bytes);
        this.size = bytes.byteLength;
    }
}

// ---- All projects --------------------------------------------------------------------------------------------------

export class ServerHome implements Home {
    readonly kind = "server";

    async current(): Promise<Storage | null> {
        const state = await serverState();
        return state?.mode === "project" ? new ServerStorage(state) : null;
    }
    async gallery(): Promise<Collection> {
        return (await (await ask("gallery")).json()) as Collection;
    }
    async peek(from: "examples" | "recent", id: string, path: string): Promise<Uint8Array<ArrayBuffer>> {
        return bytesOf(await ask(`${from}/${encodeURIComponent(id)}/${encodePath(path)}`));
    }
    private async openBy(what: Record<string, string>): Promise<Storage> {
        return new ServerStorage((await (await post("open", what)).json()) as State);
    }
    openExample(id: string): Promise<Storage> {
        return this.openBy({ example: id });
    }
    openRecent(id: string): Promise<Storage> {
        return this.openBy({ recent: id });
    }
    create(name: string): Promise<Storage> {
        return this.openBy({ new: name });
    }
    async adopt(name: string, files: Files): Promise<Storage> {
        const storage = await this.create(name);
        await storage.open();
        for (const [path, bytes] of files) {
            if (/^(art|clips|forms|creatures)\//.test(path)) await storage.write(path, bytes);
        }
        await storage.save(decoder.decode(files.get("project.json")));
        await storage.beginJournal(decoder.decode(files.get("journal.jsonl") ?? new Uint8Array()));
        return storage;
    }
}
export async function closeOnServer(): Promise<void> {
    await post("close", {});
}
