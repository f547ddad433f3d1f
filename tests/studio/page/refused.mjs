// Drawings that are refused leave nothing behind, neither a project nor files, and the page says why. What is drawn of
// a drawing that refers outside itself is what `verve new --art` draws.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isOpen, pngOf, told } from "./mishaps.mjs";

const svg = (inside) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inside}</svg>`;
const squares = (count) => Array.from({ length: count }, (_, i) => `<g id="s${i}"><rect x="${i % 90}" y="${i % 80}" width="9" height="9"/></g>`).join("");
const ENTITIES = Array.from({ length: 9 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join("");
const MANY = "The drawing has 300 layers; at most 256 are possible.";

const REFUSED = [
  ["bomb.svg", `<!DOCTYPE svg [<!ENTITY e0 "lol">${ENTITIES}]>${svg("<text>&e9;</text>")}`, /not a well-formed SVG/],
  ["empty.svg", svg(""), /nothing to see/],
  ["elsewhere.svg", svg('<image width="90" height="90" href="photo.png"/>'), /refers to pictures or styles outside itself/],
  ["unclosed.svg", svg("<g>").replace("</svg>", ""), /not a well-formed SVG/],
  ["zero.png", "", /zero.png is empty/],
  ["cut.png", pngOf(40, 40).subarray(0, 50), /cut.png is not a picture/],
  ["many.svg", svg(squares(300)), new RegExp(MANY)],
  ["note.txt", "a note", /note.txt is neither SVG nor PNG/],
];

// The box of what is being imported, and whether it lies over a toast or over the panel at the bottom; null: not both
// are there.
function findOverlaps() {
  const busy = document.querySelector("[data-test=importing]")?.getBoundingClientRect();
  const toasts = [...document.querySelectorAll("[data-test=toast]")].map((one) => one.getBoundingClientRect());
  if (!busy || toasts.length === 0) return null;
  const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return { toasts: toasts.filter((one) => overlap(one, busy)).length, under: document.querySelector("[data-test=timeline]").getBoundingClientRect().top < busy.bottom };
}

export default async function (t) {
  const put = (name, content) => (writeFileSync(join(t.work, name), content), join(t.work, name));
  const projects = () => (existsSync(t.home) ? readdirSync(t.home) : []);
  let chosen = [];
  t.page.on("filechooser", (chooser) => chooser.setFiles(chosen));
  await t.open();
  async function dismissAll() {
    await t.page.evaluate(() => document.querySelectorAll("[data-test=toast] [aria-label=Dismiss]").forEach((button) => button.click()));
    await t.page.locator("[data-test=toast]").waitFor({ state: "detached" });
  }

  for (const [name, content, words] of REFUSED)
    await t.step(`${name} leaves no project behind`, async () => {
      chosen = [put(name, content)];
      await dismissAll();
      await t.page.click("[data-test=open-drawing]");
      await t.page.locator("[data-test=toast]").getByText(words).waitFor();
      t.equal(await t.page.evaluate(() => verve.showing.value.kind), "gallery", "the gallery stays");
      t.equal(projects(), [], "projects");
    });
  await t.step("a page that is closed while it imports leaves no project behind", async () => {
    chosen = [put("slow.svg", svg(squares(200)))];
    await t.page.click("[data-test=open-drawing]");
    await t.page.locator("[data-test=importing]").waitFor();
    t.equal(projects(), [], "projects");
    await t.page.reload();
    await t.ready(t.page);
    t.equal(projects(), [], "projects after reloading");
  });
  await t.step("paint from outside is drawn as verve new draws it, with a warning", async () => {
    const paint = (id, attributes) => `<g id="${id}"><rect x="9" y="9" width="70" height="70" ${attributes}/></g>`;
    const outside = "url(http://127.0.0.1:9/a.svg#x)";
    chosen = [put("paint.svg", svg(paint("fill", `fill="${outside}"`) + paint("style", `style="fill:${outside}"`) + paint("fallback", `fill="${outside} red"`) + paint("plain", "")))];
    const native = join(t.work, "native");
    t.verve("new", native, "--art", chosen[0]);
    await t.page.click("[data-test=open-drawing]");
    await isOpen(t.page);
    await told(t.page, "paint.svg refers to pictures or styles outside itself");
    await t.page.waitForFunction(() => verve.project.value.artworks.length === 1);
    const layers = await t.page.evaluate(() => verve.project.value.artworks[0].layers.map((layer) => layer.name));
    t.equal(layers, JSON.parse(readFileSync(join(native, "project.json"), "utf8")).artworks[0].layers.map((layer) => layer.name), "layers");
    t.equal(layers, ["fallback", "plain"], "layers with ink");
    t.equal(projects(), ["paint"], "the project has the name of the first try");
  });
  await t.step("too many layers leave no files in an open project", async () => {
    const before = readdirSync(join(t.home, "paint/art"));
    chosen = [join(t.work, "many.svg")];
    await t.page.keyboard.press("Control+i");
    await told(t.page, MANY);
    t.equal(readdirSync(join(t.home, "paint/art")), before, "files");
  });
  await t.step("what is being imported lies beside messages, not over them", async () => {
    await dismissAll();
    chosen = [put("words.svg", svg(`${squares(1)}<text y="50">a</text>`)), put("some.svg", svg(squares(20)))];
    await t.page.keyboard.press("Control+i");
    const found = await (await t.page.waitForFunction(findOverlaps)).jsonValue();
    await t.shot("importing");
    t.equal(found, { toasts: 0, under: false }, "overlaps");
    await t.page.locator("[data-test=importing]").waitFor({ state: "detached" });
  });
}
