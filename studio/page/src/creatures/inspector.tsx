// The inspector: the motion with its channel and keys, the selected creature, the gait, or the validation.
import { Empty, Segmented } from "../widgets/index.ts";
import { ChannelSection } from "./channelsection.tsx";
import { ChecksPanel } from "./checkspanel.tsx";
import { CreatureInspector } from "./creatureinspector.tsx";
import { GaitPanel } from "./gaitpanel.tsx";
import { KeySection } from "./keysection.tsx";
import { ModeSection } from "./modesection.tsx";
import { MotionSection } from "./motionsection.tsx";
import { RelativeSection } from "./relativesection.tsx";
import { channel, motion, subject } from "./state.ts";
import "./inspector.css";

const SUBJECTS = [
    { value: "motion", label: "Motion" },
    { value: "creature", label: "Creature" },
    { value: "gait", label: "Gait" },
    { value: "checks", label: "Checks" },
] as const;

function MotionInspector() {
    if (!motion.value)
        return (
            <Empty
                icon="activity"
                title="No motion yet"
                text="A motion says which bodies move and what matters about it; then it plays on any creature."
            />
        );
    return (
        <>
            <KeySection />
            {channel.value && (
                <>
                    <ChannelSection />
                    <ModeSection />
                    <RelativeSection />
                </>
            )}
            <MotionSection />
        </>
    );
}
const PARTS = { motion: MotionInspector, creature: CreatureInspector, gait: GaitPanel, checks: ChecksPanel };

export function Inspector() {
    const Part = PARTS[subject.value];
    return (
        <>
            <div class="creature-tabs">
                <Segmented
                    bare
                    label="What to inspect"
                    value={subject.value}
                    options={SUBJECTS}
                    onChange={(next) => void (subject.value = next)}
                    test="subject"
                />
            </div>
            <Part />
        </>
    );
}
