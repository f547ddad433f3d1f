// Over the view: what the gizmo does, which variant plays, and which way round.
import { IconButton, Select } from "../widgets/index.ts";
import { activeBody, mirrored, motion, report, restart, variant } from "./state.ts";
import { tool, type ToolName } from "./tools.ts";
import { frameNow } from "./view.tsx";
import "../stage/toolbar.css";
import "./overlay.css";

const TOOLS: readonly { name: ToolName; icon: string; label: string; shortcut: string }[] = [
  { name: "look", icon: "mouse-pointer-2", label: "Pick bodies", shortcut: "V" },
  { name: "move", icon: "move-3d", label: "Move the body", shortcut: "G" },
  { name: "turn", icon: "rotate-3d", label: "Turn the body", shortcut: "R" },
];

// In how many ways the motion can be played: of the creature that is worked on, else of the one with the most.
function Variants() {
  const told = report.value?.members ?? [];
  const most = activeBody.value?.of.variants ?? [...told].sort((a, b) => b.variants.length - a.variants.length)[0]?.variants ?? [];
  if (most.length < 2) return null;
  const options = most.map((bodies, i) => ({ value: String(i), label: bodies.filter(Boolean).join(" + ") || `variant ${i + 1}` }));
  return (
    <div class="variants">
      <Select bare label="Variant" title="One at a time of the bodies that could do it; the game chooses (4.1.2). Creatures with fewer begin again from the first." value={String(variant.value % most.length)} options={options} onChange={(value) => void (variant.value = Number(value))} test="variant" />
    </div>
  );
}

export function Toolbar() {
  return (
    <div class="playbar" role="toolbar" aria-label="Creatures">
      {TOOLS.map((each) => (
        <IconButton key={each.name} icon={each.icon} label={each.label} shortcut={each.shortcut} pressed={tool.value === each.name} onClick={() => void (tool.value = each.name)} test={`tool-${each.name}`} />
      ))}
      <span class="playbar-line" />
      <Variants />
      <IconButton icon="flip-horizontal-2" label="All of it the other way round" title="The sagittal mirror of the whole motion (4.1.2)" pressed={mirrored.value} disabled={!motion.value} onClick={() => void (mirrored.value = !mirrored.value)} test="mirror" />
      <span class="playbar-line" />
      <IconButton icon="rotate-ccw" label="Begin anew" onClick={restart} test="creatures-restart" />
      <IconButton icon="maximize" label="Show all of them" shortcut="F" onClick={() => frameNow()} test="creatures-frame" />
    </div>
  );
}
