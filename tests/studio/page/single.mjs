// The studio as one HTML file, opened from disk: gallery, an example's copy, an edit, a reload, a .zip.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { singleFile } from "./browser.mjs";
import { isOpen, stateIs } from "./mishaps.mjs";
import { outlives } from "./undo.mjs";

export default async function (t) {
  const address = pathToFileURL(singleFile(t)).href;
  const zip = join(t.work, "copy.zip");
  const rename = async (name) => {
    const field = t.page.getByLabel("Name", { exact: true }).first();
    await field.fill(name);
    await field.press("Enter");
    await t.page.waitForFunction((wanted) => verve.project.value.artworks[0].name === wanted, name);
  };

  await t.step("the gallery opens from disk", async () => {
    await t.page.goto(address);
    await t.ready(t.page);
    await t.page.waitForSelector("[data-test=tile-ball]");
  });
  await t.step("an example opens as a copy, and an edit survives a reload", async () => {
    await t.page.click("[data-test=tile-ball] .tile-open");
    await t.page.waitForFunction(() => verve.showing.value.kind === "project");
    await rename("from disk");
    await t.page.waitForFunction(() => verve.savedState.value !== "writing");
    await t.page.reload();
    await t.page.waitForFunction(() => globalThis.verve?.showing.value.kind === "project");
    await t.ready(t.page);
    t.equal(await t.page.evaluate(() => verve.project.value.artworks[0].name), "from disk", "name after reloading");
  });
  await t.step("a copy is downloaded and opened again", async () => {
    const downloading = t.page.waitForEvent("download");
    await t.page.keyboard.press("Control+Shift+s");
    await (await downloading).saveAs(zip);
    await t.page.keyboard.press("Control+o");
    await t.page.waitForSelector("[data-test=gallery]");
    await t.becomes(() => t.page.locator(".gallery-recent").count(), 1, "recent projects");
    await t.shot("gallery");
    const asked = t.page.waitForEvent("filechooser");
    await t.page.click("[data-test=open-zip]");
    await (await asked).setFiles(zip);
    await t.page.waitForFunction(() => verve.showing.value.kind === "project");
    t.equal(await t.page.evaluate(() => verve.project.value.artworks[0].name), "from disk", "name in the copy");
  });
  await outlives(t, "one file", async () => {
    await t.page.reload();
    await isOpen(t.page);
    await stateIs(t.page, "saved", "journalled");
  });
}
