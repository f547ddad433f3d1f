// Runs one browser test: `node run.mjs SOURCE BUILD NAME [--show]`. NAME.mjs beside this file exports a function that
// gets a `t` (below) and does what a person would do. Chromium is the system's; the server is build/verve's own, on a
// home that is thrown away. A console error, a failed request or an exception in the page fails the test. VV_SLOW=6
// lets the page's script run six times slower: a test that assumes a quick machine fails.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, ROUGH_EDGES, serve, verveOf } from "./browser.mjs";
import { addClock, frames, pass, passUntil, setHeld, still } from "./clock.mjs";

const [source, build, name] = process.argv.slice(2);
const root = resolve(source);
const verve = verveOf(build);
const SLOW = Math.max(1, Number(process.env.VV_SLOW ?? 1));
const SMOOTH = ["look", "pixels"]; // what is drawn as an artist sees it
const PATIENCE = 120_000; // milliseconds after which a person would give up, on a machine that has much else to do

const started = Date.now();
const seconds = () => ((Date.now() - started) / 1000).toFixed(1).padStart(6);
let passed = 0;
let failed = 0;

function check(good, what, detail = "") {
  if (good) passed++;
  else failed++;
  if (!good) throw new Error(`${what}${detail && `: ${detail}`}`);
}

async function main() {
  const work = mkdtempSync(join(tmpdir(), "verve-page-"));
  const shots = resolve(build, "shots", name);
  mkdirSync(shots, { recursive: true });
  const browser = await launch({ headless: !process.argv.includes("--show") }, SMOOTH.includes(name) ? [] : [ROUGH_EDGES]);
  const servers = [];
  const complaints = [];
  const expected = []; // regular expressions of complaints that a test is about

  function listen(page) {
    page.on("console", (message) => message.type() === "error" && complaints.push(`console: ${message.text()} (${message.location().url})`));
    page.on("pageerror", (error) => complaints.push(`page: ${error.stack ?? error}`));
    return page;
  }
  async function newPage(options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, acceptDownloads: true, ...options });
    await addClock(context);
    const page = listen(await context.newPage());
    page.setDefaultTimeout(PATIENCE);
    // Playwright intercepts the file chooser only while somebody listens. To switch that on takes a message of its own,
    // which a key pressed right after can overtake while the page is busy; then the chooser opens unseen. So there is
    // always a listener.
    page.on("filechooser", () => {});
    if (SLOW > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOW });
    return page;
  }

  const t = {
    root, build: resolve(build), work, home: join(work, "home"), browser, newPage,
    page: await newPage(),
    // Starts a server on `project` (a folder), or on the gallery, and does not open it.
    async serve(project, extra) {
      const server = await serve(resolve(build), root, t.home, project, extra);
      servers.push(server);
      return server;
    },
    // The same, opened in t.page and ready to use.
    async open(project) {
      const server = await t.serve(project);
      await t.page.goto(server.url);
      await t.ready(t.page);
      return server;
    },
    // The page is interactive: it says so itself.
    ready: (page) => page.waitForFunction(() => globalThis.verve?.ready === true),
    // Until release, what plays goes on only by what t.pass lets pass: frames, sixty a second (clock.mjs).
    hold: (page = t.page) => setHeld(page, true),
    release: (page = t.page) => setHeld(page, false),
    pass: (count, rate = 60) => pass(t.page, count, rate),
    // Until `test(argument)` holds in the page, within twenty seconds of its time.
    passUntil: async (test, argument, rate = 60) => check(await passUntil(t.page, test, argument, rate), `within twenty seconds ${test}, with ${argument}`),
    // Frames as they come, whatever time they take.
    frames: (count = 3, page = t.page) => frames(page, count),
    // The view has come to where it flies.
    still: (page = t.page) => still(page),
    // The verve command; throws where it fails.
    verve(...args) {
      const ran = spawnSync(verve, args, { encoding: "utf8", maxBuffer: 64 << 20 });
      if (ran.status !== 0) throw new Error(`verve ${args.join(" ")}: ${ran.stderr}`);
      return ran.stdout.trim();
    },
    shot: (what, page = t.page, options = {}) => page.screenshot({ path: join(shots, `${what}.png`), ...options }),
    // This complaint of the console is what the test is about.
    expectComplaint: (pattern) => expected.push(pattern),
    ok: (value, what) => check(Boolean(value), what),
    equal: (a, b, what) => check(JSON.stringify(a) === JSON.stringify(b), what, `${JSON.stringify(a)} is not ${JSON.stringify(b)}`),
    // What a page shows after a change comes a moment later: asked again until it is so, or until a person would give
    // up.
    async becomes(ask, wanted, what) {
      const patience = Date.now() + PATIENCE;
      let got = await ask();
      while (JSON.stringify(got) !== JSON.stringify(wanted) && Date.now() < patience) {
        await new Promise((wake) => setTimeout(wake, 50));
        got = await ask();
      }
      t.equal(got, wanted, what);
    },
    near: (a, b, tolerance, what) => check(Math.abs(a - b) <= tolerance, what, `${a} is not ${b} ± ${tolerance}`),
    async step(what, run) {
      try {
        await run();
        console.log(`${seconds()} s  ok    ${what}`);
      } catch (error) {
        console.log(`${seconds()} s  FAIL  ${what}`);
        await t.shot("failed").catch(() => {});
        throw error;
      }
    },
  };

  try {
    mkdirSync(t.home, { recursive: true });
    const { default: run } = await import(pathToFileURL(join(root, "tests/studio/page", `${name}.mjs`)));
    await run(t);
    const bad = complaints.filter((c) => !expected.some((pattern) => pattern.test(c)));
    check(bad.length === 0, "the page complains", bad.join("\n"));
  } catch (error) {
    if (failed === 0) failed++;
    console.log(error.stack ?? error);
    for (const complaint of complaints) console.log(`  ${complaint}`);
  } finally {
    await browser.close().catch(() => {});
    await Promise.all(servers.map((server) => server.kill().catch(() => {})));
    rmSync(work, { recursive: true, force: true });
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}

await main();
