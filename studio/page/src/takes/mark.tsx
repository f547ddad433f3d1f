// One keytime in one strip: a line that is dragged, or moved frame by frame with the arrow keys.
import { useRef } from "preact/hooks";
import type { Keytime } from "../core/project.ts";
import { verb } from "../state/app.ts";
import { drag } from "../widgets/gesture.ts";
import { tip } from "../widgets/tip.ts";
import { sendMoved, mayRemove, moved, removeKey, showMoved, takeBack } from "./edit.ts";
import type { Ruler } from "./scale.ts";
import { chosenKey, keyColour } from "./state.ts";
import type { Strip } from "./state.ts";

const SHIFT_FRAMES = 10; // frames per step with Shift

interface MarkProps {
    strip: Strip;
    index: number;
    ruler: Ruler;
}

export function Mark({ strip, index, ruler }: MarkProps) {
    const latest = useRef<readonly Keytime[] | null>(null);
    const keys = strip.cut!.keytimes;
    const key = keys[index]!;
    const { length, rate } = strip.motion.value!;
    const end = index === 0 ? "begins" : index === keys.length - 1 ? "ends" : "";
    const name = key.label || (index === 0 ? "beginning" : "end");
    const words = `${name} · ${key.time.toFixed(2)} s${end && ` · where ${strip.take} ${end}`}`;

    const down = (event: PointerEvent): void => {
        if (event.button !== 0) return;
        event.stopPropagation();
        chosenKey.value = index;
        const grab = { strip, ruler, x: ruler.x(key.time) };
        drag(event, {
            move(_, dx) {
                latest.current = moved(grab.strip, index, grab.ruler.seconds(grab.x + dx));
                showMoved(grab.strip, latest.current);
            },
            end() {
                if (latest.current) sendMoved(grab.strip, latest.current);
                latest.current = null;
            },
            cancel() {
                latest.current = null;
                takeBack();
            },
        });
    };
    const press = (event: KeyboardEvent): void => {
        const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (by) sendMoved(strip, moved(strip, index, key.time + (by * (event.shiftKey ? SHIFT_FRAMES : 1)) / rate));
        else if ((event.key === "Delete" || event.key === "Backspace") && mayRemove(index)) removeKey(index);
        else return;
        event.preventDefault();
        event.stopPropagation();
    };
    return (
        <div
            class={`keytime ${strip.cut!.how}${chosenKey.value === index ? " chosen" : ""}${end ? " end" : ""}`}
            style={{
                left: `${ruler.x(key.time)}px`,
                "--key": keyColour(index, keys.length, verb.value?.cyclic ?? false),
            }}
            role="slider"
            tabIndex={0}
            aria-label={`${name} of ${strip.take}`}
            aria-valuemin={0}
            aria-valuemax={length}
            aria-valuenow={key.time}
            aria-valuetext={`${key.time.toFixed(3)} seconds`}
            data-test={`keytime-${strip.take}-${index}`}
            onPointerDown={down}
            onFocus={() => (chosenKey.value = index)}
            onKeyDown={press}
            {...tip(words)}
        />
    );
}
