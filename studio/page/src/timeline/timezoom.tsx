// Buttons that zoom the time axis.
import { IconButton } from "../widgets/iconbutton.tsx";
import { fitAll, isFitted, zoomTime } from "./view.ts";

export function TimeZoom() {
    return (
        <div class="time-zoom">
            <IconButton
                small
                icon="zoom-out"
                label="Show more time"
                onClick={() => zoomTime(0.7, 0.5)}
                disabled={isFitted.value}
            />
            <IconButton small icon="zoom-in" label="Show less time" onClick={() => zoomTime(1.4, 0.5)} />
            <IconButton
                small
                icon="move-horizontal"
                label="Show all of the time"
                onClick={fitAll}
                disabled={isFitted.value}
            />
        </div>
    );
}
