// The 3-D view with what lies over it: names, the gizmo, targets, the guest creature or the open trial, and empty
// states.
import { project } from "../state/document.ts";
import { Button, Empty } from "../widgets/index.ts";
import { addFromFiles, guestFromRandomSeed } from "./bringin.ts";
import { Gizmo } from "./gizmo.tsx";
import { NameTags } from "./nametags.tsx";
import { SeedCard } from "./seedcard.tsx";
import { activeBody, channel, members, showOnly, trial, trouble } from "./state.ts";
import { TargetBalls } from "./targetballs.tsx";
import { TrialCard } from "./trialcard.tsx";
import { View } from "./view.tsx";
import "./overlay.css";

function NoCreatures() {
    const any = project.value.creatures.length > 0;
    if (any)
        return (
            <Empty
                icon="paw-print"
                title="No creature is shown"
                text="Tick the eye of a creature in the outliner; the shown creatures stand beside each other and play the same motion."
                action={{
                    label: "Show the first",
                    icon: "eye",
                    onClick: () =>
                        showOnly(
                            project
                                .peek()
                                .creatures.slice(0, 3)
                                .map((one) => one.name),
                        ),
                    test: "show-first",
                }}
            />
        );
    return (
        <div class="no-creatures">
            <Empty
                icon="paw-print"
                title="Bring a creature to life"
                text="A motion is keyed once, on any body, and plays on all the others: two arms or eight, on legs or none."
                action={{
                    label: "Grow one from a seed",
                    icon: "dices",
                    onClick: guestFromRandomSeed,
                    test: "first-seed",
                }}
            />
            <Button icon="import" label="Bring in a file…" onClick={() => void addFromFiles()} test="first-file" />
        </div>
    );
}
function Status() {
    const why = trouble.value;
    if (why)
        return (
            <div class="herd-said" role="status" data-test="herd-trouble">
                <strong>{why.message}</strong>
                {why.remedy && <p>{why.remedy}</p>}
            </div>
        );
    const now = activeBody.value;
    if (!now || trial.value) return null; // the trial card already names the body that failed
    const limb = now.of.bodies[now.body]!;
    return (
        <div class="herd-report" data-test="active-body">
            <b>{now.name}</b> of {now.of.name.replace(/^seed:/, "seed ")}
            {limb.caps.length > 0 && <span>{limb.caps.join(", ")}</span>}
            <span>limb {limb.limb_length.toFixed(2)} m</span>
            {channel.value && <span>channel {channel.value.name}</span>}
        </div>
    );
}

export function Overlay() {
    return (
        <>
            <View />
            {members.value.length === 0 && (
                <div class="herd-empty" data-test="no-creatures">
                    <NoCreatures />
                </div>
            )}
            <NameTags />
            <TargetBalls />
            <Gizmo />
            <SeedCard />
            <Status />
            <TrialCard />
        </>
    );
}
