// Imports motions and models as takes, skeletons and forms in the same way as `verve import`: files are written to
// clips/ and forms/ under free names, then one command adds everything, so that a single undo removes it.
import { buffersBeside, endingOf } from "./images.ts";
import { importing } from "./import.ts";
import { fileStem, layerName, nameOfFile } from "./names.ts";
import { projectFiles } from "./session.ts";
import { chooseFiles } from "./zip.ts";
import type { ModelFile } from "../core/act.ts";
import type { Command } from "../core/project.ts";
import { project, readOnly, send, studio } from "../state/document.ts";
import { tell } from "../state/messages.ts";

const MOST_BYTES = 256 * 1024 * 1024;

export const MOTIONS = ".bvh,.glb,.gltf,.bin";
export const MODELS = ".bvh,.glb,.gltf,.bin,.obj";
export const isModelFile = (name: string): boolean => /\.(bvh|glb|gltf|obj)$/i.test(name);
export const isBuffer = (name: string): boolean => /\.bin$/i.test(name);

class ImportProblem extends Error {
    readonly remedy: string;
    constructor(message: string, remedy: string) {
        super(message);
        this.remedy = remedy;
    }
}

// ---- Files ---------------------------------------------------------------------------------------------------------

type Bytes = Uint8Array<ArrayBuffer>;

async function readFile(file: File): Promise<Bytes> {
    if (file.size > MOST_BYTES) throw new ImportProblem(`${file.name} is too large.`, "Cut it into shorter pieces.");
    return new Uint8Array(await file.arrayBuffer());
}
function base64(bytes: Uint8Array): string {
    let text = "";
    for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
    return btoa(text);
}
// Packs a .gltf with its separate buffers into one file.
async function embedBuffers(file: File, bytes: Bytes, filesBeside: ReadonlyMap<string, File>): Promise<Bytes> {
    if (endingOf(file.name) !== ".gltf" || buffersBeside("", bytes).length === 0) return bytes;
    const told = JSON.parse(new TextDecoder().decode(bytes)) as { buffers: { uri?: string }[] };
    for (const buffer of told.buffers) {
        if (!buffer.uri || buffer.uri.startsWith("data:")) continue;
        const other = filesBeside.get(decodeURIComponent(buffer.uri).split("/").at(-1)!);
        if (!other)
            throw new ImportProblem(
                `${file.name} needs the file ${buffer.uri} beside it.`,
                "Choose both together, or save it as .glb.",
            );
        buffer.uri = `data:application/octet-stream;base64,${base64(await readFile(other))}`;
    }
    return new TextEncoder().encode(JSON.stringify(told));
}

// ---- Commands ------------------------------------------------------------------------------------------------------

// Names in use: those of the project and those that this import has assigned.
class Names {
    private readonly taken: Record<"skeleton" | "take" | "form", string[]>;
    constructor() {
        const { skeletons, takes, forms } = project.peek();
        const of = (items: readonly { name: string }[]): string[] => items.map((item) => item.name);
        this.taken = { skeleton: of(skeletons), take: of(takes), form: of(forms) };
    }
    claim(kind: "skeleton" | "take" | "form", wanted: string): string {
        const name = layerName(wanted, this.taken[kind]);
        this.taken[kind].push(name);
        return name;
    }
}

interface Source {
    readonly file: File;
    readonly bytes: Bytes;
    readonly found: ModelFile;
}
function addSource(source: Source, path: string, names: Names, skeletons: Map<string, string>): Command[] {
    const { file, found } = source;
    const stem = nameOfFile(file.name);
    const commands: Command[] = [];
    const gltf = endingOf(file.name) !== ".bvh" && endingOf(file.name) !== ".obj";
    const joints = JSON.stringify([found.joints, found.parents]);
    let skeleton = found.skeleton ?? skeletons.get(joints) ?? null;
    if (!skeleton && (found.joints?.length ?? 0) > 0) {
        skeleton = names.claim("skeleton", stem);
        skeletons.set(joints, skeleton);
        commands.push({ do: "skeleton.add", name: skeleton, file: path });
    }
    for (const take of found.takes ?? [])
        commands.push({
            do: "take.add",
            name: names.claim("take", gltf ? take.name : stem),
            skeleton,
            file: path,
            ...(gltf ? { clip: take.name } : {}),
        });
    for (const { mesh, morph } of found.forms ?? []) {
        const wanted = mesh === null ? stem : morph === null ? mesh : `${mesh} ${morph}`;
        commands.push({
            do: "form.add",
            name: names.claim("form", wanted),
            file: path,
            ...(mesh === null ? {} : { mesh }),
            ...(morph === null ? {} : { morph }),
        });
    }
    return commands;
}

async function bring(files: readonly File[]): Promise<Command[]> {
    const [core, mine] = [studio.peek(), projectFiles()];
    if (!core || !mine) throw new ImportProblem("No project is open.", "Open or make one first.");
    const filesBeside = new Map(files.filter((file) => isBuffer(file.name)).map((file) => [file.name, file]));
    const names = new Names();
    const sources: Source[] = [];
    for (const file of files.filter((one) => isModelFile(one.name))) {
        const bytes = await embedBuffers(file, await readFile(file), filesBeside);
        // Nothing that cannot be read is written
        sources.push({ file, bytes, found: core.readModel(file.name, bytes) });
    }
    const commands: Command[] = [];
    const skeletons = new Map<string, string>(); // new skeletons by their joints
    for (const [i, source] of sources.entries()) {
        importing.value = { what: source.file.name, done: i / sources.length };
        const folder =
            endingOf(source.file.name) !== ".obj" &&
            ((source.found.takes?.length ?? 0) > 0 || endingOf(source.file.name) === ".bvh")
                ? "clips"
                : "forms";
        const path = await mine.addModel(
            folder,
            fileStem(nameOfFile(source.file.name), null),
            endingOf(source.file.name),
            source.bytes,
        );
        commands.push(...addSource(source, path, names, skeletons));
        for (const warning of source.found.warnings ?? []) tell("warning", `${source.file.name}: ${warning}.`);
    }
    return commands;
}

// Returns the names of the takes that were added, or null after an error, which has been reported.
export async function importModels(files: readonly File[]): Promise<string[] | null> {
    if (readOnly.value) {
        tell("warning", readOnly.value.reason, readOnly.value.remedy);
        return null;
    }
    const first = files.find((file) => isModelFile(file.name));
    if (!first) {
        tell(
            "warning",
            "There is no motion and no model among these files.",
            "Choose .bvh, .glb, .gltf or .obj files.",
        );
        return null;
    }
    try {
        importing.value = { what: first.name, done: 0 };
        const commands = await bring(files);
        if (!send({ do: "group", label: "import", commands })) return null;
        const takes = commands.filter((command) => command.do === "take.add").map((command) => String(command["name"]));
        const forms = commands.filter((command) => command.do === "form.add").length;
        const parts = [
            takes.length && `${takes.length} ${takes.length === 1 ? "take" : "takes"}`,
            forms && `${forms} ${forms === 1 ? "form" : "forms"}`,
        ].filter(Boolean);
        tell("success", `Imported ${parts.join(" and ")}.`);
        return takes;
    } catch (problem) {
        tell(
            "error",
            problem instanceof Error ? problem.message : String(problem),
            (problem as { remedy?: string }).remedy || "Nothing was changed.",
        );
        return null;
    } finally {
        importing.value = null;
    }
}
export async function chooseMotions(accept = MOTIONS): Promise<string[] | null> {
    const files = await chooseFiles(accept, true);
    return files.length > 0 ? importModels(files) : null;
}
export const chooseModels = (): void => void chooseMotions(MODELS);
