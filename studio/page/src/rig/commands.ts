// Builders of the rig workspace's commands (docs/format.md). Nothing here sends them.
import type { Artwork, Command, Handle, Layer, Vec2 } from "../core/project.ts";
import { freeName } from "../state/document.ts";
import { fromOf, plus, tidyPoint, toOf, toSegment } from "../tools/geometry.ts";
import type { Places } from "../tools/geometry.ts";

// ---- Handles

export function addPoint(artwork: Artwork, at: Vec2, layers?: readonly string[]): Command {
    const name = freeName("point", artwork.handles);
    return {
        do: "handle.add",
        artwork: artwork.name,
        name,
        kind: "point",
        at: tidyPoint(at),
        ...(layers && { layers }),
    };
}
// Named after the layer that it is drawn on.
export function addBone(
    artwork: Artwork,
    from: Vec2,
    to: Vec2,
    layer: string | null,
    layers: readonly string[] | null,
): Command {
    const name = freeName(layer ?? "bone", artwork.handles);
    const parent = carrierAt(artwork, from);
    return {
        do: "handle.add",
        artwork: artwork.name,
        name,
        kind: "bone",
        from: tidyPoint(from),
        to: tidyPoint(to),
        ...(parent && { parent }),
        ...(layers && { layers }),
    };
}
// Who carries a bone that begins here: the bone that ends here; else the one that begins here, or its parent; else the
// nearest bone, such as the chest for a shoulder.
export function carrierAt(artwork: Artwork, at: Vec2): string | null {
    const near = (place: Vec2): boolean => {
        const [x, y] = tidyPoint(at);
        const [u, v] = tidyPoint(place);
        return x === u && y === v;
    };
    const bones = artwork.handles.filter((handle) => handle.kind === "bone");
    const ends = bones.find((bone) => near(toOf(bone)));
    const begins = bones.find((bone) => near(fromOf(bone)));
    const away = (bone: Handle): number => toSegment(at, fromOf(bone), toOf(bone));
    const nearest = bones.reduce<Handle | null>((best, bone) => (best && away(best) <= away(bone) ? best : bone), null);
    return ends?.name ?? begins?.parent ?? begins?.name ?? nearest?.name ?? null;
}
export function placeHandle(artwork: Artwork, handle: Handle, from: Vec2, to: Vec2): Command {
    const place = handle.kind === "bone" ? { from: tidyPoint(from), to: tidyPoint(to) } : { at: tidyPoint(from) };
    return { do: "handle.set", artwork: artwork.name, handle: handle.name, ...place };
}
export function placeHandles(artwork: Artwork, places: Places): Command[] {
    return artwork.handles.flatMap((handle) => {
        const place = places.get(handle.name);
        return place ? [placeHandle(artwork, handle, place.from, place.to)] : [];
    });
}
export function duplicateHandles(artwork: Artwork, handles: readonly Handle[], by: Vec2): Command[] {
    const taken = [...artwork.handles];
    return handles.map((handle) => {
        const name = freeName(handle.name.replace(/ \d+$/, ""), taken);
        taken.push({ ...handle, name });
        const [from, to] = [tidyPoint(plus(fromOf(handle), by)), tidyPoint(plus(toOf(handle), by))];
        const place = handle.kind === "bone" ? { from, to } : { at: from };
        return {
            do: "handle.add",
            artwork: artwork.name,
            name,
            kind: handle.kind,
            ...place,
            ...(handle.layers && { layers: handle.layers }),
        };
    });
}

// ---- The mirror

export function partnerOf(artwork: Artwork, handle: string): string | null {
    const pair = artwork.mirror.find((p) => p.includes(handle));
    return pair ? (pair[0] === handle ? pair[1] : pair[0]) : null;
}
export function setPartner(artwork: Artwork, handle: string, partner: string | null): Command {
    const rest = artwork.mirror.filter((p) => !p.includes(handle) && !(partner && p.includes(partner)));
    return { do: "mirror.set", artwork: artwork.name, mirror: partner ? [...rest, [handle, partner]] : rest };
}

const SIDES: readonly (readonly [RegExp, string])[] = [
    [/(^|[^a-z])left(?![a-z])/i, "right"],
    [/Left/, "Right"],
    [/([-_. ])l$/, "r"],
    [/([-_. ])L$/, "R"],
];
function otherSide(name: string): string | null {
    for (const [pattern, side] of SIDES) {
        const found = pattern.exec(name);
        if (!found) continue;
        const kept = found[1] ?? "";
        const word = found[0].slice(kept.length);
        const other = word[0] === word[0]!.toUpperCase() ? side[0]!.toUpperCase() + side.slice(1) : side;
        return (
            name.slice(0, found.index) +
            kept +
            (word === word.toUpperCase() ? other.toUpperCase() : other) +
            name.slice(found.index + found[0].length)
        );
    }
    return null;
}
// Pairs recognised by names ("hand-left" and "hand-right", "arm.L" and "arm.R"), in addition to the existing pairs.
export function pairByName(artwork: Artwork): readonly (readonly [string, string])[] {
    const paired = new Set(artwork.mirror.flat());
    const found: [string, string][] = [];
    for (const handle of artwork.handles) {
        const other = otherSide(handle.name);
        const partner = artwork.handles.find((h) => h.name === other && h.kind === handle.kind);
        if (partner && !paired.has(handle.name) && !paired.has(partner.name)) found.push([handle.name, partner.name]);
    }
    return found;
}

// ---- Layers

// The list shows layers front first, and the file stores them furthest back first: what is above `below` in the list
// comes after it in the file. `below` null: to the very back.
export function moveLayers(
    artwork: Pick<Artwork, "name" | "layers">,
    layers: readonly string[],
    below: string | null,
): Command[] {
    const order = artwork.layers.map((l) => l.name);
    const rest = order.filter((name) => !layers.includes(name));
    const before = rest[below === null ? 0 : rest.indexOf(below) + 1] ?? null;
    return order
        .filter((name) => layers.includes(name))
        .map((layer) => ({ do: "layer.move", artwork: artwork.name, layer, before }));
}
export function duplicateLayers(artwork: Artwork, layers: readonly Layer[]): Command[] {
    const taken = [...artwork.layers];
    return layers.map((layer) => {
        const name = freeName(layer.name.replace(/ \d+$/, ""), taken);
        taken.push({ ...layer, name });
        const index = artwork.layers.indexOf(layer);
        const before = artwork.layers[index + 1]?.name;
        return {
            do: "layer.add",
            artwork: artwork.name,
            ...withoutNulls(layer),
            name,
            ...(before && { before }),
        } as Command;
    });
}

// ---- Joins between layers

export interface Join {
    readonly layer: string;
    readonly onto: string;
    readonly at: Vec2;
}
export function setJoins(artwork: Artwork, joins: readonly Join[] | null): Command {
    const pins = joins && joins.map(({ layer, onto, at }) => ({ layer, onto, at: tidyPoint(at) }));
    return { do: "sprite.set", artwork: artwork.name, pins };
}

// ---- Artworks

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
function withoutNulls<T>(value: T): T {
    const walk = (json: Json): Json => {
        if (Array.isArray(json)) return json.map(walk);
        if (json === null || typeof json !== "object") return json;
        return Object.fromEntries(
            Object.entries(json).flatMap(([key, inner]) => (inner === null ? [] : [[key, walk(inner)]])),
        );
    };
    return walk(value as Json) as T;
}
export function duplicateArtwork(artworks: readonly Artwork[], artwork: Artwork): { name: string; command: Command } {
    const name = freeName(artwork.name.replace(/ \d+$/, ""), artworks);
    return { name, command: { do: "artwork.add", ...withoutNulls(artwork), name } };
}

// Changing the number of pixels per metre scales the whole drawing with everything on it: layers would come apart if
// only their images changed.
export function rescale(artwork: Artwork, scale: number): Command[] {
    const factor = artwork.scale / scale;
    const grown = ([x, y]: Vec2): Vec2 => tidyPoint([x * factor, y * factor]);
    const name = artwork.name;
    const poses = artwork.examples.map((example): Command => {
        const pose = Object.entries(example.pose).map(([handle, turn]) => [
            handle,
            { ...turn, move: grown(turn.move) },
        ]);
        const pins = Object.entries(example.pins).map(([handle, pin]) => [
            handle,
            { ...pin, ...(pin.from && { from: grown(pin.from) }), to: grown(pin.to) },
        ]);
        return {
            do: "example.set",
            artwork: name,
            example: example.name,
            pose: Object.fromEntries(pose),
            pins: withoutNulls(Object.fromEntries(pins)),
        };
    });
    return [
        { do: "artwork.set", artwork: name, scale },
        ...artwork.layers.map(
            (layer): Command => ({ do: "layer.set", artwork: name, layer: layer.name, at: grown(layer.at) }),
        ),
        ...artwork.handles.map((handle) => placeHandle(artwork, handle, grown(fromOf(handle)), grown(toOf(handle)))),
        ...poses,
        ...(artwork.sprite.pins
            ? [
                  setJoins(
                      artwork,
                      artwork.sprite.pins.map((pin) => ({ ...pin, at: grown(pin.at) })),
                  ),
              ]
            : []),
    ];
}
// Several commands as one undo step with a label.
export const together = (label: string, commands: readonly Command[]): Command => ({ do: "group", label, commands });
