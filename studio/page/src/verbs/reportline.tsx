// One line of figures: how well the fit follows its takes, how long a round is, and how much feet slide.
import { act, beyond, plays, report } from "./state.ts";

const DEGREE = 180 / Math.PI;
const short = (metres: number): string => (metres < 0.01 ? `${(1000 * metres).toFixed(1)} mm` : `${(100 * metres).toFixed(1)} cm`);

export function ReportLine() {
  const told = report.value;
  if (!told) return null;
  const outside = beyond.value > 0.001 ? <span class="beyond">{Math.round(100 * beyond.value)} % outside its axes</span> : null;
  if (plays() && told.length !== undefined) {
    return (
      <div class="verbs-report" data-test="report">
        {outside}
        <span>Round <b>{told.length.toFixed(2)} s</b></span>
        {told.angle_rms !== undefined && <span>Fit <b>{(DEGREE * told.angle_rms).toFixed(2)}°</b>, worst {(DEGREE * (told.angle_worst ?? 0)).toFixed(1)}°</span>}
        {told.slide && <span>Feet slide <b>{short(told.slide.planted_worst)}</b>, {short(told.slide.worst)} unplanted</span>}
      </div>
    );
  }
  if (told.vertices === undefined) return null;
  return (
    <div class="verbs-report" data-test="report">
      {outside}
      <span><b>{told.vertices}</b> vertices</span>
      {told.surface !== undefined && told.surface !== told.vertices && <span>smooth surface of <b>{told.surface}</b></span>}
      {act() && told.trouble !== undefined && <span>Trouble <b>{Math.round(100 * told.trouble)} %</b></span>}
    </div>
  );
}
