// The actions of the File menu.
import { register } from "../state/actions.ts";
import { importModels, isModelFile } from "./models.ts";
import { project, readOnly } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { addDrawings, chooseAndImport, importFiles, isPicture, PICTURES, readDrawings } from "./import.ts";
import { nameOfFile } from "./names.ts";
import { adopt, downloadCopy, openFrom, save, showing, toGallery } from "./session.ts";
import { chooseFiles, droppedFiles, projectAmong, readAll, unzip } from "./zip.ts";

const isOpen = (): boolean => showing.value.kind === "project";
const mayChange = (): boolean => isOpen() && readOnly.value === null;

export const newProject = (name = "Untitled"): Promise<boolean> => openFrom((place) => place.create(name));

// An imported drawing becomes a project only after it was read, so a refused drawing leaves no project behind.
export async function projectFromDrawings(files: readonly File[]): Promise<void> {
    const drawings = await readDrawings(files);
    if (drawings.length > 0 && (await newProject(drawings[0]!.name))) await addDrawings(drawings);
}
export async function openDrawing(): Promise<void> {
    const files = await chooseFiles(PICTURES, true);
    if (files.length > 0) await projectFromDrawings(files);
}

function adoptProblem(problem: unknown): void {
    const remedy = (problem as { remedy?: string }).remedy ?? "";
    tell("error", problem instanceof Error ? problem.message : String(problem), remedy);
}
async function adoptZip(file: File): Promise<void> {
    try {
        await adopt(nameOfFile(file.name), projectAmong(unzip(new Uint8Array(await file.arrayBuffer()))));
    } catch (problem) {
        adoptProblem(problem);
    }
}
export async function openZip(): Promise<void> {
    const [file] = await chooseFiles(".zip,application/zip");
    if (file) await adoptZip(file);
}

// A .zip or a folder with a project.json is opened; drawings are imported into the open project, or into a new one.
export async function takeDropped(transfer: DataTransfer): Promise<void> {
    const files = await droppedFiles(transfer);
    const names = [...files.keys()];
    const zipped = [...files.values()].find((file) => /\.zip$/i.test(file.name));
    if (names.some((name) => /(^|\/)project\.json$/.test(name))) {
        try {
            await adopt(nameOfFile(names[0]!.split("/")[0]!), projectAmong(await readAll(files)));
        } catch (problem) {
            adoptProblem(problem);
        }
    } else if (zipped) await adoptZip(zipped);
    else if (isOpen() && names.some(isModelFile)) await importModels([...files.values()]);
    else if (isOpen()) await importFiles([...files.values()]);
    else if ([...files.values()].some((file) => isPicture(file.name))) await projectFromDrawings([...files.values()]);
    else
        tell(
            "warning",
            "It contains nothing that the studio can open.",
            "Drop an SVG, PNG, JPEG or WebP, a .zip, or a project's folder.",
        );
}

export function registerFileActions(): void {
    register(
        {
            id: "file.new",
            label: "New project",
            menu: "File",
            group: 0,
            icon: "file-plus",
            run: () => void newProject(),
        },
        {
            id: "file.gallery",
            label: "Open…",
            menu: "File",
            group: 0,
            icon: "layout-grid",
            keys: ["Mod+O"],
            enabled: isOpen,
            run: () => void toGallery(),
        },
        { id: "file.zip", label: "Open .zip…", menu: "File", group: 0, icon: "archive", run: () => void openZip() },
        {
            id: "file.import",
            label: "Import drawings…",
            menu: "File",
            group: 1,
            icon: "image-plus",
            keys: ["Mod+I"],
            enabled: mayChange,
            run: () => void chooseAndImport(),
        },
        {
            id: "file.save",
            label: "Save",
            menu: "File",
            group: 2,
            icon: "save",
            keys: ["Mod+S"],
            enabled: isOpen,
            run: () => void save(),
        },
        {
            id: "file.download",
            label: "Download a copy (.zip)",
            menu: "File",
            group: 2,
            icon: "download",
            keys: ["Mod+Shift+S"],
            enabled: () => isOpen() && project.value.name !== "",
            run: () => void downloadCopy(),
        },
    );
}
