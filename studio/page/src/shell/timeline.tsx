// The bottom of the page: a strip with transport, ruler and playhead, or the timeline that the workspace brings.
import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isLined, isStaged, isTour } from "../core/project.ts";
import type { Scene } from "../core/project.ts";
import { duration, playRange, rate, scene, time, workspace } from "../state/app.ts";
import { project } from "../state/document.ts";
import { ofProject } from "../state/owned.ts";
import { workspaces } from "../state/workspaces.ts";
import { TimeTrack } from "../timeline/timetrack.tsx";
import { tip } from "../widgets/tip.ts";
import { view } from "../timeline/view.ts";
import { TimeZoom } from "../timeline/timezoom.tsx";
import { Transport } from "../timeline/transport.tsx";
import "./timeline.css";

// Each scene has its own length and frame rate.
const ruler = ofProject(() => ({ sceneShown: "" }));
function useScene(): void {
    useEffect(
        () =>
            effect(() => {
                const now = scene.value;
                // There the ruler is that of a motion or a line
                if (!now || workspace.value === "creatures" || workspace.value === "lines") return;
                duration.value = now.seconds;
                rate.value = Math.max(1, now.rate);
                if (now.name !== ruler.sceneShown && time.peek() > now.seconds) time.value = 0;
                if (now.name !== ruler.sceneShown || (playRange.peek()?.from ?? 0) >= now.seconds)
                    playRange.value = null;
                ruler.sceneShown = now.name; // a stage that plays beyond its length does not go back after a change
            }),
        [],
    );
}

interface Mark {
    readonly time: number;
    readonly text: string;
}
// Marks of timed items: keys of a tour or a path, entries of a script.
function marksOf(shown: Scene | null): Mark[] {
    if (!shown) return [];
    if (isTour(shown)) return shown.keys.map((k) => ({ time: k.time, text: Object.keys(k.place).join(" + ") }));
    if ("path" in shown) return shown.path.map((k) => ({ time: k.time, text: Object.keys(k.at).join(" + ") }));
    if ("graph" in shown)
        return shown.script.map((cue) => ({
            time: cue.time,
            text: cue.raise ?? Object.keys(cue.set ?? {}).join(" + "),
        }));
    if ("creatures" in shown)
        return shown.creatures.flatMap((one) =>
            one.plays.map((play) => ({ time: play.time, text: `${one.name}: ${play.action}` })),
        );
    if (isLined(shown))
        return (project.value.lines.find((line) => line.name === shown.line)?.keys ?? []).map((key, k) => ({
            time: key.time,
            text: `keystroke ${k + 1}`,
        }));
    return []; // the lanes of a stage have them
}

function Lanes({ width }: { width: number }) {
    const shown = view.value;
    const now = scene.value;
    const StageLanes = workspaces.value.find(({ Lanes: own }) => own)?.Lanes;
    const x = (seconds: number): number => ((seconds - shown.from) / (shown.to - shown.from)) * width;
    if (!now) return <p class="lanes-empty">A scene's timing appears here once the Stage workspace has one.</p>;
    const [from, to] = [Math.max(-8, x(0)), Math.min(width + 8, x(now.seconds))];
    return (
        <div class="lane">
            <span class="lane-after" style={{ left: `${to}px` }} />
            <div class="lane-bar" style={{ left: `${from}px`, width: `${Math.max(0, to - from)}px` }}>
                <span>{now.name}</span>
            </div>
            {isStaged(now) && StageLanes && (
                <StageLanes x={x} width={width} perSecond={width / (shown.to - shown.from)} />
            )}
            {marksOf(now).map((mark, i) => (
                <span
                    key={i}
                    class="lane-mark"
                    style={{ left: `${x(mark.time)}px` }}
                    {...tip(`${mark.time.toFixed(2)} s · ${mark.text}`)}
                />
            ))}
        </div>
    );
}

export function Timeline({ height }: { height: number }) {
    useScene();
    const strip = workspaces.value.find((w) => w.id === workspace.value)?.strip;
    if (strip?.size()) return <strip.Timeline height={height} />;
    return (
        <section
            class={workspace.value === "stage" ? "timeline" : "timeline quiet"}
            aria-label="Timeline"
            style={{ height: `${height}px` }}
            data-test="timeline"
        >
            <Transport />
            <TimeTrack lane={Lanes} />
            <TimeZoom />
        </section>
    );
}
