// The Verbs workspace: a shape follows the dot on the pad and its weights say why, a form is moved by dragging, an
// example too, each one step of undo; a verb plays, and goes on while its adverb is moved.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Two walks of the person on one axis, for a verb to play.
function makeWalks(root, folder) {
  mkdirSync(join(folder, "clips"), { recursive: true });
  for (const name of ["neutral", "mopey"]) cpSync(join(root, "examples/person/clips", `${name}.bvh`), join(folder, "clips", `${name}.bvh`));
  const takes = ["neutral", "mopey"].map((name) => ({ name, skeleton: "person", file: `clips/${name}.bvh` }));
  writeFileSync(
    join(folder, "project.json"),
    JSON.stringify({
      format: "verve-project",
      version: 1,
      name: "Walks",
      artworks: [],
      skeletons: [{ name: "person", file: "clips/neutral.bvh" }],
      takes,
      verbs: [{ name: "walk", skeleton: "person", axes: [{ name: "sad" }], cyclic: true, examples: takes.map((take, i) => ({ take: take.name, at: [i] })) }],
    }),
  );
}

export default async function (t) {
  const { page, frames } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const core = (question, argument) => page.evaluate(question, argument);
  const act = () =>
    core(() => {
      const now = globalThis.verve.studio.value.acting();
      let sum = 0;
      for (let i = 0; i < now.positions.length; i++) sum += now.positions[i] * (1 + (i % 7));
      return { kind: now.kind, sum, at: [...now.at], weights: [...now.weights], seconds: now.seconds, root: now.root };
    });
  const shape = () => core(() => globalThis.verve.project.value.shapes[0]);
  const middle = async (test) => {
    const box = await find(test).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  async function drag(from, to, steps = 8) {
    await page.mouse.move(...from);
    await page.mouse.down();
    for (let i = 1; i <= steps; i++) await page.mouse.move(from[0] + ((to[0] - from[0]) * i) / steps, from[1] + ((to[1] - from[1]) * i) / steps);
    await page.mouse.up();
    await frames(2);
  }

  const blob = join(t.work, "blob");
  cpSync(join(t.root, "examples/blob"), blob, { recursive: true });
  await t.open(blob);
  await find("workspace-verbs").click();
  await page.waitForFunction(() => globalThis.verve.studio.value.acting()?.vertexCount > 0);
  await frames(40);

  await t.step("the dot is dragged: the shape follows and the weights say why", async () => {
    const before = await act();
    const [left, fat] = [await middle("example-left"), await middle("example-fat")];
    await drag(await middle("pad-dot"), left);
    const after = await act();
    t.ok(Math.abs(after.sum - before.sum) > 1e-3, "vertices have moved");
    const names = (await shape()).examples.map((e) => e.form);
    t.near(after.weights[names.indexOf("left")], 1, 0.05, "on an example it is that example");
    t.near(after.weights.reduce((a, b) => a + b, 0), 1, 1e-3, "weights add up to 1");
    await drag(await middle("pad-dot"), [(left[0] + fat[0]) / 2, (left[1] + fat[1]) / 2]);
    const between = await act();
    t.ok(between.weights[names.indexOf("left")] > 0.1 && between.weights[names.indexOf("fat")] > 0.1, "between two it has of both");
    await t.shot("blend");
  });

  await t.step("a form is moved by dragging with Alt, and taken back", async () => {
    const before = await shape();
    const [x, y] = await middle("example-thin");
    await page.keyboard.down("Alt");
    await drag([x, y], [x + 60, y - 6]);
    await page.keyboard.up("Alt");
    const after = await shape();
    t.equal(after.pseudo.length, before.pseudo.length + 1, "one more");
    t.equal(after.pseudo.at(-1).from, before.examples.find((e) => e.form === "thin").at, "taken from the example");
    await t.shot("moved");
    await page.keyboard.press("Control+z");
    t.equal((await shape()).pseudo, before.pseudo, "undo takes it back");
  });

  await t.step("an example is dragged, in one step of undo", async () => {
    const before = await shape();
    const [x, y] = await middle("example-right");
    await drag([x, y], [x - 15, y + 25]);
    const after = await shape();
    t.ok(after.examples[4].at[1] < before.examples[4].at[1], "it lies lower");
    await page.keyboard.press("Control+z");
    t.equal((await shape()).examples, before.examples, "one step takes it back");
  });

  await t.step("what is blended becomes an example of its own, and a file", async () => {
    const before = await shape();
    await drag(await middle("pad-dot"), [(await middle("example-left"))[0], (await middle("example-thin"))[1]]);
    await find("insert-example").click();
    await t.becomes(async () => (await shape()).examples.length, before.examples.length + 1, "one more example");
    const form = await core(() => globalThis.verve.project.value.forms.at(-1));
    t.ok(readFileSync(join(blob, form.file), "utf8").includes("\nv "), "its file has vertices");
    await page.keyboard.press("Control+z");
    t.equal((await shape()).examples.length, before.examples.length, "one step takes it back");
  });

  await t.step("a verb plays, and goes on while its adverb is moved", async () => {
    const walks = join(t.work, "walks");
    makeWalks(t.root, walks);
    await t.open(walks);
    await find("workspace-verbs").click();
    await page.waitForFunction(() => globalThis.verve.studio.value.acting()?.kind === "verb");
    await frames(10);
    await t.hold();
    await t.pass(30);
    const first = await act();
    t.ok(first.seconds > 0.3 && first.root[2] > 0.1, `it walks: ${first.root}`);
    await page.mouse.move(...(await middle("example-neutral")));
    await page.mouse.down();
    await page.mouse.up();
    await drag(await middle("pad-dot"), await middle("example-mopey"));
    await t.pass(30);
    const second = await act();
    t.near(second.at[0], 1, 0.05, "the dot is at the other walk");
    t.near(second.weights[1], 1, 0.08, "and the weights say so");
    t.ok(second.seconds > first.seconds + 0.3 && second.root[2] > first.root[2] + 0.05, "it has walked on");
    await t.shot("walk");
    await t.release();
    await page.keyboard.press("Space");
    await frames(3);
    const held = await act();
    await frames(5);
    t.equal((await act()).seconds, held.seconds, "Space pauses");
  });
}
