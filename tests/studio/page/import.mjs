// Drawings opened in the page become what `verve import` makes of them: the same layers in the same places.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PIXELS = 2; // how far two renderers may differ at an edge

function sizeOf(png) {
  const bytes = readFileSync(png);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
const atOf = (layer) => layer.at ?? [0, 0];

function compare(t, native, nativeFolder, page, pageFolder) {
  t.equal(page.layers.map((layer) => layer.name), native.layers.map((layer) => layer.name), `${native.name}: names of layers`);
  t.equal(page.scale, native.scale, `${native.name}: scale`);
  for (const [i, layer] of native.layers.entries()) {
    const own = page.layers[i];
    t.equal(own.image, layer.image, `${native.name}: the file of ${layer.name}`);
    const [a, b] = [sizeOf(join(nativeFolder, layer.image)), sizeOf(join(pageFolder, own.image))];
    for (const axis of [0, 1]) {
      t.near(b[axis], a[axis], PIXELS, `${native.name}: size of ${layer.name}`);
      t.near(atOf(own)[axis] * native.scale, atOf(layer)[axis] * native.scale, PIXELS, `${native.name}: where ${layer.name} is`);
      // Ink is counted in pixels, so edges drawn otherwise may move a vertex or two between layers.
    }
    t.near(own.vertices ?? 300, layer.vertices ?? 300, 3, `${native.name}: vertices of ${layer.name}`);
  }
}

export default async function (t) {
  const art = join(t.root, "examples/art");
  const drawings = readdirSync(art).filter((name) => name.endsWith(".svg"));
  const native = join(t.work, "native");
  t.verve("new", native);
  t.verve("import", ...drawings.map((name) => join(art, name)), "--into", native);
  const made = JSON.parse(readFileSync(join(native, "project.json"), "utf8"));

  await t.open();
  let file = "";
  t.page.on("filechooser", (chooser) => chooser.setFiles(file));
  await t.step("make a project and import every drawing", async () => {
    await t.page.click("[data-test=new-project]");
    await t.page.waitForFunction(() => verve.showing.value.kind === "project");
    for (const [i, name] of drawings.entries()) {
      file = join(art, name);
      await t.page.keyboard.press("Control+i");
      await t.page.waitForFunction((count) => verve.project.value.artworks.length === count, i + 1);
    }
    await t.page.keyboard.press("Control+s");
    await t.page.waitForFunction(() => verve.savedState.value === "saved");
  });
  await t.step("compare with verve import", async () => {
    const folder = join(t.home, readdirSync(t.home)[0]);
    const page = JSON.parse(readFileSync(join(folder, "project.json"), "utf8"));
    t.equal(page.artworks.length, made.artworks.length, "artworks");
    for (const artwork of made.artworks) compare(t, artwork, native, page.artworks.find((one) => one.name === artwork.name), folder);
  });
  await t.step("one undo takes one drawing back", async () => {
    await t.page.keyboard.press("Control+z");
    await t.page.waitForFunction((count) => verve.project.value.artworks.length === count, drawings.length - 1);
  });
}
