// Makes the blend at a place an example: writes it as a file of the project, adds the form or take, and gives it a
// place.
import { projectFiles, storage } from "../files/session.ts";
import { Conflict } from "../files/storage.ts";
import { ask, freeName, project, readOnly, send, studio } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { subject } from "../state/subject.ts";
import { axes, command, exampleKind, field, pickExample, setPlace, verb } from "./state.ts";

const stemOf = (name: string): string =>
    name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-|-$/g, "") || "blend";

// Writes "forms/STEM.obj", or "forms/STEM-2.obj" where that exists: no file is ever overwritten.
async function writeFile(
    folder: string,
    stem: string,
    ending: string,
    bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
    for (let n = 1; ; n++) {
        const path = `${folder}/${stem}${n > 1 ? `-${n}` : ""}${ending}`;
        if (projectFiles()?.bytes.has(path)) continue;
        try {
            await storage.peek()!.write(path, bytes, true);
            return path;
        } catch (problem) {
            if (!(problem instanceof Conflict)) throw problem;
        }
    }
}

// The name of a new example: the field's name and the value on each axis, such as "walk speed 0.4 slope 1".
function nameFor(at: readonly number[]): string {
    const words = axes.peek().map((axis, i) => `${axis.name} ${Number((at[i] ?? 0).toPrecision(2))}`);
    return `${field.peek()?.name ?? "blend"} ${words.join(" ")}`.slice(0, 48).trim();
}

export async function insertExample(at: readonly number[]): Promise<boolean> {
    const own = field.peek();
    const core = studio.peek();
    if (!own || !core || !storage.peek() || !subject.peek()) return false;
    if (readOnly.peek()) {
        tell("warning", readOnly.peek()!.reason, readOnly.peek()!.remedy);
        return false;
    }
    setPlace(at);
    const text = ask((c) => c.actFile(), true);
    if (text === null) return false;
    const kind = exampleKind();
    const name = freeName(nameFor(at), kind === "form" ? project.peek().forms : project.peek().takes);
    const bytes = new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
    try {
        const file = await writeFile(
            kind === "form" ? "forms" : "clips",
            stemOf(name),
            kind === "form" ? ".obj" : ".bvh",
            bytes,
        );
        core.putFile(file, bytes);
        projectFiles()?.bytes.set(file, bytes);
        const item =
            kind === "form"
                ? { do: "form.add", name, file }
                : { do: "take.add", name, file, skeleton: verb.peek()!.skeleton };
        const done = send([item, command("place.add", { [kind]: name, at })]);
        if (done) pickExample(name);
        return done;
    } catch (problem) {
        tell(
            "error",
            `The example could not be written: ${problem instanceof Error ? problem.message : String(problem)}`,
        );
        return false;
    }
}
