// Opens a project in the WebAssembly module as the page does, applies commands, and prints the hash that
// `verve apply --hash` prints: node hash.mjs verve.wasm PROJECT COMMANDS.json
import { readFileSync } from "node:fs";
import { open } from "./open.mjs";

const [wasm, project, commands] = process.argv.slice(2);
const { core, studio, lendText, must } = open(wasm, project);
must(core.vv_studio_apply(studio, ...lendText(readFileSync(commands, "utf8"))));
const hash = core.vv_allocate(8);
must(core.vv_studio_hash(studio, hash));
console.log(new DataView(core.memory.buffer).getBigUint64(hash, true).toString(16).padStart(16, "0"));
core.vv_studio_destroy(studio);
