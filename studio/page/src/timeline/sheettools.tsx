// The switches of the timeline: keys or curves, snapping, and the switches that the stage follows.
import { ActionButton } from "../tools/actionbutton.tsx";
import { NumberField } from "../widgets/numberfield.tsx";
import { Row } from "../widgets/row.tsx";
import { Segmented } from "../widgets/segmented.tsx";
import { ghosts, mode } from "./state.ts";

// The number of ghosts before and after, while ghosts are on.
function GhostCounts() {
    const now = ghosts.value;
    if (!now.on) return null;
    const set = (keys: Partial<typeof now>): void => void (ghosts.value = { ...ghosts.peek(), ...keys });
    return (
        <div class="ghost-counts">
            <Row label="">
                <NumberField
                    label="Ghosts before"
                    prefix="−"
                    value={now.before}
                    min={0}
                    max={12}
                    step={1}
                    default={3}
                    onChange={(before) => set({ before })}
                    test="ghosts-before"
                />
                <NumberField
                    label="Ghosts after"
                    prefix="+"
                    value={now.after}
                    min={0}
                    max={12}
                    step={1}
                    default={3}
                    onChange={(after) => set({ after })}
                    test="ghosts-after"
                />
                <NumberField
                    label="Frames between ghosts"
                    prefix="∕"
                    value={now.every}
                    min={1}
                    max={60}
                    step={1}
                    default={4}
                    onChange={(every) => set({ every })}
                    test="ghosts-every"
                />
            </Row>
        </div>
    );
}

export function SheetTools() {
    return (
        <div class="sheet-tools" role="toolbar" aria-label="Timeline">
            <Segmented
                label="Shown below"
                bare
                iconsOnly
                value={mode.value}
                options={[
                    { value: "keys", label: "Keys", icon: "diamond", shortcut: "Shift+C" },
                    { value: "curves", label: "Curves", icon: "chart-spline", shortcut: "Shift+C" },
                ]}
                onChange={(next) => void (mode.value = next)}
                test="sheet-mode"
            />
            <span class="sheet-gap" />
            <ActionButton small id="keys.add" />
            <ActionButton small id="keys.snap" />
            <span class="sheet-gap" />
            <ActionButton small id="clip.auto-key" tone="error" />
            <ActionButton small id="clip.record" tone="error" />
            <span class="sheet-gap" />
            <ActionButton small id="clip.ghosts" />
            <GhostCounts />
            <ActionButton small id="clip.path" />
            <span class="sheet-gap" />
            <ActionButton small id="time.range-in" />
            <ActionButton small id="time.range-out" />
        </div>
    );
}
