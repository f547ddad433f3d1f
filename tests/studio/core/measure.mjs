// How long the page waits for the core while a project is edited: node measure.mjs SOURCE BUILD [EXAMPLE]. Processor
// time; the least and the middle of seven rounds.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bring } from "./bring.mjs";

const [source, build, example = "puppet-cat"] = process.argv.slice(2);
const ROUNDS = 7;
const { Studio, Module } = await bring(source, 'export * from "./core/studio.ts"; export * from "./core/module.ts";');
const studio = new Studio(await Module.load(readFileSync(join(build, "verve.wasm"))));
studio.open(readFileSync(join(source, "examples", example, "project.json")), "");
studio.saving();
studio.saved();
studio.beginJournal();
studio.takeLine();
const artwork = studio.update().project.artworks[0].name;
const command = (tick) => ({ do: "artwork.set", artwork, scale: 100 + (tick % 500) / 4 });

const milliseconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
function measure(what, target, repeat, work) {
  for (let i = 0; i < repeat; i++) work(i); // the first rounds compile
  const rounds = Array.from({ length: ROUNDS }, (_, round) => {
    const begun = milliseconds();
    for (let i = 0; i < repeat; i++) work(round * repeat + i);
    return (milliseconds() - begun) / repeat;
  }).sort((a, b) => a - b);
  console.log(`${what.padEnd(44)} least ${rounds[0].toFixed(3)} ms, median ${rounds[ROUNDS >> 1].toFixed(3)}; at most ${target}`);
}

measure("a slider's tick, to the page's new state", 1, 100, (tick) => (studio.preview(command(tick)), studio.update()));
measure("a step with its line of the journal", 1, 100, (tick) => (studio.apply(command(tick)), studio.takeLine(), studio.update()));
measure("undo and redo", 1, 100, (tick) => (tick % 2 ? studio.redo() : studio.undo(), studio.takeLine(), studio.update()));
measure("a check", 5, 20, () => studio.check());
measure("the text of project.json", 5, 20, () => studio.write());
measure("saving, with the lines of the journal", 5, 20, () => (studio.saving(), studio.takeLine(), studio.saved(), studio.takeLine()));
