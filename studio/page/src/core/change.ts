// Applies the core's change records (author/base/json_delta.h) to the page's copy of the project. Nothing is modified
// in place: every object on the path to a change is a new object and all others keep their identity, so that a
// comparison by identity finds exactly what changed.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type Splice = readonly [at: number, removed: number, added: readonly Json[]];
// [value]: replaced; otherwise the changes of members, or of elements by index, after `splice` if an array has one.
export type Change = readonly [value: Json] | { readonly [name: string]: Change | Splice };

export function patch(value: Json, change: Change): Json {
    if (Array.isArray(change)) return change[0] as Json;
    const changes = Object.entries(change as { readonly [name: string]: Change });
    if (changes.length === 0) return value;
    return Array.isArray(value)
        ? patchArray(value, changes)
        : patchObject(value as { readonly [name: string]: Json }, changes);
}

function patchArray(array: readonly Json[], changes: [string, Change][]): Json {
    const [at, removed, added] = (changes.find(([key]) => key === "splice")?.[1] ?? [0, 0, []]) as Splice;
    const copy = [...array.slice(0, at), ...added, ...array.slice(at + removed)];
    for (const [key, change] of changes) if (key !== "splice") copy[Number(key)] = patch(copy[Number(key)]!, change);
    return copy;
}

// An artist may name something "__proto__", so members are defined instead of assigned.
function patchObject(object: { readonly [name: string]: Json }, changes: [string, Change][]): Json {
    const copy = { ...object };
    for (const [name, change] of changes)
        Object.defineProperty(copy, name, {
            value: patch(object[name]!, change),
            configurable: true,
            enumerable: true,
            writable: true,
        });
    return copy;
}
