// The context menu of keys: actions by name, the same as on the keyboard and in the palette.
import { find, isEnabled } from "../state/actions.ts";
import type { MenuEntry } from "../widgets/menu.tsx";

function entry(id: string): MenuEntry[] {
    const action = find(id);
    return action
        ? [
              {
                  label: action.label,
                  icon: action.icon,
                  keys: action.keys?.[0],
                  disabled: !isEnabled(action),
                  checked: action.checked?.(),
                  run: action.run,
                  test: `context-${id}`,
              },
          ]
        : [];
}
export const entries = (...groups: readonly (readonly string[])[]): MenuEntry[] =>
    groups.flatMap((ids, i): MenuEntry[] => [...(i ? (["line"] as const) : []), ...ids.flatMap(entry)]);

export const contextEntries = (): MenuEntry[] =>
    entries(
        ["keys.add", "keys.copy", "keys.paste", "keys.duplicate", "keys.delete"],
        ["keys.smooth", "keys.linear", "keys.step", "keys.release"],
        ["keys.auto", "keys.flat", "keys.unify", "keys.break"],
        ["keys.frame", "keys.frame-all"],
    );
export const clipEntries = (): MenuEntry[] =>
    entries(
        ["clip.new", "clip.duplicate", "clip.delete"],
        ["clip.keyed-only", "clip.open-all", "clip.close-all"],
        ["clip.frames"],
    );
