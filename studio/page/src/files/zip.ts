// Projects as .zip files, and as folders and files that were dropped on the page or chosen in a dialog.
import { strToU8, unzipSync, zipSync } from "fflate";
import type { Files, Storage } from "./storage.ts";
import { StorageFailure } from "./storage.ts";

const MOST_BYTES = 512 * 1024 * 1024; // unpacked: anything larger is not a project
const MOST_FILES = 4096;

const isSafe = (path: string): boolean =>
    !path.split("/").some((part) => part === ".." || part === "." || part === "") && !/[\\\0]/.test(path);

// The files of a .zip by path; folders, and paths that would leave the folder, are dropped.
export function unzip(bytes: Uint8Array): Map<string, Uint8Array<ArrayBuffer>> {
    let totalBytes = 0;
    let count = 0;
    const filter = (file: { name: string; originalSize: number }): boolean => {
        if (!isSafe(file.name)) return false;
        totalBytes += file.originalSize;
        return ++count <= MOST_FILES && totalBytes <= MOST_BYTES;
    };
    let files: Record<string, Uint8Array>;
    try {
        files = unzipSync(bytes, { filter });
    } catch {
        throw new StorageFailure(
            "refused",
            "This .zip cannot be read.",
            "It may be cut off: download or copy it again.",
        );
    }
    if (count > MOST_FILES || totalBytes > MOST_BYTES)
        throw new StorageFailure(
            "refused",
            "This .zip is too large for a project.",
            "Take out what does not belong to the project.",
        );
    return new Map(Object.entries(files) as [string, Uint8Array<ArrayBuffer>][]);
}

// The files that belong to a project: those beside and below the topmost project.json, with paths relative to it.
export function projectAmong(files: Files): Map<string, Uint8Array<ArrayBuffer>> {
    const depth = (path: string): number => path.split("/").length;
    const found = [...files.keys()]
        .filter((path) => path === "project.json" || path.endsWith("/project.json"))
        .sort((a, b) => depth(a) - depth(b))[0];
    if (found === undefined)
        throw new StorageFailure(
            "refused",
            "There is no project.json in it.",
            "Choose a .zip that the studio wrote, or the project's folder.",
        );
    const root = found.slice(0, found.length - "project.json".length);
    const belongs = /^(project\.json|journal\.jsonl|(art|clips|forms|creatures)\/.+)$/;
    return new Map(
        [...files]
            .filter(([path]) => path.startsWith(root) && belongs.test(path.slice(root.length)))
            .map(([path, bytes]) => [path.slice(root.length), bytes]),
    );
}

export function zip(files: Files): Uint8Array<ArrayBuffer> {
    return zipSync(
        Object.fromEntries(
            [...files].map(([path, bytes]) => [path, [bytes, { level: path.endsWith(".png") ? 0 : 6 }]]),
        ),
    ) as Uint8Array<ArrayBuffer>;
}

// The open project as files: the current project.json and every file that it names.
export async function gather(
    storage: Storage,
    project: string,
    paths: readonly string[],
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
    const files = new Map<string, Uint8Array<ArrayBuffer>>([
        ["project.json", strToU8(project) as Uint8Array<ArrayBuffer>],
    ]);
    const all = new Set([
        ...paths,
        ...((await storage.list?.()) ?? []).filter((path) => /^(art|clips|forms|creatures)\//.test(path)),
    ]);
    await Promise.all(
        [...all].map(async (path) => {
            try {
                files.set(path, await storage.read(path));
            } catch {
                // a missing file is missing in the copy too; an incomplete copy is better than none
            }
        }),
    );
    return files;
}

export function download(
    name: string,
    content: Uint8Array<ArrayBuffer> | string | Blob,
    type = "application/octet-stream",
): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// ---- Import --------------------------------------------------------------------------------------------------------

const bytesOf = async (file: File): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await file.arrayBuffer());

async function filesOfEntry(entry: FileSystemEntry, into: Map<string, File>): Promise<void> {
    if (entry.isFile) {
        const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
        into.set(entry.fullPath.replace(/^\//, ""), file);
        return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    for (;;) {
        const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
        if (some.length === 0 || into.size > MOST_FILES) return;
        for (const one of some) await filesOfEntry(one, into);
    }
}
// Everything that was dropped, with folders expanded. The entries must be taken before the first await, because the
// list is then emptied.
export async function droppedFiles(transfer: DataTransfer): Promise<Map<string, File>> {
    const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
    const files = new Map<string, File>();
    if (entries.every((entry) => entry === null)) for (const file of transfer.files) files.set(file.name, file);
    for (const entry of entries) if (entry) await filesOfEntry(entry, files);
    return files;
}
export async function readAll(files: ReadonlyMap<string, File>): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
    return new Map(await Promise.all([...files].map(async ([path, file]) => [path, await bytesOf(file)] as const)));
}

// Asks for files. Resolves with an empty list if the artist cancelled.
export function chooseFiles(accept: string, several = false): Promise<File[]> {
    return new Promise((resolve) => {
        const input = document.createElement("input");
        const finish = (files: File[]): void => {
            input.remove();
            resolve(files);
        };
        input.type = "file";
        input.accept = accept;
        input.multiple = several;
        input.hidden = true;
        input.oncancel = () => finish([]);
        input.onchange = () => finish([...(input.files ?? [])]);
        // The element is attached to the document, because otherwise nothing would refer to it while the artist
        // chooses: it could be garbage collected, and the choice lost with it.
        document.body.append(input);
        input.click();
    });
}
