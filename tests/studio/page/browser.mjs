// Chromium and a server, for browser tests and measurements.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(join(here, "../../../studio/page/package.json"));
const { chromium } = require("playwright-core");

// Without a graphics card Chromium composes the page's layers by software OpenGL, which took half the time of a test.
// WebGL, which the page draws with, still runs on SwiftShader; only the composing of layers is done by Skia.
const FLAGS = [
  "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-dev-shm-usage", "--disable-gpu-compositing",
  "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
];
const CHROMIUM = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

// More flags are for those that need no smooth edges: smoothing is half of what SwiftShader does.
export const ROUGH_EDGES = "--webgl-antialiasing-mode=none";

export async function launch(options = {}, more = []) {
  const executablePath = CHROMIUM.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("there is no Chromium; install the package chromium, or set CHROMIUM");
  return chromium.launch({ executablePath, args: [...FLAGS, ...more], ...options });
}

// The studio as one HTML file, which takes a third of a minute to pack: CTest has it made once, as VV_SINGLE says.
export function singleFile(t) {
  if (process.env.VV_SINGLE) return process.env.VV_SINGLE;
  const options = ["build.mjs", t.work, "--wasm", join(t.build, "verve.wasm"), "--single", join(t.root, "examples")];
  const built = spawnSync("node", options, { cwd: join(t.root, "studio/page"), encoding: "utf8" });
  if (built.status !== 0) throw new Error(`building verve-studio.html: ${built.stderr}`);
  return join(t.work, "verve-studio.html");
}

export const verveOf = (build) => process.env.VERVE ?? resolve(build, "verve");

// A `verve studio` of its own. stop() asks it to end, kill() does not ask.
export async function serve(build, root, home, project, extra = []) {
  const child = spawn(verveOf(build), ["studio", ...(project ? [project] : []), "--no-browser", "--port", "0", "--home", home,
    "--page", join(build, "page"), "--examples", join(root, "examples"), ...extra], { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, XDG_STATE_HOME: `${home}-state` } });
  const gone = new Promise((done) => child.on("exit", done));
  const url = await new Promise((done, fail) => {
    let told = "";
    child.stdout.on("data", (bytes) => {
      told += bytes;
      const match = told.match(/http:\/\/\S+\//);
      if (match) done(match[0]);
    });
    child.on("exit", (code) => fail(new Error(`verve studio ended with ${code}: ${told}`)));
  });
  return {
    url,
    stop: () => (child.kill("SIGTERM"), gone),
    kill: () => (child.kill("SIGKILL"), gone),
  };
}
