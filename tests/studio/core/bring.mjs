// Modules of the page for a script in Node.js: `contents` is TypeScript that exports what is tested, with paths from
// studio/page/src.
import { createRequire } from "node:module";
import { resolve } from "node:path";

export async function bring(source, contents) {
  const require = createRequire(resolve(source, "studio/page/package.json"));
  const { outputFiles } = await require("esbuild").build({
    stdin: { contents, resolveDir: resolve(source, "studio/page/src"), loader: "ts" },
    bundle: true, write: false, format: "esm", target: "es2022", logLevel: "error",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}
