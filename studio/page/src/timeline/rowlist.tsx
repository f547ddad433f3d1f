// The names of the rows: handles, which expand to their channels. The list scrolls with the keys beside it.
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../widgets/icon.tsx";
import { tip } from "../widgets/tip.ts";
import { scroll, shownFrame } from "./canvas.ts";
import { reveal } from "./keycanvas.tsx";
import type { Row } from "./model.ts";
import { scrollBy } from "./pointer.ts";
import { model, openRow, selectedRows } from "./state.ts";

const ICONS: Record<string, string> = { position: "move", angle: "rotate-cw", scale: "scaling" };
const iconOf = (row: Row): string =>
    row.kind === "all"
        ? "layers"
        : row.channel
          ? ICONS[row.channel]!
          : row.handle?.kind === "bone"
            ? "bone"
            : "circle-dot";

function selectRow(row: Row, event: MouseEvent | KeyboardEvent): void {
    const now = selectedRows.peek();
    if (event.ctrlKey || event.metaKey)
        selectedRows.value = now.includes(row.id) ? now.filter((id) => id !== row.id) : [...now, row.id];
    else if (event.shiftKey && now.length) selectedRows.value = rowsBetween(now.at(-1)!, row.id);
    else selectedRows.value = [row.id];
}
function rowsBetween(a: string, b: string): string[] {
    const ids = (model.peek()?.rows ?? []).map((row) => row.id);
    const [from, to] = [ids.indexOf(a), ids.indexOf(b)];
    const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1);
    return from < to ? range : range.reverse();
}

function RowName({ row, reach }: { row: Row; reach: boolean }) {
    const on = selectedRows.value.includes(row.id);
    const toggle = (event: MouseEvent): void => {
        event.stopPropagation();
        openRow(row.handle!.name, !row.open);
    };
    return (
        <div
            class={`sheet-name ${row.kind}${on ? " on" : ""}${row.tracks.length ? "" : " bare"}`}
            role="treeitem"
            aria-level={row.kind === "channel" ? 2 : 1}
            aria-selected={on}
            aria-expanded={row.kind === "handle" ? row.open : undefined}
            aria-label={`${row.label}, ${row.marks.length} ${row.marks.length === 1 ? "key" : "keys"}`}
            tabIndex={reach ? 0 : -1}
            style={{ top: `${row.top}px`, height: `${row.height}px` }}
            data-row={row.id}
            data-channel={row.channel ?? undefined}
            data-test={`sheet-row-${row.id.replace("\n", "-")}`}
            onClick={(event) => selectRow(row, event)}
            onDblClick={(event) => row.kind === "handle" && toggle(event)}
        >
            {row.kind === "handle" ? (
                <span
                    class="sheet-twist"
                    onClick={toggle}
                    {...tip(row.open ? "Close its channels" : "Show its channels")}
                >
                    <Icon name={row.open ? "chevron-down" : "chevron-right"} size={14} />
                </span>
            ) : null}
            <Icon name={iconOf(row)} size={14} />
            <span class="sheet-label">{row.label}</span>
            {row.marks.length > 0 && <span class="sheet-count">{row.marks.length}</span>}
        </div>
    );
}

export function RowList() {
    const list = useRef<HTMLDivElement>(null);
    const now = model.value;
    const at = scroll.value;
    const { height } = shownFrame.value;
    useEffect(() => {
        const element = list.current;
        const turn = (event: WheelEvent): void => {
            event.preventDefault();
            scrollBy(event.deltaY);
        };
        element?.addEventListener("wheel", turn, { passive: false });
        return () => element?.removeEventListener("wheel", turn);
    }, []);
    if (!now) return null;
    const { rows } = now;
    const main = rows.find((row) => row.id === selectedRows.value.at(-1)) ?? rows[0];
    const go = (row: Row | undefined, event: KeyboardEvent): void => {
        if (!row) return;
        selectRow(row, event);
        reveal(row);
        const focus = (): boolean => {
            const element = list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"]`);
            element?.focus({ preventScroll: true });
            return element != null;
        };
        if (!focus()) requestAnimationFrame(focus); // the row was scrolled out of view
    };
    const key = (event: KeyboardEvent): void => {
        const i = rows.findIndex((row) => row.id === (event.target as HTMLElement).dataset["row"]);
        const row = rows[i];
        if (!row || event.altKey) return;
        if (event.key === "ArrowDown") go(rows[i + 1], event);
        else if (event.key === "ArrowUp") go(rows[i - 1], event);
        else if (event.key === "Home") go(rows[0], event);
        else if (event.key === "End") go(rows.at(-1), event);
        else if (event.key === "ArrowRight" && row.kind === "handle" && !row.open) openRow(row.handle!.name, true);
        else if (event.key === "ArrowLeft" && row.kind === "handle" && row.open) openRow(row.handle!.name, false);
        else if (event.key === "ArrowLeft" && row.kind === "channel")
            go(
                rows.find((r) => r.id === row.handle!.name),
                event,
            );
        else if (event.key === "Enter") selectRow(row, event);
        else if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
        event.preventDefault();
        event.stopPropagation();
    };
    const shown = rows.filter((row) => (row.top + row.height > at && row.top < at + height) || row === main);
    return (
        <div
            ref={list}
            class="sheet-names"
            role="tree"
            aria-label="Handles and channels"
            aria-multiselectable="true"
            data-test="sheet-names"
            onKeyDown={key}
        >
            <div class="sheet-names-in" style={{ height: `${now.height}px`, translate: `0 ${-at}px` }}>
                {shown.map((row) => (
                    <RowName key={row.id} row={row} reach={row === main} />
                ))}
            </div>
        </div>
    );
}
