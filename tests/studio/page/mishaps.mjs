// What the tests of bad days share: pictures and journals made by hand, and questions to an open page.
import { deflateSync } from "node:zlib";

// ---- The page -------------------------------------------------------------------------------------------------------

export const isOpen = (page) => page.waitForFunction(() => globalThis.verve?.ready && verve.showing.value.kind === "project");
export const stateIs = (page, ...states) => page.waitForFunction((wanted) => wanted.includes(verve.savedState.value), states);
export const told = (page, text) => page.getByText(text).first().waitFor();
export const send = (page, command) => page.evaluate((wanted) => verve.send(wanted), command);
export const about = (page) => page.evaluate(() => verve.project.value.about);
export const setAbout = (page, text) => send(page, { do: "project.set", about: text });
export { frames } from "./clock.mjs";

// Whether the page still does what it is asked: a command goes through, is undone, and nothing stays dragged or open.
export async function isAlive(t, page, what) {
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const before = await about(page);
  t.ok(await setAbout(page, `alive ${Math.random()}`), `${what}: a command goes through`);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("Control+z");
  t.equal(await about(page), before, `${what}: Ctrl+Z takes it back`);
}

// A file dropped on the window, as the system's file manager does it.
export const drop = (page, name, bytes, type = "image/svg+xml") =>
  page.evaluate(([called, content, kind]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], called, { type: kind }));
    for (const event of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(new DragEvent(event, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, [name, Buffer.from(bytes).toString("base64"), type]);

// ---- Pictures -------------------------------------------------------------------------------------------------------

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]);
  const out = Buffer.alloc(8 + body.length);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), 4 + body.length);
  return out;
}
// 8-bit grey without alpha; `rows` may be fewer than the header promises.
export function pngOf(width, height, rows = height) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc((width + 1) * rows), { level: 1 });
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

// ---- Journals -------------------------------------------------------------------------------------------------------

const WORD = (1n << 64n) - 1n;
function mix(a, b) {
  const product = a * b;
  return (product & WORD) ^ (product >> 64n);
}
// vv_hash_bytes of runtime/base/hash.c.
function hashBytes(seed, bytes) {
  const [odd1, odd2] = [0xa0761d6478bd642fn, 0xe7037ed1a0b428dbn];
  const word = (from, count) => bytes.subarray(from, from + count).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let hash = mix(seed ^ odd1, BigInt(bytes.length) ^ odd2);
  let i = 0;
  for (; i + 8 <= bytes.length; i += 8) hash = mix(hash ^ word(i, 8), odd1);
  if (i < bytes.length) hash = mix(hash ^ word(i, bytes.length - i), odd2);
  return mix(hash ^ odd2, odd1);
}
function lineAfter(seed, content) {
  const body = JSON.stringify(content).slice(0, -1);
  return `${body},"sum":"${hashBytes(seed, Buffer.from(body)).toString(16).padStart(16, "0")}"}\n`;
}
export const hashOf = (bytes) => hashBytes(0n, Buffer.from(bytes)).toString(16).padStart(16, "0");
// A journal of nothing, for the project.json of this hash.
export const headerOf = (project, version = 2) => lineAfter(0n, { format: "verve-journal", version, project });
// The journal with more lines, whose checksums are right whatever they say.
export function withLines(journal, contents) {
  const lines = [journal];
  for (const content of contents) lines.push(lineAfter(BigInt(`0x${lines.at(-1).slice(-19, -3)}`), content));
  return lines.join("");
}
export const withLine = (journal, content) => withLines(journal, [content]);
