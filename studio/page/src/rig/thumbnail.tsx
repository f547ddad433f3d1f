// A layer's picture, small.
import { useLayoutEffect, useRef } from "preact/hooks";
import { pictures, picturesRevision } from "../draw/textures.ts";
import "./thumbnail.css";

const SIDE = 44; // pixels of the canvas: sharp at twice the density

function draw(canvas: HTMLCanvasElement, path: string | null): void {
  const picture = path === null ? undefined : pictures.get(path);
  const context = canvas.getContext("2d");
  if (!context) return;
  context.clearRect(0, 0, SIDE, SIDE);
  if (!picture) return;
  const whole = document.createElement("canvas");
  [whole.width, whole.height] = [picture.width, picture.height];
  whole.getContext("2d")?.putImageData(new ImageData(new Uint8ClampedArray(picture.pixels.buffer, picture.pixels.byteOffset, picture.pixels.byteLength), picture.width, picture.height), 0, 0);
  const scale = SIDE / Math.max(picture.width, picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  context.imageSmoothingQuality = "high";
  context.drawImage(whole, (SIDE - width) / 2, (SIDE - height) / 2, width, height);
}

export function Thumbnail({ path }: { path: string | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const revision = picturesRevision.value;
  useLayoutEffect(() => {
    if (canvas.current) draw(canvas.current, path);
  }, [path, revision]);
  return <canvas ref={canvas} class="rig-thumbnail" width={SIDE} height={SIDE} aria-hidden="true" />;
}
