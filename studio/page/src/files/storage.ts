// Where projects and their files are. Two kinds: the folder behind `verve studio` (server.ts) and the browser's own storage
// (browser.ts), for the studio that is one HTML file. The rest of the page knows only this.

export interface Opened {
  readonly project: Uint8Array<ArrayBuffer>; // project.json byte for byte: what is no UTF-8 is refused, not repaired
  readonly journal: string; // of journal.jsonl, "" if there is none
}

// What a storage may tell while a project is open.
export interface Watcher {
  fileChanged(path: string): void; // by another program
  lost(reason: string): void; // the server is gone, or the disk is full: nothing more can be written for now
  found(): void; // it can be written again
  takenOver(): void; // another tab writes this project now; this one only looks
  closed(): void; // another tab opened another project on the same server: this one is no longer reachable
}

// Somebody else changed the file since we last read or wrote it. Nothing was written.
export class Conflict extends Error {}
// Nothing was written; `message` says why and `remedy` what to do (disk full, gone, too large).
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
  readonly key: string; // the same for the same project whenever it is opened: what is stashed for it lies under this
  readonly title: string; // what to show as the place of the project: its folder, or "This browser"
  readonly exportsVideo: boolean; // renders natively (api/export)
  readonly writes: boolean; // false: another tab does

  // Asks to be the one that writes, and reads. Where another tab writes, `writes` is then false.
  open(): Promise<Opened>;
  close(): Promise<void>;
  watch(watcher: Watcher): void;
  // Makes this tab the one that writes, whoever did before.
  takeOver(): Promise<void>;
  // The same, but only where nobody else does; true where this tab writes now.
  writeIfFree(): Promise<boolean>;

  // Paths are inside the project folder: "art/ball.png".
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
  // Throws Conflict where `fresh` and there is such a file already.
  write(path: string, bytes: Uint8Array, fresh?: boolean): Promise<void>;
  list?(): Promise<string[]>; // every file, where that can be told

  // Puts lines at the end of the journal; resolved when they are on the disk. May be called again with the same lines, or
  // with these and more, after a failure: what has arrived already is not written twice.
  append(lines: string): Promise<void>;
  // Like append, for a page that goes away: asked for and not waited for.
  appendLast(lines: string): void;
  // Replaces project.json whole. Throws Conflict where it is no longer what this page opened, saved or read to replace.
  save(project: string): Promise<void>;
  // project.json as it is now, empty where it is gone; the next save replaces exactly that.
  readToReplace(): Promise<Uint8Array<ArrayBuffer>>;
  // Keeps a version beside the project under a free name like "project-kept-1.json"; returns the name.
  keepCopy(project: string | Uint8Array): Promise<string>;
  // Replaces the journal whole; with `keep` the old one stays under another name.
  beginJournal(text: string, keep?: boolean): Promise<void>;
}

// ---- Where projects are found -----------------------------------------------------------------------------------------

export interface ExampleTile {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly scene: string; // what to show of it; "": the first
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
  // The project that is open when the page starts; null: none, show the gallery.
  current(): Promise<Storage | null>;
  gallery(): Promise<Collection>;
  // A file of an example or of a recent project, for its tile.
  peek(from: "examples" | "recent", id: string, path: string): Promise<Uint8Array<ArrayBuffer>>;
  openExample(id: string): Promise<Storage>; // a copy
  openRecent(id: string): Promise<Storage>;
  create(name: string): Promise<Storage>;
  // A project from outside (a .zip, a folder), project.json among its files.
  adopt(name: string, files: Files): Promise<Storage>;
  forget?(id: string): Promise<void>; // deletes a project of the browser
}
