// A skeleton made by a new user: bones drawn end to end with the mouse on a layered drawing become chains, and dragging a
// hand, an elbow, the hips or the drawing moves what an animator expects.
import { join } from "node:path";

// Where the joints of examples/art/man.svg are.
const SPINE = [[0, 0.72], [0, 0.95], [0, 1.28], [0, 1.39], [0, 1.8]];
const side = (sign) => ({
  arm: [[-0.17, 1.15], [-0.37, 1.01], [-0.46, 0.82], [-0.495, 0.63]].map(([x, y]) => [sign * x, y]),
  leg: [[-0.083, 0.685], [-0.151, 0.445], [-0.193, 0.21], [-0.42, 0.08]].map(([x, y]) => [sign * x, y]),
});

export default async function (t) {
  const { page } = t;
  const project = join(t.work, "skeleton");
  t.verve("new", project);
  await t.open(project);
  const stage = page.locator("[data-test=stage]");
  const at = (test) => page.locator(`[data-test="${test}"]`);
  const artwork = () => page.evaluate(() => globalThis.verve.project.value.artworks[0]);
  async function place([x, y]) {
    const box = await stage.boundingBox();
    const camera = await page.evaluate(() => globalThis.verve.camera.value);
    return [box.x + box.width / 2 + (x - camera.x) * camera.zoom, box.y + box.height / 2 - (y - camera.y) * camera.zoom];
  }
  async function drag(from, to) {
    const [a, b] = [await place(from), await place(to)];
    await page.mouse.move(...a);
    await page.mouse.down();
    await page.mouse.move(...b, { steps: 12 });
    await page.mouse.up();
  }
  const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  // { name: [joint, tip] } as they are shown
  async function bones() {
    const ends = await page.evaluate(() => [...globalThis.verve.studio.value.figure(0).handles]);
    const { handles } = await artwork();
    return Object.fromEntries(handles.map((h, i) => [h.name, [ends.slice(4 * i, 4 * i + 2), ends.slice(4 * i + 2, 4 * i + 4)]]));
  }
  // Every bone that begins where its parent ends still does, and none has changed its length.
  async function together(what) {
    const now = await bones();
    for (const handle of (await artwork()).handles) {
      t.near(distance(...now[handle.name]), distance(handle.from, handle.to), 1e-3, `${what}: length of ${handle.name}`);
      const parent = (await artwork()).handles.find((h) => h.name === handle.parent);
      if (parent && distance(parent.to, handle.from) < 1e-6)
        t.near(distance(now[parent.name][1], now[handle.name][0]), 0, 1e-3, `${what}: ${handle.name} on ${parent.name}`);
    }
    return now;
  }

  await t.step("A layered drawing comes in", async () => {
    const chooser = page.waitForEvent("filechooser");
    await page.keyboard.press("Control+i");
    await (await chooser).setFiles(join(t.root, "examples/art/man.svg"));
    await page.waitForFunction(() => globalThis.verve.project.value.artworks.length === 1);
    await t.still();
  });

  await t.step("Bones drawn end to end are chains", async () => {
    await stage.focus();
    await page.keyboard.press("b");
    const chain = async (points) => {
      for (let i = 0; i + 1 < points.length; i++) await drag(points[i], points[i + 1]);
    };
    await chain(SPINE);
    for (const sign of [1, -1]) {
      await chain(side(sign).arm);
      await chain(side(sign).leg);
    }
    const { handles } = await artwork();
    t.equal(handles.length, 16, "sixteen bones");
    const named = (point) => handles.find((h) => distance(h.from, point) < 0.03);
    t.equal(handles.filter((h) => h.parent === null).length, 1, "the spine carries all others");
    for (const sign of [1, -1]) {
      const { arm, leg } = side(sign), [shoulder, elbow, wrist] = arm.slice(0, 3).map(named), [hip, knee, ankle] = leg.slice(0, 3).map(named);
      t.equal([elbow.parent, wrist.parent, knee.parent, ankle.parent], [shoulder.name, elbow.name, hip.name, knee.name], "chains");
      t.equal(shoulder.parent, named(SPINE[1]).name, "an arm is carried by the chest");
      t.equal(hip.parent, named(SPINE[0]).name, "a leg by the hips");
    }
    t.ok(/^arm-lower/.test(named(side(1).arm[1]).name), `named after the layer that they are on: ${handles.map((h) => h.name).join(", ")}`);
    t.equal(named(side(1).arm[0]).layers, ["arm-upper-left"], `the upper arm does not move the torso: ${JSON.stringify(handles.map((h) => [h.name, h.layers]))}`);
    await t.shot("drawn");
  });

  await t.step("A parent is chosen in the inspector, and undo takes it back", async () => {
    await page.keyboard.press("v");
    const { handles } = await artwork(), wrist = handles.at(-4), root = handles.find((h) => h.parent === null);
    const [x, y] = await place([(wrist.from[0] + wrist.to[0]) / 2, (wrist.from[1] + wrist.to[1]) / 2]);
    await page.mouse.click(x, y);
    await at("handle-parent").locator("select").or(at("handle-parent").and(page.locator("select"))).first().selectOption(root.name);
    t.equal((await artwork()).handles.at(-4).parent, root.name, "it has another");
    await page.keyboard.press("Control+z");
    t.equal((await artwork()).handles.at(-4).parent, wrist.parent, "and its own again");
  });

  let hand, foot;
  await t.step("Dragging a hand takes its arm along, and nothing else", async () => {
    await page.keyboard.press("t");
    const before = await together("at rest"), names = Object.keys(before);
    hand = names.find((name) => distance(before[name][1], side(1).arm[3]) < 0.03);
    foot = [1, -1].map((sign) => names.find((name) => distance(before[name][1], side(sign).leg[3]) < 0.03));
    await drag(before[hand][1], [-0.6, 1.3]);
    const now = await together("after the hand");
    t.near(distance(now[hand][1], [-0.6, 1.3]), 0, 0.02, "the hand is where it was dragged");
    const { handles } = await artwork();
    const arm = [hand, handles.find((h) => h.name === hand).parent];
    arm.push(handles.find((h) => h.name === arm[1]).parent);
    for (const name of names) if (!arm.includes(name)) t.near(distance(now[name][1], before[name][1]), 0, 1e-3, `${name} stays`);
    t.ok(distance(now[arm[2]][1], before[arm[2]][1]) > 0.05, "the upper arm has turned");
    await t.shot("hand");
  });

  await t.step("Dragging an elbow takes the forearm along", async () => {
    const before = await bones();
    const { handles } = await artwork();
    const lower = handles.find((h) => h.name === hand).parent;
    await drag(before[lower][0], [-0.3, 1.3]);
    await together("after the elbow");
  });

  await t.step("The hips crouch on pinned feet", async () => {
    await page.keyboard.press("Shift+r");
    const before = await bones(), root = (await artwork()).handles.find((h) => h.parent === null).name;
    for (const name of foot) {
      const [[a, b]] = [before[name]], [x, y] = await place([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
      await page.mouse.dblclick(x, y);
    }
    await drag(before[root][0], [0, 0.5]);
    const now = await together("crouching");
    t.near(distance(now[root][0], [0, 0.5]), 0, 0.02, "the hips are where they were dragged");
    for (const name of foot) t.near(distance(now[name][0], before[name][0]), 0, 5e-3, "a pinned foot stays");
    await t.shot("crouch");
  });
}
