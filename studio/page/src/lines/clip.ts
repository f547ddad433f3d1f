// Makes a clip from a line: for a body a file in clips/ and a take, for a drawing a clip.
import type { Command } from "../core/project.ts";
import { projectFiles, storage } from "../files/session.ts";
import { Conflict } from "../files/storage.ts";
import { ask, freeName, project, readOnly, send, studio } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { artworkName, workspace } from "../state/app.ts";
import { isDrawing, line } from "./state.ts";

const stemOf = (name: string): string =>
    name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-|-$/g, "") || "line";

// An existing file is never overwritten.
async function writeFile(stem: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    for (let n = 1; ; n++) {
        const path = `clips/${stem}${n > 1 ? `-${n}` : ""}.bvh`;
        if (projectFiles()?.bytes.has(path)) continue;
        try {
            await storage.peek()!.write(path, bytes, true);
            return path;
        } catch (problem) {
            if (!(problem instanceof Conflict)) throw problem;
        }
    }
}
function clipOfDrawing(name: string): boolean {
    const text = ask((core) => core.actions.clip(name), true);
    if (text === null || !send(JSON.parse(text) as Command)) return false;
    const art = line.peek()!.artwork!;
    tell(
        "success",
        `The clip “${name}” is made.`,
        "It is on the timeline of the Stage; puppets and sprites can play it.",
        {
            buttons: [
                {
                    label: "Open Stage",
                    run() {
                        artworkName.value = art;
                        workspace.value = "stage";
                    },
                },
            ],
        },
    );
    return true;
}
// Stores the drawing at each keystroke as a pose, and links the poses in a row so that neighbours blend.
export function makePoses(): boolean {
    const now = line.peek();
    const art = project.peek().artworks.find((a) => a.name === now?.artwork);
    if (!now || !art || now.keys.length === 0) return false;
    const taken = (name: string): boolean => art.examples.some((e) => e.name === `${name} 1`);
    let name = now.name;
    for (let n = 2; taken(name); n++) name = `${now.name}-${n}`;
    const text = ask((core) => core.actions.poses(name), true);
    if (text === null || !send(JSON.parse(text) as Command)) return false;
    tell(
        "success",
        `${now.keys.length} poses are made.`,
        "They blend in a row; sprites go through them, and puppets give way to them.",
        {
            buttons: [
                {
                    label: "Open Poses",
                    run() {
                        artworkName.value = art.name;
                        workspace.value = "poses";
                    },
                },
            ],
        },
    );
    return true;
}
// A creature has no takes, so its motion is written to a file in a standard format.
async function takeOfBody(name: string): Promise<boolean> {
    const text = ask((core) => core.actions.clip(name), true);
    if (text === null) return false;
    const bytes = new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
    const file = await writeFile(stemOf(name), bytes);
    studio.peek()!.putFile(file, bytes);
    projectFiles()?.bytes.set(file, bytes);
    const { skeleton } = line.peek()!;
    if (!skeleton) {
        tell("success", `The motion is in ${file}.`);
        return true;
    }
    if (!send({ do: "take.add", name, file, skeleton })) return false;
    tell("success", `The take “${name}” is made.`, "Verbs can blend it, and other lines can lie over it.", {
        buttons: [{ label: "Open Verbs", run: () => void (workspace.value = "verbs") }],
    });
    return true;
}
export async function makeClip(): Promise<boolean> {
    const now = line.peek();
    if (!now || !storage.peek() || now.keys.length === 0) return false;
    if (readOnly.peek()) {
        tell("warning", readOnly.peek()!.reason, readOnly.peek()!.remedy);
        return false;
    }
    try {
        return isDrawing.peek()
            ? clipOfDrawing(freeName(now.name, project.peek().clips))
            : await takeOfBody(freeName(now.name, project.peek().takes));
    } catch (problem) {
        tell("error", `The clip could not be written: ${problem instanceof Error ? problem.message : String(problem)}`);
        return false;
    }
}
