// Opens a project in the WebAssembly module as the page does.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";

// The examples' images: 8-bit RGBA, not interlaced (PNG specification, sections 9 and 12.8).
function decode(png) {
  const chunks = [];
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  if (view.getUint16(24) !== 0x0806 || png[28] !== 0) throw new Error("only 8-bit RGBA is decoded here");
  for (let at = 8; at < png.length; at += 12 + view.getUint32(at))
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") chunks.push(png.subarray(at + 8, at + 8 + view.getUint32(at)));
  const packed = inflateSync(Buffer.concat(chunks));
  const stride = 4 * width;
  const pixels = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = packed[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x >= 4 ? pixels[y * stride + x - 4] : 0;
      const up = y > 0 ? pixels[(y - 1) * stride + x] : 0;
      const corner = x >= 4 && y > 0 ? pixels[(y - 1) * stride + x - 4] : 0;
      const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      const guess = [0, left, up, (left + up) >> 1, paeth][filter];
      pixels[y * stride + x] = packed[y * (stride + 1) + 1 + x] + guess;
    }
  }
  return { width, height, pixels };
}

// What scripts need: the exports, the studio, ways to hand bytes over, and the text of the last answer.
export function open(wasm, project) {
  const module = new WebAssembly.Module(readFileSync(wasm));
  if (WebAssembly.Module.imports(module).length > 0) throw new Error("the module has imports");
  const core = new WebAssembly.Instance(module).exports;

  const memory = (at, count) => new Uint8Array(core.memory.buffer, at, count);
  const lend = (bytes) => {
    const at = core.vv_allocate(bytes.length + 1);
    memory(at, bytes.length + 1).set([0], bytes.length);
    memory(at, bytes.length).set(bytes);
    return at;
  };
  const lendText = (text) => {
    const bytes = new TextEncoder().encode(text);
    return [lend(bytes), bytes.length];
  };

  const studio = core.vv_studio_create(0);
  const text = () => new TextDecoder().decode(memory(core.vv_studio_text(studio), core.vv_studio_text_length(studio)));
  const must = (result) => {
    if (result !== 0) throw new Error(text());
  };

  must(core.vv_studio_open(studio, ...lendText(readFileSync(join(project, "project.json"), "utf8")), 0, 0));
  must(core.vv_studio_project(studio));
  for (const artwork of JSON.parse(text()).artworks)
    for (const { image } of artwork.layers) {
      if (!image) continue;
      const { width, height, pixels } = decode(readFileSync(join(project, image)));
      must(core.vv_studio_put_image(studio, lendText(image)[0], width, height, lend(pixels)));
    }
  return { core, studio, memory, lend, lendText, text, must };
}
