// One row of a tree.
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";
import { tip } from "./tip.ts";
import type { TreeButton, TreeRow } from "./treeitems.ts";

export interface TreeRowProps {
    row: TreeRow;
    selected: boolean;
    focused: boolean; // the row that Tab reaches
    renaming: boolean;
    drop: "before" | "after" | null;
    onToggle: () => void;
    onPointerDown: (event: PointerEvent & { currentTarget: HTMLElement }) => void;
    onDoubleClick: () => void;
    onMenu: (event: MouseEvent) => void;
    onRenamed: (name: string | null) => void;
}

export function TreeRowView(props: TreeRowProps) {
    const { row } = props;
    const { item } = row;
    const classes = ["w-tree-row"];
    if (item.heading) classes.push("heading");
    if (item.dim) classes.push("dim");
    if (item.live) classes.push("live");
    if (props.drop) classes.push(`drop-${props.drop}`);
    return (
        <div
            class={classes.join(" ")}
            role="treeitem"
            aria-level={row.depth + 1}
            aria-posinset={row.index + 1}
            aria-setsize={row.siblings}
            aria-expanded={row.open ?? undefined}
            aria-selected={props.selected}
            aria-label={item.detail ? `${item.label}, ${item.detail}` : item.label}
            tabIndex={props.focused ? 0 : -1}
            data-id={item.id}
            data-test={item.test ?? `tree-${item.id}`}
            style={{ "--depth": row.depth }}
            onPointerDown={props.onPointerDown}
            onDblClick={props.onDoubleClick}
            onContextMenu={props.onMenu}
            {...tip(item.title)}
        >
            {row.open === null ? (
                <span class="w-tree-gap" />
            ) : (
                <span
                    class="w-tree-twist"
                    aria-hidden="true"
                    onPointerDown={(e) => (e.stopPropagation(), props.onToggle())}
                    onDblClick={(e) => e.stopPropagation()}
                >
                    <Icon name={row.open ? "chevron-down" : "chevron-right"} size={14} />
                </span>
            )}
            {item.picture ? (
                <span class="w-tree-picture">{item.picture}</span>
            ) : item.icon ? (
                <Icon name={item.icon} class="w-tree-icon" />
            ) : null}
            {props.renaming ? (
                <Rename name={item.label} onDone={props.onRenamed} />
            ) : (
                <span class="w-tree-label">{item.label}</span>
            )}
            {item.detail && !props.renaming && <span class="w-tree-detail">{item.detail}</span>}
            {item.buttons &&
                !props.renaming &&
                item.buttons.map((button) => (
                    <RowButton key={button.icon + button.label} button={button} of={item.label} />
                ))}
        </div>
    );
}

function RowButton({ button, of }: { button: TreeButton; of: string }) {
    return (
        <button
            type="button"
            class={button.always || button.pressed ? "w-tree-button always" : "w-tree-button"}
            aria-label={`${button.label}: ${of}`}
            aria-pressed={button.pressed}
            tabIndex={-1}
            data-test={button.test}
            onPointerDown={(e) => e.stopPropagation()}
            onDblClick={(e) => e.stopPropagation()}
            onClick={button.onClick}
            {...tip(button.label, button.shortcut)}
        >
            <Icon name={button.icon} size={14} />
        </button>
    );
}

function Rename(props: { name: string; onDone: (name: string | null) => void }) {
    const input = useRef<HTMLInputElement>(null);
    const done = useRef(false);
    useEffect(() => input.current?.select(), []);
    const finish = (name: string | null): void => {
        if (done.current) return;
        done.current = true;
        props.onDone(name);
    };
    return (
        <input
            ref={input}
            class="w-tree-rename"
            aria-label="New name"
            data-test="rename"
            autocomplete="off"
            spellcheck={false}
            maxLength={63}
            defaultValue={props.name}
            onPointerDown={(e) => e.stopPropagation()}
            onDblClick={(e) => e.stopPropagation()}
            onBlur={(e) => finish(e.currentTarget.value.trim())}
            onKeyDown={(e) => {
                e.stopPropagation();
                if (e.key === "Enter") finish(e.currentTarget.value.trim());
                if (e.key === "Escape") finish(null);
            }}
        />
    );
}
