// The open project, from the files to the core and back: opening with all that can be wrong, autosave, what other programs and
// tabs do to the same files. Nothing that was done may be lost: whatever is replaced is kept beside it first.
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
import { closeOnServer } from "./server.ts";
import { lastGood, notYetWritten, rememberGood, stash, stashed, withStash } from "./stash.ts";
import { StorageFailure } from "./storage.ts";
import type { Files, Home, Opened, Storage } from "./storage.ts";
import { chooseFiles, download, gather, zip } from "./zip.ts";

// What the page shows: shell/app.tsx has a screen for each.
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

let module: Module | null = null;
let autosave: Autosave | null = null;
let files: ProjectFiles | null = null;
let banners: (() => void)[] = [];

const LOOK_AGAIN = 5000; // milliseconds between looks whether another tab has gone
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const coreModule = (): Module => {
  if (!module) throw new Error("The core is not loaded yet.");
  return module;
};
export const projectFiles = (): ProjectFiles | null => files;

// ---- Coming and going --------------------------------------------------------------------------------------------------

export async function start(core: Module): Promise<void> {
  module = core;
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

function leave(): void {
  autosave?.end();
  autosave = null;
  files?.forgetAll();
  files = null;
  for (const dismiss of banners) dismiss();
  banners = [];
  readOnly.value = null;
  const core = studio.value;
  opened(null);
  core?.destroy();
}

// Everything is written first.
export async function toGallery(): Promise<void> {
  const old = storage.value;
  if (old?.writes) await settle();
  leave();
  storage.value = null;
  showing.value = { kind: "gallery" };
  await old?.close();
  if (location.hash) window.history.replaceState(null, "", location.pathname + location.search);
  if (old?.kind === "server") await closeOnServer().catch(() => {});
}

// Everything that was done is on the disk, or as near to it as can be.
async function settle(): Promise<void> {
  await autosave?.save();
  await conflict?.keepMine().catch(failed);
}

// `make` asks the home for a project: an example's copy, a recent one, a new one.
export async function openFrom(make: (home: Home) => Promise<Storage>): Promise<boolean> {
  if (!home.value) return false;
  const old = storage.value;
  if (old?.writes) await settle();
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

// ---- Opening -----------------------------------------------------------------------------------------------------------

// True where the project is on the screen; otherwise the page says why.
export async function openProject(next: Storage, instead?: Opened): Promise<boolean> {
  leave();
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
  files = mine;
  const unwritten = await settleJournal(core, next, found, read);
  begin(core, next, decoder.decode(found.project), missing);
  if (unwritten) autosave?.begin(unwritten.text, unwritten.keep);
  return true;
}

// What was found beside project.json.
interface Found {
  readonly report: JournalReport;
  readonly journal: string;
  readonly recovered: boolean; // with lines that this browser had kept
}
// Opens with what was stashed when the page went away, if the journal's checksums say that it fits.
function readProject(core: Studio, next: Storage, found: Opened): Found {
  const left = notYetWritten(stashed(next.key), found.journal);
  if (left) {
    const journal = withStash(found.journal, left);
    const report = core.open(found.project, journal);
    if ((report.state === "current" || report.state === "old") && report.dropped === 0) return { report, journal, recovered: journal !== found.journal };
  }
  const report = core.open(found.project, found.journal);
  if (left && next.writes) {
    if (report.state === "current" || report.state === "empty") keepStranded(left.lines);
    stash(next.key, { begins: false, lines: "" });
  }
  return { report, journal: found.journal, recovered: false };
}
function keepStranded(lines: string): void {
  banners.push(
    tell("warning", "Some changes could not be written before, and no longer fit this project.", "It was changed in another way since then.", {
      stays: true,
      buttons: [{ label: "Download them", run: () => download("journal-stranded.jsonl", lines, "application/jsonl") }],
    }),
  );
}

// A journal that should be begun, and whether the one that is there is kept under another name first.
interface NewJournal {
  readonly text: string;
  readonly keep: boolean;
}
// What studio.h asks for after each state of the journal; null: it goes on as it is.
function newJournal(core: Studio, { report, journal, recovered }: Found): NewJournal | null {
  if (report.state !== "current") {
    core.beginJournal();
    return { text: core.takeLine(), keep: report.keep };
  }
  if (recovered) return { text: journal, keep: false };
  return report.dropped > 0 ? { text: decoder.decode(encoder.encode(journal).subarray(0, report.whole)), keep: true } : null;
}
// Gives the journal that could not be begun for now.
async function settleJournal(core: Studio, next: Storage, found: Opened, read: Found): Promise<NewJournal | null> {
  const begun = next.writes ? newJournal(core, read) : null;
  if (!begun) return null;
  const { report } = read;
  try {
    const rebuilt = report.state === "foreign" && report.keep ? await keepForeign(next, found.journal) : "";
    await next.beginJournal(begun.text, begun.keep);
    tellJournal(report, rebuilt);
  } catch (problem) {
    if (!(problem instanceof StorageFailure)) throw problem;
    tell("warning", problem.message, problem.remedy);
    return begun;
  }
  if (read.recovered) {
    stash(next.key, { begins: false, lines: "" });
    tell("success", "Brought back what was not yet written when the page went away.");
  }
  return null;
}
// These stay until the artist has read them: an opening project has other things to look at.
function tellJournal(report: JournalReport, rebuilt: string): void {
  const say = (tone: "info" | "warning", text: string, remedy: string): void => void banners.push(tell(tone, text, remedy, { stays: true }));
  if (report.state === "unproven") say("info", "Undo goes back to the last save and no further.", `In the journal, ${report.message}. It is kept beside the project as journal-kept.`);
  else if (report.state === "foreign" && !report.keep) say("info", "Another program changed this project since it was last open here.", "Undo starts from what it is now.");
  else if (report.state === "current" && report.dropped > 0) say("warning", "A part of the journal was damaged.", "What could be read is here; the whole journal is kept beside the project as journal-kept.");
  else if (report.keep) {
    const why = { foreign: "belongs to another version of the project", empty: "is damaged from its first line on", old: "was damaged" }[report.state as string] ?? "could not be replayed";
    const where = rebuilt ? `What was done to that version is kept as ${rebuilt}, and its journal as journal-kept.` : `It is kept beside it as journal-kept. ${report.message}`;
    say("warning", `The journal beside this project ${why}.`, where);
  }
}
// Another program replaced project.json while there was work that only the journal had. Where this browser remembers the
// version that the journal goes on from, the two make up that work again; it is kept beside the project.
async function keepForeign(next: Storage, journal: string): Promise<string> {
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
function begin(core: Studio, next: Storage, known: string, missing: readonly MissingFile[]): void {
  next.watch({
    fileChanged: (path) => void fileChanged(path),
    lost: (reason) => autosave?.lost(new StorageFailure("gone", reason, "Start `verve studio` again with this project: this page finds it by itself.")),
    found: () => autosave?.found(),
    takenOver: () => lookOnly("Another tab works on this project now."),
    closed: () => closedElsewhere(),
  });
  opened(core);
  showWhere(next.key);
  autosave = new Autosave(next, core, known, { conflict: () => void projectChanged(), takenOver: () => lookOnly("Another tab works on this project."), downloadCopy: () => void downloadCopy() });
  if (!next.writes) lookOnly("Another tab works on this project.");
  else rememberGood(next.key, known);
  for (const one of missing.slice(0, 3)) tellMissing(one);
  if (missing.length > 3) tell("warning", `${missing.length - 3} more files are missing.`, missing.slice(3).map((one) => one.path).join(", "), { stays: true });
  showing.value = { kind: "project" };
}

// In this tab one was somewhere in it already: there again.
interface Place {
  readonly of: string;
  readonly workspace: WorkspaceId;
}
effect(() => {
  if (showing.value.kind === "project" && storage.value) note("place", { of: storage.value.key, workspace: workspace.value } satisfies Place);
});
// What has figures and no drawings is opened where figures are worked on, and the other way round.
function showWhere(key: string): void {
  const before = noted<Place>("place");
  if (before?.of === key) {
    workspace.value = before.workspace;
    return;
  }
  const { artworks, shapes, verbs, graphs, creatures, motions, lines } = project.peek();
  const figures = shapes.length + verbs.length + graphs.length > 0;
  const alive = creatures.length + motions.length > 0;
  if (lines.length > 0 && (artworks.length === 0 || workspace.peek() === "lines") && motions.length + verbs.length + shapes.length === 0) workspace.value = "lines";
  else if (artworks.length === 0 && (figures || alive)) workspace.value = alive ? "creatures" : "verbs";
  else if ((!figures && workspace.peek() === "verbs") || (!alive && workspace.peek() === "creatures") || (lines.length === 0 && workspace.peek() === "lines")) workspace.value = "rig";
}

// ---- Bad days ----------------------------------------------------------------------------------------------------------

function corrupt(next: Storage, found: Opened, problem: Refusal): Trouble {
  const good = lastGood(next.key);
  const actions: { label: string; primary?: boolean; run: () => void }[] = [];
  if (good && good.project !== decoder.decode(found.project))
    actions.push({ label: `Open the version of ${new Date(good.when).toLocaleString()}`, primary: true, run: () => void openGood(next, found, good.project) });
  actions.push({ label: "Try again", primary: actions.length === 0, run: () => void openProject(next) });
  actions.push({ label: "Download project.json", run: () => download("project.json", found.project, "application/json") });
  if (found.journal) actions.push({ label: "Download the journal", run: () => download("journal.jsonl", found.journal, "application/jsonl") });
  actions.push({ label: "Back to the gallery", run: () => void toGallery() });
  return {
    title: "This project cannot be opened",
    message: problem.message,
    remedy: problem.remedy || "Repair project.json in a text editor, then try again. Nothing was changed.",
    place: ["project.json", problem.line ? `line ${problem.line}` : "", problem.path].filter(Boolean).join(", "),
    actions,
  };
}
// The broken one is kept beside it before anything is written; one that was changed since is looked at again instead.
async function openGood(next: Storage, found: Opened, good: string): Promise<void> {
  try {
    const now = await next.readToReplace();
    if (now.length !== found.project.length || now.some((byte, i) => byte !== found.project[i])) return void (await openProject(next));
    const name = await next.keepCopy(now);
    await next.save(good);
    if (await openProject(next)) tell("info", `The damaged file is kept as ${name}.`);
  } catch (problem) {
    showing.value = { kind: "broken", trouble: unreachable(problem) };
  }
}

function tellMissing({ path, reason }: MissingFile): void {
  let dismiss = (): void => {};
  const choose = async (): Promise<void> => {
    const [file] = await chooseFiles(isModel(path) ? endingOf(path) : "image/png");
    if (!file || !files) return;
    try {
      await files.replace(path, new Uint8Array(await file.arrayBuffer()));
      dismiss();
      refresh();
    } catch (problem) {
      tell("error", problem instanceof Error ? problem.message : String(problem), isModel(path) ? "Choose another file." : "Choose a PNG picture.");
    }
  };
  const copy = (): void => {
    void navigator.clipboard.writeText(storage.value?.title ?? "").then(() => tell("info", "The folder's path is on the clipboard."));
  };
  const buttons: { label: string; run: () => void }[] = [{ label: "Choose a file…", run: () => void choose() }];
  if (storage.value?.kind === "server") buttons.push({ label: "Copy the folder's path", run: copy });
  dismiss = tell("warning", `${path} ${reason}.`, "The project is open all the same; put the file back, or choose another.", { stays: true, buttons });
  banners.push(dismiss);
  missingBanners.set(path, dismiss);
}
const missingBanners = new Map<string, () => void>();

async function fileChanged(path: string): Promise<void> {
  if (path === "project.json") return projectChanged();
  if (path === "journal.jsonl" || !files || !studio.value) return;
  if (!files.bytes.has(path) && !files.missing.has(path)) return; // nobody shows it
  const problem = await files.reload(path);
  if (problem) tell("warning", `${path} was changed, but ${problem.reason}.`, "What was there before is still shown.");
  else {
    missingBanners.get(path)?.();
    refresh();
  }
}

// Two versions of project.json: the artist chooses, and the other one is kept. Until then neither is written. What only the
// journal has is kept at once: without the version that it goes on from, which is gone, it would be worth nothing.
interface Choice {
  keepMine(): Promise<string>; // where it is, as it is now
}
let conflict: Choice | null = null;
let comparing = false;

async function projectChanged(): Promise<void> {
  const place = storage.value;
  const core = studio.value;
  const saver = autosave;
  if (!place?.writes || !core || !saver || conflict || comparing) return;
  comparing = true;
  const theirs = await place.read("project.json").catch((problem: unknown) => (problem instanceof StorageFailure && problem.kind === "missing" ? new Uint8Array() : null));
  comparing = false;
  if (!theirs || autosave !== saver || decoder.decode(theirs) === saver.known) return; // gone for now, left, or only touched
  saver.held = true;
  const unsaved = !core.isSaved;
  conflict = choiceOf(place, core, saver);
  askWhich(place, saver, conflict, theirs.length === 0);
  if (unsaved) await conflict.keepMine().catch(failed);
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
  const done = (): void => {
    conflict = null;
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
    saver.held = false;
    await saver.save();
    if (savedState.value === "saved") tell("info", name ? `Yours is saved; theirs is kept as ${name}.` : "Yours is saved.");
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
  banners.push(done);
}
const failed = (problem: unknown): void => void tell("error", problem instanceof Error ? problem.message : String(problem));

function lookOnly(reason: string): void {
  const place = storage.value;
  if (!place) return;
  readOnly.value = { reason, remedy: "Choose “Work here instead” to go on in this tab." };
  savedState.value = "readonly";
  const here = async (): Promise<void> => {
    dismiss();
    await place.takeOver();
    await openProject(place);
  };
  const buttons: { label: string; run: () => void }[] = [{ label: "Work here instead", run: () => void here().catch(failed) }];
  if (autosave?.hasPending) buttons.push({ label: "Download a copy", run: () => void downloadCopy() });
  const dismiss = tell("warning", reason, "This one only looks.", { stays: true, asks: true, buttons });
  // When the other tab goes, this one may write without being asked.
  const waiting = window.setInterval(() => {
    void place.writeIfFree().then(async (free) => {
      if (free && storage.value === place) await openProject(place);
    }, () => {});
  }, LOOK_AGAIN);
  banners.push(dismiss, () => clearInterval(waiting));
}
function closedElsewhere(): void {
  readOnly.value = { reason: "Another tab opened another project.", remedy: "Reload this page to go there." };
  banners.push(
    tell("warning", "Another tab opened another project.", "What you did here is written; this tab only looks.", {
      stays: true,
      buttons: [
        { label: "Go there", run: () => location.reload() },
        { label: "Download a copy", run: () => void downloadCopy() },
      ],
    }),
  );
}

// ---- Copies ------------------------------------------------------------------------------------------------------------

export async function downloadCopy(): Promise<void> {
  const place = storage.value;
  const core = studio.value;
  if (!place || !core) return;
  const all = await gather(place, core.write(), pathsOf(project.value));
  for (const [path, bytes] of files?.bytes ?? []) if (!all.has(path)) all.set(path, bytes);
  const name = (project.value.name || "Untitled").replace(/[^\p{L}\p{N} ._-]+/gu, "-");
  download(`${name}.zip`, zip(all), "application/zip");
}
export async function save(): Promise<void> {
  if (!autosave || !storage.value) return;
  if (readOnly.value) return void tell("warning", readOnly.value.reason, readOnly.value.remedy);
  if (conflict) return void tell("warning", "There are two versions of project.json.", "Choose first: “Load theirs” or “Keep mine”, above. What you do is in the journal.");
  await autosave.save();
  if (savedState.value === "saved") tell("success", "Saved.");
}
// Everything done so far is on the disk, in the journal at least; for those who read the folder behind the server (export).
// Where that cannot be for now, savedState tells.
export async function flush(): Promise<void> {
  await autosave?.settled();
}

// Undo may bring back what names a file that was never read.
effect(() => {
  const paths = pathsOf(project.value);
  const mine = files;
  if (!mine || showing.peek().kind !== "project") return;
  void mine.load(paths).then((missing) => {
    for (const one of missing) tellMissing(one);
    if (missing.length < paths.length && mine.takeFresh()) refresh();
  });
});
