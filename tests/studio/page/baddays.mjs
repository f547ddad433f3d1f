// Files on a bad day: project.json, journal and pictures that are damaged, foreign, missing, or changed by somebody
// else while the page is open. Each gets a sentence, and no byte of what was there is lost.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { about, hashOf, headerOf, isAlive, isOpen, pngOf, send, setAbout, stateIs, told, withLine } from "./mishaps.mjs";

export default async function (t) {
  const { page } = t;
  const folder = join(t.work, "ball");
  cpSync(join(t.root, "examples/ball"), folder, { recursive: true });
  const path = join(folder, "project.json");
  const journal = join(folder, "journal.jsonl");
  const good = readFileSync(path);
  const kept = (kind) => readdirSync(folder).filter((name) => name.startsWith(`${kind}-kept-`));
  const isKept = (kind, bytes) => kept(kind).some((name) => readFileSync(join(folder, name)).equals(Buffer.from(bytes)));
  // Puts a file in place as other programs do, whole.
  const put = (file, bytes) => {
    writeFileSync(`${file}.new`, bytes);
    renameSync(`${file}.new`, file);
  };
  const restore = () => {
    put(path, good);
    rmSync(journal, { force: true });
  };
  const server = await t.open(folder);
  await isOpen(page);

  // ---- project.json

  const text = good.toString();
  const broken = {
    "bad JSON": [text.replace('"artworks"', '"artworks" oops'), /line 6/],
    "cut in the middle": [good.subarray(0, good.length / 2), /line \d+/],
    "no bytes at all": ["", /project\.json/],
    "another format": ['{ "format": "verve-journal", "version": 1 }', /format/],
    "version 0": [text.replace('"version": 1', '"version": 0'), /version/],
    "a newer version": [text.replace('"version": 1', '"version": 99'), /newer|99/],
    "bytes that are no UTF-8": [Buffer.from(text.replace('"Ball"', '"B\xe4ll"'), "latin1"), /UTF-8/],
    "a byte order mark": [`\ufeff${text}`, /byte order mark/],
    "a broken rule": [text.replace('"scale": 512', '"scale": -1'), /scale/],
    "a number out of range": [text.replace('"scale": 512', '"scale": 1e999'), /line 9/],
    "two handles of one name": [text.replace('"name": "top"', '"name": "centre"'), /centre/],
    "a million brackets": ["[".repeat(1e6), /project\.json/],
    "80 MB": [Buffer.alloc(80 << 20, " "), /large/],
  };
  t.expectComplaint(/40[49]|41[23]/);
  for (const [what, [bytes, says]] of Object.entries(broken)) {
    await t.step(`project.json: ${what}`, async () => {
      put(path, bytes);
      await page.reload();
      const screen = page.locator("[data-test=broken]");
      await screen.waitFor();
      t.ok(says.test(await screen.innerText()), `it says what is wrong: ${await screen.innerText()}`);
      t.ok((await screen.locator(".broken-remedy").innerText()).length > 10, "and what to do");
      t.ok(readFileSync(path).equals(Buffer.from(bytes)), "the file is as it was, byte for byte");
      put(path, good);
      await page.getByText("Try again").click();
      await isOpen(page);
    });
  }
  await t.step("the last good version is offered, and the damaged bytes are kept exactly", async () => {
    const bytes = Buffer.from(text.replace('"Ball"', '"B\xe4ll"'), "latin1");
    put(path, bytes);
    await page.reload();
    await page.getByText("Open the version of").click();
    await isOpen(page);
    t.ok(isKept("project", bytes), "bytes that are no text are kept as they were");
    t.equal(JSON.parse(readFileSync(path)).name, "Ball", "and the good version is back");
  });

  // ---- The journal

  // What `change` does to the folder while no page looks at it.
  const mend = async (change = () => {}) => {
    await page.goto(`${server.url}app.css`); // a quiet place of the same origin
    restore();
    change();
    await page.goto(server.url);
    await isOpen(page);
    await stateIs(page, "saved", "journalled", "writing");
  };
  // Three edits that no save has seen.
  const edits = [1, 2, 3].reduce((sum, n) => withLine(sum, { do: { do: "project.set", about: `edit ${n}` } }), headerOf(hashOf(good)));
  const flip = (bytes, at) => {
    const out = Buffer.from(bytes);
    out[at] ^= 1;
    return out;
  };
  const lineStart = (bytes, n) => bytes.toString("latin1").split("\n").slice(0, n).join("\n").length + 1;
  const journals = {
    "as it should be": [(b) => b, "edit 3", null],
    "the last line damaged": [(b) => flip(b, lineStart(b, 3) + 20), "edit 2", "was damaged"],
    "a line in the middle damaged": [(b) => flip(b, lineStart(b, 2) + 20), "edit 1", "was damaged"],
    "cut within a line": [(b) => b.subarray(0, b.length - 9), "edit 2", "was damaged"],
    "somebody wrote behind it": [(b) => Buffer.concat([b, Buffer.from("\xff\x00 hello\n", "latin1")]), "edit 3", "was damaged"],
    "of an older Verve": [() => [1, 2].reduce((sum, n) => withLine(sum, { do: { do: "project.set", about: `edit ${n}` } }), headerOf(hashOf(good), 1)), "edit 2", null],
    "of another project": [() => withLine(headerOf("0123456789abcdef"), { do: { do: "project.set", about: "theirs" } }), null, "belongs to another version"],
    "its first line damaged": [(b) => flip(b, 20), null, "damaged from its first line"],
    "no journal at all": [() => pngOf(4, 4), null, "damaged from its first line"],
    "a command that nobody knows": [(b) => withLine(b.toString(), { do: [{ do: "artwork.levitate", artwork: "ball" }] }), null, "could not be replayed"],
  };
  for (const [what, [damage, expected, says]] of Object.entries(journals)) {
    await t.step(`journal: ${what}`, async () => {
      const bytes = Buffer.from(damage(Buffer.from(edits)));
      await mend(() => put(journal, bytes));
      if (says) await told(page, says);
      if (expected) t.equal(await about(page), expected, "what could be read is there");
      if (says) t.ok(isKept("journal", bytes), "the journal is kept, byte for byte");
      await setAbout(page, "goes on");
      await stateIs(page, "journalled");
      t.ok(!t.verve("check", folder, "--json").includes("journal.jsonl"), "and the new journal is sound");
    });
  }

  // ---- Another program

  const theirsOf = (name) => Buffer.from(text.replace('"Ball"', `"${name}"`));
  await t.step("changed by another program while there is unsaved work: both survive a page that dies undecided", async () => {
    await mend();
    await setAbout(page, "mine");
    await stateIs(page, "journalled");
    put(path, theirsOf("Theirs"));
    await told(page, "Another program changed project.json.");
    await page.keyboard.press("Control+s");
    await told(page, "There are two versions of project.json.");
    await setAbout(page, "mine, later");
    await stateIs(page, "journalled");
    t.ok(readFileSync(path).equals(theirsOf("Theirs")), "saving does not write over theirs");
    const copies = kept("project").map((name) => JSON.parse(readFileSync(join(folder, name)).toString()).about);
    t.ok(copies.includes("mine"), "mine is kept before anything is chosen");
    await page.reload();
    await isOpen(page);
    t.equal(await page.evaluate(() => verve.project.value.name), "Theirs", "theirs is what opens");
    await told(page, "belongs to another version");
    t.ok(kept("journal").some((name) => readFileSync(join(folder, name), "utf8").includes("mine, later")), "and the journal of mine is kept");
  });
  await t.step("“Keep mine” keeps the version that is there now, not the one of a minute ago", async () => {
    await mend();
    await setAbout(page, "mine");
    await stateIs(page, "journalled");
    put(path, theirsOf("First"));
    await told(page, "Another program changed project.json.");
    put(path, theirsOf("Second"));
    await page.waitForTimeout(500);
    await page.getByText("Keep mine").click();
    await stateIs(page, "saved");
    t.equal(JSON.parse(readFileSync(path)).about, "mine", "mine is saved");
    t.ok(isKept("project", theirsOf("Second")), "the second is kept");
    await isAlive(t, page, "after keeping mine");
  });
  await t.step("“Load theirs” keeps all of mine", async () => {
    await mend();
    await setAbout(page, "mine");
    await stateIs(page, "journalled");
    put(path, theirsOf("Theirs"));
    await told(page, "Another program changed project.json.");
    await setAbout(page, "mine, and more");
    await page.getByText("Load theirs").click();
    await page.waitForFunction(() => verve.project.value.name === "Theirs");
    t.ok(kept("project").some((name) => readFileSync(join(folder, name), "utf8").includes("mine, and more")), "mine is kept with its last change");
    await isAlive(t, page, "after loading theirs");
  });
  await t.step("replaced while no page was open: the work in the journal is made whole and kept", async () => {
    await mend();
    await setAbout(page, "only in the journal");
    await stateIs(page, "journalled");
    await page.goto(`${server.url}app.css`); // a quiet place of the same origin
    put(path, theirsOf("Pulled"));
    await page.goto(server.url);
    await isOpen(page);
    await told(page, "belongs to another version");
    t.ok(kept("project").some((name) => readFileSync(join(folder, name), "utf8").includes("only in the journal")), "the work is kept as a project");
  });
  await t.step("removed by another program: it can be saved again", async () => {
    await mend();
    await setAbout(page, "still here");
    await stateIs(page, "journalled");
    rmSync(path);
    await told(page, "Another program removed project.json.");
    await page.getByText("Keep mine").click();
    await stateIs(page, "saved");
    t.equal(JSON.parse(readFileSync(path)).about, "still here", "it is back");
  });

  // ---- Pictures and meshes

  const picture = join(folder, "art/ball.png");
  const original = readFileSync(picture);
  const vertices = () => page.evaluate(() => verve.studio.value.figure(0).vertexCount);
  const pictures = {
    missing: [null, "is missing"],
    "no picture": ["This is a letter.", "not a picture"],
    empty: ["", "cannot be read"],
    "16000 × 16000": [pngOf(16000, 16000, 1), "16000 × 16000"],
    "cut off": [original.subarray(0, original.length / 2), "ends too early"],
    "of another kind inside": [Buffer.concat([original.subarray(0, 60), Buffer.alloc(60, 1), original.subarray(120)]), "damaged"],
  };
  for (const [what, [bytes, says]] of Object.entries(pictures)) {
    await t.step(`picture: ${what}`, async () => {
      await mend(() => (bytes === null ? rmSync(picture) : put(picture, bytes)));
      await told(page, new RegExp(`art/ball\\.png .*${says}`));
      t.ok(await setAbout(page, "without a picture"), "the project can be worked on");
      for (const workspace of ["poses", "stage", "rig"]) await page.click(`[data-test=workspace-${workspace}]`);
      if (bytes !== null) t.ok(readFileSync(picture).equals(Buffer.from(bytes)), "the file is as it was");
      put(picture, original);
      await page.waitForFunction(() => { try { return verve.studio.value.figure(0).vertexCount > 100; } catch { return false; } });
    });
  }
  await t.step("a picture replaced while the project is open is cut again", async () => {
    await mend();
    const before = await page.evaluate(() => verve.studio.value.figure(0).meshVersion);
    put(picture, pngOf(200, 120));
    await page.waitForFunction((old) => verve.studio.value.figure(0).meshVersion !== old, before);
    put(picture, "half a pictu");
    await told(page, /art\/ball\.png was changed, but/);
    t.ok((await vertices()) > 0, "what was there is still shown");
    put(picture, original);
    await page.waitForFunction(() => verve.studio.value.figure(0).vertexCount > 200);
  });
  await t.step("a mesh that is missing, and one that is none", async () => {
    await mend();
    t.ok(await send(page, { do: "layer.set", artwork: "ball", layer: "ball", mesh: "art/ball.obj" }), "the layer names a mesh");
    await told(page, "art/ball.obj is missing");
    writeFileSync(join(folder, "art/ball.obj"), "v 0 0 zero\nf 1 2 9\n");
    await page.waitForTimeout(400);
    await isAlive(t, page, "with a broken mesh");
    await page.keyboard.press("Control+z");
    t.ok(existsSync(picture) && (await vertices()) > 100, "undo brings the cut one back");
  });
}
