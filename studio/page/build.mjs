// Builds the page: `node build.mjs OUT [--wasm FILE]` writes index.html, app.js, app.css, the font and verve.wasm into OUT.
import { build } from "esbuild";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [out = "dist", ...options] = process.argv.slice(2);
const wasm = options[options.indexOf("--wasm") + 1] ?? "";

await mkdir(out, { recursive: true });
await build({
  entryPoints: { app: join(here, "src/main.tsx") },
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022", "chrome110", "firefox115", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".svg": "text", ".woff2": "file" },
  assetNames: "[name]",
  legalComments: "none",
  logLevel: "warning",
});
await writeFile(join(out, "index.html"), page("app.css", "app.js"));
if (options.includes("--wasm")) await copyFile(wasm, join(out, "verve.wasm"));

function page(style, script) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Verve</title>
<link rel="stylesheet" href="${style}">
<link rel="preload" href="verve.wasm" as="fetch" crossorigin>
</head>
<body>
<div id="app"></div>
<noscript>Verve's studio needs JavaScript.</noscript>
<script type="module" src="${script}"></script>
</body>
</html>
`;
}
