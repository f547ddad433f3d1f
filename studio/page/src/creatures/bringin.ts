// Adds creatures: from files, from seeds, and from the skeletons of takes.
import { isModel, endingOf } from "../files/images.ts";
import { fileStem, nameOfFile } from "../files/names.ts";
import { projectFiles } from "../files/session.ts";
import { chooseFiles } from "../files/zip.ts";
import type { Command } from "../core/project.ts";
import { freeName, project, readOnly, refresh, send } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { openMenu, type MenuEntry } from "../widgets/index.ts";
import { creatureName, guest, showCreature, subject } from "./state.ts";

const FILES = ".json,.glb,.gltf,.bvh";

function added(commands: readonly Command[]): boolean {
    if (
        commands.length === 0 ||
        !send(commands.length === 1 ? commands[0]! : { do: "group", label: "add creatures", commands })
    )
        return false;
    for (const one of commands) showCreature(String(one["name"]), true);
    creatureName.value = String(commands.at(-1)!["name"]);
    return true;
}

export async function addFromFiles(): Promise<void> {
    if (readOnly.peek()) return void tell("warning", readOnly.peek()!.reason, readOnly.peek()!.remedy);
    const files = (await chooseFiles(FILES, true)).filter((file) => isModel(file.name));
    const mine = projectFiles();
    if (!mine || files.length === 0) return;
    try {
        const commands: Command[] = [];
        for (const file of files) {
            const stem = nameOfFile(file.name);
            const path = await mine.addModel(
                "creatures",
                fileStem(stem, null),
                endingOf(file.name),
                new Uint8Array(await file.arrayBuffer()),
            );
            commands.push({
                do: "creature.add",
                name: freeName(stem, [
                    ...project.peek().creatures,
                    ...commands.map((one) => ({ name: String(one["name"]) })),
                ]),
                file: path,
            });
        }
        if (added(commands)) subject.value = "creature";
        else refresh();
    } catch (problem) {
        tell("error", problem instanceof Error ? problem.message : String(problem), "Nothing was changed.");
    }
}
function addFromSkeleton(name: string, file: string): void {
    if (added([{ do: "creature.add", name: freeName(name, project.peek().creatures), file }]))
        subject.value = "creature";
}

// ---- Seeds: a guest creature stands beside the others until it is kept or dismissed

const MAX_SEED = 0xffff_ffff;
export const seedOf = (name: string | null): number | null =>
    name?.startsWith("seed:") ? Number(name.slice(5)) : null;
export function showSeed(seed: number): void {
    guest.value = `seed:${Math.min(MAX_SEED - 1, Math.max(0, Math.round(seed)))}`;
}
export function guestFromRandomSeed(): void {
    showSeed(Math.floor(Math.random() * 100_000));
}
export function keepGuest(): void {
    const seed = seedOf(guest.peek());
    if (seed === null) return;
    guest.value = null;
    added([{ do: "creature.add", name: freeName(`seed ${seed}`, project.peek().creatures), seed }]);
}
export function dismissGuest(): void {
    guest.value = null;
}

export function addMenu(event: MouseEvent): void {
    const { skeletons } = project.peek();
    const entries: MenuEntry[] = [
        { label: "Grow one from a seed", icon: "dices", run: guestFromRandomSeed },
        { label: "From a file…", icon: "import", run: () => void addFromFiles() },
        ...skeletons.map((one) => ({
            label: `From the skeleton ${one.name}`,
            icon: "bone",
            run: () => addFromSkeleton(one.name, one.file),
        })),
    ];
    openMenu(entries, event.currentTarget as Element, { label: "Add a creature" });
}
