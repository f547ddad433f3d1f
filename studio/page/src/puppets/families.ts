// Families of drawings that change into one another: the selected family, its members, and the commands that change
// it.
import { computed } from "@preact/signals";
import type { Actor, Artwork, Command, Family } from "../core/project.ts";
import { artwork, select, selection } from "../state/app.ts";
import { freeName, project, send } from "../state/document.ts";
import { activeActor, setActor } from "../scene/state.ts";

export const families = computed((): readonly Family[] => project.value.families);
export const selectedFamily = computed((): Family | null => {
    const last = selection.value.at(-1);
    return last?.kind === "family" ? (families.value.find((f) => f.name === last.name) ?? null) : null;
});
export const setFamily = (family: Family, keys: Readonly<Record<string, unknown>>): Command => ({
    do: "family.set",
    family: family.name,
    ...keys,
});
export const artworkNamed = (name: string): { readonly own: Artwork; readonly index: number } | null => {
    const index = project.value.artworks.findIndex((a) => a.name === name);
    return index < 0 ? null : { own: project.value.artworks[index]!, index };
};

// ---- New families and members

// The current drawing: the selected actor's, or else the artwork that the other workspaces show.
export function addFamily(): void {
    const first = activeActor.value?.artwork ?? artwork.value?.name;
    if (first === undefined) return;
    const name = freeName("family", families.value);
    if (send({ do: "family.add", name, members: [first] })) select("family", name);
}
export function removeFamily(name: string): void {
    if (send({ do: "family.remove", family: name })) selection.value = [];
}
export function renameFamily(family: string, to: string): void {
    if (send({ do: "family.rename", family, to })) select("family", to);
}
export const addMember = (family: Family, name: string): boolean =>
    send(setFamily(family, { members: [...family.members, name] }));
export const removeMember = (family: Family, name: string): boolean =>
    send(setFamily(family, { members: family.members.filter((m) => m !== name) }));
export const outsiders = (family: Family): string[] =>
    project.value.artworks.map((a) => a.name).filter((name) => !family.members.includes(name));

// ---- Actors

export const familiesOf = (actor: Actor): readonly Family[] =>
    families.value.filter((f) => f.members.includes(actor.artwork));
export function joinFamily(actor: Actor, name: string | null): boolean {
    return send(setActor(actor.name, { family: name }));
}
// A new family that contains this actor's drawing, assigned to the actor.
export function createFamily(actor: Actor): void {
    const name = freeName(actor.artwork, families.value);
    const made: Command = { do: "family.add", name, members: [actor.artwork] };
    if (send({ do: "group", label: "New family", commands: [made, setActor(actor.name, { family: name })] }))
        select("family", name);
}
