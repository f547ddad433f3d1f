// Where a project's files are. Two kinds: the folder behind `verve studio` (server.ts) and the browser's own storage
// (browser.ts), for the studio that is one HTML file. The rest of the page knows only this.

export interface Opened {
  readonly project: string; // the text of project.json
  readonly journal: string; // of journal.jsonl, "" if there is none
}

// What a storage may tell while a project is open.
export interface Watcher {
  fileChanged(path: string): void; // by another program
  lost(reason: string): void; // the server is gone, or the disk is full: nothing more can be written for now
  found(): void; // it can be written again
  takenOver(): void; // another tab writes this project now; this one only looks
}

// Somebody else changed the file since we last read or wrote it. Nothing was written.
export class Conflict extends Error {}
// Nothing was written; `message` says why and what to do (disk full, gone, too large).
export class StorageFailure extends Error {}

export interface Storage {
  readonly kind: "server" | "browser";
  readonly title: string; // what to show as the place of the project: its folder, or "This browser"
  readonly exportsVideo: boolean; // renders natively (api/export)

  open(): Promise<Opened>;
  close(): Promise<void>;
  watch(watcher: Watcher): void;
  // Makes this tab the one that writes.
  takeOver(): Promise<void>;

  // Paths are inside the project folder: "art/ball.png".
  read(path: string): Promise<Uint8Array>;
  write(path: string, bytes: Uint8Array): Promise<void>;

  // Puts lines at the end of the journal; resolved when they are on the disk.
  append(lines: string): Promise<void>;
  // Replaces project.json whole. Throws Conflict where somebody else changed it, unless `force`.
  save(project: string, force?: boolean): Promise<void>;
  // Replaces the journal whole; with `keep` the old one stays under another name.
  beginJournal(text: string, keep?: boolean): Promise<void>;
}
