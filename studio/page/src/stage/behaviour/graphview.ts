// The visible part of the graph: all of it, until the artist pans or zooms.
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { drag } from "../../widgets/gesture.ts";
import type { Point, Room, Spots } from "./layout.ts";
import { HIGH, WIDE } from "./layout.ts";

const MAX_ZOOM = 1.6;
const MIN_ZOOM = 0.35;
const FITTED_ZOOM = 1.15; // the largest zoom when the whole graph is fitted

export interface GraphView {
    readonly zoom: number;
    readonly transform: string; // a CSS transform, in pixels of the graph
    fit(spots: Spots): void;
    refit(spots: Spots): void; // fits the whole graph, unless the artist has panned or zoomed
    keep(): void; // keeps the view from now on, because the artist chose it
    toGraph(event: { clientX: number; clientY: number }): Point;
    pan(event: PointerEvent & { currentTarget: HTMLElement }): void;
}

export function useRoom(area: RefObject<HTMLElement | null>): Room {
    const room = useSignal<Room>({ width: 320, height: 240 });
    useLayoutEffect(() => {
        const observer = new ResizeObserver(
            ([entry]) => entry && (room.value = { width: entry.contentRect.width, height: entry.contentRect.height }),
        );
        observer.observe(area.current!);
        return () => observer.disconnect();
    }, []);
    return room.value;
}

function fitted(spots: Spots, { width, height }: Room): { x: number; y: number; zoom: number } {
    const [xs, ys] = [Object.values(spots).map((p) => p[0]), Object.values(spots).map((p) => p[1])];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const zoom = Math.min(FITTED_ZOOM, width / (right - left + WIDE + 24), height / (bottom - top + HIGH + 36));
    return { x: (left + right) / 2, y: (top + bottom) / 2, zoom: Math.max(MIN_ZOOM, zoom) };
}

export function useGraphView(area: RefObject<HTMLElement | null>, room: Room): GraphView {
    const view = useSignal({ x: 0, y: 0, zoom: 1 });
    const byHand = useRef(false);
    const toGraph = (event: { clientX: number; clientY: number }): Point => {
        const box = area.current!.getBoundingClientRect();
        const { x, y, zoom } = view.peek();
        return [
            x + (event.clientX - box.left - box.width / 2) / zoom,
            y + (event.clientY - box.top - box.height / 2) / zoom,
        ];
    };
    const fit = (spots: Spots): void => {
        view.value = fitted(spots, room);
        byHand.current = false;
    };
    useLayoutEffect(() => {
        const wheel = (event: WheelEvent): void => {
            event.preventDefault();
            byHand.current = true;
            const before = toGraph(event);
            view.value = {
                ...view.peek(),
                zoom: Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, view.peek().zoom * Math.exp(-event.deltaY / 400))),
            };
            const after = toGraph(event); // the point under the pointer stays under it
            view.value = {
                ...view.peek(),
                x: view.peek().x + before[0] - after[0],
                y: view.peek().y + before[1] - after[1],
            };
        };
        // wheel listeners set by Preact are passive and could not keep the page from scrolling
        const element = area.current!;
        element.addEventListener("wheel", wheel, { passive: false });
        return () => element.removeEventListener("wheel", wheel);
    }, []);
    const { x, y, zoom } = view.value;
    return {
        zoom,
        transform: `translate(${room.width / 2 - x * zoom}px, ${room.height / 2 - y * zoom}px) scale(${zoom})`,
        fit,
        refit: (spots) => void (byHand.current || fit(spots)),
        keep: () => void (byHand.current = true),
        toGraph,
        pan(event) {
            const from = view.peek();
            drag(event, {
                move(_, dx, dy) {
                    byHand.current = true;
                    view.value = { ...from, x: from.x - dx / from.zoom, y: from.y - dy / from.zoom };
                },
            });
        },
    };
}
