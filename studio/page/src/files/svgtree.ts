// A drawing from outside, built anew from what svgnames.ts allows: elements of SVG by name, attributes by name and kind, references
// inside the file, text where it is drawn. What is not listed has no way into the new tree, and the tree is only ever drawn as an
// image, in a document of its own.
import { ELEMENTS, EMPTY, ImportProblem, INKSCAPE, LABELS, PATHS, PICTURED, PLAIN, PRESENTATION, REFERRING, SVG, TEXTS, XLINK, XML } from "./svgnames.ts";
import { PictureBudget } from "./svgpicture.ts";
import { cleanDeclarations, cleanSheet, cleanValue } from "./svgstyle.ts";
import { readPlainXml } from "./svgxml.ts";

const MOST_SHEET = 4 * 1024 * 1024; // characters of all style sheets

export interface Tree {
  readonly document: XMLDocument;
  readonly sources: ReadonlyMap<Element, Element>; // of each element the one that it was built from
  readonly hasOutside: boolean; // something outside the file was referred to, and left out
}

// ---- Reading -----------------------------------------------------------------------------------------------------------

// DOMParser's document has no window: in it nothing runs, loads or is shown.
function parse(text: string): Element {
  const document = new DOMParser().parseFromString(readPlainXml(text), "image/svg+xml");
  const wrong = document.querySelector("parsererror");
  if (wrong) {
    const why = /error[^:]*: ?([^\n]+)/i.exec(wrong.textContent ?? "")?.[1] ?? "it cannot be read";
    throw new ImportProblem(`This is not a well-formed SVG: ${why}`, "Save it again as plain SVG from the program that made it.");
  }
  const root = document.documentElement;
  if (document.doctype) throw new ImportProblem("This is not a well-formed SVG: its document type is in the wrong place.", "Save it again as plain SVG from the program that made it.");
  if (root.namespaceURI !== SVG || root.localName !== "svg") throw new ImportProblem("This is XML, but not an SVG drawing.", `Its root must be <svg xmlns="${SVG}">.`);
  return root;
}

// ---- Building ----------------------------------------------------------------------------------------------------------

class Builder {
  readonly document = document.implementation.createDocument(SVG, "svg");
  readonly sources = new Map<Element, Element>();
  hasOutside = false;
  private readonly pictures = new PictureBudget();
  private sheet = 0;
  private readonly outside = (): void => {
    this.hasOutside = true;
  };

  build(source: Element, copy: Element): void {
    this.sources.set(copy, source);
    for (const attribute of source.attributes) this.addAttribute(source, copy, attribute);
    if (source.localName === "style") {
      copy.textContent = this.readSheet(source);
      return;
    }
    if (EMPTY.has(source.localName)) return;
    for (const child of source.childNodes) {
      if (child.nodeType === Node.ELEMENT_NODE) this.addElement(child as Element, copy);
      else if (TEXTS.has(source.localName) && (child.nodeType === Node.TEXT_NODE || child.nodeType === Node.CDATA_SECTION_NODE))
        copy.append(child.nodeValue ?? "");
    }
  }
  private addElement(source: Element, parent: Element): void {
    if (source.namespaceURI !== SVG || !ELEMENTS.has(source.localName)) return;
    const copy = this.document.createElementNS(SVG, source.localName);
    parent.append(copy);
    this.build(source, copy);
  }
  private readSheet(source: Element): string {
    const text = source.textContent ?? "";
    if (!/^(text\/css)?$/i.test(source.getAttribute("type") ?? "")) return "";
    this.sheet += text.length;
    if (this.sheet > MOST_SHEET) throw new ImportProblem("The drawing's style sheets are too long.", "Simplify the drawing.");
    return cleanSheet(text, this.outside);
  }

  private addAttribute(source: Element, copy: Element, { namespaceURI: space, localName: name, value }: Attr): void {
    if (space === XLINK || space === null) {
      if (name === "href") {
        if (space === null || !source.hasAttribute("href")) this.addReference(copy, value);
        return;
      }
    }
    if (space === XML && name === "space" && /^(preserve|default)$/.test(value)) copy.setAttributeNS(XML, "xml:space", value);
    if (space === XML && name === "lang" && isPlain(value)) copy.setAttributeNS(XML, "xml:lang", value);
    if (space === INKSCAPE && name === "label") copy.setAttributeNS(INKSCAPE, "inkscape:label", value); // names a layer
    if (space !== null) return;
    const kept = this.readAttribute(name, value);
    if (kept !== null) copy.setAttribute(name, kept);
  }
  private readAttribute(name: string, value: string): string | null {
    if (LABELS.has(name)) return value;
    if (PATHS.has(name)) return value.slice(0, /[^-+.,\w\s]/.exec(value)?.index);
    if (PLAIN.has(name)) return isPlain(value) ? value : null;
    if (PRESENTATION.has(name)) return cleanValue(value, this.outside);
    if (name === "style") return cleanDeclarations(value, this.outside) || null;
    // No extension is there: an element that needs one is not drawn, and stays so.
    return name === "requiredExtensions" ? (value.trim() ? "none" : "") : null;
  }
  private addReference(copy: Element, value: string): void {
    const address = value.trim();
    if (/^#./s.test(address)) {
      if (REFERRING.has(copy.localName)) copy.setAttribute("href", address);
    } else if (PICTURED.has(copy.localName) && /^data:/i.test(address)) copy.setAttribute("href", this.pictures.read(address));
    else if (address && copy.localName !== "a") this.outside();
  }
}
const isPlain = (value: string): boolean => !/[^-+*/.,\w\s()%]/.test(value);

export function readTree(text: string): Tree {
  const source = parse(text);
  const builder = new Builder();
  builder.build(source, builder.document.documentElement);
  return builder;
}
