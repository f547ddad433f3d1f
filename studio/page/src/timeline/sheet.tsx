// The timeline of a puppet: transport and switches above, row names at the left, keys or curves at the right under
// the ruler.
import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { beyond } from "./view.ts";
import { Transport } from "./transport.tsx";
import { TimeZoom } from "./timezoom.tsx";
import { size } from "./canvas.ts";
import { ClipCorner, NoClip } from "./clipcorner.tsx";
import { ClipLane } from "./cliplane.tsx";
import { KeyCanvas } from "./keycanvas.tsx";
import { Legend } from "./legend.tsx";
import { RowList } from "./rowlist.tsx";
import { SheetTools } from "./sheettools.tsx";
import { active, clip, mode, offset, spoken } from "./state.ts";
import { Playhead, TimeScrollBar, TimeTrack } from "./timetrack.tsx";
import "./sheet.css";

// Extends the ruler to the end of the clip.
function useReach(): void {
    useEffect(() => {
        const stop = effect(() => void (beyond.value = clip.value ? offset.value + clip.value.length : 0));
        return () => {
            stop();
            beyond.value = 0;
        };
    }, []);
}
// Tracks which part of the page was touched last and so receives keys; dialogs, menus and the key inspector do not
// count.
function useActive(): void {
    useEffect(() => {
        const touched = (event: Event): void => {
            const at = event.target instanceof Element ? event.target : null;
            if (at?.closest(".sheet")) active.value = true;
            else if (
                at?.closest("main, aside, header, .gallery") &&
                !at.closest("[data-keeps-timeline], [data-test=panel-right]")
            )
                active.value = false;
        };
        window.addEventListener("pointerdown", touched, true);
        window.addEventListener("focusin", touched, true);
        return () => {
            window.removeEventListener("pointerdown", touched, true);
            window.removeEventListener("focusin", touched, true);
            active.value = false;
        };
    }, []);
}

export function SheetTimeline({ height }: { height: number }) {
    useReach();
    useActive();
    const shown = clip.value;
    return (
        <section
            class={active.value ? "timeline sheet active" : "timeline sheet"}
            aria-label="Timeline"
            style={{ height: `${height}px` }}
            data-test="timeline"
        >
            <div class="sheet-bar">
                <Transport />
                <SheetTools />
                <TimeZoom />
            </div>
            <div class="sheet-body">
                <div class="sheet-left">
                    <ClipCorner />
                    {shown && <RowList />}
                </div>
                <div class="sheet-right">
                    <TimeTrack lane={ClipLane} ranged={false} />
                    <div class="sheet-keys">
                        {shown ? <KeyCanvas /> : <NoClip />}
                        {shown && mode.value === "curves" && <Legend />}
                        {shown && <Playhead width={size.value.width} bare />}
                        <TimeScrollBar />
                    </div>
                </div>
            </div>
            <p class="unseen" role="status" aria-live="polite" data-test="sheet-spoken">
                {spoken.value}
            </p>
        </section>
    );
}
