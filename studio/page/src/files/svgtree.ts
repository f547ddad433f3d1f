// Rebuilds an imported drawing from what svgnames.ts allows: SVG elements by name, attributes by name and kind,
// references inside the file, and text where it is drawn. Anything not listed cannot enter the new tree, and the tree
// is only ever drawn as an image, in a document of its own, without a window.
import { ImportProblem } from "./importproblem.ts";
import {
    ELEMENTS,
    EMPTY,
    INKSCAPE,
    LABELS,
    PATHS,
    PICTURED,
    PLAIN,
    PRESENTATION,
    REFERRING,
    SVG,
    TEXTS,
    XLINK,
    XML,
} from "./svgnames.ts";
import { PictureBudget } from "./svgpicture.ts";
import { cleanDeclarations, cleanSheet, cleanValue } from "./svgstyle.ts";
import { attributeOf, readXml } from "./svgxml.ts";
import type { Source, SourceAttribute } from "./svgxml.ts";

const MOST_SHEET = 4 * 1024 * 1024; // characters of all style sheets together

export interface Tree {
    readonly document: XMLDocument;
    readonly sources: ReadonlyMap<Element, Source>; // the source of each built element
    // A reference outside the file, or a picture that is neither PNG nor JPEG, was dropped
    readonly hasOutside: boolean;
}

// ---- Building ------------------------------------------------------------------------------------------------------

class Builder {
    readonly document = document.implementation.createDocument(SVG, "svg");
    readonly sources = new Map<Element, Source>();
    hasOutside = false;
    private readonly pictures = new PictureBudget();
    private sheet = 0;
    private readonly outside = (): void => {
        this.hasOutside = true;
    };

    build(source: Source, copy: Element): void {
        this.sources.set(copy, source);
        for (const attribute of source.attributes) this.addAttribute(source, copy, attribute);
        if (source.name === "style") copy.textContent = this.readSheet(source);
        else if (!EMPTY.has(source.name)) for (const child of source.children) this.addChild(source, child, copy);
    }
    private addChild(parent: Source, child: Source | string, copy: Element): void {
        if (typeof child === "string") {
            if (TEXTS.has(parent.name)) copy.append(child);
        } else if (child.space === SVG && ELEMENTS.has(child.name)) {
            const element = this.document.createElementNS(SVG, child.name);
            copy.append(element);
            this.build(child, element);
        }
    }
    private readSheet(source: Source): string {
        const text = source.children.filter((child) => typeof child === "string").join("");
        if (!/^(text\/css)?$/i.test(attributeOf(source, "type") ?? "")) return "";
        this.sheet += text.length;
        if (this.sheet > MOST_SHEET)
            throw new ImportProblem("The drawing's style sheets are too long.", "Simplify the drawing.");
        return cleanSheet(text, this.outside);
    }

    private addAttribute(source: Source, copy: Element, { space, name, value }: SourceAttribute): void {
        if (name === "href" && (space === null || space === XLINK)) {
            if (space === null || attributeOf(source, "href") === null) this.addReference(copy, value);
            return;
        }
        if (space === XML && name === "space" && /^(preserve|default)$/.test(value))
            copy.setAttributeNS(XML, "xml:space", value);
        if (space === XML && name === "lang" && isPlain(value)) copy.setAttributeNS(XML, "xml:lang", value);
        // The name of a layer
        if (space === INKSCAPE && name === "label") copy.setAttributeNS(INKSCAPE, "inkscape:label", value);
        if (space !== null) return;
        const kept = this.readAttribute(name, value);
        if (kept !== null) copy.setAttribute(name, kept);
    }
    private readAttribute(name: string, value: string): string | null {
        if (LABELS.has(name)) return value;
        if (PATHS.has(name)) return cutAtMistake(value);
        if (PLAIN.has(name)) return isPlain(value) ? value : null;
        if (PRESENTATION.has(name)) return cleanValue(name, value, this.outside);
        if (name === "style") return cleanDeclarations(value, this.outside) || null;
        // No extensions are supported: an element that requires one is not drawn, and that must remain so.
        return name === "requiredExtensions" ? (value.trim() ? "none" : "") : null;
    }
    private addReference(copy: Element, value: string): void {
        const address = value.trim();
        if (/^#./s.test(address)) {
            if (REFERRING.has(copy.localName)) copy.setAttribute("href", address);
            return;
        }
        const picture = PICTURED.has(copy.localName) && /^data:/i.test(address) ? this.pictures.read(address) : null;
        if (picture) copy.setAttribute("href", picture);
        else if (address && copy.localName !== "a") this.outside();
    }
}
// Browsers draw a path up to its first error, and nothing of a points list that has one, so the error is preserved.
function cutAtMistake(path: string): string {
    const mistake = /[^-+.,\dMmZzLlHhVvCcSsQqTtAaEe\s]/.exec(path);
    return mistake ? `${path.slice(0, mistake.index)}x` : path;
}
const isPlain = (value: string): boolean => !/[^-+*/.,\w\s()%]/.test(value);

export function readTree(text: string): Tree {
    const source = readXml(text);
    if (source.space !== SVG || source.name !== "svg")
        throw new ImportProblem("This is XML, but not an SVG drawing.", `Its root must be <svg xmlns="${SVG}">.`);
    const builder = new Builder();
    builder.build(source, builder.document.documentElement);
    return builder;
}
