// An outliner: rows with icons, small buttons and a menu, which can be selected (several with Shift and Ctrl),
// renamed, dragged among their siblings, opened and closed. Keys follow the ARIA pattern for trees. Very long trees
// draw only the visible rows.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { drag } from "./gesture.ts";
import { remember, remembered } from "./memory.ts";
import { openMenu } from "./menu.tsx";
import { flatten } from "./treeitems.ts";
import type { TreeItem, TreeRow } from "./treeitems.ts";
import { TreeRowView } from "./treerow.tsx";
import { useWindow } from "./treewindow.ts";
import "./tree.css";

export type { TreeButton, TreeItem } from "./treeitems.ts";

export interface TreeProps {
    label: string;
    items: readonly TreeItem[];
    selected: readonly string[]; // ids; the last is the main one
    onSelect: (ids: readonly string[]) => void;
    onActivate?: ((id: string) => void) | undefined; // Enter, or a double click on a row that cannot be renamed
    onRename?: ((id: string, name: string) => void) | undefined;
    // `ids` are moved before their sibling `before`; null: to the end.
    onMove?: ((ids: readonly string[], before: string | null) => void) | undefined;
    onDelete?: ((ids: readonly string[]) => void) | undefined;
    renaming?: string | null | undefined; // starts renaming this item on request of the parent component
    onRenamingEnd?: (() => void) | undefined;
    empty?: ComponentChildren;
    test?: string;
}

interface Drop {
    readonly id: string;
    readonly side: "before" | "after";
    readonly before: string | null;
}

// Open rows: the artist's choice is remembered; for other rows the item decides.
function useOpenRows(label: string) {
    const key = `tree.${label}`;
    const [chosen, choose] = useState<Record<string, boolean>>(() => remembered(key, {}));
    return {
        isOpen: (item: TreeItem): boolean => chosen[item.id] ?? !item.closed,
        set(id: string, open: boolean): void {
            const next = { ...chosen, [id]: open };
            choose(next);
            remember(key, next);
        },
    };
}

export function Tree(props: TreeProps) {
    const root = useRef<HTMLDivElement>(null);
    const open = useOpenRows(props.label);
    const rows = useMemo(() => flatten(props.items, open.isOpen), [props.items, open.isOpen]);
    const [focus, setFocus] = useState<string | null>(null);
    const [renaming, setRenaming] = useState<string | null>(null);
    const [drop, setDrop] = useState<Drop | null>(null);
    const anchor = useRef<string | null>(null);
    const hadFocus = useRef(false);
    const main = props.selected.at(-1) ?? null;
    const reachable = rows.find((r) => r.item.id === focus) ?? rows.find((r) => r.item.id === main) ?? rows[0];
    const shown = useWindow(
        root,
        rows.length,
        rows.findIndex((r) => r.item.id === reachable?.item.id),
    );

    useEffect(() => {
        if (!props.renaming) return;
        setRenaming(props.renaming);
        props.onRenamingEnd?.();
    }, [props.renaming]);
    useEffect(() => {
        if (main) root.current?.querySelector(`[data-id="${CSS.escape(main)}"]`)?.scrollIntoView({ block: "nearest" });
    }, [main]);
    useEffect(() => {
        if (!hadFocus.current || !reachable || renaming) return;
        root.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(reachable.item.id)}"]`)?.focus();
    }, [reachable?.item.id, renaming]);

    const between = (a: string, b: string): string[] => {
        const at = [rows.findIndex((r) => r.item.id === a), rows.findIndex((r) => r.item.id === b)];
        if (at.some((i) => i < 0)) return [b];
        const [low, high] = [Math.min(...at), Math.max(...at)];
        const ids = rows
            .slice(low, high + 1)
            .filter((r) => !r.item.heading)
            .map((r) => r.item.id);
        return [...ids.filter((id) => id !== b), b];
    };
    const pick = (row: TreeRow, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): void => {
        const { id } = row.item;
        setFocus(id);
        if (row.item.heading) return;
        const add = event.ctrlKey || event.metaKey;
        if (event.shiftKey && (anchor.current ?? main)) return props.onSelect(between((anchor.current ?? main)!, id));
        anchor.current = id;
        if (!add) return props.onSelect([id]);
        const has = props.selected.includes(id);
        props.onSelect(has ? props.selected.filter((s) => s !== id) : [...props.selected, id]);
    };
    const startRename = (row: TreeRow | undefined): void => {
        if (row?.item.renames && props.onRename) setRenaming(row.item.id);
    };
    const renamed = (row: TreeRow, name: string | null): void => {
        setRenaming(null);
        hadFocus.current = true;
        if (name && name !== row.item.label) props.onRename?.(row.item.id, name);
    };

    const press = (row: TreeRow, event: PointerEvent & { currentTarget: HTMLElement }): void => {
        if (event.button === 2) {
            if (!props.selected.includes(row.item.id)) pick(row, event);
            return;
        }
        if (event.button !== 0) return;
        if (row.item.heading) open.set(row.item.id, !row.open);
        const late =
            props.selected.includes(row.item.id) &&
            props.selected.length > 1 &&
            !event.shiftKey &&
            !event.ctrlKey &&
            !event.metaKey;
        if (!late) pick(row, event);
        if (!row.item.moves || !props.onMove) return;
        let to: Drop | null = null;
        drag(event, {
            move: (e) => setDrop((to = dropAt(row, e))),
            end(e, moved) {
                setDrop(null);
                if (moved && to)
                    props.onMove?.(
                        props.selected.includes(row.item.id) && late ? props.selected : [row.item.id],
                        to.before,
                    );
                else if (!moved && late) pick(row, e);
            },
            cancel: () => setDrop(null),
        });
    };
    // Finds the gap between siblings of the dragged row that is under the pointer.
    const dropAt = (row: TreeRow, event: PointerEvent): Drop | null => {
        const siblings = rows.filter((r) => r.parent?.item.id === row.parent?.item.id && r.item.moves);
        let last: Drop | null = null;
        for (const [i, sibling] of siblings.entries()) {
            const box = root.current
                ?.querySelector(`[data-id="${CSS.escape(sibling.item.id)}"]`)
                ?.getBoundingClientRect();
            if (!box) continue;
            if (event.clientY < box.top + box.height / 2)
                return { id: sibling.item.id, side: "before", before: sibling.item.id };
            last = { id: sibling.item.id, side: "after", before: siblings[i + 1]?.item.id ?? null };
        }
        return last;
    };

    const go = (row: TreeRow | undefined, event: KeyboardEvent): void => {
        if (!row) return;
        setFocus(row.item.id);
        if (!row.item.heading && !event.ctrlKey && !event.metaKey)
            pick(row, { shiftKey: event.shiftKey, ctrlKey: false, metaKey: false });
    };
    const key = (event: KeyboardEvent): void => {
        if (renaming || !reachable) return;
        const at = rows.indexOf(reachable);
        const id = reachable.item.id;
        if (event.key === "ArrowDown") go(rows[at + 1], event);
        else if (event.key === "ArrowUp") go(rows[at - 1], event);
        else if (event.key === "Home") go(rows[0], event);
        else if (event.key === "End") go(rows.at(-1), event);
        else if (event.key === "ArrowRight")
            reachable.open === false ? open.set(id, true) : reachable.open && go(rows[at + 1], event);
        else if (event.key === "ArrowLeft")
            reachable.open ? open.set(id, false) : go(reachable.parent ?? undefined, event);
        else if (event.key === "F2") startRename(reachable);
        else if (event.key === "Enter") reachable.item.heading ? open.set(id, !reachable.open) : props.onActivate?.(id);
        else if (event.key === "Delete" && props.onDelete && props.selected.length) props.onDelete(props.selected);
        else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey))
            showMenu(reachable, (event.target as Element) ?? null);
        else if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) {
            const peers = rows.filter((r) => !r.item.heading && r.parent?.item.id === reachable.parent?.item.id);
            props.onSelect(peers.map((r) => r.item.id));
        } else return;
        event.preventDefault();
        event.stopPropagation();
    };
    const showMenu = (row: TreeRow, place: Element | MouseEvent): void => {
        const items = row.item.menu?.();
        if (items?.length) openMenu(items, place, { label: row.item.label });
    };

    if (!rows.length && props.empty) return <>{props.empty}</>;
    return (
        <div
            ref={root}
            class={drop ? "w-tree dragging" : "w-tree"}
            role="tree"
            aria-label={props.label}
            aria-multiselectable="true"
            data-test={props.test}
            onKeyDown={key}
            onFocusIn={() => (hadFocus.current = true)}
            onFocusOut={(e) => {
                if (!root.current?.contains(e.relatedTarget as Node | null)) hadFocus.current = false;
            }}
        >
            <div class="w-tree-room" style={{ "--rows": shown.first }} />
            {rows.slice(shown.first, shown.last).map((row) => (
                <TreeRowView
                    key={row.item.id}
                    row={row}
                    selected={props.selected.includes(row.item.id)}
                    focused={row === reachable}
                    renaming={renaming === row.item.id}
                    drop={drop?.id === row.item.id ? drop.side : null}
                    onToggle={() => open.set(row.item.id, !row.open)}
                    onPointerDown={(e) => press(row, e)}
                    onDoubleClick={() =>
                        row.item.renames && props.onRename
                            ? startRename(row)
                            : !row.item.heading && props.onActivate?.(row.item.id)
                    }
                    onMenu={(e) => {
                        e.preventDefault();
                        showMenu(row, e);
                    }}
                    onRenamed={(name) => renamed(row, name)}
                />
            ))}
            <div class="w-tree-room" style={{ "--rows": rows.length - shown.last }} />
        </div>
    );
}
