// Under the ruler: the clip on the scene's time. Dragging its body moves its start, dragging its end changes its
// length; later cycles of a loop follow it. Entries of the scene's script are shown as marks.
import { isStaged } from "../core/project.ts";
import type { Command } from "../core/project.ts";
import { duration, scene } from "../state/app.ts";
import { endPreview, preview, send } from "../state/document.ts";
import { view } from "./view.ts";
import { drag } from "../widgets/gesture.ts";
import { Icon } from "../widgets/icon.tsx";
import { tip } from "../widgets/tip.ts";
import { setClip, setPuppet } from "./edit.ts";
import { clip, frameSeconds, isOwn, offset, snapping } from "./state.ts";
import { perFrame } from "./transform.ts";

const MIN_LENGTH = 0.01; // seconds

function dragTime(
    event: PointerEvent & { currentTarget: HTMLElement },
    width: number,
    from: number,
    command: (seconds: number) => Command | null,
): void {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const perSecond = width / (view.peek().to - view.peek().from);
    let last: Command | null = null;
    const frames = perFrame((next: Command) => preview(next));
    drag(event, {
        move(e, dx) {
            const at = from + dx / perSecond;
            const frame = frameSeconds.peek();
            last = command(Math.max(0, snapping.peek() && !e.altKey ? Math.round(at / frame) * frame : at));
            if (last) frames.put(last);
        },
        end(_, moved) {
            frames.drop();
            if (moved && last) send(last);
        },
        cancel() {
            frames.drop();
            endPreview();
        },
    });
}

function scriptMarks(): readonly { time: number; text: string }[] {
    const shown = scene.value;
    if (!shown || !isStaged(shown)) return [];
    return shown.script.flatMap((entry) =>
        typeof entry["time"] === "number"
            ? [{ time: entry["time"], text: [entry["do"], entry["actor"]].filter(Boolean).join(": ") }]
            : [],
    );
}

export function ClipLane({ width }: { width: number }) {
    const [now, shown, start] = [clip.value, view.value, offset.value];
    const x = (seconds: number): number => ((seconds - shown.from) / (shown.to - shown.from)) * width;
    const later = now?.loop ? Math.min(64, Math.ceil((duration.value - start) / now.length) - 1) : 0;
    return (
        <div class="clip-lane">
            <span class="lane-after" style={{ left: `${Math.min(width + 8, x(duration.value))}px` }} />
            {now && (
                <>
                    {Array.from({ length: Math.max(0, later) }, (_, i) => (
                        <span
                            key={i}
                            class="clip-round"
                            style={{ left: `${x(start + (i + 1) * now.length)}px`, width: `${x(now.length) - x(0)}px` }}
                        />
                    ))}
                    <div
                        class="clip-bar"
                        style={{ left: `${x(start)}px`, width: `${x(now.length) - x(0)}px` }}
                        onPointerDown={(e) =>
                            isOwn.peek() && dragTime(e, width, start, (clip_start) => setPuppet({ clip_start }))
                        }
                        {...tip(isOwn.value ? "When the clip begins: drag" : now.name)}
                        data-test="clip-bar"
                    >
                        <span>{now.name}</span>
                        {now.loop && <Icon name="repeat" size={12} />}
                    </div>
                    <span
                        class="clip-end"
                        style={{ left: `${x(start + now.length)}px` }}
                        onPointerDown={(e) =>
                            dragTime(e, width, now.length, (length) =>
                                setClip({ length: Math.max(MIN_LENGTH, length) }),
                            )
                        }
                        {...tip(now.loop ? "Where the loop goes back: drag" : "How long the clip is: drag")}
                        data-test="clip-end"
                    />
                </>
            )}
            {scriptMarks().map((mark, i) => (
                <span
                    key={i}
                    class="clip-mark"
                    style={{ left: `${x(mark.time)}px` }}
                    {...tip(`${mark.time.toFixed(2)} s · ${mark.text}`)}
                />
            ))}
        </div>
    );
}
