// The tooltip of a control: attributes to spread into any element, displayed by the page's one tooltip.
import { ariaKeys } from "./keys.ts";

export function tip(text: string | undefined, shortcut?: string) {
    return {
        ...(text ? { "data-tip": text } : {}),
        ...(shortcut ? { "data-tip-keys": shortcut, "aria-keyshortcuts": ariaKeys(shortcut) } : {}),
    };
}
