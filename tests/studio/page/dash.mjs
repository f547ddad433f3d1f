// The dash of docs/studio.md, as it is written there: a puppet that stands, three keys by hand, and what physics makes
// of them. Leaves the pictures of that chapter in BUILD/shots/dash; tools/pictures.sh brings them to docs/images.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export default async function (t) {
  const page = await t.newPage({ viewport: { width: 1440, height: 900 } });
  t.page = page;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const core = (question, argument) => page.evaluate(question, argument);
  const { frames } = t;

  // What the page says to begin with.
  const project = join(t.work, "tower");
  const [, commands] = /apply tower - <<'END'\n([\s\S]*?)\nEND\n/.exec(readFileSync(join(t.root, "docs/studio.md"), "utf8"));
  const HANDLES = Object.fromEntries(JSON.parse(commands).filter((c) => c.do === "handle.add").map((c) => [c.name, c.at]));
  writeFileSync(join(t.work, "commands.json"), commands);
  t.verve("new", project, "--art", join(t.root, "examples/art/tall-box.svg"), "--name", "Tower");
  t.verve("apply", project, join(t.work, "commands.json"));
  await t.open(project);
  await find("workspace-stage").click();
  await find("scene-dash").click();
  await frames();

  const stage = find("stage");
  async function screen([x, y]) {
    const [box, camera] = [await stage.boundingBox(), await core(() => globalThis.verve.camera.value)];
    return [box.x + box.width / 2 + (x - camera.x) * camera.zoom, box.y + box.height / 2 - (y - camera.y) * camera.zoom];
  }
  const handleAt = async (name) => {
    const pose = await core((at) => [...globalThis.verve.studio.value.playing().actors[0].handles.subarray(6 * at, 6 * at + 6)], Object.keys(HANDLES).indexOf(name));
    const [x, y] = HANDLES[name];
    return [pose[0] * x + pose[1] * y + pose[4], pose[2] * x + pose[3] * y + pose[5]];
  };
  const goTo = async (time) => {
    await core((at) => void (globalThis.verve.time.value = at), time);
    await t.becomes(() => core((at) => Math.abs(globalThis.verve.studio.value.playing().time - at) < 1e-5, time), true, `it goes to ${time} s`);
    await frames(2);
  };
  const keys = (handle, channel) => core(([h, c]) => globalThis.verve.project.value.clips[0].tracks.find((track) => track.handle === h && track.channel === c)?.keys ?? [], [handle, channel]);
  async function drag(from, to) {
    await page.mouse.move(...from);
    await page.mouse.down();
    for (let i = 1; i <= 8; i++) await page.mouse.move(from[0] + ((to[0] - from[0]) * i) / 8, from[1] + ((to[1] - from[1]) * i) / 8);
    await frames(3);
    await page.mouse.up();
    await frames(3);
  }
  const away = () => page.mouse.move(720, 895);

  await t.step("it gets a clip, and its foot three keys", async () => {
    await find("actor-box").click();
    await find("make-clip").click();
    await find("sheet-row-foot").click();
    await page.keyboard.press("k");
    await t.becomes(async () => (await keys("foot", "position")).length, 1, "where it stands");
    await goTo(0.4);
    await find("sheet-row-foot").click();
    await page.keyboard.press("k");
    await t.becomes(async () => (await keys("foot", "position")).length, 2, "and stands still");
    await goTo(1);
    await page.mouse.click(...(await screen(await handleAt("foot"))));
    await page.keyboard.press("a");
    const [x, y] = await screen(await handleAt("foot"));
    await drag([x, y], await screen([(await handleAt("foot"))[0] + 2.5, (await handleAt("foot"))[1]]));
    const [last] = (await keys("foot", "position")).slice(-1);
    t.near(last.time, 1, 1e-4, "at the playhead");
    t.near(last.value[0], 2.5, 0.05, "where it was dragged to");
  });

  await t.step("it falls over until a key keeps its foot upright", async () => {
    await goTo(0.8);
    t.ok((await handleAt("top"))[1] < 1, "nothing wants an angle of it");
    const [box, view] = [await find("sheet-canvas").boundingBox(), await core(() => globalThis.verve.timeView.value)];
    const row = await find("sheet-row-foot-angle").boundingBox();
    await page.mouse.dblclick(box.x + ((0 - view.from) / (view.to - view.from)) * box.width + 1, row.y + row.height / 2);
    await t.becomes(async () => (await keys("foot", "angle")).map((key) => [key.time, key.value]), [[0, 0]], "a key on the empty row is as it is at rest");
    await goTo(0.9);
    await goTo(0.8);
    t.ok((await handleAt("top"))[1] > 1, "now it leans, and stands");
  });

  await t.step("it lags, overshoots and settles, as scrubbing shows", async () => {
    await goTo(0.8);
    const lag = (await handleAt("foot"))[0] - (await handleAt("top"))[0];
    t.ok(lag > 0.4, `the top is ${lag.toFixed(2)} m behind`);
    let most = 0;
    for (let time = 1; time < 2; time += 0.1) {
      await goTo(Math.round(time * 10) / 10);
      most = Math.max(most, (await handleAt("top"))[0] - (await handleAt("foot"))[0]);
    }
    t.ok(most > 0.2, `it goes ${most.toFixed(2)} m too far`);
  });

  await t.step("ghosts and paths show it at once", async () => {
    await goTo(0.8);
    await page.mouse.click(...(await screen(await handleAt("top"))));
    await page.keyboard.press("Shift+O");
    await page.keyboard.press("p");
    await frames(30);
    await away();
    await t.shot("dash");
  });

  await t.step("the same as curves", async () => {
    await page.keyboard.press("Shift+O");
    await find("sheet-row-foot").click();
    await page.keyboard.press("Shift+C");
    await frames(20);
    await away();
    await t.shot("curves");
  });
}
