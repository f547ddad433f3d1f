// Undo and redo outlive the page, the server and other programs: with a folder behind `verve studio`; single.mjs tries
// the same with the studio that is one HTML file. The buttons and the keys are the artist's.
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { about, hashOf, headerOf, isOpen, setAbout, stateIs, told, withLines } from "./mishaps.mjs";

const row = (page) => page.evaluate(() => [verve.history.value.at, verve.history.value.steps.length]);
const button = (page, what) => page.locator(".topbar").getByRole("button", { name: new RegExp(`^${what}`) });
// The states of a row, from the last to the first and back, as the keys lead through them.
async function walk(t, page, texts) {
  await page.evaluate(() => document.activeElement?.blur());
  for (let i = texts.length - 2; i >= 0; i--) {
    await page.keyboard.press("Control+z");
    t.equal(await about(page), texts[i], `undone to step ${i}`);
  }
  t.ok(await button(page, "Undo").isDisabled(), "nothing is left to undo");
  for (let i = 1; i < texts.length; i++) {
    await page.keyboard.press("Control+Shift+z");
    t.equal(await about(page), texts[i], `redone to step ${i}`);
  }
  t.ok(await button(page, "Redo").isDisabled(), "nothing is left to redo");
}

// What both kinds of storage do alike. `reopen` is what a reload is there.
export async function outlives(t, kind, reopen) {
  const { page } = t;
  const texts = [await about(page), "one", "two", "three", "four"];
  await t.step(`${kind}: what was done, saved and done is undone after a reload`, async () => {
    for (const text of texts.slice(1, 4)) await setAbout(page, text);
    await page.keyboard.press("Control+s");
    await stateIs(page, "saved");
    await setAbout(page, "four");
    await stateIs(page, "journalled");
    await reopen();
    t.equal(await row(page), [4, 4], "the row after the reload");
    t.ok(await button(page, "Undo").isEnabled(), "the button is alive");
    await walk(t, page, texts);
  });
  await t.step(`${kind}: what was undone is redone after a reload`, async () => {
    await page.keyboard.press("Control+s");
    await stateIs(page, "saved");
    for (let i = 0; i < 3; i++) await page.keyboard.press("Control+z");
    t.equal(await about(page), "one", "three steps back, before the last save");
    await stateIs(page, "journalled");
    await reopen();
    t.equal([await about(page), ...(await row(page))], ["one", 1, 4], "so it is after the reload");
    t.ok((await button(page, "Undo").isEnabled()) && (await button(page, "Redo").isEnabled()), "both buttons are alive");
    await page.keyboard.press("Control+s");
    await stateIs(page, "saved");
    await reopen();
    t.equal([await about(page), ...(await row(page))], ["one", 1, 4], "and after it was saved like that");
    for (let i = 0; i < 3; i++) await page.keyboard.press("Control+Shift+z");
    t.equal(await about(page), "four", "three steps forth");
    await walk(t, page, texts);
  });
  return texts;
}

export default async function (t) {
  const folder = join(t.work, "ball");
  cpSync(join(t.root, "examples/ball"), folder, { recursive: true });
  const path = join(folder, "project.json");
  const journal = join(folder, "journal.jsonl");
  let server = await t.open(folder);
  const { page } = t;
  await isOpen(page);
  const texts = await outlives(t, "a folder", async () => {
    await page.reload();
    await isOpen(page);
    await stateIs(page, "saved", "journalled");
  });

  const serveAgain = async () => {
    await server.kill();
    server = await t.serve(folder);
    await page.goto(server.url);
    await isOpen(page);
    await stateIs(page, "saved", "journalled");
  };
  await t.step("the server is killed between steps: all of them can be undone", async () => {
    t.expectComplaint(/ERR_|404/);
    await setAbout(page, "five");
    await stateIs(page, "journalled");
    await serveAgain();
    await setAbout(page, "six");
    await page.keyboard.press("Control+s");
    await stateIs(page, "saved");
    await serveAgain();
    await walk(t, page, [...texts, "five", "six"]);
  });
  await t.step("what `verve apply` does in between can be undone too", async () => {
    await stateIs(page, "journalled", "saved");
    await page.goto("about:blank");
    await server.kill();
    writeFileSync(join(t.work, "seven.json"), '{ "do": "project.set", "about": "seven" }');
    t.verve("apply", folder, join(t.work, "seven.json"));
    server = await t.serve(folder);
    await page.goto(server.url);
    await isOpen(page);
    await stateIs(page, "saved", "journalled");
    await walk(t, page, [...texts, "five", "six", "seven"]);
  });
  await t.step("a project.json that another program changed: undo starts from there, and the page says so", async () => {
    await page.keyboard.press("Control+s");
    await stateIs(page, "saved");
    await page.goto("about:blank");
    const theirs = readFileSync(path, "utf8").replace('"seven"', '"theirs"');
    writeFileSync(path, theirs);
    await page.goto(server.url);
    await isOpen(page);
    await told(page, "Another program changed this project since it was last open here.");
    await t.shot("changed");
    t.equal([await about(page), ...(await row(page))], ["theirs", 0, 0], "theirs, with nothing before it");
    t.ok(await button(page, "Undo").isDisabled(), "nothing can be undone");
    t.equal(readFileSync(path, "utf8"), theirs, "project.json is as it was");
    t.ok(!readdirSync(folder).some((name) => name.includes("-kept-")), "nothing was unsaved, so nothing is kept");
    await setAbout(page, "eight");
    await stateIs(page, "journalled");
    await page.reload();
    await isOpen(page);
    await walk(t, page, ["theirs", "eight"]);
  });
  await t.step("a history that was damaged: what was saved and done since is there, and undo goes back to the save", async () => {
    await page.keyboard.press("Control+s");
    await stateIs(page, "saved");
    await setAbout(page, "nine");
    await stateIs(page, "journalled");
    await page.goto("about:blank");
    const damaged = readFileSync(journal, "utf8").replace('"eight"', '"eighT"');
    writeFileSync(journal, damaged);
    await page.goto(server.url);
    await isOpen(page);
    await told(page, "Undo goes back to the last save and no further.");
    await t.shot("damaged");
    await walk(t, page, ["eight", "nine"]);
    t.equal(readFileSync(join(folder, "journal-kept-1.jsonl"), "utf8"), damaged, "the journal is kept, byte for byte");
  });
  await t.step("thousands of steps: a click in the history goes to the first of them at once, and the journal stays short", async () => {
    await page.goto("about:blank");
    const commands = Array.from({ length: 15_100 }, (_, i) => ({ do: { do: "project.set", about: `step ${i}` } }));
    writeFileSync(journal, withLines(headerOf(hashOf(readFileSync(path))), commands));
    await page.goto(server.url);
    await isOpen(page);
    t.equal(await row(page), [15_100, 15_100], "all of them are there");
    await page.keyboard.press("Control+s");
    await stateIs(page, "saved");
    t.ok(readFileSync(journal, "utf8").split("\n").length < 5100, "the oldest steps went");
    await page.reload();
    await isOpen(page);
    t.equal(await row(page), [5000, 5000], "five thousand are there");
    await page.keyboard.press("Control+Shift+h");
    await page.click("[data-test=step-0]");
    t.equal(await about(page), "step 10099", "the first of them");
    await stateIs(page, "journalled", "saved");
    await page.reload();
    await isOpen(page);
    t.equal([await about(page), ...(await row(page))], ["step 10099", 0, 5000], "so it is after a reload");
  });
  await t.step("a disk that is full while the project is opened: nothing of what lies there is written over", async () => {
    t.expectComplaint(/507/);
    await page.goto("about:blank");
    const work = withLines(headerOf("0123456789abcdef"), [{ do: { do: "project.set", about: "not saved" } }]);
    writeFileSync(journal, work);
    const full = (route) => (route.request().method() === "GET" ? route.continue() : route.fulfill({ status: 507, contentType: "application/json", body: '{"message":"The disk is full.","remedy":"make room"}' }));
    await page.route(/api\/(journal|project\/journal)/, full);
    await page.goto(server.url);
    await isOpen(page);
    await setAbout(page, "done meanwhile");
    await stateIs(page, "offline");
    t.equal(readFileSync(journal, "utf8"), work, "the journal is as it was");
    await page.unroute(/api\/(journal|project\/journal)/, full);
    await stateIs(page, "saved", "journalled");
    t.ok(readdirSync(folder).some((name) => name.startsWith("journal-kept-") && readFileSync(join(folder, name), "utf8") === work), "and kept when there is room");
    await page.reload();
    await isOpen(page);
    t.equal([await about(page), ...(await row(page))], ["done meanwhile", 1, 1], "what was done meanwhile is there, and can be undone");
  });
}
