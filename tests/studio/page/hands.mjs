// Everything at the wrong moment: undo in the middle of a drag, another workspace while the pointer is down, what plays
// deleted while it plays, Escape everywhere. Nothing throws, nothing stays stuck, and the project is what its commands
// say.
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { drop, frames, isAlive, isOpen, send, stateIs } from "./mishaps.mjs";

export default async function (t) {
  const { page } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const stage = find("stage");
  const folder = join(t.work, "bounce");
  cpSync(join(t.root, "examples/bounce"), folder, { recursive: true });
  t.expectComplaint(/40[49]|412/);
  await t.open(folder);
  await isOpen(page);
  const project = () => page.evaluate(() => verve.project.value);
  const go = async (workspace) => {
    await find(`workspace-${workspace}`).click();
    await frames(page, 2);
  };
  const middle = async (locator) => {
    const box = await locator.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  // Presses at `from`, moves about, does `meanwhile`, moves on and lets go.
  async function drag(from, meanwhile) {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(from[0] + 30, from[1] - 20, { steps: 4 });
    await meanwhile();
    await page.mouse.move(from[0] + 60, from[1] - 40, { steps: 4 });
    await page.mouse.up();
    await frames(page, 2);
  }
  const hammer = async (keys, times = 6) => {
    for (let i = 0; i < times; i++) for (const key of keys) await page.keyboard.press(key);
  };
  const UNDO = ["Control+z", "Control+Shift+z", "Control+z"];
  const handleAt = async () => {
    const box = await stage.boundingBox();
    const { x, y, zoom } = await page.evaluate(() => verve.camera.value);
    const [hx, hy] = await page.evaluate(() => [...verve.studio.value.figure(0).handles.slice(0, 2)]);
    return [box.x + box.width / 2 + (hx - x) * zoom, box.y + box.height / 2 - (hy - y) * zoom];
  };

  await t.step("undo, redo and Escape while a handle is dragged", async () => {
    await go("rig");
    await page.keyboard.press("Shift+f");
    await t.still();
    for (const keys of [UNDO, ["Escape"], ["Delete", "Control+z"], ["v", "h", "b", "v"], ["g", "Escape"], ["Control+s"]]) await drag(await handleAt(), () => hammer(keys, 2));
    await isAlive(t, page, "in the rig workspace");
  });
  await t.step("another workspace while the pointer is down", async () => {
    for (const [from, to] of [["rig", "poses"], ["poses", "stage"], ["stage", "rig"]]) {
      await go(from);
      const at = from === "stage" ? await middle(stage) : await handleAt();
      await drag(at, () => page.evaluate((test) => document.querySelector(`[data-test="${test}"]`).click(), `workspace-${to}`));
      await isAlive(t, page, `from ${from} to ${to}`);
    }
  });
  await t.step("the board's dot is dragged while its poses are undone and removed", async () => {
    await go("poses");
    const own = (await project()).artworks[0];
    // The dot shows where a pose is chosen.
    const dot = async () => {
      await find(`node-${own.examples[0].name}`).locator("button").first().click({ position: { x: 8, y: 8 } });
      return middle(find("board-dot"));
    };
    await drag(await dot(), () => hammer(UNDO, 3));
    await drag(await dot(), async () => {
      for (const example of own.examples) await send(page, { do: "example.remove", artwork: own.name, example: example.name });
    });
    await isAlive(t, page, "when poses are gone");
    for (let i = 0; i < 60 && (await project()).artworks[0].examples.length < own.examples.length; i++) await page.keyboard.press("Control+z");
    t.equal((await project()).artworks[0].examples.length, own.examples.length, "undo brings the poses back");
    await frames(page, 3);
  });
  const playing = () => page.evaluate(() => verve.playing.value);
  async function play() {
    await go("stage");
    await stage.focus();
    if (!(await playing())) await page.keyboard.press("Space");
    await frames(page, 5);
    t.ok(await playing(), "it plays");
  }
  await t.step("undo and redo while it plays, and while an actor is held", async () => {
    await play();
    await hammer(UNDO, 4);
    const box = await stage.boundingBox();
    await drag([box.x + box.width / 2, box.y + box.height / 2], () => hammer(UNDO, 2));
    await isAlive(t, page, "while it plays");
  });
  const counts = async () => (({ artworks, scenes }) => [artworks.length, scenes.length])(await project());
  await t.step("what plays is deleted: the actor that is held, its artwork, the scene", async () => {
    const before = await counts();
    const steps = await page.evaluate(() => verve.history.value.at);
    await play();
    const now = await project();
    const scene = now.scenes.find((one) => one.actors?.length) ?? now.scenes[0];
    await page.mouse.move(...(await middle(stage)));
    await page.mouse.down();
    if (scene.actors?.length) await send(page, { do: "actor.remove", scene: scene.name, actor: scene.actors[0].name });
    await frames(page, 3);
    for (const one of now.scenes) {
      await send(page, { do: "scene.remove", scene: one.name });
      await frames(page, 3);
    }
    for (const one of now.artworks) {
      await send(page, { do: "artwork.remove", artwork: one.name });
      await frames(page, 3);
    }
    await page.mouse.up();
    for (const workspace of ["rig", "poses", "stage"]) await go(workspace);
    t.equal((await project()).scenes.length, 0, "no scene is left");
    await t.shot("all-gone");
    await isAlive(t, page, "when all is gone");
    for (let i = 0; i < 60 && (await page.evaluate(() => verve.history.value.at)) > steps; i++) await page.keyboard.press("Control+z");
    t.equal(await counts(), before, "undo brings all of it back");
    await play();
    await page.keyboard.press("Space");
  });
  await t.step("things are renamed while they are selected, dragged and played", async () => {
    await go("rig");
    const own = (await project()).artworks[0];
    await page.getByText(own.name, { exact: true }).first().click();
    await drag(await handleAt(), async () => {
      await send(page, { do: "artwork.rename", artwork: own.name, to: "renamed" });
      await send(page, { do: "handle.rename", artwork: "renamed", handle: own.handles[0].name, to: "held" });
    });
    await isAlive(t, page, "after renaming");
    await play();
    await send(page, { do: "artwork.rename", artwork: "renamed", to: own.name });
    await frames(page, 5);
    await page.keyboard.press("Escape");
    await isAlive(t, page, "while it plays");
  });
  await t.step("a drawing is dropped while it plays", async () => {
    await play();
    const [before] = await counts();
    await drop(page, "square.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>');
    await page.waitForFunction((count) => verve.project.value.artworks.length === count, before + 1);
    await isAlive(t, page, "after the drop");
  });
  await t.step("undo while an export runs", async () => {
    await go("stage");
    await page.keyboard.press("Control+e");
    const dialog = find("export-dialog");
    await dialog.waitFor();
    await hammer(["Control+z", "Control+Shift+z"], 2);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await isAlive(t, page, "after the export dialog");
  });
  await t.step("Escape, Tab and every letter, everywhere", async () => {
    for (const workspace of ["rig", "poses", "stage"]) {
      await go(workspace);
      await stage.focus();
      for (const key of "abcdefghijklmnopqrstuvwxyz?/.,[]") {
        await page.keyboard.press(key);
        await page.keyboard.press("Escape");
      }
      for (const key of ["Enter", "Home", "End", "ArrowLeft", "PageUp", "F2", "Escape", "Tab", "Shift+Tab", "Control+k", "Escape", "Control+Shift+h", "Escape", "Control+,", "Escape"]) await page.keyboard.press(key);
      await page.keyboard.press("Escape");
      await isAlive(t, page, `after all keys in ${workspace}`);
    }
  });
  await t.step("and what is on the disk is what is on the screen", async () => {
    await page.keyboard.press("Control+s");
    await stateIs(page, "saved");
    t.equal(JSON.parse(readFileSync(join(folder, "project.json"))).artworks.map((one) => one.name), (await project()).artworks.map((one) => one.name), "artworks");
    const hash = await page.evaluate(() => verve.studio.value.hash());
    await page.reload();
    await isOpen(page);
    t.equal(await page.evaluate(() => verve.studio.value.hash()), hash, "the hash after opening again");
  });
}
