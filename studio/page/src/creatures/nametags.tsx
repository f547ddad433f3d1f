// Under each creature: its name, the number of bodies that the channel moves, and the reason why it cannot play the
// motion.
import { seenAt } from "../draw/space.ts";
import { tip } from "../widgets/tip.ts";
import { active, channelIndex, creatureName, members, motion, report } from "./state.ts";
import { sight } from "./tools.ts";

export function NameTags() {
    const [now, herdReport] = [sight.value, report.value];
    if (!now || !herdReport) return null;
    return (
        <div class="tags">
            {herdReport.members.map((member, i) => {
                const stands = now.positions[i];
                const at = stands && seenAt(now.eye, now.width, now.height, [stands.x, -0.04, stands.z]);
                if (!at || herdReport.members.length !== members.value.length) return null;
                const count = herdReport.channels[channelIndex.value]?.counts[i];
                return (
                    <button
                        key={member.name}
                        type="button"
                        class={`tag${active.value?.creature === member.name ? " on" : ""}${member.bound || !motion.value ? "" : " still"}`}
                        style={{ transform: `translate(${at.x}px, ${at.y}px) translate(-50%, 6px)` }}
                        onClick={() => void (creatureName.value = member.name)}
                        data-test={`tag-${member.name}`}
                        {...tip(
                            !member.bound && motion.value
                                ? `It does not play ${motion.value.name}: ${member.why}`
                                : undefined,
                        )}
                    >
                        {member.name.replace(/^seed:/, "seed ")}
                        {motion.value && (member.bound ? count !== undefined && <b>{count}</b> : <i>cannot</i>)}
                    </button>
                );
            })}
        </div>
    );
}
