// Fuzzes the page's SVG reader: drawings made by a grammar of what is drawn and what is hostile, and mutated byte by
// byte, are read; what comes out is judged by the browser's own parsers (validate_svg.mjs), read again (it must stay as
// it is) and drawn as an image. Nothing may navigate, ask the network for anything or take more than a limit of work.
// Seeded: VV_SEED=n for others, VV_LONG=1 for many more.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listHostile } from "./hostile.mjs";
import { bring } from "./modules.mjs";
import { findFaults } from "./validate_svg.mjs";

const COUNT = process.env.VV_LONG ? 200_000 : 3_000;
const BATCH = 250;
const SEED = Number(process.env.VV_SEED ?? 1);
const ADDRESS = "http://192.0.2.1";

// mulberry32
function makeRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

// ---- Grammar --------------------------------------------------------------------------------------------------------

const ELEMENTS = "g svg a switch path rect circle text tspan textPath image use defs symbol marker clipPath mask pattern linearGradient stop filter feImage feFlood style script foreignObject set animate title desc metadata iframe h:img h:meta h:style h:base h:script m:math x:y view cursor handler".split(" ");
const ATTRIBUTES = "id class x y width height d points transform fill stroke filter mask clip-path style href xlink:href onload onclick h:href xml:base xml:space src srcset values to attributeName begin requiredExtensions systemLanguage font-family marker-end cursor in result offset viewBox http-equiv content media type xmlns xmlns:q q:href inkscape:label".split(" ");
const FRAGMENTS = [
  "1", "10%", "-3.5e2px", "#a", "#b", "red", "none", "url(#a)", `url(${ADDRESS}/x)`, `url("${ADDRESS}/x#a")`, `\\75rl(${ADDRESS}/e)`, "u/**/rl(", `"`, "'", "(", ")", "{", "}", "[", "]", ";", ":", ",", "\\", "\\a ", "\\5c", "/*", "*/",
  "<!--", "-->", "@import", "@media all", "@font-face", "image-set(", "src(", "var(--x)", "--x:", "calc(1px + 2px)", "rgb(1 2 3 / .5)", "!important", "javascript:alert(1)", `${ADDRESS}/y`, "data:image/svg+xml,<svg/>", "data:image/png;base64,iVBORw0KGgo=", "data:text/html,x",
  "&amp;", "&lt;", "&gt;", "&quot;", "&#60;", "&#x22;", "&e;", "&f;", "&#0;", "\u0000", "\u2028", "\ufeff", "\ud83d\ude00", "é", "M0 0h9v9z", "matrix(1 0 0 1 0 0)", "]]>", "<![CDATA[", "</style>", "</svg>", "<img src=x onerror=y>", "http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink", " ", "\n", "\t",
];
const SHEETS = ["rect{fill:red}", `*{fill:url(${ADDRESS}/s)}`, ".a,g>rect:hover{stroke:#00f!important}", `@import "${ADDRESS}/i";`, "@media screen{g{opacity:.5}}", "rect:nth-child(2n+1){--x:url(#a);fill:var(--x)}", `@font-face{font-family:a;src:url(${ADDRESS}/f)}`, '[id="a"]{mask:url("#b")}'];

function makeDrawing(random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const some = (most, make) => Array.from({ length: Math.floor(random() * most) }, make).join("");
  const fragments = () => some(5, () => pick(FRAGMENTS) + (random() < 0.3 ? " " : ""));
  const hasEntities = random() < 0.3;
  const wellFormed = (text) => text.replace(/["<\0]|&f;|&#0;/g, "").replace(hasEntities ? /$^/ : /&e;/g, "");
  const value = () => (random() < 0.995 ? wellFormed(fragments()) : fragments());
  const attribute = () => {
    const name = pick(ATTRIBUTES);
    return ` ${name}="${name === "style" ? some(4, () => `${pick(["fill", "mask", "background", "--x", "stroke", "d", "behavior", "fi\\6cl"])}:${value()};`) : value()}"`;
  };
  const sheet = () => some(4, () => (random() < 0.5 ? pick(SHEETS) : value()));
  const element = (depth) => {
    const name = pick(ELEMENTS);
    const inside = /style|script/.test(name) ? sheet() : depth > 0 ? some(4, () => element(depth - 1)) + (random() < 0.3 ? value() : "") : "";
    const attributes = [...new Map(Array.from({ length: Math.floor(random() * 5) }, () => attribute()).map((one) => [one.split("=")[0], one])).values()].join("");
    return `<${name}${attributes}>${inside}</${name}>`;
  };
  const doctype = hasEntities ? `<!DOCTYPE svg [<!ENTITY e "${value().replaceAll("&e;", "")}"><!ENTITY f '<rect width="9"/>${value().replace(/'/g, "")}'><!ENTITY g SYSTEM "${ADDRESS}/g">]>` : "";
  const root = `xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:m="http://www.w3.org/1998/Math/MathML" xmlns:x="urn:x" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 9 9"`;
  return `${doctype}<svg ${root}><rect id="a" width="9" height="9"/>${some(6, () => element(3))}</svg>`;
}

// ---- Mutation -------------------------------------------------------------------------------------------------------

function mutate(text, random) {
  for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes--) {
    const at = Math.floor(random() * text.length);
    const end = at + Math.floor(random() * random() * 40);
    const from = Math.floor(random() * text.length);
    const pieces = [FRAGMENTS[Math.floor(random() * FRAGMENTS.length)], String.fromCharCode(random() * 128), text.slice(from, from + 40), "", text.slice(at, end).toUpperCase()];
    text = text.slice(0, at) + pieces[Math.floor(random() * pieces.length)] + text.slice(random() < 0.5 ? at : end);
  }
  return text;
}
function makeSeeds(root) {
  const data = join(root, "../shared/data/art/svg-edge"); // where it is there
  const files = existsSync(data) ? readdirSync(data).map((name) => readFileSync(join(data, name), "utf8")) : [];
  return [...files, ...Object.values(listHostile(ADDRESS).accepted)].filter((text) => text.length < 4000);
}

// ---- In the page ----------------------------------------------------------------------------------------------------

// Answers what is wrong, with the drawing, and how many were read and how many refused.
async function judge(drawings) {
  const told = { wrong: [], read: 0, refused: 0, drawn: 0 };
  for (const [index, text] of drawings.entries()) {
    const wrong = (what) => told.wrong.push({ what, text });
    let made;
    try {
      made = tested.svgText(tested.planSvg(text));
    } catch (problem) {
      if (!problem.remedy) wrong(`it breaks the reader: ${problem.stack}`);
      told.refused++;
      continue;
    }
    told.read++;
    const faults = findFaults(made);
    if (faults.length > 0) wrong(faults.join("; "));
    const again = tested.svgText(tested.planSvg(made));
    if (again !== made) wrong(`read again it is another: ${made} ${again}`);
    if (index % 50 === 0) {
      const image = new Image();
      image.src = URL.createObjectURL(new Blob([made], { type: "image/svg+xml" }));
      await image.decode().then(() => told.drawn++, () => wrong("the browser cannot draw it"));
      URL.revokeObjectURL(image.src);
    }
  }
  return told;
}

export default async function (t) {
  await bring(t, 'export { planSvg, svgText } from "./files/svgplan.ts";');
  await t.page.evaluate(`globalThis.findFaults = ${findFaults}`);
  const seen = [];
  t.page.on("request", (request) => /^(blob|data):/.test(request.url()) || seen.push(request.url()));
  t.page.on("framenavigated", (frame) => seen.push(frame.url()));
  const elements = await t.page.evaluate(() => document.querySelectorAll("*").length);
  const random = makeRandom(SEED);
  const seeds = makeSeeds(t.root);

  await t.step(`${COUNT} drawings are read or refused, and nothing hostile comes out`, async () => {
    const sum = { read: 0, refused: 0, drawn: 0 };
    for (let done = 0; done < COUNT; done += BATCH) {
      const drawings = Array.from({ length: BATCH }, (_, i) => {
        const text = i % 3 === 0 ? seeds[Math.floor(random() * seeds.length)] : makeDrawing(random);
        return i % 3 === 2 ? text : mutate(text, random);
      });
      const told = await t.page.evaluate(judge, drawings);
      t.equal(told.wrong.slice(0, 2), [], `seed ${SEED}, after ${done} drawings`);
      for (const key of Object.keys(sum)) sum[key] += told[key];
    }
    console.log(`          ${sum.read} read, ${sum.refused} refused, ${sum.drawn} drawn`);
    t.ok(sum.read > COUNT / 5 && sum.refused > COUNT / 20 && sum.drawn > COUNT / 500, "both happen");
  });
  await t.step("no request, no navigation, no element", async () => {
    await t.frames(3);
    t.equal(seen, [], "requests and navigations");
    t.equal(await t.page.evaluate(() => document.querySelectorAll("*").length), elements, "elements of the page");
  });
}
