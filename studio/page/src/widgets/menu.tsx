// Menus: of the menu bar, of the right button, of a small button. `openMenu` shows one; <MenuLayer /> of the shell
// draws it. The usual keys work: arrows, Home, End, first letters, Enter, Escape.
import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";
import { Kbd } from "./kbd.tsx";
import { raise } from "./raise.ts";
import "./menu.css";

export interface MenuItem {
    readonly label: string;
    readonly run: () => void;
    readonly icon?: string | undefined;
    readonly keys?: string | undefined;
    readonly disabled?: boolean | undefined;
    readonly checked?: boolean | undefined; // a switch
    readonly danger?: boolean | undefined;
    readonly test?: string | undefined;
}
export type MenuEntry = MenuItem | "line" | { readonly heading: string };

// Below an element, or at a point of the window.
export type MenuPlace = Element | { readonly clientX: number; readonly clientY: number };

interface OpenMenu {
    readonly items: readonly MenuEntry[];
    readonly place: MenuPlace;
    readonly label: string;
    readonly sideways?: ((by: 1 | -1) => void) | undefined; // in a menu bar: opens the neighbouring menu
    readonly closed?: (() => void) | undefined;
    readonly before: Element | null; // the element that had the focus before
}

const current = signal<OpenMenu | null>(null);

export function openMenu(
    items: readonly MenuEntry[],
    place: MenuPlace,
    more: { label?: string; sideways?: (by: 1 | -1) => void; closed?: () => void } = {},
): void {
    const before = current.peek()?.before ?? document.activeElement;
    current.peek()?.closed?.();
    current.value = { items, place, label: more.label ?? "Menu", sideways: more.sideways, closed: more.closed, before };
}
export function closeMenu(): void {
    const menu = current.peek();
    if (!menu) return;
    current.value = null;
    menu.closed?.();
    if (menu.before instanceof HTMLElement && menu.before.isConnected) menu.before.focus({ preventScroll: true });
}

const GAP = 4;
const EDGE = 8;

function put(menu: HTMLElement, place: MenuPlace): void {
    const own = menu.getBoundingClientRect();
    const at =
        place instanceof Element ? place.getBoundingClientRect() : new DOMRect(place.clientX, place.clientY, 0, 0);
    const gap = place instanceof Element ? GAP : 0;
    let top = at.bottom + gap;
    if (top + own.height > innerHeight - EDGE && at.top - gap - own.height >= EDGE) top = at.top - gap - own.height;
    const left = Math.min(at.left, innerWidth - own.width - EDGE);
    menu.style.translate = `${Math.round(Math.max(EDGE, left))}px ${Math.round(Math.max(EDGE, Math.min(top, innerHeight - own.height - EDGE)))}px`;
}

export interface MenuProps {
    items: readonly MenuEntry[];
    label?: string;
    onClose: () => void;
    sideways?: ((by: 1 | -1) => void) | undefined;
}

function moveFocus(list: HTMLElement, event: KeyboardEvent): boolean {
    const rows = [...list.querySelectorAll<HTMLButtonElement>("button:not([aria-disabled=true])")];
    const at = rows.indexOf(document.activeElement as HTMLButtonElement);
    let next: HTMLButtonElement | undefined;
    if (event.key === "ArrowDown") next = rows[(at + 1) % rows.length];
    else if (event.key === "ArrowUp") next = rows[(at - 1 + rows.length) % rows.length];
    else if (event.key === "Home") next = rows[0];
    else if (event.key === "End") next = rows.at(-1);
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.key !== " ") {
        const letter = event.key.toLowerCase();
        const turned = [...rows.slice(at + 1), ...rows.slice(0, at + 1)];
        next = turned.find((row) => row.dataset["label"]?.toLowerCase().startsWith(letter));
    } else return false;
    next?.focus();
    return true;
}

export function Menu(props: MenuProps) {
    const key = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
        if (event.key === "Escape" || event.key === "Tab") props.onClose();
        else if (props.sideways && event.key === "ArrowRight") props.sideways(1);
        else if (props.sideways && event.key === "ArrowLeft") props.sideways(-1);
        else if (!moveFocus(event.currentTarget, event)) {
            event.stopPropagation();
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    };
    return (
        <div class="w-menu" role="menu" aria-label={props.label ?? "Menu"} tabIndex={-1} onKeyDown={key}>
            {props.items.map((entry, i) => (
                <Entry key={i} entry={entry} onClose={props.onClose} />
            ))}
        </div>
    );
}

function Entry({ entry, onClose }: { entry: MenuEntry; onClose: () => void }) {
    if (entry === "line") return <div class="w-menu-line" role="separator" />;
    if ("heading" in entry) return <div class="w-menu-heading">{entry.heading}</div>;
    const pick = (): void => {
        if (entry.disabled) return;
        onClose();
        entry.run();
    };
    return (
        <button
            type="button"
            class={entry.danger ? "w-menu-item danger" : "w-menu-item"}
            role={entry.checked === undefined ? "menuitem" : "menuitemcheckbox"}
            aria-checked={entry.checked}
            aria-disabled={entry.disabled ?? false}
            tabIndex={-1}
            data-label={entry.label}
            data-test={entry.test}
            onClick={pick}
            onPointerEnter={(e) => !entry.disabled && e.currentTarget.focus({ preventScroll: true })}
        >
            <span class="w-menu-icon">
                {entry.checked ? (
                    <Icon name="check" />
                ) : entry.icon && entry.checked === undefined ? (
                    <Icon name={entry.icon} />
                ) : null}
            </span>
            <span class="w-menu-label">{entry.label}</span>
            {entry.keys && <Kbd keys={entry.keys} />}
        </button>
    );
}

export function MenuLayer() {
    const menu = current.value;
    const layer = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        if (!menu || !layer.current) return;
        raise(layer.current);
        put(layer.current, menu.place);
        layer.current.querySelector<HTMLElement>(".w-menu")?.focus({ preventScroll: true });
    }, [menu]);
    useEffect(() => {
        if (!menu) return;
        const outside = (event: Event): void => {
            const target = event.target as Node | null;
            if (layer.current?.contains(target)) return;
            // The menu's own button closes it
            if (menu.place instanceof Element && menu.place.contains(target)) return;
            closeMenu();
        };
        window.addEventListener("pointerdown", outside, true);
        window.addEventListener("wheel", outside, { capture: true, passive: true });
        window.addEventListener("blur", closeMenu);
        window.addEventListener("resize", closeMenu);
        return () => {
            window.removeEventListener("pointerdown", outside, true);
            window.removeEventListener("wheel", outside, true);
            window.removeEventListener("blur", closeMenu);
            window.removeEventListener("resize", closeMenu);
        };
    }, [menu]);
    if (!menu) return null;
    return (
        <div
            ref={layer}
            class="w-menu-layer"
            popover="manual"
            data-test="menu"
            onContextMenu={(e) => e.preventDefault()}
        >
            <Menu items={menu.items} label={menu.label} onClose={closeMenu} sideways={menu.sideways} />
        </div>
    );
}
