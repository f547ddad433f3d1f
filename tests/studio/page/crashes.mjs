// Things that die: the server, the page, the disk's room, the machine's attention. What the server said it has is there
// afterwards, and so is what the page did half a second before it died.
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { about, isAlive, isOpen, setAbout, stateIs, told } from "./mishaps.mjs";

const ROUNDS = Number(process.env.VV_ROUNDS ?? 2); // of killing; more where somebody waits for it
const SAFE = 500; // milliseconds after which a change may no longer be lost with its page

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export default async function (t) {
  let { page } = t;
  const folder = join(t.work, "ball");
  cpSync(join(t.root, "examples/ball"), folder, { recursive: true });
  const journal = () => readFileSync(join(folder, "journal.jsonl"), "utf8");
  t.expectComplaint(/ERR_|404|409|412|507/);
  let server = await t.open(folder);
  const port = new URL(server.url).port;
  await isOpen(page);

  // Two hundred changes, one every few milliseconds, each noted with when it was made.
  const flood = (round) =>
    page.evaluate((n) => {
      globalThis.made = [];
      return new Promise((done) => {
        let i = 0;
        const next = () => {
          verve.send({ do: "project.set", about: `round ${n} edit ${i}` });
          made.push(Date.now());
          if (++i < 200) setTimeout(next, 4);
          else done();
        };
        next();
      });
    }, round);
  // What the disk has, read by the command that knows nothing of the page.
  const onDisk = () => {
    const copy = join(t.work, "copy");
    rmSync(copy, { recursive: true, force: true });
    cpSync(folder, copy, { recursive: true });
    writeFileSync(join(t.work, "nothing.json"), "[]");
    const hash = t.verve("apply", copy, join(t.work, "nothing.json"), "--hash").split("\n").at(-1);
    return { hash, about: JSON.parse(readFileSync(join(copy, "project.json"), "utf8")).about };
  };
  // The last change that the server has said it wrote: how soon it does is the machine's affair.
  const acknowledged = (round) => {
    let last = -1;
    const hear = async (answer) => {
      if (answer.request().method() !== "POST" || !answer.url().endsWith("/api/journal") || !answer.ok()) return;
      for (const [, n] of (answer.request().postData() ?? "").matchAll(new RegExp(`round ${round} edit (\\d+)`, "g"))) last = Math.max(last, Number(n));
    };
    page.on("response", hear);
    return () => (page.off("response", hear), last);
  };
  // To the address of the server as it is now, by itself.
  const comesBack = () => t.becomes(() => page.url(), server.url, "the page finds the server by itself");
  const number = (text) => Number(/edit (\d+)$/.exec(text)?.[1] ?? -1);

  for (let round = 0; round < ROUNDS; round++) {
    await t.step(`the server is killed in a flood of changes (${round + 1} of ${ROUNDS}): the page has all of them, the disk all but the last`, async () => {
      const heard = acknowledged(round);
      const flooding = flood(round);
      await pause(200 + Math.random() * 1200);
      const safe = heard();
      await server.kill();
      const disk = onDisk();
      await flooding;
      if (safe >= 0) t.ok(disk.about.startsWith(`round ${round} `) && number(disk.about) >= safe, `on the disk: ${disk.about}; edit ${safe} was said to be written`);
      await told(page, "The server has gone.");
      server = await t.serve(folder, ["--port", port]);
      if (round % 2 === 0) await comesBack();
      else {
        await page.goto(server.url);
        await isOpen(page);
      }
      await stateIs(page, "saved", "journalled", "writing");
      t.equal(await about(page), `round ${round} edit 199`, "by itself or opened again, the page has every change");
      await stateIs(page, "saved", "journalled");
      t.equal(onDisk().hash, await page.evaluate(() => verve.studio.value.hash()), "and a replay of the journal comes to the same");
    });
  }
  await t.step("the server is ended and started again, twice: the page finds it by itself, and everything works as before", async () => {
    for (const how of ["stop", "kill"]) {
      await server[how]();
      await told(page, "The server has gone.");
      await setAbout(page, `while it was away: ${how}`);
      server = await t.serve(folder, ["--port", port]);
      await comesBack();
      await stateIs(page, "saved", "journalled");
      t.ok((journal() + readFileSync(join(folder, "project.json"), "utf8")).includes(`while it was away: ${how}`), "what was done meanwhile is written");
      await page.getByText("The server has gone.").waitFor({ state: "detached" });
    }
    await page.click("[data-test=workspace-verbs]"); // loaded now, though the page came from an address that is no more
    await page.locator("[data-test=no-verbs]").waitFor();
    await page.click("[data-test=workspace-rig]");
    await page.reload();
    await isOpen(page);
    t.equal(await about(page), "while it was away: kill", "and a reload finds the same");
    await stateIs(page, "saved", "journalled");
  });
  await t.step("another program takes the port: it gets neither a secret nor a line of work, whatever it answers", async () => {
    const secret = new URL(server.url).pathname.split("/")[1];
    const { key } = await page.evaluate(async () => (await fetch("api/state")).json());
    t.ok(/^[0-9a-f]{32}$/.test(key), "there is a key");
    await setAbout(page, "written before");
    await stateIs(page, "saved", "journalled");
    await server.kill();
    await told(page, "The server has gone.");
    const heard = [];
    const answers = ["{}", '{"token":"0123456789abcdef0123456789abcdef"}', '{"start":"0123456789abcdef0123456789abcdef","proof":"0"}', "x".repeat(1 << 20), "null"];
    const thief = createServer((request, answer) => {
      let body = "";
      request.on("data", (bytes) => (body += bytes));
      request.on("end", () => {
        heard.push(`${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n${body}`);
        answer.end(answers[heard.length % answers.length]);
      });
    });
    await new Promise((done) => thief.listen(Number(port), "127.0.0.1", done));
    await setAbout(page, "a secret plan");
    await t.becomes(async () => heard.length >= 2 * answers.length, true, "it is asked again and again");
    t.ok(heard.every((text) => text.startsWith("POST /return\n")), `nothing else is asked: ${heard.map((text) => text.split("\n")[0])}`);
    t.ok(!heard.some((text) => text.includes(secret) || text.includes(key) || text.includes("plan")), "and nothing is given away");
    await stateIs(page, "offline");
    t.equal(page.url(), server.url, "the page stays where it was");
    thief.closeAllConnections();
    await new Promise((done) => thief.close(done));
    server = await t.serve(folder, ["--port", port]);
    await comesBack();
    await stateIs(page, "saved", "journalled");
    t.ok((journal() + readFileSync(join(folder, "project.json"), "utf8")).includes("a secret plan"), "the right one gets it all");
  });
  for (let round = 0; round < ROUNDS; round++) {
    await t.step(`the page is killed in a flood of changes (${round + 1} of ${ROUNDS})`, async () => {
      void flood(100 + round).catch(() => {}); // has no answer
      await pause(700 + Math.random() * 600);
      const made = await page.evaluate(() => made);
      const killed = Date.now();
      if (round % 2 === 0) {
        const crashed = page.waitForEvent("crash");
        void page.goto("chrome://crash").catch(() => {});
        await crashed;
      } else await page.close({ runBeforeUnload: false });
      const safe = made.filter((when) => when < killed - SAFE).length - 1;
      const fresh = await page.context().newPage();
      fresh.setDefaultTimeout(120_000);
      page = t.page = fresh;
      await page.goto(server.url);
      await isOpen(page);
      await stateIs(page, "saved", "journalled", "writing");
      const now = await about(page);
      t.ok(now.startsWith(`round ${100 + round} `) && number(now) >= safe, `${now}; edit ${safe} was older than half a second`);
      await stateIs(page, "saved", "journalled");
      t.equal(onDisk().hash, await page.evaluate(() => verve.studio.value.hash()), "a replay comes to the same");
    });
  }

  await t.step("two tabs, the first closed, the server started again meanwhile: the second goes on by itself", async () => {
    const second = await page.context().newPage();
    await second.goto(server.url);
    await isOpen(second);
    await stateIs(second, "readonly");
    t.ok(!(await setAbout(second, "not allowed")), "what only looks changes nothing");
    await setAbout(page, "by the first tab");
    await stateIs(page, "journalled", "saved");
    await page.close({ runBeforeUnload: false });
    await server.kill();
    server = await t.serve(folder, ["--port", port]);
    page = t.page = second;
    await comesBack();
    await stateIs(page, "saved", "journalled");
    t.equal(await about(page), "by the first tab", "what the first did");
    await setAbout(page, "by the second tab");
    await stateIs(page, "journalled");
    t.ok(journal().includes("by the second tab"), "is followed by what the second does");
  });
  await t.step("a laptop that sleeps and wakes goes on, and nothing is lost", async () => {
    const client = await page.context().newCDPSession(page);
    await setAbout(page, "before sleep");
    await client.send("Page.setWebLifecycleState", { state: "frozen" });
    await pause(6500); // longer than the server waits for a writer
    await client.send("Page.setWebLifecycleState", { state: "active" });
    await setAbout(page, "after sleep");
    await stateIs(page, "saved", "journalled");
    t.ok(/after sleep/.test(journal() + readFileSync(join(folder, "project.json"), "utf8")), "what was done after waking is written");
    await isAlive(t, page, "after sleep");
  });

  await t.step("a disk that is full, really", async () => {
    const small = join(t.work, "small");
    mkdirSync(small);
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", small]).status !== 0) {
      console.log("          skipped: no small file system can be mounted here");
      return;
    }
    let own;
    try {
      const project = join(small, "ball");
      cpSync(join(t.root, "examples/ball"), project, { recursive: true });
      own = await t.open(project);
      page = t.page;
      await isOpen(page);
      await setAbout(page, "while there was room");
      await stateIs(page, "journalled");
      const saved = readFileSync(join(project, "project.json"));
      const ballast = join(small, "ballast");
      spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=1024"]);
      // More than what the journal's last page still has room for.
      for (let i = 0; i < 40; i++) await setAbout(page, `no room ${i} ${"x".repeat(500)}`);
      await told(page, "The disk is full.");
      await stateIs(page, "offline");
      await t.shot("full", page);
      await page.keyboard.press("Control+s");
      t.ok(readFileSync(join(project, "project.json")).equals(saved), "project.json is as it was");
      await setAbout(page, "the last word");
      rmSync(ballast);
      await stateIs(page, "saved", "journalled");
      await page.getByText("The disk is full.").waitFor({ state: "detached" });
      await own.kill();
      own = await t.serve(project);
      await page.goto(own.url);
      await isOpen(page);
      t.equal(await about(page), "the last word", "everything is there");
    } finally {
      await own?.kill();
      await page.goto("about:blank");
      spawnSync("umount", ["-l", small]);
    }
  });
}
