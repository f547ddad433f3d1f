// The items of a tree, flattened into visible rows.
import type { ComponentChildren } from "preact";
import type { MenuEntry } from "./menu.tsx";

export interface TreeButton {
    readonly icon: string;
    readonly label: string;
    readonly onClick: () => void;
    readonly pressed?: boolean | undefined;
    readonly always?: boolean | undefined; // shown even if the pointer is elsewhere; a pressed button always is
    readonly shortcut?: string | undefined;
    readonly test?: string | undefined;
}

export interface TreeItem {
    readonly id: string; // unique in the tree
    readonly label: string;
    readonly icon?: string | undefined;
    readonly picture?: ComponentChildren; // replaces the icon: a thumbnail
    readonly detail?: string | undefined; // short text at the right: "bone", "312"
    readonly children?: readonly TreeItem[] | undefined;
    readonly closed?: boolean | undefined; // initially closed
    readonly heading?: boolean | undefined; // title of a group: not selectable, not draggable
    readonly dim?: boolean | undefined; // hidden or currently unused
    readonly live?: boolean | undefined; // shown or playing now
    readonly renames?: boolean | undefined; // can be renamed by double click and F2; needs onRename
    readonly moves?: boolean | undefined; // can be dragged among its siblings; needs onMove
    readonly buttons?: readonly TreeButton[] | undefined;
    readonly menu?: (() => readonly MenuEntry[]) | undefined; // context menu
    readonly title?: string | undefined; // a tooltip
    readonly test?: string | undefined;
}

export interface TreeRow {
    readonly item: TreeItem;
    readonly parent: TreeRow | null;
    readonly depth: number;
    readonly index: number; // index among its siblings
    readonly siblings: number;
    readonly open: boolean | null; // null: it has no children
}

export function flatten(items: readonly TreeItem[], isOpen: (item: TreeItem) => boolean): TreeRow[] {
    const rows: TreeRow[] = [];
    const add = (list: readonly TreeItem[], parent: TreeRow | null, depth: number): void => {
        list.forEach((item, index) => {
            const open = item.children ? isOpen(item) : null;
            const row: TreeRow = { item, parent, depth, index, siblings: list.length, open };
            rows.push(row);
            if (open && item.children) add(item.children, row, depth + 1);
        });
    };
    add(items, null, 0);
    return rows;
}
