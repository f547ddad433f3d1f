// Parses the XML of an imported drawing without the browser's parser: the result is plain data, so that no element,
// attribute or instruction of the file ever meets code that would act on it. Entities that the file declares are
// expanded within limits; the document type, processing instructions and comments are dropped. Nothing outside the
// text is ever requested.
import { ImportProblem } from "./importproblem.ts";
import { XML } from "./svgnames.ts";

const MOST_CHARACTERS = 64 * 1024 * 1024;
const MOST_EXPANDED = 4 * 1024 * 1024; // characters that entities expand to
const MOST_ENTITY_DEPTH = 16;
const MOST_ELEMENTS = 500_000;
const MOST_DEPTH = 256; // the same as libxml2

export interface SourceAttribute {
    readonly space: string | null;
    readonly name: string;
    readonly value: string;
}
export interface Source {
    readonly space: string | null;
    readonly name: string;
    readonly attributes: readonly SourceAttribute[];
    readonly children: (Source | string)[];
}
export const attributeOf = ({ attributes }: Source, name: string): string | null =>
    attributes.find((one) => one.space === null && one.name === name)?.value ?? null;

const PREDEFINED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const NAME = String.raw`[A-Za-z_:\u0080-\uffff][\w:.\-\u0080-\uffff]*`;
const REFERENCE = new RegExp(`&(?:(${NAME}|#\\d+|#x[0-9a-fA-F]+);)?`, "g");
const LITERAL = String.raw`"[^"]*"|'[^']*'`;
const PARAMETER = new RegExp(`%${NAME};|\\s+`, "y");
const ENTITY = new RegExp(`^\\s*(${NAME})\\s+(${LITERAL})\\s*$`);
const TAG_NAME = new RegExp(`</?(${NAME})`, "y");
const ATTRIBUTE = new RegExp(`\\s+(${NAME})\\s*=\\s*(${LITERAL})`, "y");
const TAG_END = /\s*\/?>$/y;
const NO_CHARACTER = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const QUOTES = /["'<>]/g;
const QUOTES_OR_BRACKET = /["'<>[]/g;

const malformed = (what: string): ImportProblem =>
    new ImportProblem(
        `This is not a well-formed SVG: ${what}.`,
        "Save it again as plain SVG from the program that made it.",
    );

function resolveNumber(reference: string): string {
    const code = reference[1] === "x" ? parseInt(reference.slice(2), 16) : Number(reference.slice(1));
    const character = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : "\0";
    if (NO_CHARACTER.test(character)) throw malformed(`&${reference}; is no character`);
    return character;
}
// The end of the markup that begins at `at`, including its terminator. Quoted text is skipped as a whole.
function findEnd(text: string, at: number, signs: RegExp): number {
    for (;;) {
        signs.lastIndex = at;
        const found = signs.exec(text);
        if (!found || found[0] === "<") throw malformed("a tag does not end");
        if (found[0] !== '"' && found[0] !== "'") return signs.lastIndex;
        at = text.indexOf(found[0], found.index + 1) + 1;
        if (at === 0) throw malformed("a quotation does not end");
    }
}
function skip(text: string, at: number, ending: string): number {
    const end = text.indexOf(ending, at);
    if (end < 0) throw malformed(`"${ending}" is missing`);
    return end + ending.length;
}

type Prefixes = Readonly<Record<string, string>>;
interface Open {
    readonly tag: string;
    readonly prefixes: Prefixes; // created with Object.create(null), because the file chooses its prefixes
    readonly children: (Source | string)[];
}
function resolveName(name: string, prefixes: Prefixes, isAttribute: boolean): { space: string | null; name: string } {
    const colon = name.indexOf(":");
    const prefix = name.slice(0, Math.max(colon, 0));
    return {
        space: isAttribute && !prefix ? null : prefixes[prefix] || null,
        name: prefix && !prefixes[prefix] ? name : name.slice(colon + 1),
    };
}

class Reader {
    private readonly entities = new Map<string, string>();
    private readonly top: (Source | string)[] = [];
    private readonly open: Open[] = [
        { tag: "", prefixes: Object.assign(Object.create(null) as Prefixes, { xml: XML }), children: this.top },
    ];
    private expanded = 0;
    private elements = 0;

    // ---- Document type ---------------------------------------------------------------------------------------------

    // Returns where it ends. Only entities whose text is in the file are kept; the first declaration of a name counts.
    private readDoctype(text: string, at: number): number {
        at = findEnd(text, at + 1, QUOTES_OR_BRACKET);
        if (text[at - 1] === ">") return at;
        return findEnd(text, this.readDeclarations(text, at), QUOTES);
    }
    private readDeclarations(text: string, at: number): number {
        while (text[at] !== "]") {
            PARAMETER.lastIndex = at;
            if (PARAMETER.test(text)) at = PARAMETER.lastIndex;
            else if (text.startsWith("<!--", at)) at = skip(text, at + 4, "-->");
            else if (text.startsWith("<?", at)) at = skip(text, at, "?>");
            else if (text.startsWith("<!", at)) {
                const end = findEnd(text, at + 1, QUOTES);
                if (text.startsWith("<!ENTITY", at)) this.declare(text.slice(at + 8, end - 1));
                at = end;
            } else throw malformed("a declaration in its document type cannot be read");
        }
        return at + 1;
    }
    private declare(declaration: string): void {
        const [, name, value] = ENTITY.exec(declaration) ?? [];
        if (!name || !value || this.entities.has(name)) return;
        this.entities.set(
            name,
            value
                .slice(1, -1)
                .replace(REFERENCE, (whole, one?: string) => (one?.[0] === "#" ? resolveNumber(one) : whole)),
        );
    }

    // ---- Entities --------------------------------------------------------------------------------------------------

    private textOf(name: string, inside: readonly string[]): string {
        const text = this.entities.get(name);
        if (text === undefined) throw malformed(`it uses the entity &${name};, which it does not define`);
        if (inside.includes(name) || inside.length >= MOST_ENTITY_DEPTH)
            throw malformed(`its entity &${name}; contains itself`);
        this.expanded += text.length + 1;
        if (this.expanded > MOST_EXPANDED) throw malformed("its entities expand to too much text");
        return text;
    }
    // Resolves "&name;" to a character, or to null if it is an entity of the file.
    private resolveCharacter(name: string | undefined): string | null {
        if (name === undefined) throw malformed('an "&" is not written as &amp;');
        return name[0] === "#" ? resolveNumber(name) : Object.hasOwn(PREDEFINED, name) ? PREDEFINED[name]! : null;
    }
    private resolveValue(value: string, inside: readonly string[]): string {
        if (value.includes("<")) throw malformed('an attribute has a "<"');
        const plain = value.replace(/[\t\n]/g, " ");
        if (!plain.includes("&")) return plain;
        return plain.replace(
            REFERENCE,
            (_, name?: string) =>
                this.resolveCharacter(name) ?? this.resolveValue(this.textOf(name!, inside), [...inside, name!]),
        );
    }
    private addText(text: string, inside: readonly string[]): void {
        let plain = "";
        let from = 0;
        for (const found of text.includes("&") ? text.matchAll(REFERENCE) : []) {
            plain += text.slice(from, found.index);
            from = found.index + found[0].length;
            const character = this.resolveCharacter(found[1]);
            if (character !== null) plain += character;
            else {
                this.addCharacters(plain);
                plain = "";
                this.addContent(this.textOf(found[1]!, inside), [...inside, found[1]!]);
            }
        }
        this.addCharacters(plain + text.slice(from));
    }
    private addCharacters(text: string): void {
        if (this.open.length === 1 && text.trim()) throw malformed("there is text outside its root");
        if (text && this.open.length > 1) this.open.at(-1)!.children.push(text);
    }

    // ---- Elements --------------------------------------------------------------------------------------------------

    private addTag(text: string, at: number, inside: readonly string[]): number {
        const end = findEnd(text, at + 1, QUOTES);
        const tag = text.slice(at, end);
        TAG_NAME.lastIndex = 0;
        const name = TAG_NAME.exec(tag)?.[1];
        if (!name) throw malformed(`${tag.slice(0, 20)} is no tag`);
        if (tag[1] === "/") this.close(name, tag.slice(TAG_NAME.lastIndex));
        else this.openElement(name, tag, TAG_NAME.lastIndex, inside);
        return end;
    }
    private close(name: string, rest: string): void {
        if (this.open.length < 2 || this.open.pop()!.tag !== name || rest.trim() !== ">")
            throw malformed(`</${name}> has no opening tag`);
    }
    private readAttributes(tag: string, at: number, inside: readonly string[]): Map<string, string> {
        const values = new Map<string, string>();
        ATTRIBUTE.lastIndex = at;
        for (let found = ATTRIBUTE.exec(tag); found; found = ATTRIBUTE.exec(tag)) {
            if (values.has(found[1]!)) throw malformed(`the attribute ${found[1]} occurs twice`);
            values.set(found[1]!, this.resolveValue(found[2]!.slice(1, -1), inside));
            at = ATTRIBUTE.lastIndex;
        }
        TAG_END.lastIndex = at;
        if (!TAG_END.test(tag)) throw malformed(`the attributes of ${tag.slice(0, 20)} cannot be read`);
        return values;
    }
    private openElement(name: string, tag: string, at: number, inside: readonly string[]): void {
        if (++this.elements > MOST_ELEMENTS)
            throw new ImportProblem(
                `The drawing has more than ${MOST_ELEMENTS} elements.`,
                "Simplify it, or save it as PNG.",
            );
        const parent = this.open.at(-1)!;
        if (this.open.length === 1 && this.top.length > 0) throw malformed("it has two roots");
        const values = this.readAttributes(tag, at, inside);
        const own = [...values].filter(([key]) => key === "xmlns" || key.startsWith("xmlns:"));
        const prefixes =
            own.length > 0
                ? Object.assign(
                      Object.create(null) as Prefixes,
                      parent.prefixes,
                      Object.fromEntries(own.map(([key, value]) => [key.slice(6), value])),
                      { xml: XML },
                  )
                : parent.prefixes;
        const attributes = [...values]
            .filter(([key]) => key !== "xmlns" && !key.startsWith("xmlns:"))
            .map(([key, value]) => ({ ...resolveName(key, prefixes, true), value }));
        const children: (Source | string)[] = [];
        parent.children.push({ ...resolveName(name, prefixes, false), attributes, children });
        if (tag.endsWith("/>")) return;
        if (this.open.length > MOST_DEPTH)
            throw new ImportProblem("The drawing is nested too deeply.", "Take its groups apart in a drawing program.");
        this.open.push({ tag: name, prefixes, children });
    }

    // ---- Content ---------------------------------------------------------------------------------------------------

    private addContent(text: string, inside: readonly string[]): void {
        const depth = this.open.length;
        for (let at = 0; at < text.length; ) {
            const next = text.indexOf("<", at);
            this.addText(text.slice(at, next < 0 ? undefined : next), inside);
            if (next < 0) break;
            at = next;
            if (text.startsWith("<!--", at)) at = skip(text, at + 4, "-->");
            else if (text.startsWith("<?", at)) at = skip(text, at, "?>");
            else if (text.startsWith("<![CDATA[", at)) {
                const end = skip(text, at, "]]>");
                this.addCharacters(text.slice(at + 9, end - 3));
                at = end;
            } else if (text.startsWith("<!DOCTYPE", at) && this.elements === 0 && inside.length === 0)
                at = this.readDoctype(text, at);
            else at = this.addTag(text, at, inside);
            if (this.open.length < depth) throw malformed("an entity closes what it did not open");
        }
        if (this.open.length !== depth) throw malformed(`<${this.open.at(-1)!.tag}> is not closed`);
    }
    read(text: string): Source {
        this.addContent(text, []);
        const [root] = this.top;
        if (typeof root !== "object") throw malformed("it has no elements");
        return root;
    }
}

export function readXml(text: string): Source {
    if (text.length > MOST_CHARACTERS)
        throw new ImportProblem("The file is too large to be read.", "Simplify the drawing.");
    if (/^\x1f[\x8b\ufffd]/.test(text)) throw new ImportProblem("This is a compressed SVG.", "Save it as plain SVG.");
    if (NO_CHARACTER.test(text)) throw malformed("it has characters that no text has");
    return new Reader().read(text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"));
}
