// What directs puppets beyond keys: a family is made of two drawings and its handles are linked by hand; a region's
// motion is copied from one puppet to another, live and recorded; a handle follows a ball, a path, another puppet;
// every step is undone.
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export default async function (t) {
  const { page } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const core = (question, argument) => page.evaluate(question, argument);
  const { frames } = t;
  const families = () => core(() => globalThis.verve.project.value.families);
  const actor = (name) => core((n) => globalThis.verve.project.value.scenes.find((s) => s.name === "stage").actors.find((a) => a.name === n), name);
  const steps = () => core(() => globalThis.verve.history.value.at);
  const leave = () => core(() => document.activeElement?.blur());
  const undo = async (count = 1) => {
    await leave(); // a field has an undo of its own
    for (let i = 0; i < count; i++) await page.keyboard.press("Control+z");
    await frames(2);
  };

  // A stage with two puppets, made by the command: a square that is waved about, and an arc that stands.
  const project = join(t.work, "arcs");
  cpSync(join(t.root, "examples/principle-arcs"), project, { recursive: true });
  const commands = [
    { do: "family.remove", family: "box-and-arc" },
    { do: "clip.add", name: "wave", artwork: "square", length: 2 },
    { do: "key.set", clip: "wave", handle: "top", channel: "position", keys: [{ time: 0, value: [0, 0.94] }, { time: 0.5, value: [0.5, 1.0] }, { time: 1, value: [-0.5, 0.9] }] },
    { do: "key.set", clip: "wave", handle: "bottom", channel: "position", keys: [{ time: 0, value: [0, 0.0781] }, { time: 2, value: [0, 0.0781] }] },
    { do: "scene.add", name: "stage", seconds: 2, obstacles: [{ kind: "ground" }], background: "#F7F1E5", actors: [{ name: "square", artwork: "square", kind: "puppet", at: [-1, 0.2], clip: "wave" }, { name: "arc", artwork: "arc", kind: "puppet", at: [1, 0] }, { name: "last", artwork: "square", kind: "puppet", at: [3, 0] }] },
  ];
  writeFileSync(join(t.work, "commands.json"), JSON.stringify(commands));
  t.verve("apply", project, join(t.work, "commands.json"));
  await t.open(project);

  // Where a point of the stage is in the window.
  async function onScreen([x, y]) {
    const box = await find("stage").boundingBox();
    const { x: cx, y: cy, zoom } = await core(() => globalThis.verve.camera.value);
    return [box.x + box.width / 2 + (x - cx) * zoom, box.y + box.height / 2 - (y - cy) * zoom];
  }
  async function drag(from, to, modifier) {
    if (modifier) await page.keyboard.down(modifier);
    await page.mouse.move(...from);
    await page.mouse.down();
    for (let i = 1; i <= 6; i++) await page.mouse.move(from[0] + ((to[0] - from[0]) * i) / 6, from[1] + ((to[1] - from[1]) * i) / 6);
    await frames(2);
    await page.mouse.up();
    if (modifier) await page.keyboard.up(modifier);
    await frames(2);
  }
  // Both drawings of the link view are as high as each other, side by side about the middle: where a point of one is.
  async function inLinks(side, artwork, point) {
    const { low, high } = await core((name) => {
      const { studio, project: own } = globalThis.verve;
      const figure = studio.value.figure(own.value.artworks.findIndex((a) => a.name === name));
      return { low: figure.low, high: figure.high };
    }, artwork);
    const [wide, tall] = [high[0] - low[0], high[1] - low[1]];
    const scale = 1 / Math.max(tall, 0.6 * wide);
    const middle = (side ? 1 : -1) * (0.55 / 2 + (scale * wide) / 2);
    return onScreen([middle + scale * (point[0] - (low[0] + high[0]) / 2), scale * (point[1] - (low[1] + high[1]) / 2)]);
  }
  const handleAt = (artwork, handle) => core(([a, h]) => globalThis.verve.project.value.artworks.find((x) => x.name === a).handles.find((x) => x.name === h).at, [artwork, handle]);

  await find("workspace-stage").click();
  await find("scene-stage").click();
  await frames();

  await t.step("a family is made by hand of two drawings", async () => {
    await find("actor-square").click();
    await find("add-family").click();
    await find("family-inspector").waitFor();
    t.equal((await families()).map((f) => f.members), [["square"]], "of the selected actor's drawing");
    await t.shot("family-empty");
    await find("second-member").click();
    await find("add-member-arc").click();
    t.equal((await families())[0].members, ["square", "arc"], "and the other");
    await find("family-name").fill("box and arc");
    await page.keyboard.press("Enter");
    t.equal((await families())[0].name, "box and arc", "with a name");
    await find("family-margin-value").fill("0.5");
    await page.keyboard.press("Enter");
    t.near((await families())[0].margin, 0.5, 1e-6, "reluctance");
    await undo();
    t.near((await families())[0].margin, 0.3, 1e-6, "undone");
  });

  await t.step("handles are linked by dragging from one drawing to the other", async () => {
    await find("open-links").click();
    await find("linkbar").waitFor();
    await frames(4);
    await t.still();
    const [bottom, foot] = [await handleAt("square", "bottom"), await handleAt("arc", "foot-left")];
    await drag(await inLinks(0, "square", bottom), await inLinks(1, "arc", foot));
    t.equal((await families())[0].links, [{ from: "square", to: "arc", handles: ["bottom", "foot-left"], keep: ["position"] }], "linked");
    await find("link-1").waitFor();
    // From the right to the left: it is the same link.
    await drag(await inLinks(1, "arc", await handleAt("arc", "foot-right")), await inLinks(0, "square", await handleAt("square", "top")));
    t.equal((await families())[0].links[1].handles, ["top", "foot-right"], "and another, from the other side");
    await t.shot("links");
    // The line is seen: its ink lies halfway between the two handles.
    const [ax, ay] = await inLinks(0, "square", bottom);
    const [bx, by] = await inLinks(1, "arc", foot);
    const middle = [ax + 0.4 * (bx - ax), ay + 0.4 * (by - ay)];
    const shot = await page.screenshot({ clip: { x: middle[0] - 3, y: middle[1] - 3, width: 6, height: 6 } });
    const reddest = await core(async (data) => {
      const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], { type: "image/png" }));
      const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
      canvas.drawImage(picture, 0, 0);
      const { data: pixels } = canvas.getImageData(0, 0, picture.width, picture.height);
      let best = 0;
      for (let i = 0; i < pixels.length; i += 4) best = Math.max(best, pixels[i] - pixels[i + 2]);
      return best;
    }, shot.toString("base64"));
    t.ok(reddest > 120, `the first line is tomato: ${reddest}`);
    await undo();
    t.equal((await families())[0].links.length, 1, "undone");
    await undo();
    t.equal(await find("link-1").count(), 0, "all of it");
    await page.keyboard.press("Control+Shift+z");
    await page.keyboard.press("Control+Shift+z");
    await t.becomes(async () => (await families())[0].links.length, 2, "and done again");
  });

  await t.step("a click on a line says what it keeps; Alt links points; Delete unlinks", async () => {
    const [ax, ay] = await inLinks(0, "square", await handleAt("square", "bottom"));
    const [bx, by] = await inLinks(1, "arc", await handleAt("arc", "foot-left"));
    await page.mouse.click(ax + 0.5 * (bx - ax), ay + 0.5 * (by - ay));
    await find("link-keep-angle").click();
    await t.becomes(async () => (await families())[0].links.find((l) => l.handles[0] === "bottom").keep, ["position", "angle"], "its angle too");
    await t.shot("link-menu");
    await drag(await inLinks(0, "square", [-0.2, 0.5]), await inLinks(1, "arc", [0, 0.74]), "Alt");
    await t.becomes(async () => (await families())[0].links.length, 3, "two points");
    const points = (await families())[0].links[2].points;
    t.near(points[0][0], -0.2, 0.02, "where it was begun");
    t.near(points[1][1], 0.74, 0.02, "and ended");
    await find("link-3").locator("button").first().click();
    await leave();
    await page.keyboard.press("Delete");
    await t.becomes(async () => (await families())[0].links.length, 2, "the selected link goes");
    await find("link-from").selectOption("left");
    await find("link-to").selectOption("knee-left");
    await find("link-add").click();
    await t.becomes(async () => (await families())[0].links.length, 3, "links are made without a pointer too");
    await find("unlink-3").click();
    await t.becomes(async () => (await families())[0].links.length, 2, "and taken away");
    await leave();
    await page.keyboard.press("Escape");
    await find("linkbar").waitFor({ state: "detached" });
  });

  await t.step("an actor belongs to the family, and the stage says what it is", async () => {
    await find("actor-square").click();
    await find("actor-family").selectOption("box and arc");
    t.equal((await actor("square")).family, "box and arc", "it does");
    await frames();
    await t.shot("badge");
    await undo();
    t.equal((await actor("square")).family, null, "undone");
  });

  // Of an actor at a time: its vertices.
  const verticesAt = (index, time) => core(([i, at]) => {
    const { studio } = globalThis.verve;
    while (!studio.value.seek(at));
    return Array.from(studio.value.playing().actors[i].vertices);
  }, [index, time]);
  const apart = (a, b) => Math.max(...a.map((v, i) => Math.abs(v - b[i])));
  // How far the shape changes between two moments, wherever it falls to: about its own middle.
  const centred = (v) => {
    const n = v.length / 2;
    const [mx, my] = [v.filter((_, i) => i % 2 === 0).reduce((s, x) => s + x, 0) / n, v.filter((_, i) => i % 2 === 1).reduce((s, x) => s + x, 0) / n];
    return v.map((x, i) => x - (i % 2 ? my : mx));
  };
  const bends = async (index) => apart(centred(await verticesAt(index, 0)), centred(await verticesAt(index, 0.5)));

  // The section that a control is in may be closed.
  async function opened(title, test) {
    if ((await find(test).count()) === 0) await page.locator(`section[aria-label="${title}"] .w-section-title`).click();
    await find(test).first().waitFor();
  }

  await t.step("Ctrl+C and Ctrl+V carry a region's motion from one puppet to another", async () => {
    const before = await bends(1);
    await find("actor-square").click();
    await opened("Copied motion", "region-handle");
    await find("region-handle").selectOption("top");
    await find("region-threshold-value").fill("0.3");
    await page.keyboard.press("Enter");
    await find("region-shown").click();
    await frames(3);
    await t.shot("region");
    await leave();
    await page.keyboard.press("Control+c");
    await find("copied").waitFor();
    await find("actor-arc").click();
    await core(() => void (globalThis.verve.time.value = 0));
    await frames(3);
    const crown = await handleAt("arc", "crown");
    await page.mouse.click(...(await onScreen([1 + crown[0], crown[1]])));
    await page.keyboard.press("Control+v");
    await t.becomes(async () => (await actor("arc")).copies.map((c) => [c.from, c.regions.map((r) => [r.from, Math.round(100 * r.from_threshold) / 100, r.to])]), [["square", [["top", 0.3, "crown"]]]], "live, since the square stands before it");
    const after = await bends(1);
    t.ok(after > before + 0.1, `the arc moves: ${before.toFixed(3)} m before, ${after.toFixed(3)} m after`);
    await find("copy-0").waitFor();
    await t.shot("copies");
    // While it plays, as a person would see it.
    await core(() => { globalThis.verve.time.value = 0; globalThis.verve.playing.value = true; });
    await t.becomes(() => core(() => globalThis.verve.time.value > 0.3), true, "it plays");
    await core(() => void (globalThis.verve.playing.value = false));
    await find("copy-0-0-place-value").fill("0.5");
    await page.keyboard.press("Enter");
    t.near((await actor("arc")).copies[0].regions[0].place, 0.5, 1e-6, "its strengths can be set");
    await leave();
    await undo(2);
    t.equal((await actor("arc")).copies, [], "undone");
    t.near(await bends(1), before, 1e-3, "and it stands as before");
  });

  await t.step("where it cannot be live, and with Shift, a recording is made", async () => {
    await find("actor-arc").click();
    await find("region-handle").selectOption("crown");
    await leave();
    await page.keyboard.press("Control+Shift+v");
    await t.becomes(async () => (await actor("arc")).copies.map((c) => [c.from, c.recording]), [[null, "square motion"]], "recorded");
    const recording = await core(() => globalThis.verve.project.value.recordings[0]);
    t.equal([recording.artwork, recording.rate, recording.regions.length, recording.regions[0].frames.length], ["square", 60, 1, 121], "two seconds of it");
    t.ok((await bends(1)) > 0.1, "it moves by the recording");
    // The square takes motion from the last, which stands behind it: recorded by itself. Two regions at once, by their
    // names.
    await undo();
    t.equal(await core(() => globalThis.verve.project.value.recordings.length), 0, "one step takes both back");
    await find("actor-last").click();
    await find("region-handle").selectOption("left");
    await leave();
    await page.keyboard.press("Control+c");
    await find("actor-square").click();
    await find("region-handle").selectOption("right");
    await leave();
    await page.keyboard.press("Control+v");
    await t.becomes(async () => (await actor("square")).copies.map((c) => c.recording), ["last motion"], "from one that stands behind");
    await undo();
  });

  await t.step("a handle follows a ball, a path drawn on the stage, another puppet", async () => {
    const before = await verticesAt(1, 0.5);
    await find("actor-arc").click();
    await find("region-handle").selectOption("crown");
    await opened("Follows", "first-follow");
    await find("first-follow").click();
    await find("add-follow-particle").click();
    await find("follow-0").waitFor();
    t.equal((await actor("arc")).follows.map((f) => [f.handle, f.particle?.velocity]), [["crown", [0, 2]]], "the selected handle goes after a ball");
    t.ok(apart(before, await verticesAt(1, 0.5)) > 0.1, "and takes the drawing along");
    await find("follow-0-floor").click();
    t.equal((await actor("arc")).follows[0].particle.floor, 0, "which bounces from the ground");
    await find("follow-0-strength-value").fill("0.6");
    await page.keyboard.press("Enter");
    t.near((await actor("arc")).follows[0].strength, 0.6, 1e-6, "strength");
    await find("follow-0-ends").click();
    t.equal((await actor("arc")).follows[0].until, 2, "until");
    await core(() => void (globalThis.verve.time.value = 0));
    await frames(3);
    await t.shot("follow");
    await find("follow-0-kind").selectOption("path");
    await find("follow-0-draw").click();
    const way = [[1, 0.8], [1.3, 1.2], [1.7, 1.3], [2, 1]];
    await page.mouse.move(...(await onScreen(way[0])));
    await page.mouse.down();
    for (const point of way) await page.mouse.move(...(await onScreen(point)), { steps: 4 });
    await page.mouse.up();
    await t.becomes(async () => (await actor("arc")).follows[0].path?.points.length > 2, true, "drawn");
    const drawn = (await actor("arc")).follows[0].path.points;
    t.near(drawn.at(-1)[0], 2, 0.03, "to where it was drawn");
    await frames(3);
    await t.shot("path");
    await find("follow-0-kind").selectOption("of");
    await find("follow-0-of").selectOption("top");
    t.equal((await actor("arc")).follows[0].of, { actor: "square", handle: "top", relative: true }, "another puppet's handle");
    await leave();
    const now = await steps();
    await undo(8);
    t.equal((await actor("arc")).follows, [], `undone: ${now} steps`);
  });

  await t.step("what an artwork is made of as a puppet", async () => {
    await find("workspace-rig").click();
    await find("artworks").getByText("square").click();
    await frames();
    await opened("As a puppet", "puppet-elastic");
    const puppet = () => core(() => globalThis.verve.project.value.artworks.find((a) => a.name === "square").puppet);
    await find("puppet-elastic-springs").click();
    t.equal((await puppet()).elastic, "springs", "springs");
    await find("puppet-clusters-value").fill("40");
    await page.keyboard.press("Enter");
    await find("stiffnesses-square-value").fill("3");
    await page.keyboard.press("Enter");
    await find("join-b").selectOption("top");
    await find("join-add").click();
    const made = await puppet();
    t.equal([made.clusters, made.stiffnesses, made.joins], [40, { square: 3 }, [{ a: "bottom", b: "top", keep: ["position"] }]], "detail, stiffness and a join");
    await t.shot("puppet");
    await leave();
    await undo(4);
    t.equal([(await puppet()).elastic, (await puppet()).joins], ["arap", []], "undone");
    await find("workspace-stage").click();
  });

  await t.step("it looks right in both themes, small and large", async () => {
    await core(() => globalThis.verve.send([
      { do: "actor.set", scene: "stage", actor: "square", family: "box and arc" },
      { do: "actor.set", scene: "stage", actor: "arc", copies: [{ from: "square", regions: [{ from: "top", to: "crown" }, { from: "bottom", to: "foot-left" }] }], follows: [{ handle: "foot-right", path: { points: [[1.4, 0.1], [1.8, 0.6], [2.2, 0.3]], seconds: 2 } }] },
    ]));
    for (const theme of ["dark", "light"])
      for (const [width, height] of [[1280, 720], [1440, 900]]) {
        await page.evaluate((name) => void (document.documentElement.dataset.theme = name), theme);
        await page.setViewportSize({ width, height });
        await find("actor-arc").click();
        await frames(5);
        await t.shot(`actor-${theme}-${width}`);
        await find("family-box and arc").click();
        await find("open-links").click();
        await frames(8);
        await t.shot(`links-${theme}-${width}`);
        await leave();
        await page.keyboard.press("Escape");
      }
  });
}
