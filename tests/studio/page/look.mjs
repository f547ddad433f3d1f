// How it looks, where that can be measured: nothing is cut off or covered, texts can be read on what is behind them,
// the stage has its room, and its view shows what it should.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Names that do not fit where they stand. Lists may shorten what the artist named; the interface's own words may not be
// cut.
const cutOff = (page) =>
  page.evaluate(() => {
    const words = ".w-row-label, .w-slider-label, .panel-head h2, .w-section-title, .w-button, .workspace-tabs button, .menubar button, .w-segmented *, .board-hint, .w-empty *";
    return [...document.querySelectorAll(words)]
      .filter((e) => e.checkVisibility() && e.clientWidth > 0 && (e.scrollWidth > e.clientWidth + 1 || (getComputedStyle(e).overflow === "hidden" && e.scrollHeight > e.clientHeight + 1)))
      .map((e) => `${e.className}: ${e.textContent}`);
  });

// Texts whose contrast with the nearest opaque surface behind them is under 4.5 : 1 (WCAG 2.1), but for what is
// disabled.
const faint = (page) =>
  page.evaluate(() => {
    const parse = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
    const light = ([r, g, b]) => {
      const [lr, lg, lb] = [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
      return 0.2126 * lr + 0.7152 * lg + 0.0722 * lb;
    };
    const behind = (element) => {
      for (let e = element; e; e = e.parentElement) {
        const style = getComputedStyle(e);
        const [r, g, b, a = 1] = parse(style.backgroundColor);
        if (style.backgroundColor.startsWith("rgb") && a > 0.99) return [r, g, b];
        if (style.backgroundColor.startsWith("color(")) return null; // mixed: the variables are checked elsewhere
      }
      return null;
    };
    const bad = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      if (!texts.currentNode.data.trim() || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.closest(":disabled, [aria-disabled=true], .disabled, .unseen, svg, [hidden], option, :has(> :disabled)")) continue;
      const [front, back] = [parse(getComputedStyle(element).color), behind(element)];
      if (!back || front.length < 3) continue;
      const [bright, dark] = [light(front), light(back)].sort((a, b) => b - a);
      const contrast = (bright + 0.05) / (dark + 0.05);
      if (contrast < 4.5) bad.push(`${contrast.toFixed(2)} ${element.className}: ${element.textContent.slice(0, 40)}`);
    }
    return bad;
  });

const overlapping = (boxes) =>
  boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => a.x + a.width > b.x && b.x + b.width > a.x && a.y + a.height > b.y && b.y + b.height > a.y).map(() => i));

export default async function (t) {
  const { page } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const { frames } = t;
  const camera = () => page.evaluate(() => globalThis.verve.camera.value);
  const hint = () => find("hint").textContent();
  // Nothing is on its way any more: no colour, no view that flies.
  const calm = async () => {
    await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== "running" || one.effect?.getComputedTiming().iterations === Infinity));
    await t.still();
  };

  const project = join(t.work, "walk");
  cpSync(join(t.root, "examples/walk"), project, { recursive: true });
  const document = JSON.parse(readFileSync(join(project, "project.json"), "utf8"));
  document.scenes.find((scene) => scene.name === "stroll").follow = "man";
  writeFileSync(join(project, "project.json"), JSON.stringify(document));
  await page.emulateMedia({ reducedMotion: "reduce" }); // colours are what they are, not on their way
  await t.open(project);

  const hints = [];
  for (const workspace of ["rig", "poses", "stage"]) {
    await t.step(`${workspace}: nothing is cut off at 1280 × 720, texts can be read, the stage has room`, async () => {
      await find(`workspace-${workspace}`).click();
      await frames(4);
      hints.push(await hint());
      if (workspace === "stage") await find("actor-man").click();
      if (workspace === "poses") await find("pose-down-a").click();
      await page.mouse.move(640, 20);
      await calm();
      t.ok((await find("stage").boundingBox()).width >= 640, "the stage is at least half of the window");
      for (const theme of ["dark", "light"]) {
        await page.evaluate((name) => void (document.documentElement.dataset.theme = name), theme);
        await calm();
        t.equal(await cutOff(page), [], `${theme}: cut off`);
        t.equal(await faint(page), [], `${theme}: faint`);
        await t.shot(`${workspace}-${theme}`);
      }
    });
  }

  await t.step("what is cut off or faint would have been found", async () => {
    await page.evaluate(() => {
      const bad = Object.assign(document.createElement("div"), { id: "bad", innerHTML: '<div class="w-row-label" style="width:30px;white-space:nowrap">Follow the deformation</div><p style="color:#555;background:#333">Faint</p>' });
      document.querySelector("[data-test=panel-right]").append(bad);
    });
    t.equal((await cutOff(page)).length, 1, "the cut label");
    t.equal((await faint(page)).length, 1, "the faint text");
    await page.evaluate(() => document.getElementById("bad").remove());
  });

  await t.step("the hint is the workspace's own", () => t.equal(new Set(hints).size, 3, `three hints: ${hints}`));

  await t.step("poses on the board do not cover one another", async () => {
    await find("workspace-poses").click();
    await frames(3);
    const nodes = await find("board").locator("[data-test^=node-]").all();
    t.equal(overlapping(await Promise.all(nodes.map((node) => node.boundingBox()))), [], "no two cards overlap");
    const area = await page.locator(".board-area").boundingBox();
    for (const node of nodes) {
      const box = await node.boundingBox();
      t.ok(box.x >= area.x && box.y >= area.y && box.x + box.width <= area.x + area.width && box.y + box.height <= area.y + area.height, "every card is on the board");
    }
  });

  await t.step("the board goes beside the stage and back, and the view still shows all", async () => {
    const narrow = (await find("stage").boundingBox()).width;
    const before = await camera();
    await find("panel-board").hover();
    await find("move-board").click();
    await frames(4);
    t.ok((await find("stage").boundingBox()).width < narrow - 150, "beside the stage, it takes of its room");
    t.ok((await camera()).zoom <= before.zoom, "the view has been fitted anew");
    await find("panel-board").hover();
    await find("move-board").click();
    await frames(4);
    t.near((await camera()).zoom, before.zoom, 1e-6 * before.zoom, "and is as it was");
  });

  await t.step("the view goes along with the actor that the scene follows, and comes back", async () => {
    await find("workspace-stage").click();
    await frames(4);
    const at = () => page.evaluate(() => globalThis.verve.studio.value.playing().actors[0].x);
    const [start, from] = [await camera(), await at()];
    await page.evaluate(() => void (globalThis.verve.time.value = 3));
    await page.waitForFunction(() => Math.abs((globalThis.verve.studio.value.playing()?.time ?? 0) - 3) < 1e-3);
    await frames(2);
    const gone = (await at()) - from;
    t.ok(Math.abs(gone) > 0.3, "he has walked");
    t.near((await camera()).x - start.x, gone, 1e-3, "the view is with him");
    await page.evaluate(() => void (globalThis.verve.time.value = 0));
    await frames(4);
    t.near((await camera()).x, start.x, 1e-3, "and back at the start");
  });

  await t.step("a stage that plays on beyond its end has the playhead in sight", async () => {
    await page.evaluate(() => ((globalThis.verve.looping.value = false), (globalThis.verve.time.value = 10)));
    await frames(4);
    const [head, ruler] = [await page.locator(".playhead").boundingBox(), await find("ruler").boundingBox()];
    t.ok(head.x >= ruler.x && head.x <= ruler.x + ruler.width, "the ruler grows");
    t.ok(await page.locator(".playhead").isVisible(), "the playhead is seen");
  });
}
