// One line of figures: how well the fit follows its takes, how long a cycle is, and how much feet slide.
import { act, beyond, plays, report } from "./state.ts";

const DEGREE = 180 / Math.PI;
const formatLength = (metres: number): string =>
    metres < 0.01 ? `${(1000 * metres).toFixed(1)} mm` : `${(100 * metres).toFixed(1)} cm`;

export function ReportLine() {
    const figures = report.value;
    if (!figures) return null;
    const outside =
        beyond.value > 0.001 ? <span class="beyond">{Math.round(100 * beyond.value)} % outside its axes</span> : null;
    if (plays() && figures.length !== undefined) {
        return (
            <div class="verbs-report" data-test="report">
                {outside}
                <span>
                    Round <b>{figures.length.toFixed(2)} s</b>
                </span>
                {figures.angle_rms !== undefined && (
                    <span>
                        Fit <b>{(DEGREE * figures.angle_rms).toFixed(2)}°</b>, worst{" "}
                        {(DEGREE * (figures.angle_worst ?? 0)).toFixed(1)}°
                    </span>
                )}
                {figures.slide && (
                    <span>
                        Feet slide <b>{formatLength(figures.slide.planted_worst)}</b>,{" "}
                        {formatLength(figures.slide.worst)} unplanted
                    </span>
                )}
            </div>
        );
    }
    if (figures.vertices === undefined) return null;
    return (
        <div class="verbs-report" data-test="report">
            {outside}
            <span>
                <b>{figures.vertices}</b> vertices
            </span>
            {figures.surface !== undefined && figures.surface !== figures.vertices && (
                <span>
                    smooth surface of <b>{figures.surface}</b>
                </span>
            )}
            {act() && figures.trouble !== undefined && (
                <span>
                    Trouble <b>{Math.round(100 * figures.trouble)} %</b>
                </span>
            )}
        </div>
    );
}
