// The entries of a stage's script on the timeline. A cue is chosen by a click, with what it is about, and dragged to
// another time.
import type { Staged } from "../core/project.ts";
import { staged } from "../scene/state.ts";
import { isSelected, playing, rate, select, selection, time } from "../state/app.ts";
import { settle, showSoon } from "../state/dragpreview.ts";
import { drag } from "../widgets/gesture.ts";
import { tip } from "../widgets/tip.ts";
import { cueWords, isTimed, LISTS, subjectOf } from "./cuekinds.ts";
import type { CueNoun, Entry } from "./cuekinds.ts";
import { chosenCue, retimed, timeOf } from "./cues.ts";

// As selections have it: actors by their names, the others by their indices.
function keyOf(own: Staged, noun: Exclude<CueNoun, "stage">, name: string): string {
    return noun === "actor" ? name : String(own[LISTS[noun]].findIndex((one) => one.name === name));
}
function selectSubject(own: Staged, entry: Entry): void {
    const { noun, name } = subjectOf(entry);
    if (noun === "stage") selection.value = [];
    else select(noun, keyOf(own, noun, name));
}
function isSubjectSelected(own: Staged, entry: Entry): boolean {
    const { noun, name } = subjectOf(entry);
    return noun === "stage" ? selection.value.length === 0 : isSelected(noun, keyOf(own, noun, name));
}
function beginDrag(event: PointerEvent, own: Staged, index: number, perSecond: number): void {
    const from = timeOf(own.script[index]!);
    const moved = (e: PointerEvent): ReturnType<typeof retimed> => {
        const at = from + (e.clientX - event.clientX) / perSecond;
        const frames = rate.peek();
        return retimed(own.script, index, e.altKey ? at : Math.round(at * frames) / frames);
    };
    drag(event, {
        move(e) {
            const next = moved(e);
            showSoon(() => next.command);
            chosenCue.value = next.index;
        },
        end(e, hasMoved) {
            const next = moved(e);
            const done = settle(hasMoved ? next.command : null);
            chosenCue.value = done ? next.index : index;
        },
        cancel() {
            settle(null);
            chosenCue.value = index;
        },
    });
}

function Mark({ own, index, left, perSecond }: { own: Staged; index: number; left: number; perSecond: number }) {
    const entry = own.script[index]!;
    const { noun, name } = subjectOf(entry);
    const known = isTimed(noun, entry);
    const on = known && chosenCue.value === index && isSubjectSelected(own, entry);
    const down = (event: PointerEvent): void => {
        event.stopPropagation();
        if (event.button !== 0) return;
        event.preventDefault();
        selectSubject(own, entry);
        playing.value = false;
        time.value = timeOf(entry);
        chosenCue.value = index;
        beginDrag(event, own, index, perSecond);
    };
    return (
        <span
            class={`lane-mark${known ? " cue-mark" : ""}${on ? " on" : ""}`}
            style={{ left: `${left.toFixed(1)}px` }}
            {...(known && { onPointerDown: down })}
            data-test={`cue-mark-${index}`}
            {...tip(`${timeOf(entry).toFixed(2)} s · ${name ? `${name} · ` : ""}${cueWords(own, entry)}`)}
        />
    );
}

export function CueMarks({ x, perSecond }: { x: (seconds: number) => number; perSecond: number }) {
    const own = staged.value;
    if (!own) return null;
    return (
        <>
            {own.script.map((entry, index) => (
                <Mark key={index} own={own} index={index} left={x(timeOf(entry))} perSecond={perSecond} />
            ))}
        </>
    );
}
