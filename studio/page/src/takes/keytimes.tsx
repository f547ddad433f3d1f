// The keytime editor: the takes of a verb, one above the other, below the stage.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { verb } from "../state/app.ts";
import { Empty } from "../widgets/empty.tsx";
import { chooseMotions } from "../files/models.ts";
import { Joins } from "./joins.tsx";
import { Keybar } from "./keybar.tsx";
import { PoseGlance } from "./poseglance.tsx";
import { strips } from "./state.ts";
import { TakeStrip } from "./strip.tsx";
import { blamed, TroubleLine } from "./trouble.tsx";
import "./takes.css";

const NAMES_WIDTH = 168; // width of the names at the left, px

export function Keytimes({ height }: { height: number }) {
    const area = useRef<HTMLDivElement>(null);
    const width = useSignal(0);
    useEffect(() => {
        if (!area.current) return;
        const observer = new ResizeObserver(
            ([entry]) => (width.value = Math.max(0, (entry?.contentRect.width ?? 0) - NAMES_WIDTH)),
        );
        observer.observe(area.current);
        return () => observer.disconnect();
    }, []);
    const none = verb.value?.examples.length === 0;
    return (
        <section
            class="timeline keytimes"
            aria-label="Keytimes"
            style={{ height: `${height}px`, "--names": `${NAMES_WIDTH}px` }}
            data-test="keytimes"
        >
            <Keybar />
            <TroubleLine />
            <div class="strips" ref={area}>
                {none && (
                    <Empty
                        icon="footprints"
                        title="No takes yet"
                        text="A verb blends takes of one action. Import some, then put each at its place on the pad."
                        action={{ label: "Import takes…", icon: "import", onClick: () => void chooseMotions() }}
                    />
                )}
                {width.value > 0 &&
                    strips.value.map((strip) => (
                        <TakeStrip key={strip.take} strip={strip} width={width.value} blamed={blamed(strip.take)} />
                    ))}
                {width.value > 0 && <Joins width={width.value} />}
            </div>
            <PoseGlance />
        </section>
    );
}
