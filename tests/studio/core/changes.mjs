// What the page holds follows what the core says has changed: after any row of commands, previews, undo and redo it is
// the project that the core writes whole, member by member in the same order, and what did not change is the same
// object as before. node changes.mjs SOURCE BUILD; VV_LONG=1 tries more.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { bring } from "./bring.mjs";

const [source, build] = process.argv.slice(2);
const STEPS = process.env.VV_LONG ? 2000 : 40;
const { Studio, Module, Refusal } = await bring(source, 'export * from "./core/studio.ts"; export * from "./core/module.ts";');
const module = await Module.load(readFileSync(join(build, "verve.wasm")));

// ---- Chance: Marsaglia's xorshift

let seed = 1;
const chance = (below) => {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return (seed >>> 0) % below;
};
const pick = (list) => list[chance(list.length)];

// ---- Commands

const SINGULAR = { artworks: "artwork", clips: "clip", families: "family", recordings: "recording", skeletons: "skeleton", takes: "take", forms: "form", shapes: "shape", verbs: "verb", graphs: "graph", creatures: "creature", motions: "motion", gaits: "gait", lines: "line", scenes: "scene" };
const PARTS = [["artworks", "layers", "layer"], ["artworks", "handles", "handle"], ["artworks", "examples", "example"], ["artworks", "behaviours", "behaviour"], ["scenes", "actors", "actor"], ["verbs", "axes", "axis"], ["shapes", "axes", "axis"], ["motions", "channels", "channel"]];
const NAMES = ["__proto__", "constructor", "splice", "0", "name", "größer", "a \"b\" \\ c"];
let names = 0;
const freshName = () => (chance(3) ? `n${names++}` : pick(NAMES));

// The same value, with one number, word or switch in it that may be another.
function perturbed(value) {
  if (typeof value === "number") return chance(2) ? value + (chance(200) - 100) / 64 : value + 1;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value) && value.length > 0) {
    const at = chance(value.length);
    if (chance(6) === 0) return value.filter((_, i) => i !== at);
    if (chance(6) === 0) return [...value.slice(0, at), value[at], ...value.slice(at)];
    return value.map((item, i) => (i === at ? perturbed(item) : item));
  }
  if (value && typeof value === "object" && Object.keys(value).length > 0) {
    const name = pick(Object.keys(value));
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === name ? perturbed(inner) : inner]));
  }
  return value;
}

function commandOn(noun, address, item, siblings) {
  const { name, ...rest } = item;
  const at = { ...address, [noun]: name };
  const action = chance(20);
  if (action < 11) {
    const key = pick(Object.keys(rest));
    return key ? { do: `${noun}.set`, ...at, [key]: perturbed(rest[key]) } : null;
  }
  if (action < 14) return { do: `${noun}.rename`, ...at, to: freshName() };
  if (action < 16) return { do: `${noun}.move`, ...at, before: pick(siblings).name };
  if (action < 17) return { do: `${noun}.remove`, ...at };
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  return { do: `${noun}.add`, ...address, name: freshName(), before: pick(siblings).name, ...given };
}

function anyCommand(project) {
  const kind = pick(Object.keys(SINGULAR).filter((key) => project[key].length > 0));
  if (!kind || chance(30) === 0) return { do: "project.set", about: freshName() };
  const item = pick(project[kind]);
  const noun = SINGULAR[kind];
  const parts = PARTS.filter(([list, key]) => list === kind && item[key]?.length > 0);
  if (kind === "artworks" && chance(4) === 0) {
    const which = pick(["sprite", "puppet"]);
    const key = pick(Object.keys(item[which] ?? {}));
    if (key) return { do: `${which}.set`, artwork: item.name, [key]: perturbed(item[which][key]) };
  }
  if (parts.length > 0 && chance(2)) {
    const [, key, part] = pick(parts);
    return commandOn(part, { [noun]: item.name }, pick(item[key]), item[key]);
  }
  return commandOn(noun, {}, item, project[kind]);
}

// ---- What must hold

function freeze(value) {
  if (value === null || typeof value !== "object" || Object.isFrozen(value)) return value;
  Object.values(value).forEach(freeze);
  return Object.freeze(value);
}

function follow(studio, before, what) {
  const state = freeze(studio.update());
  for (const part of ["project", "history"]) {
    const expected = JSON.stringify(studio[part]());
    if (JSON.stringify(state[part]) !== expected) throw new Error(`the ${part} is another after ${what}`);
  }
  for (const key of before ? Object.keys(SINGULAR) : []) {
    if (state.project[key] !== before.project[key] && JSON.stringify(state.project[key]) === JSON.stringify(before.project[key])) throw new Error(`${key} are new, but as before, after ${what}`);
    state.project[key].forEach((item, i) => {
      const old = before.project[key][i];
      if (old && item !== old && JSON.stringify(item) === JSON.stringify(old) && state.project[key].length === before.project[key].length) throw new Error(`${key}[${i}] is new, but as before, after ${what}`);
    });
  }
  return state;
}

function run(name) {
  const studio = new Studio(module);
  studio.open(readFileSync(join(source, "examples", name, "project.json")), "");
  let state = freeze(studio.update());
  let done = 0;
  for (let i = 0; i < STEPS; i++) {
    const kind = chance(10);
    const command = chance(8) ? anyCommand(state.project) : [anyCommand(state.project), anyCommand(state.project)].filter(Boolean);
    if (!command) continue;
    try {
      if (kind === 0) for (let n = chance(4); n >= 0; n--) studio.undo();
      else if (kind === 1) for (let n = chance(3); n >= 0; n--) studio.redo();
      else if (kind === 2) studio.previewEnd();
      else if (kind < 5) studio.preview(command);
      else studio.apply(command);
      done++;
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
    }
    state = follow(studio, state, `step ${i} of ${name}: ${["undo", "redo", "the end of a preview"][kind] ?? JSON.stringify(command)}`);
  }
  // Another project: everything is new.
  studio.open(readFileSync(join(source, "examples/ball/project.json")), "");
  follow(studio, null, "opening another");
  studio.destroy();
  return done;
}

const examples = readdirSync(join(source, "examples")).filter((name) => existsSync(join(source, "examples", name, "project.json")));
let done = 0;
for (const [i, name] of examples.entries()) {
  seed = 1000 + i;
  done += run(name);
}
console.log(`${examples.length} projects, ${done} of ${examples.length * STEPS} steps were not refused`);
if (done < 0.3 * examples.length * STEPS) throw new Error("too few steps were taken");
