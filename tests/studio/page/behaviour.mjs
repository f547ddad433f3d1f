// The walking man, steered: keys drive his inputs and events while the stage plays, the graph shows the state that he
// is in, and what is changed on it can be undone.
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bring } from "./modules.mjs";

// Every way to take something away from the walker or to rename it, as the command that the page would send.
async function changesOfWalker(t) {
  const page = await t.newPage();
  await bring(t, `export * from "./stage/behaviour/model.ts"; export * from "./stage/behaviour/words.ts";`, page);
  const [walker] = JSON.parse(readFileSync(join(t.root, "examples/walk/project.json"), "utf8")).artworks[0].behaviours;
  const made = await page.evaluate((given) => {
    const m = globalThis.tested;
    const empty = m.newState("x", undefined);
    const b = { looks_left: false, ...given, states: given.states.map((s) => ({ ...empty, ...s })) };
    const words = [...b.inputs.map((w) => ["input", w]), ...b.events.map((w) => ["event", w])];
    const results = [
      ...b.states.flatMap(({ name }) => [m.removeState(b, name), m.renameState(b, name, "other"), m.duplicateState(b, name).behaviour, m.makeFirst(b, name)]),
      ...words.flatMap(([kind, word]) => [m.removeWord(b, kind, word), m.renameWord(b, kind, word, "other")]),
      ...b.transitions.flatMap((t, i) => [m.removeTransition(b, i), m.moveTransition(b, i, 0), m.setTransition(b, i, { from: null })]),
      ...m.KINDS.map(({ kind }) => m.setTransition(b, 0, { when: [m.newCondition(kind, b)] })),
      ...["time", "input", "ground"].map((by) => m.setState(b, "walk", { by })),
      m.setState(b, "land", { loop: true }),
    ];
    const sums = Array.from({ length: 200 }, (_, i) => {
      const place = m.withWeight(m.normalised({ a: 0.1 + i, b: 1, c: (i * 7) % 5 }), "b", (i % 99) / 100 + 0.01);
      return Object.values(place).reduce((sum, w) => sum + w, 0);
    });
    return { commands: results.map((r) => ({ do: "behaviour.set", artwork: "man", behaviour: "walker", ...m.listsOf(r) })), sums };
  }, walker);
  await page.close();
  return made;
}

export default async function (t) {
  const { page } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const ask = (question, argument) => page.evaluate(question, argument);
  const man = () => ask(() => { const { x, y, state, grounded } = globalThis.verve.studio.value.playing().actors[0]; return { x, y, state, grounded }; });
  const behaviour = () => ask(() => globalThis.verve.project.value.artworks[0].behaviours[0]);
  const active = () => page.locator("[data-active=true]").getAttribute("data-test");
  const until = t.passUntil;
  const inState = (name) => until((wanted) => document.querySelector(`[data-test="state-${wanted}"]`)?.dataset.active === "true", name);

  const folder = join(t.work, "walk");
  cpSync(join(t.root, "examples/walk"), folder, { recursive: true });
  await t.open(folder);

  await t.step("the behaviour is shown as a graph", async () => {
    await find("workspace-stage").click();
    await ask(() => void (globalThis.verve.looping.value = false));
    await find("actor-man").click();
    await find("board-tab-behaviour").click();
    const { states, transitions } = await behaviour();
    for (const { name } of states) t.ok(await find(`state-${name}`).isVisible(), `state ${name} is there`);
    await t.becomes(() => page.locator("[data-test^=transition-]").count(), transitions.length, "every transition has its label");
    t.equal(await active(), "state-stand", "he stands");
    await t.shot("graph");
  });

  await t.step("whatever is taken away or renamed, the document accepts what is left", async () => {
    const { commands, sums } = await changesOfWalker(t);
    t.ok(sums.every((sum) => Math.abs(sum - 1) < 1e-9), "weights of a place add up to 1");
    const before = JSON.stringify(await behaviour());
    for (const command of commands) {
      const accepted = await ask((c) => globalThis.verve.send(c), command);
      t.ok(accepted, `refused: ${JSON.stringify(command).slice(0, 400)}`);
      await page.keyboard.press("Control+z");
    }
    t.equal(JSON.stringify(await behaviour()), before, "undone, it is as it was");
  });

  await t.step("nothing but keys moves him on a stage without a script", async () => {
    await ask(() => globalThis.verve.send({ do: "scene.set", scene: "stroll", script: [], seconds: 60 }));
    await find("stage").focus();
    await t.hold();
    await page.keyboard.press("Space");
    await t.pass(30);
    t.near((await man()).x, -2.4, 0.15, "he stays where he begins");
  });

  await t.step("an arrow walks him to the right, letting go stops him", async () => {
    const from = (await man()).x;
    await page.keyboard.down("ArrowRight");
    await inState("walk");
    t.ok(await find("legend").locator("[data-test=key-input-walk-up]").evaluate((cap) => cap.classList.contains("lit")), "the key is lit");
    await until((x) => globalThis.verve.studio.value.playing().actors[0].x > x + 0.8, from);
    await t.shot("walks");
    await page.keyboard.up("ArrowRight");
    await inState("stand");
    t.ok((await man()).x > from + 0.8, "he has gone right");
    t.equal(await ask(() => globalThis.verve.studio.value.playing().actors[0].inputs[0]), 0, "the input is 0 again");
  });

  await t.step("the other walks him back", async () => {
    const from = (await man()).x;
    await page.keyboard.down("ArrowLeft");
    await until((x) => globalThis.verve.studio.value.playing().actors[0].x < x - 0.3, from);
    await page.keyboard.up("ArrowLeft");
    await inState("stand");
  });

  await t.step("X jumps: he crouches, springs, falls and lands", async () => {
    const low = (await man()).y;
    await page.keyboard.down("x");
    await page.keyboard.up("x");
    await inState("spring");
    t.ok((await page.locator("[data-test=transition-taken]").count()) > 0, "the transition flashes");
    await until((y) => globalThis.verve.studio.value.playing().actors[0].y > y + 0.4, low);
    await t.shot("jumps");
    await inState("stand");
    t.near((await man()).y, low, 0.15, "he is back on the ground");
  });

  await t.step("Space still pauses, and arrows then step", async () => {
    await page.keyboard.press("Space");
    const paused = await ask(() => globalThis.verve.studio.value.playing().time);
    await t.pass(12);
    t.equal(await ask(() => globalThis.verve.studio.value.playing().time), paused, "it rests");
    await page.keyboard.press("ArrowRight");
    await until((before) => globalThis.verve.studio.value.playing().time > before, paused);
    t.equal(await ask(() => globalThis.verve.studio.value.playing().actors[0].inputs[0]), 0, "and steers nobody");
  });

  await t.step("another key is chosen by clicking its cap", async () => {
    await find("legend").locator("[data-test=key-event-jump]").click();
    await page.keyboard.press("q");
    t.equal(await find("legend").locator("[data-test=key-event-jump]").textContent(), "Q", "Q jumps now");
    await find("stage").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("q");
    await inState("spring");
    await page.keyboard.press("Space");
    await t.release();
  });

  await t.step("a state is changed, renamed, duplicated, and all is undone", async () => {
    const before = JSON.stringify(await behaviour());
    await find("state-walk").locator("button").click();
    await find("drive-speed").fill("2.5");
    await page.keyboard.press("Enter");
    t.equal((await behaviour()).states[1].drive.speed, 2.5, "he drives faster");
    await t.shot("state");
    await find("state-name").fill("stride");
    await page.keyboard.press("Enter");
    t.ok((await behaviour()).transitions.some((transition) => transition.to === "stride"), "transitions follow the name");
    await find("duplicate-state").click();
    t.equal((await behaviour()).states.length, 8, "there is a copy");
    await find("delete-state").click();
    t.equal((await behaviour()).states.length, 7, "and it is gone");
    await find("transition-4").click();
    await find("add-condition").click();
    await find("add-condition-time").click();
    t.equal((await behaviour()).transitions[4].when.at(-1), { sense: "time", above: 0.5 }, "a condition is added");
    await find("transition-from").selectOption("");
    t.equal((await behaviour()).transitions[4].from, null, "it may begin anywhere");
    await t.shot("transition");
    await find("stage").focus();
    for (let i = 0; i < 6; i++) await page.keyboard.press("Control+z");
    t.equal(JSON.stringify(await behaviour()), before, "everything is as it was");
  });

  await t.step("an input is renamed and the script follows", async () => {
    await find("graph").click({ position: { x: 8, y: 8 } });
    await find("word-menu-walk").click();
    await find("rename-walk").click();
    await find("word-name").fill("go");
    await page.keyboard.press("Enter");
    t.equal((await behaviour()).inputs, ["go"], "it is called go");
    t.ok(await ask(() => globalThis.verve.project.value.scenes.find((s) => s.name === "jump-and-float").script.every((e) => e.do !== "input" || e.input === "go")), "scripts say go");
    t.equal(await ask(() => globalThis.verve.studio.value.check().filter((p) => p.rule === "V112")), [], "no script names what is not there");
    await find("stage").focus();
    await page.keyboard.press("Control+z");
    t.equal((await behaviour()).inputs, ["walk"], "and walk again");
  });

  await t.step("a new behaviour is made for who has none", async () => {
    await find("behaviour").selectOption("");
    t.ok(await find("drive-by-walker").isVisible(), "it offers what there is");
    await t.shot("undriven");
    await find("new-behaviour").click();
    t.equal(await ask(() => globalThis.verve.project.value.artworks[0].behaviours.map((b) => b.states.length)), [7, 1], "one with one state");
    await find("add-state").click();
    const made = await ask(() => globalThis.verve.project.value.artworks[0].behaviours[1]);
    t.equal([made.states.length, made.transitions.length], [2, 1], "a second state, and a way to it");
    await t.shot("new");
  });
}
