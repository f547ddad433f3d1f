// Edits of a behaviour, as plain functions from a whole behaviour to a new one. Its lists refer to each other, so the
// document takes them together (docs/format.md, behaviour.set).
import type { Artwork, Behaviour, Condition, Place, State, Transition, WalkKey } from "../../core/project.ts";
import { freeName } from "../../state/document.ts";

export type StateChange = Partial<Omit<State, "name">>;

// An object as commands take it: null members are left out.
type Plain = Record<string, unknown>;
const withoutNulls = (item: object): Plain =>
    Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
export const listsOf = (b: Behaviour): Plain => ({
    inputs: b.inputs,
    events: b.events,
    states: b.states.map(withoutNulls),
    transitions: b.transitions.map(withoutNulls),
});

// ---- States

const blank: Omit<State, "name"> = {
    keys: [],
    loop: false,
    next: null,
    start: "first",
    by: "time",
    input: null,
    rate: 1,
    metres: null,
    strengths: {},
    lean: null,
    float: null,
    force: [0, 0],
    push: null,
    drive: null,
    turn: null,
    kick: [0, 0],
    kick_adds: false,
    signal: 0,
};
// A state that goes to one pose and stays there.
export function newState(name: string, pose: string | undefined): State {
    return {
        ...blank,
        name,
        keys: pose === undefined ? [] : [{ place: { [pose]: 1 }, seconds: 0.25, ease: "smooth" }],
    };
}

export function addState(b: Behaviour, state: State): Behaviour {
    return { ...b, states: [...b.states, state] };
}
export function setState(b: Behaviour, name: string, change: StateChange): Behaviour {
    return { ...b, states: b.states.map((s) => (s.name === name ? makeConsistent({ ...s, ...change }, b) : s)) };
}
// Clears the fields that other fields of the state make meaningless, and sets those that they require.
function makeConsistent(state: State, b: Behaviour): State {
    return {
        ...state,
        next: state.loop ? null : state.next,
        input: state.by === "input" ? (state.input ?? b.inputs[0] ?? null) : null,
        metres: state.by === "ground" ? (state.metres ?? 1) : null,
    };
}
export function renameState(b: Behaviour, name: string, to: string): Behaviour {
    const follow = (n: string): string => (n === name ? to : n);
    return {
        ...b,
        states: b.states.map((s) => ({ ...s, name: follow(s.name), next: s.next === null ? null : follow(s.next) })),
        transitions: b.transitions.map((t) => ({
            ...t,
            from: t.from === null ? null : follow(t.from),
            to: follow(t.to),
        })),
    };
}
export function removeState(b: Behaviour, name: string): Behaviour {
    return {
        ...b,
        states: b.states.filter((s) => s.name !== name).map((s) => (s.next === name ? { ...s, next: null } : s)),
        transitions: b.transitions.filter((t) => t.from !== name && t.to !== name),
    };
}
// A copy of a state with the same outgoing transitions; no transition leads to it yet.
export function duplicateState(b: Behaviour, name: string): { behaviour: Behaviour; copy: string } {
    const own = b.states.find((s) => s.name === name)!;
    const copy = freeName(`${name} copy`, b.states);
    const leaving = b.transitions.filter((t) => t.from === name).map((t) => ({ ...t, from: copy }));
    return {
        behaviour: { ...b, states: [...b.states, { ...own, name: copy }], transitions: [...b.transitions, ...leaving] },
        copy,
    };
}
export function makeFirst(b: Behaviour, name: string): Behaviour {
    return { ...b, states: [...b.states.filter((s) => s.name === name), ...b.states.filter((s) => s.name !== name)] };
}

// ---- Transitions

export function addTransition(b: Behaviour, from: string | null, to: string): Behaviour {
    return { ...b, transitions: [...b.transitions, { from, to, when: [{ finished: true }] }] };
}
export function setTransition(b: Behaviour, index: number, change: Partial<Transition>): Behaviour {
    return { ...b, transitions: b.transitions.map((t, i) => (i === index ? { ...t, ...change } : t)) };
}
export function removeTransition(b: Behaviour, index: number): Behaviour {
    return { ...b, transitions: b.transitions.filter((_, i) => i !== index) };
}
// Moves a transition in the list: the first one that may fire fires, so the order is the priority.
export function moveTransition(b: Behaviour, index: number, to: number): Behaviour {
    const transitions = [...b.transitions];
    transitions.splice(to, 0, ...transitions.splice(index, 1));
    return { ...b, transitions };
}
// The transitions that compete with a given one: those that may fire in the same state.
export const rivals = (b: Behaviour, { from }: Transition): number[] =>
    b.transitions.flatMap((t, i) => (t.from === from || t.from === null || from === null ? [i] : []));

// ---- Inputs and events

export type WordKind = "input" | "event";
export const wordsOf = (b: Behaviour, kind: WordKind): readonly string[] => (kind === "input" ? b.inputs : b.events);
const withWords = (b: Behaviour, kind: WordKind, words: readonly string[]): Behaviour =>
    kind === "input" ? { ...b, inputs: words } : { ...b, events: words };

export function addWord(b: Behaviour, kind: WordKind, word: string): Behaviour {
    return withWords(b, kind, [...wordsOf(b, kind), word]);
}
export function renameWord(b: Behaviour, kind: WordKind, word: string, to: string): Behaviour {
    const follow = (n: string): string => (n === word ? to : n);
    const part = <T extends { readonly input: string }>(p: T | null): T | null => p && { ...p, input: follow(p.input) };
    const states =
        kind === "event"
            ? b.states
            : b.states.map((s) => ({
                  ...s,
                  input: s.input === null ? null : follow(s.input),
                  lean: part(s.lean),
                  push: part(s.push),
                  drive: part(s.drive),
                  turn: part(s.turn),
              }));
    const when = (c: Condition): Condition => (c[kind] === word ? { ...c, [kind]: to } : c);
    return {
        ...withWords(b, kind, wordsOf(b, kind).map(follow)),
        states,
        transitions: b.transitions.map((t) => ({ ...t, when: t.when.map(when) })),
    };
}
// Removes an input or event. States lose what it drove; transitions lose the conditions that use it, and a transition
// left without conditions is removed.
export function removeWord(b: Behaviour, kind: WordKind, word: string): Behaviour {
    const part = <T extends { readonly input: string }>(p: T | null): T | null => (p?.input === word ? null : p);
    const states =
        kind === "event"
            ? b.states
            : b.states.map((s): State => {
                  const left = {
                      ...s,
                      lean: part(s.lean),
                      push: part(s.push),
                      drive: part(s.drive),
                      turn: part(s.turn),
                  };
                  return s.input === word ? { ...left, by: "time", input: null } : left;
              });
    const transitions = b.transitions.flatMap((t) => {
        const when = t.when.filter((c) => c[kind] !== word);
        return when.length || t.when.length === 0 ? [{ ...t, when }] : [];
    });
    return {
        ...withWords(
            b,
            kind,
            wordsOf(b, kind).filter((w) => w !== word),
        ),
        states,
        transitions,
    };
}

// ---- Places

const round3 = (value: number): number => Math.round(value * 1000) / 1000;

// Scales the weights to sum to exactly 1; the largest weight takes the rounding error.
export function normalised(place: Place): Place {
    const entries = Object.entries(place).filter(([, w]) => w > 0);
    const sum = entries.reduce((total, [, w]) => total + w, 0);
    if (sum <= 0) return place;
    const scaled = entries.map(([name, w]): [string, number] => [name, round3(w / sum)]).filter(([, w]) => w > 0);
    const greatest = scaled.reduce((a, b) => (b[1] > a[1] ? b : a));
    greatest[1] = round3(greatest[1] + 1 - scaled.reduce((total, [, w]) => total + w, 0));
    return Object.fromEntries(scaled);
}
// Sets one weight; the others share the remainder in their old proportions.
export function withWeight(place: Place, pose: string, weight: number): Place {
    const others = Object.entries(place).filter(([name]) => name !== pose);
    const rest = others.reduce((total, [, w]) => total + w, 0);
    const share = (w: number): number => (rest > 0 ? (w / rest) * (1 - weight) : (1 - weight) / others.length);
    return normalised({ [pose]: weight, ...Object.fromEntries(others.map(([name, w]) => [name, share(w)])) });
}
// The poses that the complex can blend with all poses of the place.
export function blendsWith(own: Artwork, place: Place): string[] {
    const here = Object.keys(place);
    const fitting = own.complex.filter((simplex) => here.every((name) => simplex.includes(name)));
    return [...new Set(fitting.flat())].filter((name) => !here.includes(name));
}
export const weightsOf = (own: Artwork, place: Place): Float32Array =>
    Float32Array.from(own.examples, (e) => place[e.name] ?? 0);
export function placeOf(own: Artwork, weights: ArrayLike<number>): Place {
    return normalised(
        Object.fromEntries(own.examples.flatMap((e, i) => ((weights[i] ?? 0) > 0.02 ? [[e.name, weights[i]!]] : []))),
    );
}

export function setKey(state: State, index: number, change: Partial<WalkKey>): readonly WalkKey[] {
    return state.keys.map((key, i) => (i === index ? { ...key, ...change } : key));
}
