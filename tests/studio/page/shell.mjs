// The shell as a person meets it: menus, palette, sheet, preferences, panels, timeline, history, by pointer and by
// keyboard; every control has a name for those who cannot see it, and every text enough contrast.
import { cpSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const NAMED = new Set([
  "button", "link", "textbox", "searchbox", "slider", "spinbutton", "checkbox", "switch", "combobox", "listbox", "option", "tab", "tablist", "menuitem",
  "menuitemcheckbox", "menubar", "menu", "radio", "radiogroup", "tree", "treeitem", "dialog", "splitter", "progressbar", "application", "complementary", "region",
  "ColorWell", "PopUpButton",
]);

// What Chromium itself tells screen readers.
async function nameless(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const bad = nodes.filter((n) => !n.ignored && NAMED.has(n.role?.value) && !n.name?.value?.trim());
  return { bad: bad.map((n) => `${n.role.value} ${JSON.stringify(n.properties?.map((p) => p.name))}`), count: nodes.filter((n) => NAMED.has(n.role?.value)).length };
}

// ---- Contrast, from the variables themselves (WCAG 2.1, relative luminance)

const SURFACES = ["surround", "panel", "raised", "hover", "field", "accent-soft", "error-soft", "success-soft"];
const PAIRS = [
  ...SURFACES.flatMap((surface) => [["text", surface]]),
  ...["surround", "panel", "raised", "hover", "field"].flatMap((surface) => [["text-secondary", surface], ["accent-text", surface], ["error-text", surface], ["success-text", surface], ["warning-text", surface]]),
  ["text-secondary", "accent-soft"], ["text-secondary", "error-soft"],
  ["accent-text", "accent-soft"], ["error-text", "error-soft"], ["success-text", "success-soft"],
  ["on-accent", "accent"], ["on-accent", "accent-hover"],
];
function luminance(hex) {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a, b) {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}
const variables = (page, names) => page.evaluate((all) => Object.fromEntries(all.map((n) => [n, getComputedStyle(document.documentElement).getPropertyValue(`--${n}`).trim()])), names);

const shown = (page, test) => page.locator(`[data-test="${test}"]`);
// The page is drawn a moment after it is asked: waits for what is expected, and tells what there was in the end.
async function until(ask, wanted) {
  const patience = Date.now() + 120_000;
  let got = await ask();
  while (JSON.stringify(got) !== JSON.stringify(wanted) && Date.now() < patience) {
    await new Promise((done) => setTimeout(done, 50));
    got = await ask();
  }
  return got;
}
const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.body.scrollWidth <= innerWidth);

// A module of the page that needs no browser.
async function load(t, path) {
  const { build } = createRequire(join(t.root, "studio/page/package.json"))("esbuild");
  const outfile = join(t.work, `${path.replaceAll("/", "-")}.mjs`);
  await build({ entryPoints: [join(t.root, "studio/page/src", path)], bundle: true, format: "esm", outfile, logLevel: "error" });
  return import(pathToFileURL(outfile));
}

export default async function (t) {
  const { page } = t;

  await t.step("numbers are read as people type them", async () => {
    const { evaluate } = await load(t, "widgets/expression.ts");
    for (const sum of ["1/3", "2*(3+4)", "-(1-4)*2.5", "1e3/8", "((7))", "2--3", "10/4/5"]) t.equal(evaluate(sum), Number(eval(sum.replace("--", "- -"))), sum);
    t.equal([evaluate("0,5"), evaluate("12 °", "°"), evaluate("50%"), evaluate("−3"), evaluate("3×4÷6")], [0.5, 12, 0.5, -3, 2], "commas, units, signs of print");
    for (const none of ["", "  ", "1/0", "abc", "1+", "(2", "2)", "1 2", "..", "alert(1)"]) t.equal(evaluate(none), null, `"${none}" is no number`);
  });
  await t.step("a track leads from a value and back", async () => {
    const { along, at, show, round } = await load(t, "widgets/figures.ts");
    const scales = [{ min: -3, max: 7 }, { min: 0.01, max: 1000, log: true }, { min: 0, max: 1e6, log: true }];
    for (const scale of scales) {
      t.near(along(scale.min, scale), 0, 1e-12, "it begins at 0");
      t.near(along(scale.max, scale), 1, 1e-12, "it ends at 1");
      for (let i = 0, last = -Infinity; i <= 20; i++) {
        const value = at(i / 20, scale);
        t.ok(value > last, "further along is more");
        t.near(along(value, scale), i / 20, 1e-9, "there and back");
        last = value;
      }
    }
    t.equal([round(0.1 + 0.2, 0.01), round(7, 5), show(0.46875, { step: 0.01 }), show(0.46875, { step: 0.01 }, true), show(1234.5, {}), show(-0.5, { step: 0.1 })], [0.3, 5, "0.47", "0.4688", "1235", "-0.5"], "rounding");
  });
  await t.step("a few letters find what begins words with them", async () => {
    const { fuzzy } = await load(t, "shell/fuzzy.ts");
    t.equal(fuzzy("adh", "Add handle").at, [0, 1, 4], "beginnings of words");
    t.ok(fuzzy("hand", "Handle").score > fuzzy("hand", "Show animated").score, "together is better than apart");
    t.equal(fuzzy("xyz", "Add handle"), null, "what is not there");
    t.equal(fuzzy("ha", "ah"), null, "the order counts");
    t.ok(fuzzy("a".repeat(30), "a".repeat(60)) !== null, "long ones end");
  });
  const folder = join(t.work, "man");
  cpSync(join(t.root, "examples/man"), folder, { recursive: true });
  const server = await t.open(folder);

  await t.step("a project opens with its name in the title", async () => {
    t.equal(await page.title(), "Stunt man — Verve", "the title");
    t.ok(await wide(page), "nothing is wider than the window");
    for (const name of ["panel-left", "panel-right", "timeline", "stage"]) t.ok(await shown(page, name).isVisible(), `${name} is there`);
  });

  await t.step("every control has a name", async () => {
    const { bad, count } = await nameless(page);
    t.ok(count > 30, `there is something to name: ${count}`);
    t.equal(bad, [], "controls without a name");
  });

  await t.step("menus open, and are walked by arrows", async () => {
    await shown(page, "menu-file").click();
    t.ok(await shown(page, "menu-file.save").isVisible(), "the File menu saves");
    t.equal((await nameless(page)).bad, [], "entries without a name");
    await page.keyboard.press("ArrowRight");
    t.ok(await shown(page, "menu-edit.undo").isVisible(), "to the right lies Edit");
    await page.keyboard.press("Escape");
    await shown(page, "menu").waitFor({ state: "detached" });
  });

  await t.step("the palette finds and goes", async () => {
    await page.keyboard.press("Control+k");
    await shown(page, "palette-input").fill("hand-right");
    t.equal(await until(() => page.locator("#palette-list [role=option]").count(), 2), 2, "the layer and the handle are found");
    t.equal((await nameless(page)).bad, [], "results without a name");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("treeitem", { name: "hand-right", selected: true }).waitFor();
    await page.keyboard.press("Control+k");
    await shown(page, "palette-input").fill("qqqq");
    await page.getByText("Nothing is called that").waitFor();
    await page.keyboard.press("Escape");
  });

  await t.step("the sheet lists shortcuts and finds one", async () => {
    await shown(page, "stage-area").focus();
    await page.keyboard.press("?");
    await shown(page, "shortcuts").waitFor();
    const all = await page.locator(".shortcuts dt").count();
    t.ok(all > 25, `${all} shortcuts`);
    await page.getByLabel("Search shortcuts").fill("redo");
    t.equal(await until(() => page.locator(".shortcuts dt").allTextContents(), ["Redo"]), ["Redo"], "the search");
    t.equal((await nameless(page)).bad, [], "controls without a name");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  });

  await t.step("a step is made, undone, redone, and gone to in the history", async () => {
    await page.evaluate(() => globalThis.verve.send({ do: "project.set", name: "Renamed" }));
    await page.evaluate(() => globalThis.verve.send({ do: "handle.remove", artwork: "man", handle: "hand-right" }));
    await page.waitForFunction(() => document.title.endsWith("Renamed — Verve"));
    await shown(page, "stage-area").focus();
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => document.title.endsWith("Stunt man — Verve"));
    await page.keyboard.press("Control+Shift+Z");
    await page.waitForFunction(() => document.title.endsWith("Renamed — Verve"));
    await page.keyboard.press("Control+Shift+H");
    const words = ["Where the history begins", "Rename project", "Delete handle"];
    t.equal(await until(() => page.locator(".step > span:first-of-type").allTextContents(), words), words, "plain words");
    await shown(page, "step-2").click();
    t.equal(await until(() => page.evaluate(() => globalThis.verve.history.value.at), 2), 2, "it went there");
    await shown(page, "step-0").click();
    await page.waitForFunction(() => document.title.endsWith("Stunt man — Verve"));
    t.equal((await nameless(page)).bad, [], "controls without a name");
    await page.keyboard.press("Escape");
    await shown(page, "history").waitFor({ state: "detached" });
  });

  await t.step("nothing is said to be without problems before it was built", async () => {
    const words = () => shown(page, "problems").textContent();
    t.equal(await until(words, "No problems"), "No problems", "everything can be built");
    await page.evaluate(() => globalThis.verve.send({ do: "artwork.add", name: "nothing" }));
    t.equal(await until(words, "1 problem"), "1 problem", "nothing can be built of an artwork without layers");
    await shown(page, "problems").click();
    t.ok((await shown(page, "problems-list").textContent()).includes("V060 · $.artworks[1]"), "with its place");
    await page.keyboard.press("Escape");
    await page.evaluate(() => globalThis.verve.send({ do: "artwork.remove", artwork: "nothing" }));
    t.equal(await until(words, "No problems"), "No problems", "and nothing of it is left");
  });

  await t.step("a slider is stepped, dragged, typed into and reset", async () => {
    await page.keyboard.press("Control+,");
    const slider = shown(page, "handle-size");
    const value = () => slider.getAttribute("aria-valuenow").then(Number);
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    t.equal(await until(value, 12), 12, "two steps");
    const box = await slider.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width + 40, box.y, { steps: 4 });
    await page.mouse.up();
    t.equal(await until(value, 24), 24, "dragged beyond its end, it stays there");
    await shown(page, "handle-size-value").click();
    await page.keyboard.type("(3+4)*4/2");
    await page.keyboard.press("Enter");
    t.equal(await until(value, 14), 14, "what is typed is worked out");
    await slider.dblclick({ position: { x: box.width / 4, y: box.height / 2 } });
    t.equal(await until(value, 10), 10, "a double click brings the default");
    t.equal((await nameless(page)).bad, [], "controls without a name");
    await page.keyboard.press("Escape");
  });

  for (const theme of ["dark", "light"]) {
    await t.step(`texts have contrast in the ${theme} theme`, async () => {
      await page.keyboard.press("Control+,");
      await shown(page, `theme-${theme}`).click();
      await page.keyboard.press("Escape");
      t.equal(await until(() => page.evaluate(() => document.documentElement.dataset.theme), theme), theme, "the theme");
      const values = await variables(page, [...new Set(PAIRS.flat())]);
      const poor = PAIRS.map(([a, b]) => ({ pair: `${a} on ${b}`, ratio: contrast(values[a], values[b]) })).filter((p) => !(p.ratio >= 4.5));
      t.equal(poor.map((p) => `${p.pair} ${p.ratio.toFixed(2)}`), [], "pairs under 4.5 : 1");
      await t.shot(theme);
    });
  }

  await t.step("time is moved on the ruler, by keys, and zoomed", async () => {
    const ruler = shown(page, "ruler");
    const now = async () => Number(await ruler.getAttribute("aria-valuenow"));
    const box = await ruler.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + 10, { steps: 3 });
    await page.mouse.up();
    await t.becomes(async () => (await now()) > 1.8 && (await now()) < 2.1, true, "three quarters of 2.6 s");
    const at = await now();
    await page.keyboard.press("ArrowRight");
    const next = Number((at + 1 / 30).toFixed(3));
    t.near(await until(now, next), next, 0.002, "one frame on");
    await page.keyboard.press("Home");
    t.equal(await until(now, 0), 0, "the start");
    const labels = () => page.locator(".ruler text").allTextContents();
    const before = await labels();
    await page.mouse.wheel(0, -800);
    await t.becomes(async () => JSON.stringify(before) === JSON.stringify(await labels()), false, "the wheel zooms");
    await page.getByLabel("Show all of the time").click();
    t.equal(await until(labels, before), before, "and back");
  });

  await t.step("panels are resized and remembered, and Tab hides all", async () => {
    const panel = shown(page, "panel-left");
    const width = async () => (await panel.boundingBox()).width;
    const first = await width();
    const edge = await shown(page, "splitter-left").boundingBox();
    await page.mouse.move(edge.x, edge.y + 200);
    await page.mouse.down();
    await page.mouse.move(edge.x + 60, edge.y + 200, { steps: 3 });
    await page.mouse.up();
    t.equal(await until(width, first + 60), first + 60, "wider");
    await page.reload();
    await t.ready(page);
    t.equal(await width(), first + 60, "remembered");
    await shown(page, "stage").click({ position: { x: 20, y: 300 } });
    await page.keyboard.press("Tab");
    await panel.waitFor({ state: "detached" });
    await page.keyboard.press("Tab");
    await panel.waitFor();
    await page.keyboard.press("Control+3");
    await shown(page, "panel-right").waitFor({ state: "detached" });
    await page.keyboard.press("Control+3");
    await shown(page, "panel-right").waitFor();
  });

  await t.step("the whole page is reached by keyboard", async () => {
    await shown(page, "menu-file").focus();
    await page.keyboard.press("Tab");
    const seen = new Set();
    for (let i = 0; i < 160; i++) {
      seen.add(await page.evaluate(() => document.activeElement?.closest("header, aside, main, section.timeline, footer")?.className ?? ""));
      await page.keyboard.press("Tab");
    }
    for (const part of ["topbar", "panel left", "stage-area", "panel right", "status"]) t.ok([...seen].some((s) => s.startsWith(part)), `Tab reaches ${part}`);
  });

  await t.step("without the core the page says what to do", async () => {
    t.expectComplaint(/verve\.wasm/);
    const lame = await t.newPage();
    await lame.route("**/verve.wasm", (route) => route.abort());
    await lame.goto(server.url);
    await shown(lame, "broken").waitFor();
    t.ok((await shown(lame, "broken").textContent()).includes("verve.wasm"), "it names the file");
    await lame.close();
  });
}
