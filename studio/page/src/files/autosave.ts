// Writes the artist's changes to storage. Every command's line goes to the journal immediately; lines that arrive
// while a request is under way are batched. project.json is written after a pause, when the project is left, or on
// request. What cannot be written now is retried until it succeeds and is meanwhile stashed in the browser.
import { effect, signal } from "@preact/signals";
import type { Studio } from "../core/studio.ts";
import { onLine } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { rememberGood, stash } from "./stash.ts";
import { Conflict, StorageFailure, Taken } from "./storage.ts";
import type { Storage } from "./storage.ts";

export type SavedState = "saved" | "journalled" | "writing" | "offline" | "readonly";
export const savedState = signal<SavedState>("saved");
// Seconds without a change after which project.json is saved; 0: only on request or when left. Preferences set it.
export const saveAfter = signal(10);

const FIRST_RETRY = 250; // milliseconds, doubled with every failure
const LAST_RETRY = 4000;

// Called when project.json in the storage was changed by another program; session.ts handles it.
export interface AutosaveEvents {
    conflict(): void;
    takenOver(): void;
    downloadCopy(): void;
}

export class Autosave {
    private readonly storage: Storage;
    private readonly core: Studio;
    private readonly events: AutosaveEvents;
    private lines = ""; // not stored yet
    private startsJournal = false; // the lines are a whole new journal
    private keepsOldJournal = false; // the replaced journal is kept under another name
    private count = 0; // lines queued so far
    private running: Promise<void> | null = null;
    private retryIn = FIRST_RETRY;
    private retryTimer = 0;
    private idleTimer = 0;
    private failing: StorageFailure | null = null;
    private dismiss: (() => void) | null = null;
    private stashFits = true;
    private projectPending = false; // project.json should be written
    private resolvers: (() => void)[] = []; // resolvers that wait until everything is stored
    private ended = false;
    private readonly stopWatching: () => void;
    // While the artist decides between two versions of project.json, neither is written; the journal continues.
    isHeld = false;
    // project.json as this page last read or wrote it.
    knownProject: string;

    constructor(storage: Storage, core: Studio, knownProject: string, events: AutosaveEvents) {
        this.storage = storage;
        this.knownProject = knownProject;
        this.core = core;
        this.events = events;
        onLine((line) => this.queue(line));
        document.addEventListener("visibilitychange", this.onVisibilityChange);
        window.addEventListener("pagehide", this.onPageHide);
        window.addEventListener("beforeunload", this.onBeforeUnload);
        this.stopWatching = effect(() => void (saveAfter.value && this.restartIdleTimer()));
        this.updateSavedState();
    }
    end(): void {
        this.ended = true;
        onLine(() => {});
        this.stopWatching();
        clearTimeout(this.idleTimer);
        clearTimeout(this.retryTimer);
        document.removeEventListener("visibilitychange", this.onVisibilityChange);
        window.removeEventListener("pagehide", this.onPageHide);
        window.removeEventListener("beforeunload", this.onBeforeUnload);
        this.dismiss?.();
    }

    // ---- Requests

    queue(line: string): void {
        this.lines += line;
        this.count++;
        this.stashFits = stash(this.storage.key, { begins: this.startsJournal, lines: this.lines });
        this.restartIdleTimer();
        this.pump();
    }
    // Makes these lines the whole journal; `keep`: the journal that they replace is first kept under another name.
    begin(text: string, keep: boolean): void {
        this.startsJournal = true;
        this.keepsOldJournal = keep;
        this.lines = text;
        this.stashFits = stash(this.storage.key, { begins: true, lines: text });
        this.pump();
    }
    // Writes project.json too. Resolves when it is stored, or when that is impossible for now.
    save(): Promise<void> {
        if (!this.storage.writes || this.ended) return Promise.resolve();
        this.projectPending ||= !this.isHeld;
        return this.settled();
    }
    // Resolves when everything done is stored, at least in the journal.
    settled(): Promise<void> {
        this.pump();
        if (!this.running) return Promise.resolve();
        return new Promise((resolve) => this.resolvers.push(resolve));
    }
    // The number of changes so far; comparing two values tells whether anything changed in between.
    get done(): number {
        return this.count;
    }
    get hasPending(): boolean {
        return this.lines !== "";
    }
    // Whether something would be lost if the page were closed now.
    get wouldLose(): boolean {
        return this.lines !== "" && (this.failing !== null || !this.stashFits);
    }

    // ---- Scheduling

    private restartIdleTimer(): void {
        clearTimeout(this.idleTimer);
        if (saveAfter.value > 0 && !this.ended)
            this.idleTimer = window.setTimeout(() => void this.saveIfChanged(), 1000 * saveAfter.value);
    }
    private async saveIfChanged(): Promise<void> {
        if (!this.isHeld && !this.core.isSaved) await this.save();
    }
    private readonly onVisibilityChange = (): void => {
        if (document.visibilityState === "hidden") void this.saveIfChanged();
    };
    private readonly onPageHide = (): void => {
        if (this.lines && !this.startsJournal && this.storage.writes) this.storage.appendLast(this.lines);
    };
    private readonly onBeforeUnload = (event: BeforeUnloadEvent): void => {
        if (this.wouldLose) event.preventDefault();
    };
    // The storage responds again.
    retry(): void {
        clearTimeout(this.retryTimer);
        this.retryTimer = 0;
        this.retryIn = FIRST_RETRY;
        this.pump();
    }

    // ---- Writing, one request at a time

    private pump(): void {
        if (this.running || this.retryTimer || this.ended || !this.storage.writes) {
            this.updateSavedState();
            return;
        }
        if (!this.lines && !this.projectPending) {
            this.updateSavedState();
            return;
        }
        this.running = this.writeAll()
            .then(
                () => this.succeeded(),
                (problem: unknown) => this.failed(problem),
            )
            .finally(() => {
                this.running = null;
                const waiting = this.resolvers;
                this.resolvers = [];
                for (const resolve of waiting) resolve();
                this.updateSavedState();
            });
        this.updateSavedState();
    }
    private async writeAll(): Promise<void> {
        while (this.lines || this.projectPending) {
            if (this.lines) await this.writeLines();
            else await this.writeProject();
            if (this.failing) this.succeeded();
        }
    }
    // Returns false if the project was saved whole instead.
    private async writeLines(): Promise<boolean> {
        const batch = this.lines;
        try {
            if (this.startsJournal) await this.storage.beginJournal(batch, this.keepsOldJournal);
            else await this.storage.append(batch);
        } catch (problem) {
            if (!(problem instanceof Conflict)) throw problem;
            await this.rewrite();
            return false;
        }
        this.startsJournal = this.keepsOldJournal = false;
        this.lines = this.lines.slice(batch.length);
        this.stashFits = stash(this.storage.key, { begins: false, lines: this.lines });
        return true;
    }
    // Another program wrote to the journal, so our lines do not continue it. The project is saved whole with a new
    // journal, and the journal that was found is kept beside it.
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
        this.startsJournal = false;
        this.lines = "";
        stash(this.storage.key, { begins: false, lines: "" });
    }
    // The three steps described in studio.h. Commands may arrive between any two of them.
    private async writeProject(): Promise<void> {
        this.projectPending = false;
        const project = this.core.saving();
        this.queueQuietly(this.core.takeLine());
        try {
            while (this.lines) if (!(await this.writeLines())) return; // saved as it is now
            await this.storage.save(project);
        } catch (problem) {
            this.projectPending = !(problem instanceof Conflict);
            throw problem;
        }
        this.remember(project);
        this.core.saved();
        this.queueQuietly(this.core.takeLine());
        if (this.core.journalIsLong) await this.shortenJournal();
    }
    // Rewrites the journal without its oldest steps. Lines queued meanwhile continue the old journal as well as the
    // new one, so nothing is lost if this fails: the next save tries again.
    private async shortenJournal(): Promise<void> {
        while (this.lines) if (!(await this.writeLines())) return;
        this.core.beginJournal();
        await this.storage.beginJournal(this.core.takeLine()).catch((problem: unknown) => {
            if (!(problem instanceof StorageFailure)) throw problem;
        });
    }
    private remember(project: string): void {
        this.knownProject = project;
        rememberGood(this.storage.key, project);
    }
    private queueQuietly(line: string): void {
        this.lines += line;
        this.stashFits = stash(this.storage.key, { begins: this.startsJournal, lines: this.lines });
    }

    // ---- Failures

    private succeeded(): void {
        this.retryIn = FIRST_RETRY;
        if (!this.failing) return;
        this.failing = null;
        this.dismiss?.();
        this.dismiss = null;
        tell("success", "Saving works again; everything is saved.");
    }
    private failed(problem: unknown): void {
        if (problem instanceof Taken) this.events.takenOver();
        else if (problem instanceof Conflict) this.events.conflict();
        else
            this.lost(
                problem instanceof StorageFailure
                    ? problem
                    : new StorageFailure("refused", problem instanceof Error ? problem.message : String(problem)),
            );
    }
    // Keeps retrying, and shows a persistent message.
    lost(failure: StorageFailure): void {
        if (!this.failing || this.failing.kind !== failure.kind) {
            this.dismiss?.();
            this.dismiss = tell("warning", banner(failure), failure.remedy, {
                stays: true,
                buttons: [{ label: "Download a copy", run: () => this.events.downloadCopy() }],
            });
        }
        this.failing = failure;
        clearTimeout(this.retryTimer);
        this.retryTimer = window.setTimeout(() => {
            this.retryTimer = 0;
            this.pump();
            // Nothing to write: the storage reports by itself when it is back
            if (!this.running && this.failing) this.lost(this.failing);
        }, this.retryIn);
        this.retryIn = Math.min(2 * this.retryIn, LAST_RETRY);
        this.updateSavedState();
    }
    found(): void {
        if (this.failing && !this.lines && !this.projectPending) this.succeeded();
        this.retry();
    }

    private updateSavedState(): void {
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
    if (failure.kind === "full")
        return "The disk is full. Your work is safe in this tab, and is written as soon as there is room.";
    if (failure.kind === "gone")
        return "The server has gone. Your work is safe in this tab, and is written as soon as it is back.";
    return `Your work is safe in this tab, but cannot be written: ${failure.message}`;
}
