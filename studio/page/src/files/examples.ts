// Examples inside the page: the studio that is one HTML file carries them as one base64 .zip in an element that
// build.mjs adds. A page from a server has none, because the server provides them.
import type { ExampleTile, Files } from "./storage.ts";
import { unzip } from "./zip.ts";

interface Embedded {
    readonly tiles: readonly ExampleTile[];
    files(id: string): Files;
}
const nothing: Embedded = { tiles: [], files: () => new Map() };

export function embeddedBytes(id: string): Uint8Array<ArrayBuffer> | null {
    const text = document.getElementById(id)?.textContent?.trim();
    return text ? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) : null;
}

async function load(): Promise<Embedded> {
    const bytes = embeddedBytes("verve-examples");
    if (!bytes) return nothing;
    const all = unzip(bytes);
    const tiles = JSON.parse(new TextDecoder().decode(all.get("gallery.json"))) as ExampleTile[];
    return {
        tiles,
        files: (id) =>
            new Map(
                [...all]
                    .filter(([path]) => path.startsWith(`${id}/`))
                    .map(([path, content]) => [path.slice(id.length + 1), content]),
            ),
    };
}
// Unpacked on first use.
class EmbeddedExamples {
    private read: Promise<Embedded> | null = null;

    get(): Promise<Embedded> {
        return (this.read ??= load());
    }
}
const examples = new EmbeddedExamples();
export const embeddedExamples = (): Promise<Embedded> => examples.get();
