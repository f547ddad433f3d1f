// The canvas that shows keys or curves: its size, what lies under the pointer, and the picture computed from the
// state.
import { computed, signal } from "@preact/signals";
import { view } from "./view.ts";
import type { Graph, Grip } from "./curvepaint.ts";
import { axisChannel, curves, extents, values } from "./curveview.ts";
import type { Mark } from "./model.ts";
import type { Box, Frame } from "./picture.ts";
import { model, offset, selectedRows, selectedSet } from "./state.ts";
import type { Sheet } from "./sheetpaint.ts";

export const size = signal({ width: 600, height: 120 });
export const scroll = signal(0); // px by which the rows are scrolled
export const hoverMark = signal<Mark | null>(null);
export const hoverGrip = signal<Grip | null>(null);
export const box = signal<Box | null>(null);

export const shownFrame = computed((): Frame => ({ ...size.value, view: view.value, offset: offset.value }));
export const sheet = computed((): Sheet | null => {
    const now = model.value;
    return (
        now && {
            ...shownFrame.value,
            model: now,
            scroll: scroll.value,
            selected: selectedSet.value,
            rows: selectedRows.value,
            hover: hoverMark.value,
            box: box.value,
        }
    );
});
export const graph = computed((): Graph | null => {
    const now = model.value;
    return (
        now && {
            ...shownFrame.value,
            model: now,
            curves: curves.value,
            extents: extents.value,
            values: values.value,
            axis: axisChannel.value,
            selected: selectedSet.value,
            hover: hoverGrip.value,
            box: box.value,
        }
    );
});
