// How large the studio is, as it travels: each file of build/page, plain, by gzip and by Brotli.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

export const LIMITS = { wasm: 200 * 1024, all: 700 * 1024 };

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
  const sum = (key) => files.reduce((total, file) => total + file[key], 0);
  return { files, all: { plain: sum("plain"), gzip: sum("gzip"), brotli: sum("brotli") } };
}
