// Inputs and events on the keyboard: while the stage plays, a bound key steers the actor and has no other effect.
// Each input has a pair of keys, each event one; other keys are chosen by clicking a cap, and are remembered.
import { computed, effect, signal } from "@preact/signals";
import type { Behaviour } from "../../core/project.ts";
import { playing } from "../../state/app.ts";
import { remember, remembered } from "../../widgets/memory.ts";
import { raise, setInput } from "./live.ts";
import { driven } from "./state.ts";

const PAIRS: readonly (readonly [string, string])[] = [
    ["ArrowLeft", "ArrowRight"],
    ["ArrowDown", "ArrowUp"],
    ["A", "D"],
    ["S", "W"],
    ["J", "L"],
    ["K", "I"],
];
const SINGLES = [..."XCVBNMYUQEZ"];
const RESERVED = new Set(["Space", "Escape", "Tab", "Enter", "Shift", "Control", "Alt", "Meta", "F6"]);

export interface Bound {
    readonly key: string;
    readonly kind: "input" | "event";
    readonly word: string;
    readonly side: -1 | 0 | 1; // the direction of an input; 0 for an event
}
type Chosen = Readonly<Record<string, string>>; // keys by slot
const slot = ({ kind, word, side }: Omit<Bound, "key">): string => `${kind}:${word}:${side}`;
const changes = signal(0);
const storageKey = (artwork: string, behaviour: string): string => `keys.${artwork}/${behaviour}`;

function defaultBindings(b: Behaviour): Bound[] {
    const ofInputs = b.inputs.flatMap((word, i): Bound[] =>
        [-1, 1].map((side, j) => ({ key: PAIRS[i]?.[j] ?? "", kind: "input", word, side: side as -1 | 1 })),
    );
    return [
        ...ofInputs,
        ...b.events.map((word, i): Bound => ({ key: SINGLES[i] ?? "", kind: "event", word, side: 0 })),
    ];
}
export const bindings = computed((): readonly Bound[] => {
    const now = driven.value;
    void changes.value;
    if (!now?.behaviour) return [];
    const own = remembered<Chosen>(storageKey(now.own.name, now.behaviour.name), {});
    return defaultBindings(now.behaviour).map((b) => ({ ...b, key: own[slot(b)] ?? b.key }));
});
export const keyFor = (kind: Bound["kind"], word: string, side: Bound["side"]): Bound | undefined =>
    bindings.value.find((b) => b.kind === kind && b.word === word && b.side === side);

// ---- Choosing another key

export const listening = signal<Bound | null>(null);

// Binds a key; the word that had this key before gets the key that becomes free.
function bind(bound: Bound, key: string): void {
    const now = driven.peek();
    if (!now?.behaviour) return;
    const place = storageKey(now.own.name, now.behaviour.name);
    const other = bindings.peek().find((b) => b.key === key);
    remember(place, {
        ...remembered<Chosen>(place, {}),
        ...(other ? { [slot(other)]: bound.key } : {}),
        [slot(bound)]: key,
    });
    changes.value++;
}
function captureKey(event: KeyboardEvent, bound: Bound): void {
    event.preventDefault();
    event.stopPropagation();
    const key = keyName(event);
    if (key !== "Escape" && RESERVED.has(key)) return;
    if (key !== "Escape") bind(bound, key);
    listening.value = null;
}

// ---- Steering

export const held = signal<ReadonlySet<string>>(new Set());

const keyName = (event: KeyboardEvent): string =>
    event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
// Elements that use keys themselves.
const KEY_CONSUMERS =
    "input, textarea, select, [contenteditable=true], [role=slider], [role=radio], [role=tab], [role=menu], [role=menu] *, [role=tree], [role=treeitem]";

function focusConsumesKeys(): boolean {
    const at = document.activeElement;
    return at?.matches(KEY_CONSUMERS) === true || document.querySelector("dialog[open]") !== null;
}
function setHeld(key: string, onKeyDown: boolean): void {
    const next = new Set(held.peek());
    if (onKeyDown) next.add(key);
    else next.delete(key);
    held.value = next;
}
function steer(bound: Bound, down: boolean): void {
    if (bound.kind === "event") {
        if (down) raise(bound.word);
        return;
    }
    const isHeld = (side: -1 | 1): number => (held.peek().has(keyFor("input", bound.word, side)?.key ?? "") ? 1 : 0);
    setInput(bound.word, isHeld(1) - isHeld(-1));
}
function down(event: KeyboardEvent): void {
    if (listening.peek()) return captureKey(event, listening.peek()!);
    if (!playing.peek() || event.ctrlKey || event.altKey || event.metaKey || focusConsumesKeys()) return;
    const key = keyName(event);
    const bound = bindings.peek().find((b) => b.key === key);
    if (!bound) return;
    event.preventDefault();
    if (event.repeat) return;
    setHeld(key, true);
    steer(bound, true);
}
function onKeyUp(event: KeyboardEvent): void {
    const key = keyName(event);
    if (!held.peek().has(key)) return;
    setHeld(key, false);
    const bound = bindings.peek().find((b) => b.key === key);
    if (bound && playing.peek()) steer(bound, false);
}
// Releases all keys, for instance when the window loses focus.
function releaseAll(): void {
    const was = held.peek();
    if (was.size === 0) return;
    held.value = new Set();
    for (const bound of bindings.peek()) if (bound.kind === "input" && was.has(bound.key)) setInput(bound.word, 0);
}

// Listens to the keyboard; returns what ends it.
export function followKeys(): () => void {
    window.addEventListener("keydown", down, true);
    window.addEventListener("keyup", onKeyUp, true);
    window.addEventListener("blur", releaseAll);
    const stop = effect(() => {
        if (!playing.value) releaseAll();
    });
    return () => {
        window.removeEventListener("keydown", down, true);
        window.removeEventListener("keyup", onKeyUp, true);
        window.removeEventListener("blur", releaseAll);
        stop();
        listening.value = null;
        held.value = new Set();
    };
}
