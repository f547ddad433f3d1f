// The toolbar over the stage: arrange, draw ground, joints or zones, solver overlays, and the time.
import { computed } from "@preact/signals";
import { overlays, playing, recording, time } from "../state/app.ts";
import { IconButton, Segmented } from "../widgets/index.ts";
import { following, toggleFollowing } from "./follow.ts";
import { reset, staged, stageTool } from "../scene/state.ts";
import { JOINT_KINDS, jointKind } from "../world/joints.ts";
import { ZONE_KINDS, ZONE_SHAPES, zoneKind, zoneShape } from "../world/zones.ts";
import "../widgets/toolbar.css";

type Overlay = "contacts" | "neighbourhoods" | "goals" | "velocities" | "mesh";
const OVERLAYS: readonly { id: Overlay; icon: string; label: string }[] = [
    { id: "contacts", icon: "zap", label: "Where things touch" },
    { id: "velocities", icon: "arrow-up-right", label: "Velocities" },
    { id: "goals", icon: "target", label: "The shape that each is drawn to" },
    { id: "neighbourhoods", icon: "waypoints", label: "The neighbourhood under the pointer" },
    { id: "mesh", icon: "grid-2x2", label: "Triangles" },
];

// computed, so that the toolbar is not rendered with every tick
const hasStarted = computed(() => time.value > 0 || playing.value);

export function toggleOverlay(id: Overlay): void {
    overlays.value = { ...overlays.value, [id]: !overlays.value[id] };
}

// What the tool draws next.
function JointChoice() {
    return (
        <Segmented
            label="Joint"
            bare
            iconsOnly
            value={jointKind.value}
            options={JOINT_KINDS.map(({ value, label, icon, about }) => ({
                value,
                label: `${label}: ${about[0]!.toLowerCase()}${about.slice(1)}`,
                icon,
            }))}
            onChange={(kind) => (jointKind.value = kind)}
            test="joint-kinds"
        />
    );
}
function ZoneChoice() {
    return (
        <>
            <Segmented
                label="Zone"
                bare
                iconsOnly
                value={zoneKind.value}
                options={ZONE_KINDS.map(({ value, label, icon, about }) => ({
                    value,
                    label: `${label}: ${about[0]!.toLowerCase()}${about.slice(1)}`,
                    icon,
                }))}
                onChange={(kind) => (zoneKind.value = kind)}
                test="zone-kinds"
            />
            <Segmented
                label="Shape"
                bare
                iconsOnly
                value={zoneShape.value}
                options={ZONE_SHAPES}
                onChange={(shape) => (zoneShape.value = shape)}
                test="zone-shapes"
            />
        </>
    );
}

export function Toolbar() {
    if (!staged.value) return null;
    return (
        <div class="playbar" role="toolbar" aria-label="Stage">
            <Segmented
                label="Tool"
                bare
                iconsOnly
                value={stageTool.value}
                options={[
                    { value: "arrange", label: "Arrange", icon: "mouse-pointer-2", shortcut: "V" },
                    { value: "draw", label: "Draw ground", icon: "pencil", shortcut: "D" },
                    { value: "joint", label: "Draw joints", icon: "link-2", shortcut: "J" },
                    { value: "zone", label: "Draw water, wind and forces", icon: "waves", shortcut: "W" },
                ]}
                onChange={(id) => (stageTool.value = id)}
                test="stage-tool"
            />
            {stageTool.value === "joint" && <JointChoice />}
            {stageTool.value === "zone" && <ZoneChoice />}
            <span class="playbar-line" />
            {OVERLAYS.map(({ id, icon, label }) => (
                <IconButton
                    key={id}
                    icon={icon}
                    label={label}
                    pressed={overlays.value[id]}
                    onClick={() => toggleOverlay(id)}
                    test={`overlay-${id}`}
                />
            ))}
            <span class="playbar-line" />
            {staged.value.follow && (
                <IconButton
                    icon="video"
                    label={`The view follows ${staged.value.follow}`}
                    pressed={following.value}
                    onClick={toggleFollowing}
                    test="follow-actor"
                />
            )}
            <IconButton
                icon="rotate-ccw"
                label="Reset: discard what was done by hand"
                shortcut="Shift+Home"
                onClick={reset}
                disabled={!hasStarted.value}
                test="reset"
            />
            {recording.value && <span class="playbar-recording">Recording</span>}
        </div>
    );
}
