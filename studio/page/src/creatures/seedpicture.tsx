// The picture of a creature grown from a seed.
import { useEffect, useRef } from "preact/hooks";
import { drawn, pictureOf } from "./seedpictures.ts";

export function SeedPicture({ seed }: { seed: number }) {
    const canvas = useRef<HTMLCanvasElement>(null);
    const count = drawn.value;
    useEffect(() => {
        const element = canvas.current;
        const picture = pictureOf(seed);
        const c = element?.getContext("2d");
        if (!element || !c || !picture) return;
        c.clearRect(0, 0, element.width, element.height);
        c.drawImage(picture, 0, 0, element.width, element.height);
    }, [seed, count]);
    return <canvas ref={canvas} class="seed-picture" width={128} height={128} aria-hidden="true" />;
}
