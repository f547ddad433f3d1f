// The rig workspace as an artist uses it: a drawing comes in, gets handles and a bone, is posed by a handle and by the
// drawing itself, pinned, squashed, and everything is taken back.
import { join } from "node:path";
import { deflateSync } from "node:zlib";

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

// A sausage lying down, 400 × 160 pixels, as a PNG: mustard on nothing.
function sausage() {
  const [width, height] = [400, 160];
  const rows = Buffer.alloc((4 * width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const along = Math.max(60, Math.min(width - 60, x));
      const inside = Math.hypot(x - along, y - height / 2) < 50;
      if (inside) rows.set([0xf2, 0xb1, 0x34, 0xff], (4 * width + 1) * y + 1 + 4 * x);
    }
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const out = Buffer.alloc(8 + body.length);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), 4 + body.length);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

export default async function (t) {
  const { page } = t;
  const project = join(t.work, "sausage");
  t.verve("new", project);
  await t.open(project);

  // ---- What a person sees and does

  const stage = page.locator("[data-test=stage]");
  const at = (test) => page.locator(`[data-test="${test}"]`);
  // Where a point of the stage is in the window.
  async function place([x, y]) {
    const box = await stage.boundingBox();
    const { x: midX, y: midY, zoom } = await page.evaluate(() => globalThis.verve.camera.value);
    return [box.x + box.width / 2 + (x - midX) * zoom, box.y + box.height / 2 - (y - midY) * zoom];
  }
  async function click(point, options = {}) {
    const [x, y] = await place(point);
    await page.mouse.click(x, y, options);
  }
  async function drag(from, to, { steps = 12, hold = null } = {}) {
    const [a, b] = [await place(from), await place(to)];
    await page.mouse.move(...a);
    await page.mouse.down();
    await page.mouse.move(...b, { steps });
    if (hold) await hold();
    await page.mouse.up();
  }
  const figure = () =>
    page.evaluate(() => {
      const f = globalThis.verve.studio.value.figure(0);
      return {
        vertices: [...f.vertices], rest: [...f.rest], handles: [...f.handles], pins: [...f.pins], turns: [...f.turns],
        vertexCount: f.vertexCount, triangleCount: f.triangleCount, handleCount: f.handleCount, low: f.low, high: f.high, posed: f.posed,
      };
    });
  const told = () => page.evaluate(() => globalThis.verve.project.value);
  // How far two sets of points are apart, at most.
  const apart = (a, b) => a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
  // The colour of the stage at a point, as the screen has it.
  async function colour(point) {
    const [x, y] = await place(point);
    const shot = await page.screenshot({ clip: { x: Math.round(x) - 1, y: Math.round(y) - 1, width: 2, height: 2 } });
    return page.evaluate(async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
      const canvas = new OffscreenCanvas(2, 2).getContext("2d");
      canvas.drawImage(bitmap, 0, 0);
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    }, [...shot]);
  }
  const isInk = ([r, g, b]) => r > 200 && g > 140 && b < 120;

  // ---- The session

  await t.step("An empty project invites a drawing", async () => {
    await at("rig.empty").waitFor();
    await t.shot("empty");
  });

  await t.step("A PNG comes in and is cut", async () => {
    const chooser = page.waitForEvent("filechooser");
    await at("rig.open").click();
    await (await chooser).setFiles({ name: "sausage.png", mimeType: "image/png", buffer: sausage() });
    await at("rig.empty").waitFor({ state: "detached" });
    const f = await figure();
    t.ok(f.vertexCount > 100, "the drawing has triangles");
    t.near(f.high[0] - f.low[0], 380 / 200, 0.1, "its width in metres");
    t.equal((await told()).artworks[0].handles.length, 0, "no handles yet");
    await t.still(); // the view flies to it
    await t.shot("imported");
  });

  let f = await figure();
  const middle = (f.low[1] + f.high[1]) / 2;
  const span = f.high[0] - f.low[0];
  const left = [f.low[0] + 0.12 * span, middle];
  const centre = [f.low[0] + 0.5 * span, middle];
  const right = [f.high[0] - 0.12 * span, middle];

  await t.step("The triangle budget changes the mesh while it is dragged, as one step", async () => {
    await click(centre);
    await at("layer-figures").waitFor();
    const before = await figure();
    const history = await page.evaluate(() => globalThis.verve.studio.value.history());
    const slider = at("layer-budget").locator("[role=slider]").or(at("layer-budget").and(page.locator("[role=slider]"))).first();
    const box = await slider.boundingBox();
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2, { steps: 8 });
    await page.waitForFunction((n) => globalThis.verve.studio.value.figure(0).vertexCount > 1.5 * n, before.vertexCount);
    await t.shot("budget");
    await page.mouse.up();
    const after = await page.evaluate(() => globalThis.verve.studio.value.history());
    t.equal(after.at, history.at + 1, "one step");
    await page.keyboard.press("Control+z");
    await page.waitForFunction((n) => globalThis.verve.studio.value.figure(0).vertexCount === n, before.vertexCount);
  });

  await t.step("H places point handles where one clicks", async () => {
    await page.keyboard.press("h");
    for (const point of [left, centre, right]) await click(point);
    const { handles } = (await told()).artworks[0];
    t.equal(handles.map((h) => h.kind), ["point", "point", "point"], "three points");
    t.near(handles[0].at[0], left[0], 0.01, "the first is where it was put");
    t.near(handles[2].at[1], middle, 0.01, "so is the last");
    await page.keyboard.press("v");
  });

  await t.step("Dragging a handle in Build moves it at rest, and Ctrl+Z brings it back", async () => {
    await drag(centre, [centre[0], centre[1] + 0.1]);
    t.near((await told()).artworks[0].handles[1].at[1], centre[1] + 0.1, 0.01, "it was placed anew");
    const g = await figure();
    t.near(apart(g.vertices, g.rest), 0, 1e-6, "the drawing stays as it is");
    await page.keyboard.press("Control+z");
    t.near((await told()).artworks[0].handles[1].at[1], centre[1], 0.01, "undo brings it back");
  });

  await t.step("Weights show as heat, triangles as lines", async () => {
    await click(right);
    await page.keyboard.press("w");
    await t.frames();
    const warm = await colour([right[0] - 0.1, right[1] + 0.12]);
    const cold = await colour([left[0] + 0.05, left[1] + 0.12]);
    t.ok(warm[0] - warm[2] > 80, `what the handle moves is warm: ${warm}`);
    t.ok(Math.abs(cold[0] - cold[2]) < 20, `what it does not move is grey: ${cold}`);
    await page.keyboard.press("m");
    await t.frames();
    await t.shot("heat");
    await page.keyboard.press("w");
    await page.keyboard.press("m");
  });

  await t.step("In Try a dragged handle takes the drawing along, in the engine and on the screen", async () => {
    await page.keyboard.press("t");
    const to = [right[0], right[1] + 0.45];
    const before = await figure();
    t.ok(!isInk(await colour([to[0] + 0.06, to[1]])), "there is paper above it");
    await drag(right, to, { hold: () => t.shot("dragging") });
    f = await figure();
    t.ok(apart(f.vertices, before.vertices) > 0.3, "vertices moved");
    t.near(f.handles[4 * 2], to[0], 0.01, "the handle is under the pointer");
    t.near(f.handles[4 * 2 + 1], to[1], 0.01, "in height too");
    t.ok(f.posed, "it is posed by hand");
    t.near(f.handles[1], left[1], 0.02, "the far end stayed");
    await page.keyboard.press("Escape");
    t.ok(isInk(await colour([to[0] + 0.06, to[1]])), "there is drawing where paper was");
  });

  await t.step("Undo and redo take back a drag", async () => {
    await page.keyboard.press("Control+z");
    t.near(apart((await figure()).vertices, f.rest), 0, 1e-5, "at rest again");
    await page.keyboard.press("Control+Shift+z");
    t.near(apart((await figure()).vertices, f.vertices), 0, 1e-5, "posed again");
    await at("rig.rest").click();
    t.near(apart((await figure()).vertices, f.rest), 0, 1e-5, "Rest brings it back too");
  });

  await t.step("The drawing itself can be dragged, and what is pinned stays", async () => {
    await page.mouse.move(...(await place(left)));
    await page.mouse.dblclick(...(await place(left)));
    t.equal((await figure()).pins[0], 1, "a double click pins");
    const skin = [right[0] - 0.15, right[1] + 0.1];
    await drag(skin, [skin[0], skin[1] + 0.3]);
    const g = await figure();
    t.ok(apart(g.vertices, g.rest) > 0.15, "the drawing followed");
    t.near(g.handles[0], left[0], 1e-3, "the pinned handle stayed");
    t.near(g.handles[1], left[1], 1e-3, "in height too");
    await click([left[0], left[1]]);
    await page.keyboard.press("p");
    t.equal((await figure()).pins[0], 0, "P frees it");
    await at("rig.rest").click();
  });

  await t.step("R turns and S stretches with numbers, Esc takes it back", async () => {
    await click(centre);
    await t.shot("gizmo");
    await page.keyboard.press("r");
    await page.keyboard.type("30");
    await page.keyboard.press("Enter");
    t.near((await figure()).turns[5 + 2], Math.PI / 6, 0.02, "turned by thirty degrees");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("s");
    await page.keyboard.press("y");
    await page.keyboard.type("1.5");
    await page.keyboard.press("Enter");
    const g = await figure();
    t.near(g.turns[5 + 4], 1.5, 0.03, "stretched upwards");
    t.near(g.turns[5 + 3], 1, 0.03, "not sideways");
    const before = g.vertices;
    await page.keyboard.press("g");
    await page.mouse.move(...(await place([centre[0] + 0.2, centre[1] + 0.2])), { steps: 5 });
    await page.keyboard.press("Escape");
    t.near(apart((await figure()).vertices, before), 0, 1e-4, "Esc took the move back");
  });

  await t.step("A pose is kept as an example", async () => {
    await at("rig.keep").click();
    const { examples } = (await told()).artworks[0];
    t.equal(examples.length, 1, "one example");
    t.ok(Object.keys(examples[0].pose).length > 0, "which is not rest");
  });

  await t.step("B draws a bone, in Build; names, order and deletion", async () => {
    await page.keyboard.press("b");
    const from = [centre[0] - 0.2, middle - 0.1];
    await drag(from, [centre[0] + 0.2, middle - 0.1]);
    let { handles } = (await told()).artworks[0];
    t.equal(handles[3].kind, "bone", "the fourth is a bone");
    t.near(handles[3].from[0], from[0], 0.01, "from where it began");
    await at("handle-name").locator("input").or(at("handle-name").and(page.locator("input"))).first().fill("spine");
    await page.keyboard.press("Enter");
    ({ handles } = (await told()).artworks[0]);
    t.equal(handles[3].name, "spine", "renamed");
    await stage.focus();
    await page.keyboard.press("v");
    await page.keyboard.press("Delete");
    t.equal((await told()).artworks[0].handles.length, 3, "deleted");
  });

  await t.step("Everything can be undone", async () => {
    for (let i = 0; i < 40; i++) await page.keyboard.press("Control+z");
    t.equal((await told()).artworks.length, 0, "nothing is left");
    await at("rig.empty").waitFor();
    for (let i = 0; i < 40; i++) await page.keyboard.press("Control+Shift+z");
    t.equal((await told()).artworks[0].handles.length, 3, "and done again");
  });

  // ---- A drawing of many layers

  await t.step("An SVG's groups become layers, and handles can be guessed", async () => {
    const chooser = page.waitForEvent("filechooser");
    await page.keyboard.press("Control+i");
    await (await chooser).setFiles(join(t.root, "examples/art/man.svg"));
    await page.waitForFunction(() => globalThis.verve.project.value.artworks.length === 2);
    await at("guess-points").click();
    await page.waitForFunction(() => globalThis.verve.project.value.artworks[1].handles.length > 10);
    const man = (await told()).artworks[1];
    t.ok(man.mirror.some((pair) => pair.includes("hand-left") && pair.includes("hand-right")), "left and right are pairs");
    await t.still();
    await t.shot("guessed");
  });

  await t.step("Two layers are joined where they overlap, beside those that joined by themselves", async () => {
    const before = await page.evaluate(() => globalThis.verve.studio.value.joins(1));
    t.ok(!before.chosen && before.loose === null, "they join by themselves");
    await page.keyboard.press("j");
    await click([-0.06, 0.715]);
    const { pins } = (await told()).artworks[1].sprite;
    t.equal(pins?.length, before.joins.length + 1, "one more");
    t.equal([pins.at(-1).layer, pins.at(-1).onto], ["torso", "leg-upper-left"], "the two that lie there");
    await page.keyboard.press("Control+z");
    t.equal((await told()).artworks[1].sprite.pins, null, "undo gives them back to themselves");
    await page.keyboard.press("v");
  });

  await t.step("Layers are hidden, locked and put in order from the outliner", async () => {
    await at("eye-torso").click();
    t.equal((await told()).artworks[1].layers.find((l) => l.name === "torso").visible, false, "hidden");
    await at("tree-layer:head").hover();
    await at("lock-head").click();
    t.equal((await told()).artworks[1].layers.find((l) => l.name === "head").locked, true, "locked");
    const [top, row] = [await at("tree-layer:hand-left").boundingBox(), await at("tree-layer:head").boundingBox()];
    await page.mouse.move(row.x + 60, row.y + row.height / 2);
    await page.mouse.down();
    await page.mouse.move(row.x + 60, top.y + 2, { steps: 6 });
    await page.mouse.up();
    t.equal((await told()).artworks[1].layers.at(-1).name, "head", "the first in the list is the front");
  });
}
