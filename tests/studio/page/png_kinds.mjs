// PNGs of every kind with random pixels, made by hand from the specification, beside the RGBA that they must give: what
// a reader of its own may be compared with.
import { crc32, deflateSync } from "node:zlib";

export function random(seed) {
  let s = seed >>> 0;
  return (below) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 4294967296) * below);
  };
}

// node 20.15 brought zlib.crc32; older ones get it bit by bit.
function checksum(bytes) {
  if (crc32) return crc32(bytes);
  let c = ~0;
  for (const byte of bytes) {
    c ^= byte;
    for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  }
  return ~c >>> 0;
}
export function chunk(name, body) {
  const out = Buffer.alloc(12 + body.length);
  out.writeUInt32BE(body.length, 0);
  out.write(name, 4, "latin1");
  Buffer.from(body).copy(out, 8);
  out.writeUInt32BE(checksum(out.subarray(4, 8 + body.length)), 8 + body.length);
  return out;
}

function filterRow(kind, row, before, step) {
  return row.map((value, i) => {
    const a = i < step ? 0 : row[i - step];
    const b = before[i];
    const c = i < step ? 0 : before[i - step];
    const p = a + b - c;
    const paeth = [a, b, c].reduce((best, v) => (Math.abs(p - v) < Math.abs(p - best) ? v : best));
    return (value - [0, a, b, (a + b) >> 1, paeth][kind]) & 255;
  });
}

const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PASSES = [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]];

// samples(x, y) → the channels of a pixel. Rows are packed, filtered at random and deflated.
function packRows(width, height, { kind, depth, interlaced }, samples, roll) {
  const bits = depth * CHANNELS[kind];
  const out = [];
  for (const [x0, y0, dx, dy] of interlaced ? PASSES : [[0, 0, 1, 1]]) {
    const columns = Math.ceil((width - x0) / dx);
    if (columns <= 0) continue;
    let before = new Array(Math.ceil((columns * bits) / 8)).fill(0);
    for (let y = y0; y < height; y += dy) {
      let text = "";
      for (let x = x0; x < width; x += dx) for (const s of samples(x, y)) text += s.toString(2).padStart(depth, "0");
      const row = (text.padEnd(8 * before.length, "0").match(/.{8}/g) ?? []).map((b) => parseInt(b, 2));
      const filter = roll(5);
      out.push(filter, ...filterRow(filter, row, before, Math.max(1, bits >> 3)));
      before = row;
    }
  }
  return out;
}

// 16 bits to 8 as libpng's png_set_scale_16: the nearest of v · 255 / 65535.
const to8 = (value, depth) => (depth === 16 ? Math.round((value * 255) / 65535) : depth === 8 ? value : value * (255 / ((1 << depth) - 1)));

// One PNG: { name, bytes, width, height, pixels }.
export function makePng(width, height, { kind, depth, interlaced = false, transparent = false }, seed) {
  const roll = random(seed);
  const most = 2 ** depth;
  const grid = Array.from({ length: width * height }, () => Array.from({ length: CHANNELS[kind] }, () => roll(most)));
  const palette = Array.from({ length: 3 * Math.min(most, 256) }, () => roll(256));
  const alphas = Array.from({ length: Math.min(most, 200) }, () => roll(256));
  const clear = grid[roll(grid.length)];
  const pixels = grid.flatMap((s) => {
    if (kind === 3) return [...palette.slice(3 * s[0], 3 * s[0] + 3), transparent ? (alphas[s[0]] ?? 255) : 255];
    const colours = (kind & 2 ? s.slice(0, 3) : [s[0], s[0], s[0]]).map((v) => to8(v, depth));
    const hidden = transparent && s.every((v, i) => v === clear[i]);
    return [...colours, kind & 4 ? to8(s.at(-1), depth) : hidden ? 0 : 255];
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, kind, 0, 0, interlaced ? 1 : 0], 8);
  const rows = deflateSync(Buffer.from(packRows(width, height, { kind, depth, interlaced }, (x, y) => grid[y * width + x], roll)));
  const half = rows.length >> 1; // in two parts, as large files are
  const parts = [Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), chunk("IHDR", header), chunk("gAMA", [0, 0, 0xb1, 0x8f])];
  if (kind === 3) parts.push(chunk("PLTE", palette));
  if (transparent) parts.push(chunk("tRNS", kind === 3 ? alphas : clear.flatMap((v) => [v >> 8, v & 255])));
  parts.push(chunk("IDAT", rows.subarray(0, half)), chunk("IDAT", rows.subarray(half)), chunk("IEND", []));
  const name = `kind ${kind}, ${depth} bits${interlaced ? ", interlaced" : ""}${transparent ? ", with tRNS" : ""}, ${width} × ${height}`;
  return { name, bytes: Buffer.concat(parts), width, height, pixels };
}

export function everyKind() {
  const kinds = [[0, [1, 2, 4, 8, 16]], [2, [8, 16]], [3, [1, 2, 4, 8]], [4, [8, 16]], [6, [8, 16]]];
  const out = [];
  for (const [kind, depths] of kinds)
    for (const depth of depths)
      for (const interlaced of [false, true])
        for (const transparent of kind & 4 ? [false] : [false, true])
          for (const [width, height] of [[37, 23], [1, 1], [3, 9]]) out.push(makePng(width, height, { kind, depth, interlaced, transparent }, out.length + 1));
  return out;
}
