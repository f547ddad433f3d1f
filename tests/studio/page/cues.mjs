// Cues: what happens at a set time to an actor, an obstacle, a joint, a zone or the stage is added in the inspector, is a
// mark on the timeline that can be chosen and dragged, and happens; layers beyond the first eight have buttons.
import { cpSync } from "node:fs";
import { join } from "node:path";

export default async function (t) {
  const { page, frames } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const stage = find("stage");
  const core = (question, argument) => page.evaluate(question, argument);
  const scene = () => core(() => globalThis.verve.project.value.scenes.find((s) => s.name === "yard"));
  const script = async () => (await scene()).script;
  const send = async (command) => t.ok(await core((c) => globalThis.verve.send(c), { scene: "yard", ...command }), `${command.do} is done`);
  const shown = () => core(() => {
    const { actors, joints, zones, obstacles } = globalThis.verve.studio.value.playing();
    return { actors: actors.map(({ x, y, vertices }) => ({ x, y, width: Math.max(...vertices.filter((_, i) => i % 2 === 0)) - Math.min(...vertices.filter((_, i) => i % 2 === 0)) })), joints, zones, obstacles: [...obstacles] };
  });
  // The playhead is put there by the pointer.
  async function seek(seconds) {
    const { x, y, width } = await find("ruler").boundingBox();
    const { from, to } = await core(() => globalThis.verve.timeView.value);
    await page.mouse.click(x + (width * (seconds - from)) / (to - from), y + 6);
    await t.becomes(() => core(() => Math.abs(globalThis.verve.studio.value.playing().time - globalThis.verve.time.value) < 1e-3), true, `it is at about ${seconds} s`);
  }
  async function put(field, value) {
    await find(field).fill(value);
    await page.keyboard.press("Enter");
    await stage.focus();
  }
  async function add(noun, label) {
    await find(`add-${noun}-cue`).click();
    await page.getByRole("menuitem", { name: label, exact: true }).click();
  }
  const undo = () => page.keyboard.press("Control+z");
  const errors = () => page.locator(".told.error").count();

  const project = join(t.work, "cannon");
  cpSync(join(t.root, "examples/cannon"), project, { recursive: true });
  await t.open(project);
  await find("workspace-stage").click();
  await core(() => void (globalThis.verve.looping.value = false));
  await send({ do: "scene.add", scene: undefined, name: "yard", seconds: 6, background: "#F7F1E5", obstacles: [
    { kind: "ground", height: 0 },
    { kind: "polygon", points: [[3, 1], [4, 1], [4, 1.2], [3, 1.2]] },
  ], actors: [
    { name: "crate", artwork: "crate", at: [0, 0.5], scale: 0.6 },
    { name: "float", artwork: "crate", at: [-3, 1], scale: 0.5, density: 0.5 },
  ], joints: [{ kind: "rope", a: { at: [0, 3] }, b: { actor: "crate", handle: "top" } }],
    zones: [{ kind: "water", points: [[-4, -1], [-2, -1], [-2, 0.6], [-4, 0.6]] }] });
  await find("scene-yard").click();
  await frames(5);

  await t.step("a zone without a name gets one with its first cue, which lets the water rise", async () => {
    await find("zone-0").click();
    await seek(1);
    await add("zone", "Rise");
    const [cue] = await script();
    t.equal([cue.do, cue.zone, cue.changes.at, cue.seconds], ["zone", "water", [0, 1], 2], "a metre in two seconds");
    t.near(cue.time, 1, 0.05, "from the playhead on");
    t.equal((await scene()).zones[0].name, "water", "it has a name now");
    t.equal(await find("zone-name").inputValue(), "water", "which is shown");
    await put("cue-1-at-y", "0.5");
    await put("cue-1-seconds", "1");
    const [changed] = await script();
    t.equal([changed.changes.at, changed.seconds], [[0, 0.5], 1], "as set");
    await find("cue-1-ease-linear").click();
    t.equal((await script())[0].ease, "linear", "evenly");
    await t.shot("zone");
    const before = (await shown()).zones[0].y;
    await seek(3);
    t.near((await shown()).zones[0].y - before, 0.5, 0.02, "it has risen");
    t.near((await shown()).actors[1].y - 0.5, 0.6, 0.35, "and what floats with it");
  });
  await t.step("what is switched on in a cue changes, what is not stays", async () => {
    await find("cue-1-density-on").click();
    t.equal(Object.keys((await script())[0].changes).filter((key) => key !== "at").sort(), ["density"], "the density too");
    await put("cue-1-density", "0.2");
    await find("cue-1-density-on").click();
    t.equal((await script())[0].changes, { at: [0, 0.5] }, "and not any more");
    await seek(4);
    await add("zone", "Switch it off");
    await seek(4.3);
    t.equal((await shown()).zones[0].active, false, "there is no water");
    for (let i = 0; i < 1; i++) await undo();
    t.equal((await script()).length, 1, "undo takes the cue back");
  });
  await t.step("its mark on the timeline says what it is, chooses it, and is dragged", async () => {
    await find("joint-0").click();
    const mark = find("cue-mark-0");
    await mark.hover();
    await t.becomes(async () => /1\.\d+ s · water · .*Origin 0, 0.5 m/.test((await page.locator(".w-tooltip").allTextContents()).join("")), true, "it says so");
    await t.shot("mark");
    const box = await mark.boundingBox();
    const { width } = await find("ruler").boundingBox();
    const { from, to } = await core(() => globalThis.verve.timeView.value);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await find("zone-name").waitFor();
    await page.mouse.move(box.x + box.width / 2 + width / (to - from), box.y + box.height / 2, { steps: 8 });
    await page.mouse.up();
    t.near((await script())[0].time, 2, 0.06, "a second later");
    t.ok(Math.abs(60 * (await script())[0].time - Math.round(60 * (await script())[0].time)) < 1e-2, "on a frame");
    await undo();
    t.near((await script())[0].time, 1, 0.06, "undone at once");
  });
  await t.step("a rope is a winch, and breaks", async () => {
    await find("joint-0").click();
    await seek(1.5);
    await add("joint", "Length");
    const at = (await script()).findIndex(({ do: does }) => does === "length");
    t.equal((await script())[at].joint, "rope", "it has a name");
    await put("cue-1-length", "1");
    await seek(3);
    const low = (await shown()).joints[0];
    t.near(low.length, 1, 0.01, "it is as long as told");
    await add("joint", "Break");
    await seek(3.5);
    t.equal((await shown()).joints[0], null, "it is gone");
    t.equal(await page.locator(".cue").count(), 2, "both are listed");
    await put("joint-name", "");
    t.equal((await scene()).joints[0].name, "rope", "without its name its cues would go: it stays");
    await put("joint-name", "line");
    t.equal((await script()).filter(({ joint }) => joint === "line").length, 2, "another name is the cues' too");
    await t.shot("joint");
  });
  await t.step("a hinge's motor is set in degrees, and switched off", async () => {
    await send({ do: "joint.add", kind: "hinge", a: { at: [-3, 3] }, b: { actor: "float", handle: "top" } });
    await find("joint-1").click();
    await seek(0.5);
    await add("joint", "Motor");
    await put("cue-1-speed", "180");
    const motor = (await script()).find(({ do: does }) => does === "motor");
    t.near(motor.speed, Math.PI, 1e-3, "half a turn a second");
    await find("cue-1-speed-on").click();
    const off = (await script()).find(({ do: does }) => does === "motor");
    t.ok(off.speed === undefined || off.speed === null, "it runs freely");
    await find("cue-1-remove").click();
    t.equal((await script()).some(({ do: does }) => does === "motor"), false, "it is deleted");
    await find("joint-1").click();
    await page.keyboard.press("Delete");
  });
  await t.step("ground is moved, an actor grows, and gravity ends", async () => {
    await find("obstacle-1").click();
    await seek(0.5);
    await add("obstacle", "Move");
    await seek(2);
    t.near((await shown()).obstacles[6 + 1], 1, 0.02, "a metre up");
    await find("actor-float").click();
    const small = (await shown()).actors[1].width;
    await seek(2.5);
    await add("actor", "Change");
    t.equal((await script()).find(({ do: does }) => does === "change").changes, { scale: 1 }, "twice as large");
    await seek(4.5);
    t.ok((await shown()).actors[1].width > 1.6 * small, "it has grown");
    await t.shot("actor");
    await find("stage").focus();
    await page.keyboard.press("Escape");
    await core(() => void 0);
    await find("scene-yard").click();
    await add("stage", "Gravity");
    const gravity = (await script()).find(({ do: does }) => does === "gravity");
    t.equal(gravity.gravity, [0, 0], "none from then on");
    await t.shot("stage");
  });
  await t.step("layers from 8 on have buttons; reports in every step are asked for", async () => {
    await find("actor-crate").click();
    const layers = find("actor-layers");
    t.equal(await layers.getByRole("button").count(), 10, "eight at first, all and more");
    await layers.getByRole("button", { name: "All 32 layers" }).click();
    await layers.getByLabel("Layer 31", { exact: true }).click();
    await layers.getByLabel("Layer 9", { exact: true }).click();
    t.equal((await scene()).actors[0].layers, [9, 31], "as pressed");
    await t.shot("layers");
    await find("actor-float").click();
    t.equal(await find("actor-layers").getByRole("button").count(), 10, "of another few again");
    await find("actor-crate").click();
    t.equal(await find("actor-layers").getByRole("button").count(), 34, "what is chosen is seen");
    await find("actor-report-stay").click();
    t.equal((await scene()).actors[0].report_stay, true, "it reports");
  });
  await t.step("nothing was refused, and the command plays it the same", async () => {
    t.equal(await errors(), 0, "no error was shown");
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => globalThis.verve.savedState.value === "saved");
    const hash = await core(() => {
      const { studio, project } = globalThis.verve;
      const index = project.value.scenes.findIndex((s) => s.name === "yard");
      studio.value.play(index);
      while (!studio.value.seek(299 / project.value.scenes[index].rate));
      return studio.value.playHash();
    });
    t.equal(t.verve("simulate", project, "--scene", "yard", "--frames", "300", "--hash"), hash, "the same hash");
  });
}
