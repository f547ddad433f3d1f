// The rows of a long tree that are drawn: the visible ones, some around them, and the focused one.
import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

const MIN_ROWS = 500; // number of rows; shorter trees are drawn completely
const AROUND = 20;

function scroller(element: HTMLElement): HTMLElement {
    for (let at: HTMLElement | null = element; at; at = at.parentElement) {
        const flow = getComputedStyle(at).overflowY;
        if (flow === "auto" || flow === "scroll") return at;
    }
    return document.documentElement;
}

export function useWindow(
    root: RefObject<HTMLElement | null>,
    count: number,
    focused: number,
): { first: number; last: number } {
    const [seen, see] = useState({ first: 0, last: MIN_ROWS });
    const long = count > MIN_ROWS;
    useEffect(() => {
        const tree = root.current;
        if (!long || !tree) return;
        const outer = scroller(tree);
        const row = tree.querySelector<HTMLElement>(".w-tree-row")?.offsetHeight || 28;
        const look = (): void => {
            const above = outer.getBoundingClientRect().top - tree.getBoundingClientRect().top;
            const first = Math.max(0, Math.floor(above / row) - AROUND);
            see({ first, last: first + Math.ceil(outer.clientHeight / row) + 2 * AROUND });
        };
        look();
        outer.addEventListener("scroll", look, { passive: true });
        return () => outer.removeEventListener("scroll", look);
    }, [long, count]);
    useEffect(() => {
        if (long && focused >= 0 && (focused < seen.first || focused >= seen.last))
            see({ first: Math.max(0, focused - 2 * AROUND), last: focused + 2 * AROUND });
    }, [focused]);
    return long ? { first: Math.min(seen.first, count), last: Math.min(seen.last, count) } : { first: 0, last: count };
}
