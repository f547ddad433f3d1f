// Loads the core: from the page itself where it is one HTML file, else from beside it.
import { Module } from "../core/module.ts";
import { embeddedBytes } from "./examples.ts";

export async function loadCore(): Promise<Module> {
  const packed = embeddedBytes("verve-wasm");
  if (packed) {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return Module.load(await new Response(stream).arrayBuffer());
  }
  const answer = await fetch(new URL("verve.wasm", document.baseURI));
  if (!answer.ok) throw new Error(`The server answered ${answer.status} for verve.wasm.`);
  return Module.load(answer);
}
