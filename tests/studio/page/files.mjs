// Nothing that was done may be lost: journal, saving, a server that dies, a full disk, two tabs, other programs.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const isOpen = (page) => page.waitForFunction(() => globalThis.verve?.showing.value.kind === "project");
const stateIs = (page, state) => page.waitForFunction((wanted) => verve.savedState.value === wanted, state);
const artwork = (page) => page.evaluate(() => verve.project.value.artworks[0].name);

// As an artist does it: the name of the drawing in the inspector.
async function rename(page, name) {
  const field = page.getByLabel("Name", { exact: true }).first();
  await field.fill(name);
  await field.press("Enter");
  await page.waitForFunction((wanted) => verve.project.value.artworks[0].name === wanted, name);
}
const banner = (page, text) => page.getByText(text).first().waitFor();

export default async function (t) {
  const folder = join(t.work, "ball");
  cpSync(join(t.root, "examples/ball"), folder, { recursive: true });
  const journal = () => readFileSync(join(folder, "journal.jsonl"), "utf8");
  const saved = () => JSON.parse(readFileSync(join(folder, "project.json"), "utf8"));
  let server = await t.open(folder);
  await isOpen(t.page);

  await t.step("a command is in the journal at once, and project.json stays", async () => {
    await rename(t.page, "one");
    await t.becomes(() => journal().includes('"to":"one"'), true, "the journal has the command");
    t.equal(saved().artworks[0].name, "ball", "project.json is as it was");
  });
  await t.step("Ctrl+S saves project.json, and the journal goes on", async () => {
    await t.page.keyboard.press("Control+s");
    await stateIs(t.page, "saved");
    t.equal(saved().artworks[0].name, "one", "project.json has it");
    t.equal(journal().trim().split("\n").map((line) => Object.keys(JSON.parse(line))[0]), ["format", "do", "base", "saving", "saved"], "lines of the journal");
  });
  await t.step("reloading brings back what was not saved, at once", async () => {
    await rename(t.page, "two");
    await t.page.reload();
    await isOpen(t.page);
    t.equal(await artwork(t.page), "two", "name after reloading");
    t.ok((await t.page.evaluate(() => verve.savedState.value)) !== "readonly", "this tab still writes");
  });
  await t.step("a full disk: a banner that stays, and everything is written when there is room", async () => {
    t.expectComplaint(/412|507/);
    await t.page.route("**/api/journal", (route) =>
      route.fulfill({ status: 507, contentType: "application/json", body: '{"message":"The disk is full.","remedy":"make room"}' }));
    await rename(t.page, "three");
    await banner(t.page, "The disk is full.");
    await stateIs(t.page, "offline");
    await t.shot("disk-full");
    await t.page.unroute("**/api/journal");
    await t.page.waitForFunction(() => ["saved", "journalled"].includes(verve.savedState.value));
    t.ok(journal().includes('"to":"three"'), "the journal has the command");
  });
  await t.step("a second tab only looks, and may take over", async () => {
    t.expectComplaint(/409/);
    const second = await t.page.context().newPage();
    await second.goto(server.url);
    await isOpen(second);
    await stateIs(second, "readonly");
    await t.shot("second-tab", second);
    await second.getByText("Work here instead").click();
    await second.waitForFunction(() => verve.savedState.value !== "readonly" && verve.showing.value.kind === "project");
    await stateIs(t.page, "readonly");
    await rename(second, "four");
    await t.page.getByText("Work here instead").click();
    await t.page.waitForFunction(() => verve.savedState.value !== "readonly" && verve.showing.value.kind === "project");
    t.equal(await artwork(t.page), "four", "the first tab sees what the second did");
    await second.close();
  });
  await t.step("project.json changed by another program: theirs is loaded, mine is kept", async () => {
    await rename(t.page, "mine");
    const theirs = saved();
    theirs.artworks[0].name = "theirs";
    theirs.scenes = theirs.scenes.filter((scene) => !scene.artwork);
    writeFileSync(join(folder, "project.json"), JSON.stringify(theirs));
    await banner(t.page, "Another program changed project.json.");
    await t.shot("conflict");
    await t.page.getByText("Load theirs").click();
    await t.page.waitForFunction(() => verve.project.value.artworks[0]?.name === "theirs");
    const kept = JSON.parse(readFileSync(join(folder, "project-kept-1.json"), "utf8"));
    t.equal(kept.artworks[0].name, "mine", "what is kept");
    t.ok(existsSync(join(folder, "journal-kept-1.jsonl")), "the journal is kept too");
  });
  await t.step("a server that is killed: work goes on, and opening it again brings everything back", async () => {
    t.expectComplaint(/ERR_|404/);
    await server.kill();
    await rename(t.page, "five");
    await banner(t.page, "The server has gone.");
    await t.shot("server-gone");
    const port = new URL(server.url).port;
    server = await t.serve(folder, ["--port", port]);
    const again = await t.page.context().newPage();
    await again.goto(server.url);
    await isOpen(again);
    t.equal(await artwork(again), "five", "name in the new page");
    t.ok(journal().includes('"to":"five"'), "and in the journal");
    await t.page.close({ runBeforeUnload: false });
    t.page = again;
  });
  await t.step("a missing picture: the project opens and names it", async () => {
    await t.page.waitForFunction(() => verve.savedState.value !== "readonly");
    const picture = readdirSync(join(folder, "art")).find((name) => name.endsWith(".png"));
    rmSync(join(folder, "art", picture));
    await t.page.reload();
    await isOpen(t.page);
    await banner(t.page, `art/${picture} is missing.`);
    await t.shot("missing-picture");
    cpSync(join(t.root, "examples/ball/art", picture), join(folder, "art", picture));
    await t.page.getByText(`art/${picture} is missing.`).waitFor({ state: "detached" });
  });
  await t.step("a damaged project.json: where, what to do, and nothing is overwritten", async () => {
    const damaged = readFileSync(join(folder, "project.json"), "utf8").replace('"artworks"', '"artworks" oops');
    writeFileSync(join(folder, "project.json"), damaged);
    await t.page.reload();
    await t.page.waitForSelector("[data-test=broken]");
    t.ok(/line \d+/.test(await t.page.textContent("[data-test=broken-place]")), "it says where");
    await t.shot("damaged");
    t.equal(readFileSync(join(folder, "project.json"), "utf8"), damaged, "the file is as it was");
    await t.page.getByText("Open the version of").click();
    await isOpen(t.page);
    t.ok(readdirSync(folder).some((name) => name.startsWith("project-kept-") && readFileSync(join(folder, name), "utf8") === damaged), "the damaged one is kept");
  });
}
