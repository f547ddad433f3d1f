// Plays a scene in the WebAssembly module with a hand in it: drags and throws its first actor, pushes it, changes a
// strength, and looks back on the way. Writes the command that keeps the take, and prints the hash of its last frame:
// node take.mjs verve.wasm PROJECT SCENE FRAMES TAKE.json
import { writeFileSync } from "node:fs";
import { open } from "./open.mjs";

const [wasm, project, name, frames, out] = process.argv.slice(2);
const { core, studio, lend, lendText, text, must } = open(wasm, project);
const words = (at, count) => new Uint32Array(core.memory.buffer, at, count);

must(core.vv_studio_project(studio));
const scenes = JSON.parse(text()).scenes;
const scene = scenes.findIndex((s) => s.name === name);
const actor = scenes[scene].actors[0].name;
const view = core.vv_studio_play(studio, scene);
if (!view) throw new Error(text());

// vv_play: scene, actor_count, actors; vv_play_actor: nine words, then x and y.
const centre = () => new Float32Array(core.memory.buffer, words(view, 3)[2] + 36, 2);
const cue = (entry) => must(core.vv_studio_cue(studio, ...lendText(JSON.stringify({ actor, ...entry }))));
const seek = (frame) => {
  if (!core.vv_studio_seek(studio, frame / 60)) throw new Error("too far for one call");
};

let grip = [0, 0];
for (let f = 0; f < Number(frames); f++) {
  if (f === 60) {
    grip = [...centre()];
    if (core.vv_studio_play_grab(studio, ...grip) !== 0) throw new Error("nothing is under the hand");
  }
  if (f > 60 && f < 100) must(core.vv_studio_play_drag(studio, grip[0] + 0.03 * (f - 60), grip[1] + 0.5 * Math.sin(0.1 * (f - 60))));
  if (f === 100) core.vv_studio_play_release(studio);
  if (f === 200) cue({ do: "push", impulse: [-0.5, 2] });
  if (f === 260) cue({ do: "strengths", strengths: { stiffness: 9, bounce: 0.4 } });
  seek(f);
  if (f === 300) {
    seek(80);
    seek(300);
  }
}
const hash = lend(new Uint8Array(8));
core.vv_studio_play_hash(studio, hash);
console.log(new DataView(core.memory.buffer).getBigUint64(hash, true).toString(16).padStart(16, "0"));
must(core.vv_studio_store_take(studio, lendText("take")[0], Number(frames) / 60));
writeFileSync(out, text());
core.vv_studio_destroy(studio);
