// `make measure`: how quick and how large the studio is, against its targets. node measure.mjs SOURCE BUILD
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { launch, serve } from "./browser.mjs";
import { LIMITS, measureSizes } from "./sizes.mjs";

const [source, build] = process.argv.slice(2);
const TARGETS = { drag: 4, interactive: 1500 }; // milliseconds
const LOADS = 7;
const MOVES = 360;

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1).padStart(7)} KB`;
const against = (value, limit) => (value <= limit ? "ok" : "MISSED");
const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))];

function tellSizes() {
  const { files, all } = measureSizes(resolve(build, "page"));
  console.log("size                                plain         gzip       brotli");
  for (const { name, plain, gzip, brotli } of [...files, { name: "all", ...all }])
    console.log(`  ${name.padEnd(30)} ${kilobytes(plain)}   ${kilobytes(gzip)}   ${kilobytes(brotli)}`);
  const wasm = files.find(({ name }) => name === "verve.wasm");
  console.log(`  verve.wasm compressed, at most ${LIMITS.wasm / 1024} KB: ${against(wasm.gzip, LIMITS.wasm)} by gzip, ${against(wasm.brotli, LIMITS.wasm)} by Brotli`);
  console.log(`  all compressed, at most ${LIMITS.all / 1024} KB: ${against(all.gzip, LIMITS.all)} by gzip, ${against(all.brotli, LIMITS.all)} by Brotli`);
}

// From the request for the address to the moment when the project can be worked on, with nothing in the browser's cache.
async function measureLoading(browser, url) {
  const times = [];
  for (let i = 0; i < LOADS; i++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForFunction(() => globalThis.verve?.ready === true, null, { polling: "raf" });
    times.push(await page.evaluate(() => globalThis.verve.readyAt));
    await context.close();
  }
  return times;
}

// A wrist of the man in circles: the cost of each frame is solve, skin, upload and draw calls.
async function measureDragging(browser, url) {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(url);
  await page.waitForFunction(() => globalThis.verve?.ready === true);
  const { vertexCount, handleCount, name, at } = await page.evaluate(() => {
    const { studio, project } = globalThis.verve;
    const artwork = project.value.artworks[0];
    const handle = artwork.handles.findIndex((h) => /wrist-left|hand-left/.test(h.name));
    const figure = studio.value.figure(0);
    return { vertexCount: figure.vertexCount, handleCount: figure.handleCount, name: artwork.handles[handle].name, at: Array.from(figure.handles.subarray(4 * handle, 4 * handle + 2)) };
  });
  await page.keyboard.press("t"); // try the rig
  const box = await page.locator("[data-test=stage]").boundingBox();
  const { x, y, zoom } = await page.evaluate(() => globalThis.verve.camera.value);
  const [px, py] = [box.x + box.width / 2 + (at[0] - x) * zoom, box.y + box.height / 2 - (at[1] - y) * zoom];
  await page.mouse.move(px, py);
  await page.mouse.down();
  const swing = async (moves) => {
    for (let i = 0; i < moves; i++) await page.mouse.move(px - 60 * Math.sin(i / 9), py - 90 * (1 - Math.cos(i / 9)));
  };
  await swing(60); // the first frames compile
  await page.evaluate(() => void (globalThis.verve.costs.count = 0));
  await swing(MOVES);
  await page.mouse.up();
  const costs = await page.evaluate(() => Array.from(globalThis.verve.costs.recent.slice(0, Math.min(globalThis.verve.costs.count, globalThis.verve.costs.recent.length))));
  return { vertexCount, handleCount, name, costs };
}

async function measureSpeed() {
  const work = mkdtempSync(join(tmpdir(), "verve-measure-"));
  const project = join(work, "man");
  cpSync(join(source, "examples/man"), project, { recursive: true });
  const browser = await launch();
  const server = await serve(resolve(build), resolve(source), join(work, "home"), project);
  try {
    const loading = await measureLoading(browser, server.url);
    const { vertexCount, handleCount, name, costs } = await measureDragging(browser, server.url);
    const [middle, most] = [quantile(costs, 0.5), quantile(costs, 0.95)];
    console.log(`\ninteractive from loopback, ${LOADS} times: median ${quantile(loading, 0.5).toFixed(0)} ms, least ${Math.min(...loading).toFixed(0)}, most ${Math.max(...loading).toFixed(0)}; at most ${TARGETS.interactive}: ${against(quantile(loading, 0.5), TARGETS.interactive)}`);
    console.log(`dragging ${name} of the man (${vertexCount} vertices, ${handleCount} handles), script time of ${costs.length} frames: median ${middle.toFixed(2)} ms, 95 % below ${most.toFixed(2)}; at most ${TARGETS.drag}: ${against(middle, TARGETS.drag)}`);
  } finally {
    await browser.close();
    await server.kill();
    rmSync(work, { recursive: true, force: true });
  }
}

tellSizes();
await measureSpeed();
