// A whole working session, as a person has it: from the gallery to a bouncing ball with poses of one's own, everything
// undone and redone, the server killed, the project opened again, and what came of it compared with the same commands
// replayed by `verve apply`.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export default async function (t) {
  const { page } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const stage = find("stage");
  const core = (question, argument) => page.evaluate(question, argument);

  // Where a point of the stage is in the window.
  async function place([x, y]) {
    const box = await stage.boundingBox();
    const { x: midX, y: midY, zoom } = await core(() => globalThis.verve.camera.value);
    return [box.x + box.width / 2 + (x - midX) * zoom, box.y + box.height / 2 - (y - midY) * zoom];
  }
  async function click(point) {
    await page.mouse.click(...(await place(point)));
  }
  async function drag(from, to) {
    await page.mouse.move(...from);
    await page.mouse.down();
    for (let i = 1; i <= 12; i++) await page.mouse.move(from[0] + ((to[0] - from[0]) * i) / 12, from[1] + ((to[1] - from[1]) * i) / 12);
    await page.mouse.up();
  }
  const middle = async (locator) => {
    const box = await locator.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const vertices = () => core(() => Array.from(globalThis.verve.studio.value.figure(0).vertices));
  const furthest = (a, b) => Math.max(...a.map((v, i) => Math.abs(v - b[i])));
  const projectNow = () => core(() => JSON.stringify(globalThis.verve.project.value));
  const { frames } = t;

  // Every line that goes into the journal, in order.
  const lines = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/journal")) lines.push(...(request.postData() ?? "").split("\n").filter(Boolean));
  });

  let server = await t.serve();

  await t.step("the gallery shows the examples, and they move", async () => {
    await page.goto(server.url);
    await t.ready(page);
    const tile = find("tile-bounce");
    await tile.scrollIntoViewIfNeeded();
    await page.locator("[data-test=tile-bounce][data-state=moving]").waitFor();
    const first = await tile.screenshot();
    await t.becomes(async () => first.equals(await tile.screenshot()), false, "the ball of the gallery moves");
    t.ok((await find("gallery").locator("[data-test^=tile-]").count()) >= 8, "there are examples");
    await t.shot("gallery");
  });

  await t.step("a drawing comes in", async () => {
    const chooser = page.waitForEvent("filechooser");
    await find("open-drawing").click();
    await (await chooser).setFiles(join(t.root, "examples/art/ball.svg"));
    await page.waitForFunction(() => globalThis.verve.project.value.artworks.length === 1);
    await stage.waitFor();
    await frames(10);
    t.ok((await core(() => globalThis.verve.studio.value.figure(0).vertexCount)) > 50, "it has been cut into triangles");
  });

  // The drawing's own measures: handles are placed by them.
  const { low, high } = await core(() => (({ low, high }) => ({ low: [...low], high: [...high] }))(globalThis.verve.studio.value.figure(0)));
  const centre = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
  const at = (u, v) => [centre[0] + (u * (high[0] - low[0])) / 2, centre[1] + (v * (high[1] - low[1])) / 2];

  await t.step("handles are placed by clicking", async () => {
    await page.keyboard.press("Shift+F");
    await t.still();
    await page.keyboard.press("h");
    for (const point of [at(0, 0.85), at(0, -0.85), at(-0.85, 0), at(0.85, 0)]) await click(point);
    t.equal(await core(() => globalThis.verve.project.value.artworks[0].handles.length), 4, "four handles");
    await t.shot("handles");
  });

  await t.step("a handle is dragged and the drawing follows, in the engine and on the screen", async () => {
    await page.keyboard.press("v");
    await find("rig.mode").getByText("Try").click();
    const before = await vertices();
    // Away from all handles, which move too: first on the drawing, then above it.
    const patch = async (point) => {
      const [x, y] = await place(point);
      return page.screenshot({ clip: { x: Math.round(x), y: Math.round(y), width: 6, height: 6 } });
    };
    const paper = await patch(at(-1.3, -0.9));
    t.ok(!paper.equals(await patch(at(0.22, 0.86))), "the drawing is there");
    await drag(await place(at(0, 0.85)), await place(at(0, 0.25)));
    t.ok(furthest(before, await vertices()) > 0.2, "vertices move");
    await frames(2);
    t.ok(paper.equals(await patch(at(0.22, 0.86))), "and pixels: it is gone from where it was");
    await t.shot("dragged");
  });

  await t.step("three poses are kept", async () => {
    await find("workspace-poses").click();
    await find("show-rest").click();
    await page.keyboard.press("k");
    for (const [from, to] of [[at(0, 0.85), at(0, 0)], [at(0.85, 0), at(0.45, 0)]]) {
      await find("show-rest").click();
      await drag(await place(from), await place(to));
      await page.keyboard.press("k");
    }
    t.equal(await core(() => globalThis.verve.project.value.artworks[0].examples.length), 3, "three poses");
  });

  await t.step("a pose is mirrored, duplicated and deleted", async () => {
    const poses = () => core(() => globalThis.verve.project.value.artworks[0].examples.map((e) => e.name));
    const before = await poses();
    for (const key of ["Shift+M", "Control+d"]) {
      await find(`pose-${before[1]}`).click();
      await page.keyboard.press(key);
      t.equal((await poses()).length, 4, `${key} makes one more`);
      await page.keyboard.press("Delete");
      t.equal(await poses(), before, "which is deleted again");
    }
  });

  await t.step("they are linked on the board", async () => {
    const names = await core(() => globalThis.verve.project.value.artworks[0].examples.map((e) => e.name));
    await find(`node-${names[0]}`).hover();
    await drag(await middle(find(`port-${names[0]}`)), await middle(find(`node-${names[1]}`)));
    await t.becomes(() => find("board-segment").count(), 1, "a ring dragged to another pose links the two");
    const corner = { x: 8, y: 8 }; // the dot lies on the middle
    await find(`node-${names[0]}`).locator("button").click({ position: corner });
    for (const name of names.slice(1)) await find(`node-${name}`).locator("button").click({ position: corner, modifiers: ["Shift"] });
    await page.keyboard.press("l");
    await t.becomes(() => find("board-triangle").count(), 1, "three selected poses become a triangle");
    await t.shot("poses");
  });

  await t.step("the dot is dragged and the drawing follows", async () => {
    const nodes = await Promise.all((await find("board").locator("[data-test^=node-]").all()).map(middle));
    const goal = [0, 1].map((axis) => nodes.reduce((sum, node) => sum + node[axis], 0) / nodes.length);
    const before = await vertices();
    await drag(await middle(find("board-dot")), goal);
    const weights = await core(() => Array.from(globalThis.verve.studio.value.figure(0).place));
    t.near(weights.reduce((a, b) => a + b, 0), 1, 1e-4, "weights add up");
    t.ok(weights.every((w) => w > 0.15), "it is among all three poses");
    t.ok(furthest(before, await vertices()) > 0.02, "vertices move");
  });

  await t.step("the sprite is dropped and bounces", async () => {
    await find("workspace-stage").click();
    await find("first-stage").click();
    await core(() => void (globalThis.verve.looping.value = false));
    await find("strength-bounce").focus();
    await page.keyboard.press("End");
    const heights = [];
    await page.keyboard.press("Escape");
    await stage.focus();
    await t.hold();
    await page.keyboard.press("Space");
    for (let i = 0; i < 30; i++) {
      heights.push(await core(() => globalThis.verve.studio.value.playing().actors[0].y));
      await t.pass(3);
    }
    const lowest = heights.indexOf(Math.min(...heights));
    t.ok(lowest > 2 && Math.max(...heights.slice(lowest)) > heights[lowest] + 0.15, `it comes up again: ${heights.map((h) => h.toFixed(2))}`);
    await t.shot("stage");
  });

  await t.step("a strength is changed while it runs", async () => {
    const time = await core(() => globalThis.verve.studio.value.playing().time);
    await find("strength-gravity").focus();
    await page.keyboard.press("Home");
    t.ok((await core(() => globalThis.verve.project.value.artworks[0].sprite.strengths.gravity)) < 0, "it now falls up");
    await t.passUntil((was) => globalThis.verve.studio.value.playing().time > was + 0.3, time);
    await t.passUntil(() => globalThis.verve.studio.value.playing().actors[0].velocityY > 0);
    await stage.focus();
    await page.keyboard.press("Space");
    await t.release();
  });

  await t.step("what plays is what verve simulate gives", async () => {
    const hash = await core(() => {
      const { studio, project } = globalThis.verve;
      studio.value.reset();
      studio.value.seek(119 / project.value.scenes[0].rate);
      return studio.value.playHash();
    });
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => globalThis.verve.savedState.value === "saved");
    const folder = join(t.home, readdirSync(t.home).find((name) => !name.startsWith(".")));
    t.equal(hash, t.verve("simulate", folder, "--scene", "stage", "--frames", "120", "--hash"), "the same hash after two seconds");
  });

  const done = await projectNow();
  await t.step("everything is undone and done again", async () => {
    await page.mouse.move(5, 5);
    for (let i = 0; i < 100 && (await core(() => globalThis.verve.history.value.at)) > 0; i++) await page.keyboard.press("Control+z");
    t.equal(await core(() => globalThis.verve.history.value.at), 0, "nothing is left to undo");
    for (let i = 0; i < 100 && (await core(() => globalThis.verve.history.value.at < globalThis.verve.history.value.steps.length)); i++) await page.keyboard.press("Control+Shift+z");
    t.equal(await projectNow(), done, "the project is as it was");
  });

  await t.step("the server is killed, and nothing is lost", async () => {
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => globalThis.verve.savedState.value === "saved");
    // One more change, which no save has seen: it must be in the journal by itself.
    await core(() => globalThis.verve.send({ do: "project.set", about: "A ball of my own" }));
    const after = await projectNow();
    const hash = await core(() => globalThis.verve.studio.value.hash());
    await page.waitForFunction(() => globalThis.verve.savedState.value === "journalled");
    await server.kill();
    t.expectComplaint(/ERR_CONNECTION|Failed to load resource|ERR_EMPTY|ERR_INCOMPLETE/);
    const folder = join(t.home, readdirSync(t.home).find((name) => !name.startsWith(".")));
    server = await t.serve(folder);
    await page.goto(server.url);
    await t.ready(page);
    t.equal(await projectNow(), after, "the project is as it was");
    t.equal(await core(() => globalThis.verve.studio.value.hash()), hash, "so is all that is built from it");
    await replay(folder, hash);
  });

  // The same commands, by `verve apply` on a project of its own with the same pictures.
  async function replay(folder, hash) {
    const copy = join(t.work, "replayed");
    const name = await core(() => globalThis.verve.project.value.name);
    t.verve("new", copy, "--name", name);
    mkdirSync(join(copy, "art"), { recursive: true });
    cpSync(join(folder, "art"), join(copy, "art"), { recursive: true });
    // What was undone was done again, so steps alone tell the whole story.
    const commands = lines.map((line) => JSON.parse(line)).flatMap((line) => line.do ?? []);
    writeFileSync(join(t.work, "commands.json"), JSON.stringify(commands));
    t.equal(t.verve("apply", copy, join(t.work, "commands.json"), "--hash").split("\n").at(-1), hash, "verve apply comes to the same");
    t.ok(readFileSync(join(copy, "project.json"), "utf8").includes("A ball of my own"), "with all of it");
  }
}
