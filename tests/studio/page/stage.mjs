// The stage workspace: actors are taken hold of and thrown, arranged, copied and scaled, ground is drawn, and a
// recorded run is a scene that `verve simulate` plays to the same hash.
import { cpSync } from "node:fs";
import { join } from "node:path";

export default async function (t) {
  const { page } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const stage = find("stage");
  const core = (question, argument) => page.evaluate(question, argument);
  const actor = (index = 0) => core((i) => (({ x, y, velocityX, velocityY, asleep }) => ({ x, y, velocityX, velocityY, asleep }))(globalThis.verve.studio.value.playing().actors[i]), index);
  const scene = () => core(() => globalThis.verve.project.value.scenes.find((s) => s.name === "lively"));
  const { frames } = t;
  async function place([x, y]) {
    const box = await stage.boundingBox();
    const { x: midX, y: midY, zoom } = await core(() => globalThis.verve.camera.value);
    return [box.x + box.width / 2 + (x - midX) * zoom, box.y + box.height / 2 - (y - midY) * zoom];
  }
  async function drag(from, to, steps = 12) {
    const [a, b] = [await place(from), await place(to)];
    await page.mouse.move(...a);
    await page.mouse.down();
    for (let i = 1; i <= steps; i++) await page.mouse.move(a[0] + ((b[0] - a[0]) * i) / steps, a[1] + ((b[1] - a[1]) * i) / steps);
    await page.mouse.up();
  }

  const project = join(t.work, "bounce");
  cpSync(join(t.root, "examples/bounce"), project, { recursive: true });
  await t.open(project);
  await find("workspace-stage").click();
  await find("scene-lively").click();
  await core(() => void (globalThis.verve.looping.value = false));
  await frames(5);

  await t.step("an actor is arranged by dragging it, in one step of undo", async () => {
    const before = (await scene()).actors[0].at;
    const { x, y } = await actor();
    await drag([x, y], [x + 0.5, y - 0.4]);
    const after = (await scene()).actors[0].at;
    t.near(after[0] - before[0], 0.5, 0.02, "it begins further right");
    t.near(after[1] - before[1], -0.4, 0.02, "and lower");
    t.near((await actor()).x, x + 0.5, 0.02, "and is seen there");
    await page.keyboard.press("Control+z");
    t.equal((await scene()).actors[0].at, before, "undo takes it back");
  });

  await t.step("it is scaled and turned by keys, and copied", async () => {
    const { x, y } = await actor();
    await stage.click({ position: await inStage([x, y]) });
    await page.mouse.move(...(await place([x + 0.3, y])));
    await page.keyboard.press("s");
    await page.mouse.move(...(await place([x + 0.6, y])), { steps: 4 });
    await frames(3);
    await page.keyboard.press("Enter");
    const { scale } = (await scene()).actors[0];
    t.near(scale, 2, 0.15, "twice as far from its middle is twice as large");
    const middle = await actor(); // it has grown about its origin, where it stands
    await page.mouse.move(...(await place([middle.x + 0.5, middle.y])));
    await frames(2);
    await page.keyboard.press("r");
    await page.mouse.move(...(await place([middle.x, middle.y + 0.5])), { steps: 8 });
    await frames(3);
    await page.keyboard.press("Enter");
    t.near((await scene()).actors[0].angle, Math.PI / 2, 0.1, "a quarter of a turn");
    await page.keyboard.press("Control+d");
    t.equal((await scene()).actors.length, 2, "a copy");
    t.near((await scene()).actors[1].scale, scale, 1e-6, "of the same size");
    for (let i = 0; i < 3; i++) await page.keyboard.press("Control+z");
    t.equal((await scene()).actors.length, 1, "all taken back");
  });
  async function inStage(point) {
    const [[x, y], box] = [await place(point), await stage.boundingBox()];
    return { x: x - box.x, y: y - box.y };
  }

  await t.step("ground is drawn: a stroke is a wall, a loop a solid shape", async () => {
    const before = (await scene()).obstacles.length;
    await page.keyboard.press("d");
    await drag([-1, 0.9], [1, 1.1]);
    const wall = (await scene()).obstacles.at(-1);
    t.equal([wall.kind, wall.points.length], ["segments", 2], "a straight stroke has two ends");
    const corners = [[1.2, 0.3], [1.8, 0.3], [1.8, 0.8], [1.2, 0.8], [1.2, 0.3]];
    await page.mouse.move(...(await place(corners[0])));
    await page.mouse.down();
    for (const corner of corners.slice(1)) await page.mouse.move(...(await place(corner)), { steps: 6 });
    await page.mouse.up();
    const shape = (await scene()).obstacles.at(-1);
    t.equal(shape.kind, "polygon", "a loop is solid");
    t.ok(shape.points.length >= 4 && shape.points.length <= 8, `and has few corners: ${shape.points.length}`);
    await t.shot("ground");
    await page.keyboard.press("v");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    t.equal((await scene()).obstacles.length, before, "both taken back");
  });

  await t.step("contacts are marks on the timeline, where the motion breaks", async () => {
    const known = await core(() => {
      const play = () => globalThis.verve.studio.value.playing();
      const step = play().step;
      let first = null, before = null;
      for (let i = 0; i < 180; i++) {
        globalThis.verve.studio.value.seek(i * step);
        const { velocityY } = play().actors[0];
        if (first === null && before !== null && velocityY > before + 0.5) first = i * step;
        before = velocityY;
      }
      const [one, more] = [play().marks(), globalThis.verve.studio.value.seek(0) && play().marks().length];
      return { first, step, marks: one, more };
    });
    t.ok(known.marks.length > 0, "there are marks");
    t.near(known.marks[0].time, known.first, 3 * known.step, "the first where the fall ends");
    t.ok(known.marks[0].impulse > 0, "with its impulse");
    t.equal(known.more, known.marks.length, "they stay when time goes back");
    t.ok(known.marks.every((mark, i) => i === 0 || mark.time >= known.marks[i - 1].time), "in order");
    await find("workspace-rig").click(); // the timeline is drawn anew
    await frames(3);
    await find("workspace-stage").click();
    await t.becomes(() => core(() => globalThis.verve.studio.value.playing() !== null), true, "the stage is set up anew");
    await core(() => void (globalThis.verve.time.value = 2));
    await t.becomes(async () => (await page.locator(".event-mark").count()) > 0, true, "they are drawn");
    await t.shot("marks");
    await core(() => void (globalThis.verve.time.value = 0));
    await frames(3);
  });

  await t.step("while it plays the pointer takes hold and throws, and the run is recorded", async () => {
    await t.hold();
    await find("time-record").click();
    await t.pass(20);
    const { x, y } = await actor();
    await page.mouse.move(...(await place([x, y])));
    await page.mouse.down();
    t.ok(await core(() => globalThis.verve.studio.value.playing().actors[0].grabbed), "it is held");
    const goal = [x - 0.8, 1.6];
    for (let i = 1; i <= 20; i++) {
      await page.mouse.move(...(await place([x + ((goal[0] - x) * i) / 20, y + ((goal[1] - y) * i) / 20])));
      await t.pass(1);
    }
    await t.pass(15);
    const there = await actor();
    t.ok(Math.hypot(there.x - goal[0], there.y - goal[1]) < 0.6, "it has come to the hand");
    for (let i = 1; i <= 6; i++) {
      await page.mouse.move(...(await place([goal[0] + 0.12 * i, goal[1] + 0.05 * i])));
      await t.pass(1);
    }
    await page.mouse.up();
    t.ok((await actor()).velocityX > 0.3, "let go, it flies on");
    await t.pass(10, 20);
    await find("time-record").click();
    await t.release();
    const names = await core(() => globalThis.verve.project.value.scenes.map((s) => s.name));
    t.ok(names.includes("lively take"), `the run is a scene: ${names}`);
    await t.shot("recorded");
  });

  await t.step("what was recorded plays to the same hash in verve simulate", async () => {
    await frames(5);
    const { hash, frames: count, length } = await core(() => {
      const { studio, project } = globalThis.verve;
      const index = project.value.scenes.findIndex((s) => s.name === "lively take");
      const { seconds, rate, script } = project.value.scenes[index];
      const count = Math.round(seconds * rate);
      studio.value.play(index);
      while (!studio.value.seek((count - 1) / rate));
      return { hash: studio.value.playHash(), frames: count, length: script.length };
    });
    t.ok(length > 10, "the hand's way is in the script");
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => globalThis.verve.savedState.value === "saved");
    t.equal(t.verve("simulate", project, "--scene", "lively take", "--frames", String(count), "--hash"), hash, "the same hash");
  });

  await t.step("a moment that is too far for one frame is reached in several", async () => {
    await find("scene-lively").click();
    const shown = () => core(() => globalThis.verve.project.value.scenes[globalThis.verve.studio.value.playing()?.scene]?.name);
    await t.becomes(shown, "lively", "the scene is on the stage");
    await core(() => void (globalThis.verve.time.value = 150));
    await t.becomes(() => core(() => [globalThis.verve.studio.value.playing().time, globalThis.verve.time.value]), [150, 150], "it gets there");
    await core(() => void (globalThis.verve.time.value = 0));
    await t.becomes(() => core(() => globalThis.verve.studio.value.playing().time), 0, "and back");
  });

  await t.step("overlays draw, and the dot leaves a trail", async () => {
    await find("scene-lively").click();
    for (const overlay of ["contacts", "velocities", "goals", "neighbourhoods", "mesh"]) await find(`overlay-${overlay}`).click();
    await stage.focus();
    await t.hold();
    await page.keyboard.press("Space");
    await t.pass(20, 20);
    t.ok((await page.locator(".board-trail").getAttribute("points")).split(" ").length > 10, "the trail is there");
    await page.mouse.move(...(await place(await actor().then(({ x, y }) => [x, y]))));
    await frames(3);
    await t.shot("overlays");
    await page.keyboard.press("Space");
    await t.release();
  });
}
