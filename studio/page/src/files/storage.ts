// Where projects and their files are stored. There are two kinds: the folder behind `verve studio` (server.ts) and the
// browser's own storage (browser.ts), for the studio that is one HTML file. The rest of the page knows only this
// interface.

export interface Opened {
    readonly project: Uint8Array<ArrayBuffer>; // project.json byte for byte: invalid UTF-8 is refused, not repaired
    readonly journal: string; // text of journal.jsonl, "" if there is none
}

// Events that a storage may report while a project is open.
export interface Watcher {
    fileChanged(path: string): void; // changed by another program
    lost(reason: string): void; // the server is gone or the disk is full: nothing more can be written for now
    found(): void; // writing is possible again
    takenOver(): void; // another tab writes this project now; this one is read-only
    closed(): void; // another tab opened another project on the same server: this one is no longer reachable
}

// Another program or tab changed the file since we last read or wrote it. Nothing was written.
export class Conflict extends Error {}
// Nothing was written; `message` says why and `remedy` what to do (disk full, server gone, file too large).
export class StorageFailure extends Error {
    readonly kind: "gone" | "full" | "refused" | "missing";
    readonly remedy: string;

    constructor(kind: StorageFailure["kind"], message: string, remedy = "") {
        super(message);
        this.name = "StorageFailure";
        this.kind = kind;
        this.remedy = remedy;
    }
}
// Another tab writes this project.
export class Taken extends Error {}

export interface Storage {
    readonly kind: "server" | "browser";
    readonly key: string; // identifies the project across visits; unsaved changes are stashed under this key
    readonly title: string; // the project's location as shown to the artist: its folder, or "This browser"
    readonly exportsVideo: boolean; // renders natively (api/export)
    readonly writes: boolean; // false: another tab has write access

    // Requests write access, then reads. If another tab has write access, `writes` is then false.
    open(): Promise<Opened>;
    close(): Promise<void>;
    watch(watcher: Watcher): void;
    // Makes this tab the one that writes, whichever tab did before.
    takeOver(): Promise<void>;
    // The same, but only if no other tab writes; returns true if this tab writes now.
    writeIfFree(): Promise<boolean>;

    // Paths are inside the project folder: "art/ball.png".
    read(path: string): Promise<Uint8Array<ArrayBuffer>>;
    // Throws Conflict if `fresh` and such a file exists.
    write(path: string, bytes: Uint8Array, fresh?: boolean): Promise<void>;
    list?(): Promise<string[]>; // every file, if the storage can list them

    // Appends lines to the journal; resolves when they are stored. After a failure it may be called again with the
    // same lines, or with these and more: what has arrived already is not written twice.
    append(lines: string): Promise<void>;
    // Like append, for a page that is being closed: the request is sent without waiting for it.
    appendLast(lines: string): void;
    // Replaces the whole project.json. Throws Conflict if it is no longer what this page opened, saved or read to
    // replace.
    save(project: string): Promise<void>;
    // The current project.json, empty if it is missing; the next save replaces exactly this version.
    readToReplace(): Promise<Uint8Array<ArrayBuffer>>;
    // Keeps a version beside the project under a free name such as "project-kept-1.json"; returns the name.
    keepCopy(project: string | Uint8Array): Promise<string>;
    // Replaces the whole journal; with `keep` the old one is kept under another name.
    beginJournal(text: string, keep?: boolean): Promise<void>;
}

// ---- Lists of projects

export interface ExampleTile {
    readonly id: string;
    readonly name: string;
    readonly about: string;
    readonly scene: string; // the scene to show of it; "": the first
}
export interface RecentTile {
    readonly id: string;
    readonly name: string;
    readonly changed: number; // seconds since 1970
}
export interface Collection {
    readonly examples: readonly ExampleTile[];
    readonly recent: readonly RecentTile[];
}
export type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

export interface Home {
    readonly kind: "server" | "browser";
    // The project to open when the page starts; null: none, so the gallery is shown.
    current(): Promise<Storage | null>;
    gallery(): Promise<Collection>;
    // A file of an example or of a recent project, for its tile.
    peek(from: "examples" | "recent", id: string, path: string): Promise<Uint8Array<ArrayBuffer>>;
    openExample(id: string): Promise<Storage>; // opens a copy
    openRecent(id: string): Promise<Storage>;
    create(name: string): Promise<Storage>;
    // A project from outside (a .zip, a folder); one of its files is project.json.
    adopt(name: string, files: Files): Promise<Storage>;
    forget?(id: string): Promise<void>; // deletes a project stored in the browser
}
