// How well the body follows, quietly; and a plain sentence where something is off.
import { Icon, Section } from "../widgets/index.ts";
import { isFar } from "./planedial.tsx";
import { line, report } from "./state.ts";

const LONG = 0.3; // by how much a stroke may differ from its bones
const MISSED = 0.02; // share of a line's length: the body is not on its strokes

// What an animator should know, the gravest first.
function whatIsOff(): readonly string[] {
  const [now, told] = [line.value, report.value];
  if (!now || !told) return [];
  const said: string[] = [];
  const misses = (told.report?.key_distance ?? 0) > MISSED;
  told.keys.forEach((key, k) => {
    const { from, to } = now.keys[k] ?? { from: null, to: null };
    const part = from !== null && to !== null ? Math.abs(to - from) : 1; // of the stroke, on which they lie
    const reach = (key.reach ?? 0) / Math.max(0.01, part);
    if (misses && reach > 0 && key.length > (1 + LONG) * reach) said.push(`Stroke ${k + 1} is ${Math.round(100 * (key.length / reach - 1))} % longer than its bones: they cannot reach its end. Draw it shorter, or add bones.`);
    else if (misses && reach > 0 && key.length < (1 - LONG) * reach) said.push(`Stroke ${k + 1} is much shorter than its bones: the body is crushed onto it. Draw it longer, or take bones away.`);
    if (key.crossings > 0) said.push(`Stroke ${k + 1} crosses itself: the body follows it all the same, as far as bones can.`);
  });
  if (now.plane && isFar(now.plane)) said.push("The action plane is turned by more than 75°: how deep things lie is uncertain there. Turn it back a little.");
  if (told.report && told.report.contact_error > 0.002) said.push(`A contact is out of reach by ${(100 * told.report.contact_error).toFixed(1)} cm. Move its plate nearer, or take its bones out of the stroke.`);
  if (told.report && told.report.twist_degrees > 3) said.push(`A twist misses by ${Math.round(told.report.twist_degrees)}°: a contact holds that bone.`);
  if (said.length === 0 && told.report && told.report.mean_distance > 0.03) said.push("The body does not reach the line everywhere: a stroke may be too bent for so few bones.");
  return said;
}

export function ReportSection() {
  const told = report.value;
  if (!told || told.keys.length === 0) return null;
  const off = whatIsOff();
  const { report: match } = told;
  return (
    <Section title="How it is followed" id="line-report" detail={match ? (off.length ? "look" : "well") : undefined}>
      {off.slice(0, 3).map((sentence) => (
        <p key={sentence} class="line-off" role="status" data-test="line-off">
          <Icon name="triangle-alert" size={14} />
          <span>{sentence}</span>
        </p>
      ))}
      {match ? (
        <div class="line-figures" data-test="line-report">
          <span>From the line, on average</span>
          <b data-test="report-distance">{(100 * match.mean_distance).toFixed(2)} %</b>
          <span>Direction, on average</span>
          <b>{match.tangent_degrees.toFixed(1)}°</b>
          {(line.value?.contacts?.length ?? 0) > 0 && (
            <>
              <span>Contacts, at worst</span>
              <b>{(1000 * match.contact_error).toFixed(1)} mm</b>
            </>
          )}
        </div>
      ) : (
        <p class="w-note">Every handle on the line goes with it exactly.</p>
      )}
    </Section>
  );
}
