// Shared by the lists of the outliner: ids of rows, hovering, and context menus.
import type { ComponentChildren } from "preact";
import { find, run } from "../state/actions.ts";
import { selection } from "../state/app.ts";
import type { Selected } from "../state/app.ts";
import { frame } from "../state/workspaces.ts";
import type { MenuItem } from "../widgets/menu.tsx";
import { rowHover } from "./state.ts";
import "./rows.css";

type Kind = "layer" | "handle";

export const idOf = (kind: Kind, name: string): string => `${kind}:${name}`;
export const nameOf = (id: string): string => id.slice(id.indexOf(":") + 1);
export const selectedIds = (kind: Kind): string[] =>
    selection.value.filter((s) => s.kind === kind).map((s) => idOf(kind, s.name));
export function selectRows(kind: Kind, ids: readonly string[]): void {
    selection.value = ids.map((id): Selected => ({ kind, name: nameOf(id) }));
    frame.request();
}

// Hovering a row highlights its object on the stage.
export function HoverRows(props: { kind: Kind; children: ComponentChildren }) {
    const over = (event: PointerEvent): void => {
        const id = (event.target as Element).closest<HTMLElement>("[data-id]")?.dataset["id"];
        const name = id === undefined ? null : nameOf(id);
        if ((rowHover.peek()?.name ?? null) === name) return;
        rowHover.value = name === null ? null : { kind: props.kind, name };
        frame.request();
    };
    const leave = (): void => {
        rowHover.value = null;
        frame.request();
    };
    return (
        <div class="rig-rows" onPointerOver={over} onPointerLeave={leave}>
            {props.children}
        </div>
    );
}

// An action as a menu entry.
export function entry(id: string, more: Partial<MenuItem> = {}): MenuItem {
    const action = find(id);
    return {
        label: action?.label ?? id,
        icon: action?.icon,
        keys: action?.keys?.[0],
        disabled: !(action?.enabled?.() ?? true),
        ...(action?.checked && { checked: action.checked() }),
        run: () => run(id),
        test: id,
        ...more,
    };
}
