// Modules of the page, built for a test and brought into an empty page as globalThis.tested.
import { createRequire } from "node:module";
import { join } from "node:path";

// `contents`: TypeScript that imports from "./draw/…" and the like (paths from studio/page/src) and exports what is
// tested.
export async function bring(t, contents, page = t.page, address = null) {
  const require = createRequire(join(t.root, "studio/page/package.json"));
  const { outputFiles } = await require("esbuild").build({
    stdin: { contents, resolveDir: join(t.root, "studio/page/src"), loader: "tsx" },
    bundle: true, write: false, outdir: "/", format: "iife", globalName: "tested", target: "chrome110",
    jsx: "automatic", jsxImportSource: "preact", loader: { ".svg": "text", ".woff2": "empty" }, logLevel: "error",
  });
  const find = (ending) => outputFiles.find((file) => file.path.endsWith(ending))?.text ?? "";
  // A file of its own address, so that storage works; nothing is asked of the network, unless `address` is where a page
  // is served.
  if (!address) await page.route("http://verve.test/", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><meta charset=utf-8><link rel=icon href=data:><body style=margin:0>" }));
  await page.goto(address ?? "http://verve.test/");
  if (find(".css")) await page.addStyleTag({ content: find(".css") });
  await page.addScriptTag({ content: find(".js") });
}
