// Checks of the Creatures workspace: every motion and gait on creatures of seeds, judged one after the other while the
// page answers; the worst stand first, a red square opens the creature, the motion and the moment, and the work can be
// stopped.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const COUNT = 5;

// A motion that cannot hold: every hand, whatever its reach, is at its creature's other side within a frame.
function makeProject(folder) {
  mkdirSync(folder, { recursive: true });
  const jump = { name: "jump", length: 1, channels: [{ name: "hands", select: { cap: "grasper" }, mode: { scale: "limb" }, side: "left", place: [{ time: 0, value: [0, 0, 0], curve: "step" }, { time: 0.5, value: [-0.5, 0.4, -0.3], curve: "step" }] }] };
  const calm = { name: "calm", length: 1, channels: [{ name: "body", select: { cap: "root" }, mode: { scale: "creature" }, place: [{ time: 0, value: [0, 0, 0] }, { time: 0.5, value: [0, -0.01, 0] }] }] };
  const creatures = [{ name: "host", seed: 11 }];
  writeFileSync(join(folder, "project.json"), JSON.stringify({ format: "verve-project", version: 1, name: "Trials", artworks: [], creatures, motions: [calm, jump] }));
}

export default async function (t) {
  const { page, frames } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const core = (question, argument) => page.evaluate(question, argument);
  const folder = join(t.work, "trials");
  makeProject(folder);
  await t.open(folder);
  await page.waitForFunction(() => globalThis.verve.studio.value?.herds.now()?.vertexCount > 0);

  await t.step("all motions are tried on creatures that nobody has seen, and the page answers meanwhile", async () => {
    await find("subject-checks").click();
    await find("check-count").fill(String(COUNT));
    await page.keyboard.press("Enter");
    await find("check-run").click();
    await find("check-stop").waitFor();
    await find("check-run").waitFor();
    t.equal(await page.locator('[data-test^="check-"].check-line').count(), COUNT, "a line for each creature");
    t.ok(/\d %/.test(await find("check-total").textContent()), "and what passed of all");
    await frames(3 * COUNT);
    const inked = await page.locator(".check-line canvas").first().evaluate((canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0));
    t.ok(inked, "each has its picture");
    await t.shot("grid");
  });

  await t.step("the worst stand first, and what fails says why", async () => {
    const scores = await page.locator(".check-score").evaluateAll((all) => all.map((one) => one.classList.contains("bad")));
    t.ok(scores[0], "something fails");
    t.equal([...scores].sort((a, b) => b - a), scores, "those that fail come first");
    const judged = await core((count) => Array.from({ length: count }, (_, i) => globalThis.verve.studio.value.herds.validate(7 + i)), COUNT);
    const passed = judged.reduce((sum, one) => sum + one.passed, 0);
    const plays = judged.reduce((sum, one) => sum + one.plays, 0);
    t.ok((await find("check-total").textContent()).includes(`${((100 * passed) / plays).toFixed(1)} %`), "the share is the core's");
  });

  await t.step("a red square opens the failing creature, motion and moment", async () => {
    const cell = page.locator(".check-cell.bad.motion").first();
    const seed = Number((await cell.getAttribute("data-test")).split("-")[1]);
    const failure = await core((of) => globalThis.verve.studio.value.herds.validate(of).failures.find((one) => one.motion === "jump"), seed);
    await page.locator(`[data-test="failure-${seed}-jump"]`).click();
    await t.becomes(() => core(() => globalThis.verve.studio.value.herds.report().members.at(-1).name), `seed:${seed}`, "the creature is shown");
    await t.becomes(() => core(() => globalThis.verve.time.value), Math.min(1, failure.time), "at the moment");
    t.ok((await find("motion-jump").getAttribute("aria-selected")) === "true", "with the motion");
    await frames(4);
    await t.shot("failure");
  });

  await t.step("it can be stopped", async () => {
    await find("check-count").fill("200");
    await page.keyboard.press("Enter");
    await find("check-run").click();
    await page.locator(".check-line").first().waitFor();
    await find("check-stop").click();
    await find("check-run").waitFor();
    t.ok((await page.locator(".check-line").count()) < 200, "before all were tried");
  });
}
