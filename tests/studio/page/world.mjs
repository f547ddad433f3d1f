// What a stage has besides its actors: joints are drawn, obstacles get paths with keys, zones are drawn; actors swing,
// ride and float as they then must.
import { cpSync } from "node:fs";
import { join } from "node:path";

export default async function (t) {
  const { page, frames } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const stage = find("stage");
  const core = (question, argument) => page.evaluate(question, argument);
  const scene = () => core(() => globalThis.verve.project.value.scenes.find((s) => s.name === "yard"));
  const send = async (command) => t.ok(await core((c) => globalThis.verve.send(c), { scene: "yard", ...command }), `${command.do} is done`);
  const actor = (index) => core((i) => (({ x, y, angle, asleep }) => ({ x, y, angle, asleep }))(globalThis.verve.studio.value.playing().actors[i]), index);
  // The stage at a time, and where everything is then.
  async function seek(seconds) {
    await core((at) => void (globalThis.verve.time.value = at), seconds);
    await t.becomes(() => core(() => Math.round(1000 * globalThis.verve.studio.value.playing().time)), Math.round(1000 * seconds), `it is at ${seconds} s`);
  }
  const shown = () => core(() => {
    const { joints, zones, obstacles } = globalThis.verve.studio.value.playing();
    return { joints, zones, obstacles: [...obstacles] };
  });
  async function place([x, y]) {
    const box = await stage.boundingBox();
    const { x: midX, y: midY, zoom } = await core(() => globalThis.verve.camera.value);
    return [box.x + box.width / 2 + (x - midX) * zoom, box.y + box.height / 2 - (y - midY) * zoom];
  }
  async function drag(from, to, { steps = 10, keep = false } = {}) {
    const [a, b] = [await place(from), await place(to)];
    await page.mouse.move(...a);
    await page.mouse.down();
    for (let i = 1; i <= steps; i++) await page.mouse.move(a[0] + ((b[0] - a[0]) * i) / steps, a[1] + ((b[1] - a[1]) * i) / steps);
    if (!keep) await page.mouse.up();
  }
  const click = async (at) => page.mouse.click(...(await place(at)));
  const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

  async function put(field, value) {
    await find(field).fill(value);
    await page.keyboard.press("Enter");
    await stage.focus();
  }
  const undo = () => page.keyboard.press("Control+z");
  const redo = () => page.keyboard.press("Control+Shift+z");

  const project = join(t.work, "cannon");
  cpSync(join(t.root, "examples/cannon"), project, { recursive: true });
  await t.open(project);
  await find("workspace-stage").click();
  await core(() => void (globalThis.verve.looping.value = false));
  await send({ do: "scene.add", scene: undefined, name: "yard", seconds: 6, background: "#F7F1E5", obstacles: [{ kind: "ground", height: 0 }], actors: [
    { name: "crate", artwork: "crate", at: [0, 0.9], scale: 0.8 },
    { name: "door", artwork: "beam", at: [3.2, 2.4], scale: 0.5 },
  ] });
  await find("scene-yard").click();
  await frames(5);
  await core(() => void (globalThis.verve.camera.value = { x: 2, y: 1.7, zoom: 90 }));
  await frames(5);

  await t.step("a crate is hung on a rope, which snaps to its handle, and swings", async () => {
    await page.keyboard.press("j");
    await find("joint-kinds-rope").click();
    await drag([0.03, 0.9 + 0.8 * 0.9378 - 0.04], [-1.2, 3.2], { keep: true });
    await t.shot("rope-draft");
    await page.mouse.up();
    const [joint] = (await scene()).joints;
    t.equal([joint.kind, joint.a.actor, joint.a.handle, joint.b.actor, joint.b.obstacle, joint.length], ["rope", "crate", "top", undefined, undefined, null], "from the handle to the background");
    t.near(distance(joint.b.at, [-1.2, 3.2]), 0, 0.02, "to where the pointer let go");
    const length = (await shown()).joints[0].length;
    t.near(length, distance([0, 0.9 + 0.8 * 0.9378], [-1.2, 3.2]), 0.04, "as long as its ends are apart");
    const start = await actor(0);
    let least = start.x;
    for (let at = 0.25; at <= 2.5; at += 0.25) {
      await seek(at);
      const { joints: [now] } = await shown();
      t.ok(distance(now.a, now.b) < 1.03 * length, `at ${at} s the rope is no longer than it is`);
      least = Math.min(least, (await actor(0)).x);
    }
    t.ok(least < -1.5, `it swings past the place it hangs from: ${least}`);
    await seek(1);
    await t.shot("rope");
    await undo();
    t.equal((await scene()).joints.length, 0, "undo takes the rope away");
    await redo();
    t.equal((await scene()).joints.length, 1, "redo ties it again");
    await seek(0);
    await page.keyboard.press("v");
  });

  await t.step("a rope is chosen by the mouse, its end dragged, its length set, and it is deleted", async () => {
    await page.keyboard.press("Escape");
    const { joints: [now] } = await shown();
    await click([(now.a[0] + now.b[0]) / 2, (now.a[1] + now.b[1]) / 2]);
    await find("joint-kind").waitFor();
    await drag(now.b, [0.5, 3], { keep: true });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    t.near(distance((await scene()).joints[0].b.at, [-1.2, 3.2]), 0, 0.02, "Escape leaves the end where it was");
    await drag(now.b, [0.6, 3]);
    t.near(distance((await scene()).joints[0].b.at, [0.6, 3]), 0, 0.03, "the end is where it was dragged");
    await find("joint-length-on").click();
    t.equal((await scene()).joints[0].length, 1, "an own length");
    await t.shot("joint-inspector");
    await page.keyboard.press("Delete");
    t.equal((await scene()).joints.length, 0, "Delete removes it");
    for (let i = 0; i < 3; i++) await undo();
    t.near(distance((await scene()).joints[0].b.at, [-1.2, 3.2]), 0, 0.02, "all taken back");
  });

  await t.step("a door is put on a hinge by a click, turns about it, and stops at its limits", async () => {
    const pin = [3.2 - 0.5 * 0.8746, 2.4];
    await page.keyboard.press("j");
    await find("joint-kinds-hinge").click();
    await click(pin);
    const joint = (await scene()).joints[1];
    t.equal([joint.kind, joint.b.actor, joint.b.handle, joint.a.actor], ["hinge", "door", "end-left", undefined], "the door at its handle, on the background");
    await page.keyboard.press("v");
    const before = await actor(1);
    await seek(0.4);
    const after = await actor(1);
    t.ok(after.angle < before.angle - 0.3, `it turns down: ${after.angle}`);
    t.near(distance([after.x, after.y], pin), distance([before.x, before.y], pin), 0.06, "about the hinge");
    await seek(0);
    await find("joint-1").click();
    await find("joint-limits").click();
    await find("joint-motor-on").click();
    await t.shot("hinge");
    await find("joint-motor-on").click();
    await seek(2);
    const { angle } = (await shown()).joints[1];
    t.near(angle, -Math.PI / 4, 0.15, "it rests on its limit");
    await t.shot("hinge-limit");
    await seek(0);
  });

  await t.step("two crates are welded by a line between them, and fall as one", async () => {
    await send({ do: "actor.add", name: "left", artwork: "crate", at: [4.9, 1.2], scale: 0.6 });
    await send({ do: "actor.add", name: "right", artwork: "crate", at: [5.56, 1.5], scale: 0.6 });
    await frames(3);
    await page.keyboard.press("j");
    await find("joint-kinds-weld").click();
    await drag([5.12, 1.65], [5.5, 1.9]);
    const joint = (await scene()).joints[2];
    t.equal([joint.kind, joint.a.actor, joint.b.actor], ["weld", "right", "left"], "the pressed one to the other");
    await page.keyboard.press("v");
    const apart = async () => {
      const [a, b] = [await actor(2), await actor(3)];
      return [distance([a.x, a.y], [b.x, b.y]), b.angle - a.angle];
    };
    const [far, turned] = await apart();
    await seek(2);
    const [nowFar, nowTurned] = await apart();
    t.near(nowFar, far, 0.06, "as far apart as before");
    t.near(nowTurned, turned, 0.15, "and as turned");
    await t.shot("weld");
    await seek(0);
  });

  await t.step("a lift gets a path with keys: at the start by K, then by dragging it at another time; what stands on it rides", async () => {
    await send({ do: "obstacle.add", kind: "polygon", points: [[1, 0.2], [2.2, 0.2], [2.2, 0.4], [1, 0.4]] });
    await send({ do: "actor.add", name: "rider", artwork: "crate", at: [1.6, 0.41], scale: 0.5 });
    await frames(3);
    await click([1.6, 0.3]);
    await page.keyboard.press("k");
    t.equal((await scene()).obstacles[1].path.length, 1, "a key at the start");
    await seek(2);
    await drag([1.6, 0.3], [1.6, 1.3]);
    const { path } = (await scene()).obstacles[1];
    t.equal(path.map((key) => key.time), [0, 2], "and one at two seconds");
    t.near(path[1].at[1] - path[0].at[1], 1, 0.02, "a metre higher");
    const lane = find("path-1");
    t.equal(await lane.locator(".path-key").count(), 2, "both are on the timeline");
    await seek(2.2);
    const up = await actor(4);
    await t.shot("lift");
    await seek(0.1);
    const low = await actor(4);
    t.near(up.y - low.y, 1, 0.08, "the crate rides up");
    t.near(up.x, low.x, 0.05, "and does not slip");
    const key = await find("path-1-key-1").boundingBox();
    const half = await core(() => 1); // one second
    const track = await find("ruler").boundingBox();
    await page.mouse.move(key.x + key.width / 2, key.y + key.height / 2);
    await page.mouse.down();
    await page.mouse.move(key.x + key.width / 2 - (half * track.width) / 8, key.y + key.height / 2, { steps: 6 });
    await page.mouse.up();
    const dragged = (await scene()).obstacles[1].path[1].time;
    t.ok(dragged > 0.5 && dragged < 1.8, `the key is earlier: ${dragged}`);
    await find("key-ease-linear").click();
    await find("path-repeat-ping-pong").click();
    t.equal([(await scene()).obstacles[1].path[1].ease, (await scene()).obstacles[1].repeat], ["linear", "ping-pong"], "evenly, to and fro");
    await seek(2 * dragged);
    t.near((await shown()).obstacles[7], path[0].at[1], 0.06, "it is back at the beginning");
    await find("key-remove").click();
    t.equal((await scene()).obstacles[1].path.length, 1, "a key is deleted");
    await undo();
    t.equal((await scene()).obstacles[1].path.length, 2, "and brought back");
    await seek(0);
  });

  await t.step("a corner of the way is dragged on the stage", async () => {
    const { path, points } = (await scene()).obstacles[1];
    const dot = [path[1].at[0] + (points[0][0] + points[1][0]) / 2, path[1].at[1] + (points[0][1] + points[2][1]) / 2];
    await drag(dot, [dot[0] + 0.5, dot[1]]);
    t.near((await scene()).obstacles[1].path[1].at[0] - path[1].at[0], 0.5, 0.02, "the key is further right");
    await t.shot("way");
    await undo();
  });

  await t.step("water is drawn as a rectangle, and what is lighter floats in it", async () => {
    await send({ do: "actor.add", name: "float", artwork: "crate", at: [-3, 2], scale: 0.5, density: 0.5 });
    await core(() => void (globalThis.verve.camera.value = { x: 0, y: 1.7, zoom: 90 }));
    await page.keyboard.press("w");
    await find("zone-kinds-water").click();
    await drag([-3.9, 0], [-2.1, 1.4], { keep: true });
    await page.mouse.up();
    const zone = (await scene()).zones[0];
    t.equal([zone.kind, zone.points.length], ["water", 4], "four corners");
    await page.keyboard.press("v");
    await seek(5);
    const { x, y } = await actor(5);
    t.ok(Math.abs(x + 3) < 0.9 && y > 1 && y < 1.75, `it floats at the surface: ${x}, ${y}`);
    const kinds = await core(() => globalThis.verve.studio.value.playing().marks().map((mark) => mark.kind));
    t.ok(kinds.includes("zone-enter"), "its splash is marked");
    await t.shot("water");
    await put("zone-density-value", "0.3");
    await seek(5.2);
    t.ok((await actor(5)).y < 0.6, "in thinner water it sinks");
    await undo();
    await core(() => void (globalThis.verve.camera.value = { x: 0.35, y: 1.6, zoom: 80 }));
    await find("obstacle-1").click();
    await seek(0.8);
    await page.mouse.move(...(await place([0, 3.4])));
    await t.shot("world");
    await seek(0);
  });

  await t.step("with auto-key, dragging ground at another time begins its path", async () => {
    await send({ do: "obstacle.add", kind: "polygon", points: [[3, 0.6], [3.8, 0.6], [3.8, 0.8], [3, 0.8]] });
    await frames(3);
    await click([3.4, 0.7]);
    await page.keyboard.press("a");
    await seek(1);
    await drag([3.4, 0.7], [3.4, 1.2]);
    const { path } = (await scene()).obstacles[2];
    t.equal(path.map((key) => key.time), [0, 1], "where it stood, and where it is now");
    await page.keyboard.press("a");
    await page.keyboard.press("Delete");
    t.equal((await scene()).obstacles.length, 2, "it is gone");
    await seek(0);
  });

  await t.step("a slider is drawn along its way, and its motor drives it to the end", async () => {
    await send({ do: "actor.add", name: "sled", artwork: "crate", at: [-1, 2.7], scale: 0.4 });
    await frames(3);
    await page.keyboard.press("j");
    await find("joint-kinds-slider").click();
    await drag([-1, 2.9], [0, 2.9]);
    await page.keyboard.press("v");
    const index = (await scene()).joints.length - 1;
    const { kind, b, axis, low, high } = (await scene()).joints[index];
    t.equal([kind, b.actor, low], ["slider", "sled", 0], "the sled slides on the background");
    t.near(distance(axis, [1, 0]), 0, 0.02, "to the right");
    t.near(high, 1, 0.03, "as far as it was drawn");
    const start = await actor(6);
    await find("joint-motor-on").click();
    await seek(2.5);
    const end = await actor(6);
    t.near(end.x - start.x, 1, 0.08, "it is at the end of its way");
    t.near(end.y, start.y, 0.05, "and has not fallen");
    await t.shot("slider");
    await seek(0);
    for (let i = 0; i < 3; i++) await undo();
    t.equal((await scene()).actors.length, 6, "taken back");
  });

  await t.step("wind is drawn corner by corner, and moved", async () => {
    await page.keyboard.press("w");
    await find("zone-kinds-wind").click();
    await find("zone-shapes-polygon").click();
    for (const corner of [[-1.9, 0.1], [-0.9, 0.1], [-0.9, 2.5], [-1.9, 2.5]]) await click(corner);
    await page.keyboard.press("Enter");
    const wind = (await scene()).zones[1];
    t.equal([wind.kind, wind.points.length, wind.velocity], ["wind", 4, [4, 0]], "it blows to the right");
    await page.keyboard.press("v");
    await drag([-1.5, 0.5], [-1.3, 0.5]);
    t.near((await scene()).zones[1].at[0], 0.2, 0.02, "it is moved");
    await t.shot("wind");
    await page.keyboard.press("Delete");
    t.equal((await scene()).zones.length, 1, "and deleted");
  });

  await t.step("a joint that carries too much breaks, and is marked", async () => {
    await core(() => void (globalThis.verve.looping.value = false));
    await find("joint-0").click();
    await find("joint-break-on").click();
    await put("joint-break", "2");
    await seek(1.5);
    t.equal((await shown()).joints[0], null, "the rope is gone");
    const kinds = await core(() => globalThis.verve.studio.value.playing().marks().map((mark) => mark.kind));
    t.ok(kinds.includes("broken"), "there is a mark");
    await seek(0);
    await undo();
  });

  await t.step("an obstacle that goes takes its joints along; undo brings both back", async () => {
    await page.keyboard.press("j");
    await find("joint-kinds-rod").click();
    await drag([1.6, 0.7], [1.15, 0.3]);
    const { joints, obstacles } = await scene();
    t.equal(joints.at(-1).b.obstacle, obstacles[1].name, "the lift has got a name for it");
    await page.keyboard.press("v");
    await find("obstacle-1").click();
    await page.getByLabel("Name", { exact: true }).fill("lift");
    await page.keyboard.press("Enter");
    t.equal([(await scene()).obstacles[1].name, (await scene()).joints.at(-1).b.obstacle], ["lift", "lift"], "a new name is the joint's too");
    await page.getByLabel("Name", { exact: true }).fill("");
    await page.keyboard.press("Enter");
    t.equal([(await scene()).obstacles[1].name, (await scene()).joints.length], ["lift", joints.length], "without one the joint would go: it stays");
    await stage.focus(); // in the field Ctrl+Z would take back what was typed
    await undo();
    t.equal((await scene()).obstacles[1].name, obstacles[1].name, "and undo takes the name back");
    await find("obstacle-1").click();
    await page.keyboard.press("Delete");
    t.equal([(await scene()).joints.length, (await scene()).obstacles.length], [joints.length - 1, 1], "both are gone");
    await undo();
    t.equal([(await scene()).joints.length, (await scene()).obstacles.length], [joints.length, 2], "both are back");
  });

  await t.step("an actor is kinematic, denser, in layers, tinted: in its inspector", async () => {
    await find("actor-rider").click();
    await find("actor-kinematic").click();
    await find("actor-layers").getByLabel("Layer 2").click();
    await put("actor-density-value", "3");
    const rider = (await scene()).actors[4];
    t.equal([rider.kinematic, rider.layers, rider.density], [true, [2], 3], "as set");
    await t.shot("actor");
    await find("add-move").click();
    const to = (await scene()).script[0].to;
    await drag(to, [to[0], to[1] + 0.5]);
    const [cue] = (await scene()).script;
    t.equal([cue.do, cue.actor, cue.time, cue.seconds], ["move", "rider", 0, 1], "a move from the start");
    t.near(cue.to[1] - to[1], 0.5, 0.02, "its end is dragged");
    await t.shot("move");
    await seek(1.2);
    const { x, y } = await actor(4);
    t.near(distance([x, y], cue.to), 0, 0.03, "it is there when it has ended");
    await seek(0);
  });

  await t.step("a click where two actors overlap hinges them together", async () => {
    await send({ do: "actor.add", name: "arm", artwork: "beam", at: [1.6, 3.2], scale: 0.35 });
    await send({ do: "actor.add", name: "forearm", artwork: "beam", at: [2, 3.2], scale: 0.35 });
    await frames(3);
    await page.keyboard.press("j");
    await find("joint-kinds-hinge").click();
    await click([1.82, 3.2]);
    await page.keyboard.press("v");
    const joint = (await scene()).joints.at(-1);
    t.equal([joint.kind, joint.a.actor, joint.b.actor], ["hinge", "arm", "forearm"], "the upper one turns on the lower");
    await seek(0.7);
    const now = (await shown()).joints.at(-1);
    t.near(distance(now.a, now.b), 0, 0.03, "they stay together there");
    await t.shot("overlap");
    await seek(0);
  });

  await t.step("an actor is tinted and one of its layers hidden: the stage shows it", async () => {
    await find("actor-rider").click();
    const colour = async () => {
      const { x, y } = await actor(4);
      const [left, top] = await place([x - 0.12, y - 0.1]);
      const { data } = await page.screenshot({ clip: { x: left, y: top, width: 1, height: 1 } }).then((png) => core(async (bytes) => {
        const canvas = new OffscreenCanvas(1, 1).getContext("2d");
        canvas.drawImage(await createImageBitmap(new Blob([Uint8Array.from(bytes)])), 0, 0);
        return { data: [...canvas.getImageData(0, 0, 1, 1).data] };
      }, [...png]));
      return data;
    };
    await page.mouse.move(...(await place([3.5, 3.5])));
    const before = await colour();
    await send({ do: "actor.set", actor: "rider", tint: "#8080FF" });
    await frames(5);
    const after = await colour();
    t.near(after[0] / before[0], 0.5, 0.06, `half as red: ${before} is ${after}`);
    t.near(after[2], before[2], 6, "as blue as before");
    await undo();
  });

  await t.step("all of it is there after a reload, and the command plays it the same", async () => {
    const before = await scene();
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => globalThis.verve.savedState.value === "saved");
    await page.reload();
    await t.ready(page);
    t.equal(await scene(), before, "the same scene");
    await find("workspace-stage").click();
    const hash = await core(() => {
      const { studio, project } = globalThis.verve;
      const index = project.value.scenes.findIndex((s) => s.name === "yard");
      studio.value.play(index);
      while (!studio.value.seek(89 / project.value.scenes[index].rate));
      return studio.value.playHash();
    });
    t.equal(t.verve("simulate", project, "--scene", "yard", "--frames", "90", "--hash"), hash, "the same hash");
  });
}
