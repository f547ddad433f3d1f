// The XML of a drawing from outside, made plain before the browser's parser sees it: entities that the file declares are put in
// their places, within limits; the document type, processing instructions and comments are left out. So no parser is asked to
// resolve an entity, to follow a document type or to load a style sheet that an instruction names.
import { ImportProblem } from "./svgnames.ts";

const MOST_CHARACTERS = 64 * 1024 * 1024;
const MOST_EXPANDED = 4 * 1024 * 1024; // characters that come out of entities
const MOST_ENTITY_DEPTH = 16;
const MOST_ELEMENTS = 500_000;
const MOST_DEPTH = 256; // as libxml2 has it

const PREDEFINED = new Set(["amp", "lt", "gt", "quot", "apos"]);
const NAME = String.raw`[A-Za-z_:\u0080-\uffff][\w:.\-\u0080-\uffff]*`;
const REFERENCE = new RegExp(`&(${NAME}|#\\d+|#x[0-9a-fA-F]+);`, "g");
const LITERAL = String.raw`"[^"]*"|'[^']*'`;
const PARAMETER = new RegExp(`%${NAME};|\\s+`, "y");
const ENTITY = new RegExp(`^\\s*(${NAME})\\s+(${LITERAL})\\s*$`);

const malformed = (what: string): ImportProblem =>
  new ImportProblem(`This is not a well-formed SVG: ${what}.`, "Save it again as plain SVG from the program that made it.");

function resolveNumber(reference: string): string {
  const code = reference[1] === "x" ? parseInt(reference.slice(2), 16) : Number(reference.slice(1));
  if (!(code > 0 && code <= 0x10ffff)) throw malformed(`&${reference}; is no character`);
  return String.fromCodePoint(code);
}

// Where markup that begins at `at` ends, with the sign that ends it. What is quoted counts as one.
function findEnd(text: string, at: number, signs: RegExp): number {
  for (;;) {
    signs.lastIndex = at;
    const found = signs.exec(text);
    if (!found || found[0] === "<") throw malformed("a tag does not end");
    if (found[0] !== '"' && found[0] !== "'") return signs.lastIndex;
    at = text.indexOf(found[0], signs.lastIndex) + 1;
    if (at === 0) throw malformed("a quotation does not end");
  }
}

class Expander {
  private readonly out: string[] = [];
  private readonly entities = new Map<string, string>();
  private expanded = 0;
  private elements = 0;
  private depth = 0;

  // ---- Document type ---------------------------------------------------------------------------------------------------

  // Answers where it ends. Only entities whose text is in the file are kept; the first declaration of a name counts.
  private readDoctype(text: string, at: number): number {
    at = findEnd(text, at + 1, /["'<>[]/g);
    if (text[at - 1] === ">") return at;
    return findEnd(text, this.readDeclarations(text, at), /["'<>]/g);
  }
  private readDeclarations(text: string, at: number): number {
    while (text[at] !== "]") {
      PARAMETER.lastIndex = at;
      if (PARAMETER.test(text)) at = PARAMETER.lastIndex;
      else if (text.startsWith("<!--", at)) at = this.skip(text, at + 4, "-->");
      else if (text.startsWith("<?", at)) at = this.skip(text, at, "?>");
      else if (text.startsWith("<!", at)) {
        const end = findEnd(text, at + 1, /["'<>]/g);
        if (text.startsWith("<!ENTITY", at)) this.declare(text.slice(at + 8, end - 1));
        at = end;
      } else throw malformed("a declaration in its document type cannot be read");
    }
    return at + 1;
  }
  private declare(declaration: string): void {
    const [, name, value] = ENTITY.exec(declaration) ?? [];
    if (!name || !value || this.entities.has(name)) return;
    const text = value.slice(1, -1).replace(REFERENCE, (whole, one: string) => (one[0] === "#" ? resolveNumber(one) : whole));
    this.entities.set(name, text);
  }

  // ---- Entities --------------------------------------------------------------------------------------------------------

  private textOf(name: string, inside: readonly string[]): string {
    const text = this.entities.get(name);
    if (text === undefined) throw new ImportProblem(`The drawing uses the entity &${name};, which it does not define.`, "Save it again as plain SVG from the program that made it.");
    if (inside.includes(name) || inside.length >= MOST_ENTITY_DEPTH) throw new ImportProblem(`The entity &${name}; contains itself.`, "Save the drawing as plain SVG without entities.");
    this.expanded += text.length + 1;
    if (this.expanded > MOST_EXPANDED) throw new ImportProblem("The drawing's entities expand to too much text.", "Save it as plain SVG without entities.");
    return text;
  }
  private isKept(name: string): boolean {
    return name[0] === "#" || PREDEFINED.has(name);
  }
  private expandAttributes(tag: string, inside: readonly string[]): string {
    return tag.replace(REFERENCE, (whole, name: string) => {
      if (this.isKept(name)) return whole;
      const text = this.expandAttributes(this.textOf(name, inside), [...inside, name]);
      return text.replace(/["']/g, (quote) => (quote === '"' ? "&quot;" : "&apos;"));
    });
  }
  private addText(text: string, inside: readonly string[]): void {
    let from = 0;
    for (const found of text.includes("&") ? text.matchAll(REFERENCE) : []) {
      const name = found[1]!;
      if (this.isKept(name)) continue;
      this.out.push(text.slice(from, found.index));
      this.addContent(this.textOf(name, inside), [...inside, name]);
      from = found.index + found[0].length;
    }
    this.out.push(text.slice(from));
  }

  // ---- Content ---------------------------------------------------------------------------------------------------------

  private addTag(text: string, at: number, inside: readonly string[]): number {
    const tag = text.slice(at, findEnd(text, at + 1, /["'<>]/g));
    if (tag[1] === "/") this.depth--;
    else {
      if (++this.elements > MOST_ELEMENTS) throw new ImportProblem(`The drawing has more than ${MOST_ELEMENTS} elements.`, "Simplify it, or save it as PNG.");
      if (!tag.endsWith("/>") && ++this.depth > MOST_DEPTH) throw new ImportProblem("The drawing is nested too deeply.", "Take its groups apart in a drawing program.");
    }
    this.out.push(tag.includes("&") ? this.expandAttributes(tag, inside) : tag);
    return at + tag.length;
  }
  private skip(text: string, at: number, ending: string): number {
    const end = text.indexOf(ending, at);
    if (end < 0) throw malformed(`"${ending}" is missing`);
    return end + ending.length;
  }
  private addContent(text: string, inside: readonly string[]): void {
    const depth = this.depth;
    for (let at = 0; at < text.length; ) {
      const next = text.indexOf("<", at);
      this.addText(text.slice(at, next < 0 ? undefined : next), inside);
      if (next < 0) break;
      at = next;
      if (text.startsWith("<!--", at)) at = this.skip(text, at + 4, "-->");
      else if (text.startsWith("<?", at)) at = this.skip(text, at, "?>");
      else if (text.startsWith("<![CDATA[", at)) {
        const end = this.skip(text, at, "]]>");
        this.out.push(text.slice(at, end));
        at = end;
      } else if (text.startsWith("<!DOCTYPE", at) && this.elements === 0 && inside.length === 0) at = this.readDoctype(text, at);
      else at = this.addTag(text, at, inside);
    }
    if (this.depth !== depth) throw malformed(inside.length > 0 ? `the entity &${inside.at(-1)}; has a tag without its partner` : "a tag is missing");
  }
  read(text: string): string {
    this.addContent(text, []);
    return this.out.join("").trim();
  }
}

export function readPlainXml(text: string): string {
  if (text.length > MOST_CHARACTERS) throw new ImportProblem("The file is too large to be read.", "Simplify the drawing.");
  if (/^[\x1f\x8b\ufffd]{2}/.test(text)) throw new ImportProblem("This is a compressed SVG.", "Save it as plain SVG.");
  return new Expander().read(text.replace(/^\ufeff/, ""));
}
