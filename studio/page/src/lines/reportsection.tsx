// How well the body follows the line, and a sentence for each problem.
import { Icon, Section } from "../widgets/index.ts";
import { isTooTilted } from "./planedial.tsx";
import { line, report } from "./state.ts";

const LENGTH_TOLERANCE = 0.3; // share by which the length of a stroke may differ from its bones
const MAX_DISTANCE = 0.02; // share of a line's length; with a larger distance the body misses its strokes

// Sentences about problems, the most serious first.
function findProblems(): readonly string[] {
    const [now, lineReport] = [line.value, report.value];
    if (!now || !lineReport) return [];
    const problems: string[] = [];
    const misses = (lineReport.report?.key_distance ?? 0) > MAX_DISTANCE;
    lineReport.keys.forEach((key, k) => {
        const { from, to } = now.keys[k] ?? { from: null, to: null };
        // the share of the stroke on which the bones lie
        const part = from !== null && to !== null ? Math.abs(to - from) : 1;
        const reach = (key.reach ?? 0) / Math.max(0.01, part);
        if (misses && reach > 0 && key.length > (1 + LENGTH_TOLERANCE) * reach)
            problems.push(
                `Stroke ${k + 1} is ${Math.round(100 * (key.length / reach - 1))} % longer than its bones: they cannot reach its end. Draw it shorter, or add bones.`,
            );
        else if (misses && reach > 0 && key.length < (1 - LENGTH_TOLERANCE) * reach)
            problems.push(
                `Stroke ${k + 1} is much shorter than its bones: the body is crushed onto it. Draw it longer, or remove bones.`,
            );
        if (key.crossings > 0)
            problems.push(`Stroke ${k + 1} crosses itself: the body still follows it as far as its bones allow.`);
    });
    if (now.plane && isTooTilted(now.plane))
        problems.push(
            "The action plane is turned by more than 75°: the depth of the body is uncertain there. Turn it back a little.",
        );
    if (lineReport.report && lineReport.report.contact_error > 0.002)
        problems.push(
            `A contact is out of reach by ${(100 * lineReport.report.contact_error).toFixed(1)} cm. Move its plate nearer, or take its bones out of the stroke.`,
        );
    if (lineReport.report && lineReport.report.twist_degrees > 3)
        problems.push(`A twist misses by ${Math.round(lineReport.report.twist_degrees)}°: a contact holds that bone.`);
    if (problems.length === 0 && lineReport.report && lineReport.report.mean_distance > 0.03)
        problems.push("The body does not reach the line everywhere: a stroke may be too bent for so few bones.");
    return problems;
}

export function ReportSection() {
    const lineReport = report.value;
    if (!lineReport || lineReport.keys.length === 0) return null;
    const problems = findProblems();
    const { report: match } = lineReport;
    return (
        <Section
            title="How it is followed"
            id="line-report"
            detail={match ? (problems.length ? "look" : "well") : undefined}
        >
            {problems.slice(0, 3).map((sentence) => (
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
                <p class="w-note">Every handle on the line follows it exactly.</p>
            )}
        </Section>
    );
}
