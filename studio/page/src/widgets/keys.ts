// Shortcuts in readable form: "Mod+Shift+Z" is Ctrl+Shift+Z, or ⇧⌘Z on a Mac.
export const onMac = /Mac|iPhone|iPad/.test(navigator.platform);

const plain: Record<string, string> = {
    ArrowLeft: "←",
    ArrowRight: "→",
    ArrowUp: "↑",
    ArrowDown: "↓",
    Escape: "Esc",
    Delete: "Del",
    Comma: ",",
    Period: ".",
};
const mac: Record<string, string> = {
    Mod: "⌘",
    Shift: "⇧",
    Alt: "⌥",
    Ctrl: "⌃",
    Enter: "↩",
    Backspace: "⌫",
    Delete: "⌦",
    Tab: "⇥",
};

// The key caps of a shortcut, in the order in which they are pressed.
export function caps(keys: string): string[] {
    const parts = keys === "+" ? ["+"] : keys.split("+").map((part) => part || "+");
    return parts.map((part) => {
        if (onMac && mac[part]) return mac[part];
        if (part === "Mod") return "Ctrl";
        return plain[part] ?? part;
    });
}
export function readable(keys: string): string {
    return caps(keys).join(onMac ? "" : "+");
}
// For aria-keyshortcuts.
export function ariaKeys(keys: string): string {
    return keys.replace("Mod", onMac ? "Meta" : "Control");
}

// The keys of an event in the same notation. Shift is omitted if it only produces the character ("?").
export function pressed(event: KeyboardEvent): string {
    const mod = onMac ? event.metaKey : event.ctrlKey;
    const key = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const letter = key.length > 1 || /[A-Z0-9]/.test(key);
    const parts: string[] = [];
    if (mod) parts.push("Mod");
    if (onMac ? event.ctrlKey : event.metaKey) parts.push("Ctrl");
    if (event.altKey) parts.push("Alt");
    if (event.shiftKey && letter) parts.push("Shift");
    parts.push(key);
    return parts.join("+");
}
