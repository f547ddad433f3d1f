// Export, as a person does it: through the dialog, to a download, and what was downloaded is what `verve render` gives.
// With the server, and from the studio that is one file, where the page draws and the browser encodes.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { singleFile } from "./browser.mjs";

const require = createRequire(new URL("../../../studio/page/package.json", import.meta.url));

function run(program, ...args) {
  const ran = spawnSync(program, args, { maxBuffer: 256 << 20 });
  if (ran.status !== 0) throw new Error(`${program} ${args.join(" ")}: ${ran.stderr}`);
  return ran.stdout;
}
// RGBA, by ffmpeg: all frames of a film one after the other.
const pixelsOf = (file) => run("ffmpeg", "-v", "error", "-i", file, "-f", "rawvideo", "-pix_fmt", "rgba", "-");
function probe(file) {
  const told = JSON.parse(run("ffprobe", "-v", "error", "-count_frames", "-show_streams", "-show_format", "-of", "json", file));
  const { codec_name, width, height, nb_read_frames, r_frame_rate } = told.streams[0];
  return { codec: codec_name, width, height, frames: Number(nb_read_frames), rate: r_frame_rate, seconds: Number(told.format.duration) };
}
const sizeOfPng = (bytes) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
// Decibels, over colours as they look on white.
function likeness(a, b) {
  if (a.length !== b.length || a.length === 0) return -1;
  const onWhite = (p, i) => 255 + ((p[i] - 255) * p[(i & ~3) + 3]) / 255;
  let sum = 0;
  for (let i = 0; i < a.length; i++) if (i % 4 < 3) sum += (onWhite(a, i) - onWhite(b, i)) ** 2;
  return 10 * Math.log10((255 * 255) / Math.max(sum / (0.75 * a.length), 1e-9));
}

// The chunks of an animated WebP, by the container's specification.
function readWebp(bytes) {
  const name = (at) => bytes.toString("latin1", at, at + 4);
  const u24 = (at) => bytes.readUIntLE(at, 3);
  if (name(0) !== "RIFF" || name(8) !== "WEBP" || bytes.readUInt32LE(4) + 8 !== bytes.length) throw new Error("no RIFF of that size");
  const found = { frames: [] };
  for (let at = 12; at < bytes.length; ) {
    const [kind, size, body] = [name(at), bytes.readUInt32LE(at + 4), at + 8];
    if (kind === "VP8X") Object.assign(found, { alpha: (bytes[body] & 0x10) !== 0, animated: (bytes[body] & 2) !== 0, width: 1 + u24(body + 4), height: 1 + u24(body + 7) });
    if (kind === "ANIM") found.loops = bytes.readUInt16LE(body + 4);
    if (kind === "ANMF") found.frames.push({ duration: u24(body + 12), width: 1 + u24(body + 6), height: 1 + u24(body + 9) });
    at = body + size + (size & 1);
  }
  found.seconds = found.frames.reduce((sum, frame) => sum + frame.duration, 0) / 1000;
  return found;
}

export default async function (t) {
  const { page } = t;
  const temporary = join(t.work, "tmp");
  const programs = join(t.work, "bin");
  const folder = join(t.work, "Bouncing");
  for (const made of [temporary, programs]) mkdirSync(made);
  cpSync(join(t.root, "examples/bounce"), folder, { recursive: true });

  const find = (test, on = page) => on.locator(`[data-test="${test}"]`);
  const type = async (test, value, on = page) => {
    const field = find(test, on);
    await field.fill(String(value));
    await field.press("Enter");
  };
  // Sets the dialog that is open.
  async function wish({ subject, format, width, height, from, to, rate, background, colour, count, columns }, on = page) {
    if (subject) await find("export-subject", on).selectOption(subject);
    if (format) await find(`format-${format}`, on).click();
    if (background) await find(`export-background-${background}`, on).click();
    const numbers = { width, height, to, from, rate, count, columns };
    for (const [name, value] of Object.entries(numbers)) if (value !== undefined) await type(`export-${name}`, value, on);
    if (colour) await type("export-colour", colour, on);
  }
  const openDialog = async (on = page) => {
    await find("export", on).click();
    await find("export-dialog", on).waitFor();
  };
  async function finish(file, on = page) {
    const downloading = on.waitForEvent("download", { timeout: 300_000 });
    const refused = find("export-problem", on).waitFor({ timeout: 300_000 }).then(async () => { throw new Error(`refused: ${await find("export-problem", on).innerText()}`); });
    refused.catch(() => {});
    await find("export-start", on).click();
    const download = await Promise.race([downloading, refused]);
    const path = join(t.work, file);
    await download.saveAs(path);
    await find("export-dialog", on).waitFor({ state: "detached" });
    return { path, name: download.suggestedFilename(), bytes: readFileSync(path) };
  }
  async function exported(wishes, file, on = page) {
    await openDialog(on);
    await wish({ subject: "scene lively", ...wishes }, on);
    return finish(file, on);
  }
  const rendered = (name, ...options) => {
    const path = join(t.work, name);
    t.verve("render", folder, ...options, "-o", path);
    return path;
  };
  const nothingLeft = async () => {
    await t.becomes(() => readdirSync(temporary).filter((name) => name.startsWith("verve-export")), [], "no temporary folder is left");
    await t.becomes(() => spawnSync("pgrep", ["-f", temporary]).status !== 0, true, "no program is left");
  };
  const isGone = (job) => t.becomes(() => page.evaluate(async (id) => (await fetch(`api/export/${id}`)).status, job), 404, `job ${job} is gone`);

  // ---- With the server

  const search = process.env.PATH;
  symlinkSync(search.split(":").map((place) => join(place, "ffmpeg")).find((place) => existsSync(place)), join(programs, "ffmpeg"));
  Object.assign(process.env, { TMPDIR: temporary, PATH: programs });
  const server = await t.serve(folder);
  process.env.PATH = search;
  const jobs = [];
  page.on("response", async (answer) => {
    if (answer.request().method() === "POST" && answer.url().endsWith("api/export") && answer.ok()) jobs.push((await answer.json().catch(() => ({}))).job);
  });
  await page.goto(server.url);
  await t.ready(page);
  await find("workspace-stage").click();

  await t.step("the dialog offers every format and shows what it will be", async () => {
    await openDialog();
    await wish({ subject: "scene lively" });
    await page.waitForSelector("[data-test=export-preview][data-state=shown]");
    await t.becomes(() => page.locator("[data-test^=format-]").count(), 6, "formats");
    const ink = () => find("export-preview").evaluate((canvas) => {
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
      return new Promise((done) => requestAnimationFrame(() => { copy.drawImage(canvas, 0, 0); done([canvas.width, canvas.height]); }));
    });
    t.equal(await ink(), [240, 135], "the scene's shape");
    await t.shot("dark");
    await wish({ width: 1080, height: 1920, format: "webp", background: "transparent" });
    await page.waitForFunction(() => document.querySelector("[data-test=export-preview]").height === 240);
    t.equal(await ink(), [135, 240], "an upright shape");
    await page.evaluate(() => void (document.documentElement.dataset.theme = "light"));
    await t.shot("light");
    await page.evaluate(() => void (document.documentElement.dataset.theme = "dark"));
    await wish({ format: "png", background: "own" });
    await find("export-close").click();
  });

  await t.step("a picture is that of verve render, byte for byte, at the timeline's moment", async () => {
    await type("time", 0.75);
    const { bytes, name } = await exported({ subject: "scene lively", format: "png", width: 480, height: 270 }, "moment.png");
    t.equal(name, "lively.png", "its name");
    t.equal(sizeOfPng(bytes), [480, 270], "size");
    const own = readFileSync(rendered("own.png", "--scene", "lively", "--time", "0.75", "--size", "480x270"));
    t.ok(bytes.equals(own), "the same bytes");
    const pixels = pixelsOf(join(t.work, "moment.png"));
    t.ok(new Set(Array.from({ length: pixels.length / 4 }, (_, i) => pixels.readUInt32LE(4 * i))).size > 500, "there is something on it");
  });
  await t.step("a picture without background is transparent there", async () => {
    const { path } = await exported({ format: "png", width: 480, height: 270, background: "transparent" }, "clear.png");
    const pixels = pixelsOf(path);
    t.equal(pixels[3], 0, "alpha of the corner");
    t.ok(pixels.some((value, i) => i % 4 === 3 && value === 255), "something is opaque");
    await openDialog();
    await wish({ background: "own" });
    await find("export-close").click();
  });
  await t.step("a sheet has its pictures in rows", async () => {
    const { bytes, path, name } = await exported({ format: "sheet", width: 96, height: 54, count: 6, columns: 3 }, "sheet.png");
    t.equal(name, "lively-sheet.png", "its name");
    t.equal(sizeOfPng(bytes), [3 * (96 + 16) + 16, 2 * (54 + 16) + 16], "size");
    t.ok(readFileSync(path).equals(readFileSync(rendered("own-sheet.png", "--scene", "lively", "--sheet", "6", "--columns", "3", "--size", "96x54"))), "the same bytes");
  });
  await t.step("an animated WebP lasts its range, frame by frame", async () => {
    const { bytes } = await exported({ format: "webp", width: 240, height: 136, from: 0.2, to: 1, rate: 25, background: "transparent" }, "part.webp");
    const film = readWebp(bytes);
    t.equal([film.animated, film.alpha, film.width, film.height, film.loops], [true, true, 240, 136, 0], "what it is");
    t.equal(film.frames.length, 20, "frames");
    t.ok(film.frames.every(({ duration }) => duration === 40), "each lasts 40 ms");
  });
  for (const [format, codec] of [["mp4", "h264"], ["webm", "vp9"], ["gif", "gif"]])
    await t.step(`${format} has its size, range and rate`, async () => {
      const { path } = await exported({ format, width: 320, height: 180, from: 0.5, to: 1.5, rate: 20, background: "colour", colour: "#17877D" }, `part.${format}`);
      const film = probe(path);
      t.equal([film.codec, film.width, film.height, film.frames, film.rate], [codec, 320, 180, 20, "20/1"], "what it is");
      t.near(film.seconds, 1, 0.051, "seconds");
      const first = pixelsOf(path).subarray(0, 4 * 320 * 180);
      [0x17, 0x87, 0x7d].forEach((value, c) => t.near(first[c], value, 6, "the colour of the background"));
      const own = pixelsOf(rendered("first.png", "--scene", "lively", "--time", "0.5", "--size", "320x180", "--background", "#17877D"));
      t.ok(likeness(first, own) > 30, `the first frame is that of 0.5 s: ${likeness(first, own)} dB`);
    });
  await t.step("every job is gone", async () => {
    await t.becomes(() => jobs.length >= 7, true, "there were some");
    t.expectComplaint(/404/);
    for (const job of jobs) await isGone(job);
    await nothingLeft();
  });

  await t.step("a take that was just recorded can be exported from its message", async () => {
    await page.evaluate(() => void (verve.time.value = 0));
    await find("time-record").click();
    await page.waitForFunction(() => verve.time.value > 0.6);
    await find("time-record").click();
    await page.getByRole("button", { name: "Export…" }).last().click();
    await find("export-dialog").waitFor();
    const take = await find("export-subject").inputValue();
    t.ok(/^scene .* take$/.test(take), `it is the take: ${take}`);
    await wish({ format: "webp", width: 160, height: 90, background: "own" });
    const { bytes } = await finish("take.webp");
    const seconds = await page.evaluate((name) => verve.project.value.scenes.find((s) => s.name === name).seconds, take.slice(6));
    t.near(readWebp(bytes).seconds, seconds, 0.002, "all of it");
    t.ok(bytes.equals(readFileSync(rendered("own.webp", "--scene", take.slice(6), "--size", "160x90"))), "the same bytes");
  });

  await t.step("cancelling leaves nothing", async () => {
    await openDialog();
    await wish({ subject: "scene lively", format: "mp4", width: 1920, height: 1080, from: 0, to: 6, rate: 60 });
    const before = jobs.length;
    let downloads = 0;
    page.on("download", () => downloads++);
    await find("export-start").click();
    await page.waitForFunction(() => Number(document.querySelector("[data-test=export-dialog] [role=progressbar]")?.getAttribute("aria-valuenow")) > 5);
    await t.shot("running");
    await find("export-cancel").click();
    await find("export-start").waitFor();
    await t.becomes(() => jobs.length, before + 1, "it was a job");
    await nothingLeft();
    await isGone(jobs.at(-1));
    t.equal(downloads, 0, "nothing is downloaded");
    t.equal(await find("export-problem").count(), 0, "and nothing is complained about");
  });

  await t.step("what cannot be is refused with what to do", async () => {
    await wish({ width: 100000 });
    t.equal(await find("export-width").inputValue(), "8192", "the largest size");
    await wish({ width: 1 });
    t.equal(await find("export-width").inputValue(), "16", "the smallest");
    await wish({ format: "sheet", width: 4000, height: 4000, count: 200 });
    t.ok((await find("export-problem").innerText()).includes("fewer or smaller"), "a sheet that is too large");
    t.ok(await find("export-start").isDisabled(), "cannot be started");
    await wish({ count: 6 });
    await wish({ format: "mp4", width: 320, height: 180, from: 0, to: 0.5 });
    for (const silly of [{ width: 0, height: 10 }, { width: 9000, height: 10 }, { width: 1e9, height: 1e9 }, { width: 10.5, height: 10 }, { width: 320 }, { from: 2, to: 1 }, { background: "red" }, { format: "exe" }]) {
      const body = { scene: "lively", format: "webp", width: 64, height: 64, from: 0, to: 1, rate: 10, ...silly };
      if (silly.width === 320) delete body.height;
      t.equal(await page.evaluate(async (asked) => (await fetch("api/export", { method: "POST", body: JSON.stringify(asked) })).status, body), 400, JSON.stringify(silly));
    }
    t.expectComplaint(/400/);
    unlinkSync(join(programs, "ffmpeg"));
    await find("export-start").click();
    await find("export-problem").waitFor();
    t.ok((await find("export-problem").innerText()).includes("install"), `without ffmpeg: ${await find("export-problem").innerText()}`);
    await t.shot("without-ffmpeg");
    await nothingLeft();
    rmSync(temporary, { recursive: true });
    await wish({ format: "png" });
    await find("export-start").click();
    await find("export-problem").waitFor();
    t.ok(/no folder can be made in the temporary folder.*TMPDIR/is.test(await find("export-problem").innerText()), `without a disk: ${await find("export-problem").innerText()}`);
    mkdirSync(temporary);
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=4k", "tmpfs", temporary]).status === 0) {
      await wish({ width: 400, height: 300 });
      await find("export-start").click();
      await find("export-problem").waitFor();
      t.ok(/temporary folder .* has no room for this export/i.test(await find("export-problem").innerText()), `on a full disk: ${await find("export-problem").innerText()}`);
      t.ok((await find("export-problem").innerText()).includes(temporary), "it says where");
      await t.shot("full-disk");
      await nothingLeft();
      spawnSync("umount", ["-l", temporary]);
    } else console.log("          skipped: no small file system can be mounted here");
    await find("export-close").click();
    await page.goto("about:blank");
    await server.stop();
  });

  // ---- One file, no server

  const alone = await t.newPage();
  rmSync(folder, { recursive: true });
  cpSync(join(t.root, "examples/bounce"), folder, { recursive: true });
  const options = ["--scene", "lively", "--size", "480x270"];

  await t.step("the studio from disk offers what this browser can encode", async () => {
    await alone.goto(pathToFileURL(singleFile(t)).href);
    await t.ready(alone);
    await alone.click("[data-test=tile-bounce] .tile-open");
    await alone.waitForFunction(() => verve.showing.value.kind === "project");
    await find("workspace-stage", alone).click();
    await openDialog(alone);
    await wish({ subject: "scene lively", format: "webm" }, alone);
    t.equal(await find("format-gif", alone).count(), 0, "no GIF");
    await alone.waitForSelector("[data-test=export-preview][data-state=shown]");
    await t.shot("alone", alone);
    await find("export-close", alone).click();
  });
  const state = () => alone.evaluate(() => [verve.studio.value.playHash(), verve.time.value, verve.history.value.at]);
  await t.step("its picture is like that of verve render, and what plays stays as it is", async () => {
    await type("time", 0.75, alone);
    await alone.waitForFunction(() => Math.abs(verve.studio.value.playing().time - 0.75) < 0.02);
    const before = await state();
    const { path, name } = await exported({ subject: "scene lively", format: "png", width: 480, height: 270 }, "alone.png", alone);
    t.equal(name, "lively.png", "its name");
    const db = likeness(pixelsOf(path), pixelsOf(rendered("own.png", ...options, "--time", "0.75")));
    console.log(`          picture: ${db.toFixed(1)} dB`);
    t.ok(db > 35, `${db} dB`);
    const clear = await exported({ format: "png", background: "transparent" }, "alone-clear.png", alone);
    t.equal(pixelsOf(clear.path)[3], 0, "alpha of the corner");
    t.equal(await state(), before, "hash, time and history");
  });
  await t.step("its sheet has the same layout", async () => {
    const { path } = await exported({ format: "sheet", width: 96, height: 54, count: 6, columns: 3, background: "own" }, "alone-sheet.png", alone);
    const db = likeness(pixelsOf(path), pixelsOf(rendered("own-sheet.png", "--scene", "lively", "--sheet", "6", "--columns", "3", "--size", "96x54")));
    console.log(`          sheet: ${db.toFixed(1)} dB`);
    t.ok(db > 30, `${db} dB`); // small pictures are all edges
  });
  await t.step("a drawing and a tour are framed the same way", async () => {
    for (const [subject, ...what] of [["artwork ball\nsquashed", "--artwork", "ball", "--example", "squashed"], ["scene poses", "--scene", "poses", "--time", "0.75"]]) {
      const { path } = await exported({ subject, format: "png", width: 400, height: 300 }, "alone-still.png", alone);
      const db = likeness(pixelsOf(path), pixelsOf(rendered("own-still.png", ...what, "--size", "400x300")));
      console.log(`          ${what[1]}: ${db.toFixed(1)} dB`);
      t.ok(db > 35, `${what[1]}: ${db} dB`);
    }
  });
  await t.step("its WebP is one, frame for frame", async () => {
    const { bytes } = await exported({ subject: "scene lively", format: "webp", width: 480, height: 270, from: 0.2, to: 1, rate: 25, background: "own" }, "alone.webp", alone);
    const film = readWebp(bytes);
    t.equal([film.animated, film.alpha, film.width, film.height, film.loops, film.frames.length], [true, false, 480, 270, 0, 20], "what it is");
    t.ok(film.frames.every(({ duration }) => duration === 40), "each lasts 40 ms");
    const seen = await alone.evaluate(async (base64) => {
      const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const decoder = new ImageDecoder({ data, type: "image/webp" });
      await decoder.tracks.ready;
      const { image } = await decoder.decode({ frameIndex: 10 });
      const copy = new OffscreenCanvas(image.displayWidth, image.displayHeight).getContext("2d");
      copy.drawImage(image, 0, 0);
      image.close();
      const { data: pixels } = copy.getImageData(0, 0, copy.canvas.width, copy.canvas.height);
      let text = "";
      for (let at = 0; at < pixels.length; at += 0x8000) text += String.fromCharCode(...pixels.subarray(at, at + 0x8000));
      return { count: decoder.tracks.selectedTrack.frameCount, pixels: btoa(text) };
    }, bytes.toString("base64"));
    t.equal(seen.count, 20, "frames that the browser reads");
    const db = likeness(Buffer.from(seen.pixels, "base64"), pixelsOf(rendered("own.png", ...options, "--time", "0.6")));
    console.log(`          WebP: ${db.toFixed(1)} dB`);
    t.ok(db > 35, `${db} dB`);
    const clear = readWebp((await exported({ format: "webp", width: 64, height: 36, from: 0.2, to: 0.6, rate: 25, background: "transparent" }, "clear.webp", alone)).bytes);
    t.ok(clear.alpha && clear.frames.length === 10, "transparent too");
    if (spawnSync("webpinfo", ["-version"]).status === 0) t.ok(run("webpinfo", join(t.work, "clear.webp")).toString().includes("No error detected"), "webpinfo finds nothing wrong");
  });
  // What writes MP4 and WebM, without a browser: frames of another encoder, which also looks ahead, come out of it as
  // they went in.
  await t.step("films hold frames as they were, in their order, and can be entered anywhere", async () => {
    const made = join(t.work, "film.mjs");
    await require("esbuild").build({ stdin: { contents: `export * from "./mp4.ts"; export * from "./webm.ts";`, resolveDir: join(t.root, "studio/page/src/export") }, bundle: true, format: "esm", outfile: made });
    const { mp4Of, webmOf } = await import(pathToFileURL(made));
    const source = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=5"];
    const sums = (file, ...seek) => run("ffmpeg", "-v", "error", ...seek, "-i", file, "-map", "0:v", "-f", "framemd5", "-").toString().split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split(",").at(-1).trim());
    const about = { width: 320, height: 180, rate: 25, colours: { primaries: 1, transfer: 1, matrix: 1, fullRange: false } };
    const check = (from, path, film, write) => {
      writeFileSync(path, Buffer.concat(write(film)));
      const [before, after] = [sums(from), sums(path)];
      t.ok(before.length === 125 && new Set(before).size > 100, "a film of a hundred pictures");
      t.equal(after, before, "every picture");
      t.equal(sums(path, "-ss", "3.2").slice(0, 5), before.slice(80, 85), "from the middle on");
      const told = JSON.parse(run("ffprobe", "-v", "error", "-show_streams", "-show_format", "-of", "json", path));
      t.equal([told.streams[0].avg_frame_rate, told.streams[0].color_primaries, told.streams[0].color_range], ["25/1", "bt709", "tv"], "rate and colours");
      t.near(Number(told.format.duration), 5, 0.001, "seconds");
    };
    const avc = join(t.work, "from.mp4");
    run("ffmpeg", "-v", "error", ...source, "-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "2", "-g", "50", avc);
    const bytes = readFileSync(avc);
    const { packets } = JSON.parse(run("ffprobe", "-v", "error", "-show_packets", "-of", "json", avc));
    t.ok(packets.some((one) => one.pts !== one.dts), "it looks ahead");
    const at = bytes.indexOf("avcC");
    const description = new Uint8Array(bytes.subarray(at + 4, at - 4 + bytes.readUInt32BE(at - 4)));
    const h264 = packets.map(({ pos, size, pts_time, flags }) => ({ bytes: new Uint8Array(bytes.subarray(Number(pos), Number(pos) + Number(size))), timestamp: Math.round(1e6 * Number(pts_time)), isKey: flags.startsWith("K") }));
    check(avc, join(t.work, "to.mp4"), { ...about, codec: "avc1.640028", description, frames: h264 }, mp4Of);
    const ivf = join(t.work, "from.ivf");
    run("ffmpeg", "-v", "error", ...source, "-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p", "-deadline", "realtime", "-cpu-used", "8", "-lag-in-frames", "0", "-g", "50", ivf);
    const raw = readFileSync(ivf);
    const vp9 = [];
    for (let p = 32; p < raw.length; p += 12 + raw.readUInt32LE(p)) vp9.push({ bytes: new Uint8Array(raw.subarray(p + 12, p + 12 + raw.readUInt32LE(p))), timestamp: 40_000 * vp9.length, isKey: vp9.length % 50 === 0 });
    check(ivf, join(t.work, "to.webm"), { ...about, codec: "vp09.00.51.08", description: null, frames: vp9 }, webmOf);
  });
  for (const [format, codec] of [["webm", "vp9"], ["mp4", "h264"]])
    await t.step(`its ${format} is like that of verve render`, async () => {
      await openDialog(alone);
      if (format === "mp4" && (await find("format-mp4", alone).count()) === 0) {
        console.log("          this browser has no encoder for H.264: not tested");
        return find("export-close", alone).click();
      }
      await wish({ subject: "scene lively", format, width: 480, height: 270, from: 0.2, to: 1.2, rate: 25, background: "own" }, alone);
      const { path } = await finish(`alone.${format}`, alone);
      const film = probe(path);
      t.equal([film.codec, film.width, film.height, film.frames], [codec, 480, 270, 25], "what it is");
      t.near(film.seconds, 1, 0.05, "seconds");
      const bytes = 4 * 480 * 270;
      const db = likeness(pixelsOf(path).subarray(10 * bytes, 11 * bytes), pixelsOf(rendered("own.png", ...options, "--time", "0.6")));
      console.log(`          ${format}: ${db.toFixed(1)} dB, ${readFileSync(path).length} bytes`);
      t.ok(db > 35, `${db} dB`);
    });
  await t.step("a stage without a frame of its own, and one that follows an actor, are framed the same way", async () => {
    for (const keys of [{ centre: null, zoom: null }, { follow: "ball" }]) {
      const command = { do: "scene.set", scene: "lively", ...keys };
      const script = join(t.work, "commands.json");
      writeFileSync(script, JSON.stringify([command]));
      t.verve("apply", folder, script);
      t.ok(await alone.evaluate((one) => verve.send(one), command), "the command is taken");
      t.equal(await alone.evaluate(() => verve.project.value.scenes.find((s) => s.name === "lively").zoom), null, "the scene has no frame");
      const { path } = await exported({ format: "png", width: 480, height: 270 }, "alone-framed.png", alone);
      const moment = await alone.evaluate(() => verve.time.value);
      const db = likeness(pixelsOf(path), pixelsOf(rendered("own.png", ...options, "--time", String(moment))));
      console.log(`          ${Object.keys(keys)} at ${moment} s: ${db.toFixed(1)} dB`);
      t.ok(db > 35, `${JSON.stringify(keys)}: ${db} dB`);
    }
  });
  await t.step("it can be cancelled, and the page stays alive meanwhile", async () => {
    await openDialog(alone);
    await wish({ format: "webp", width: 1280, height: 720, from: 0, to: 6, rate: 60 }, alone);
    await find("export-start", alone).click();
    await alone.waitForFunction(() => Number(document.querySelector("[data-test=export-dialog] [role=progressbar]")?.getAttribute("aria-valuenow")) >= 21);
    await t.frames(5, alone);
    t.equal(await find("export-cancel", alone).count(), 1, "it still runs: frames are drawn meanwhile");
    await find("export-cancel", alone).click();
    await find("export-start", alone).waitFor();
    t.equal(await find("export-problem", alone).count(), 0, "nothing is complained about");
  });
}
