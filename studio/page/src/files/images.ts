// The pictures, meshes, motions and models that a project names: read, decoded, and passed to the core.
import type { Project } from "../core/project.ts";
import type { Studio } from "../core/studio.ts";
import { pictures } from "../draw/textures.ts";
import type { Picture } from "../draw/textures.ts";
import { decode } from "./pixels.ts";
import { Conflict, StorageFailure } from "./storage.ts";
import type { Storage } from "./storage.ts";

export function pathsOf(project: Project): string[] {
    const layers = project.artworks.flatMap((artwork) => artwork.layers);
    const models = [...project.skeletons, ...project.takes, ...project.forms, ...project.creatures].map(
        (one) => one.file,
    );
    return [
        ...new Set(
            [...layers.flatMap((layer) => [layer.image, layer.mesh]), ...models].filter(
                (path): path is string => !!path,
            ),
        ),
    ];
}

// File kinds that the core reads itself; everything else is a picture.
export const isModel = (path: string): boolean => /\.(obj|bvh|gltf|glb|bin|json)$/i.test(path);
const isGltf = (path: string): boolean => /\.gltf$/i.test(path);
export const endingOf = (path: string): string => /\.[^./]*$/.exec(path)?.[0].toLowerCase() ?? "";

// Paths in the project of the buffers stored beside a .gltf. A broken .gltf yields none: the core reports what is
// wrong with it.
export function buffersBeside(path: string, bytes: Uint8Array): string[] {
    let told: { buffers?: readonly { uri?: unknown }[] };
    try {
        told = JSON.parse(new TextDecoder().decode(bytes)) as typeof told;
    } catch {
        return [];
    }
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const names = (Array.isArray(told?.buffers) ? told.buffers : []).map((buffer) => buffer?.uri);
    return names
        .filter((name): name is string => typeof name === "string" && !name.startsWith("data:"))
        .map((name) => folder + name);
}

export interface MissingFile {
    readonly path: string;
    readonly reason: string;
}

export class ProjectFiles {
    private readonly core: Studio;
    private readonly storage: Storage;
    // The bytes as read, used to copy the project when the storage no longer responds.
    readonly bytes = new Map<string, Uint8Array<ArrayBuffer>>();
    readonly missing = new Map<string, string>();

    constructor(core: Studio, storage: Storage) {
        this.core = core;
        this.storage = storage;
    }

    private isClosed = false;
    private isAdded = false;
    // Whether any file arrived since the last call.
    takeAdded(): boolean {
        const was = this.isAdded;
        this.isAdded = false;
        return was;
    }
    close(): void {
        this.isClosed = true;
        pictures.clear();
    }

    // Reads all missing files in parallel. Returns the paths that could not be read this time.
    async load(paths: readonly string[]): Promise<MissingFile[]> {
        const wanted = paths.filter((path) => !this.bytes.has(path) && !this.missing.has(path));
        const results = await Promise.all(wanted.map((path) => this.reload(path)));
        return results.filter((result) => result !== null);
    }
    async reload(path: string): Promise<MissingFile | null> {
        try {
            const bytes = await this.storage.read(path);
            const bufferPaths = isGltf(path) ? await this.load(buffersBeside(path, bytes)) : [];
            await this.put(path, bytes);
            return bufferPaths[0] ?? null;
        } catch (problem) {
            const reason =
                problem instanceof StorageFailure && problem.kind === "missing"
                    ? "is missing"
                    : `cannot be read: ${problem instanceof Error ? problem.message : String(problem)}`;
            this.missing.set(path, reason);
            return { path, reason };
        }
    }
    async put(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
        this.take(path, bytes, isModel(path) ? null : await decode(bytes));
    }
    private take(path: string, bytes: Uint8Array<ArrayBuffer>, picture: Picture | null): void {
        if (this.isClosed) return; // the project was closed while this was loading
        if (picture) {
            this.core.putImage(path, picture.width, picture.height, picture.pixels);
            pictures.put(path, picture);
        } else this.core.putFile(path, bytes);
        this.bytes.set(path, bytes);
        this.missing.delete(path);
        this.isAdded = true;
    }
    // Replaces the file that exists or is missing.
    async replace(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
        const picture = isModel(path) ? null : await decode(bytes); // nothing that cannot be decoded is written
        await this.storage.write(path, bytes);
        this.take(path, bytes, picture);
    }
    // Writes "art/STEM.png", or "art/STEM-2.png" if that exists; nothing is ever overwritten. Returns the path.
    async keep(stem: string, ending: string, bytes: Uint8Array<ArrayBuffer>, folder = "art"): Promise<string> {
        for (let n = 1; ; n++) {
            const path = `${folder}/${stem}${n > 1 ? `-${n}` : ""}${ending}`;
            if (this.bytes.has(path)) continue;
            try {
                await this.storage.write(path, bytes, true);
                return path;
            } catch (problem) {
                if (!(problem instanceof Conflict)) throw problem;
            }
        }
    }
    // Adds a picture, which is shown once an artwork names the returned path.
    async add(stem: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
        const picture = await decode(bytes);
        const path = await this.keep(stem, ".png", bytes);
        this.take(path, bytes, picture);
        return path;
    }
    // Adds a motion or a model, which is used once the project names the returned path.
    async addModel(
        folder: "clips" | "forms" | "creatures",
        stem: string,
        ending: string,
        bytes: Uint8Array<ArrayBuffer>,
    ): Promise<string> {
        const path = await this.keep(stem, ending, bytes, folder);
        this.take(path, bytes, null);
        return path;
    }
    sizeOf(path: string): { width: number; height: number } | null {
        return pictures.get(path) ?? null;
    }
}
