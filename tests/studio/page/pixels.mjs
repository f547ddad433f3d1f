// Pictures are decoded to exactly the bytes that were drawn: every kind of PNG, and what the browser decodes.
import { bring } from "./modules.mjs";
import { everyKind, makePng } from "./png_kinds.mjs";

// Decodes in the page; what was refused answers with its message.
const decode = (t, bytes) =>
  t.page.evaluate(async (base64) => {
    const raw = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    try {
      const { width, height, pixels } = await tested.decode(raw);
      return { width, height, pixels: Array.from(pixels) };
    } catch (problem) {
      return { refused: problem.message, remedy: problem.remedy };
    }
  }, Buffer.from(bytes).toString("base64"));

export default async function (t) {
  await bring(t, 'export { decode } from "./files/pixels.ts";');

  await t.step("every kind of PNG gives every byte", async () => {
    for (const { name, bytes, width, height, pixels } of everyKind()) {
      const told = await decode(t, bytes);
      t.equal([told.width, told.height], [width, height], `size of ${name}`);
      t.ok(told.pixels.every((v, i) => v === pixels[i]) && told.pixels.length === pixels.length, name);
    }
  });
  await t.step("colours under every alpha survive, 0 too", async () => {
    const { bytes, pixels } = makePng(256, 64, { kind: 6, depth: 8 }, 7);
    t.ok(new Set(pixels.filter((_, i) => i % 4 === 3)).size === 256, "all alphas are there");
    t.equal((await decode(t, bytes)).pixels, pixels, "RGBA");
  });
  await t.step("a damaged PNG is refused with a sentence, wherever it is cut or changed", async () => {
    const { bytes } = makePng(9, 7, { kind: 6, depth: 8 }, 3);
    for (let cut = 8; cut < bytes.length; cut += 3) t.ok((await decode(t, bytes.subarray(0, cut))).refused, `cut at ${cut}`);
    for (let i = 8; i < bytes.length; i += 2) {
      const changed = Buffer.from(bytes);
      changed[i] ^= 0x41;
      const told = await decode(t, changed);
      t.ok(told.refused && told.remedy, `byte ${i} changed`);
    }
  });
  await t.step("what the browser decodes is not premultiplied either", async () => {
    const told = await t.page.evaluate(async () => {
      const canvas = new OffscreenCanvas(8, 8);
      const context = canvas.getContext("2d");
      context.fillStyle = "#e4572e";
      context.fillRect(0, 0, 8, 8);
      const jpeg = new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg", quality: 1 })).arrayBuffer());
      return Array.from((await tested.decode(jpeg)).pixels.slice(0, 4));
    });
    [0xe4, 0x57, 0x2e, 255].forEach((value, i) => t.near(told[i], value, 3, `channel ${i} of a JPEG`));
    t.ok((await decode(t, Buffer.from("this is no picture"))).refused, "text is refused");
  });
}
