// Which shape, verb or graph the Verbs workspace shows. The keytime editor (takes) reads it too.
import { computed, signal } from "@preact/signals";
import type { ActKind } from "../core/act.ts";
import { project } from "./document.ts";

export interface Subject {
    readonly kind: ActKind;
    readonly name: string;
}

export const chosen = signal<Subject | null>(null);
export const listOf = (kind: ActKind): readonly { readonly name: string }[] =>
    ({ shape: project.value.shapes, verb: project.value.verbs, graph: project.value.graphs })[kind];
const isThere = (subject: Subject): boolean => listOf(subject.kind).some((item) => item.name === subject.name);

// The chosen one, or else the first one.
export const subject = computed((): Subject | null => {
    if (chosen.value && isThere(chosen.value)) return chosen.value;
    for (const kind of ["verb", "shape", "graph"] as const) {
        const first = listOf(kind)[0];
        if (first) return { kind, name: first.name };
    }
    return null;
});
