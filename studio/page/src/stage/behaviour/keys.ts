// Inputs and events on the keyboard: while the stage plays, keys that are bound steer the actor before they mean anything
// else. A pair of keys for each input, one for each event; other keys are chosen by clicking a cap, and remembered.
import { computed, effect, signal } from "@preact/signals";
import type { Behaviour } from "../../core/project.ts";
import { playing } from "../../state/app.ts";
import { remember, remembered } from "../../widgets/memory.ts";
import { raise, setInput } from "./live.ts";
import { driven } from "./state.ts";

const PAIRS: readonly (readonly [string, string])[] = [["ArrowLeft", "ArrowRight"], ["ArrowDown", "ArrowUp"], ["A", "D"], ["S", "W"], ["J", "L"], ["K", "I"]];
const SINGLES = [..."XCVBNMYUQEZ"];
const KEPT_FREE = new Set(["Space", "Escape", "Tab", "Enter", "Shift", "Control", "Alt", "Meta", "F6"]);

export interface Bound {
  readonly key: string;
  readonly kind: "input" | "event";
  readonly word: string;
  readonly side: -1 | 0 | 1; // of an input
}
type Chosen = Readonly<Record<string, string>>; // key by slot
const slot = ({ kind, word, side }: Omit<Bound, "key">): string => `${kind}:${word}:${side}`;
const changes = signal(0);
const memory = (artwork: string, behaviour: string): string => `keys.${artwork}/${behaviour}`;

function usual(b: Behaviour): Bound[] {
  const ofInputs = b.inputs.flatMap((word, i): Bound[] => [-1, 1].map((side, j) => ({ key: PAIRS[i]?.[j] ?? "", kind: "input", word, side: side as -1 | 1 })));
  return [...ofInputs, ...b.events.map((word, i): Bound => ({ key: SINGLES[i] ?? "", kind: "event", word, side: 0 }))];
}
export const bindings = computed((): readonly Bound[] => {
  const now = driven.value;
  void changes.value;
  if (!now?.behaviour) return [];
  const own = remembered<Chosen>(memory(now.own.name, now.behaviour.name), {});
  return usual(now.behaviour).map((b) => ({ ...b, key: own[slot(b)] ?? b.key }));
});
export const keyFor = (kind: Bound["kind"], word: string, side: Bound["side"]): Bound | undefined =>
  bindings.value.find((b) => b.kind === kind && b.word === word && b.side === side);

// ---- Choosing another key

export const listening = signal<Bound | null>(null);

// What had that key gets the one that is given up.
function bind(bound: Bound, key: string): void {
  const now = driven.peek();
  if (!now?.behaviour) return;
  const place = memory(now.own.name, now.behaviour.name);
  const other = bindings.peek().find((b) => b.key === key);
  remember(place, { ...remembered<Chosen>(place, {}), ...(other ? { [slot(other)]: bound.key } : {}), [slot(bound)]: key });
  changes.value++;
}
function listen(event: KeyboardEvent, bound: Bound): void {
  event.preventDefault();
  event.stopPropagation();
  const key = nameOf(event);
  if (key !== "Escape" && KEPT_FREE.has(key)) return;
  if (key !== "Escape") bind(bound, key);
  listening.value = null;
}

// ---- Steering

export const held = signal<ReadonlySet<string>>(new Set());

const nameOf = (event: KeyboardEvent): string => (event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key);
// What takes keys for itself.
const TAKES = "input, textarea, select, [contenteditable=true], [role=slider], [role=radio], [role=tab], [role=menu], [role=menu] *, [role=tree], [role=treeitem]";

function takesKeys(): boolean {
  const at = document.activeElement;
  return at?.matches(TAKES) === true || document.querySelector("dialog[open]") !== null;
}
function hold(key: string, down: boolean): void {
  const next = new Set(held.peek());
  if (down) next.add(key);
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
  if (listening.peek()) return listen(event, listening.peek()!);
  if (!playing.peek() || event.ctrlKey || event.altKey || event.metaKey || takesKeys()) return;
  const key = nameOf(event);
  const bound = bindings.peek().find((b) => b.key === key);
  if (!bound) return;
  event.preventDefault();
  if (event.repeat) return;
  hold(key, true);
  steer(bound, true);
}
function up(event: KeyboardEvent): void {
  const key = nameOf(event);
  if (!held.peek().has(key)) return;
  hold(key, false);
  const bound = bindings.peek().find((b) => b.key === key);
  if (bound && playing.peek()) steer(bound, false);
}
// Whoever looks away lets go.
function letGo(): void {
  const was = held.peek();
  if (was.size === 0) return;
  held.value = new Set();
  for (const bound of bindings.peek()) if (bound.kind === "input" && was.has(bound.key)) setInput(bound.word, 0);
}

// Returns what ends it.
export function followKeys(): () => void {
  window.addEventListener("keydown", down, true);
  window.addEventListener("keyup", up, true);
  window.addEventListener("blur", letGo);
  const stop = effect(() => {
    if (!playing.value) letGo();
  });
  return () => {
    window.removeEventListener("keydown", down, true);
    window.removeEventListener("keyup", up, true);
    window.removeEventListener("blur", letGo);
    stop();
    listening.value = null;
    held.value = new Set();
  };
}
