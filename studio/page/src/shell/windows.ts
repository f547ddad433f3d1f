// Which of the shell's windows is open; only one at a time.
import { signal } from "@preact/signals";

export type WindowName = "palette" | "shortcuts" | "preferences" | "about";
export const openWindow = signal<WindowName | null>(null);

export function toggleWindow(name: WindowName): void {
    openWindow.value = openWindow.value === name ? null : name;
}
export function closeWindow(): void {
    openWindow.value = null;
}

// The history is not modal: it stays open while the artist works.
export const historyOpen = signal(false);
