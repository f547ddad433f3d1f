// The figure in the pose of the take under the pointer.
import { useEffect, useRef, useState } from "preact/hooks";
import { paintPose } from "./posepicture.ts";
import { hovered } from "./state.ts";

const CANVAS_SIDE = 132; // CSS pixels

export function PoseGlance() {
    const at = hovered.value;
    const canvas = useRef<HTMLCanvasElement>(null);
    const [drawn, setDrawn] = useState(false);
    const ratio = Math.min(2, devicePixelRatio || 1);
    useEffect(() => {
        const on = canvas.current?.getContext("2d");
        if (!at || !on) return;
        const frame = requestAnimationFrame(() => setDrawn(paintPose(at.take, at.time, on, CANVAS_SIDE * ratio)));
        return () => cancelAnimationFrame(frame);
    }, [at]);
    if (!at) return null;
    return (
        <div class="pose-glance" style={{ left: `${at.x}px`, top: `${at.y}px` }} data-test="pose-glance">
            <canvas
                ref={canvas}
                width={CANVAS_SIDE * ratio}
                height={CANVAS_SIDE * ratio}
                style={{ width: `${CANVAS_SIDE}px`, height: `${CANVAS_SIDE}px` }}
                hidden={!drawn}
                aria-hidden="true"
            />
            <span class="figures">{at.time.toFixed(2)} s</span>
        </div>
    );
}
