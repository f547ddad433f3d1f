// The timeline: a clip is made, keys are added, selected, moved, scaled, copied, pasted and deleted, by the mouse and
// by the keyboard; curves and their tangents are pulled; every step is undone; ten thousand keys do not slow it down.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export default async function (t) {
  const { page } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const core = (question, argument) => page.evaluate(question, argument);
  const { frames } = t;
  const clip = (name = "wave") => core((n) => globalThis.verve.project.value.clips.find((c) => c.name === n) ?? null, name);
  const steps = () => core(() => globalThis.verve.history.value.at);
  const canvas = find("sheet-canvas");

  // A stage with a puppet of the sack that plays a clip, made by the command.
  const project = join(t.work, "sack");
  cpSync(join(t.root, "examples/sack"), project, { recursive: true });
  const { artworks } = JSON.parse(readFileSync(join(project, "project.json"), "utf8"));
  const handles = artworks[0].handles.map((handle) => handle.name);
  const [one, two] = handles;
  const place = artworks[0].handles[0].at ?? artworks[0].handles[0].from;
  const key = (time, dx, more = {}) => ({ time, value: [place[0] + dx, place[1]], ...more });
  const commands = [
    { do: "scene.add", name: "stage", obstacles: [{ kind: "ground" }], actors: [{ name: "sack", artwork: "sack", kind: "puppet", at: [0, 1] }, { name: "other", artwork: "sack", kind: "puppet", at: [3, 1] }], seconds: 4, rate: 20 },
    { do: "clip.add", name: "wave", artwork: "sack", length: 3 },
    { do: "key.set", clip: "wave", handle: one, channel: "position", keys: [key(0, 0), key(0.5, 0.2), key(1, 0.4, { strength: 0.4 }), key(1.5, 0, { release: true, ease: 0.3 }), key(2.5, 0.1, { ease: 0.2 })] },
    { do: "key.set", clip: "wave", handle: one, channel: "angle", keys: [{ time: 0, value: 0 }, { time: 1, value: 0.8, curve: "linear" }, { time: 2, value: 0, curve: "step" }] },
    { do: "key.set", clip: "wave", handle: two, channel: "scale", keys: [{ time: 0.5, value: [1, 1] }, { time: 1.5, value: [1.2, 0.8] }] },
    { do: "actor.set", scene: "stage", actor: "sack", clip: "wave" },
  ];
  writeFileSync(join(t.work, "commands.json"), JSON.stringify(commands));
  t.verve("apply", project, join(t.work, "commands.json"));

  await t.open(project);
  await find("workspace-stage").click();
  await find("scene-stage").click();
  await canvas.waitFor();
  await frames();

  const row = (handle, channel) => find(`sheet-row-${channel ? `${handle}-${channel}` : handle}`);
  const keysOf = async (handle, channel) => (await clip()).tracks.find((track) => track.handle === handle && track.channel === channel)?.keys ?? [];
  const times = async (handle, channel) => (await keysOf(handle, channel)).map((k) => Math.round(k.time * 1000) / 1000);
  const chosen = () => core(() => document.querySelector('[data-test="key-inspector"] .w-section-detail')?.textContent ?? "");
  async function at(time, name) {
    const [box, view] = [await canvas.boundingBox(), await core(() => globalThis.verve.timeView.value)];
    const x = box.x + ((time - view.from) / (view.to - view.from)) * box.width;
    const names = name && (await name.boundingBox());
    return [x, names ? names.y + names.height / 2 : box.y + box.height / 2];
  }
  async function drag(from, to, modifier, before) {
    await page.mouse.move(...from);
    if (modifier) await page.keyboard.down(modifier);
    await page.mouse.down();
    for (let i = 1; i <= 6; i++) await page.mouse.move(from[0] + ((to[0] - from[0]) * i) / 6, from[1] + ((to[1] - from[1]) * i) / 6);
    await frames(3);
    if (before) await before();
    await page.mouse.up();
    if (modifier) await page.keyboard.up(modifier);
    await frames(2);
  }
  const undo = async (count = 1) => {
    for (let i = 0; i < count; i++) await page.keyboard.press("Control+z");
    await frames(2);
  };
  const empty = async () => page.mouse.click(...(await at(3.6, row(two, "position"))));

  await t.step("the selected puppet's clip is shown, with a row for every handle", async () => {
    await row(one, "position").waitFor();
    t.ok((await row(one, "angle").getAttribute("aria-label")).includes("3 keys"), "the row says how many keys it has");
    await row(one).locator(".sheet-twist").click();
    await t.becomes(() => row(one, "angle").count(), 0, "closed, its channels are gone");
    await row(one).locator(".sheet-twist").click();
    await row(one, "angle").waitFor();
    await t.shot("keys");
  });

  await t.step("the timeline is made higher by its edge", async () => {
    const edge = await find("splitter-sheet").boundingBox();
    const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2];
    await drag([x, y], [x, y - 120]);
    t.near((await find("timeline").boundingBox()).height, 352, 12, "as high as it was pulled");
    await row(two, "scale").waitFor();
  });

  await t.step("a key is dragged to a frame, in one step of undo; Alt lets it land between", async () => {
    const before = await steps();
    await drag(await at(0.5, row(one, "position")), await at(0.73, row(one, "position")), null, async () => t.equal((await times(one, "position"))[1], 0.75, "while it is dragged the project shows it"));
    t.equal(await times(one, "position"), [0, 0.75, 1, 1.5, 2.5], "it is on the frame");
    t.equal(await steps(), before + 1, "one step");
    await undo();
    t.equal(await times(one, "position"), [0, 0.5, 1, 1.5, 2.5], "undone");
    await drag(await at(0.5, row(one, "position")), await at(0.73, row(one, "position")), "Alt");
    const [, free] = await times(one, "position");
    t.near(free, 0.73, 0.012, "between frames");
    t.ok(Math.abs(free - 0.75) > 0.004, "and not on one");
    await undo();
    await drag(await at(0.5, row(one, "position")), await at(0.75, row(one, "position")), null, () => page.keyboard.press("Escape"));
    t.equal(await times(one, "position"), [0, 0.5, 1, 1.5, 2.5], "Escape takes it back");
  });

  await t.step("a frame selects, Shift adds, and what is selected moves together", async () => {
    await drag(await at(0.3, row(one, "position")), await at(1.2, row(one, "angle")));
    await t.becomes(chosen, "3 selected", "two positions and an angle");
    const [x, y] = await at(1.5, row(two, "scale"));
    await page.keyboard.down("Shift");
    await page.mouse.click(x, y);
    await page.keyboard.up("Shift");
    await t.becomes(chosen, "4 selected", "and a scale");
    await drag(await at(1, row(one, "angle")), await at(1.2, row(one, "angle")));
    t.equal([await times(one, "position"), await times(one, "angle"), await times(two, "scale")], [[0, 0.7, 1.2, 1.5, 2.5], [0, 1.2, 2], [0.5, 1.7]], "all by as much");
    await undo();
    await page.mouse.click(...(await at(1, row(one))));
    await t.becomes(chosen, "2 selected", "a key of a handle's own row is those of its channels");
    await empty();
    await t.becomes(chosen, "", "a click beside them selects none");
  });

  await t.step("a double click puts a key on the curve, K where the handle is", async () => {
    await page.mouse.dblclick(...(await at(0.25, row(one, "position"))));
    t.equal(await times(one, "position"), [0, 0.25, 0.5, 1, 1.5, 2.5], "a key more");
    const value = (await keysOf(one, "position"))[1].value[0] - place[0];
    t.ok(value > 0.02 && value < 0.18, `on the curve: ${value}`);
    await undo();
    await row(two, "position").click();
    await core(() => void (globalThis.verve.time.value = 2));
    await page.keyboard.press("k");
    t.equal(await times(two, "position"), [2], "at the playhead");
    t.equal(await times(two, "scale"), [0.5, 1.5], "on the chosen channel alone");
    await undo();
    t.equal(await times(two, "position"), [], "the track is gone again");
  });

  await t.step("G and S move and scale by keys and digits", async () => {
    await drag(await at(0.3, row(one, "position")), await at(1.2, row(one, "position")).then(([x, y]) => [x, y + 4]));
    await page.keyboard.press("g");
    for (const press of ["ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(press);
    await frames(3);
    t.equal(await times(one, "position"), [0, 0.65, 1.15, 1.5, 2.5], "three frames on, as a preview");
    await page.keyboard.press("Escape");
    t.equal(await times(one, "position"), [0, 0.5, 1, 1.5, 2.5], "Escape takes it back");
    await page.keyboard.press("g");
    await page.keyboard.type("-4");
    await page.keyboard.press("Enter");
    t.equal(await times(one, "position"), [0, 0.3, 0.8, 1.5, 2.5], "four frames back");
    await undo();
    await core(() => void (globalThis.verve.time.value = 0.5));
    await page.keyboard.press("s");
    await page.keyboard.type("1.6");
    await page.keyboard.press("Enter");
    t.equal(await times(one, "position"), [0, 0.5, 1.3, 1.5, 2.5], "about the playhead");
    await undo();
    await page.keyboard.press("ArrowRight");
    t.equal(await times(one, "position"), [0, 0.55, 1.05, 1.5, 2.5], "an arrow is a frame");
    await undo();
  });

  await t.step("keys are copied and pasted at the playhead, dragged copies, duplicated, deleted", async () => {
    await drag(await at(0.3, row(one, "position")), await at(1.2, row(one, "position")).then(([x, y]) => [x, y + 4]));
    await row(one).click();
    await page.keyboard.press("Control+c");
    await core(() => void (globalThis.verve.time.value = 1.75));
    await page.keyboard.press("Control+v");
    t.equal(await times(one, "position"), [0, 0.5, 1, 1.5, 1.75, 2.25, 2.5], "pasted");
    t.equal((await keysOf(one, "position"))[5].strength, 0.4, "with their strength");
    await undo();
    await row(two, "position").click();
    await page.keyboard.press("Control+v");
    t.equal(await times(two, "position"), [1.75, 2.25], "onto the selected handle");
    await undo();
    await drag(await at(0.5, row(one, "angle")), await at(1.2, row(one, "angle")).then(([x, y]) => [x, y + 4]));
    await drag(await at(1, row(one, "angle")), await at(1.4, row(one, "angle")), "Control");
    t.equal(await times(one, "angle"), [0, 1, 1.4, 2], "Ctrl+drag copies");
    await undo();
    await page.mouse.click(...(await at(1, row(one, "angle"))));
    await page.keyboard.press("Control+d");
    await page.keyboard.type("5");
    await page.keyboard.press("Enter");
    t.equal(await times(one, "angle"), [0, 1, 1.25, 2], "Ctrl+D and an amount");
    await page.keyboard.press("Delete");
    t.equal(await times(one, "angle"), [0, 1, 2], "Delete");
    await undo(2);
    t.equal(await core(() => globalThis.verve.project.value.scenes.find((s) => s.name === "stage").actors.length), 2, "the actor is still there");
  });

  await t.step("the inspector sets what keys are, also where they differ", async () => {
    await drag(await at(0.3, row(one, "position")), await at(1.2, row(one, "position")).then(([x, y]) => [x, y + 4]));
    t.ok((await find("key-inspector").textContent()).includes("Strength ≠"), "it says that strengths differ");
    await find("key-strength").focus();
    await page.keyboard.press("Home");
    await t.becomes(async () => (await keysOf(one, "position")).slice(1, 3).map((k) => k.strength), [0, 0], "both");
    await undo();
    await find("key-curve-step").click();
    await t.becomes(async () => (await keysOf(one, "position")).slice(1, 3).map((k) => k.curve), ["step", "step"], "steps");
    await undo();
    await find("key-release-free").click();
    await t.becomes(async () => (await keysOf(one, "position")).slice(1, 3).map((k) => k.release), [true, true], "let go");
    await undo();
    await find("key-position-0").fill("0.3");
    await page.keyboard.press("Enter");
    await t.becomes(async () => (await keysOf(one, "position")).slice(1, 3).map((k) => Math.round(1000 * k.value[0]) / 1000), [0.3, 0.3], "one value");
    await page.keyboard.press("Escape");
    await canvas.focus();
    await undo();
  });

  await t.step("curves: values and tangents are dragged, broken and found again", async () => {
    await row(one, "angle").click();
    await find("sheet-mode-curves").click();
    await frames(4);
    const box = await canvas.boundingBox();
    // 0…0.8 rad fill the picture but for 12 % above and below.
    const height = (value) => box.y + box.height * (1 - (0.12 + value / 0.8) / 1.24);
    const x = (await at(1))[0];
    await page.mouse.click(x, height(0.8));
    await t.becomes(chosen, `${one} · angle`, "the key is found where the curve is");
    await drag([x, height(0.8)], [x, height(0.4)]);
    t.near((await keysOf(one, "angle"))[1].value, 0.4, 0.03, "a value");
    t.equal(await times(one, "angle"), [0, 1, 2], "at the same time");
    await undo();
    await page.mouse.click((await at(0))[0], height(0));
    const end = [(await at(0))[0] + 46, height(0)];
    const slopes = async () => (await keysOf(one, "angle"))[0];
    t.equal((await slopes()).out, null, "found by itself at first");
    // The tangent of the first key ends 46 px to its right, in the direction that the core found.
    const found = await core(() => { const { project, studio } = globalThis.verve; const own = project.value.clips.find((c) => c.name === "wave"); const track = own.tracks.findIndex((tr) => tr.channel === "angle"); return studio.value.clipSlopes(project.value.clips.indexOf(own), track, own.tracks[track].keys.length)[2]; });
    const perSecond = (await at(1))[0] - (await at(0))[0];
    const rise = found * ((height(0) - height(0.8)) / 0.8);
    const length = Math.hypot(perSecond, rise);
    const grip = [end[0] - 46 + (46 * perSecond) / length, end[1] - (46 * rise) / length];
    await drag(grip, [grip[0] + 10, grip[1] - 40]);
    const pulled = await slopes();
    t.ok(pulled.out > 0.3, `steeper: ${pulled.out}`);
    t.equal(pulled.in, pulled.out, "both sides together");
    await t.shot("curves");
    await page.keyboard.press("t");
    await t.becomes(async () => (await slopes()).out, null, "T finds it again");
    await find("key-tangents-broken").click();
    await t.becomes(async () => (await slopes()).out !== null, true, "broken ones are kept as they are");
    await page.keyboard.press("Shift+T");
    await t.becomes(async () => [(await slopes()).in, (await slopes()).out], [0, 0], "flat");
    await canvas.focus();
    await undo(4);
    t.equal((await slopes()).out, null, "undone");
    await find("sheet-mode-keys").click();
  });

  await t.step("without a mouse: rows, keys, announcements", async () => {
    await row(one).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    t.equal(await core(() => document.activeElement.getAttribute("data-test")), `sheet-row-${one}-angle`, "down to the angle");
    await page.keyboard.press("Home");
    await core(() => void (globalThis.verve.time.value = 0));
    await row(one, "angle").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press(".");
    await t.becomes(() => find("sheet-spoken").textContent(), `${one}, angle, key 2 of 3, 1.00 seconds, frame 20, 46 degrees, strength 100 %, linear`, "the key is told");
    t.near(await core(() => globalThis.verve.time.value), 1, 1e-6, "the playhead goes there");
    await canvas.focus();
    await page.keyboard.press("ArrowRight");
    t.equal(await times(one, "angle"), [0, 1.05, 2], "moved");
    await page.keyboard.press("Delete");
    t.equal(await times(one, "angle"), [0, 2], "deleted");
    await undo(2);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("flat tangents");
    await page.keyboard.press("Enter");
    await t.becomes(async () => (await keysOf(one, "angle"))[1].out, 0, "the palette has everything too");
    await canvas.focus();
    await undo();
  });

  await t.step("the clip's end and beginning are dragged, and a range is played", async () => {
    await drag(await at(3).then(([x]) => [x, 0]).then(async ([x]) => [x, (await find("clip-end").boundingBox()).y + 10]), await at(3.4).then(async ([x]) => [x, (await find("clip-end").boundingBox()).y + 10]));
    t.near((await clip()).length, 3.4, 1e-4, "longer");
    await undo();
    const bar = await find("clip-bar").boundingBox();
    await drag([bar.x + 40, bar.y + 8], [bar.x + 40 + (await at(0.5))[0] - (await at(0))[0], bar.y + 8]);
    t.near(await core(() => globalThis.verve.project.value.scenes.find((s) => s.name === "stage").actors[0].clip_start), 0.5, 1e-4, "later");
    await undo();
    await core(() => void (globalThis.verve.time.value = 1));
    await page.keyboard.press("i");
    await core(() => void (globalThis.verve.time.value = 2));
    await page.keyboard.press("o");
    await find("range-marks").waitFor();
    await page.keyboard.press("Alt+o");
    await find("range-marks").waitFor({ state: "detached" });
  });

  await t.step("a puppet without a clip gets one by one button", async () => {
    await find("actor-other").click();
    await find("no-clip").waitFor();
    await t.shot("no-clip");
    await find("make-clip").click();
    await canvas.waitFor();
    t.equal(await core(() => globalThis.verve.project.value.scenes.find((s) => s.name === "stage").actors[1].clip), "clip", "it plays it");
    await row(one).click();
    await page.keyboard.press("k");
    t.equal((await clip("clip")).tracks.map((track) => [track.handle, track.channel]), [[one, "position"]], "and its first key is where the handle is");
    await find("actor-sack").click();
    await row(one, "angle").waitFor();
  });

  await t.step("ten thousand keys are drawn as quickly as few", async () => {
    const many = (n) => Array.from({ length: n }, (_, i) => ({ time: (3 * i) / n, value: [place[0] + 0.1 * Math.sin(i), place[1]] }));
    // What is drawn in a frame while the wheel zooms in and out, the most: calls to the canvas, which are the same on
    // every machine.
    const cost = () => core(async () => {
      const element = document.querySelector('[data-test="sheet-canvas"]');
      const { left, top, width, height } = element.getBoundingClientRect();
      const context = element.querySelector("canvas").getContext("2d");
      let calls = 0;
      for (const name of ["beginPath", "moveTo", "lineTo", "bezierCurveTo", "arc", "rect", "fill", "stroke", "fillRect", "strokeRect", "fillText", "drawImage"])
        context[name] = (...given) => (calls++, CanvasRenderingContext2D.prototype[name].apply(context, given));
      let most = 0;
      for (let i = 0; i < 30; i++) {
        calls = 0;
        element.dispatchEvent(new WheelEvent("wheel", { deltaY: i < 15 ? -60 : 60, clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true }));
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        most = Math.max(most, calls);
      }
      for (const name of Object.keys(context)) delete context[name];
      return most;
    });
    const few = await cost();
    await core(
      ({ names, keys }) => globalThis.verve.send(names.map((handle) => ({ do: "key.set", clip: "wave", handle, channel: "position", keys }))),
      { names: handles.slice(0, 5), keys: many(2000) },
    );
    await frames(3);
    t.ok((await keysOf(one, "position")).length >= 2000, "they are there");
    const now = await cost();
    console.log(`    calls for a frame: ${few}, with 10,000 keys ${now}`);
    t.ok(few > 100 && now < 5000, `far fewer calls than keys: ${now}`);
    await t.shot("many");
    await canvas.focus();
    await undo();
  });

  await t.step("it looks right in both themes, small and large", async () => {
    await find("actor-sack").click();
    await drag(await at(0.3, row(one, "position")), await at(1.2, row(one, "angle")));
    for (const theme of ["dark", "light"])
      for (const [width, height] of [[1280, 720], [3840, 2160]])
        for (const mode of ["keys", "curves"]) {
          await page.evaluate((name) => void (document.documentElement.dataset.theme = name), theme);
          await page.setViewportSize({ width, height });
          await find(`sheet-mode-${mode}`).click();
          await frames(5);
          await t.shot(`${mode}-${theme}-${width}`);
        }
  });
}
