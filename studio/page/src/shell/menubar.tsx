// The menus at the top, generated from the registry of actions.
import { useRef, useState } from "preact/hooks";
import { actions, belongs, isEnabled } from "../state/actions.ts";
import type { Action, MenuName } from "../state/actions.ts";
import { closeMenu, openMenu } from "../widgets/menu.tsx";
import type { MenuEntry } from "../widgets/menu.tsx";
import "./menubar.css";

const ORDER: readonly MenuName[] = [
    "File",
    "Edit",
    "View",
    "Rig",
    "Poses",
    "Stage",
    "Verbs",
    "Creatures",
    "Lines",
    "Timeline",
    "Help",
];

export function menuEntries(name: MenuName): MenuEntry[] {
    const own = actions.value.filter((a) => a.menu === name && belongs(a));
    const sorted = own
        .map((action, i) => ({ action, i }))
        .sort((a, b) => (a.action.group ?? 0) - (b.action.group ?? 0) || a.i - b.i);
    const entries: MenuEntry[] = [];
    let group = sorted[0]?.action.group ?? 0;
    for (const { action } of sorted) {
        if ((action.group ?? 0) !== group) entries.push("line");
        group = action.group ?? 0;
        entries.push(entry(action));
    }
    return entries;
}
function entry(action: Action): MenuEntry {
    return {
        label: action.label,
        icon: action.icon,
        keys: action.keys?.[0],
        disabled: !isEnabled(action),
        checked: action.checked?.(),
        run: action.run,
        test: `menu-${action.id}`,
    };
}

export function Menubar() {
    const bar = useRef<HTMLDivElement>(null);
    const [open, setOpen] = useState<MenuName | null>(null);
    const [reach, setReach] = useState<MenuName>("File");
    const names = ORDER.filter((name) => actions.value.some((a) => a.menu === name && belongs(a)));
    const button = (name: MenuName): HTMLButtonElement | null =>
        bar.current?.querySelector(`[data-menu="${name}"]`) ?? null;
    const neighbour = (name: MenuName, by: number): MenuName =>
        names[(names.indexOf(name) + by + names.length) % names.length] ?? name;

    const show = (name: MenuName): void => {
        const at = button(name);
        if (!at) return;
        openMenu(menuEntries(name), at, {
            label: name,
            sideways: (by) => show(neighbour(name, by)),
            closed: () => setOpen((now) => (now === name ? null : now)),
        });
        setOpen(name);
        setReach(name);
    };
    const key = (event: KeyboardEvent, name: MenuName): void => {
        if (event.key === "ArrowDown" || event.key === "Enter" || event.key === " ") show(name);
        else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
            const next = neighbour(name, event.key === "ArrowRight" ? 1 : -1);
            setReach(next);
            button(next)?.focus();
        } else return;
        event.preventDefault();
        event.stopPropagation();
    };
    return (
        <div ref={bar} class="menubar" role="menubar" aria-label="Menu">
            {names.map((name) => (
                <button
                    key={name}
                    type="button"
                    role="menuitem"
                    aria-haspopup="menu"
                    aria-expanded={open === name}
                    tabIndex={name === reach ? 0 : -1}
                    data-menu={name}
                    data-test={`menu-${name.toLowerCase()}`}
                    onPointerDown={(e) => {
                        if (e.button !== 0) return;
                        e.preventDefault();
                        open === name ? closeMenu() : show(name);
                    }}
                    onPointerEnter={() => open && open !== name && show(name)}
                    onKeyDown={(e) => key(e, name)}
                >
                    {name}
                </button>
            ))}
        </div>
    );
}
