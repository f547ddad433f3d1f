// The canvas of keys or curves. It is drawn when its contents change, at most once a frame; the playhead is a
// separate element above it.
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { theme } from "../state/prefs.ts";
import { openMenu } from "../widgets/menu.tsx";
import { graph, scroll, sheet, shownFrame, size } from "./canvas.ts";
import { colours } from "./colours.ts";
import { drawGraph } from "./curvepaint.ts";
import { describe } from "./edit.ts";
import { contextEntries } from "./menu.ts";
import { rowAt } from "./model.ts";
import type { Row } from "./model.ts";
import { doubleClick, down, hover, leave, placeOf, scrollBy, wheel } from "./pointer.ts";
import { drawSheet, markAt } from "./sheetpaint.ts";
import { announce, hasKeys, mainRow, mode, model, selectedKeys, selectedRows, selectKeys } from "./state.ts";

function draw(canvas: HTMLCanvasElement): void {
    const c = canvas.getContext("2d");
    if (!c) return;
    const { width, height } = size.peek();
    const ratio = devicePixelRatio;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    const [keys, lines] = [sheet.peek(), graph.peek()];
    if (mode.peek() === "curves" && lines) drawGraph(c, lines, colours());
    else if (keys) drawSheet(c, keys, colours());
}

function useDrawing(canvas: { current: HTMLCanvasElement | null }): void {
    useEffect(() => {
        let waiting = 0;
        const stop = effect(() => {
            void (mode.value === "curves" ? graph.value : sheet.value);
            void theme();
            waiting ||= requestAnimationFrame(() => {
                waiting = 0;
                if (canvas.current) draw(canvas.current);
            });
        });
        void document.fonts?.ready.then(() => canvas.current && draw(canvas.current));
        return () => {
            stop();
            cancelAnimationFrame(waiting);
        };
    }, []);
}
function useSize(holder: { current: HTMLDivElement | null }): void {
    useEffect(() => {
        const observer = new ResizeObserver(([entry]) => {
            if (!entry) return;
            size.value = { width: entry.contentRect.width, height: entry.contentRect.height };
            scrollBy(0);
        });
        const element = holder.current;
        const turn = (event: WheelEvent): void => wheel(event, element!);
        if (element) observer.observe(element);
        element?.addEventListener("wheel", turn, { passive: false });
        return () => {
            observer.disconnect();
            element?.removeEventListener("wheel", turn);
        };
    }, []);
}

const wordsOfRow = (row: Row): string =>
    `${row.kind === "channel" ? `${row.handle!.name}, ` : ""}${row.label}, ${row.marks.length} ${row.marks.length === 1 ? "key" : "keys"}`;
// The up and down arrows move between rows; all other keys are actions.
function key(event: KeyboardEvent): void {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const rows = model.peek()?.rows ?? [];
    if (!by || !rows.length || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = rows[Math.min(rows.length - 1, Math.max(0, rows.indexOf(mainRow.peek()!) + by))]!;
    selectedRows.value = event.shiftKey ? [...selectedRows.peek().filter((id) => id !== next.id), next.id] : [next.id];
    reveal(next);
    announce(wordsOfRow(next));
}
export function reveal(row: Row): void {
    const { height } = shownFrame.peek();
    const [above, below] = [row.top - scroll.peek(), row.top + row.height - scroll.peek() - height];
    if (above < 0) scrollBy(above);
    else if (below > 0) scrollBy(below);
}

function context(event: MouseEvent & { currentTarget: HTMLElement }): void {
    event.preventDefault();
    const at = placeOf(event, event.currentTarget);
    const [keys, row] = [sheet.peek(), rowAt(model.peek()?.rows ?? [], at.y + scroll.peek())];
    const mark = mode.peek() === "keys" && keys && row ? markAt(keys, row, at.x) : null;
    if (mark && !mark.keys.some((ref) => selectedKeys.peek().includes(ref))) selectKeys(mark.keys);
    openMenu(contextEntries(), event, { label: "Keys" });
}

export function KeyCanvas() {
    const holder = useRef<HTMLDivElement>(null);
    const canvas = useRef<HTMLCanvasElement>(null);
    useSize(holder);
    useDrawing(canvas);
    const words = mode.value === "curves" ? "Curves" : "Keys";
    return (
        <div
            ref={holder}
            class="sheet-canvas"
            role="application"
            aria-label={`${words}. ${hasKeys.value ? describe(selectedKeys.value) : "No keys selected"}`}
            aria-roledescription={mode.value === "curves" ? "curve editor" : "dope sheet"}
            tabIndex={0}
            data-test="sheet-canvas"
            onPointerDown={down}
            onPointerMove={hover}
            onPointerLeave={leave}
            onDblClick={doubleClick}
            onContextMenu={context}
            onKeyDown={key}
        >
            <canvas ref={canvas} aria-hidden="true" />
        </div>
    );
}
