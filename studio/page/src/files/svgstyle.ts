// Sanitises styles of style sheets, style attributes and presentation attributes: what svgnames.ts lists is written
// anew and the rest is dropped. The output can load nothing: its only addresses are those of elements in the same
// file.
import { isBlank, isSign, readTokens, writeTokens } from "./svgcss.ts";
import type { Token } from "./svgcss.ts";
import { FUNCTIONS, INERT_CLASSES, isProperty, PSEUDO_CLASSES, PSEUDO_FUNCTIONS, UNITS } from "./svgnames.ts";

// Called when a style refers to something outside the file.
export type Outside = () => void;

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

// For every opening bracket the index of its closing bracket. A mismatched closing bracket is treated as an ordinary
// token.
function matchBrackets(tokens: readonly Token[]): Map<number, number> {
    const matched = new Map<number, number>();
    const open: { at: number; closing: string }[] = [];
    for (const [at, token] of tokens.entries()) {
        const closing = token.kind === "function" ? ")" : token.kind === "delim" ? CLOSING[token.text] : undefined;
        if (closing) open.push({ at, closing });
        else if (open.length > 0 && isSign(token, open.at(-1)!.closing)) matched.set(open.pop()!.at, at);
    }
    return matched;
}
function trim(tokens: readonly Token[]): readonly Token[] {
    let [from, to] = [0, tokens.length];
    while (from < to && isBlank(tokens[from]!)) from++;
    while (to > from && isBlank(tokens[to - 1]!)) to--;
    return tokens.slice(from, to);
}
function split(tokens: readonly Token[], sign: string): (readonly Token[])[] {
    const matched = matchBrackets(tokens);
    const parts: (readonly Token[])[] = [];
    let from = 0;
    for (let at = 0; at < tokens.length; at++) {
        at = matched.get(at) ?? at;
        if (!isSign(tokens[at], sign)) continue;
        parts.push(tokens.slice(from, at));
        from = at + 1;
    }
    parts.push(tokens.slice(from));
    return parts.map(trim).filter((part) => part.length > 0);
}
// `allowed` judges every token except brackets, which must be balanced.
function isMadeOf(
    tokens: readonly Token[],
    brackets: string,
    allowed: (token: Token, index: number) => boolean,
): boolean {
    const open: string[] = [];
    for (const [index, token] of tokens.entries()) {
        const text = token.kind === "delim" ? token.text : "";
        if (text && "()[]{}".includes(text)) {
            if (!brackets.includes(text)) return false;
            if (CLOSING[text]) open.push(CLOSING[text]);
            else if (open.pop() !== text) return false;
        } else if (!allowed(token, index)) return false;
        if (token.kind === "function") open.push(")");
    }
    return open.length === 0;
}

// ---- Values --------------------------------------------------------------------------------------------------------

// Names of fonts, path data, names of elements.
const isPlainString = (text: string): boolean => /^[\w\s.,+\-'\u0080-\uffff]*$/.test(text);

function isAllowedInValue(token: Token, outside: Outside): boolean {
    switch (token.kind) {
        case "space":
        case "comment":
            return true;
        case "string":
            return isPlainString(token.text);
        case "ident": // no keyword or colour needs an escape, as one that begins like a number does
            return /^(?!-?\d|-$)[\w\-\u0080-\uffff]+$/.test(token.text);
        case "hash":
            return /^[\w\-\u0080-\uffff]+$/.test(token.text);
        case "number":
            return token.unit === "" || UNITS.has(token.unit);
        case "function": {
            if (["image", "image-set", "src"].includes(token.text)) outside();
            return FUNCTIONS.has(token.text);
        }
        case "url": {
            if (/^#./s.test(token.text)) return true;
            outside();
            return false;
        }
        case "delim":
            return token.text.length === 1 && ",/+-*".includes(token.text);
        default:
            return false;
    }
}
// A paint outside the file: its fallback applies, or else nothing is painted, as for a paint that cannot be found.
// Without the property the paint would be black.
function withoutOutsidePaint(property: string, value: readonly Token[], outside: Outside): readonly Token[] {
    if (property !== "fill" && property !== "stroke") return value;
    const inside = value.filter((token) => token.kind !== "url" || /^#./s.test(token.text));
    if (inside.length === value.length) return value;
    outside();
    const fallback = trim(inside);
    return fallback.length > 0 ? fallback : [{ kind: "ident", text: "none" }];
}
function writeValue(property: string, tokens: readonly Token[], outside: Outside): string | null {
    const value = withoutOutsidePaint(property, trim(tokens), outside);
    return value.length > 0 && isMadeOf(value, "()", (token) => isAllowedInValue(token, outside))
        ? writeTokens(value)
        : null;
}
export const cleanValue = (property: string, text: string, outside: Outside): string | null =>
    writeValue(property, readTokens(text), outside);

// ---- Declarations --------------------------------------------------------------------------------------------------

function writeDeclaration(tokens: readonly Token[], outside: Outside): string | null {
    const [name, ...rest] = tokens;
    if (name?.kind !== "ident") return null;
    const property = name.text.startsWith("--") ? name.text : name.text.toLowerCase();
    const colon = rest.findIndex((token) => !isBlank(token));
    if (!isProperty(property) || !isSign(rest[colon], ":")) return null;
    const mark = rest.findIndex((token) => isSign(token, "!"));
    const value = writeValue(property, rest.slice(colon + 1, mark < 0 ? undefined : mark), outside);
    // A variable could be used to build a reference elsewhere
    if (value === null || (property.startsWith("--") && /url\(/.test(value))) return null;
    const ending = mark < 0 ? [] : trim(rest.slice(mark + 1));
    const important =
        ending.length === 1 && ending[0]?.kind === "ident" && ending[0].text.toLowerCase() === "important";
    if (mark >= 0 && !important) return null;
    return `${writeTokens([{ kind: "ident", text: property }])}:${value}${important ? "!important" : ""}`;
}
const writeDeclarations = (tokens: readonly Token[], outside: Outside): string =>
    split(tokens, ";")
        .flatMap((one) => writeDeclaration(one, outside) ?? [])
        .join(";");

export const cleanDeclarations = (text: string, outside: Outside): string =>
    writeDeclarations(readTokens(text), outside);

// ---- Rules ---------------------------------------------------------------------------------------------------------

function isAllowedInSelector(token: Token, before: Token | undefined): boolean {
    const afterColon = isSign(before, ":");
    switch (token.kind) {
        case "space":
        case "comment":
            return !afterColon;
        case "ident":
            return !afterColon || PSEUDO_CLASSES.has(token.text.toLowerCase());
        case "function":
            return afterColon && PSEUDO_FUNCTIONS.has(token.text);
        case "hash":
            return token.isId && !afterColon;
        case "string":
            return !afterColon && isPlainString(token.text);
        case "number":
            return !afterColon && /^(n(-\d+)?)?$/.test(token.unit); // for example 2n-1
        case "delim":
            return !afterColon && ".*>+~,:=^$|".includes(token.text);
        default:
            return false;
    }
}
const isInert = (tokens: readonly Token[]): boolean =>
    tokens.some(
        (token, at) =>
            token.kind === "ident" &&
            INERT_CLASSES.has(token.text.toLowerCase()) &&
            isSign(tokens[at - 1], ":") &&
            !isSign(tokens[at - 2], ":"),
    );

// One invalid selector makes the whole rule invalid, as in browsers.
function writeSelectors(prelude: readonly Token[]): string | null {
    const selectors = split(prelude, ",").filter((selector) => !isInert(selector));
    const good = selectors.every((selector) =>
        isMadeOf(selector, "()[]", (token, at) => isAllowedInSelector(token, selector[at - 1])),
    );
    return good && selectors.length > 0 ? selectors.map(writeTokens).join(",") : null;
}
function writeMedia(condition: readonly Token[]): string | null {
    const plain = (token: Token): boolean =>
        isBlank(token) ||
        token.kind === "ident" ||
        (token.kind === "number" && (token.unit === "" || UNITS.has(token.unit))) ||
        isSign(token, ":") ||
        isSign(token, ",");
    return isMadeOf(condition, "()", plain) ? writeTokens(trim(condition)) : null;
}

function writeRules(tokens: readonly Token[], depth: number, outside: Outside): string {
    const matched = matchBrackets(tokens);
    const rules: string[] = [];
    for (let at = 0; at < tokens.length; at++) {
        if (isBlank(tokens[at]!) || tokens[at]!.kind === "mark") continue;
        const first = tokens[at]!;
        const from = at;
        while (at < tokens.length && !isSign(tokens[at], "{") && !(first.kind === "at" && isSign(tokens[at], ";")))
            at = (matched.get(at) ?? at) + 1;
        if (first.kind === "at" && first.text === "import") outside();
        if (!isSign(tokens[at], "{")) continue;
        const end = matched.get(at) ?? tokens.length;
        const inside = tokens.slice(at + 1, end);
        const rule =
            first.kind === "at"
                ? writeAtRule(first.text, tokens.slice(from + 1, at), inside, depth, outside)
                : writeRule(tokens.slice(from, at), inside, outside);
        if (rule) rules.push(rule);
        at = end;
    }
    return rules.join("\n");
}
function writeRule(prelude: readonly Token[], inside: readonly Token[], outside: Outside): string | null {
    const selectors = writeSelectors(prelude);
    const declarations = writeDeclarations(inside, outside);
    return selectors && declarations ? `${selectors}{${declarations}}` : null;
}
// Of the at-rules only @media is kept: others load resources, animate, or name things that are not needed to draw.
function writeAtRule(
    name: string,
    prelude: readonly Token[],
    inside: readonly Token[],
    depth: number,
    outside: Outside,
): string | null {
    if (inside.some((token) => token.kind === "url" && !token.text.startsWith("#"))) outside();
    const condition = name === "media" && depth < 4 ? writeMedia(prelude) : null;
    const rules = condition ? writeRules(inside, depth + 1, outside) : "";
    return rules ? `@media ${condition}{${rules}}` : null;
}

export const cleanSheet = (text: string, outside: Outside): string => writeRules(readTokens(text), 0, outside);
