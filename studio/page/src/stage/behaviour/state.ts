// The subject of the behaviour panel: the selected actor (or the first), the behaviour that drives it, the selection
// on its graph, and the commands that change it. Each command is one step of undo with a label of its own.
import { computed, signal } from "@preact/signals";
import type { Actor, Artwork, Behaviour, Command, State } from "../../core/project.ts";
import { isStaged } from "../../core/project.ts";
import { freeName, preview, project, send } from "../../state/document.ts";
import { remember, remembered } from "../../widgets/memory.ts";
import { activeActor, artworkOf, behaviourOf, setActor, staged } from "../../scene/state.ts";
import { renameSpot } from "./layout.ts";
import type { StateChange, WordKind } from "./model.ts";
import * as model from "./model.ts";

export type BoardTab = "poses" | "behaviour";
export const boardTab = signal<BoardTab>(remembered<BoardTab>("stage.board", "poses"));
export function showTab(tab: BoardTab): void {
    boardTab.value = tab;
    remember("stage.board", tab);
}

export interface Driven {
    readonly actor: Actor;
    readonly index: number; // of the actor on its stage
    readonly own: Artwork;
    readonly behaviour: Behaviour | null;
}
export const driven = computed((): Driven | null => {
    const actor = activeActor.value ?? staged.value?.actors[0];
    const own = actor && artworkOf(actor);
    if (!actor || !own) return null;
    return { actor, index: staged.value!.actors.indexOf(actor), own, behaviour: behaviourOf(actor) };
});

export type Chosen =
    | { readonly kind: "state"; readonly name: string }
    | { readonly kind: "transition"; readonly index: number };
export const chosen = signal<Chosen | null>(null);
export const chooseState = (name: string): void => void (chosen.value = { kind: "state", name });
export const chooseTransition = (index: number): void => void (chosen.value = { kind: "transition", index });

// ---- Changing

const MAX_LABEL = 60; // characters of an undo label at most, because the core stores few bytes
const shortenLabel = (label: string): string =>
    (label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL - 1)}…` : label).replace(/[/\\]/g, "-");

export function changed(label: string, next: Behaviour, own: Artwork, more: readonly Command[] = []): Command {
    const set = { do: "behaviour.set", artwork: own.name, behaviour: next.name, ...model.listsOf(next) };
    return { do: "group", label: shortenLabel(label), commands: [set, ...more] };
}
// Sends a changed behaviour; false if there is no behaviour or the core refused the change.
function change(label: string, make: (b: Behaviour) => Behaviour, more: readonly Command[] = []): boolean {
    const now = driven.peek();
    return now?.behaviour ? send(changed(label, make(now.behaviour), now.own, more)) : false;
}
function show(label: string, make: (b: Behaviour) => Behaviour): void {
    const now = driven.peek();
    if (now?.behaviour) preview(changed(label, make(now.behaviour), now.own));
}

export const setState = (name: string, keys: StateChange): boolean =>
    change(`Change state ${name}`, (b) => model.setState(b, name, keys));
export const showState = (name: string, keys: StateChange): void =>
    show(`Change state ${name}`, (b) => model.setState(b, name, keys));
export const setTransition = (index: number, keys: Partial<Behaviour["transitions"][number]>): boolean =>
    change("Change transition", (b) => model.setTransition(b, index, keys));
export const showTransition = (index: number, keys: Partial<Behaviour["transitions"][number]>): void =>
    show("Change transition", (b) => model.setTransition(b, index, keys));

// ---- States

// The pose with which the actor starts, or the first pose of its artwork.
function firstPose({ actor, own }: Driven): string | undefined {
    const [most] = Object.entries(actor.place ?? {}).sort((a, b) => b[1] - a[1]);
    return most?.[0] ?? own.examples[0]?.name;
}
export function addState(from: string | null = null): string | null {
    const now = driven.peek();
    if (!now?.behaviour) return null;
    const used = new Set(now.behaviour.states.flatMap((s) => s.keys.flatMap((k) => Object.keys(k.place))));
    const pose = now.own.examples.find((e) => !used.has(e.name))?.name ?? firstPose(now);
    const name = freeName(pose ?? "state", now.behaviour.states);
    const added = model.addState(now.behaviour, model.newState(name, pose));
    if (!send(changed(`Add state ${name}`, from === null ? added : model.addTransition(added, from, name), now.own)))
        return null;
    chooseState(name);
    return name;
}
export function renameState(name: string, to: string): void {
    const now = driven.peek();
    if (!to || to === name || !now?.behaviour?.states.some((s) => s.name === name)) return;
    if (!change(`Rename state ${name}`, (b) => model.renameState(b, name, to))) return;
    renameSpot(project.peek().name, now.own.name, now.behaviour, name, to);
    chooseState(to);
}
export function removeState(name: string): void {
    if (
        (driven.peek()?.behaviour?.states.length ?? 0) > 1 &&
        change(`Delete state ${name}`, (b) => model.removeState(b, name))
    )
        chosen.value = null;
}
export function duplicateState(name: string): void {
    const b = driven.peek()?.behaviour;
    if (!b) return;
    const { copy, behaviour } = model.duplicateState(b, name);
    if (change(`Duplicate state ${name}`, () => behaviour)) chooseState(copy);
}
export const makeFirst = (name: string): boolean => change(`Begin with ${name}`, (b) => model.makeFirst(b, name));

// ---- Transitions

export function addTransition(from: string | null, to: string): void {
    const b = driven.peek()?.behaviour;
    if (b && change(`Add transition to ${to}`, (now) => model.addTransition(now, from, to)))
        chooseTransition(b.transitions.length);
}
export function removeTransition(index: number): void {
    if (change("Delete transition", (b) => model.removeTransition(b, index))) chosen.value = null;
}
export function moveTransition(index: number, to: number): void {
    if (change("Reorder transitions", (b) => model.moveTransition(b, index, to))) chooseTransition(to);
}
export function removeChosen(): void {
    const now = chosen.peek();
    if (now?.kind === "state") removeState(now.name);
    if (now?.kind === "transition") removeTransition(now.index);
}

// ---- Inputs and events

export function addWord(kind: WordKind): void {
    const b = driven.peek()?.behaviour;
    if (!b) return;
    const names = model.wordsOf(b, kind).map((name) => ({ name }));
    const word = freeName(kind === "input" ? "walk" : "jump", names);
    change(`Add ${kind} ${word}`, (now) => model.addWord(now, kind, word));
}
export const removeWord = (kind: WordKind, word: string): boolean =>
    change(`Delete ${kind} ${word}`, (b) => model.removeWord(b, kind, word));
// Renames an input or event; scripts and actors that use it follow.
export function renameWord(kind: WordKind, word: string, to: string): void {
    const now = driven.peek();
    if (!now?.behaviour || !to || to === word || !model.wordsOf(now.behaviour, kind).includes(word)) return;
    change(
        `Rename ${kind} ${word}`,
        (b) => model.renameWord(b, kind, word, to),
        renameInScenes(now.own, now.behaviour, kind, word, to),
    );
}
function renameInScenes(own: Artwork, b: Behaviour, kind: WordKind, word: string, to: string): Command[] {
    return project
        .peek()
        .scenes.filter(isStaged)
        .flatMap((scene): Command[] => {
            const actors = scene.actors.filter((a) => a.artwork === own.name && a.behaviour === b.name);
            const names = new Set(actors.map((a) => a.name));
            const says = (entry: Readonly<Record<string, unknown>>): boolean =>
                entry[kind] === word && names.has(String(entry["actor"]));
            const inputs = kind === "input" ? actors.filter((a) => word in a.inputs) : [];
            const commands: Command[] = inputs.map((a) => ({
                do: "actor.set",
                scene: scene.name,
                actor: a.name,
                inputs: Object.fromEntries(
                    Object.entries(a.inputs).map(([name, value]) => [name === word ? to : name, value]),
                ),
            }));
            if (scene.script.some(says))
                commands.push({
                    do: "scene.set",
                    scene: scene.name,
                    script: scene.script.map((e) => (says(e) ? { ...e, [kind]: to } : e)),
                });
            return commands;
        });
}

// ---- Whole behaviours

export function newBehaviour(): void {
    const now = driven.peek();
    if (!now) return;
    const name = freeName("behaviour", now.own.behaviours);
    const pose = firstPose(now);
    const first: State = model.newState(pose ?? "rest", pose);
    const made = { name, looks_left: false, inputs: [], events: [], states: [first], transitions: [] };
    const add = { do: "behaviour.add", artwork: now.own.name, name, ...model.listsOf(made) };
    if (send({ do: "group", label: "New behaviour", commands: [add, setActor(now.actor.name, { behaviour: name })] }))
        chooseState(first.name);
}
export function duplicateBehaviour(): void {
    const now = driven.peek();
    if (!now?.behaviour) return;
    const name = freeName(`${now.behaviour.name} copy`, now.own.behaviours);
    const add = {
        do: "behaviour.add",
        artwork: now.own.name,
        name,
        looks_left: now.behaviour.looks_left,
        ...model.listsOf(now.behaviour),
    };
    send({ do: "group", label: "Duplicate behaviour", commands: [add, setActor(now.actor.name, { behaviour: name })] });
}
export function removeBehaviour(): void {
    const now = driven.peek();
    if (now?.behaviour && send({ do: "behaviour.remove", artwork: now.own.name, behaviour: now.behaviour.name }))
        chosen.value = null;
}
export function renameBehaviour(to: string): void {
    const now = driven.peek();
    if (now?.behaviour && to && to !== now.behaviour.name)
        send({ do: "behaviour.rename", artwork: now.own.name, behaviour: now.behaviour.name, to });
}
export function setLooksLeft(looks_left: boolean): void {
    const now = driven.peek();
    if (now?.behaviour) send({ do: "behaviour.set", artwork: now.own.name, behaviour: now.behaviour.name, looks_left });
}
export function driveBy(name: string | null): void {
    const now = driven.peek();
    if (now && send(setActor(now.actor.name, { behaviour: name }))) chosen.value = null;
}
