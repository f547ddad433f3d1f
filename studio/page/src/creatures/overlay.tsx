// The view in space with what lies over it: names, the gizmo, targets, a creature that is tried, and what to do where there is nothing.
import { project } from "../state/document.ts";
import { Button, Empty } from "../widgets/index.ts";
import { addFromFiles, roll } from "./bringin.ts";
import { Gizmo } from "./gizmo.tsx";
import { NameTags } from "./nametags.tsx";
import { SeedCard } from "./seedcard.tsx";
import { activeBody, channel, members, showOnly, trial, trouble } from "./state.ts";
import { TargetBalls } from "./targetballs.tsx";
import { TrialCard } from "./trialcard.tsx";
import { View } from "./view.tsx";
import "./overlay.css";

function Nobody() {
  const any = project.value.creatures.length > 0;
  if (any)
    return (
      <Empty icon="paw-print" title="Nobody is shown" text="Tick the eye of a creature in the outliner; several stand beside each other and do the same motion." action={{ label: "Show the first", icon: "eye", onClick: () => showOnly(project.peek().creatures.slice(0, 3).map((one) => one.name)), test: "show-first" }} />
    );
  return (
    <div class="nobody">
      <Empty icon="paw-print" title="Bring a creature to life" text="A motion is keyed once, on any body, and plays on all the others: two arms or eight, on legs or none." action={{ label: "Grow one from a seed", icon: "dices", onClick: roll, test: "first-seed" }} />
      <Button icon="import" label="Bring in a file…" onClick={() => void addFromFiles()} test="first-file" />
    </div>
  );
}
function Said() {
  const why = trouble.value;
  if (why)
    return (
      <div class="herd-said" role="status" data-test="herd-trouble">
        <strong>{why.message}</strong>
        {why.remedy && <p>{why.remedy}</p>}
      </div>
    );
  const now = activeBody.value;
  if (!now || trial.value) return null; // a trial names the body that failed
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
          <Nobody />
        </div>
      )}
      <NameTags />
      <TargetBalls />
      <Gizmo />
      <SeedCard />
      <Said />
      <TrialCard />
    </>
  );
}
