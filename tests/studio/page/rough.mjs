// Rough hands and hostile drawings: no graphics, names full of markup, projects as large as they may be, bombs among
// the imports, and everything done at the wrong moment. The page stays usable, runs nothing foreign, and throws
// nothing.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { about, drop, frames, isAlive, isOpen, pngOf, send, setAbout, stateIs, told } from "./mishaps.mjs";

// How large a project is tried. The limits of the format (256 of each, 20,000 vertices, 200 actors) take minutes to
// build: for those who wait, VV_LARGE=1.
const LARGE = process.env.VV_LARGE === "1";
const [MANY, VERTICES, ACTORS] = LARGE ? [256, 20000, 200] : [8, 2000, 40];
const MARKUP = `<img src=x onerror="globalThis.ran=1">`;
const NAMES = [MARKUP, "\u202eevil\u2069 txt.exe", "\u{1f3b2}\u{1f469}\u200d\u{1f680}\u{1f9d1}\u{1f3fd}\u200d\u{1f373}", "x".repeat(63), "${alert(1)}{{7*7}}", "'; --&amp;</script>", "a\u0301\u0301\u0301\u0301\u0301\u0301"];
const SVG = (inside, head = "") => `<?xml version="1.0"?>${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100">${inside}</svg>`;
const SQUARE = `<rect x="20" y="20" width="60" height="60" fill="red"/><path d="M10 30h60v60h-60z" fill="blue"/>`;

export default async function (t) {
  const { page } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const ball = join(t.work, "ball");
  cpSync(join(t.root, "examples/ball"), ball, { recursive: true });
  const foreign = []; // requests that leave this server
  page.on("request", (request) => !/^(http:\/\/127\.0\.0\.1|data:|blob:)/.test(request.url()) && foreign.push(request.url()));
  const project = () => page.evaluate(() => verve.project.value);
  const walk = async (workspaces = ["rig", "poses", "stage"]) => {
    for (const one of workspaces) {
      await find(`workspace-${one}`).click();
      await frames(page, 2);
    }
  };

  // ---- No graphics

  await t.step("without WebGL 2 the panels work, say so, and everything is saved", async () => {
    const require = createRequire(join(t.root, "studio/page/package.json"));
    const plain = await require("playwright-core").chromium.launch({
      executablePath: t.browser._initializer?.executablePath ?? process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-3d-apis", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"],
    });
    try {
      const server = await t.serve(ball);
      const other = await plain.newPage({ viewport: { width: 1280, height: 720 } });
      const problems = [];
      other.on("pageerror", (error) => problems.push(String(error.stack)));
      await other.goto(server.url);
      await isOpen(other);
      await other.waitForSelector("[data-test=no-webgl]");
      const field = other.getByLabel("Name", { exact: true }).first();
      await field.fill("unseen");
      await field.press("Enter");
      await other.keyboard.press("Control+s");
      await stateIs(other, "saved");
      for (const one of ["poses", "stage", "rig"]) await other.click(`[data-test=workspace-${one}]`);
      await t.shot("no-webgl", other);
      t.equal(JSON.parse(readFileSync(join(ball, "project.json"))).artworks[0].name, "unseen", "the edit is saved");
      t.equal(problems, [], "nothing is thrown");
      await server.kill();
    } finally {
      await plain.close();
    }
  });
  t.expectComplaint(/Content Security Policy|40[49]|412/); // what was stopped is told, too
  let server = await t.open(ball);
  await isOpen(page);
  await stateIs(page, "saved", "journalled");
  await t.step("a graphics context that is lost comes back", async () => {
    await page.evaluate(() => {
      globalThis.loser = document.querySelector("[data-test=stage]").getContext("webgl2").getExtension("WEBGL_lose_context");
      loser.loseContext();
    });
    await find("lost-webgl").waitFor();
    t.ok(await setAbout(page, "while it was away"), "work goes on");
    await page.evaluate(() => loser.restoreContext());
    await find("lost-webgl").waitFor({ state: "detached" });
    await frames(page, 3);
    const colours = await page.evaluate(() => {
      const canvas = document.querySelector("[data-test=stage]");
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
      return new Promise((done) => requestAnimationFrame(() => {
        verve.camera.value = { ...verve.camera.value };
        requestAnimationFrame(() => {
          copy.drawImage(canvas, 0, 0);
          done(new Set(new Uint32Array(copy.getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size);
        });
      }));
    });
    t.ok(colours > 20, `the drawing is there again: ${colours} colours`);
  });

  // ---- Names

  await t.step("names full of markup are names", async () => {
    for (const name of NAMES) {
      const { artworks, scenes } = await project();
      const own = artworks[0];
      if (!(await send(page, { do: "artwork.rename", artwork: own.name, to: name }))) continue;
      await send(page, [
        { do: "layer.rename", artwork: name, layer: own.layers[0].name, to: name },
        { do: "handle.rename", artwork: name, handle: own.handles[0].name, to: name },
        { do: "example.rename", artwork: name, example: own.examples[0].name, to: name },
        { do: "scene.rename", scene: scenes[0].name, to: name },
        { do: "project.set", name, about: name },
      ]);
      await walk();
      await page.keyboard.press("Control+k");
      await page.keyboard.type(name.slice(0, 8));
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+Shift+h");
      await page.keyboard.press("Control+Shift+h");
    }
    t.ok((await project()).artworks[0].name !== "unseen", "names were taken");
    await t.shot("names");
    await page.keyboard.press("Control+s");
    await stateIs(page, "saved");
    t.equal(await page.evaluate(() => globalThis.ran), undefined, "nothing ran");
    t.equal(await page.locator("img[src=x]").count(), 0, "no element came of a name");
    await isAlive(t, page, "with such names");
  });

  // ---- Drawings from outside

  const bombs = {
    "scripts.svg": [SVG(`<script>globalThis.ran=2</script><g id="a" onload="globalThis.ran=3">${SQUARE}</g><foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="http://192.0.2.1/a"/></foreignObject><image href="http://192.0.2.1/b.png" width="9" height="9"/><use href="http://192.0.2.1/c.svg#d"/><style>@import url(http://192.0.2.1/e.css); @\\69mport "http://192.0.2.1/h.css"; rect { fill: u\\72l(http://192.0.2.1/f.png) } g{background:url('http://192.0.2.1/g')}</style>`), true],
    "nosize.svg": [SVG(`<image id="i" href="data:image/png,x" width="30" height="30"/><style>rect { stroke: u\\72l(http://192.0.2.1/i#j) }</style><set href="#i" attributeName="href" to="http://192.0.2.1/k.png"/>${SQUARE}`).replace(' viewBox="0 0 100 100"', ""), true],
    "uses.svg": [SVG(`<defs><rect id="u0" width="1" height="1"/>${Array.from({ length: 30 }, (_, i) => `<g id="u${i + 1}"><use href="#u${i}"/><use xlink:href="#u${i}"/></g>`).join("")}</defs><use href="#u30"/>`), "repeats its parts"],
    "patterns.svg": [SVG(`<defs><pattern id="p0" width="2" height="2"><rect width="1" height="1"/></pattern>${Array.from({ length: 30 }, (_, i) => `<pattern id="p${i + 1}" width="9" height="9"><rect width="2" height="2" fill="url(#p${i})"/><rect style="fill:url('#p${i}')" width="3" height="3"/></pattern>`).join("")}</defs><rect fill="url(#p30)" width="99" height="99"/>`), "repeats its parts"],
    "laughs.svg": [SVG("&l9;", `<!DOCTYPE svg [<!ENTITY l0 "ha">${Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join("")}]>`), /well-formed|nothing to see|cannot be drawn/],
    "entity.svg": [SVG("<text>&x;</text>", `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>`), /well-formed|nothing to see|cannot be drawn/],
    "deep.svg": [SVG(`${"<g>".repeat(4000)}${SQUARE}${"</g>".repeat(4000)}`), /nested too deeply|well-formed/],
    "cut.svg": [SVG(SQUARE).slice(0, 120), "well-formed"],
    "empty.png": ["", "is empty"],
    "letter.png": ["Dear Sir", "not a picture"],
    "vast.png": [pngOf(16000, 16000, 1), "16000 × 16000"],
    "half.png": [pngOf(300, 300, 100), /not a picture|too early|nothing to see/],
  };
  for (const [name, [bytes, outcome]] of Object.entries(bombs)) {
    await t.step(`import ${name}`, async () => {
      const before = (await project()).artworks.length;
      await page.evaluate(() => document.querySelectorAll("[aria-label=Dismiss]").forEach((old) => old.click()));
      await drop(page, name, bytes, name.endsWith("svg") ? "image/svg+xml" : "image/png");
      if (outcome === true) {
        await page.waitForFunction((count) => verve.project.value.artworks.length === count, before + 1);
        const kept = readdirSync(join(ball, "art")).filter((file) => file.startsWith(name.slice(0, 4)) && file.endsWith(".svg"));
        const text = readFileSync(join(ball, "art", kept[0]), "utf8");
        t.ok(!/<script|onload|foreignObject|iframe/.test(text), "what is kept has nothing that runs");
        await page.keyboard.press("Control+z");
      } else {
        await told(page, outcome);
        t.equal((await project()).artworks.length, before, "nothing is added");
      }
      t.equal(await page.evaluate(() => globalThis.ran), undefined, "nothing ran");
    });
  }
  t.equal(foreign, [], "nothing was loaded from elsewhere");

  // ---- As large as it may be

  await t.step("a picture of hundreds of megabytes is refused before it is unfolded", async () => {
    await page.evaluate(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(300 << 20)], "huge.png", { type: "image/png" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    });
    await told(page, "huge.png is too large");
    await isAlive(t, page, "afterwards");
  });
  const big = join(t.work, "big");
  await t.step(`${MANY} artworks, layers and handles, ${VERTICES} vertices and ${ACTORS} actors`, async () => {
    mkdirSync(join(big, "art"), { recursive: true });
    cpSync(join(t.root, "examples/ball/art/ball.png"), join(big, "art/ball.png"));
    const layer = (i) => ({ name: `layer ${i}`, image: "art/ball.png", at: [i / 100, 2], vertices: 12 });
    const artworks = Array.from({ length: MANY }, (_, i) => ({ name: `artwork ${i}`, scale: 512, layers: [layer(0)], handles: [], examples: [] }));
    artworks[0].layers = Array.from({ length: MANY }, (_, i) => layer(i));
    artworks[1].handles = Array.from({ length: MANY }, (_, i) => ({ name: `handle ${i}`, kind: "point", at: [0.2 + (i % 16) / 12, 0.5 + Math.floor(i / 16) / 14] }));
    artworks[1].layers[0].vertices = 600;
    artworks[2].layers[0].vertices = VERTICES;
    artworks[3].handles = [{ name: "middle", kind: "point", at: [0.85, 1.1] }];
    artworks[3].examples = [{ name: "rest", pose: {} }];
    const actors = Array.from({ length: ACTORS }, (_, i) => ({ name: `actor ${i}`, artwork: "artwork 3", at: [2.2 * (i % 20), 2.2 * Math.floor(i / 20)] }));
    const scenes = [{ name: "crowd", seconds: 5, actors, obstacles: [{ kind: "ground" }] }];
    writeFileSync(join(big, "project.json"), JSON.stringify({ format: "verve-project", version: 1, name: "Big", artworks, scenes }));
    t.verve("check", big, "--json");
    if (LARGE) page.setDefaultTimeout(600000);
    await page.goto("about:blank"); // an open page would ask for the server that is gone
    await server.kill();
    server = await t.open(big);
    await isOpen(page);
    for (const index of [0, 1, 2, 3]) {
      await page.evaluate((i) => verve.studio.value.figure(i).vertexCount, index);
      await page.getByText(`artwork ${index}`, { exact: true }).first().click();
      await frames(page, 2);
    }
    await find("workspace-stage").click();
    await find("stage").focus();
    await page.keyboard.press("Space");
    await frames(page, 5);
    await page.keyboard.press("Space");
    await t.shot("crowd");
    await isAlive(t, page, "when it is large");
  });
  await t.step("more than there is memory for: a sentence, and the page lives", async () => {
    await find("workspace-rig").click();
    const said = await page.evaluate(() => {
      const core = verve.studio.value;
      const pixels = new Uint8Array(4 * 11000 * 11000).fill(255); // 484 MB each
      for (let i = 0; i < 8; i++) {
        try {
          core.putImage(`art/huge-${i}.png`, 11000, 11000, pixels);
        } catch (problem) {
          return String(problem.message);
        }
      }
      return "";
    });
    t.ok(/memory/.test(said), `it says: ${said}`);
    await isAlive(t, page, "without memory");
    await page.reload();
    await isOpen(page);
  });
}
