// Gaits in the Creatures workspace: rows, steps and flights are edited by hand while they walk; a gait that fails in
// the checks opens on its failing frame.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const COUNT = 3;

// A walk, and a gait that no body can follow.
function makeProject(folder) {
  mkdirSync(folder, { recursive: true });
  const calm = { name: "calm", length: 1, channels: [{ name: "body", select: { cap: "root" }, mode: { scale: "creature" }, place: [{ time: 0, value: [0, 0, 0] }, { time: 0.5, value: [0, -0.01, 0] }] }] };
  const wild = { name: "wild", crouch: 0.6, bob: 0.3, sway: 0.3, roll: 0.6, yaw: 0.6, pitch: 0.6, hurry: 4 };
  const creatures = [11, 12, 20].map((seed) => ({ name: `s${seed}`, seed }));
  writeFileSync(join(folder, "project.json"), JSON.stringify({ format: "verve-project", version: 1, name: "Gaits", artworks: [], creatures, motions: [calm], gaits: [{ name: "walk" }, wild] }));
}

export default async function (t) {
  const { page, frames } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const core = (question, argument) => page.evaluate(question, argument);
  const gait = (name) => core((wanted) => globalThis.verve.project.value.gaits.find((one) => one.name === wanted), name);
  const steps = () => core(() => globalThis.verve.history.value.at);
  const table = () => core(() => globalThis.verve.studio.value.herds.table(0, 5).rows);
  const middle = async (test) => {
    const box = await find(test).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  async function drag(from, to) {
    await page.mouse.move(...from);
    await page.mouse.down();
    for (let i = 1; i <= 6; i++) await page.mouse.move(from[0] + ((to[0] - from[0]) * i) / 6, from[1] + ((to[1] - from[1]) * i) / 6);
    await frames(3);
  }
  const letGo = async () => {
    await page.mouse.up();
    await frames(3);
  };
  const type = async (test, value) => {
    await find(test).fill(String(value));
    await page.keyboard.press("Enter");
    await frames(2);
  };

  const folder = join(t.work, "gaits");
  makeProject(folder);
  await t.open(folder);
  await page.waitForFunction(() => globalThis.verve.studio.value?.herds.now()?.vertexCount > 0);
  await find("subject-gait").click();
  await find("gait-choice").selectOption("walk");
  await find("falls").waitFor();

  let legs = 0; // rows are looked at for as many as the creature has
  const own = async () => (await table()).filter((row) => row.feet === legs);
  await t.step("the rows of the creature's legs are shown, and a row's speed is walked at", async () => {
    legs = (await core(() => globalThis.verve.studio.value.herds.falls(0, 0, 1).feet)).filter((foot) => foot.group === 0).length;
    t.ok(legs > 0, "it has legs");
    t.equal(await find(`row-feet-${legs}`).getAttribute("aria-checked"), "true", "their number is chosen");
    t.equal(await page.locator(".gait-speed-list button").count(), (await own()).length, "with a button for each speed");
    await find("row-1").click();
    const { unit } = await core(() => globalThis.verve.studio.value.herds.falls(0, 0, 1));
    const now = Number(await find("gait-speed").getAttribute("aria-valuenow"));
    t.ok(Math.abs(now - (await own())[1].speed * unit) < 0.02, `it walks at the row's speed: ${now}`);
    t.equal((await gait("walk")).rows, null, "looking changes nothing");
  });

  await t.step("a bar is dragged: that foot treads later, in the diagram too", async () => {
    const at = await steps();
    const before = (await own())[1].triggers[1];
    const shown = () => core(() => globalThis.verve.studio.value.herds.falls(0, 0, Number(globalThis.document.querySelector("[data-test=gait-speed]").getAttribute("aria-valuenow"))).feet.map((foot) => foot.trigger));
    const falls = await shown();
    const [x, y] = await middle("step-1");
    await drag([x, y], [x + 24, y]);
    t.equal(await steps(), at, "no step while it is dragged");
    t.ok(JSON.stringify(await shown()) !== JSON.stringify(falls), "the diagram follows the hand");
    await t.shot("rows");
    await letGo();
    t.equal(await steps(), at + 1, "one step");
    const after = (await own())[1].triggers[1];
    t.ok(after !== before, `${before} is ${after}`);
    t.ok((await gait("walk")).rows.length === (await table()).length, "the gait has rows of its own now");
  });

  await t.step("its end says how long all stand; every number can be typed", async () => {
    const before = (await own())[1].duty;
    const [x, y] = await middle("step-end-0");
    await drag([x, y], [x - 14, y]);
    await letGo();
    t.ok((await own())[1].duty < before, "they stand shorter");
    await type("trigger-1", 0.31);
    t.ok(Math.abs((await own())[1].triggers[1] - 0.31) < 1e-6, "a trigger is typed");
    await find("step-1").focus();
    await page.keyboard.press("ArrowRight");
    await t.becomes(async () => (await own())[1].triggers[1].toFixed(2), "0.32", "or moved by arrows");
  });

  await t.step("rows come and go, and stay sorted by speed", async () => {
    const before = (await own()).length;
    await find("row-add").click();
    await t.becomes(async () => (await own()).length, before + 1, "one more");
    const speeds = (await own()).map((row) => row.speed);
    await type("row-speed", speeds.at(-1) + 0.5);
    const later = (await own()).map((row) => row.speed);
    t.equal([...later].sort((a, b) => a - b), later, "the fastest is last");
    t.ok(later.at(-1) > speeds.at(-1), "which it is now");
    await find("row-remove").click();
    await t.becomes(async () => (await own()).length, before, "and gone again");
    await find("rows-usual").click();
    await t.becomes(async () => (await gait("walk")).rows, null, "back to the usual ones");
  });

  await t.step("a flight is shaped by hand", async () => {
    await find("arc").scrollIntoViewIfNeeded();
    await find("arc-begin").click();
    await find("arc-key-2").waitFor();
    t.equal((await gait("walk")).arc.length, 5, "it begins as it was");
    const before = (await gait("walk")).arc[2];
    const path = () => find("arc").locator("path").getAttribute("d");
    const drawn = await path();
    const [x, y] = await middle("arc-key-2");
    await drag([x, y], [x + 10, y - 20]);
    t.ok((await path()) !== drawn, "the path follows the hand");
    await letGo();
    const after = (await gait("walk")).arc[2];
    t.ok(after.up > before.up && after.forward > before.forward, "higher and farther");
    await type("arc-out", 0.2);
    await type("arc-pitch", 0.3);
    const typed = (await gait("walk")).arc[2];
    t.ok(Math.abs(typed.out - 0.2) < 1e-6 && Math.abs(typed.pitch - 0.3) < 1e-6, "outwards and the toe down");
    await t.shot("flight");
    await find("arc-add").click();
    await t.becomes(async () => (await gait("walk")).arc.length, 6, "a key more");
    await find("arc-remove").click();
    await t.becomes(async () => (await gait("walk")).arc.length, 5, "a key less");
    await find("arc-usual").click();
    await t.becomes(async () => (await gait("walk")).arc.length, 0, "lift alone says it again");
  });

  await t.step("a gait that fails opens on its failing frame, and walks on from there", async () => {
    await find("subject-checks").click();
    await type("check-count", COUNT);
    await find("check-run").click();
    await find("check-stop").waitFor();
    await find("check-run").waitFor();
    const cell = page.locator(".check-cell.bad.gait").first();
    const seed = Number((await cell.getAttribute("data-test")).split("-")[1]);
    const failure = await core((of) => globalThis.verve.studio.value.herds.validate(of, 2).failures[0], seed);
    await t.hold();
    await cell.click();
    await t.becomes(() => core(() => globalThis.verve.studio.value.herds.report().members.at(-1).name), `seed:${seed}`, "the creature is shown");
    await t.becomes(() => core(() => globalThis.verve.time.value), failure.time, "at the moment");
    t.equal(parseFloat(await find("duration").inputValue()), failure.seconds, "the ruler is the trial's");
    t.equal(await core(() => globalThis.verve.playing.value), false, "it stands still");
    t.ok((await find("trial-card").textContent()).includes(failure.words), "what was tried is said");
    const member = () => core(() => ({ gone: globalThis.verve.studio.value.herds.now().members.at(-1).gone, at: globalThis.verve.studio.value.herds.now().seconds }));
    const stood = await member();
    t.ok(Math.abs(stood.at - failure.time) < 1e-3, `at ${stood.at}`);
    await frames(3);
    await t.shot("failure");
    await find("herd").focus();
    await page.keyboard.press("Space");
    await t.pass(12);
    t.ok((await member()).gone > stood.gone || failure.radius > 0 || failure.time > 3.7, "it walks on");
    await page.keyboard.press("Space");
    await find("trial-moment").click();
    await t.becomes(() => core(() => globalThis.verve.time.value), failure.time, "and back");
    await find("trial-leave").click();
    await t.becomes(() => find("trial-card").count(), 0, "left");
    await t.becomes(async () => parseFloat(await find("duration").inputValue()), 1, "the ruler is the motion's again");
  });
}
