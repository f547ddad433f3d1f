// Below the pad: sliders for the axes that the pad does not show.
import { Slider } from "../widgets/index.ts";
import { padAxes } from "./padspace.ts";
import { axes, place, setAxis } from "./state.ts";

export function OtherAxes() {
    const [x, y] = padAxes.value;
    if (axes.value.length < 3) return null;
    return (
        <div class="pad-others">
            {axes.value.map((axis, i) =>
                i === x || i === y ? null : (
                    <Slider
                        key={axis.name}
                        label={axis.name}
                        value={place.value[i] ?? axis.low}
                        min={axis.low}
                        max={axis.high}
                        onInput={(v) => setAxis(i, v)}
                        onChange={(v) => setAxis(i, v)}
                        test={`other-${axis.name}`}
                    />
                ),
            )}
        </div>
    );
}
