// Brings what the artist does to the disk. Every command's line goes to the journal at once, many together while one request
// is on its way; project.json follows when the artist pauses, leaves or asks. What cannot be written now is tried again until
// it can, and is meanwhile stashed in the browser.
import { effect, signal } from "@preact/signals";
import type { Studio } from "../core/studio.ts";
import { onLine } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { rememberGood, stash } from "./stash.ts";
import { Conflict, StorageFailure, Taken } from "./storage.ts";
import type { Storage } from "./storage.ts";

export type SavedState = "saved" | "journalled" | "writing" | "offline" | "readonly";
export const savedState = signal<SavedState>("saved");
// Seconds without a change after which project.json is saved; 0: only when asked or left. Preferences set it.
export const saveAfter = signal(10);

const FIRST_RETRY = 250; // milliseconds, doubled with every failure
const LAST_RETRY = 4000;

// What to do when project.json on the disk is no longer ours; session.ts knows.
export interface Troubles {
  conflict(): void;
  takenOver(): void;
  downloadCopy(): void;
}

export class Autosave {
  private readonly storage: Storage;
  private readonly core: Studio;
  private readonly troubles: Troubles;
  private lines = ""; // not on the disk yet
  private begins = false; // they are a whole new journal
  private keeps = false; // the one that it replaces is to be kept under another name
  private count = 0; // of lines ever queued
  private running: Promise<void> | null = null;
  private retryIn = FIRST_RETRY;
  private retryTimer = 0;
  private idleTimer = 0;
  private failing: StorageFailure | null = null;
  private dismiss: (() => void) | null = null;
  private stashFits = true;
  private wanted = false; // project.json
  private waiting: (() => void)[] = []; // for everything to be on the disk
  private ended = false;
  private readonly stopWatching: () => void;
  // While the artist decides between two versions of project.json, neither is written; the journal goes on.
  held = false;
  // project.json as this page last read or wrote it.
  known: string;

  constructor(storage: Storage, core: Studio, known: string, troubles: Troubles) {
    this.storage = storage;
    this.known = known;
    this.core = core;
    this.troubles = troubles;
    onLine((line) => this.queue(line));
    document.addEventListener("visibilitychange", this.hidden);
    window.addEventListener("pagehide", this.leaving);
    window.addEventListener("beforeunload", this.beforeUnload);
    this.stopWatching = effect(() => void (saveAfter.value && this.restIdle()));
    this.show();
  }
  end(): void {
    this.ended = true;
    onLine(() => {});
    this.stopWatching();
    clearTimeout(this.idleTimer);
    clearTimeout(this.retryTimer);
    document.removeEventListener("visibilitychange", this.hidden);
    window.removeEventListener("pagehide", this.leaving);
    window.removeEventListener("beforeunload", this.beforeUnload);
    this.dismiss?.();
  }

  // ---- What the artist does

  queue(line: string): void {
    this.lines += line;
    this.count++;
    this.stashFits = stash(this.storage.key, { begins: this.begins, lines: this.lines });
    this.restIdle();
    this.pump();
  }
  // Makes these lines the whole journal; `keep`: what it replaces is kept under another name first.
  begin(text: string, keep: boolean): void {
    this.begins = true;
    this.keeps = keep;
    this.lines = text;
    this.stashFits = stash(this.storage.key, { begins: true, lines: text });
    this.pump();
  }
  // project.json too. Resolved when it is on the disk, or when that cannot be for now.
  save(): Promise<void> {
    if (!this.storage.writes || this.ended) return Promise.resolve();
    this.wanted ||= !this.held;
    return this.settled();
  }
  // Everything that was done is on the disk, in the journal at least.
  settled(): Promise<void> {
    this.pump();
    if (!this.running) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push(resolve));
  }
  // How much was done so far: tells whether anything was since.
  get done(): number {
    return this.count;
  }
  get hasPending(): boolean {
    return this.lines !== "";
  }
  // Something would be lost if the page went now.
  get wouldLose(): boolean {
    return this.lines !== "" && (this.failing !== null || !this.stashFits);
  }

  // ---- When

  private restIdle(): void {
    clearTimeout(this.idleTimer);
    if (saveAfter.value > 0 && !this.ended) this.idleTimer = window.setTimeout(() => void this.saveIfChanged(), 1000 * saveAfter.value);
  }
  private async saveIfChanged(): Promise<void> {
    if (!this.held && !this.core.isSaved) await this.save();
  }
  private readonly hidden = (): void => {
    if (document.visibilityState === "hidden") void this.saveIfChanged();
  };
  private readonly leaving = (): void => {
    if (this.lines && !this.begins && this.storage.writes) this.storage.appendLast(this.lines);
  };
  private readonly beforeUnload = (event: BeforeUnloadEvent): void => {
    if (this.wouldLose) event.preventDefault();
  };
  // The storage answers again.
  retry(): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = 0;
    this.retryIn = FIRST_RETRY;
    this.pump();
  }

  // ---- Writing, one thing at a time

  private pump(): void {
    if (this.running || this.retryTimer || this.ended || !this.storage.writes) {
      this.show();
      return;
    }
    if (!this.lines && !this.wanted) {
      this.show();
      return;
    }
    this.running = this.work()
      .then(
        () => this.succeeded(),
        (problem: unknown) => this.failed(problem),
      )
      .finally(() => {
        this.running = null;
        const waiting = this.waiting;
        this.waiting = [];
        for (const resolve of waiting) resolve();
        this.show();
      });
    this.show();
  }
  private async work(): Promise<void> {
    while (this.lines || this.wanted) {
      if (this.lines) await this.writeLines();
      else await this.writeProject();
      if (this.failing) this.succeeded();
    }
  }
  // False where the project was saved whole instead.
  private async writeLines(): Promise<boolean> {
    const batch = this.lines;
    try {
      if (this.begins) await this.storage.beginJournal(batch, this.keeps);
      else await this.storage.append(batch);
    } catch (problem) {
      if (!(problem instanceof Conflict)) throw problem;
      await this.rewrite();
      return false;
    }
    this.begins = this.keeps = false;
    this.lines = this.lines.slice(batch.length);
    this.stashFits = stash(this.storage.key, { begins: false, lines: this.lines });
    return true;
  }
  // Somebody else wrote to the journal, so that our lines no longer fit behind it: the project is saved whole with a new
  // journal, and the one that was found is kept beside it.
  private async rewrite(): Promise<void> {
    for (let count = -1; count !== this.count; ) {
      count = this.count;
      const project = this.core.saving(); // the lines that announce it have no journal to go to
      await this.storage.save(project);
      this.remember(project);
    }
    this.core.saved();
    this.core.beginJournal();
    await this.storage.beginJournal(this.core.takeLine(), true);
    this.begins = false;
    this.lines = "";
    stash(this.storage.key, { begins: false, lines: "" });
  }
  // The three steps of studio.h. Commands may come between any two of them.
  private async writeProject(): Promise<void> {
    this.wanted = false;
    const project = this.core.saving();
    this.queueQuietly(this.core.takeLine());
    try {
      while (this.lines) if (!(await this.writeLines())) return; // saved as it is now
      await this.storage.save(project);
    } catch (problem) {
      this.wanted = !(problem instanceof Conflict);
      throw problem;
    }
    this.remember(project);
    this.core.saved();
    this.queueQuietly(this.core.takeLine());
    if (this.core.journalIsLong) await this.shortenJournal();
  }
  // Without its oldest steps. What is queued meanwhile fits behind the old journal as well as behind the new one, so that
  // nothing is lost where this does not work: the next save tries it again.
  private async shortenJournal(): Promise<void> {
    while (this.lines) if (!(await this.writeLines())) return;
    this.core.beginJournal();
    await this.storage.beginJournal(this.core.takeLine()).catch((problem: unknown) => {
      if (!(problem instanceof StorageFailure)) throw problem;
    });
  }
  private remember(project: string): void {
    this.known = project;
    rememberGood(this.storage.key, project);
  }
  private queueQuietly(line: string): void {
    this.lines += line;
    this.stashFits = stash(this.storage.key, { begins: this.begins, lines: this.lines });
  }

  // ---- When it does not work

  private succeeded(): void {
    this.retryIn = FIRST_RETRY;
    if (!this.failing) return;
    this.failing = null;
    this.dismiss?.();
    this.dismiss = null;
    tell("success", "Everything is written again.");
  }
  private failed(problem: unknown): void {
    if (problem instanceof Taken) this.troubles.takenOver();
    else if (problem instanceof Conflict) this.troubles.conflict();
    else this.lost(problem instanceof StorageFailure ? problem : new StorageFailure("refused", problem instanceof Error ? problem.message : String(problem)));
  }
  // Keeps trying, with a message that stays.
  lost(failure: StorageFailure): void {
    if (!this.failing || this.failing.kind !== failure.kind) {
      this.dismiss?.();
      this.dismiss = tell("warning", banner(failure), failure.remedy, {
        stays: true,
        buttons: [{ label: "Download a copy", run: () => this.troubles.downloadCopy() }],
      });
    }
    this.failing = failure;
    clearTimeout(this.retryTimer);
    this.retryTimer = window.setTimeout(() => {
      this.retryTimer = 0;
      this.pump();
      if (!this.running && this.failing) this.lost(this.failing); // nothing to write: the storage itself tells when it is back
    }, this.retryIn);
    this.retryIn = Math.min(2 * this.retryIn, LAST_RETRY);
    this.show();
  }
  found(): void {
    if (this.failing && !this.lines && !this.wanted) this.succeeded();
    this.retry();
  }

  private show(): void {
    if (this.ended) return;
    savedState.value = !this.storage.writes
      ? "readonly"
      : this.failing
        ? "offline"
        : this.lines || this.running
          ? "writing"
          : this.core.isSaved
            ? "saved"
            : "journalled";
  }
}

function banner(failure: StorageFailure): string {
  if (failure.kind === "full") return "The disk is full. Your work is safe in this tab, and is written as soon as there is room.";
  if (failure.kind === "gone") return "The server has gone. Your work is safe in this tab, and is written as soon as it is back.";
  return `Your work is safe in this tab, but cannot be written: ${failure.message}`;
}
