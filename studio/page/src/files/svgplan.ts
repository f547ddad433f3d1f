// Assigns the elements of an SVG to layers, as author/import/svg_plan.c does: top-level groups are layers; runs of
// other shapes between them are one layer each; a single group that holds only groups is opened. The elements are
// those of the tree that svgtree.ts builds from the file; the decisions use the attributes of the original file, so
// that both readers find the same layers.
import { readTokens } from "./svgcss.ts";
import { checkLayerCount, ImportProblem } from "./importproblem.ts";
import { GROUPS, INKSCAPE, SHAPES, SVG } from "./svgnames.ts";
import { readTree } from "./svgtree.ts";
import type { Tree } from "./svgtree.ts";
import { attributeOf } from "./svgxml.ts";
import type { Source } from "./svgxml.ts";

const MOST_PARTS = 20000;
const MOST_COSTLY_STEPS = 16;
const MOST_OCTAVES = 32;
const MOST_DRAWN = 500_000;
const MOST_DEPTH = 1000;

export interface PlannedLayer {
    readonly rawName: string | null;
    readonly parts: readonly Element[];
}
export interface Plan extends Tree {
    readonly layers: readonly PlannedLayer[];
    readonly hasText: boolean;
}

const isGroup = (node: Element): boolean => GROUPS.has(node.localName);
const isShape = (node: Element): boolean => SHAPES.has(node.localName);

// ---- Limits --------------------------------------------------------------------------------------------------------

// Filters that can take seconds each on a large picture (author/import/svg_limits.c).
function checkFilters(root: Element): void {
    const costly = [
        ...root.querySelectorAll("feTurbulence, feMorphology, feConvolveMatrix, feDiffuseLighting, feSpecularLighting"),
    ];
    if (
        costly.length <= MOST_COSTLY_STEPS &&
        !costly.some((node) => Number(node.getAttribute("numOctaves") ?? 0) > MOST_OCTAVES)
    )
        return;
    throw new ImportProblem(
        "The drawing's filters take too long.",
        "Leave them out, or turn what they draw into a picture.",
    );
}

// The elements that an element refers to. A paint or marker is inherited: every descendant may have to draw it.
interface Reference {
    readonly id: string;
    readonly isInherited: boolean;
}
function decode(address: string): string {
    try {
        return decodeURIComponent(address);
    } catch {
        return address;
    }
}
const findReferences = (property: string, value: string): Reference[] =>
    value.includes("url(")
        ? readTokens(value).flatMap((token) =>
              token.kind === "url"
                  ? [{ id: token.text.slice(1), isInherited: /^(fill|stroke|marker)/.test(property) }]
                  : [],
          )
        : [];
// Declarations as svgstyle.ts writes them: "property:value;property:value", with no other colon before the value.
const findInDeclarations = (text: string): Reference[] =>
    text.split(";").flatMap((one) => findReferences(one.slice(0, one.indexOf(":")), one));

// The references that style rules add to elements. svgstyle.ts writes rules as "selectors{declarations}".
function findStyled(root: Element): Map<Element, Reference[]> {
    const styled = new Map<Element, Reference[]>();
    for (const sheet of root.querySelectorAll("style"))
        for (const [, selectors, declarations] of (sheet.textContent ?? "").matchAll(
            /([^{}\n]+)\{([^{}]*url\([^{}]*)\}/g,
        )) {
            const references = findInDeclarations(declarations!);
            for (const node of select(root, selectors!)) styled.set(node, [...(styled.get(node) ?? []), ...references]);
        }
    return styled;
}
function select(root: Element, selectors: string): Element[] {
    try {
        return [...(root.matches(selectors) ? [root] : []), ...root.querySelectorAll(selectors)];
    } catch {
        return []; // invalid selector: the browser ignores the rule too
    }
}

// A few lines of nested <use> or nested patterns can stand for billions of shapes, so the number of shapes to draw is
// counted beforehand. Browsers do not draw circular references, which count once.
function checkReferences(root: Element): void {
    const known = new Map<Element, number>();
    // The first of several elements with the same id counts
    const byId = new Map([...root.querySelectorAll("[id]")].reverse().map((node) => [node.id, node]));
    const styled = findStyled(root);
    const referencesOf = (node: Element): Reference[] => {
        const own = [...node.attributes].flatMap(({ localName, value }) => {
            if (localName === "href") return [{ id: value.slice(1), isInherited: false }];
            return localName === "style" ? findInDeclarations(value) : findReferences(localName, value);
        });
        return [...own, ...(styled.get(node) ?? [])];
    };
    const count = (node: Element, depth: number): number => {
        const before = known.get(node);
        if (before !== undefined) return before;
        if (depth > MOST_DEPTH)
            throw new ImportProblem("The drawing is nested too deeply.", "Take its groups apart in a drawing program.");
        known.set(node, 1);
        let sum = 1;
        for (const child of node.children) sum += count(child, depth + 1);
        for (const { id, isInherited } of referencesOf(node)) {
            const target = byId.get(id) ?? byId.get(decode(id));
            if (target) sum += count(target, depth + 1) * (isInherited ? 1 + node.getElementsByTagName("*").length : 1);
        }
        known.set(node, sum);
        return sum;
    };
    if (count(root, 0) > MOST_DRAWN)
        throw new ImportProblem(
            "The drawing repeats its parts so often that it cannot be drawn.",
            "Repeat them less, or save the drawing as PNG.",
        );
}

// ---- Planning ------------------------------------------------------------------------------------------------------

// Effects that apply to a group's children together: such a group cannot be split.
function hasJointEffect(source: Source | undefined): boolean {
    if (!source) return false;
    if (["opacity", "filter", "mask", "clip-path", "class"].some((name) => attributeOf(source, name) !== null))
        return true;
    return /opacity|filter|mask|clip-path|blend/.test(attributeOf(source, "style") ?? "");
}

// Drawing programs often wrap everything in one group; the groups inside are then the artist's layers.
function findContainer({ document, sources }: Tree): Element {
    const root: Element = document.documentElement;
    let node = root;
    for (;;) {
        const groups = [...node.children].filter(isGroup);
        const shapes = [...node.children].filter(isShape);
        const only = groups[0];
        if (
            shapes.length === 0 &&
            groups.length === 1 &&
            only &&
            only.localName === "g" &&
            !hasJointEffect(sources.get(only))
        )
            node = only;
        else return shapes.length === 0 && groups.length > 1 ? node : root;
    }
}

// Names such as "layer12" or "g3059", generated by a program and not by an artist.
const isAutomatic = (id: string): boolean => /^(layer|g)[0-9-]+$/.test(id);

function rawName(node: Element): string | null {
    const id = node.getAttribute("id");
    const label = node.getAttributeNS(INKSCAPE, "label");
    return label && (!id || isAutomatic(id)) ? label : id;
}

// Hidden by its own attributes, as programs hide layers: it is not drawn and makes no layer.
const isHidden = (node: Element): boolean =>
    node.getAttribute("display") === "none" || /(^|;)display:none(;|$)/.test(node.getAttribute("style") ?? "");

function listLayers(container: Element): PlannedLayer[] {
    const layers: { rawName: string | null; parts: Element[] }[] = [];
    let run: Element[] | null = null;
    let count = 0;
    for (const node of container.children) {
        if (!isGroup(node) && !isShape(node)) continue;
        if (++count > MOST_PARTS)
            throw new ImportProblem(
                `The drawing has more than ${MOST_PARTS} shapes outside groups.`,
                "Put what belongs together into groups.",
            );
        if (isShape(node) && run) run.push(node);
        else {
            const parts = [node];
            layers.push({ rawName: isGroup(node) ? rawName(node) : null, parts });
            run = isShape(node) ? parts : null;
        }
    }
    checkLayerCount(layers.filter((layer) => !layer.parts.every(isHidden)).length);
    return layers;
}

export function planSvg(text: string): Plan {
    const tree = readTree(text);
    const root = tree.document.documentElement;
    checkFilters(root);
    checkReferences(root);
    const { document, sources, hasOutside } = tree;
    return {
        document,
        sources,
        hasOutside,
        layers: listLayers(findContainer(tree)),
        hasText: root.querySelector("text") !== null,
    };
}

// The text of the drawing with only this layer. The others are moved into <defs>, where they are not drawn but can
// still be referenced.
export function svgOfLayer(plan: Plan, layer: PlannedLayer): string {
    const own = new Set(layer.parts);
    const put: [Element, Element][] = [];
    for (const other of plan.layers.flatMap((l) => l.parts)) {
        if (own.has(other)) continue;
        const defs = plan.document.createElementNS(SVG, "defs");
        other.replaceWith(defs);
        defs.append(other);
        put.push([defs, other]);
    }
    const text = new XMLSerializer().serializeToString(plan.document);
    for (const [defs, other] of put) defs.replaceWith(other);
    return text;
}
export const svgText = (plan: Plan): string => new XMLSerializer().serializeToString(plan.document);
