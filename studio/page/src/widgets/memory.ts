// What the page remembers between visits, in this browser only. Where it may not (private windows), it forgets.
const PREFIX = "verve.";

export function remembered<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}
// Until the tab is closed: where one was, for a page that is loaded again.
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
