// How large the studio is, as it travels: each file of build/page, plain, by gzip and by Brotli. `node sizes.mjs BUILD`
// prints it, and fails where what loads at the start, or all of it together, is larger than it may be.
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

// What an artist waits for, with the core of every workspace in it. The Stage workspace, Verbs, Creatures, Lines, the reader
// of SVG and the encoders of films come once the page can be used. 760 KB were enough for all of it before stages had
// joints, zones, moving obstacles and queries (docs/performance.md).
export const LIMITS = { wasm: 200 * 1024, start: 700 * 1024, all: 840 * 1024 };
const LATER = /^later\.js$/;

export function measureSizes(folder) {
  const files = readdirSync(folder).sort().map((name) => {
    const bytes = readFileSync(join(folder, name));
    const packed = /\.woff2$/.test(name); // compressed already
    return {
      name,
      plain: bytes.length,
      gzip: packed ? bytes.length : gzipSync(bytes, { level: 9 }).length,
      brotli: packed ? bytes.length : brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length,
    };
  });
  const sum = (of) => {
    const total = (key) => of.reduce((sum, file) => sum + file[key], 0);
    return { plain: total("plain"), gzip: total("gzip"), brotli: total("brotli") };
  };
  return { files, start: sum(files.filter(({ name }) => !LATER.test(name))), all: sum(files) };
}

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1).padStart(7)} KB`;
export function tellSizes({ files, start, all }) {
  console.log("size                                plain         gzip       brotli");
  for (const { name, plain, gzip, brotli } of [...files, { name: "loaded at the start", ...start }, { name: "all", ...all }])
    console.log(`  ${name.padEnd(30)} ${kilobytes(plain)}   ${kilobytes(gzip)}   ${kilobytes(brotli)}`);
}

if (resolve(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  const sizes = measureSizes(resolve(process.argv[2], "page"));
  tellSizes(sizes);
  for (const part of ["start", "all"])
    if (sizes[part].brotli > LIMITS[part]) {
      console.error(`The page (${part}) is ${kilobytes(sizes[part].brotli - LIMITS[part]).trim()} larger than it may be.`);
      process.exitCode = 1;
    }
}
