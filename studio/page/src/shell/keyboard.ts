// The one listener for shortcuts. Keys go first to what has the focus; what no control has taken is looked up among the
// actions.
import { actionFor, isEnabled } from "../state/actions.ts";
import { onMac, pressed } from "../widgets/keys.ts";
import { toggleAllPanels } from "./layout.ts";

const TYPED = "input:not([type=range], [type=color], [type=checkbox]), textarea, select, [contenteditable=true]";
const PRESSES = "button, a[href], summary, [role=switch], [role=radio], [role=tab]";
// Also from within a text field: these mean nothing to it.
const ALWAYS = new Set(["Mod+S", "Mod+Shift+S", "Mod+K", "Mod+O"]);

let byPointer = true; // how the focus came to where it is

// Tab hides the panels for those who work with the pointer; for those who work with the keyboard it moves on, as ever.
function tabHides(): boolean {
  const at = document.activeElement;
  return byPointer && (at === document.body || at === null || at.matches("[data-test=stage]"));
}

function key(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (document.querySelector("dialog[open]")) return;
  const keys = pressed(event);
  const at = document.activeElement;
  if (event.key === "Tab") {
    if (keys !== "Tab" || !tabHides()) {
      byPointer = false;
      return;
    }
    event.preventDefault();
    toggleAllPanels();
    return;
  }
  if (at?.matches(TYPED) && !ALWAYS.has(keys)) return;
  if ((keys === "Space" || keys === "Enter") && at?.matches(PRESSES)) {
    if (!byPointer || keys === "Enter") return;
    (at as HTMLElement).blur(); // it was clicked: Space plays again
  }
  const action = actionFor(keys);
  if (!action || !isEnabled(action)) return;
  event.preventDefault();
  if (event.repeat && !action.repeats && !keys.includes("Arrow") && !/[ZY]$/.test(keys)) return;
  action.run();
}

// F6 goes from panel to panel, as it does between the parts of any window.
function turn(event: KeyboardEvent): void {
  if (event.key !== "F6" || document.querySelector("dialog[open]")) return;
  const parts = [...document.querySelectorAll<HTMLElement>("header.topbar, aside.panel, main, section.timeline, footer.status")];
  const at = parts.findIndex((part) => part.contains(document.activeElement));
  const next = parts[(at + (event.shiftKey ? -1 : 1) + parts.length) % parts.length];
  const inside = next?.querySelector<HTMLElement>("[tabindex='0'], button:not([tabindex='-1']):not(:disabled), input:not(:disabled)");
  byPointer = false;
  event.preventDefault();
  inside?.focus();
}

export function startKeyboard(): () => void {
  const pointer = (): void => {
    byPointer = true;
  };
  window.addEventListener("keydown", key);
  window.addEventListener("keydown", turn);
  window.addEventListener("pointerdown", pointer, true);
  // The browser's own menu of Alt on Linux and Windows would take the focus from tools that use Alt.
  const alt = (event: KeyboardEvent): void => {
    if (event.key === "Alt" && !onMac) event.preventDefault();
  };
  window.addEventListener("keyup", alt);
  return () => {
    window.removeEventListener("keydown", key);
    window.removeEventListener("keydown", turn);
    window.removeEventListener("pointerdown", pointer, true);
    window.removeEventListener("keyup", alt);
  };
}
