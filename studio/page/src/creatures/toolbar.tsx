// The toolbar over the view: the gizmo's tool, the shown variant, and mirroring.
import { IconButton, Select } from "../widgets/index.ts";
import { activeBody, mirrored, motion, report, restart, variant } from "./state.ts";
import { tool, type ToolName } from "./tools.ts";
import { frameNow } from "./view.tsx";
import "../widgets/toolbar.css";
import "./overlay.css";

const TOOLS: readonly { name: ToolName; icon: string; label: string; shortcut: string }[] = [
    { name: "look", icon: "mouse-pointer-2", label: "Pick bodies", shortcut: "V" },
    { name: "move", icon: "move-3d", label: "Move the body", shortcut: "G" },
    { name: "turn", icon: "rotate-3d", label: "Turn the body", shortcut: "R" },
];

// The number of variants of the active creature, else of the creature with the most.
function Variants() {
    const memberReports = report.value?.members ?? [];
    const most =
        activeBody.value?.of.variants ??
        [...memberReports].sort((a, b) => b.variants.length - a.variants.length)[0]?.variants ??
        [];
    if (most.length < 2) return null;
    const options = most.map((bodies, i) => ({
        value: String(i),
        label: bodies.filter(Boolean).join(" + ") || `variant ${i + 1}`,
    }));
    return (
        <div class="variants">
            <Select
                bare
                label="Variant"
                title="Each variant uses another of the bodies that could play the motion; a game chooses one (4.1.2). Creatures with fewer variants start again from the first."
                value={String(variant.value % most.length)}
                options={options}
                onChange={(value) => void (variant.value = Number(value))}
                test="variant"
            />
        </div>
    );
}

export function Toolbar() {
    return (
        <div class="playbar" role="toolbar" aria-label="Creatures">
            {TOOLS.map((each) => (
                <IconButton
                    key={each.name}
                    icon={each.icon}
                    label={each.label}
                    shortcut={each.shortcut}
                    pressed={tool.value === each.name}
                    onClick={() => void (tool.value = each.name)}
                    test={`tool-${each.name}`}
                />
            ))}
            <span class="playbar-line" />
            <Variants />
            <IconButton
                icon="flip-horizontal-2"
                label="Mirror the whole motion"
                title="The sagittal mirror of the whole motion (4.1.2)"
                pressed={mirrored.value}
                disabled={!motion.value}
                onClick={() => void (mirrored.value = !mirrored.value)}
                test="mirror"
            />
            <span class="playbar-line" />
            <IconButton icon="rotate-ccw" label="Restart" onClick={restart} test="creatures-restart" />
            <IconButton
                icon="maximize"
                label="Show all of them"
                shortcut="F"
                onClick={() => frameNow()}
                test="creatures-frame"
            />
        </div>
    );
}
