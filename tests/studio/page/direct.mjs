// Directing a puppet on the stage: its handles are dragged into keys, led by hand, recorded; ghosts and motion paths
// show where it was and will be; a key is dragged on its path; scrubbing shows what playing shows, bit for bit.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const HELD = ["hips", "foot-near", "foot-far"];

export default async function (t) {
  const { page } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const core = (question, argument) => page.evaluate(question, argument);
  const { frames } = t;

  // A man who stands and waves: feet and hips are held, a hand goes up and down, the rest hangs.
  const project = join(t.work, "man");
  cpSync(join(t.root, "examples/puppet-walk"), project, { recursive: true });
  const { artworks } = JSON.parse(readFileSync(join(project, "project.json"), "utf8"));
  const rest = (name) => artworks[0].handles.map((h, index) => ({ ...h, index })).find((h) => h.name === name);
  const pivot = (name) => rest(name).at ?? rest(name).from;
  const hand = "hand-far";
  const away = (dx, dy) => [pivot(hand)[0] + dx, pivot(hand)[1] + dy];
  const commands = [
    { do: "clip.add", name: "wave", artwork: "man", length: 4 },
    ...HELD.map((handle) => ({ do: "key.set", clip: "wave", handle, channel: "position", keys: [{ time: 0, value: pivot(handle) }] })),
    { do: "key.set", clip: "wave", handle: hand, channel: "position", keys: [{ time: 0.4, value: away(0.1, 0) }, { time: 1.2, value: away(0.3, 0.6) }, { time: 2, value: away(0.05, 0.75) }, { time: 2.8, value: away(0.3, 0.2), strength: 0.6, release: true }] },
    { do: "scene.add", name: "stage", seconds: 4, rate: 25, obstacles: [{ kind: "ground" }], actors: [{ name: "man", artwork: "man", kind: "puppet", clip: "wave" }, { name: "other", artwork: "man", at: [2, 0] }] },
  ];
  writeFileSync(join(t.work, "commands.json"), JSON.stringify(commands));
  t.verve("apply", project, join(t.work, "commands.json"));
  const scenes = JSON.parse(readFileSync(join(project, "project.json"), "utf8")).scenes.map((s) => s.name);

  await t.open(project);
  await find("workspace-stage").click();
  await find("scene-stage").click();
  await find("sheet-canvas").waitFor();
  await frames();

  // ---- What a person sees and does

  const stage = find("stage");
  async function screen([x, y]) {
    const [box, camera] = [await stage.boundingBox(), await core(() => globalThis.verve.camera.value)];
    return [box.x + box.width / 2 + (x - camera.x) * camera.zoom, box.y + box.height / 2 - (y - camera.y) * camera.zoom];
  }
  const actor = (question, argument) => core(([ask, arg]) => {
    const play = globalThis.verve.studio.value.playing();
    return new Function("play", "actor", "arg", `return ${ask}`)(play, play.actors[0], arg);
  }, [question, argument]);
  const handleAt = async (name) => {
    const pose = await actor("[...actor.handles.subarray(6 * arg, 6 * arg + 6)]", rest(name).index);
    const [x, y] = pivot(name);
    return [pose[0] * x + pose[1] * y + pose[4], pose[2] * x + pose[3] * y + pose[5]];
  };
  const vertices = () => actor("[...actor.vertices]");
  const moved = (a, b) => Math.max(...a.map((v, i) => Math.abs(v - b[i])));
  const goTo = async (time) => {
    await core((at) => void (globalThis.verve.time.value = at), time);
    await t.becomes(async () => Math.abs((await actor("play.time")) - time) < 1e-5, true, `it goes to ${time} s`);
    await frames(2);
  };
  const keys = (handle, channel = "position") =>
    core(([h, c]) => globalThis.verve.project.value.clips.find((clip) => clip.name === "wave").tracks.find((track) => track.handle === h && track.channel === c)?.keys ?? [], [handle, channel]);
  const times = async (handle, channel) => (await keys(handle, channel)).map((k) => Math.round(k.time * 1000) / 1000);
  const steps = () => core(() => globalThis.verve.history.value.at);
  const hash = () => core(() => globalThis.verve.studio.value.playHash());
  const undo = async () => {
    await page.keyboard.press("Control+z");
    await frames(2);
  };
  async function drag(from, to, { during, modifier, count = 8, passing = 0 } = {}) {
    await page.mouse.move(...from);
    if (modifier) await page.keyboard.down(modifier);
    await page.mouse.down();
    for (let i = 1; i <= count; i++) {
      await page.mouse.move(from[0] + ((to[0] - from[0]) * i) / count, from[1] + ((to[1] - from[1]) * i) / count);
      if (passing) await t.pass(passing);
    }
    await frames(3);
    await during?.();
    await page.mouse.up();
    if (modifier) await page.keyboard.up(modifier);
    await frames(3);
  }
  const by = ([x, y], dx, dy) => [x + dx, y + dy];
  // Whether a switch of the timeline is on; puts it there.
  async function turn(test, on) {
    const button = find(test);
    if ((await button.getAttribute("aria-pressed")) !== String(on)) await button.click();
    await frames();
  }
  // What a picture of the stage shows more of than another: pixels that went towards teal, and towards plum.
  const picture = async () => (await stage.screenshot()).toString("base64");
  const gained = async (before) => core(async (shots) => {
    const [one, two] = await Promise.all(shots.map(async (base64) => {
      const shown = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
      const canvas = new OffscreenCanvas(shown.width, shown.height).getContext("2d");
      canvas.drawImage(shown, 0, 0);
      return canvas.getImageData(0, 0, shown.width, shown.height).data;
    }));
    let [teal, plum] = [0, 0];
    for (let i = 0; i < one.length; i += 4) {
      const [red, green, blue] = [0, 1, 2].map((k) => two[i + k] - one[i + k]);
      if (red < -8 && red < green - 3 && red < blue - 3) teal++;
      else if (green < -8 && green < blue - 3 && green < red - 3) plum++;
    }
    return { teal, plum };
  }, [before, await picture()]);

  await t.step("the selected puppet shows its handles; a click selects one, here and on the timeline", async () => {
    await page.mouse.click(...(await screen(await handleAt("belly"))));
    await frames();
    await page.keyboard.press("f");
    await t.still();
    await goTo(1.2);
    await page.mouse.click(...(await screen(await handleAt(hand))));
    await t.becomes(() => core(() => document.querySelector('[data-test="sheet-row-hand-far"]')?.getAttribute("aria-selected")), "true", "its row is selected");
    t.near(await actor("play.time"), 1.2, 1e-6, "a click leaves the playhead where it is");
    await t.shot("handles");
  });

  await t.step("auto-key: dragged, the drawing follows at once and a key appears; undo takes both back", async () => {
    await page.keyboard.press("a");
    t.equal(await find("clip-auto-key").getAttribute("aria-pressed"), "true", "A turns auto-key on");
    await goTo(1.6);
    const [before, at, first] = [await vertices(), await handleAt(hand), await steps()];
    const zoom = await core(() => globalThis.verve.camera.value.zoom);
    await drag(await screen(at), by(await screen(at), 40, 60), {
      during: async () => {
        const off = async () => {
          const now = await handleAt(hand);
          return Math.hypot((now[0] - at[0]) * zoom - 40, (now[1] - at[1]) * zoom + 60) < 6;
        };
        await t.becomes(off, true, "the handle is under the pointer");
        t.equal(await steps(), first, "nothing is kept yet");
        // The page saves by itself when the window is hidden, and some seconds after the last change: not what is
        // dragged.
        await core(() => {
          Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
          delete document.visibilityState;
        });
        await t.becomes(() => core(() => globalThis.verve.savedState.value), "saved", "saved in the middle of a drag");
        t.ok(await off(), "what is dragged stays under the pointer");
        t.ok(!readFileSync(join(project, "project.json"), "utf8").includes("1.6,"), "and is not in the file");
        await t.shot("auto-key");
      },
    });
    t.ok(moved(before, await vertices()) > 0.03, "the drawing has moved");
    t.equal(await times(hand), [0.4, 1.2, 1.6, 2, 2.8], "a key at the playhead");
    t.equal(await steps(), first + 1, "one step");
    await undo();
    t.equal(await times(hand), [0.4, 1.2, 2, 2.8], "undone");
    t.ok(moved(before, await vertices()) < 1e-6, "and the drawing is back");
  });

  await t.step("Shift turns, R and S turn and scale by the pointer and key that channel", async () => {
    const at = await screen(await handleAt("head"));
    await page.mouse.click(...at);
    await page.keyboard.press("r");
    await page.mouse.move(...by(at, 80, 0));
    await frames();
    await page.mouse.move(...by(at, 0, 80));
    await frames();
    await page.mouse.click(...by(at, 0, 80));
    await t.becomes(() => times("head", "angle"), [1.6], "R keys the angle");
    await undo();
    await page.keyboard.press("s");
    await page.mouse.move(...by(at, 120, 0));
    await frames();
    await page.mouse.click(...by(at, 120, 0));
    await t.becomes(() => times("head", "scale"), [1.6], "S keys the scale");
    await undo();
    await drag(by(await screen(await handleAt(hand)), 0, 0), by(await screen(await handleAt(hand)), 0, -70), { modifier: "Shift" });
    t.equal(await times(hand, "angle"), [1.6], "Shift turns");
    await undo();
    t.equal([await times("head", "angle"), await times("head", "scale"), await times(hand, "angle")], [[], [], []], "all undone");
  });

  await t.step("K keys the selected handles as they stand", async () => {
    await page.mouse.click(...(await screen(await handleAt("head"))));
    await page.keyboard.press("k");
    await t.becomes(() => times("head"), [1.6], "a key");
    const [key] = await keys("head");
    const at = await handleAt("head");
    t.near(Math.hypot(key.value[0] - at[0], key.value[1] - at[1]), 0, 2e-3, "where it is");
    await undo();
  });

  await t.step("without auto-key a hand leads it while the scene runs, and it is then as before", async () => {
    await turn("clip-auto-key", false);
    const [before, at, first, was] = [await vertices(), await handleAt(hand), await steps(), await hash()];
    await t.hold();
    await drag(await screen(at), by(await screen(at), -60, 40), { passing: 2, during: async () => t.ok(moved(before, await vertices()) > 0.03, "it is led") });
    t.equal(await steps(), first, "no key");
    t.equal([await hash(), await actor("play.live"), Math.round(1000 * (await actor("play.time")))], [was, 0, 1600], "as before");
    await t.release();
  });

  await t.step("a drag while it plays is recorded and thinned to a few keys, in one step", async () => {
    await goTo(0);
    const first = await steps();
    await t.hold();
    await page.keyboard.press("Shift+A");
    await page.keyboard.press("Space");
    await t.pass(18);
    const begin = await screen(await handleAt("hips"));
    await page.mouse.move(...begin);
    await page.mouse.down();
    for (let i = 1; i <= 40; i++) {
      await page.mouse.move(begin[0] - 30 * Math.sin(i / 8), begin[1] + 0.5 * i);
      await t.pass(1);
    }
    const end = await actor("play.time");
    await page.mouse.up();
    await page.keyboard.press("Space");
    await t.release();
    await frames(5);
    const recorded = (await times("hips")).slice(1);
    t.ok(recorded.length >= 3 && recorded.length <= 20, `${recorded.length} keys`);
    t.ok(recorded[0] > 0.25 && recorded.at(-1) <= end + 1e-3, `while it was dragged: ${recorded[0]}…${recorded.at(-1)}, until ${end}`);
    t.equal(await steps(), first + 1, "one step");
    t.equal(await actor("play.live"), 0, "what the hand did is in the keys now");
    const middle = recorded[Math.floor(recorded.length / 2)];
    await goTo(middle);
    const wanted = (await keys("hips"))[1 + Math.floor(recorded.length / 2)].value;
    const there = await handleAt("hips");
    t.near(Math.hypot(wanted[0] - there[0], wanted[1] - there[1]), 0, 0.03, "and plays as it was drawn");
    await t.shot("recorded");
    await undo();
    t.equal(await times("hips"), [0], "undone");
    await turn("clip-record", false);
  });

  await t.step("ghosts before and after the playhead", async () => {
    await goTo(1.6);
    await turn("clip-ghosts", false);
    await turn("clip-path", false);
    await frames(10);
    const none = await picture();
    await turn("clip-ghosts", true);
    await t.becomes(async () => (await gained(none)).plum > 150, true, "those after are plum");
    const seen = await gained(none);
    t.ok(seen.teal > 150, `those before are teal: ${JSON.stringify(seen)}`);
    await t.shot("ghosts");
    await find("ghosts-after").fill("0");
    await page.keyboard.press("Enter");
    await t.becomes(async () => (await gained(none)).plum < seen.plum / 4, true, "none after");
    t.ok((await gained(none)).teal > 150, "those before stay");
    await find("ghosts-after").fill("3");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await turn("clip-ghosts", false);
  });

  await t.step("a key is dragged on its motion path, and with Alt along it", async () => {
    await page.mouse.click(...(await screen(await handleAt(hand))));
    const none = await picture();
    await turn("clip-path", true);
    await t.becomes(async () => (await gained(none)).plum > 60, true, "the path is seen");
    await t.shot("path");
    const [first, second] = [await steps(), (await keys(hand))[1]];
    const square = await screen(second.value);
    await drag(square, by(square, 30, 20), { during: () => t.shot("path-dragged") });
    const zoom = await core(() => globalThis.verve.camera.value.zoom);
    const now = (await keys(hand))[1];
    t.near(now.value[0] - second.value[0], 30 / zoom, 1 / zoom, "sideways");
    t.near(now.value[1] - second.value[1], -20 / zoom, 1 / zoom, "and up");
    t.equal([now.time, await steps()], [second.time, first + 1], "at the same time, one step");
    await undo();
    await t.becomes(() => core(() => globalThis.verve.studio.value.compute(2, 0) >= 1.99), true, "the way is known again");
    await frames(5);
    // Where the hand is a moment before that key: there its square is dragged.
    const earlier = await core(([index]) => [...globalThis.verve.studio.value.path(0, index, 0.99, 1.01)].slice(1, 3), [rest(hand).index]);
    await drag(square, await screen(earlier), { modifier: "Alt", count: 12 });
    const [, later] = await times(hand);
    t.near(later, 1, 0.09, "an earlier moment");
    t.equal((await keys(hand))[1].value, second.value, "the same place");
    await undo();
    t.equal(await times(hand), [0.4, 1.2, 2, 2.8], "undone");
    await turn("clip-path", false);
  });

  await t.step("scrubbing shows what playing shows, to the bit", async () => {
    await page.keyboard.press("Escape");
    await goTo(0);
    const step = await actor("play.step");
    const played = [];
    for (let i = 0; i <= 100; i += 5) {
      await core((at) => globalThis.verve.studio.value.seek(at), i * step);
      played.push(await hash());
    }
    for (const i of [17, 3, 20, 9, 1, 12]) {
      await goTo(i * 5 * step);
      t.equal(await hash(), played[i], `at ${(i * 5 * step).toFixed(2)} s`);
    }
    // After a key in the middle was changed, what lies before it is known and what lies behind it is new, and both are
    // what a fresh performance shows.
    await goTo(1.6);
    const [changed] = [await hash()];
    await page.mouse.click(...(await screen(await handleAt("head"))));
    await page.keyboard.press("k");
    await frames(3);
    await goTo(2);
    const edited = await hash();
    await page.keyboard.press("Shift+Home");
    await goTo(2);
    t.equal(await hash(), edited, "as a fresh performance");
    await page.keyboard.press("Control+s");
    await t.becomes(() => core(() => globalThis.verve.savedState.value), "saved", "saved");
    t.equal(t.verve("simulate", project, "--scene", "stage", "--frames", "51", "--hash"), edited, "as verve simulate");
    await undo();
    await goTo(1.6);
    t.equal(await hash(), changed, "undone");
    t.ok(scenes.includes("stage"), "on its own stage");
  });

  await t.step("the play range and looping are honoured", async () => {
    await goTo(0.8);
    await page.keyboard.press("i");
    await goTo(1.2);
    await page.keyboard.press("o");
    await core(() => void (globalThis.verve.looping.value = true));
    await goTo(1.1);
    await t.hold();
    await page.keyboard.press("Space");
    const seen = [];
    for (let i = 0; i < 25; i++) {
      seen.push(await core(() => globalThis.verve.time.value));
      await t.pass(2);
    }
    await page.keyboard.press("Space");
    await t.release();
    t.ok(seen.some((time, i) => i && time < seen[i - 1]), "it goes round");
    t.ok(seen.every((time) => time >= 0.79 && time <= 1.21), `within the range: ${Math.min(...seen)}…${Math.max(...seen)}`);
    await page.keyboard.press("Alt+o");
  });

  await t.step("the inspector says what a puppet is: kind, clip, poses, material", async () => {
    const own = (name = "man") => core((n) => globalThis.verve.project.value.scenes.find((s) => s.name === "stage").actors.find((a) => a.name === n), name);
    const first = await steps();
    await find("actor-clip").selectOption("");
    await t.becomes(async () => (await own()).clip, null, "it plays nothing");
    await undo();
    await find("actor-clip").selectOption({ label: "New clip" });
    await t.becomes(async () => (await own()).clip, "clip", "it plays a new clip");
    await undo();
    await find("attraction-sad-a").click();
    await find("attraction-rest").click();
    await t.becomes(async () => (await own()).attractions, ["rest", "sad-a"], "in the drawing's order");
    await find("material-examples").waitFor();
    await t.shot("inspector");
    await undo();
    await undo();
    await find("material-owner-actor").click();
    await find("material-stiffness").focus();
    await page.keyboard.press("End");
    await t.becomes(async () => (await own()).material.stiffness, 30, "its own firmness");
    await goTo(1.6);
    await find("material-stiffness").scrollIntoViewIfNeeded();
    await t.shot("material");
    await find("material-forget").click();
    await t.becomes(async () => (await own()).material, {}, "as the drawing again");
    await undo();
    await undo();
    await find("actor-kind-sprite").click();
    await t.becomes(async () => [(await own()).kind, (await own()).clip], ["sprite", "wave"], "a sprite plays its clip too");
    await find("actor-clip").waitFor();
    await undo();
    await t.becomes(async () => [(await own()).kind, (await own()).clip], ["puppet", "wave"], "and back");
    t.equal(await steps(), first, "all of it undone");
  });
}
