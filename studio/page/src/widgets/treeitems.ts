// What a tree shows, flattened into the rows that are in sight.
import type { ComponentChildren } from "preact";
import type { MenuEntry } from "./menu.tsx";

export interface TreeButton {
  readonly icon: string;
  readonly label: string;
  readonly onClick: () => void;
  readonly pressed?: boolean | undefined;
  readonly always?: boolean | undefined; // shown also where the pointer is not; a pressed one always is
  readonly shortcut?: string | undefined;
  readonly test?: string | undefined;
}

export interface TreeItem {
  readonly id: string; // unlike every other in the tree
  readonly label: string;
  readonly icon?: string | undefined;
  readonly picture?: ComponentChildren; // in place of the icon: a thumbnail
  readonly detail?: string | undefined; // a word at the right: "bone", "312"
  readonly children?: readonly TreeItem[] | undefined;
  readonly closed?: boolean | undefined; // at first
  readonly heading?: boolean | undefined; // a group's title: not selected, not dragged
  readonly dim?: boolean | undefined; // hidden or of no use now
  readonly live?: boolean | undefined; // what is shown or plays now
  readonly renames?: boolean | undefined; // by double click and F2; needs onRename
  readonly moves?: boolean | undefined; // may be dragged among its siblings; needs onMove
  readonly buttons?: readonly TreeButton[] | undefined;
  readonly menu?: (() => readonly MenuEntry[]) | undefined; // of the right button
  readonly title?: string | undefined; // a tooltip
  readonly test?: string | undefined;
}

export interface TreeRow {
  readonly item: TreeItem;
  readonly parent: TreeRow | null;
  readonly depth: number;
  readonly index: number; // among its siblings
  readonly siblings: number;
  readonly open: boolean | null; // null: has no children
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
