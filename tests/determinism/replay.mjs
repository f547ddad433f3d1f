// Prints the state hash of a script, computed by the WebAssembly module: node replay.mjs replay.wasm SCRIPT.json
import { readFileSync } from "node:fs";

const [wasm, script] = process.argv.slice(2).map((path) => readFileSync(path));
const module = new WebAssembly.Module(wasm);
if (WebAssembly.Module.imports(module).length > 0) {
  console.error("the module has imports:", WebAssembly.Module.imports(module));
  process.exit(1);
}
const core = new WebAssembly.Instance(module).exports;
const text = core.vv_allocate(script.length);
const out = core.vv_allocate(1024);
new Uint8Array(core.memory.buffer, text, script.length).set(script);
const result = core.vv_replay(text, script.length, out, out + 8, 1016);
if (result !== 0) {
  const bytes = new Uint8Array(core.memory.buffer, out + 8, 1016);
  console.error("replay:", new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0))));
  process.exit(1);
}
console.log(new DataView(core.memory.buffer).getBigUint64(out, true).toString(16).padStart(16, "0"));
