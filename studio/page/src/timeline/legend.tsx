// The legend in the corner of the curve editor.
import { curves, fitValues, isFittedValues } from "./curveview.ts";
import { IconButton } from "../widgets/iconbutton.tsx";

export function Legend() {
    const channels = new Set(curves.value.map((curve) => curve.row.track.channel));
    const flat = channels.has("position") || channels.has("scale");
    return (
        <div class="curve-legend">
            {flat && <span class="x">X</span>}
            {flat && <span class="y">Y</span>}
            {channels.has("angle") && <span class="angle">Angle</span>}
            <IconButton
                small
                icon="move-vertical"
                label="Fit the values"
                disabled={isFittedValues.value}
                onClick={() => fitValues()}
                test="fit-values"
            />
        </div>
    );
}
