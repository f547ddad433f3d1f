// At the top left over the stage: Build or Try mode, the tools, the overlays, and in Try the actions on the pose.
import { run } from "../state/actions.ts";
import { overlays } from "../state/app.ts";
import { ActionButton } from "../tools/actionbutton.tsx";
import { Button } from "../widgets/button.tsx";
import { Segmented } from "../widgets/segmented.tsx";
import { artwork } from "../state/app.ts";
import { enterMode, mode, showNames, toolId } from "./state.ts";
import type { Mode } from "./state.ts";
import "./toolbar.css";

const MODES = [
    { value: "build", label: "Build", icon: "pen-tool", shortcut: "T" },
    { value: "try", label: "Try", icon: "hand", shortcut: "T" },
] as const;

const BUILD_TOOLS = ["select", "point", "bone", "join"] as const;
const TRY_TOOLS = ["select", "pin"] as const;

export function Toolbar() {
    if (!artwork.value?.layers.length) return null;
    const trying = mode.value === "try";
    const tools = trying ? TRY_TOOLS : BUILD_TOOLS;
    const { weights, mesh } = overlays.value;
    return (
        <div class={trying ? "rig-toolbar trying" : "rig-toolbar"} role="toolbar" aria-label="Rig tools">
            <Segmented<Mode>
                bare
                label="Build or try"
                value={mode.value}
                options={MODES}
                onChange={enterMode}
                test="rig.mode"
            />
            <span class="rig-toolbar-line" />
            {tools.map((id) => (
                <ActionButton key={id} id={`rig.${id}`} test={`rig.${id}`} pressed={toolId.value === id} />
            ))}
            <span class="rig-toolbar-line" />
            <ActionButton id="rig.weights" test="rig.weights" pressed={weights} />
            <ActionButton id="rig.mesh" test="rig.mesh" pressed={mesh} />
            <ActionButton id="rig.names" test="rig.names" pressed={showNames.value} />
            {trying && (
                <>
                    <span class="rig-toolbar-line" />
                    <Button
                        small
                        label="Rest"
                        icon="rotate-ccw"
                        kind="quiet"
                        shortcut="Shift+R"
                        title="Back to how it was drawn"
                        onClick={() => run("rig.rest")}
                        test="rig.rest"
                    />
                    <Button
                        small
                        label="Keep as pose"
                        icon="camera"
                        kind="primary"
                        shortcut="K"
                        onClick={() => run("rig.keep")}
                        test="rig.keep"
                    />
                </>
            )}
        </div>
    );
}
