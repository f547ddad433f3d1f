// The open project, from files to the core and back: opening and all its possible failures, autosave, and changes that
// other programs and tabs make to the same files. No work may be lost: whatever is replaced is first kept beside it.
import { effect, signal } from "@preact/signals";
import type { Module } from "../core/module.ts";
import { Refusal, Studio } from "../core/studio.ts";
import type { JournalReport } from "../core/studio.ts";
import { workspace, type WorkspaceId } from "../state/app.ts";
import { opened, project, readOnly, refresh, studio } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { note, noted } from "../widgets/memory.ts";
import { Autosave, savedState } from "./autosave.ts";
import { chooseStorage } from "./choose.ts";
import { endingOf, isModel, pathsOf, ProjectFiles } from "./images.ts";
import type { MissingFile } from "./images.ts";
import { OpenProject, type Choice } from "./openproject.ts";
import { closeOnServer } from "./server.ts";
import { lastGood, notYetWritten, rememberGood, stash, stashed, withStash } from "./stash.ts";
import { StorageFailure } from "./storage.ts";
import type { Files, Home, Opened, Storage } from "./storage.ts";
import { chooseFiles, download, gather, zip } from "./zip.ts";

// The state that the page shows: shell/app.tsx has a screen for each.
export type Showing =
    | { readonly kind: "loading"; readonly what: string }
    | { readonly kind: "gallery" }
    | { readonly kind: "project" }
    | { readonly kind: "broken"; readonly trouble: Trouble };
export interface Trouble {
    readonly title: string;
    readonly message: string;
    readonly remedy: string;
    readonly place: string; // "project.json, line 12, $.artworks[0].name"
    readonly actions: readonly { label: string; primary?: boolean; run: () => void }[];
}
export const showing = signal<Showing>({ kind: "loading", what: "Verve" });
export const home = signal<Home | null>(null);
export const storage = signal<Storage | null>(null);

class Session {
    module: Module | null = null;
    open = new OpenProject();
}
const session = new Session();

const TAKEOVER_CHECK_INTERVAL = 5000; // milliseconds between checks whether another tab was closed
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const coreModule = (): Module => {
    if (!session.module) throw new Error("The core is not loaded yet.");
    return session.module;
};
export const projectFiles = (): ProjectFiles | null => session.open.files;

// ---- Opening and closing a project

export async function start(core: Module): Promise<void> {
    session.module = core;
    home.value = await chooseStorage();
    try {
        const current = await home.value.current();
        if (current) await openProject(current);
        else showing.value = { kind: "gallery" };
    } catch (problem) {
        showing.value = { kind: "broken", trouble: unreachable(problem) };
    }
}

function unreachable(problem: unknown): Trouble {
    const remedy = problem instanceof StorageFailure ? problem.remedy : "";
    return {
        title: "This project cannot be reached",
        message: problem instanceof Error ? problem.message : String(problem),
        remedy: remedy || "Start `verve studio` again, then reload this page.",
        place: "",
        actions: [
            { label: "Try again", primary: true, run: () => location.reload() },
            { label: "Back to the gallery", run: () => void toGallery() },
        ],
    };
}

function closeProject(): void {
    session.open.end();
    session.open = new OpenProject();
    readOnly.value = null;
    const core = studio.value;
    opened(null);
    core?.destroy();
}

// Writes everything first.
export async function toGallery(): Promise<void> {
    const old = storage.value;
    if (old?.writes) await saveAll();
    closeProject();
    storage.value = null;
    showing.value = { kind: "gallery" };
    await old?.close();
    if (location.hash) window.history.replaceState(null, "", location.pathname + location.search);
    if (old?.kind === "server") await closeOnServer().catch(() => {});
}

// Resolves when everything done is stored, or as much of it as is possible.
async function saveAll(): Promise<void> {
    await session.open.autosave?.save();
    await session.open.conflict?.keepMine().catch(failed);
}

// `make` asks the home for a project: a copy of an example, a recent project, a new one.
export async function openFrom(make: (home: Home) => Promise<Storage>): Promise<boolean> {
    if (!home.value) return false;
    const old = storage.value;
    if (old?.writes) await saveAll();
    try {
        const next = await make(home.value);
        await old?.close();
        return await openProject(next);
    } catch (problem) {
        const remedy = problem instanceof StorageFailure ? problem.remedy : "";
        tell("error", problem instanceof Error ? problem.message : String(problem), remedy);
        return false;
    }
}
export const adopt = (name: string, found: Files): Promise<boolean> => openFrom((place) => place.adopt(name, found));

// ---- Opening -------------------------------------------------------------------------------------------------------

// Returns true if the project is on the screen; otherwise the page says why not.
export async function openProject(next: Storage, instead?: Opened): Promise<boolean> {
    closeProject();
    showing.value = { kind: "loading", what: "Opening" };
    storage.value = next;
    let found: Opened;
    try {
        found = instead ?? (await next.open());
    } catch (problem) {
        showing.value = { kind: "broken", trouble: unreachable(problem) };
        return false;
    }
    const core = new Studio(coreModule());
    let read: Found;
    try {
        read = readProject(core, next, found);
    } catch (problem) {
        core.destroy();
        if (!(problem instanceof Refusal)) throw problem;
        showing.value = { kind: "broken", trouble: corrupt(next, found, problem) };
        return false;
    }
    const mine = new ProjectFiles(core, next);
    const missing = await mine.load(pathsOf(core.project()));
    session.open.files = mine;
    const unwritten = await beginNewJournal(core, next, found, read);
    showProject(core, next, decoder.decode(found.project), missing);
    if (unwritten) session.open.autosave?.begin(unwritten.text, unwritten.keep);
    return true;
}

// What was found beside project.json.
interface Found {
    readonly report: JournalReport;
    readonly journal: string;
    readonly recovered: boolean; // includes lines that this browser had stashed
}
// Opens the journal together with the lines stashed when the page was closed, if the journal's checksums show that
// they fit.
function readProject(core: Studio, next: Storage, found: Opened): Found {
    const left = notYetWritten(stashed(next.key), found.journal);
    if (left) {
        const journal = withStash(found.journal, left);
        const report = core.open(found.project, journal);
        if ((report.state === "current" || report.state === "old") && report.dropped === 0)
            return { report, journal, recovered: journal !== found.journal };
    }
    const report = core.open(found.project, found.journal);
    if (left && next.writes) {
        if (report.state === "current" || report.state === "empty") offerStrandedLines(left.lines);
        stash(next.key, { begins: false, lines: "" });
    }
    return { report, journal: found.journal, recovered: false };
}
function offerStrandedLines(lines: string): void {
    session.open.banners.push(
        tell(
            "warning",
            "Some unsaved changes no longer fit this project.",
            "The project has been changed elsewhere since then.",
            {
                stays: true,
                buttons: [
                    {
                        label: "Download them",
                        run: () => download("journal-stranded.jsonl", lines, "application/jsonl"),
                    },
                ],
            },
        ),
    );
}

// A new journal to begin, and whether the existing one is first kept under another name.
interface NewJournal {
    readonly text: string;
    readonly keep: boolean;
}
// The new journal that studio.h requires for each state of the journal; null: it continues as it is.
function newJournal(core: Studio, { report, journal, recovered }: Found): NewJournal | null {
    if (report.state !== "current") {
        core.beginJournal();
        return { text: core.takeLine(), keep: report.keep };
    }
    if (recovered) return { text: journal, keep: false };
    return report.dropped > 0
        ? { text: decoder.decode(encoder.encode(journal).subarray(0, report.whole)), keep: true }
        : null;
}
// Gives up for now on a journal that could not be begun.
async function beginNewJournal(core: Studio, next: Storage, found: Opened, read: Found): Promise<NewJournal | null> {
    const fresh = next.writes ? newJournal(core, read) : null;
    if (!fresh) return null;
    const { report } = read;
    try {
        const rebuilt = report.state === "foreign" && report.keep ? await rebuildForeignWork(next, found.journal) : "";
        await next.beginJournal(fresh.text, fresh.keep);
        reportJournal(report, rebuilt);
    } catch (problem) {
        if (!(problem instanceof StorageFailure)) throw problem;
        tell("warning", problem.message, problem.remedy);
        return fresh;
    }
    if (read.recovered) {
        stash(next.key, { begins: false, lines: "" });
        tell("success", "Changes that were not saved when the page was closed are restored.");
    }
    return null;
}
// These messages stay until the artist has read them, because much else happens while a project opens.
function reportJournal(report: JournalReport, rebuilt: string): void {
    const banner = (tone: "info" | "warning", text: string, remedy: string): void =>
        void session.open.banners.push(tell(tone, text, remedy, { stays: true }));
    if (report.state === "unproven")
        banner(
            "info",
            "Undo goes back to the last save and no further.",
            `In the journal, ${report.message}. It is kept beside the project as journal-kept.`,
        );
    else if (report.state === "foreign" && !report.keep)
        banner(
            "info",
            "Another program changed this project since it was last open here.",
            "Undo starts from what it is now.",
        );
    else if (report.state === "current" && report.dropped > 0)
        banner(
            "warning",
            "A part of the journal was damaged.",
            "What could be read is here; the whole journal is kept beside the project as journal-kept.",
        );
    else if (report.keep) {
        const why =
            {
                foreign: "belongs to another version of the project",
                empty: "is damaged from its first line on",
                old: "was damaged",
            }[report.state as string] ?? "could not be replayed";
        const where = rebuilt
            ? `What was done to that version is kept as ${rebuilt}, and its journal as journal-kept.`
            : `It is kept beside it as journal-kept. ${report.message}`;
        banner("warning", `The journal beside this project ${why}.`, where);
    }
}
// Another program replaced project.json while the journal held unsaved work. If this browser remembers the version
// that the journal continues, the two restore that work, and the result is kept beside the project.
async function rebuildForeignWork(next: Storage, journal: string): Promise<string> {
    const good = lastGood(next.key);
    if (!good) return "";
    const other = new Studio(coreModule());
    try {
        const { state, replayed } = other.open(encoder.encode(good.project), journal);
        return state === "current" && replayed > 0 ? await next.keepCopy(other.write()) : "";
    } catch (problem) {
        if (problem instanceof Refusal) return "";
        throw problem;
    } finally {
        other.destroy();
    }
}
function showProject(core: Studio, next: Storage, known: string, missing: readonly MissingFile[]): void {
    next.watch({
        fileChanged: (path) => void fileChanged(path),
        lost: (reason) =>
            session.open.autosave?.lost(
                new StorageFailure(
                    "gone",
                    reason,
                    "Start `verve studio` again with this project: this page finds it by itself.",
                ),
            ),
        found: () => session.open.autosave?.found(),
        takenOver: () => makeReadOnly("Another tab works on this project now."),
        closed: () => closedElsewhere(),
    });
    opened(core);
    restorePlace(next.key);
    session.open.autosave = new Autosave(next, core, known, {
        conflict: () => void projectChanged(),
        takenOver: () => makeReadOnly("Another tab works on this project."),
        downloadCopy: () => void downloadCopy(),
    });
    if (!next.writes) makeReadOnly("Another tab works on this project.");
    else rememberGood(next.key, known);
    for (const one of missing.slice(0, 3)) reportMissing(one);
    if (missing.length > 3)
        tell(
            "warning",
            `${missing.length - 3} more files are missing.`,
            missing
                .slice(3)
                .map((one) => one.path)
                .join(", "),
            { stays: true },
        );
    showing.value = { kind: "project" };
}

// Restores the place in the project that this tab showed last.
interface Place {
    readonly of: string;
    readonly workspace: WorkspaceId;
}
effect(() => {
    if (showing.value.kind === "project" && storage.value)
        note("place", { of: storage.value.key, workspace: workspace.value } satisfies Place);
});
// A project with figures and no drawings is opened in the workspace for figures, and the other way round.
function restorePlace(key: string): void {
    const before = noted<Place>("place");
    if (before?.of === key) {
        workspace.value = before.workspace;
        return;
    }
    const { artworks, shapes, verbs, graphs, creatures, motions, lines } = project.peek();
    const figures = shapes.length + verbs.length + graphs.length > 0;
    const alive = creatures.length + motions.length > 0;
    if (
        lines.length > 0 &&
        (artworks.length === 0 || workspace.peek() === "lines") &&
        motions.length + verbs.length + shapes.length === 0
    )
        workspace.value = "lines";
    else if (artworks.length === 0 && (figures || alive)) workspace.value = alive ? "creatures" : "verbs";
    else if (
        (!figures && workspace.peek() === "verbs") ||
        (!alive && workspace.peek() === "creatures") ||
        (lines.length === 0 && workspace.peek() === "lines")
    )
        workspace.value = "rig";
}

// ---- Failures and conflicts

function corrupt(next: Storage, found: Opened, problem: Refusal): Trouble {
    const good = lastGood(next.key);
    const actions: { label: string; primary?: boolean; run: () => void }[] = [];
    if (good && good.project !== decoder.decode(found.project))
        actions.push({
            label: `Open the version of ${new Date(good.when).toLocaleString()}`,
            primary: true,
            run: () => void openGood(next, found, good.project),
        });
    actions.push({ label: "Try again", primary: actions.length === 0, run: () => void openProject(next) });
    actions.push({
        label: "Download project.json",
        run: () => download("project.json", found.project, "application/json"),
    });
    if (found.journal)
        actions.push({
            label: "Download the journal",
            run: () => download("journal.jsonl", found.journal, "application/jsonl"),
        });
    actions.push({ label: "Back to the gallery", run: () => void toGallery() });
    return {
        title: "This project cannot be opened",
        message: problem.message,
        remedy: problem.remedy || "Repair project.json in a text editor, then try again. Nothing was changed.",
        place: ["project.json", problem.line ? `line ${problem.line}` : "", problem.path].filter(Boolean).join(", "),
        actions,
    };
}
// The broken file is kept beside the project before anything is written; a file that has changed since is examined
// again instead.
async function openGood(next: Storage, found: Opened, good: string): Promise<void> {
    try {
        const now = await next.readToReplace();
        if (now.length !== found.project.length || now.some((byte, i) => byte !== found.project[i]))
            return void (await openProject(next));
        const name = await next.keepCopy(now);
        await next.save(good);
        if (await openProject(next)) tell("info", `The damaged file is kept as ${name}.`);
    } catch (problem) {
        showing.value = { kind: "broken", trouble: unreachable(problem) };
    }
}

function reportMissing({ path, reason }: MissingFile): void {
    let dismiss = (): void => {};
    const choose = async (): Promise<void> => {
        const [file] = await chooseFiles(isModel(path) ? endingOf(path) : "image/png");
        if (!file || !session.open.files) return;
        try {
            await session.open.files.replace(path, new Uint8Array(await file.arrayBuffer()));
            dismiss();
            refresh();
        } catch (problem) {
            tell(
                "error",
                problem instanceof Error ? problem.message : String(problem),
                isModel(path) ? "Choose another file." : "Choose a PNG picture.",
            );
        }
    };
    const copy = (): void => {
        void navigator.clipboard
            .writeText(storage.value?.title ?? "")
            .then(() => tell("info", "The folder's path is on the clipboard."));
    };
    const buttons: { label: string; run: () => void }[] = [{ label: "Choose a file…", run: () => void choose() }];
    if (storage.value?.kind === "server") buttons.push({ label: "Copy the folder's path", run: copy });
    dismiss = tell(
        "warning",
        `${path} ${reason}.`,
        "The project is open without it; put the file back, or choose another.",
        { stays: true, buttons },
    );
    session.open.banners.push(dismiss);
    session.open.missing.set(path, dismiss);
}

async function fileChanged(path: string): Promise<void> {
    if (path === "project.json") return projectChanged();
    if (path === "journal.jsonl" || !session.open.files || !studio.value) return;
    // The project does not use it
    if (!session.open.files.bytes.has(path) && !session.open.files.missing.has(path)) return;
    const problem = await session.open.files.reload(path);
    if (problem) tell("warning", `${path} was changed, but ${problem.reason}.`, "The previous version is still shown.");
    else {
        session.open.missing.get(path)?.();
        refresh();
    }
}

async function projectChanged(): Promise<void> {
    const place = storage.value;
    const core = studio.value;
    const { open } = session;
    const saver = open.autosave;
    if (!place?.writes || !core || !saver || open.conflict || open.comparing) return;
    open.comparing = true;
    const theirs = await place
        .read("project.json")
        .catch((problem: unknown) =>
            problem instanceof StorageFailure && problem.kind === "missing" ? new Uint8Array() : null,
        );
    open.comparing = false;
    // Missing for now, project closed, or touched without a change
    if (!theirs || session.open !== open || decoder.decode(theirs) === saver.knownProject) return;
    saver.isHeld = true;
    const unsaved = !core.isSaved;
    const choice = choiceOf(place, core, saver);
    open.conflict = choice;
    askWhich(place, saver, choice, theirs.length === 0);
    if (unsaved) await choice.keepMine().catch(failed);
}
function choiceOf(place: Storage, core: Studio, saver: Autosave): Choice {
    let kept: { name: string; done: number } | null = null;
    return {
        async keepMine() {
            if (!kept || kept.done !== saver.done) {
                const text = core.write();
                const { done } = saver;
                kept = { name: await place.keepCopy(text), done };
            }
            return kept.name;
        },
    };
}
function askWhich(place: Storage, saver: Autosave, choice: Choice, gone: boolean): void {
    const { open } = session;
    const done = (): void => {
        open.conflict = null;
        dismiss();
    };
    const load = async (): Promise<void> => {
        const name = await choice.keepMine();
        await saver.settled();
        done();
        if (await openProject(place)) tell("info", `Theirs is open; yours is kept as ${name}.`);
    };
    const keep = async (): Promise<void> => {
        const theirs = await place.readToReplace();
        const name = theirs.length > 0 ? await place.keepCopy(theirs) : "";
        done();
        saver.isHeld = false;
        await saver.save();
        if (savedState.value === "saved")
            tell("info", name ? `Yours is saved; theirs is kept as ${name}.` : "Yours is saved.");
    };
    const what = gone ? "Another program removed project.json." : "Another program changed project.json.";
    const dismiss = tell("warning", what, "Whichever you choose, the other one is kept beside it.", {
        stays: true,
        asks: true,
        buttons: [
            ...(gone ? [] : [{ label: "Load theirs", run: () => void load().catch(failed) }]),
            { label: "Keep mine", run: () => void keep().catch(failed) },
        ],
    });
    session.open.banners.push(done);
}
const failed = (problem: unknown): void =>
    void tell("error", problem instanceof Error ? problem.message : String(problem));

function makeReadOnly(reason: string): void {
    const place = storage.value;
    if (!place) return;
    readOnly.value = { reason, remedy: "Choose “Work here instead” to go on in this tab." };
    savedState.value = "readonly";
    const here = async (): Promise<void> => {
        dismiss();
        await place.takeOver();
        await openProject(place);
    };
    const buttons: { label: string; run: () => void }[] = [
        { label: "Work here instead", run: () => void here().catch(failed) },
    ];
    if (session.open.autosave?.hasPending) buttons.push({ label: "Download a copy", run: () => void downloadCopy() });
    const dismiss = tell("warning", reason, "This tab is read-only.", { stays: true, asks: true, buttons });
    // When the other tab is closed, this one may write without being asked.
    const waiting = window.setInterval(() => {
        void place.writeIfFree().then(
            async (free) => {
                if (free && storage.value === place) await openProject(place);
            },
            () => {},
        );
    }, TAKEOVER_CHECK_INTERVAL);
    session.open.banners.push(dismiss, () => clearInterval(waiting));
}
function closedElsewhere(): void {
    readOnly.value = { reason: "Another tab opened another project.", remedy: "Reload this page to go there." };
    session.open.banners.push(
        tell("warning", "Another tab opened another project.", "Your changes are saved; this tab is read-only.", {
            stays: true,
            buttons: [
                { label: "Go there", run: () => location.reload() },
                { label: "Download a copy", run: () => void downloadCopy() },
            ],
        }),
    );
}

// ---- Copies --------------------------------------------------------------------------------------------------------

export async function downloadCopy(): Promise<void> {
    const place = storage.value;
    const core = studio.value;
    if (!place || !core) return;
    const all = await gather(place, core.write(), pathsOf(project.value));
    for (const [path, bytes] of session.open.files?.bytes ?? []) if (!all.has(path)) all.set(path, bytes);
    const name = (project.value.name || "Untitled").replace(/[^\p{L}\p{N} ._-]+/gu, "-");
    download(`${name}.zip`, zip(all), "application/zip");
}
export async function save(): Promise<void> {
    if (!session.open.autosave || !storage.value) return;
    if (readOnly.value) return void tell("warning", readOnly.value.reason, readOnly.value.remedy);
    if (session.open.conflict)
        return void tell(
            "warning",
            "There are two versions of project.json.",
            "First choose “Load theirs” or “Keep mine” above. Your changes are in the journal.",
        );
    await session.open.autosave.save();
    if (savedState.value === "saved") tell("success", "Saved.");
}
// Resolves when everything done so far is stored, at least in the journal, for programs that read the folder behind
// the server (export). savedState tells if that is impossible for now.
export async function flush(): Promise<void> {
    await session.open.autosave?.settled();
}

// Undo may restore a reference to a file that was never read.
effect(() => {
    const paths = pathsOf(project.value);
    const mine = session.open.files;
    if (!mine || showing.peek().kind !== "project") return;
    void mine.load(paths).then((missing) => {
        for (const one of missing) reportMissing(one);
        if (missing.length < paths.length && mine.takeAdded()) refresh();
    });
});
