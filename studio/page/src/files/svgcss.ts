// Parses CSS into tokens (CSS Syntax Level 3, §4) and writes tokens as CSS. The output is generated from what was
// parsed: escapes are resolved when read, and names are written with only the escapes that they need. So `\75rl(` is
// read as the url that browsers see in it, and `u/**/rl(` stays two words.

export type Token =
    | { readonly kind: "space" | "comment" | "bad" }
    | { readonly kind: "mark" } // <!-- or -->, which have no meaning between rules
    | { readonly kind: "ident" | "function" | "at" | "string" | "url" | "delim"; readonly text: string }
    | { readonly kind: "hash"; readonly text: string; readonly isId: boolean }
    | { readonly kind: "number"; readonly text: string; readonly unit: string };

// Runs of plain characters and escapes in alternation: as "(plain|escape)*" they would overflow the stack of the
// regular expression engine.
const runs = (plain: string, escape: string): string => `${plain}*(?:${escape}${plain}*)*`;
const ESCAPE = String.raw`\\(?:[0-9a-fA-F]{1,6}[ \t\n]?|[^\n0-9a-fA-F])`;
const NAME = runs(String.raw`[\w\-\u0080-\uffff]`, ESCAPE);
const IDENT = String.raw`(?:--|-?(?:[A-Za-z_\u0080-\uffff]|${ESCAPE}))${NAME}`;
const NUMBER = String.raw`[+-]?(?:\d*\.\d+|\d+)(?:[eE][+-]?\d+)?`;
const PLAIN_URL = runs(String.raw`[^"'()\\ \t\n\x00-\x08\x0b\x0e-\x1f\x7f]`, ESCAPE);
const quoted = (quote: string): string => `${quote}${runs(`[^${quote}\\\\\\n]`, "\\\\[^]")}(?:${quote}|$)`;

const sticky = (pattern: string): RegExp => new RegExp(pattern, "y");
const PATTERNS = {
    space: sticky("[ \\t\\n]+"),
    comment: sticky("/\\*[^]*?(?:\\*/|$)"),
    string: sticky(`${quoted('"')}|${quoted("'")}`),
    mark: sticky("<!--|-->"),
    hash: sticky(`#(?=[\\w\\-\\u0080-\\uffff]|${ESCAPE})(${NAME})`),
    number: sticky(`(${NUMBER})(%|${IDENT})?`),
    at: sticky(`@(${IDENT})`),
    ident: sticky(IDENT),
    plainUrl: sticky(`[ \\t\\n]*(${PLAIN_URL})[ \\t\\n]*(?:\\)|$)`),
    badUrl: sticky(`${runs("[^)\\\\]", "\\\\[^]")}\\)?`),
};
const STARTS_IDENT = new RegExp(`^${IDENT}`);

function resolveEscapes(text: string): string {
    if (!text.includes("\\")) return text;
    return text.replace(
        /\\(?:([0-9a-f]{1,6})[ \t\n]?|\n|([^]))/gi,
        (_, hex: string | undefined, letter: string | undefined) => {
            if (hex === undefined) return letter ?? "";
            const code = parseInt(hex, 16);
            return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
                ? "\ufffd"
                : String.fromCodePoint(code);
        },
    );
}

// ---- Reading -------------------------------------------------------------------------------------------------------

class Reader {
    readonly tokens: Token[] = [];
    private at = 0;
    private readonly open: string[] = []; // the closing brackets still expected
    constructor(private readonly text: string) {}

    private take(pattern: RegExp): RegExpExecArray | null {
        pattern.lastIndex = this.at;
        const found = pattern.exec(this.text);
        if (found) this.at = pattern.lastIndex;
        return found;
    }
    read(): Token[] {
        while (this.at < this.text.length) this.tokens.push(this.next());
        // The end of the text closes them
        while (this.open.length > 0) this.tokens.push({ kind: "delim", text: this.open.pop()! });
        return this.tokens;
    }
    private next(): Token {
        if (this.take(PATTERNS.space)) return { kind: "space" };
        if (this.take(PATTERNS.comment)) return { kind: "comment" };
        if (this.take(PATTERNS.mark)) return { kind: "mark" };
        const string = this.take(PATTERNS.string);
        if (string) return { kind: "string", text: this.unquote(string[0]) };
        const number = this.take(PATTERNS.number);
        if (number) return { kind: "number", text: number[1]!, unit: resolveEscapes(number[2] ?? "").toLowerCase() };
        const hash = this.take(PATTERNS.hash);
        if (hash) return { kind: "hash", text: resolveEscapes(hash[1]!), isId: STARTS_IDENT.test(hash[1]!) };
        const at = this.take(PATTERNS.at);
        if (at) return { kind: "at", text: resolveEscapes(at[1]!).toLowerCase() };
        const ident = this.take(PATTERNS.ident);
        if (ident) return this.readWord(resolveEscapes(ident[0]));
        return this.readSign();
    }
    private unquote(whole: string): string {
        const closed =
            whole.length > 1 && whole.at(-1) === whole[0] && !/(?:^|[^\\])(?:\\\\)*\\$/.test(whole.slice(0, -1));
        return resolveEscapes(whole.slice(1, closed ? -1 : undefined));
    }
    private readWord(text: string): Token {
        if (this.text[this.at] !== "(") return { kind: "ident", text };
        this.at++;
        if (text.toLowerCase() === "url") return this.readUrl();
        this.open.push(")");
        return { kind: "function", text: text.toLowerCase() };
    }
    private readUrl(): Token {
        const start = this.at;
        this.take(PATTERNS.space);
        const quoted = this.take(PATTERNS.string);
        if (quoted) {
            this.take(PATTERNS.space);
            if (this.at >= this.text.length || this.text[this.at] === ")") {
                this.at++;
                return { kind: "url", text: this.unquote(quoted[0]) };
            }
        }
        this.at = start;
        const plain = quoted ? null : this.take(PATTERNS.plainUrl);
        if (plain) return { kind: "url", text: resolveEscapes(plain[1]!) };
        this.take(PATTERNS.badUrl);
        return { kind: "bad" };
    }
    private readSign(): Token {
        const text = this.text[this.at++]!;
        const closing = { "(": ")", "[": "]", "{": "}" }[text];
        if (closing) this.open.push(closing);
        else if (text === this.open.at(-1)) this.open.pop();
        return "\"'\\".includes(text) ? { kind: "bad" } : { kind: "delim", text };
    }
}

export const readTokens = (text: string): Token[] =>
    new Reader(
        text
            .replace(/\r\n?|\f/g, "\n")
            .replace(/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd"),
    ).read();

export const isSign = (token: Token | undefined, text: string): boolean =>
    token?.kind === "delim" && token.text === text;
export const isBlank = (token: Token): boolean => token.kind === "space" || token.kind === "comment";

// ---- Writing -------------------------------------------------------------------------------------------------------

const escapeCode = (letter: string): string => `\\${letter.codePointAt(0)!.toString(16)} `;
const writeName = (text: string): string => text.replace(/[^\w\-\u0080-\uffff]/g, escapeCode);
function writeIdent(text: string): string {
    const head = /^-?\d/.exec(text)?.[0];
    if (head) return head.slice(0, -1) + escapeCode(head.at(-1)!) + writeName(text.slice(head.length));
    return text === "-" ? "\\-" : writeName(text);
}
const writeString = (text: string): string => `"${text.replace(/["\\<>&{};\x00-\x1f\x7f]/g, escapeCode)}"`;

export function writeToken(token: Token): string {
    switch (token.kind) {
        case "space":
            return " ";
        case "comment":
            // A space would be a combinator in a selector, and without a separator the two words would join
            return "/**/";
        case "ident":
            return writeIdent(token.text);
        case "function":
            return `${writeIdent(token.text)}(`;
        case "hash":
            return `#${token.isId ? writeIdent(token.text) : writeName(token.text)}`;
        case "string":
            return writeString(token.text);
        case "url":
            return `url(${writeString(token.text)})`;
        case "number":
            return token.text + token.unit;
        case "delim":
            return token.text;
        case "at":
        case "mark":
        case "bad":
            throw new Error(`a token of kind ${token.kind} is never written`);
    }
}
export const writeTokens = (tokens: readonly Token[]): string => tokens.map(writeToken).join("");
