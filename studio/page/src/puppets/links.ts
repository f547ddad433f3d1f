// Links between two drawings of a family as they are displayed: side by side, coloured and numbered.
import { computed, signal } from "@preact/signals";
import type { Artwork, Command, Family, Link, Part, Vec2 } from "../core/project.ts";
import { linksHandles } from "../core/project.ts";
import { colour } from "../draw/colour.ts";
import type { Colour } from "../state/painter.ts";
import { send } from "../state/document.ts";
import { frame, mode } from "../state/workspaces.ts";
import { fromOf } from "../tools/geometry.ts";
import { artworkNamed, selectedFamily } from "./families.ts";

// Distinct from the paper and from each other; mustard is reserved for the selection.
const LINK_COLOURS = ["#E4572E", "#17877D", "#6B3E75", "#3F7FB5", "#7BA23F", "#B9814A", "#C2497F", "#5C6B8A"];
export const linkCssColour = (number: number): string => LINK_COLOURS[(number - 1) % LINK_COLOURS.length]!;
export const linkColour = (number: number): Colour => colour(linkCssColour(number));

export const PARTS: readonly { readonly value: Part; readonly label: string; readonly title: string }[] = [
    { value: "position", label: "Position", title: "Where it is" },
    { value: "angle", label: "Angle", title: "How it is turned" },
    { value: "scale", label: "Scale", title: "How it is stretched" },
];

// ---- The displayed pair

const wanted = signal<readonly [string | null, string | null]>([null, null]);
// Two members of the selected family: the chosen ones, or else the first two.
export const pair = computed((): readonly [string, string] | null => {
    const members = selectedFamily.value?.members ?? [];
    const [a, b] = wanted.value;
    const left = a !== null && members.includes(a) ? a : members[0];
    const right = b !== null && members.includes(b) && b !== left ? b : members.find((m) => m !== left);
    return left !== undefined && right !== undefined ? [left, right] : null;
});
export function showPair(left: string, right: string): void {
    wanted.value = left === right ? [left, null] : [left, right];
}

// A link between the two, oriented so that its first end is on the left.
export interface ShownLink {
    readonly id: string;
    readonly number: number; // from 1
    readonly link: Link;
    readonly ends: readonly [Vec2, Vec2]; // at rest, each in its own drawing's space
    readonly words: string; // "top — foot-left"
    readonly keep: readonly Part[] | null; // parts linked, for links of handles
}

export const idOf = (link: Link): string =>
    JSON.stringify([link.from, link.to, linksHandles(link) ? link.handles : link.points]);
const placeOf = (own: Artwork, handle: string): Vec2 => {
    const found = own.handles.find((h) => h.name === handle);
    return found ? fromOf(found) : [0, 0];
};

function shownLink(link: Link, number: number, left: Artwork, right: Artwork): ShownLink {
    const turned = link.from !== left.name;
    const swap = <T>([a, b]: readonly [T, T]): readonly [T, T] => (turned ? [b, a] : [a, b]);
    if (!linksHandles(link))
        return { id: idOf(link), number, link, ends: swap(link.points), words: "two points", keep: null };
    const [a, b] = swap(link.handles);
    return {
        id: idOf(link),
        number,
        link,
        ends: [placeOf(left, a), placeOf(right, b)],
        words: `${a} — ${b}`,
        keep: link.keep,
    };
}
export function linksBetween(family: Family, left: string, right: string): ShownLink[] {
    const [a, b] = [artworkNamed(left)?.own, artworkNamed(right)?.own];
    if (!a || !b) return [];
    const own = family.links.filter((l) => (l.from === left && l.to === right) || (l.from === right && l.to === left));
    return own.map((link, i) => shownLink(link, i + 1, a, b));
}
export const shownLinks = computed((): readonly ShownLink[] => {
    const [family, two] = [selectedFamily.value, pair.value];
    return family && two ? linksBetween(family, two[0], two[1]) : [];
});

export const selectedLinkId = signal<string | null>(null);
export const selectedLink = computed(
    (): ShownLink | null => shownLinks.value.find((l) => l.id === selectedLinkId.value) ?? null,
);

// ---- Commands

// Initially only the position is linked, because that is what most drawings have in common.
export function linkHandles(
    family: Family,
    [from, to]: readonly [string, string],
    handles: readonly [string, string],
    keep: readonly Part[] = ["position"],
): boolean {
    const done = send({ do: "family.link", family: family.name, from, to, handles, keep });
    if (done) selectedLinkId.value = idOf({ from, to, handles, keep });
    return done;
}
export function linkPoints(
    family: Family,
    [from, to]: readonly [string, string],
    points: readonly [Vec2, Vec2],
): boolean {
    const done = send({ do: "family.link", family: family.name, from, to, points });
    if (done) selectedLinkId.value = null;
    return done;
}
function ends(link: Link): Readonly<Record<string, unknown>> {
    return linksHandles(link)
        ? { from: link.from, to: link.to, handles: link.handles }
        : { from: link.from, to: link.to, points: link.points };
}
export function unlink(family: Family, { link, id }: ShownLink): boolean {
    const command: Command = { do: "family.unlink", family: family.name, ...ends(link) };
    const done = send(command);
    if (done && selectedLinkId.peek() === id) selectedLinkId.value = null;
    return done;
}
// The last linked part cannot be removed, because the link would then have no effect.
export function toggleKeep(family: Family, { link }: ShownLink, part: Part): boolean {
    if (!linksHandles(link)) return false;
    const keep = PARTS.map((p) => p.value).filter((p) => (p === part) !== link.keep.includes(p));
    return keep.length > 0 && send({ do: "family.link", family: family.name, ...ends(link), keep });
}

// ---- Whether the side-by-side view is open (linkmode.ts)

export const LINKS_MODE = "links";
export const linking = computed((): boolean => mode.value?.id.startsWith(LINKS_MODE) ?? false);
export function closeLinks(): void {
    if (linking.peek()) mode.value = null;
    selectedLinkId.value = null;
    frame.request();
}
