// State has owners: nothing of one project is left for the next, and nothing of a workspace that was left for the next
// visit.
import { bring } from "./modules.mjs";

export default async function (t) {
  const { page } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const core = (question, argument) => page.evaluate(question, argument);
  const scenes = () => core(() => globalThis.verve.project.value.scenes.map((s) => s.name));
  const steps = () => core(() => globalThis.verve.history.value.steps.length);
  const complaints = () => page.locator(".told.error, .told.warning").count();

  const server = await t.serve();
  await page.goto(server.url);
  await t.ready(page);

  async function openBounce() {
    await page.getByRole("region", { name: "Examples" }).locator("[data-test=tile-bounce] .tile-open").click();
    await find("workspace-stage").waitFor();
    await find("workspace-stage").click();
    await find("scene-lively").click();
    await page.waitForFunction(() => globalThis.verve.studio.value.playing() !== null);
    await t.frames(5);
  }
  async function record() {
    await t.hold();
    await find("time-record").click();
    await t.pass(30);
    await t.release();
  }

  await t.step("a recording that was left with its project is no scene of the next", async () => {
    await openBounce();
    const before = await scenes();
    await record();
    await page.keyboard.press("Control+o");
    await find("gallery").waitFor();
    await openBounce();
    t.equal(await scenes(), before, "it has the scenes of the example");
    t.equal(await steps(), 0, "and nothing to undo");
    t.equal(await complaints(), 0, "and nobody complains");
    t.ok(!(await core(() => globalThis.verve.playing.value)), "it does not play");
  });

  await t.step("a recording that was left with its workspace is kept, and over", async () => {
    const before = await scenes();
    await record();
    await find("workspace-rig").click();
    await t.becomes(scenes, [...before, "lively take"], "it is a scene");
    await find("workspace-stage").click();
    await t.frames(5);
    t.equal(await scenes(), [...before, "lively take"], "and one who comes back begins no other");
    t.ok(!(await core(() => globalThis.verve.playing.value)), "nothing plays");
    t.equal(await complaints(), 0, "and nobody complains");
  });

  await t.step("what a project owns is made anew for the next, and its work is stopped", async () => {
    await bring(t, 'export { Memo, ofProject, resetProjectState } from "./state/owned.ts";');
    const found = await core(() => {
      const { Memo, ofProject, resetProjectState } = globalThis.tested;
      const ended = [];
      const state = ofProject(() => ({ count: 0, list: [] }), ({ count }) => ended.push(count));
      const memo = new Memo();
      const asked = [];
      const ask = (key) => memo.get(key, () => asked.push(key));
      state.count = 3;
      state.list.push("left");
      ask("a"), ask("a"), ask("b");
      resetProjectState();
      ask("b");
      return { state, ended, asked };
    });
    t.equal(found, { state: { count: 0, list: [] }, ended: [3], asked: ["a", "b", "b"] }, "as at first");
  });
}
