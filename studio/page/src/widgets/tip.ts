// What a control says when the pointer rests on it: spread into any element, shown by the one tooltip of the page.
import { ariaKeys } from "./keys.ts";

export function tip(text: string | undefined, shortcut?: string) {
  return {
    ...(text ? { "data-tip": text } : {}),
    ...(shortcut ? { "data-tip-keys": shortcut, "aria-keyshortcuts": ariaKeys(shortcut) } : {}),
  };
}
