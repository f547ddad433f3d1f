// One take of the verb over its own time: feet, the used part, and its keytimes.
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Keytime } from "../core/project.ts";
import { Icon } from "../widgets/icon.tsx";
import { IconButton } from "../widgets/iconbutton.tsx";
import { drag } from "../widgets/gesture.ts";
import { tip } from "../widgets/tip.ts";
import { Curves } from "./curves.tsx";
import { sendMoved, shifted, showMoved, suggest, takeBack } from "./edit.ts";
import { Mark } from "./mark.tsx";
import { rulerOf } from "./scale.ts";
import { chosenKey, hovered } from "./state.ts";
import type { Strip } from "./state.ts";

export const STRIP = 60; // height, px

interface StripProps {
    strip: Strip;
    width: number;
    // The problem that keeps the verb from being built
    blamed: { readonly message: string; readonly remedy: string } | null;
}

// The used part of the take, drawn bright; dragging it moves the whole cut.
function Range({ strip, width }: { strip: Strip; width: number }) {
    const latest = useRef<readonly Keytime[] | null>(null);
    const ruler = rulerOf(strip, width);
    const keys = strip.cut!.keytimes;
    const [from, to] = [ruler.x(keys[0]!.time), ruler.x(keys.at(-1)!.time)];
    const down = (event: PointerEvent): void => {
        if (event.button !== 0) return;
        const start = ruler.seconds(0);
        drag(event, {
            move(_, dx) {
                latest.current = shifted(strip, ruler.seconds(dx) - start);
                showMoved(strip, latest.current);
            },
            end(_, far) {
                if (latest.current) sendMoved(strip, latest.current);
                else if (!far) chosenKey.value = null;
                latest.current = null;
            },
            cancel() {
                latest.current = null;
                takeBack();
            },
        });
    };
    return (
        <div
            class={`strip-range ${strip.cut!.how}`}
            style={{ left: `${from}px`, width: `${Math.max(0, to - from)}px` }}
            data-test={`range-${strip.take}`}
            onPointerDown={down}
        />
    );
}

const detailOf = (strip: Strip): string => {
    const keys = strip.cut?.keytimes;
    if (!keys) return "";
    const seconds = `${(keys.at(-1)!.time - keys[0]!.time).toFixed(2)} s`;
    return strip.cut!.how === "suggested" ? `${seconds}, suggested` : seconds;
};

export function TakeStrip({ strip, width, blamed }: StripProps): JSX.Element {
    const { motion, cut } = strip;
    const ruler = rulerOf(strip, width);
    const problem = strip.problem ?? blamed;
    const hover = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
        const box = event.currentTarget.getBoundingClientRect();
        const time = Math.min(Math.max(0, ruler.seconds(event.clientX - box.left)), motion.value?.length ?? 0);
        if (motion.value) hovered.value = { take: strip.takeIndex, time, x: event.clientX, y: box.top };
    };
    const around = (event: MouseEvent & { currentTarget: HTMLElement }): void => {
        if (motion.value)
            suggest(strip, ruler.seconds(event.clientX - event.currentTarget.getBoundingClientRect().left));
    };
    return (
        <div
            class={problem ? "strip troubled" : "strip"}
            role="group"
            aria-label={`Take ${strip.take}`}
            data-test={`strip-${strip.take}`}
        >
            <div class="strip-name">
                <div class="strip-words">
                    <span class="strip-take">{strip.take}</span>
                    <span class="strip-detail figures">{detailOf(strip)}</span>
                </div>
                {problem && (
                    <span
                        class="strip-alarm"
                        tabIndex={0}
                        role="img"
                        aria-label={`${problem.message} ${problem.remedy}`}
                        {...tip(`${problem.message}. ${problem.remedy}`)}
                    >
                        <Icon name="triangle-alert" />
                    </span>
                )}
                <IconButton
                    small
                    icon="wand-sparkles"
                    label={`Suggest keytimes of ${strip.take}`}
                    disabled={!motion.value}
                    onClick={() => suggest(strip)}
                    test={`suggest-${strip.take}`}
                />
            </div>
            <div
                class="strip-plot"
                style={{ height: `${STRIP}px` }}
                onPointerMove={hover}
                onPointerLeave={() => (hovered.value = null)}
                onDblClick={around}
                data-test={`plot-${strip.take}`}
            >
                {motion.value && (
                    <svg class="strip-curves" width={width} height={STRIP} aria-hidden="true">
                        <Curves motion={motion.value} ruler={ruler} height={STRIP} />
                    </svg>
                )}
                {motion.value && cut && <Range strip={strip} width={width} />}
                {motion.value && cut?.keytimes.map((_, i) => <Mark key={i} strip={strip} index={i} ruler={ruler} />)}
                {strip.problem && (
                    <p class="strip-problem" data-test={`problem-${strip.take}`}>
                        {strip.problem.message}. <span>{strip.problem.remedy}</span>
                    </p>
                )}
            </div>
        </div>
    );
}
