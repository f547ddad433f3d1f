// The stage by itself: what is drawn, in the canvas's own pixels; moving the view; and the card taken away.
import { bring } from "./modules.mjs";

// A tool with two overlapping squares of one colour on two layers, and whatever `draw` adds.
const SOURCE = `
import { render } from "preact";
import { Stage } from "./draw/stage.tsx";
import { MeshDrawing } from "./draw/drawing.ts";
import { pictures } from "./draw/textures.ts";
import { register } from "./state/actions.ts";
import { addWorkspace, frame } from "./state/workspaces.ts";
import { project } from "./state/document.ts";
import "./theme.css";
export * from "./draw/colour.ts";
export { camera, isFlying, lookAt, stageSize } from "./draw/camera.ts";
export { costs } from "./draw/loop.ts";
export { run } from "./state/actions.ts";
export { frame, project };

const flat = (r, g, b, a) => ({ width: 4, height: 4, pixels: Uint8Array.from({ length: 64 }, (_, i) => [r, g, b, a][i % 4]) });
pictures.put("one.png", flat(0x17, 0x87, 0x7d, 255));
pictures.put("two.png", flat(0x17, 0x87, 0x7d, 255));
const square = (x, y) => [x, y, x + 1, y, x + 1, y + 1, x, y + 1];
export const vertices = Float32Array.from([...square(-1, -0.5), ...square(-0.5, -0.5)]);
export const drawing = new MeshDrawing({
  vertexCount: 8,
  uvs: Float32Array.from([0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0].map((v) => 0.25 + 0.5 * v)),
  triangles: Uint32Array.from([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]),
  layers: [{ image: "one.png", firstTriangle: 0, triangleCount: 2 }, { image: "two.png", firstTriangle: 2, triangleCount: 2 }],
});
export const told = [];
export const spaces = [];
export const tool = { draw: () => {}, takes: () => false };
project.value = { name: "test", about: "", artworks: [{ name: "thing", scale: 100, layers: [], handles: [], mirror: [], examples: [], complex: [], behaviours: [] }], scenes: [] };
addWorkspace({
  id: "rig", label: "Rig", icon: "bone", Outliner: () => null, Inspector: () => null, Toolbar: () => null,
  tool: {
    draw: (painter, seconds) => tool.draw(painter, seconds),
    pointer: (p) => (told.push(p), tool.takes(p)),
    bounds: () => ({ low: [-2, -1], high: [2, 1] }),
  },
});
register({ id: "test.space", label: "Space", keys: ["Space"], run: () => spaces.push(1) });
export const mount = () => render(<div style="position:absolute;inset:0"><Stage /></div>, document.body);
`;

// Colours of some points of the stage (metres) in the next frame.
const colours = (page, points) =>
  page.evaluate(
    (at) =>
      new Promise((done) => {
        tested.frame.request();
        requestAnimationFrame(() => {
          const canvas = document.querySelector("[data-test=stage]");
          const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
          copy.drawImage(canvas, 0, 0);
          const { x, y, zoom } = tested.camera.value;
          const { width, height, ratio } = tested.stageSize.value;
          done(at.map(([px, py]) => Array.from(copy.getImageData(Math.floor(ratio * (width / 2 + (px - x) * zoom)), Math.floor(ratio * (height / 2 - (py - y) * zoom)), 1, 1).data)));
        });
      }),
    points,
  );
const near = (t, found, wanted, what, tolerance = 2) => wanted.forEach((v, i) => t.near(found[i], v, tolerance, `${what}, channel ${i}`));
const mix = (over, under, share) => over.map((v, i) => v * share + under[i] * (1 - share));

const PAPER = [0xf7, 0xf1, 0xe5];
const TEAL = [0x17, 0x87, 0x7d];

async function start(t, options) {
  const page = await t.newPage(options);
  await bring(t, SOURCE, page);
  await page.evaluate(() => tested.mount());
  await page.waitForFunction(() => tested.stageSize.value.width > 0 && tested.costs.count > 1);
  return page;
}
const look = (page, x, y, zoom) => page.evaluate(([a, b, c]) => tested.lookAt({ x: a, y: b, zoom: c }, false), [x, y, zoom]);
const camera = (page) => page.evaluate(() => tested.camera.value);
// Until what was asked for has begun, and the view stands still again.
async function rest(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitForFunction(() => !tested.isFlying());
}
const wheel = async (page, dx, dy) => {
  const before = JSON.stringify(await camera(page));
  await page.mouse.wheel(dx, dy);
  await page.waitForFunction((was) => JSON.stringify(tested.camera.value) !== was, before);
  await rest(page);
};

async function testDrawing(t, page) {
  const draw = (body) => page.evaluate((text) => (tested.tool.draw = new Function("painter", text)), body);
  await look(page, 0, 0, 200);
  await t.step("a drawing lies on the paper, in its own colours", async () => {
    await draw("painter.drawing(tested.drawing, tested.vertices)");
    const [ground, ink] = await colours(page, [[-1.5, 0.9], [0, 0]]);
    near(t, ground, PAPER, "paper", 0);
    near(t, ink, TEAL, "drawing", 0);
  });
  await t.step("a ghost's layers do not show through each other", async () => {
    await draw("painter.drawing(tested.drawing, tested.vertices, { tint: [0, 0, 1, 0.5], opacity: 0.4 })");
    const [once, twice] = await colours(page, [[-0.8, 0], [-0.2, 0]]);
    t.equal(once, twice, "one layer and two");
    near(t, once, mix(mix([0, 0, 255], TEAL, 0.5), PAPER, 0.4), "ghost");
  });
  await t.step("a hidden layer is not drawn; heat goes to tomato on a pale drawing", async () => {
    await draw("painter.drawing(tested.drawing, tested.vertices, { hidden: [true, false] })");
    near(t, (await colours(page, [[-0.8, 0]]))[0], PAPER, "hidden", 0);
    await draw("painter.drawing(tested.drawing, tested.vertices, { heat: new Float32Array(8).fill(1) })");
    const grey = 0.299 * TEAL[0] + 0.587 * TEAL[1] + 0.114 * TEAL[2];
    const pale = 0.6 + (0.4 * grey) / 255;
    near(t, (await colours(page, [[0, 0]]))[0], [0xe4, 0x57, 0x2e].map((v) => v * pale), "hot");
    await draw("painter.drawing(tested.drawing, tested.vertices, { heat: new Float32Array(8) })");
    near(t, (await colours(page, [[0, 0]]))[0], [255, 255, 255].map((v) => v * pale), "cold");
  });
  await t.step("a translucent line is no darker where it bends, nor where it closes", async () => {
    await draw("painter.line([-1, 0, 0, 0, 0.5, 0.8, -1, 0.8], [0, 0, 0, 0.5], 20, { closed: true })");
    const all = await colours(page, [[-0.5, 0], [0, 0], [0.5, 0.8], [-1, 0.8], [-1, 0], [-1, 0.4]]);
    for (const one of all) near(t, one, mix([0, 0, 0], PAPER, 0.5), "line");
  });
  await t.step("polygons that are not convex are filled, and only they", async () => {
    await draw("painter.polygon([-1, -0.8, 1, -0.8, 1, 0.8, 0, -0.4, -1, 0.8], [1, 0, 0, 1])");
    const [inside, notch, left] = await colours(page, [[0.8, 0], [0, 0.2], [-0.8, 0.2]]);
    near(t, inside, [255, 0, 0], "inside", 0);
    near(t, notch, PAPER, "notch", 0);
    near(t, left, [255, 0, 0], "left", 0);
  });
  await t.step("ground fills all below it, wherever the camera is", async () => {
    await draw("painter.halfPlane(0, 0, 0, 1, tested.EARTH)");
    for (const [x, y, zoom] of [[0, 0, 200], [500, -3, 90], [-40, 0.5, 4000]]) {
      await look(page, x, y, zoom);
      const far = 300 / zoom;
      const [above, below] = await colours(page, [[x + far, Math.max(y, 0) + 40 / zoom], [x - far, Math.min(y, 0) - 60 / zoom]]);
      near(t, above, PAPER, `above at ${x}`, 0);
      if (Math.min(y, 0) - 60 / zoom > y - 360 / zoom) near(t, below, [0xe8, 0xd8, 0xbc], `below at ${x}`, 1);
    }
  });
}

async function testMoving(t, page) {
  const client = await page.context().newCDPSession(page);
  const under = async (x, y) => {
    const c = await camera(page);
    return [c.x + (x - 640) / c.zoom, c.y - (y - 360) / c.zoom];
  };
  await t.step("the wheel zooms about the pointer", async () => {
    await look(page, 0, 0, 200);
    await page.mouse.move(900, 200);
    const before = await under(900, 200);
    await wheel(page, 0, -240);
    const after = await under(900, 200);
    t.ok((await camera(page)).zoom > 250, "it is larger");
    t.near(after[0], before[0], 1e-6, "x stays");
    t.near(after[1], before[1], 1e-6, "y stays");
  });
  await t.step("two fingers on a pad move the view", async () => {
    await look(page, 0, 0, 200);
    await wheel(page, 10, 20);
    const { x, y, zoom } = await camera(page);
    t.equal([x, y, zoom], [0.05, -0.1, 200], "camera");
  });
  await t.step("the middle button drags the view; a tool that takes the press gets the drag in metres", async () => {
    await look(page, 0, 0, 100);
    await page.mouse.move(600, 300);
    await page.mouse.down({ button: "middle" });
    await page.mouse.move(700, 350);
    await page.mouse.up({ button: "middle" });
    t.equal(await camera(page), { x: -1, y: 0.5, zoom: 100 }, "camera");
    await page.evaluate(() => ((tested.tool.takes = () => true), (tested.told.length = 0)));
    await page.mouse.move(640, 360);
    await page.mouse.down();
    await page.mouse.move(740, 260, { steps: 2 });
    await page.mouse.up();
    const told = await page.evaluate(() => tested.told.map(({ kind, x, y, dragging }) => ({ kind, x, y, dragging })));
    t.equal(told.at(-1), { kind: "up", x: 0, y: 1.5, dragging: true }, "up");
    t.ok(told.some((p) => p.kind === "move" && p.dragging), "moves while dragging");
    t.equal((await camera(page)).x, -1, "the view stays");
    await page.evaluate(() => (tested.tool.takes = () => false));
  });
  await t.step("Space drags the view and does nothing else; tapped, it does what it is for", async () => {
    await look(page, 0, 0, 100);
    await page.mouse.move(640, 360);
    await page.keyboard.down("Space");
    await page.mouse.down();
    await page.mouse.move(740, 360);
    await page.mouse.up();
    await page.keyboard.up("Space");
    t.equal([(await camera(page)).x, await page.evaluate(() => tested.spaces.length)], [-1, 0], "dragged");
    await page.keyboard.press("Space");
    t.equal(await page.evaluate(() => tested.spaces.length), 1, "tapped");
  });
  await t.step("F frames, arrows move, two touches pinch", async () => {
    await page.evaluate(() => tested.run("view.frame-all"));
    await rest(page);
    t.equal(await camera(page), { x: 0, y: 0, zoom: 256 }, "framed");
    await page.keyboard.press("ArrowRight");
    await rest(page);
    t.near((await camera(page)).x, 48 / 256, 1e-9, "moved");
    await look(page, 0, 0, 100);
    const touch = (type, ...points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await touch("touchStart", [540, 360]);
    await touch("touchStart", [540, 360], [740, 360]);
    await touch("touchMove", [440, 360], [840, 360]);
    await touch("touchEnd");
    await rest(page);
    const { x, y, zoom } = await camera(page);
    t.near(zoom, 200, 0.5, "twice as large");
    t.near(Math.hypot(x, y), 0, 0.02, "about the middle");
  });
}

export default async function (t) {
  const page = await start(t);
  await testDrawing(t, page);
  await testMoving(t, page);
  await t.step("nothing is drawn while nothing changes", async () => {
    await rest(page);
    const count = () => page.evaluate(() => tested.costs.count);
    const drawn = async () => {
      const before = await count();
      await page.waitForTimeout(400);
      return (await count()) - before;
    };
    await t.becomes(drawn, 0, "frames in the time of twenty");
  });
  await t.step("a lost card is told, and comes back with everything on it", async () => {
    await look(page, 0, 0, 200);
    await page.evaluate(() => (tested.tool.draw = (painter) => painter.drawing(tested.drawing, tested.vertices, { opacity: 0.5, wire: tested.WIRE })));
    const before = await colours(page, [[0.2, 0.1], [-0.8, 0.3]]);
    await page.evaluate(() => {
      globalThis.card = document.querySelector("[data-test=stage]").getContext("webgl2").getExtension("WEBGL_lose_context");
      card.loseContext();
    });
    await page.waitForSelector("[data-test=lost-webgl]");
    await page.evaluate(() => card.restoreContext());
    await page.waitForSelector("[data-test=lost-webgl]", { state: "detached" });
    t.equal(await colours(page, [[0.2, 0.1], [-0.8, 0.3]]), before, "colours");
  });
  await t.step("at twice the density the canvas has twice the pixels", async () => {
    const sharp = await start(t, { deviceScaleFactor: 2 });
    t.equal(await sharp.evaluate(() => [document.querySelector("[data-test=stage]").width, tested.stageSize.value.ratio]), [2560, 2], "pixels");
    await sharp.close();
  });
  await t.step("without WebGL 2 the page says what to do", async () => {
    const old = await t.newPage();
    await old.addInitScript(() => (HTMLCanvasElement.prototype.getContext = () => null));
    await bring(t, SOURCE, old);
    await old.evaluate(() => tested.mount());
    t.ok((await old.textContent("[data-test=no-webgl]")).includes("Nothing is lost"), "a message");
    await old.close();
  });
}
