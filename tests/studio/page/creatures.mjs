// The Creatures workspace: several creatures do one motion; a hand is dragged on one and all hands move; contexts,
// modes and variants; keys and curves in both spaces; gaits.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Three creatures of seeds and a wave of their hands, a gait, and a reach for something outside.
function makeHerd(folder, seeds) {
  mkdirSync(folder, { recursive: true });
  const wave = {
    name: "wave",
    length: 1,
    channels: [
      { name: "hands", select: { cap: "grasper" }, mode: { scale: "limb" }, side: "left", place: [{ time: 0, value: [0, 0, 0] }, { time: 0.5, value: [0.2, 0.5, 0.2] }] },
      { name: "body", select: { cap: "root" }, mode: { scale: "creature" }, place: [{ time: 0, value: [0, 0, 0] }, { time: 0.5, value: [0, -0.05, 0] }] },
    ],
  };
  const reach = {
    name: "reach",
    length: 1.2,
    channels: [{ name: "hand", select: { cap: "grasper" }, mode: { secondary: true, scale: "limb" }, relative: { target: 0 }, group: 1, side: "left", place: [{ time: 0, value: [0, 0, 0] }, { time: 0.6, value: [0, 0, 1] }, { time: 1.2, value: [0, 0, 0] }] }],
    events: [{ time: 0.6, name: "grab" }],
  };
  const creatures = seeds.map((seed) => ({ name: `s${seed}`, seed }));
  writeFileSync(join(folder, "project.json"), JSON.stringify({ format: "verve-project", version: 1, name: "Herd", artworks: [], creatures, motions: [wave, reach], gaits: [{ name: "walk" }] }));
}

export default async function (t) {
  const { page, frames } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const core = (question, argument) => page.evaluate(question, argument);
  const steps = () => core(() => globalThis.verve.history.value.at);
  const motion = (name) => core((wanted) => globalThis.verve.project.value.motions.find((one) => one.name === wanted), name);
  const channel = async (name) => (await motion("wave")).channels.find((one) => one.name === name);
  // Where the bodies of a kind are, of every creature that is shown.
  const places = (cap) =>
    core((wanted) => {
      const { herds } = globalThis.verve.studio.value;
      const now = herds.now();
      return herds.report().members.map((member, m) => member.bodies.flatMap((body, b) => (body.caps.includes(wanted) ? [[...now.members[m].placements.slice(7 * b, 7 * b + 3)]] : [])));
    }, cap);
  const far = (a, b) => Math.hypot(...a.map((v, i) => v - b[i]));
  const middle = async (test) => {
    const box = await find(test).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  async function drag(from, to, steps = 8) {
    await page.mouse.move(...from);
    await page.mouse.down();
    for (let i = 1; i <= steps; i++) await page.mouse.move(from[0] + ((to[0] - from[0]) * i) / steps, from[1] + ((to[1] - from[1]) * i) / steps);
    await frames(3);
  }
  const letGo = async () => {
    await page.mouse.up();
    await frames(3);
  };
  const scrub = async (seconds) => {
    const box = await find("ruler").boundingBox();
    const { from, to } = await core(() => globalThis.verve.timeView.value);
    await page.mouse.click(box.x + ((seconds - from) / (to - from)) * box.width, box.y + 8);
    await t.becomes(() => core(() => Math.round(globalThis.verve.time.value * 30)), Math.round(seconds * 30), "scrubbed");
    await frames(2);
  };

  const folder = join(t.work, "herd");
  makeHerd(folder, [11, 20, 8, 1]);
  await t.open(folder);
  await page.waitForFunction(() => globalThis.verve.studio.value?.herds.now()?.vertexCount > 0);
  await frames(20);

  await t.step("creatures stand beside each other, and ticks say which", async () => {
    t.equal(await core(() => globalThis.verve.studio.value.herds.now().members.length), 4, "four are shown");
    await t.shot("first");
    await find("show-s1").click();
    await t.becomes(() => core(() => globalThis.verve.studio.value.herds.now().members.length), 3, "one is hidden");
    await find("tag-s11").waitFor();
    t.equal(await find("tag-s1").count(), 0, "its name is gone");
  });

  await t.step("a hand is dragged by its gizmo: all hands move, and a key appears", async () => {
    await find("row-hands/place").click();
    await scrub(0.2);
    const [before, at, hands] = [await places("grasper"), await steps(), await channel("hands")];
    await find("gizmo").waitFor();
    const [x, y] = await middle("move-free");
    await drag([x, y], [x + 30, y - 40]);
    t.equal(await steps(), at, "no step while it is dragged");
    const during = await places("grasper");
    for (const [m, all] of during.entries()) for (const [b, place] of all.entries()) t.ok(far(place, before[m][b]) > 1e-3, `hand ${b} of creature ${m} follows at once`);
    await t.shot("dragged");
    await letGo();
    t.equal(await steps(), at + 1, "one step");
    const after = await channel("hands");
    t.equal(after.place.length, hands.place.length + 1, "a key more");
    t.ok(after.place.some((key) => Math.abs(key.time - 0.2) < 1e-3), "at the time that was shown");
    await find("mkey-place-200").waitFor();
    const [gx, gy] = await middle("move-free");
    t.near(gx, x + 30, 3, "the gizmo is where the hand put it");
    t.near(gy, y - 40, 3, "in height too");
    await page.keyboard.press("Control+z");
    await frames(3);
    t.equal((await channel("hands")).place, hands.place, "undo takes the key back");
    for (const [m, all] of (await places("grasper")).entries()) for (const [b, place] of all.entries()) t.near(far(place, before[m][b]), 0, 1e-5, "and the hands");
  });

  await t.step("arrows move along their axis alone", async () => {
    await scrub(0.3);
    const goal = () => core(() => globalThis.verve.studio.value.herds.goal(0, 0, globalThis.verve.studio.value.herds.report().members[0].bodies.findIndex((b) => b.caps.includes("grasper")), 0.3).special.place);
    const before = await goal();
    const [x, y] = await middle("move-y");
    await drag([x, y], [x, y - 30]);
    await letGo();
    const after = await goal();
    t.ok(after[1] > before[1] + 0.01, `it is higher: ${before} ${after}`);
    t.near(after[0], before[0], 1e-4, "not sideways");
    t.near(after[2], before[2], 1e-4, "nor forward");
    await page.keyboard.press("Control+z");
  });

  await t.step("R shows rings, and one of them turns the hands", async () => {
    await page.keyboard.press("r");
    await find("turn-view").waitFor();
    const box = await find("turn-view").boundingBox();
    const [cx, cy, r] = [box.x + box.width / 2, box.y + box.height / 2, box.width / 2 - 1];
    await drag([cx + r, cy], [cx + r * 0.8, cy - r * 0.6]);
    await t.shot("rings");
    await letGo();
    t.equal((await channel("hands")).turn.length, 1, "a key of the turn");
    await page.keyboard.press("Control+z");
    t.equal((await channel("hands")).turn.length, 0, "undone");
    await page.keyboard.press("g");
  });

  await t.step("a click picks the body under it, and a drag beside turns the view", async () => {
    const [x, y] = await middle("move-free");
    const tag = await find("tag-s20").boundingBox();
    await page.mouse.click(tag.x + tag.width / 2, tag.y - 90);
    await t.becomes(async () => (await find("active-body").textContent()).includes("of s20"), true, "another creature's body was picked");
    await t.shot("picked");
    const eye = () => core(() => document.querySelector("[data-test=gizmo] [data-test=move-x] .grip-line")?.getAttribute("x2") ?? document.querySelector("[data-test=tag-s20]").style.transform);
    const before = await eye();
    const view = await find("herd").boundingBox();
    await drag([view.x + 40, view.y + view.height - 40], [view.x + 90, view.y + view.height - 40]);
    await letGo();
    t.ok((await eye()) !== before, "the view has turned");
    await drag([view.x + 90, view.y + view.height - 40], [view.x + 40, view.y + view.height - 40]);
    await letGo();
    await find("channel-hands").click();
    await find("creatures-frame").click();
    await core(() => document.activeElement.blur());
    await frames(3);
    const hands = await places("grasper");
    t.ok(hands[0].length === 2 && x > 0 && y > 0, "hands are there");
    await page.keyboard.press("v");
    await frames(2);
    await page.mouse.click(x, y);
    await t.becomes(async () => (await find("active-body").textContent()).includes("of s11"), true, "back to the hand");
    t.ok((await find("active-body").textContent()).includes("grasper"), "it is a hand");
    await page.keyboard.press("g");
  });

  await t.step("the context is built like a filter, with a live count", async () => {
    const counts = async () => (await find("context-counts").locator("b").allTextContents()).map(Number);
    const before = await counts();
    t.ok(before[0] === 2, `two hands: ${before}`);
    await find("context-add").click();
    await page.getByRole("menuitem", { name: "Left or right" }).click();
    await t.becomes(async () => (await counts())[0], 1, "one of them is on the left");
    t.equal((await channel("hands")).select.x, "left", "as the motion says");
    await find("context-cap").selectOption("foot");
    await t.becomes(async () => (await counts())[0] !== before[0], true, "feet are others");
    await t.shot("context");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await t.becomes(counts, before, "two steps back");
  });

  await t.step("a mode is switched: the active body's motion stays, the others' changes", async () => {
    const curves = () =>
      core(() => {
        const { herds } = globalThis.verve.studio.value;
        return herds.report().members.map((member, m) => {
          const body = herds.select(globalThis.verve.project.value.motions[0].channels[0].select).bodies[m][0];
          return body === undefined ? [] : [...herds.curve(0, 0, { member: m, body: member.bodies.findIndex((one) => one.name === body) }, 40)];
        });
      });
    const before = await curves();
    await find("mode-scale-none").click();
    await t.becomes(async () => (await channel("hands")).mode.scale, "none", "metres now");
    const after = await curves();
    const change = (m) => before[m].reduce((most, value, i) => Math.max(most, Math.abs(value - after[m][i])), 0);
    t.ok(change(0) < 1e-4, `the active body moves as before: ${change(0)}`);
    t.ok(change(2) > 0.01, `another does not: ${change(2)}`);
    await page.keyboard.press("Control+z");
    const back = await curves();
    t.ok(back[2].every((value, i) => Math.abs(value - before[2][i]) < 1e-6), "undone");
  });

  await t.step("keys are added by K, dragged and deleted; curves show both spaces", async () => {
    await scrub(0.8);
    const count = (await channel("hands")).place.length;
    await page.keyboard.press("k");
    await t.becomes(async () => (await channel("hands")).place.length, count + 1, "K keys");
    const [x, y] = await middle("mkey-place-800");
    await drag([x, y], [x + 60, y]);
    await letGo();
    const moved = (await channel("hands")).place.at(-1).time;
    t.ok(moved > 0.82, `it is later: ${moved}`);
    await find("creatures-curves").count();
    await page.keyboard.press("Shift+C");
    await find("curve-x").waitFor();
    const path = () => find("curve-y").getAttribute("d");
    const special = await path();
    await find("curve-space-general").click();
    await t.becomes(async () => (await path()) !== special, true, "generalised curves are others");
    await find("curve-space-special").click();
    await t.shot("curves");
    const before = (await channel("hands")).place;
    const [kx, ky] = await middle("curve-key-1-500");
    await drag([kx, ky], [kx, ky - 30]);
    await letGo();
    const key = (await channel("hands")).place.find((one) => Math.abs(one.time - 0.5) < 1e-3);
    t.ok(key.value[1] > before.find((one) => Math.abs(one.time - 0.5) < 1e-3).value[1], "a key was pulled up on the body");
    const [tx, ty] = await middle("tangent-out-1");
    await drag([tx, ty], [tx, ty - 25]);
    await letGo();
    const slanted = (await channel("hands")).place.find((one) => Math.abs(one.time - 0.5) < 1e-3);
    t.ok(Array.isArray(slanted.out) && slanted.out[1] > 0, `its slope is by hand: ${slanted.out}`);
    await page.keyboard.press("Delete");
    await t.becomes(async () => (await channel("hands")).place.some((one) => Math.abs(one.time - 0.5) < 1e-3), false, "deleted");
    for (let i = 0; i < 5; i++) await page.keyboard.press("Control+z");
    await page.keyboard.press("Shift+C");
    t.equal((await channel("hands")).place.length, count, "all of it undone");
  });

  await t.step("keys are selected by a box, moved together, copied, pasted, cut and deleted", async () => {
    const place = async () => (await channel("hands")).place;
    const times = async () => (await place()).map((key) => Number(key.time.toFixed(3)));
    const chosen = () => page.locator(".mkey.on").count();
    const before = await times();
    const values = (await place()).map((key) => key.value);
    const [first, second] = [await middle("mkey-place-0"), await middle("mkey-place-500")];
    await drag([first[0] + 10, first[1] - 6], [second[0] + 10, second[1] + 8]);
    await t.shot("box");
    await letGo();
    t.equal(await chosen(), 1, "the key inside");
    await page.keyboard.down("Shift");
    await drag([first[0] + 8, first[1] + 8], [first[0] - 6, first[1] - 8]);
    await page.keyboard.up("Shift");
    await letGo();
    t.equal(await chosen(), 2, "and with Shift the one before");
    await page.keyboard.press("Control+c");
    await scrub(0.2);
    const at = await steps();
    await page.keyboard.press("Control+v");
    await t.becomes(times, [0, 0.2, 0.5, 0.7], "pasted at the playhead, in order");
    t.equal(await steps(), at + 1, "in one step");
    t.equal((await place()).map((key) => key.value)[3], values[1], "with their values");
    t.equal(await chosen(), 2, "the new ones are selected");
    const [x, y] = await middle("mkey-place-700");
    await drag([x, y], [x + 60, y]);
    await letGo();
    const moved = await times();
    t.ok(moved[1] > 0.2 && Math.abs(moved[3] - moved[1] - 0.5) < 0.002, `both moved together: ${moved}`);
    await page.keyboard.press("Shift+C");
    await find("curve-y").waitFor();
    const was = (await place()).map((key) => key.value[1]);
    const [kx, ky] = await middle(`curve-key-1-${Math.round(moved[3] * 1000)}`);
    await drag([kx, ky], [kx, ky - 24]);
    await letGo();
    const raised = (await place()).map((key) => key.value[1]);
    t.ok(raised[1] > was[1] && raised[3] > was[3] && raised[0] === was[0] && raised[2] === was[2], "both rise in the curves");
    const area = await find("curve-area").boundingBox();
    await drag([area.x + area.width - 8, area.y + 4], [area.x + 4, area.y + area.height - 4]);
    await letGo();
    t.equal(await page.locator(".curve-key.on").count(), 12, "a box over the curves takes every number of the keys inside");
    await page.keyboard.press("Control+x");
    await t.becomes(async () => (await place()).length, 0, "cut");
    await scrub(0);
    await page.keyboard.press("Control+v");
    await t.becomes(times, moved, "and put back where they were");
    await page.keyboard.press("Delete");
    await t.becomes(async () => (await place()).length, 0, "deleted");
    for (let i = 0; i < 6; i++) await page.keyboard.press("Control+z");
    await t.becomes(times, before, "all of it undone");
    await page.keyboard.press("Shift+C");
  });

  await t.step("it plays and stops, and steps by frames", async () => {
    await page.keyboard.press("Home");
    await t.hold();
    await page.keyboard.press("Space");
    await t.pass(20);
    t.ok((await core(() => globalThis.verve.time.value)) > 0.2, "time goes on");
    await page.keyboard.press("Space");
    await t.release();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await t.becomes(() => core(() => Math.round(globalThis.verve.time.value * 30)), 1, "one frame on");
  });

  await t.step("a reach for something outside: its ball is dragged, and hands follow; a variant at a time", async () => {
    await find("motion-reach").click();
    await scrub(0.6);
    await find("target-0").waitFor();
    const before = await places("grasper");
    const [x, y] = await middle("target-0");
    await drag([x, y + 12], [x + 20, y - 38]); // by its rim: the hand is in its middle
    await letGo();
    const [bx, by] = await middle("target-0");
    t.near(bx, x + 20, 2, "the ball is where it was put");
    t.near(by, y - 50, 2, "in height too");
    const [hx, hy] = await middle("move-free");
    t.near(Math.hypot(hx - bx, hy - by), 0, 2, "and the hand is wanted there");
    const after = await places("grasper");
    const moved = after.map((all, m) => all.filter((place, b) => far(place, before[m][b]) > 0.02).length);
    t.ok(moved.slice(0, 3).every((count) => count >= 1), `hands follow: ${moved}`);
    await t.shot("target");
    t.ok((await find("variant").locator("option").count()) > 1, "there are variants");
    const held = await middle("move-free");
    await find("variant").selectOption("1");
    await frames(4);
    const other = await core(() => globalThis.verve.studio.value.herds.now().members[0].variant);
    t.equal(other, 1, "the other hand's turn");
    t.ok(held !== null, "and the gizmo was on one of them");
  });

  await t.step("a gait: they walk on the spot, and feet fall as the diagram says", async () => {
    await find("subject-gait").click();
    await find("gait-choice").selectOption("walk");
    await find("falls").waitFor();
    t.ok((await find("falls").locator("rect.falls-stand").count()) >= 2, "each foot has its bar");
    await t.hold();
    const feet = await places("foot");
    await t.pass(30);
    const later = await places("foot");
    t.ok(far(later[0][0], feet[0][0]) > 0.005, "feet move");
    await t.shot("gait");
    const before = await steps();
    await find("gait-lift").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Tab");
    await t.becomes(steps, before + 1, "a number of the gait is one step");
    await t.release();
    await page.keyboard.press("Control+z");
    await find("gait-choice").selectOption("");
  });

  await t.step("another creature is rolled, looked at and kept", async () => {
    if (await core(() => globalThis.verve.playing.value)) await page.keyboard.press("Space");
    await find("add-creature").click();
    await page.getByRole("menuitem", { name: "Grow one from a seed" }).click();
    await find("seed-card").waitFor();
    await find("seed").fill("24");
    await page.keyboard.press("Enter");
    await t.becomes(() => core(() => globalThis.verve.studio.value.herds.report().members.at(-1).name), "seed:24", "it stands beside them");
    await t.shot("seed");
    await find("seed-keep").click();
    await t.becomes(() => core(() => globalThis.verve.project.value.creatures.at(-1).seed), 24, "kept");
    await page.keyboard.press("Control+z");
  });

  await t.step("branches and the creature's caps", async () => {
    await find("subject-motion").click();
    await find("branch-upright-no").click();
    await t.becomes(async () => (await motion("reach")).branch.upright, false, "for those that do not stand upright");
    t.ok((await find("tag-s11").textContent()).includes("cannot"), "who cannot play it says so");
    await page.keyboard.press("Control+z");
    await find("motion-reach").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Add a branch" }).click();
    await find("action-reach").waitFor();
    t.equal((await core(() => globalThis.verve.project.value.motions.filter((one) => one.action === "reach"))).length, 2, "two motions of one action");
    t.ok((await find("action-reach").textContent()).includes("2 branches"), "stand under its name");
    await t.shot("branches");
    await page.keyboard.press("Control+z");
    await t.becomes(() => find("action-reach").count(), 0, "until one is left");
    await find("creature-s20").click();
    await find("caps-body").waitFor();
    await t.shot("creature");
  });

  await t.step("both themes", async () => {
    await find("subject-motion").click();
    await core(() => document.documentElement.setAttribute("data-theme", "light"));
    await frames(5);
    await t.shot("light");
  });
}
