// The artist's preferences, stored in this browser. Components read `prefs`; `setPref` changes one.
import { effect, signal } from "@preact/signals";
import { remember, remembered } from "../widgets/memory.ts";
import { frame } from "./workspaces.ts";

export interface Prefs {
    readonly theme: "dark" | "light" | "system";
    readonly handleSize: number; // diameter, CSS pixels
    // Seconds without a change until project.json is written; 0: only on request (the journal is always written)
    readonly saveAfter: number;
    readonly still: boolean; // the interface does not animate
}

export const defaults: Prefs = { theme: "dark", handleSize: 10, saveAfter: 10, still: false };
export const prefs = signal<Prefs>({ ...defaults, ...remembered<Partial<Prefs>>("prefs", {}) });

export function setPref<K extends keyof Prefs>(key: K, value: Prefs[K]): void {
    prefs.value = { ...prefs.value, [key]: value };
    remember("prefs", prefs.value);
}

const bright = matchMedia("(prefers-color-scheme: light)");
const systemTheme = signal<"dark" | "light">(bright.matches ? "light" : "dark");
bright.addEventListener("change", () => (systemTheme.value = bright.matches ? "light" : "dark"));

export const theme = (): "dark" | "light" => (prefs.value.theme === "system" ? systemTheme.value : prefs.value.theme);

// Sets the attributes of the root element that the style sheets use, and redraws the stage.
export function followPrefs(): void {
    effect(() => {
        const root = document.documentElement;
        root.dataset["theme"] = theme();
        root.toggleAttribute("data-still", prefs.value.still);
        frame.request();
    });
}
