// Takes of a verb: their files reach the core, keytimes are dragged, moved by keys, added, renamed and removed in all
// takes, the core suggests them, what cannot be blended says why, motions are imported, and a copy holds them all.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MOODS = ["neutral", "mopey", "goofy"];

// A figure of two legs that lifts its feet in turn, ten centimetres high; `names` are its joints.
function bvhOf(names, frames = 31) {
  const [root, hip, knee, foot] = names;
  const leg = (side, x) => `JOINT ${hip}.${side}\n{\nOFFSET ${x} 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT ${knee}.${side}\n{\nOFFSET 0 -0.45 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT ${foot}.${side}\n{\nOFFSET 0 -0.45 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -0.05 0.1\n}\n}\n}\n}\n`;
  const lines = [];
  for (let i = 0; i < frames; i++) {
    const phase = (2 * Math.PI * i) / (frames - 1);
    const bend = (shift) => `0 ${(-30 * Math.max(0, Math.sin(phase + shift))).toFixed(4)} 0 0 ${(60 * Math.max(0, Math.sin(phase + shift))).toFixed(4)} 0 0 0 0`;
    lines.push(`0 0.95 ${(i * 0.02).toFixed(4)} 0 0 0 ${bend(0)} ${bend(Math.PI)}`);
  }
  return `HIERARCHY\nROOT ${root}\n{\nOFFSET 0 0.95 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n${leg("l", 0.1)}${leg("r", -0.1)}}\nMOTION\nFrames: ${frames}\nFrame Time: 0.0333333\n${lines.join("\n")}\n`;
}

export default async function (t) {
  const { page } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const core = (question, argument) => page.evaluate(question, argument);
  const { frames } = t;
  const example = (take) => core((name) => globalThis.verve.project.value.verbs[0].examples.find((one) => one.take === name), take);
  const times = async (take) => ((await example(take)).keytimes ?? []).map((key) => key.time);
  const steps = () => core(() => globalThis.verve.history.value.at);

  const project = join(t.work, "person");
  mkdirSync(join(project, "clips"), { recursive: true });
  for (const mood of MOODS) copyFileSync(join(t.root, `examples/person/clips/${mood}.bvh`), join(project, `clips/${mood}.bvh`));
  const verb = { name: "walk", skeleton: "person", axes: [{ name: "happy", low: -1 }], cyclic: true, examples: [{ take: "neutral", at: [0] }, { take: "mopey", at: [-1] }, { take: "goofy", at: [1] }] };
  writeFileSync(
    join(project, "project.json"),
    JSON.stringify({ format: "verve-project", version: 1, name: "person", artworks: [], skeletons: [{ name: "person", file: "clips/neutral.bvh" }], takes: MOODS.map((name) => ({ name, skeleton: "person", file: `clips/${name}.bvh` })), verbs: [verb], scenes: [{ name: "walks", verb: "walk" }] }),
  );
  await t.open(project);

  await t.step("the clips arrive in the core, and every take has a strip with feet and suggested keytimes", async () => {
    await find("workspace-verbs").click();
    for (const mood of MOODS) await find(`strip-${mood}`).waitFor();
    const size = await core(() => globalThis.verve.studio.value.takeSize(0));
    t.ok(size.length > 0.5 && size.feet === 2, "the core has read the take");
    t.ok((await find("plot-neutral").locator("path.foot").count()) === 2, "two feet are drawn");
    t.ok((await find("plot-neutral").locator("rect.stand").count()) >= 2, "and where they stand");
    t.ok((await page.locator('[data-test^="keytime-neutral-"].suggested').count()) >= 2, "keytimes are suggested");
    t.equal((await example("neutral")).keytimes, null, "and nothing is written");
    t.equal(await page.locator(".strip.troubled").count(), 0, "nothing is wrong");
    await frames(20);
    await t.shot("strips");
  });

  await t.step("suggestions are taken, as one step", async () => {
    const before = await steps();
    await find("suggest-all").click();
    await t.becomes(async () => (await times("mopey")).length > 1, true, "mopey has keytimes");
    t.equal(await steps(), before + 1, "one step");
    t.equal((await times("neutral")).length, (await times("goofy")).length, "as many in every take");
    await find("key-add").click();
    for (const mood of MOODS) await t.becomes(async () => (await times(mood)).length, 3, `${mood} has a moment between`);
  });

  const middle = async (test) => {
    const box = await find(test).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  // The pointer goes down on the mark itself: where that has moved since it was asked for its place, it is asked again.
  async function drag(test, dx) {
    let [x, y] = [0, 0];
    const isOnIt = async () => {
      [x, y] = await middle(test);
      await page.mouse.move(x, y);
      return core(([name, ...at]) => document.elementFromPoint(...at)?.closest(`[data-test="${name}"]`) !== null, [test, x, y]);
    };
    await t.becomes(isOnIt, true, `the pointer is on ${test}`);
    await page.mouse.down();
    for (let i = 1; i <= 5; i++) await page.mouse.move(x + (dx * i) / 5, y);
    await frames(3);
  }
  // A drag that is let go is one step, and one undo takes it back. Whatever goes wrong is told here, not by a later
  // step.
  async function dropAsOneStep(at) {
    await page.mouse.up();
    await t.becomes(steps, at + 1, "let go, it is one step");
  }
  async function undo(at) {
    await page.keyboard.press("Control+z");
    await t.becomes(steps, at, "undone");
  }

  await t.step("a keytime is dragged: a preview while it moves, one step when it is let go, undone by one", async () => {
    const [before, at] = [await times("goofy"), await steps()];
    await drag("keytime-goofy-1", 12);
    t.ok((await times("goofy"))[1] > before[1], "it shows where it would be");
    t.equal(await steps(), at, "and is no step yet");
    await dropAsOneStep(at);
    const after = await times("goofy");
    t.ok(after[1] > before[1] && after[0] === before[0] && after[2] === before[2], "only this one moved");
    await page.keyboard.press("Control+z");
    await t.becomes(() => times("goofy"), before, "undone");
  });

  await t.step("keytimes never pass each other, and stay inside the take", async () => {
    const at = await steps();
    await drag("keytime-goofy-1", 900);
    await dropAsOneStep(at);
    const moved = await times("goofy");
    t.ok(moved.every((time, i) => i === 0 || time > moved[i - 1]), "they ascend");
    await undo(at);
    await drag("keytime-goofy-0", -900);
    await dropAsOneStep(at);
    t.ok((await times("goofy"))[0] >= 0, "nothing begins before the take");
    await undo(at);
  });

  await t.step("Escape takes a drag back", async () => {
    const before = await times("neutral");
    await drag("keytime-neutral-1", 15);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await t.becomes(() => times("neutral"), before, "as it was");
    await frames(3); // what was dragged is drawn anew, and would lose the focus
  });

  await t.step("arrow keys move a keytime by a frame", async () => {
    const [before, at] = [await times("neutral"), await steps()];
    await find("keytime-neutral-1").press("ArrowRight");
    const { rate } = await core(() => globalThis.verve.studio.value.takeSize(0));
    await t.becomes(async () => Math.abs((await times("neutral"))[1] - before[1] - 1 / rate) < 2e-4, true, "one frame later");
    await undo(at);
  });

  await t.step("a keytime is added to all takes, renamed and removed", async () => {
    const count = (await times("neutral")).length;
    await find("key-add").click();
    for (const mood of MOODS) await t.becomes(async () => (await times(mood)).length, count + 1, `${mood} has one more`);
    await find("key-name").fill("passing");
    await page.keyboard.press("Enter");
    await t.becomes(async () => (await example("mopey")).keytimes.filter((key) => key.label === "passing").length, 1, "it is renamed everywhere");
    await t.shot("added");
    await find("key-remove").click();
    for (const mood of MOODS) await t.becomes(async () => (await times(mood)).length, count, `${mood} has as many as before`);
  });

  await t.step("a take of other keytimes says so, with a remedy", async () => {
    await core(() => globalThis.verve.send({ do: "place.set", verb: "walk", take: "goofy", from: null, to: null, keytimes: globalThis.verve.project.value.verbs[0].examples[2].keytimes.filter((_, i) => i !== 1) }));
    await find("key-trouble").waitFor();
    t.ok((await find("key-trouble").textContent()).includes("goofy"), "the take is named");
    t.ok((await find("strip-goofy").getAttribute("class")).includes("troubled"), "and its strip is marked");
    await t.shot("trouble");
    await find("suggest-goofy").click();
    await t.becomes(async () => (await times("goofy")).length, 2, "the core suggests where it begins and ends");
    await find("suggest-all").click();
    await find("key-trouble").waitFor({ state: "detached" });
  });

  await t.step("over a strip the figure shows how it is at that time", async () => {
    const box = await find("plot-mopey").boundingBox();
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2);
    await find("pose-glance").locator("canvas").waitFor();
    await frames(6);
    await t.shot("glance");
    await page.mouse.move(640, 200);
    await find("pose-glance").waitFor({ state: "detached" });
  });

  await t.step("cuts are shown from edge to edge", async () => {
    await find("key-scale").getByRole("radio", { name: "Cuts" }).click();
    await frames(3);
    const x = async (test) => (await middle(test))[0];
    t.near(await x("keytime-neutral-0"), await x("keytime-mopey-0"), 1.5, "they begin under each other");
    await t.shot("cuts");
    await find("key-scale").getByRole("radio", { name: "Seconds" }).click();
  });

  await t.step("a motion is imported: of the same joints it joins the skeleton, of others it brings one", async () => {
    const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), find("import-takes").click()]);
    await chooser.setFiles([
      file("afraid.bvh", readFileSync(join(t.root, "examples/person/clips/afraid.bvh"), "utf8")),
      file("stick one.bvh", bvhOf(["root", "hip", "knee", "foot"])),
      file("stick two.bvh", bvhOf(["root", "hip", "knee", "foot"], 41)),
    ]);
    await t.becomes(() => core(() => globalThis.verve.project.value.takes.length), 6, "three takes more");
    const { takes, skeletons } = await core(() => globalThis.verve.project.value);
    t.equal(takes.find((take) => take.name === "afraid").skeleton, "person", "the person's");
    t.equal(skeletons.map((one) => one.name), ["person", "stick one"], "one new skeleton");
    t.equal(takes.at(-1), { name: "stick two", skeleton: "stick one", file: "clips/stick-two.bvh", clip: null }, "that both sticks share");
    t.ok(existsSync(join(project, "clips/stick-two.bvh")), "the file is in the folder");
    t.ok((await core(() => globalThis.verve.studio.value.takeSize(5))).length > 1.2, "and the core has read it");
    await page.keyboard.press("Control+z");
    await t.becomes(() => core(() => globalThis.verve.project.value.takes.length), 3, "one undo takes it all back");
    const [again] = await Promise.all([page.waitForEvent("filechooser"), find("import-takes").click()]);
    await again.setFiles([file("broken.bvh", "HIERARCHY\nROOT a\n{\n")]);
    await page.locator(".toast, [role=alert]").filter({ hasText: /broken|line|end/i }).first().waitFor();
    t.equal(await core(() => globalThis.verve.project.value.takes.length), 3, "what cannot be read changes nothing");
    t.ok(!existsSync(join(project, "clips/broken.bvh")), "and is not kept");
  });

  await t.step("the stage, its timeline and the export dialog bear a scene of a verb", async () => {
    await find("workspace-stage").click();
    await frames(6);
    await t.shot("stage");
    await find("workspace-verbs").click();
    await find("strip-neutral").waitFor();
  });

  await t.step("a copy holds the clips", async () => {
    const [saved] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Control+Shift+S")]);
    const bytes = readFileSync(await saved.path());
    for (const mood of MOODS) t.ok(bytes.includes(`clips/${mood}.bvh`), `${mood} is in the .zip`);
  });
}
