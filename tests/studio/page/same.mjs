// The tree that the page builds from a drawing looks like the drawing: both are drawn by the browser as images and
// compared pixel by pixel, for every drawing of examples/ and, where it is there, of ../shared/data/art.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { bring } from "./modules.mjs";

// Drawings of the data with nothing to see, in the browser neither.
const EMPTY = new Set(["negative-size", "no-children", "zero-size"].map((what) => `svg-edge/structure__svg__${what}.svg`));

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4zwAGDAxQCgAf6gP9wSc0wAAAAABJRU5ErkJggg==";
const svg = (inside, more = "") => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100" ${more}>${inside}</svg>`;

// What drawing programs write that the files above do not have.
const FEATURES = {
  "style sheet": svg(`<style>/* a */ @media screen { .a , .a:hover { fill : RGB(10, 20, 30) ; stroke:#0f0!important } } @media print { rect { fill: red } }
    g > rect:nth-child(2n+1), [id="x y"] { stroke-width: calc(1px * 3) } #\\31 a{fill:\\72 ed} rect:not(.a):last-child{opacity:.3}</style>
    <g><rect class="a" stroke="blue" x="5" y="5" width="30" height="30"/><rect id="x y" x="45" y="5" width="30" height="30" stroke="tan"/>
    <rect id="1a" x="5" y="50" width="30" height="30"/><rect x="50" y="50" width="30" height="30"/></g>`),
  "style in CDATA": svg(`<style type="text/css"><![CDATA[<!-- .b{fill:none;stroke:#123;stroke-dasharray:3 , 2} -->]]></style><circle class="b" cx="50" cy="50" r="30"/>`),
  "variables and style attribute": svg(`<g style="--c: oklch(60% .2 20);--w:4px"><path d="M10 10 90 50 10 90" style="fill:var(--c, red);stroke:black;stroke-width:var(--w);mix-blend-mode:multiply"/></g>`),
  "wrong path data": svg(`<path d="M10 10 L 90 50 10 90 $ L 0 0" fill="teal"/><polyline points="0,0 50,20 x 9,9" stroke="red"/><rect width="10" height="10" fill="url(#nothing) blue"/>`),
  "paint servers": svg(`<defs><linearGradient id="a"><stop offset="0" stop-color="red"/><stop offset="100%" style="stop-color:#00f;stop-opacity:.5"/></linearGradient>
    <radialGradient id="b" xlink:href="#a" fx=".2" r="0.6" gradientTransform="rotate(20 .5 .5)" spreadMethod="reflect"/>
    <pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(30)"><path d="M0 0h5v5z" fill="url(#a)"/></pattern></defs>
    <rect width="40" height="40" fill="url(#b)"/><rect x="50" width="40" height="40" style="fill:url('#p')"/><circle cx="50" cy="70" r="25" fill='url("#a")' stroke="url(#p) red" stroke-width="5"/>`),
  "filters": svg(`<filter id="f" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur in="SourceAlpha" stdDeviation="3" result="blur"/><feOffset in="blur" dx="4" dy="4" result="o"/>
    <feFlood flood-color="#c40" flood-opacity=".8"/><feComposite in2="o" operator="in"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>
    <filter id="t"><feTurbulence type="fractalNoise" baseFrequency=".05" numOctaves="2" seed="3"/><feColorMatrix type="matrix" values="1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 0 1"/>
    <feComponentTransfer><feFuncR type="table" tableValues="0 1 0"/></feComponentTransfer></filter>
    <rect x="10" y="10" width="40" height="40" filter="url(#f)"/><rect x="55" y="10" width="40" height="40" style="filter:url(#t)"/><rect x="10" y="60" width="30" height="30" style="filter:blur(2px) hue-rotate(40deg)" fill="red"/>`),
  "masks, clips and markers": svg(`<mask id="m"><circle cx="30" cy="30" r="20" fill="#fff"/></mask><clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".5"/></clipPath>
    <marker id="k" orient="auto-start-reverse" markerWidth="4" markerHeight="4" refX="2" refY="2"><path d="M0 0 4 2 0 4z" fill="context-stroke"/></marker>
    <rect width="60" height="60" mask="url(#m)"/><rect x="50" width="50" height="50" clip-path="url(#c)"/><path d="M10 80h40l20-10" stroke="red" fill="none" stroke-width="3" marker-end="url(#k)" marker-start="url(#k)"/>
    <rect x="70" y="70" width="30" height="30" style="clip-path:polygon(0 0,100% 0,50% 100%)"/>`),
  "pictures": svg(`<image x="5" y="5" width="40" height="40" image-rendering="pixelated" xlink:href="data:image/png;base64,${PNG.slice(0, 40)}\n  ${PNG.slice(40)}"/><image x="50" width="40" height="40" href="data:image/png;base64,${PNG}" preserveAspectRatio="xMidYMid slice"/>
    <filter id="i"><feImage href="data:image/png;base64,${PNG}"/></filter><rect y="60" width="30" height="30" filter="url(#i)"/>`),
  "text": svg(`<defs><path id="t" d="M5 60 Q50 20 95 60"/></defs><text x="5" y="20" font-family="'DejaVu Sans', sans-serif" font-size="12" xml:space="preserve">A <tspan fill="red" dy="2">b  c</tspan> &amp; &lt;</text>
    <text style="font:italic bold 9px/1 serif;letter-spacing:1px;text-anchor:middle"><textPath href="#t" startOffset="50%">along the path</textPath></text><a href="#t"><text y="90">link</text></a>`),
  "uses and symbols": svg(`<symbol id="s" viewBox="0 0 10 10" overflow="visible"><circle cx="5" cy="5" r="6"/></symbol><use xlink:href="#nothing" href="#s" x="10" y="10" width="30" height="30" fill="red"/>
    <svg x="50" y="50" width="40" height="40" viewBox="0 0 4 4" preserveAspectRatio="none"><use href="#s" transform="scale(.3)"/></svg>`),
  "switches": svg(`<switch><g requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/"><rect width="9" height="9"/></g><g systemLanguage="xx"><rect fill="red" width="90" height="90"/></g><g><rect fill="green" width="50" height="90"/></g></switch>`),
  "entities": `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!-- a --><!ENTITY ns "http://www.w3.org/2000/svg"><!ENTITY c 'fill="&#x67;reen"'><!ENTITY r "<rect width='30' height='30' class='&k;'/>"><!ENTITY k "a&#38;quot;">]>
    <svg xmlns="&ns;" viewBox="0 0 50 50"><g fill="red">&r;<!-- &nothing; --></g><text y="45" font-size="9">&#38;k;&k;</text></svg>`,
};
// What looks different, because it depends on something that is refused.
const DIFFERENT = {
  "animate: a drawing stands still": svg(`<rect width="9" height="9" fill="red"><set attributeName="fill" to="blue"/></rect>`),
  "a background: layers would have it each": svg(`<rect width="9" height="9"/>`, `style="background:green"`),
  "a style sheet of HTML": svg(`<style xmlns="http://www.w3.org/1999/xhtml">rect{fill:red}</style><rect width="90" height="90"/>`),
};

function listDrawings(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".svg")).sort().map((name) => join(folder, name));
}

// Runs in the page: how many pixels differ between the file itself and the tree, both 512 pixels wide and high.
async function compare(text) {
  const draw = async (svg) => {
    const image = new Image();
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    image.src = address;
    await image.decode();
    const context = new OffscreenCanvas(512, 512).getContext("2d", { willReadFrequently: true }); // by the processor: a graphics card may differ from itself
    context.drawImage(image, 0, 0, 512, 512);
    URL.revokeObjectURL(address);
    return new Uint32Array(context.getImageData(0, 0, 512, 512).data.buffer);
  };
  let built;
  try {
    built = tested.svgText(tested.planSvg(text));
  } catch (problem) {
    return { refused: problem.message };
  }
  const [a, b] = [await draw(text), await draw(built)];
  return { different: a.reduce((sum, word, i) => sum + (word !== b[i]), 0), inked: a.reduce((sum, word) => sum + (word !== 0), 0) };
}

export default async function (t) {
  await bring(t, 'export { planSvg, svgText } from "./files/svgplan.ts";');
  const data = join(t.root, "../shared/data/art");
  if (!existsSync(data)) console.log("          skipped: the drawings of ../shared/data/art are not there");

  await t.step("what drawing programs write looks the same", async () => {
    for (const [name, text] of Object.entries(FEATURES)) {
      const found = await t.page.evaluate(compare, text);
      t.equal(found.different ?? found, 0, `pixels that differ in ${name}`);
      t.ok(found.inked > 1000, `ink in ${name}`);
    }
  });
  await t.step("what depends on something refused does not", async () => {
    for (const [name, text] of Object.entries(DIFFERENT)) t.ok((await t.page.evaluate(compare, text)).different > 0, name);
  });
  for (const folder of [join(t.root, "examples"), data])
    await t.step(`every drawing of ${relative(t.root, folder)} looks the same`, async () => {
      const seen = new Set(); // examples share drawings
      for (const path of listDrawings(folder)) {
        const name = relative(folder, path);
        const text = readFileSync(path, "utf8");
        if (seen.has(text)) continue;
        seen.add(text);
        const found = await t.page.evaluate(compare, text);
        t.equal(found.different ?? found, 0, `pixels that differ in ${name}`);
        t.equal(found.inked > 100, !EMPTY.has(name), `ink in ${name}`);
      }
    });
}
