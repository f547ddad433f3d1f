// Loads the core: from the page itself if the studio is one HTML file, otherwise from a file beside it.
import { Module } from "../core/module.ts";
import { embeddedBytes } from "./examples.ts";

export async function loadCore(): Promise<Module> {
    const packed = embeddedBytes("verve-wasm");
    if (packed) {
        const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
        return Module.load(await new Response(stream).arrayBuffer());
    }
    const answer = await fetch(new URL("verve.wasm", document.baseURI));
    if (!answer.ok) throw new Error(`The server answered with status ${answer.status} for verve.wasm.`);
    return Module.load(answer);
}
