// The Lines workspace: strokes are drawn over a body and it bends onto them; keystrokes on the timeline, points dragged, the line wobbled,
// bones scribbled, contacts and twists, the action plane, and a clip of it all; and a drawing on a line.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// A body that stands with hanging arms.
function makePerson(root, folder) {
  mkdirSync(join(folder, "clips"), { recursive: true });
  const bvh = readFileSync(join(root, "examples/person/clips/neutral.bvh"), "utf8");
  const [hierarchy, motion] = bvh.split("MOTION");
  const first = motion.trim().split("\n")[2];
  writeFileSync(join(folder, "clips/stand.bvh"), `${hierarchy}MOTION\nFrames: 2\nFrame Time: 0.0333333\n${first}\n${first}\n`);
  writeFileSync(
    join(folder, "project.json"),
    JSON.stringify({ format: "verve-project", version: 1, name: "Lines", artworks: [], skeletons: [{ name: "person", file: "clips/stand.bvh" }], takes: [{ name: "stand", skeleton: "person", file: "clips/stand.bvh" }] }),
  );
}

export default async function (t) {
  const { page, frames } = t;
  const find = (test) => page.locator(`[data-test="${test}"]`);
  const core = (question, argument) => page.evaluate(question, argument);
  const steps = () => core(() => globalThis.verve.history.value.at);
  const line = () => core(() => globalThis.verve.project.value.lines[0]);
  const joints = () => core(() => [...globalThis.verve.studio.value.actions.now().joints]);
  const told = () => core(() => globalThis.verve.studio.value.actions.report());
  const moved = (a, b) => Math.max(...a.map((v, i) => Math.abs(v - b[i])));
  const settled = () => frames(4);
  const sheet = () => find("line-sheet").boundingBox();
  // Points of the paper in the window.
  const window = async (points) => {
    const box = await sheet();
    const spots = await core((all) => all.map(([x, y]) => globalThis.verve.onPaper(x, y)), points);
    return spots.map((spot) => [box.x + spot.x, box.y + spot.y]);
  };
  async function sweep(points) {
    const spots = await window(points);
    await page.mouse.move(...spots[0]);
    await page.mouse.down();
    for (const spot of spots.slice(1)) await page.mouse.move(...spot, { steps: 2 });
    await page.mouse.up();
    await settled();
  }
  // From the foot up, bent about its middle; metres on the paper, whose centre is a metre above the ground.
  const stroke = (bend, x = 0, length = 1.5) => {
    const points = [];
    let [px, py, angle] = [x, -0.9, Math.PI / 2 - bend];
    for (let i = 0; i <= 24; i++) {
      points.push([px, py]);
      const a = angle + (2 * bend * i) / 24;
      [px, py] = [px + (length / 24) * Math.cos(a), py + (length / 24) * Math.sin(a)];
    }
    return points;
  };
  const time = (seconds) => core((at) => void (globalThis.verve.time.value = at), seconds).then(settled);

  const folder = join(t.work, "person");
  makePerson(t.root, folder);
  await t.open(folder);
  await find("workspace-lines").click();

  await t.step("an empty place says what to do, and a line begins over the body", async () => {
    await find("first-line").click();
    await page.waitForFunction(() => globalThis.verve.studio.value?.actions.now()?.vertexCount > 0);
    await find("line-over").selectOption("take stand");
    await frames(10);
    t.equal(await core(() => globalThis.verve.studio.value.actions.now().keyCount), 0, "no strokes yet");
    await find("line-next").waitFor();
    await t.shot("empty");
  });

  await t.step("two strokes, and the body bends onto them", async () => {
    const before = await joints();
    const at = await steps();
    await sweep(stroke(0.1));
    t.equal((await line()).keys.length, 1, "one keystroke");
    t.equal(await steps(), at + 1, "one step");
    await t.shot("one");
    await find("line-later").click();
    await settled();
    await sweep(stroke(-0.7));
    const keys = (await line()).keys;
    t.equal(keys.map((key) => Math.round(10 * key.time)), [0, 5], "two keystrokes, half a second apart");
    t.ok(keys[1].points.length >= 10 && keys[1].points.length <= 4096, "thinned");
    t.ok(moved(before, await joints()) > 0.2, "the body is elsewhere");
    const { report } = await told();
    t.ok(report.mean_distance < 0.03, `it lies on the line: ${report.mean_distance}`);
    await t.shot("two");
  });

  await t.step("a third stroke; the line is scrubbed and plays", async () => {
    await find("line-later").count();
    await page.keyboard.press("Shift+D");
    await settled();
    await sweep(stroke(0.8));
    t.equal((await line()).keys.length, 3, "three");
    await time(0.7);
    const between = await joints();
    await time(0.8);
    t.ok(moved(between, await joints()) > 1e-3, "it moves between keystrokes");
    await t.shot("between");
    await find("ghosts-body").click();
    await settled();
    await t.shot("ghosts");
    await find("ghosts-body").click();
    await find("line-sheet").focus();
    await page.keyboard.press("Space");
    await page.waitForFunction(() => globalThis.verve.playing.value);
    const from = await core(() => globalThis.verve.time.value);
    await page.waitForFunction((was) => globalThis.verve.time.value !== was, from);
    await page.keyboard.press("Space");
    await settled();
  });

  await t.step("a point is dragged: live, softly, one step, and undone", async () => {
    await find("keystroke-1").click();
    await find("line-sheet").focus();
    await page.keyboard.press("e");
    await settled();
    const [before, at, body] = [(await line()).keys[1].points, await steps(), await joints()];
    const end = before.at(-1);
    const [[x, y]] = await window([end]);
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let i = 1; i <= 6; i++) await page.mouse.move(x - 8 * i, y + 3 * i);
    await settled();
    t.equal(await steps(), at, "no step while it is dragged");
    t.ok(moved(body, await joints()) > 0.01, "the body follows at once");
    await t.shot("dragged");
    await page.mouse.up();
    await settled();
    t.equal(await steps(), at + 1, "one step");
    const after = (await line()).keys[1].points;
    const far = after.map((p, i) => Math.hypot(p[0] - before[i][0], p[1] - before[i][1]));
    t.ok(far.at(-1) > 0.1 && far[0] === 0, `the end goes, the beginning stays: ${far}`);
    t.ok(far.at(-3) > 0 && far.at(-3) < far.at(-1), "neighbours go along, less");
    await page.keyboard.press("Control+z");
    await settled();
    t.equal((await line()).keys[1].points, before, "undo");
    t.ok(moved(body, await joints()) < 0.02, "and the body");
  });

  await t.step("keystrokes are moved, duplicated and deleted on the timeline", async () => {
    const diamond = await find("keystroke-2").boundingBox();
    const [x, y] = [diamond.x + diamond.width / 2, diamond.y + diamond.height / 2];
    const lane = await find("lane-strokes").boundingBox();
    const { from, to } = await core(() => globalThis.verve.timeView.value);
    const at = await steps();
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 10, y);
    await page.mouse.move(x + (0.3 / (to - from)) * lane.width, y, { steps: 3 });
    await settled();
    await page.mouse.up();
    await settled();
    t.near((await line()).keys[2].time, 1.3, 0.05, "it is later");
    t.equal(await steps(), at + 1, "one step");
    await find("lines-duplicate").click();
    await t.becomes(async () => (await line()).keys.length, 4, "a copy");
    await find("lines-delete").click();
    await t.becomes(async () => (await line()).keys.length, 3, "gone");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await settled();
    t.near((await line()).keys[2].time, 1, 1e-6, "undone");
  });

  await t.step("bones are scribbled, and proposed again", async () => {
    await find("keystroke-1").click();
    const proposed = (await told()).keys[1].bones;
    t.ok(proposed.length >= 4, `${proposed}`);
    await find("scribble-bones").click();
    await settled();
    const at = await core(() => {
      const now = globalThis.verve.studio.value.actions.now();
      const { joints } = globalThis.verve.studio.value.actions.report();
      return ["pelvis", "spine", "waist", "chest", "neck", "head"].map((name) => {
        const j = joints.indexOf(name);
        return [-(now.joints[12 * j + 11] - now.centre[2]), now.joints[12 * j + 10] - now.centre[1]];
      });
    });
    const spots = await window(at);
    await page.mouse.move(...spots[0]);
    await page.mouse.down();
    for (const spot of spots.slice(1)) await page.mouse.move(...spot, { steps: 4 });
    await t.shot("scribble");
    await page.mouse.up();
    await settled();
    const bones = (await line()).keys[1].bones;
    t.ok(bones.includes("chest") && !bones.includes("knee.l") && !bones.includes("knee.r"), `${bones}`);
    await find("propose-bones").click();
    await settled();
    t.equal((await line()).keys[1].bones, null, "proposed again");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await find("line-tool-draw").click();
    await settled();
  });

  await t.step("the line is wobbled by hand, and kept as a pull", async () => {
    await time(0.2);
    await find("line-tool-wobble").click();
    const top = await core(() => {
      const { points } = globalThis.verve.studio.value.actions.now();
      return [points[120], points[121]];
    });
    const [[x, y]] = await window([top]);
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let i = 1; i <= 8; i++) {
      await page.mouse.move(x + 10 * i, y);
      await frames(2);
    }
    t.ok(await core(() => globalThis.verve.studio.value.actions.now().grabbed), "it is in the hand");
    await t.shot("wobble");
    await page.mouse.up();
    await find("line-pulled").waitFor();
    await find("keep-pull").click();
    await settled();
    t.equal((await line()).pulls.length, 1, "a pull");
    await find("row-pulls").waitFor();
    await page.keyboard.press("Control+z");
    await settled();
    await find("line-tool-draw").click();
  });

  await t.step("a contact is a plate that is dragged, a twist a can that is turned", async () => {
    await time(0.5);
    await page.locator("[aria-label=Contacts] .w-section-title").click();
    await page.locator("[aria-label=Twists] .w-section-title").click();
    await find("add-contact").click();
    await find("choose-ankle.r").click();
    await find("plate-0").waitFor();
    const before = (await line()).contacts[0];
    const box = await find("plate-0").locator(".plate-pin").boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 12, y - 8, { steps: 3 });
    await page.mouse.move(x + 24, y - 16, { steps: 3 });
    await page.mouse.up();
    await settled();
    const after = (await line()).contacts[0];
    t.ok(after.keys[0].place[1] > before.keys[0].place[1] + 0.01, "it is higher");
    t.near(after.keys[0].place[0], before.keys[0].place[0], 1e-4, "in the plane of the view");
    await find("contact-bar-0").waitFor();
    await find("add-twist").click();
    await find("choose-chest").click();
    await find("can-0").waitFor();
    await settled();
    await find("can-0").focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press("Shift+ArrowRight");
    await settled();
    t.near((await line()).twists[0].keys[0].angle, (40 * Math.PI) / 180, 1e-3, "forty degrees");
    await t.shot("gizmos");
    const { report } = await told();
    t.ok(report.contact_error < 0.005, `the contact holds: ${report.contact_error}`);
  });

  await t.step("the action plane is turned; beyond 75 degrees it warns", async () => {
    await find("plane-dial").focus();
    for (let i = 0; i < 2; i++) await page.keyboard.press("Shift+ArrowRight");
    await settled();
    t.near((await line()).plane.heading, (30 * Math.PI) / 180, 1e-3, "thirty degrees");
    await find("line-sheet").focus();
    await page.keyboard.press("p");
    await find("line-away").waitFor();
    await settled();
    await t.shot("free");
    await page.keyboard.press("p");
    await find("plane-dial").focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("ArrowRight");
    await settled();
    t.ok((await find("line-off").allTextContents()).some((text) => text.includes("75")), "it warns");
    await find("plane-dial").dblclick();
    await settled();
    t.equal((await line()).plane.heading, 0, "laid back");
  });

  await t.step("manners are pictures; each keystroke may have its own", async () => {
    await find("line-preset-rubbery").click();
    await settled();
    t.equal((await line()).preset, "rubbery", "of the line");
    await find("keystroke-0").click();
    await find("key-preset-snappy").click();
    await settled();
    t.equal((await line()).keys[0].preset, "snappy", "of the keystroke");
    await find("line-way-smooth").click();
    await settled();
    t.equal((await line()).way, "smooth", "another way");
    await page.keyboard.press("Control+z");
    await settled();
    await t.shot("manner");
  });

  await t.step("one click makes a take of it", async () => {
    await find("make-clip").click();
    await t.becomes(() => core(() => globalThis.verve.project.value.takes.length), 2, "a take");
    const take = await core(() => globalThis.verve.project.value.takes[1]);
    t.equal(take.skeleton, "person", "of the skeleton");
    await page.waitForFunction(() => globalThis.verve.savedState.value === "saved");
    const text = readFileSync(join(folder, take.file), "utf8");
    t.ok(text.startsWith("HIERARCHY") && text.includes("MOTION"), "a BVH file");
  });

  await t.step("a drawing goes on a line too, and becomes a clip", async () => {
    const bean = join(t.work, "sack");
    cpSync(join(t.root, "examples/sack"), bean, { recursive: true });
    await t.open(bean);
    await find("workspace-lines").click();
    await find("first-line").click();
    await page.waitForFunction(() => globalThis.verve.studio.value?.actions.now()?.flat.length > 0);
    await frames(20);
    await t.still();
    const box = await core(() => {
      const { flat } = globalThis.verve.studio.value.actions.now();
      const xs = [...flat].filter((_, i) => i % 2 === 0);
      const ys = [...flat].filter((_, i) => i % 2 === 1);
      return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    });
    const [x, low, high] = [(box[0] + box[1]) / 2, box[2], box[3]];
    const upright = (bend) => Array.from({ length: 16 }, (_, i) => [x + bend * Math.sin(((i / 15) * Math.PI) / 2) * (high - low), low + ((high - low) * i) / 15]);
    await sweep(upright(0));
    t.ok((await line()).rest?.length > 1, "the line at rest");
    await sweep(upright(-0.25));
    t.equal((await line()).keys.length, 1, "a stroke");
    await page.keyboard.press("Shift+D");
    await settled();
    await sweep(upright(0.4));
    t.equal((await line()).keys.length, 2, "two");
    const flat = await core(() => [...globalThis.verve.studio.value.actions.now().flat]);
    await time(0);
    t.ok(moved(flat, await core(() => [...globalThis.verve.studio.value.actions.now().flat])) > 0.1, "the drawing bends");
    await time(0.4);
    await t.shot("drawing");
    const clips = await core(() => globalThis.verve.project.value.clips.length);
    await find("make-clip").click();
    await t.becomes(() => core(() => globalThis.verve.project.value.clips.length), clips + 1, "a clip");
  });
}
