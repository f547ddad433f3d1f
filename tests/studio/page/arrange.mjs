// Arranging a stage: new things come where there is room; ground, zones and actors are moved, turned and scaled by keys
// and copied with their joints; what is drawn nearly straight is straight; the joint tool says what it would join.
import { cpSync } from "node:fs";
import { join } from "node:path";

export default async function (t) {
  const { page, frames } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const stage = find("stage");
  const core = (question, argument) => page.evaluate(question, argument);
  const scene = () => core(() => globalThis.verve.project.value.scenes.find((s) => s.name === "yard"));
  const send = async (command) => t.ok(await core((c) => globalThis.verve.send(c), { scene: "yard", ...command }), `${command.do} is done`);
  async function place([x, y]) {
    const box = await stage.boundingBox();
    const { x: midX, y: midY, zoom } = await core(() => globalThis.verve.camera.value);
    return [box.x + box.width / 2 + (x - midX) * zoom, box.y + box.height / 2 - (y - midY) * zoom];
  }
  async function drag(from, to, { steps = 10 } = {}) {
    const [a, b] = [await place(from), await place(to)];
    await page.mouse.move(...a);
    await page.mouse.down();
    for (let i = 1; i <= steps; i++) await page.mouse.move(a[0] + ((b[0] - a[0]) * i) / steps, a[1] + ((b[1] - a[1]) * i) / steps);
    await page.mouse.up();
  }
  const hover = async (at) => page.mouse.move(...(await place(at)));
  const click = async (at) => page.mouse.click(...(await place(at)));
  const keys = async (...all) => { for (const key of all) await page.keyboard.press(key); };
  const undo = async (times = 1) => { for (let i = 0; i < times; i++) await page.keyboard.press("Control+z"); };
  async function add(button, label) {
    await find(button).click();
    await page.getByRole("menuitem", { name: label }).first().click();
    await frames(2);
  }
  const middle = (points) => [0, 1].map((axis) => (Math.min(...points.map((p) => p[axis])) + Math.max(...points.map((p) => p[axis]))) / 2);
  const size = (points) => [0, 1].map((axis) => Math.max(...points.map((p) => p[axis])) - Math.min(...points.map((p) => p[axis])));
  const close = (a, b, tolerance, what) => a.forEach((value, i) => t.near(value, b[i], tolerance, what));

  const project = join(t.work, "cannon");
  cpSync(join(t.root, "examples/cannon"), project, { recursive: true });
  await t.open(project);
  await find("workspace-stage").click();
  await send({ do: "scene.add", scene: undefined, name: "yard", seconds: 6, background: "#F7F1E5", obstacles: [{ kind: "ground", height: 0 }], actors: [] });
  await find("scene-yard").click();
  await frames(5);
  await core(() => void (globalThis.verve.camera.value = { x: 1, y: 1.5, zoom: 100 }));
  await frames(5);

  await t.step("what is added comes to the middle of the view, and beside what is there", async () => {
    for (let i = 0; i < 3; i++) await add("add-actor", "crate");
    await add("add-ground", "Block");
    await add("add-ground", /^Sensor/);
    const boxes = await core(() => {
      const { actors } = globalThis.verve.studio.value.playing();
      return actors.map(({ vertices }) => [0, 1].map((axis) => [Math.min(...vertices.filter((_, i) => i % 2 === axis)), Math.max(...vertices.filter((_, i) => i % 2 === axis))]));
    });
    const { actors, obstacles } = await scene();
    t.near(actors[0].at[0], 1, 0.06, "the first is in the middle");
    for (const { points } of obstacles.slice(1)) boxes.push([0, 1].map((axis) => [Math.min(...points.map((p) => p[axis])), Math.max(...points.map((p) => p[axis]))]));
    boxes.forEach((a, i) => boxes.slice(0, i).forEach((b) => t.ok([0, 1].some((axis) => a[axis][1] <= b[axis][0] + 1e-3 || b[axis][1] <= a[axis][0] + 1e-3), "no two overlap")));
    t.equal(obstacles[2].sensor, true, "the sensor feels");
    await t.shot("added");
    await undo(5);
    t.equal([(await scene()).actors.length, (await scene()).obstacles.length], [0, 1], "all taken back");
  });
  await t.step("a block is turned, scaled along an axis, copied and moved by keys and numbers", async () => {
    await send({ do: "obstacle.add", kind: "polygon", points: [[0, 1], [1, 1], [1, 1.4], [0, 1.4]] });
    await frames(3);
    await hover([0.5, 1.2]);
    t.equal(await stage.evaluate((canvas) => canvas.style.cursor), "pointer", "a press would select it");
    await click([0.5, 1.2]);
    await hover([0.52, 1.2]);
    await t.becomes(() => stage.evaluate((canvas) => canvas.style.cursor), "grab", "now a press would drag it");
    await keys("r", "9", "0", "Enter");
    close(size((await scene()).obstacles[1].points), [0.4, 1], 0.003, "it stands");
    close(middle((await scene()).obstacles[1].points), [0.5, 1.2], 0.003, "about its middle");
    await keys("s", "y", "2", "Enter");
    close(size((await scene()).obstacles[1].points), [0.4, 2], 0.003, "twice as high, as wide as before");
    await keys("Control+d");
    const [, own, copy] = (await scene()).obstacles;
    t.equal(copy.points, own.points, "a copy");
    t.ok(copy.at[0] - own.at[0] >= 0.4, "beside it");
    await keys("g", "x", "-", "2", "Enter");
    t.near((await scene()).obstacles[2].at[0], copy.at[0] - 2, 0.002, "two metres to the left");
    await keys("g");
    await hover([2, 2]);
    await keys("Escape");
    t.near((await scene()).obstacles[2].at[0], copy.at[0] - 2, 0.002, "Escape leaves it");
    await undo(4);
    t.equal((await scene()).obstacles.length, 2, "one step each");
    close(size((await scene()).obstacles[1].points), [1, 0.4], 0.003, "as it was");
  });
  await t.step("one with a path is keyed where it is turned, and the new key is chosen", async () => {
    await click([0.5, 1.2]);
    await keys("k");
    await core(() => void (globalThis.verve.time.value = 2));
    await t.becomes(() => core(() => Math.round(10 * globalThis.verve.studio.value.playing().time)), 20, "at two seconds");
    await hover([0.5, 1.2]);
    await keys("r", "4", "5", "Enter");
    const { path } = (await scene()).obstacles[1];
    t.equal(path.map((key) => key.time), [0, 2], "a second key");
    t.near(path[1].angle, Math.PI / 4, 1e-3, "an eighth of a turn");
    const at = [path[1].at[0] + (0.5 * Math.SQRT1_2 - 1.2 * Math.SQRT1_2), path[1].at[1] + (0.5 * Math.SQRT1_2 + 1.2 * Math.SQRT1_2)];
    close(at, [0.5, 1.2], 0.01, "about its middle");
    await drag([0.5, 1.2], [1.5, 1.2]);
    t.equal((await scene()).obstacles[1].path.length, 2, "dragging it there changes that key");
    t.near(Number(await find("key-time").inputValue()), 2, 1e-6, "which the inspector shows");
    await undo(3);
    await core(() => void (globalThis.verve.time.value = 0));
    await keys("Delete");
  });
  await t.step("water is turned and scaled; all of the stage that is selected goes along", async () => {
    await send({ do: "zone.add", kind: "water", points: [[-1, 0], [1, 0], [1, 1], [-1, 1]] });
    await frames(3);
    await click([0, 0.5]);
    await keys("s", "0", ".", "5", "Enter");
    close(size((await scene()).zones[0].points), [1, 0.5], 0.003, "half as large");
    await keys("r", "9", "0", "Enter");
    close(size((await scene()).zones[0].points), [0.5, 1], 0.003, "upright");
    await undo(2);
    await keys("Delete");
    t.equal((await scene()).zones.length, 0, "gone");
  });
  await t.step("a swing is copied with its ropes", async () => {
    await send({ do: "actor.add", name: "seat", artwork: "beam", at: [0, 1], scale: 0.5 });
    await send({ do: "actor.add", name: "child", artwork: "crate", at: [0, 1.4], scale: 0.4 });
    await send({ do: "joint.add", name: "left", kind: "rope", a: { actor: "seat", handle: "end-left" }, b: { at: [-0.4, 2.5] } });
    await send({ do: "joint.add", kind: "weld", a: { actor: "seat", at: [0, 0.2] }, b: { actor: "child", at: [0, 0] } });
    await send({ do: "actor.add", name: "bystander", artwork: "crate", at: [-2, 0.1], scale: 0.4 });
    await send({ do: "joint.add", kind: "rope", a: { actor: "seat", at: [0, 0] }, b: { actor: "bystander", at: [0, 0] } });
    await find("actor-seat").click();
    await find("actor-child").click({ modifiers: ["Control"] });
    await stage.focus();
    await keys("Control+d");
    const { actors, joints } = await scene();
    t.equal(actors.slice(3).map(({ name }) => name), ["seat 2", "child 2"], "both are copied");
    t.equal(joints.length, 5, "and the joints among them, not that to the bystander");
    const by = actors[3].at[0] - actors[0].at[0];
    t.equal([joints[3].a.actor, joints[3].a.handle, joints[3].name], ["seat 2", "end-left", null], "the rope hangs on the copy");
    t.near(joints[3].b.at[0], -0.4 + by, 1e-3, "from a place beside");
    t.equal([joints[4].a.actor, joints[4].b.actor], ["seat 2", "child 2"], "the weld holds the copies");
    await t.shot("swing");
    await undo();
    t.equal((await scene()).actors.length, 3, "one step");
  });
  await t.step("what is drawn nearly straight is straight", async () => {
    await keys("Escape", "d");
    await core(() => void (globalThis.verve.camera.value = { x: 0.5, y: 1.5, zoom: 90 }));
    await frames(3);
    await drag([-2, 0.5], [-1.97, 2.5]);
    const [a, b] = (await scene()).obstacles[1].points;
    t.equal([a[0] - b[0], (await scene()).obstacles[1].kind], [0, "segments"], "a wall is upright");
    await page.keyboard.down("Shift");
    for (const corner of [[2, 0.5], [3, 0.52], [3.02, 1.5], [2.03, 1.48]]) await click(corner);
    await page.keyboard.up("Shift");
    await keys("Enter");
    const { points } = (await scene()).obstacles[2];
    t.equal([points[0][1] - points[1][1], points[1][0] - points[2][0], points[2][1] - points[3][1], points[3][0] - points[0][0]], [0, 0, 0, 0], "a block has right angles");
    await undo(2);
  });
  await t.step("a joint that cannot be is refused with a reason", async () => {
    await keys("j");
    await find("joint-kinds-hinge").click();
    const { joints } = await scene();
    await click([-2, 2.5]);
    await page.getByText("one end of a joint is always an actor").waitFor();
    await find("joint-kinds-rope").click();
    await click([0, 1.05]);
    await page.getByText("A joint of this kind has two ends.").waitFor();
    t.equal((await scene()).joints.length, joints.length, "none is made");
    await find("joint-kinds-hinge").click();
    await hover([0, 1.05]);
    await frames(3);
    await t.shot("hover");
    await keys("v");
  });
  await t.step("after a number was clicked and typed, Enter gives the keys back to the stage; who came by Tab stays", async () => {
    await find("actor-seat").click();
    await find("actor-x").click();
    await page.keyboard.type("0.25");
    await keys("Enter");
    t.near((await scene()).actors[0].at[0], 0.25, 1e-6, "it is there");
    await keys("Space");
    t.equal(await core(() => globalThis.verve.playing.value), true, "Space plays");
    await keys("Space", "Home");
    await find("actor-x").focus();
    await page.keyboard.type("0.5");
    await keys("Enter", "Tab");
    t.equal(await core(() => document.activeElement.dataset.test), "actor-y", "Tab goes on to the next field");
    await stage.focus();
    await undo(2);
  });
  await t.step("in a narrow window every menu and tab can be reached", async () => {
    await send({ do: "project.set", scene: undefined, name: "A project with a name that is rather long" });
    for (const width of [1440, 1360, 1300, 1260, 1200, 1024]) {
      await page.setViewportSize({ width, height: 768 });
      await frames(5);
      const boxes = [];
      for (const one of await page.locator(".topbar button").all()) if (await one.isVisible()) boxes.push(await one.boundingBox());
      boxes.forEach((a, i) => boxes.slice(0, i).forEach((b) => t.ok(a.x >= b.x + b.width - 1 || b.x >= a.x + a.width - 1, `at ${width} no button of the bar covers another`)));
      t.ok(boxes.every((box) => box.x >= 0 && box.x + box.width <= width), `at ${width} all are inside`);
    }
    t.equal(await page.getByRole("tab", { name: "Lines" }).count(), 1, "a tab keeps its name");
    await keys("j");
    const bar = await page.locator(".stage-toolbar").boundingBox();
    const reset = await find("reset").boundingBox();
    t.ok(reset.x + reset.width <= bar.x + bar.width, "the toolbar of the stage wraps");
    await t.shot("narrow");
  });
}
