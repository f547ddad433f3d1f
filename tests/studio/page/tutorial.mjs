// What docs/studio.md says, done as it says it: a bouncing ball from nothing. Every step is checked, and leaves the
// picture that illustrates it in BUILD/shots/tutorial; tools/pictures.sh brings them to docs/images.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SQUASHED = 0.6; // of its height; the area stays
const STRETCHED = 1.4;

export default async function (t) {
  const page = await t.newPage({ viewport: { width: 1440, height: 900 } });
  t.page = page; // what failed is seen here
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const stage = find("stage");
  const ask = (question, argument) => page.evaluate(question, argument);
  const artwork = () => ask(() => globalThis.verve.project.value.artworks[0]);
  const { frames } = t;

  // ---- The hands

  // Where a point of the stage, in metres, is in the window.
  async function place([x, y]) {
    const box = await stage.boundingBox();
    const { x: midX, y: midY, zoom } = await ask(() => globalThis.verve.camera.value);
    return [box.x + box.width / 2 + (x - midX) * zoom, box.y + box.height / 2 - (y - midY) * zoom];
  }
  async function drag(from, to, steps = 12) {
    await page.mouse.move(...from);
    await page.mouse.down();
    for (let i = 1; i <= steps; i++) await page.mouse.move(from[0] + ((to[0] - from[0]) * i) / steps, from[1] + ((to[1] - from[1]) * i) / steps);
    await page.mouse.up();
  }
  async function middle(locator) {
    const box = await locator.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }
  // The green arrow above the handle, dragged with Shift until it says × `factor`.
  const ARROW = 64; // pixels above the handle
  async function stretch(factor, { letGo = true } = {}) {
    const [x, y] = await place(await handle());
    await page.mouse.move(x, y - ARROW);
    await page.mouse.down();
    await page.keyboard.down("Shift");
    for (let i = 1; i <= 10; i++) await page.mouse.move(x, y - ARROW * (1 + ((factor - 1) * i) / 10));
    if (!letGo) return;
    await page.mouse.up();
    await page.keyboard.up("Shift");
  }
  const handle = () => ask(() => Array.from(globalThis.verve.studio.value.figure(0).handles.slice(0, 2)));
  async function rename(to) {
    await find("pose-name").fill(to);
    await page.keyboard.press("Enter");
  }
  async function choose(test, value) {
    await find(test).selectOption(value);
  }
  // A slider's number, typed.
  async function type(test, value) {
    const number = find(test).locator("xpath=ancestor::*[contains(@class,'slider')][1]").locator("input:not([type=range])");
    await number.first().fill(String(value));
    await page.keyboard.press("Enter");
    t.near(await ask((key) => globalThis.verve.project.value.artworks[0].sprite.strengths[key], test.replace("strength-", "")), value, 1e-4, `${test} is ${value}`);
  }
  const shape = () => ask(() => {
    const { vertices } = globalThis.verve.studio.value.figure(0);
    const [xs, ys] = [0, 1].map((axis) => Array.from(vertices).filter((_, i) => i % 2 === axis));
    return { wide: Math.max(...xs) - Math.min(...xs), high: Math.max(...ys) - Math.min(...ys) };
  });
  const away = () => page.mouse.move(720, 895); // no tooltip in the picture

  // The stage from its start as it plays with nobody's hand in it: height, speed and poses at each frame.
  const run = (seconds = 5) => ask((until) => {
    const { studio, project } = globalThis.verve;
    const core = studio.value;
    const rate = project.value.scenes[0].rate;
    const was = core.playing().time;
    const rows = [];
    core.reset();
    for (let frame = 0; frame <= until * rate; frame++) {
      core.seek(frame / rate);
      const actor = core.playing().actors[0];
      rows.push({ time: frame / rate, y: actor.y, velocityY: actor.velocityY, place: Array.from(actor.place) });
    }
    core.reset();
    core.seek(was);
    return rows;
  }, seconds);

  // ---- The story

  const server = await t.serve();

  await t.step("1. begin with a drawing", async () => {
    await page.goto(server.url);
    await t.ready(page);
    // All that are in sight; the others wait until they are.
    await page.waitForFunction(() => document.querySelectorAll("[data-state=moving]").length >= 8, null, { timeout: 300_000 });
    await page.waitForTimeout(500); // for the picture: they have begun to move
    await t.shot("gallery");
    const chooser = page.waitForEvent("filechooser");
    await find("open-drawing").click();
    await (await chooser).setFiles(join(t.root, "examples/art/ball.svg"));
    await page.waitForFunction(() => globalThis.verve.project.value.artworks.length === 1);
    await stage.waitFor();
    await frames(10);
  });
  const rest = await shape();

  await t.step("2. a handle", async () => {
    await page.keyboard.press("h");
    const { low, high } = await ask(() => (({ low, high }) => ({ low: [...low], high: [...high] }))(globalThis.verve.studio.value.figure(0)));
    await page.mouse.click(...(await place([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2])));
    t.equal((await artwork()).handles.length, 1, "there is a handle");
    await page.keyboard.press("m");
    await frames(3);
    await away();
    await t.shot("handle");
    await page.keyboard.press("m");
  });

  await t.step("3. try it", async () => {
    await page.keyboard.press("t");
    await stretch(0.75, { letGo: false });
    await frames(3);
    await t.shot("try");
    await page.mouse.up();
    await page.keyboard.up("Shift");
    const squashed = await shape();
    t.near(squashed.high, 0.75 * rest.high, 0.03 * rest.high, "it is three quarters as high");
    t.near(squashed.wide * squashed.high, rest.wide * rest.high, 0.05 * rest.wide * rest.high, "and covers the same area");
    await page.keyboard.press("Shift+R");
    t.near((await shape()).high, rest.high, 1e-3, "Shift+R brings it back");
  });

  await t.step("4. three poses", async () => {
    await page.keyboard.press("2");
    await t.still(); // it frames the drawing
    for (let i = 0; i < 3; i++) await page.keyboard.press("-");
    await t.still();
    await page.keyboard.press("k");
    for (const [name, factor] of [["squashed", SQUASHED], ["stretched", STRETCHED]]) {
      await find("show-rest").click();
      await stretch(factor);
      await page.keyboard.press("k");
      await rename(name);
    }
    const { examples } = await artwork();
    t.equal(examples.map((e) => e.name), ["rest", "squashed", "stretched"], "three poses");
    t.near(examples[1].pose.point.stretch[2], SQUASHED, 0.03, "one is squashed");
    t.near(examples[2].pose.point.stretch[2], STRETCHED, 0.04, "one is stretched");
    t.equal(examples[0].pose.point ?? {}, examples[0].pose.point ? { move: [0, 0], turn: 0, stretch: [1, 0, 1] } : {}, "rest is as it was drawn");
  });

  await t.step("a pose is changed by dragging it again", async () => {
    await find("pose-squashed").click();
    await stretch(0.9);
    t.near((await artwork()).examples[1].pose.point.stretch[2], SQUASHED * 0.9, 0.03, "it has been changed");
    await page.keyboard.press("Control+z");
    t.near((await artwork()).examples[1].pose.point.stretch[2], SQUASHED, 0.03, "and that is undone");
    t.near((await shape()).high, SQUASHED * rest.high, 0.03 * rest.high, "which is seen");
  });

  await t.step("5. what blends", async () => {
    for (const name of ["squashed", "stretched"]) {
      await find("node-rest").hover({ position: { x: 8, y: 8 } });
      await drag(await middle(find("port-rest")), await middle(find(`node-${name}`)));
    }
    t.equal((await artwork()).complex.map((names) => [...names].sort()), [["rest", "squashed"], ["rest", "stretched"]], "two links");
    await find("node-rest").locator("button").click({ position: { x: 8, y: 8 } });
    const [from, to] = [await middle(find("node-rest")), await middle(find("node-squashed"))];
    await drag(await middle(find("board-dot")), [from[0] + 0.6 * (to[0] - from[0]), from[1] + 0.6 * (to[1] - from[1])]);
    const weights = await ask(() => Array.from(globalThis.verve.studio.value.figure(0).place));
    t.ok(weights[1] > 0.4 && weights[1] < 0.8 && weights[2] === 0, `the dot is between rest and squashed: ${weights}`);
    t.ok((await shape()).high < 0.9 * rest.high, "and the drawing follows");
    await away();
    await frames(3);
    await t.shot("poses");
  });

  // The stage as it is at a moment.
  async function showTime(seconds) {
    await page.getByLabel("Time now").fill(String(seconds));
    await page.keyboard.press("Enter");
    await page.waitForFunction((wanted) => Math.abs(globalThis.verve.studio.value.playing().time - wanted) < 0.02, seconds);
    await stage.focus();
    await away();
    await frames(4);
  }
  // The middle of the actor in the window.
  const actorMiddle = async () => place(await ask(() => {
    const { vertices } = globalThis.verve.studio.value.playing().actors[0];
    return [0, 1].map((axis) => vertices.reduce((sum, v, i) => sum + (i % 2 === axis ? v : 0), 0) / (vertices.length / 2));
  }));
  // Takes what is there and throws it.
  async function throwIt(from, [dx, dy]) {
    await page.mouse.move(...from);
    await page.mouse.down();
    for (let i = 1; i <= 6; i++) {
      await page.mouse.move(from[0] + (dx * i) / 6, from[1] + (dy * i) / 6);
      await t.pass(1);
    }
    await page.mouse.up();
  }
  const playUntil = (seconds) => t.passUntil((end) => globalThis.verve.time.value > end, seconds, 15);

  await t.step("6. a stage", async () => {
    await page.keyboard.press("3");
    await find("first-stage").click();
    await find("actor-y").fill("4");
    await page.keyboard.press("Enter");
    await find("duration").fill("6");
    await page.keyboard.press("Enter");
    await stage.focus();
    await page.keyboard.press("Shift+F");
    await t.still();
    await t.hold();
    await page.keyboard.press("Space");
    await playUntil(1.2);
    await page.keyboard.press("Space");
    await t.release();
    t.ok(Math.max(...(await run(3)).filter((r) => r.time > 2).map((r) => r.y)) < (await run(3))[0].y - 3, "without strengths it drops and lies");
    t.ok(!(await run(3)).some((r) => r.place[1] > 0.3), "and hardly squashes");
  });

  let moments = {};
  await t.step("7. strengths", async () => {
    await find("time-start").click();
    await type("strength-energy", 1.5);
    await choose("strength-energy_example", "squashed");
    await type("strength-velocity", 0.6);
    await choose("strength-velocity_example", "stretched");
    await type("strength-bounce", 0.8);
    moments = tell(await run());
    await showTime(moments.squashed);
    await t.shot("stage");
  });

  // What the run is like; fails where it is not a bouncing ball.
  function tell(rows) {
    const landed = rows.findIndex((r, i) => i > 0 && rows[i - 1].velocityY < -2 && r.velocityY > rows[i - 1].velocityY + 1);
    t.ok(landed > 20, "it falls, and lands");
    const most = (from, to, pose) => rows.slice(from, to).reduce((best, r) => (r.place[pose] > best.place[pose] ? r : best));
    const falling = most(0, landed, 2);
    const hit = most(landed, landed + 20, 1);
    const up = rows.filter((r) => r.time > hit.time && r.time < hit.time + 1.5).reduce((best, r) => (r.y > best.y ? r : best));
    const rising = most(rows.indexOf(hit), rows.indexOf(up) + 1, 2);
    const height = up.y - hit.y;
    const bounces = rows.filter((r, i) => i > 0 && rows[i - 1].velocityY < -1 && r.velocityY > rows[i - 1].velocityY + 1).length;
    console.log(`    stretched ${falling.place[2].toFixed(2)} falling, squashed ${hit.place[1].toFixed(2)} at ${hit.time.toFixed(2)} s, stretched ${rising.place[2].toFixed(2)} rising, up by ${height.toFixed(2)} m at ${up.time.toFixed(2)} s; ${bounces} blows`);
    t.ok(falling.place[2] > 0.4, "it stretches as it falls");
    t.ok(hit.place[1] > 0.5, "it squashes as it lands");
    t.ok(height > rest.high / 2, "it bounces higher than its radius");
    t.ok(rising.place[2] > 0.2, "it stretches on the way up");
    return { falling: falling.time, squashed: hit.time, top: up.time };
  }

  await t.step("8. throw it", async () => {
    await find("time-start").click();
    await find("strength-orient").selectOption("velocity");
    await type("strength-orient_rate", 12);
    await find("strength-orient_symmetric").click();
    await stage.focus();
    await frames(3);
    const from = await actorMiddle();
    await page.mouse.move(...from);
    await t.hold();
    await page.keyboard.press("Space");
    await throwIt(from, [150, -60]);
    await t.passUntil((far) => globalThis.verve.studio.value.playing().actors[0].x > far, 0.5);
    await page.keyboard.press("Space");
    await t.release();
  });

  await t.step("9. record", async () => {
    await find("reset").click();
    await page.keyboard.press("-");
    await t.still();
    const from = await actorMiddle();
    await t.hold();
    await find("time-record").click();
    await throwIt(from, [-110, -30]);
    await playUntil(2.5);
    await find("time-record").click();
    await t.release();
    await page.waitForFunction(() => globalThis.verve.project.value.scenes.length === 2);
    const take = await ask(() => globalThis.verve.project.value.scenes[1]);
    t.ok(take.script.length > 1, "the hand is in the take");
    await page.waitForFunction(() => globalThis.verve.studio.value.playing()?.scene === 1 && globalThis.verve.time.value === 0);
    await frames(6);
    const blow = (await run(take.seconds)).reduce((most, r) => (r.place[1] > most.place[1] ? r : most));
    t.ok(blow.place[1] > 0.3, "it lands in the take, and squashes");
    await showTime(Number(blow.time.toFixed(3)));
    await t.shot("take");
  });

  await t.step("10. export", async () => {
    await page.keyboard.press("Control+e");
    await find("format-webp").click();
    await frames(3);
    await t.shot("export");
    const download = page.waitForEvent("download", { timeout: 300_000 });
    await find("export-start").click();
    const file = join(t.work, "ball.webp");
    await (await download).saveAs(file);
    const bytes = readFileSync(file);
    t.equal([bytes.toString("latin1", 0, 4), bytes.toString("latin1", 8, 12), bytes.includes("ANIM")], ["RIFF", "WEBP", true], "an animated WebP");
  });

  await t.step("every shortcut is in the documentation", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await find("shortcuts").locator("h3", { hasText: "Lines" }).waitFor(); // of what was loaded for it, too
    const sections = await find("shortcuts").locator("section").evaluateAll((all) => all.map((section) => ({
      name: section.querySelector("h3").textContent,
      lines: [...section.querySelectorAll("dl > div")].map((line) => [
        line.querySelector("dt").textContent,
        [...line.querySelector("dd").children].map((keys) => [...keys.children].map((cap) => cap.textContent).join("+") || keys.textContent).join(", "),
      ]),
    })));
    const table = sections.flatMap(({ name, lines }) => lines.map(([label, keys]) => `| ${name} | ${label} | ${keys} |`)).join("\n");
    writeFileSync(join(t.build, "shots/tutorial/shortcuts.md"), table);
    const docs = readFileSync(join(t.root, "docs/studio.md"), "utf8");
    const missing = table.split("\n").filter((line) => !docs.includes(line));
    t.equal(missing, [], "docs/studio.md lists them; if not, bring shots/tutorial/shortcuts.md there");
    await page.keyboard.press("Escape");
  });

  await t.step("the command sees the same", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => globalThis.verve.savedState.value === "saved");
    const folder = join(t.home, readdirSync(t.home).find((name) => !name.startsWith(".")));
    t.verve("check", folder);
    t.ok(existsSync(join(folder, "project.json")), "the project is a folder");
  });
}
