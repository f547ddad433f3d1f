// A small picture of an artwork that stays up to date: at weights, at an example, or in its current pose.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { project } from "../state/document.ts";
import { thumbnails } from "./thumbnails.ts";
import "./thumbnail.css";

export interface ThumbnailProps {
    readonly artwork: number | string; // index or name
    readonly weights?: ArrayLike<number>; // of its examples
    readonly example?: number | string; // index or name
    readonly live?: boolean; // shows the current pose
    readonly size: number; // CSS pixels
    readonly height?: number; // if it is not square
    readonly label?: string; // for screen readers; omitted: decoration beside a name
}

const find = (items: readonly { name: string }[], wanted: number | string): number =>
    typeof wanted === "number" ? wanted : items.findIndex((item) => item.name === wanted);

export function Thumbnail({ artwork, weights, example, live, size, height = size, label }: ThumbnailProps) {
    const canvas = useRef<HTMLCanvasElement>(null);
    useLayoutEffect(() => {
        const it = canvas.current!;
        const ratio = window.devicePixelRatio || 1;
        const [wide, high] = [Math.round(size * ratio), Math.round(height * ratio)];
        if (it.width !== wide || it.height !== high) {
            [it.width, it.height] = [wide, high];
            thumbnails.markCleared(it);
        }
        const index = find(project.peek().artworks, artwork);
        const known = project.peek().artworks[index];
        thumbnails.show(it, {
            artwork: index,
            ...(weights && { weights }),
            ...(example !== undefined && { example: find(known?.examples ?? [], example) }),
            ...(live && { live }),
        });
    });
    useEffect(() => {
        const it = canvas.current!;
        return () => thumbnails.remove(it);
    }, []);
    const named = label === undefined ? { "aria-hidden": true } : { role: "img" as const, "aria-label": label };
    return <canvas ref={canvas} class="thumbnail" style={{ width: `${size}px`, height: `${height}px` }} {...named} />;
}
