// Which of the shell's own windows is open; one at a time.
import { signal } from "@preact/signals";

export type WindowName = "palette" | "shortcuts" | "preferences" | "about";
export const openWindow = signal<WindowName | null>(null);

export function toggleWindow(name: WindowName): void {
  openWindow.value = openWindow.value === name ? null : name;
}
export function closeWindow(): void {
  openWindow.value = null;
}

// The history is no window in the way: it stays while one works.
export const historyOpen = signal(false);
