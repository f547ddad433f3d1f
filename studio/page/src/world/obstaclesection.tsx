// The inspector of an obstacle: what it is, where it stands or how it moves, and whom it meets.
import type { Command, Obstacle } from "../core/project.ts";
import { sliding } from "../core/ranges.ts";
import { obstacleRanges } from "../core/schema.ts";
import { setObstacle } from "../scene/state.ts";
import { live, send } from "../state/document.ts";
import { NumberField, Section, Slider, TextField } from "../widgets/index.ts";
import { CueSection } from "./cuesection.tsx";
import { AngleField, FlagField, LookFields, RemoveButton, TagField, VectorField } from "./fields.tsx";
import { kindLabel } from "./joints.ts";
import { LayerField } from "./layerfield.tsx";
import { hasPath } from "./paths.ts";
import { PathSection } from "./pathsection.tsx";
import { rename } from "./rename.ts";

// The colours that obstacles without one of their own have.
const USUAL: Readonly<Record<Obstacle["kind"], string>> = {
    ground: "#E8D8BC",
    "half-plane": "#E8D8BC",
    segments: "#D9C098",
    polygon: "#D9C098",
};

// Where it stands, and how fast it moves by itself; a path says both instead.
function StandingFields({ obstacle, index }: { obstacle: Obstacle; index: number }) {
    const set = (keys: Readonly<Record<string, unknown>>): Command => setObstacle(index, keys);
    return (
        <>
            <VectorField
                label="Origin"
                title="Its points are relative to it, and it turns about it"
                value={obstacle.at}
                unit="m"
                default={0}
                set={(at) => set({ at })}
                test="obstacle-at"
            />
            <AngleField
                label="Turned by"
                value={obstacle.angle}
                set={(angle) => set({ angle })}
                test="obstacle-angle"
            />
            <VectorField
                label="Moves by itself"
                title="It carries what stands on it"
                value={obstacle.velocity}
                unit="m/s"
                step={0.1}
                default={0}
                set={(velocity) => set({ velocity })}
                test="obstacle-velocity"
            />
            <AngleField
                label="Spin"
                value={obstacle.spin}
                unit="°/s"
                step={5}
                set={(spin) => set({ spin })}
                test="obstacle-spin"
            />
        </>
    );
}

export function ObstacleSection({ obstacle, index }: { obstacle: Obstacle; index: number }) {
    const set = (keys: Readonly<Record<string, unknown>>): Command => setObstacle(index, keys);
    return (
        <>
            <Section title="Ground" detail={kindLabel(obstacle)} actions={<RemoveButton test="obstacle-remove" />}>
                <TextField
                    label="Name"
                    title="Joints and the script find it by its name"
                    value={obstacle.name ?? ""}
                    placeholder="None"
                    onChange={(name) => rename("obstacle", index, name)}
                    test="obstacle-name"
                />
                {obstacle.kind === "ground" && (
                    <NumberField
                        label="Height"
                        value={obstacle.height ?? 0}
                        step={0.05}
                        default={0}
                        unit="m"
                        {...live((height) => set({ height }))}
                    />
                )}
                {!hasPath(obstacle) && <StandingFields obstacle={obstacle} index={index} />}
                <Slider
                    label="Friction"
                    value={obstacle.friction}
                    {...sliding(obstacleRanges.friction)}
                    {...live((friction) => set({ friction }))}
                />
                {obstacle.kind === "segments" && (
                    <FlagField
                        label="One way"
                        title="Blocks only from above (from the left of its direction); actors jump through it from below"
                        keyName="one_way"
                        value={obstacle.one_way}
                        set={set}
                        test="obstacle-one-way"
                    />
                )}
                <FlagField
                    label="Only feels"
                    title="Tells the game which actors touch it, and blocks none of them"
                    keyName="sensor"
                    value={obstacle.sensor}
                    set={set}
                    test="obstacle-sensor"
                />
                <LayerField
                    label="Meets"
                    title="Actors that are in one of these layers"
                    value={obstacle.layers}
                    onChange={(layers) => void send(set({ layers }))}
                    test="obstacle-layers"
                />
                <TagField value={obstacle.tag} range={obstacleRanges.tag} set={set} test="obstacle-tag" />
                <LookFields
                    visible={obstacle.visible}
                    colour={obstacle.colour}
                    usual={USUAL[obstacle.kind]}
                    set={set}
                    test="obstacle-visible"
                />
            </Section>
            <PathSection obstacle={obstacle} index={index} />
            <CueSection subject={{ noun: "obstacle", index, name: obstacle.name }} />
        </>
    );
}
