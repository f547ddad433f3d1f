// Drawings from strangers: none navigates, asks the network for anything, runs a script or puts an element into the
// page; neither in the reader alone, on a page without any policy, nor in the studio, nor in the studio as one file.
// What is left of each is judged by the browser's own parsers (validate_svg.mjs).
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { singleFile } from "./browser.mjs";
import { listHostile } from "./hostile.mjs";
import { drop } from "./mishaps.mjs";
import { bring } from "./modules.mjs";
import { findFaults } from "./validate_svg.mjs";

// A server on this machine: an empty page without any policy at /page, and otherwise the list of what was asked.
async function listen() {
  const seen = [];
  const server = createServer((request, response) => {
    if (request.url === "/page") return response.setHeader("Content-Type", "text/html").end("<!doctype html><meta charset=utf-8><link rel=icon href=data:><body>");
    seen.push(`${request.method} ${request.url}`);
    response.writeHead(204, { "Access-Control-Allow-Origin": "*" }).end();
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { seen, address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

// All that a drawing could cause, seen from outside the page.
function watch(page, isOwn) {
  const seen = [];
  page.on("framenavigated", (frame) => seen.push(`navigated to ${frame.url()}`));
  page.on("request", (request) => isOwn(request.url()) || seen.push(`asked for ${request.url().slice(0, 100)}`));
  page.on("dialog", (dialog) => (seen.push(`dialog ${dialog.message()}`), dialog.dismiss()));
  page.on("popup", () => seen.push("popup"));
  page.on("worker", () => seen.push("worker"));
  return seen;
}
const isInert = (url) => /^(blob|data):/.test(url);

// Runs in the page: from now on, elements that come into it are kept account of, but for those of the studio: of HTML,
// and its icons.
function watchElements() {
  globalThis.strange = [];
  const ICON = 'svg[viewBox="0 0 24 24"]';
  const isOwn = (node, parent) =>
    node.namespaceURI === "http://www.w3.org/1999/xhtml"
      ? !/^(meta|base|iframe|object|embed|script|link|style|form|frame|template|math|video|audio)$/.test(node.localName) && node.id !== "a"
      : node.namespaceURI === "http://www.w3.org/2000/svg" && (node.matches(ICON) || parent.closest?.(ICON));
  new MutationObserver((records) => {
    for (const { addedNodes, target } of records) for (const node of addedNodes) if (node.nodeType === 1 && !isOwn(node, target)) strange.push(node.outerHTML.slice(0, 200));
  }).observe(document, { childList: true, subtree: true });
  document.addEventListener("securitypolicyviolation", (event) => strange.push(`${event.violatedDirective} ${event.blockedURI}`));
}

async function checkReader(t, network) {
  await bring(t, 'export { drawSvg } from "./files/svgdraw.ts";', t.page, `${network.address}/page`); // from where this machine may be asked
  const seen = watch(t.page, (url) => isInert(url));
  const { accepted, refused } = listHostile(network.address);
  await t.page.evaluate(watchElements);
  await t.page.evaluate(`globalThis.findFaults = ${findFaults}`);
  const draw = (text) =>
    t.page.evaluate(async (svg) => {
      try {
        const drawn = await tested.drawSvg(svg, undefined, 64);
        return { layers: drawn.layers.length, faults: findFaults(drawn.svg) };
      } catch (problem) {
        return { refused: problem.message, remedy: problem.remedy };
      }
    }, text);
  await t.step(`${Object.keys(accepted).length} hostile drawings are drawn without what is hostile`, async () => {
    for (const [name, text] of Object.entries(accepted)) {
      const told = await draw(text);
      t.ok(told.layers > 0, `${name} is drawn: ${told.refused}`);
      t.equal(told.faults, [], name);
    }
  });
  await t.step(`${Object.keys(refused).length} hostile drawings are refused with a sentence`, async () => {
    for (const [name, text] of Object.entries(refused)) {
      const told = await draw(text);
      t.ok(told.refused && told.remedy, `${name} is refused`);
    }
  });
  await t.step("nothing happened", async () => {
    await t.frames(3);
    t.equal(await t.page.evaluate(() => [globalThis.pwned ?? 0, strange]), [0, []], "scripts and elements");
    t.equal([...seen, ...network.seen], [], "navigations and requests");
  });
  await t.step("what would have happened would have been seen", async () => {
    await t.page.evaluate((address) => {
      document.body.insertAdjacentHTML("beforeend", `<svg id="a"><image href="${address}/canary"/></svg>`);
      return fetch(`${address}/fetched`);
    }, network.address);
    await t.becomes(() => network.seen.length > 1 && seen.length > 1, true, "requests are counted");
    t.ok((await t.page.evaluate(() => strange.length)) > 0, "elements are seen");
    t.expectComplaint(/canary|fetched/);
    network.seen.length = 0;
  });
}

// `ours` is what the studio itself may ask for.
async function checkStudio(t, page, network, ours, drawings, [refusedName, refusedText]) {
  const seen = watch(page, (url) => isInert(url) || ours(url));
  await page.evaluate(watchElements);
  const before = await page.evaluate(() => verve.project.value.artworks.length);
  for (const [i, [name, text]] of drawings.entries()) {
    await drop(page, `${name.replace(/\W+/g, " ")}.svg`, text);
    await page.waitForFunction((count) => verve.project.value.artworks.length === count, before + i + 1);
  }
  await drop(page, `${refusedName}.svg`, refusedText);
  await page.waitForSelector("[role=alert]");
  await t.frames(3, page);
  t.equal(await page.evaluate(() => [globalThis.pwned ?? 0, strange]), [0, []], "scripts, elements and violations of the policy");
  t.equal([...seen, ...network.seen], [], "navigations and requests");
}

export default async function (t) {
  const network = await listen();
  const { accepted, refused } = listHostile(network.address);
  const [drawings, bad] = [Object.entries(accepted), Object.entries(refused)];
  try {
    await checkReader(t, network);

    const served = await t.newPage();
    await t.step("the studio imports them and stays where it is", async () => {
      const { url } = await t.serve();
      await served.goto(url);
      await t.ready(served);
      await served.click("[data-test=new-project]");
      await served.waitForFunction(() => verve.showing.value.kind === "project");
      await checkStudio(t, served, network, (asked) => asked.startsWith(url), drawings.filter((_, i) => i % 20 === 0), bad[0]);
    });
    await t.step("so does the studio as one file", async () => {
      const page = await t.newPage();
      const url = pathToFileURL(singleFile(t)).href;
      await page.goto(url);
      await t.ready(page);
      await page.click("[data-test=new-project]");
      await page.waitForFunction(() => verve.showing.value.kind === "project");
      await checkStudio(t, page, network, (asked) => asked === url, drawings.filter((_, i) => i % 20 === 0), bad[0]);
      await t.step("whose policy lets no other script run", async () => {
        t.expectComplaint(/Content Security Policy/);
        const policy = await page.getAttribute("meta[http-equiv=Content-Security-Policy]", "content");
        const scripts = policy.split("; ").find((one) => one.startsWith("script-src"));
        t.ok(/^script-src 'sha256-[\w+/]{43}=' 'wasm-unsafe-eval'$/.test(scripts), `the policy for scripts: ${scripts}`);
        await page.evaluate(() => {
          const script = document.createElement("script");
          script.textContent = "globalThis.pwned = 1";
          document.body.append(script);
          document.body.insertAdjacentHTML("beforeend", '<img src="data:," onerror="globalThis.pwned = 2">');
        });
        await t.frames(3, page);
        t.equal(await page.evaluate(() => globalThis.pwned ?? 0), 0, "an inline script that was put into the page");
      });
    });
  } finally {
    network.close();
  }
}
