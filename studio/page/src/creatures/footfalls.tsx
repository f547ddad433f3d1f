// The stance times of each foot over a cycle (Hildebrand's gait diagram), with a mark that moves while the creature
// walks.
import { useComputed } from "@preact/signals";
import type { Falls } from "../core/herd.ts";
import { Section, Select } from "../widgets/index.ts";
import { falls, measuredMember } from "./gaits.ts";
import { active, members } from "./state.ts";
import { walked } from "./walking.ts";
import "./footfalls.css";

const [WIDTH, ROW_HEIGHT, GAP] = [240, 14, 4]; // px
const SIDES: Record<string, string> = { "1": "left", "0": "middle", "-1": "right" };

function Bars({ falls }: { falls: Falls }) {
    const high = falls.feet.length * (ROW_HEIGHT + GAP);
    const mark = useComputed(() => `translateX(${((walked.value * falls.frequency) % 1) * 100}%)`);
    return (
        <div class="falls">
            <ul class="falls-names" aria-hidden="true">
                {falls.feet.map((foot) => (
                    <li key={foot.name}>{foot.name}</li>
                ))}
            </ul>
            <div
                class="falls-bars"
                role="img"
                aria-label={falls.feet
                    .map(
                        (foot) =>
                            `${foot.name} stands ${Math.round(100 * foot.duty)} percent of the cycle from ${Math.round(100 * foot.trigger)} percent on`,
                    )
                    .join("; ")}
                data-test="falls"
            >
                <svg viewBox={`0 0 ${WIDTH} ${high}`} preserveAspectRatio="none" style={{ height: `${high}px` }}>
                    {[0.25, 0.5, 0.75].map((share) => (
                        <line
                            key={share}
                            class="falls-quarter"
                            x1={share * WIDTH}
                            x2={share * WIDTH}
                            y1={0}
                            y2={high}
                        />
                    ))}
                    {falls.feet.map((foot, i) => (
                        <g key={foot.name}>
                            <rect
                                class="falls-air"
                                x={0}
                                y={i * (ROW_HEIGHT + GAP)}
                                width={WIDTH}
                                height={ROW_HEIGHT}
                            />
                            {foot.stands.map(([from, to], k) => (
                                <rect
                                    key={k}
                                    class={`falls-stand side${SIDES[String(foot.side)] ?? ""}`}
                                    x={from * WIDTH}
                                    y={i * (ROW_HEIGHT + GAP)}
                                    width={Math.max(0, to - from) * WIDTH}
                                    height={ROW_HEIGHT}
                                />
                            ))}
                        </g>
                    ))}
                </svg>
                <div class="falls-mark" style={{ transform: mark.value }} data-test="falls-mark">
                    <i />
                </div>
            </div>
        </div>
    );
}

export function Footfalls() {
    const names = members.value;
    const at = measuredMember.value;
    const now = falls.value;
    return (
        <Section title="Footfalls" id="gait-falls" detail={now ? `${now.frequency.toFixed(2)} cycles/s` : undefined}>
            <Select
                label="Of"
                value={names[at] ?? ""}
                options={names.map((name) => ({ value: name, label: name }))}
                onChange={(name) => void (active.value = { creature: name, body: "" })}
                test="falls-of"
            />
            {now?.kind === "legs" && now.feet.length > 0 && <Bars falls={now} />}
            {now?.kind === "crawl" && (
                <p class="w-note">It has no feet and lies near the ground: it crawls like an inch-worm.</p>
            )}
            {now?.kind === "float" && <p class="w-note">It has no feet: it floats.</p>}
        </Section>
    );
}
