// The one listener for shortcuts. The focused element receives keys first; keys that no control handled are looked up
// among the actions.
import { actionFor, isEnabled } from "../state/actions.ts";
import { onMac, pressed } from "../widgets/keys.ts";
import { toggleAllPanels } from "./layout.ts";

const TYPED = "input:not([type=range], [type=color], [type=checkbox]), textarea, select, [contenteditable=true]";
const PRESSES = "button, a[href], summary, [role=switch], [role=radio], [role=tab]";
// Also active inside a text field, because these keys have no meaning there.
const ALWAYS = new Set(["Mod+S", "Mod+Shift+S", "Mod+K", "Mod+O"]);

// Tab hides the panels for users of a pointer; for keyboard users it moves the focus as usual.
function isOnStage(): boolean {
    const at = document.activeElement;
    return at === document.body || at === null || at.matches("[data-test=stage]");
}
// The browser's Alt menu on Linux and Windows would take the focus from tools that use Alt.
function holdAlt(event: KeyboardEvent): void {
    if (event.key === "Alt" && !onMac) event.preventDefault();
}

class Keyboard {
    private byPointer = true; // how the current focus was set

    start(): () => void {
        const pointer = (): void => void (this.byPointer = true);
        const key = (event: KeyboardEvent): void => this.press(event);
        const turn = (event: KeyboardEvent): void => this.goToNextPanel(event);
        window.addEventListener("keydown", key);
        window.addEventListener("keydown", turn);
        window.addEventListener("pointerdown", pointer, true);
        window.addEventListener("keyup", holdAlt);
        return () => {
            window.removeEventListener("keydown", key);
            window.removeEventListener("keydown", turn);
            window.removeEventListener("pointerdown", pointer, true);
            window.removeEventListener("keyup", holdAlt);
        };
    }
    private press(event: KeyboardEvent): void {
        if (event.defaultPrevented || event.isComposing) return;
        if (document.querySelector("dialog[open]")) return;
        const keys = pressed(event);
        const at = document.activeElement;
        if (event.key === "Tab") return this.pressTab(event, keys);
        if (at?.matches(TYPED) && !ALWAYS.has(keys)) return;
        if ((keys === "Space" || keys === "Enter") && at?.matches(PRESSES)) {
            if (!this.byPointer || keys === "Enter") return;
            (at as HTMLElement).blur(); // it was focused by a click: Space plays again
        }
        const action = actionFor(keys);
        if (!action || !isEnabled(action)) return;
        event.preventDefault();
        if (event.repeat && !action.repeats && !keys.includes("Arrow") && !/[ZY]$/.test(keys)) return;
        action.run();
    }
    private pressTab(event: KeyboardEvent, keys: string): void {
        if (keys !== "Tab" || !this.byPointer || !isOnStage()) {
            this.byPointer = false;
            return;
        }
        event.preventDefault();
        toggleAllPanels();
    }
    // F6 moves the focus from panel to panel, as between the panes of any window.
    private goToNextPanel(event: KeyboardEvent): void {
        if (event.key !== "F6" || document.querySelector("dialog[open]")) return;
        const parts = [
            ...document.querySelectorAll<HTMLElement>(
                "header.topbar, aside.panel, main, section.timeline, footer.status",
            ),
        ];
        const at = parts.findIndex((part) => part.contains(document.activeElement));
        const next = parts[(at + (event.shiftKey ? -1 : 1) + parts.length) % parts.length];
        const inside = next?.querySelector<HTMLElement>(
            "[tabindex='0'], button:not([tabindex='-1']):not(:disabled), input:not(:disabled)",
        );
        this.byPointer = false;
        event.preventDefault();
        inside?.focus();
    }
}

export const startKeyboard = (): (() => void) => new Keyboard().start();
