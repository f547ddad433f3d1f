// A small picture of a layer.
import { useLayoutEffect, useRef } from "preact/hooks";
import { pictures, picturesRevision } from "../draw/textures.ts";
import "./thumbnail.css";

const CANVAS_SIDE = 44; // size of the canvas in pixels: sharp at a pixel ratio of 2

function draw(canvas: HTMLCanvasElement, path: string | null): void {
    const picture = path === null ? undefined : pictures.get(path);
    const context = canvas.getContext("2d");
    if (!context) return;
    context.clearRect(0, 0, CANVAS_SIDE, CANVAS_SIDE);
    if (!picture) return;
    const whole = document.createElement("canvas");
    [whole.width, whole.height] = [picture.width, picture.height];
    whole
        .getContext("2d")
        ?.putImageData(
            new ImageData(
                new Uint8ClampedArray(picture.pixels.buffer, picture.pixels.byteOffset, picture.pixels.byteLength),
                picture.width,
                picture.height,
            ),
            0,
            0,
        );
    const scale = CANVAS_SIDE / Math.max(picture.width, picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    context.imageSmoothingQuality = "high";
    context.drawImage(whole, (CANVAS_SIDE - width) / 2, (CANVAS_SIDE - height) / 2, width, height);
}

export function Thumbnail({ path }: { path: string | null }) {
    const canvas = useRef<HTMLCanvasElement>(null);
    const revision = picturesRevision.value;
    useLayoutEffect(() => {
        if (canvas.current) draw(canvas.current, path);
    }, [path, revision]);
    return <canvas ref={canvas} class="rig-thumbnail" width={CANVAS_SIDE} height={CANVAS_SIDE} aria-hidden="true" />;
}
