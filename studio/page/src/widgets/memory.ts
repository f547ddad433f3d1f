// Values remembered between visits, in this browser only. In browsers that forbid storage (private windows) they are
// not kept.
const PREFIX = "verve.";

export function remembered<T>(key: string, otherwise: T): T {
    try {
        const text = localStorage.getItem(PREFIX + key);
        return text === null ? otherwise : (JSON.parse(text) as T);
    } catch {
        return otherwise;
    }
}
// Kept until the tab is closed: the place to restore when the page is reloaded.
export function noted<T>(key: string): T | null {
    try {
        return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? "null") as T | null;
    } catch {
        return null;
    }
}
export function note(key: string, value: unknown): void {
    try {
        sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
    } catch {
        return;
    }
}
export function remember(key: string, value: unknown): void {
    try {
        localStorage.setItem(PREFIX + key, JSON.stringify(value));
    } catch {
        return;
    }
}
