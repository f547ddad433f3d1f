// Which elements of an SVG make up which layer, as author/import/svg_plan.c has it: top-level groups are layers; runs of other
// shapes between them are one layer each; a single group that only holds groups is opened.
//
// The text comes from anywhere. It is only ever drawn as an image, in which browsers run no scripts and load nothing; what
// could is taken out all the same, so that the file that is kept has none of it either.

const SVG = "http://www.w3.org/2000/svg";
const INKSCAPE = "http://www.inkscape.org/namespaces/inkscape";
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_PARTS = 20000;
const MOST_LAYERS = 1024;
const MOST_COSTLY_STEPS = 16;
const MOST_OCTAVES = 32;
const MOST_DRAWN = 500_000;
const MOST_DEPTH = 1000;

// What is wrong with a file from outside, and what to do.
export class ImportProblem extends Error {
  readonly remedy: string;
  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

export interface PlannedLayer {
  readonly rawName: string | null;
  readonly parts: readonly Element[];
}
export interface Plan {
  readonly document: XMLDocument;
  readonly layers: readonly PlannedLayer[];
  readonly hasText: boolean;
}

const isSvg = (node: Element): boolean => node.namespaceURI === SVG;
const GROUPS = new Set(["g", "svg", "a", "switch"]);
const SHAPES = new Set(["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "image", "use"]);
const isGroup = (node: Element): boolean => isSvg(node) && GROUPS.has(node.localName);
const isShape = (node: Element): boolean => isSvg(node) && SHAPES.has(node.localName);

// ---- Reading -----------------------------------------------------------------------------------------------------------

function parse(text: string): XMLDocument {
  if (text.length > MOST_BYTES) throw new ImportProblem("The file is too large to be read.", "Simplify the drawing.");
  const document = new DOMParser().parseFromString(text, "image/svg+xml");
  const wrong = document.querySelector("parsererror");
  if (wrong) {
    const why = /error[^:]*: ?([^\n]+)/i.exec(wrong.textContent ?? "")?.[1] ?? "it cannot be read";
    throw new ImportProblem(`This is not a well-formed SVG: ${why}`, "Save it again as plain SVG from the program that made it.");
  }
  const root = document.documentElement;
  if (!isSvg(root) || root.localName !== "svg") throw new ImportProblem("This is XML, but not an SVG drawing.", `Its root must be <svg xmlns="${SVG}">.`);
  return document;
}

function isOutside(address: string): boolean {
  const plain = address.replace(/[\u0000-\u0020]+/g, "");
  return plain !== "" && !plain.startsWith("#") && !/^data:image\/(png|jpe?g)[;,]/i.test(plain);
}
// CSS may spell every letter as a number.
const plainCss = (style: string): string =>
  style.replace(/\\(?:([0-9a-f]{1,6})\s?|([^]))/gi, (_, hex: string | undefined, letter: string) => (hex ? String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff)) : letter));
const URLS = /url\(\s*(?:"([^"]*)"?|'([^']*)'?|([^)]*))\s*\)?/gi;
const OTHERS = /@import[^;]*;?|(?:image-set|\bsrc)\([^)]*\)?/gi;
function loads(style: string): boolean {
  const plain = plainCss(style);
  return plain.search(OTHERS) >= 0 || [...plain.matchAll(URLS)].some(([, a, b, c]) => isOutside(a ?? b ?? c ?? ""));
}
const withoutLoads = (style: string): string =>
  plainCss(style)
    .replace(OTHERS, "")
    .replace(URLS, (whole, a?: string, b?: string, c?: string) => (isOutside(a ?? b ?? c ?? "") ? "none" : whole));

// Scripts, handlers, foreign content, and whatever points outside the file. What moves by itself goes too: it could put such
// an address in place later, and a drawing stands still.
const FOREIGN = "script, foreignObject, iframe, object, embed, audio, video, handler, listener, set, animate, animateColor, animateMotion, animateTransform, discard";
function sanitise(root: Element): void {
  for (const node of root.querySelectorAll(FOREIGN)) node.remove();
  for (const node of [root, ...root.querySelectorAll("*")]) {
    for (const attribute of [...node.attributes]) {
      const name = attribute.localName.toLowerCase();
      const links = name === "href" || name === "src";
      if (name.startsWith("on") || (links ? isOutside(attribute.value) : loads(attribute.value))) node.removeAttributeNode(attribute);
    }
    if (node.localName === "style" && loads(node.textContent ?? "")) node.textContent = withoutLoads(node.textContent ?? "");
  }
}

// Filters that take seconds each on a large picture (author/import/svg_limits.c).
function checkFilters(root: Element): void {
  const costly = [...root.querySelectorAll("feTurbulence, feMorphology, feConvolveMatrix, feDiffuseLighting, feSpecularLighting")];
  if (costly.length <= MOST_COSTLY_STEPS && !costly.some((node) => Number(node.getAttribute("numOctaves") ?? 0) > MOST_OCTAVES)) return;
  throw new ImportProblem("The drawing's filters take too long.", "Leave them out, or turn what they draw into a picture.");
}

// A few lines of <use> within <use>, or of patterns within patterns, stand for billions of shapes: what would be drawn is
// counted before it is. What refers to itself is not drawn by browsers, and counts once.
function checkReferences(root: Element): void {
  const known = new Map<Element, number>();
  const byId = new Map([...root.querySelectorAll("[id]")].map((node) => [node.id, node]));
  const targets = (node: Element): Element[] =>
    [...node.attributes].flatMap(({ localName, value }) => {
      const ids = localName === "href" ? [/^\s*#(.+?)\s*$/.exec(value)?.[1]] : [...plainCss(value).matchAll(/url\(\s*['"]?#([^'")]+)/gi)].map((found) => found[1]);
      return ids.flatMap((id) => byId.get(id ?? "") ?? []);
    });
  const count = (node: Element, depth: number): number => {
    const before = known.get(node);
    if (before !== undefined) return before;
    if (depth > MOST_DEPTH) throw new ImportProblem("The drawing is nested too deeply.", "Take its groups apart in a drawing program.");
    known.set(node, 1);
    let sum = 1;
    for (const child of node.children) sum += count(child, depth + 1);
    for (const target of targets(node)) sum += count(target, depth + 1);
    known.set(node, sum);
    return sum;
  };
  if (count(root, 0) > MOST_DRAWN)
    throw new ImportProblem("The drawing repeats its parts so often that it cannot be drawn.", "Repeat them less, or save the drawing as PNG.");
}

// ---- Planning ----------------------------------------------------------------------------------------------------------

// Effects that apply to a group's children together: such a group cannot be taken apart.
function hasJointEffect(node: Element): boolean {
  if (["opacity", "filter", "mask", "clip-path", "class"].some((name) => node.hasAttribute(name))) return true;
  return /opacity|filter|mask|clip-path|blend/.test(node.getAttribute("style") ?? "");
}

// Drawing programs like to wrap everything in one group: its groups are then what the artist thinks of as layers.
function findContainer(root: Element): Element {
  let node = root;
  for (;;) {
    const groups = [...node.children].filter(isGroup);
    const shapes = [...node.children].filter(isShape);
    const only = groups[0];
    if (shapes.length === 0 && groups.length === 1 && only && only.localName === "g" && !hasJointEffect(only)) node = only;
    else return shapes.length === 0 && groups.length > 1 ? node : root;
  }
}

// "layer12", "g3059": what a program made up, not what an artist wrote.
const isAutomatic = (id: string): boolean => /^(layer|g)[0-9-]+$/.test(id);

function rawName(node: Element): string | null {
  const id = node.getAttribute("id");
  const label = node.getAttributeNS(INKSCAPE, "label");
  return label && (!id || isAutomatic(id)) ? label : id;
}

function listLayers(container: Element): PlannedLayer[] {
  const layers: { rawName: string | null; parts: Element[] }[] = [];
  let run: Element[] | null = null;
  let count = 0;
  for (const node of container.children) {
    if (!isGroup(node) && !isShape(node)) continue;
    if (++count > MOST_PARTS) throw new ImportProblem(`The drawing has more than ${MOST_PARTS} shapes outside groups.`, "Put what belongs together into groups.");
    if (isShape(node) && run) run.push(node);
    else {
      const parts = [node];
      layers.push({ rawName: isGroup(node) ? rawName(node) : null, parts });
      run = isShape(node) ? parts : null;
    }
    if (layers.length > MOST_LAYERS) throw new ImportProblem(`The drawing has more than ${MOST_LAYERS} layers.`, "Put what belongs together into groups.");
  }
  return layers;
}

export function planSvg(text: string): Plan {
  const document = parse(text);
  const root = document.documentElement;
  checkFilters(root);
  sanitise(root);
  checkReferences(root);
  return { document, layers: listLayers(findContainer(root)), hasText: root.querySelector("text") !== null };
}

// The text of the drawing with this layer alone. Others go into <defs>, where they are not drawn but can still be used.
export function svgOfLayer(plan: Plan, layer: PlannedLayer): string {
  const own = new Set(layer.parts);
  const put: [Element, Element][] = [];
  for (const other of plan.layers.flatMap((l) => l.parts)) {
    if (own.has(other)) continue;
    const shelf = plan.document.createElementNS(SVG, "defs");
    other.replaceWith(shelf);
    shelf.append(other);
    put.push([shelf, other]);
  }
  const text = new XMLSerializer().serializeToString(plan.document);
  for (const [shelf, other] of put) shelf.replaceWith(other);
  return text;
}
export const svgText = (plan: Plan): string => new XMLSerializer().serializeToString(plan.document);
