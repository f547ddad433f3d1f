// Builds the page: `node build.mjs OUT [--wasm FILE]` writes index.html, app.js, app.css, the font and verve.wasm into
// OUT, and what is only loaded when it is needed (import() in src) beside them. `node build.mjs OUT --wasm FILE
// --single EXAMPLES` writes OUT/verve-studio.html instead: everything in one file, the shipped examples too, which
// works from disk and keeps projects in the browser.
import { build } from "esbuild";
import { zipSync } from "fflate";
import subsetFont from "subset-font";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { minify } from "terser";

const here = dirname(fileURLToPath(import.meta.url));
const [out = "dist", ...options] = process.argv.slice(2);
const option = (name) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
const wasm = option("--wasm");
const examples = option("--single");

// A v and the ball that bounces off it, on a dark tile.
const icon =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1C1E24"/><path d="M7 12 16 27 25 12" fill="none" stroke="#E6E7EB" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/><circle cx="16" cy="10" r="4.500" fill="#F2B134"/></svg>',
  );

// All that differs from icon to icon is what stands inside.
const inner = (svg) => svg.slice(svg.indexOf(">", svg.indexOf("<svg")) + 1, svg.lastIndexOf("</svg>")).replace(/\s*\n\s*/g, "").replaceAll(" />", "/>");
const icons = {
  name: "icons",
  setup: ({ onLoad }) => onLoad({ filter: /\.svg$/ }, async ({ path }) => ({ loader: "text", contents: inner(await readFile(path, "utf8")) })),
};

// Of the font the weights that theme.css has, the letters of western Europe and the signs that the page uses; the rest
// comes from the system's own fonts.
const WEIGHTS = { min: 400, max: 600, default: 400 };
const LETTERS = String.fromCharCode(...Array.from({ length: 0xe0 }, (_, i) => 0x20 + i)) + "ıŒœ–—‘’‚“”„†•…‹›€™←↑→↓−√≤≥≈∞";
const FEATURES = ["kern", "tnum", "ccmp"]; // pairs, figures of one width, letters with accents
const font = (loader) => ({
  name: "font",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.woff2$/ }, async ({ path }) => ({ loader, contents: await subsetFont(await readFile(path), LETTERS, { targetFormat: "woff2", variationAxes: { wght: WEIGHTS }, keepFeatures: FEATURES }) })),
});

await mkdir(out, { recursive: true });
const settings = {
  entryPoints: { app: join(here, "src/main.tsx") },
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022", "chrome110", "firefox115", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  assetNames: "[name]",
  legalComments: "none",
  logLevel: "warning",
};
if (options.includes("--single")) await single();
else await folder();

async function folder() {
  for (const name of await readdir(out)) if (name.endsWith(".js")) await rm(join(out, name)); // of a build before, which may have had other files
  await build({ ...settings, splitting: true, chunkNames: "[name]", plugins: [icons, font("file")] });
  await rm(join(out, "later.css"), { force: true }); // app.css has all of it
  await joined();
  for (const name of (await readdir(out)).filter((one) => one.endsWith(".js"))) await writeFile(join(out, name), await tightened(await readFile(join(out, name), "utf8")));
  // What comes later is fetched now all the same, and not run: a server that is started again has another address.
  await writeFile(join(out, "index.html"), page(`<link rel="stylesheet" href="app.css">
<link rel="preload" href="verve.wasm" as="fetch" crossorigin>
<link rel="modulepreload" href="later.js" fetchpriority="low">`, `<script type="module" src="app.js"></script>`));
  if (wasm) await copyFile(wasm, join(out, "verve.wasm"));
}

// What the start and what comes later share is a chunk of its own to esbuild. The start needs all of it anyway, and
// packs better with it: it goes into app.js, and what comes later has it from there.
async function joined() {
  const [app, chunk] = [join(out, "app.js"), join(out, "chunk.js")];
  const later = (await readdir(out)).filter((name) => name.endsWith(".js") && name !== "app.js" && name !== "chunk.js");
  const { outputFiles } = await build({
    stdin: { contents: `export * from "./chunk.js"; import "./app.js";`, resolveDir: out },
    bundle: true, minify: true, format: "esm", target: settings.target, external: later.map((name) => `./${name}`), legalComments: "none", write: false,
  });
  await writeFile(app, outputFiles[0].contents);
  for (const name of later) await writeFile(join(out, name), (await readFile(join(out, name), "utf8")).replaceAll('"./chunk.js"', '"./app.js"'));
  await rm(chunk);
}

// After esbuild, which is quick, Terser, which is thorough: a twentieth less travels.
async function tightened(script) {
  const { code } = await minify(script, { module: true, ecma: 2022, compress: { passes: 2, ecma: 2022 }, format: { comments: false } });
  return code;
}

// ---- One file -------------------------------------------------------------------------------------------------------

async function single() {
  if (!wasm || !examples) throw new Error("--single needs the examples' folder, and --wasm the core");
  const { outputFiles } = await build({ ...settings, write: false, plugins: [icons, font("dataurl")] });
  const text = (ending) => outputFiles.find((file) => file.path.endsWith(ending))?.text ?? "";
  const script = await tightened(text(".js"));
  const core = gzipSync(await readFile(wasm), { level: 9 }).toString("base64");
  const shipped = Buffer.from(await packExamples()).toString("base64");
  const start = script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const policy = "default-src 'none'; script-src " + hashOf(start) + " 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src blob: data:; font-src data:; connect-src blob: data:; base-uri 'none'; form-action 'none'";
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}">
<style>${text(".css").replaceAll("</style", "<\\/style")}</style>`;
  const body = `<script type="text/plain" id="verve-wasm">${core}</script>
<script type="text/plain" id="verve-examples">${shipped}</script>
<script type="module">${start}</script>`;
  const html = page(head, body);
  await writeFile(join(out, "verve-studio.html"), html);
  report({ app: page(head, "") + script, core: await readFile(wasm), examples: Buffer.from(shipped, "base64") }, html);
}

// The one script that may run is the one whose hash the policy names. The HTML parser would turn a carriage return into
// a line feed, and the hash would no longer be that of the script.
function hashOf(script) {
  if (script.includes("\r")) throw new Error("the script has a carriage return");
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

// Each example's project.json, pictures, motions and models under its id, and gallery.json with a tile for each.
async function packExamples() {
  const { examples: listed } = JSON.parse(await readFile(join(examples, "gallery.json"), "utf8"));
  const files = {};
  const tiles = [];
  for (const { id, scene } of listed) {
    const project = await readFile(join(examples, id, "project.json"));
    const { name, about = "" } = JSON.parse(project);
    tiles.push({ id, name, about, scene });
    files[`${id}/project.json`] = project;
    for (const folder of ["art", "clips", "forms", "creatures"])
      for (const name of await namesIn(join(examples, id, folder)))
        files[`${id}/${folder}/${name}`] = [await readFile(join(examples, id, folder, name)), { level: name.endsWith(".png") ? 0 : 9 }];
  }
  files["gallery.json"] = Buffer.from(JSON.stringify(tiles));
  return zipSync(files, { level: 9, mtime: new Date("2000-01-01") });
}

// An example without such a folder has nothing in it.
function namesIn(folder) {
  return readdir(folder).catch(() => []);
}

function report(parts, html) {
  const kilobytes = (bytes) => `${Math.round(bytes / 1024)} KB`;
  const packed = Object.entries(parts).map(([name, bytes]) => `${name} ${kilobytes(brotliCompressSync(bytes).length)}`);
  console.log(`verve-studio.html: ${kilobytes(html.length)}; compressed: ${packed.join(", ")}`);
}

function page(head, body) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Verve</title>
<link rel="icon" href="${icon}">
${head}
</head>
<body>
<div id="app"></div>
<noscript>Verve's studio needs JavaScript.</noscript>
${body}
</body>
</html>
`;
}
