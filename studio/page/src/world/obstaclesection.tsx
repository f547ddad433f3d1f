// The inspector of an obstacle: what it is, where it stands or how it moves, and whom it meets.
import type { Command, Obstacle } from "../core/project.ts";
import { sliding } from "../core/ranges.ts";
import { obstacleRanges } from "../core/schema.ts";
import { setObstacle } from "../scene/state.ts";
import { endPreview, preview, send } from "../state/document.ts";
import { Colour, NumberField, Row, Section, Slider, TextField, Toggle } from "../widgets/index.ts";
import { renameObstacle } from "./joints.ts";
import { LayerField } from "./layerfield.tsx";
import { hasPath } from "./paths.ts";
import { PathSection } from "./pathsection.tsx";

const DEGREE = Math.PI / 180;
const live = (command: (value: number) => Command) => ({
    onInput: (value: number) => preview(command(value)),
    onChange: (value: number) => void send(command(value)),
    onCancel: endPreview,
});

// Where it stands, and how fast it moves by itself; a path says both instead.
function StandingFields({ obstacle, index }: { obstacle: Obstacle; index: number }) {
    const set = (keys: Readonly<Record<string, unknown>>): Command => setObstacle(index, keys);
    return (
        <>
            <Row label="Origin" title="Its points are relative to it, and it turns about it">
                <NumberField
                    label="X"
                    value={obstacle.at[0]}
                    step={0.05}
                    default={0}
                    unit="m"
                    {...live((x) => set({ at: [x, obstacle.at[1]] }))}
                />
                <NumberField
                    label="Y"
                    value={obstacle.at[1]}
                    step={0.05}
                    default={0}
                    unit="m"
                    {...live((y) => set({ at: [obstacle.at[0], y] }))}
                />
            </Row>
            <NumberField
                label="Turned by"
                value={obstacle.angle / DEGREE}
                step={1}
                default={0}
                unit="°"
                {...live((v) => set({ angle: v * DEGREE }))}
                test="obstacle-angle"
            />
            <Row label="Moves by itself" title="It carries what stands on it">
                <NumberField
                    label="X"
                    value={obstacle.velocity[0]}
                    step={0.1}
                    default={0}
                    unit="m/s"
                    {...live((x) => set({ velocity: [x, obstacle.velocity[1]] }))}
                />
                <NumberField
                    label="Y"
                    value={obstacle.velocity[1]}
                    step={0.1}
                    default={0}
                    unit="m/s"
                    {...live((y) => set({ velocity: [obstacle.velocity[0], y] }))}
                />
            </Row>
            <NumberField
                label="Spin"
                value={obstacle.spin / DEGREE}
                step={5}
                default={0}
                unit="°/s"
                {...live((v) => set({ spin: v * DEGREE }))}
                test="obstacle-spin"
            />
        </>
    );
}

export function ObstacleSection({ obstacle, index }: { obstacle: Obstacle; index: number }) {
    const set = (keys: Readonly<Record<string, unknown>>): Command => setObstacle(index, keys);
    return (
        <>
            <Section title="Ground">
                <TextField
                    label="Name"
                    title="Joints and the script find it by its name"
                    value={obstacle.name ?? ""}
                    placeholder="None"
                    onChange={(name) => renameObstacle(index, name)}
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
                    <Toggle
                        label="One way"
                        title="Blocks only from above (from the left of its direction); actors jump through it from below"
                        value={obstacle.one_way}
                        onChange={(one_way) => void send(set({ one_way }))}
                    />
                )}
                <Toggle
                    label="Only feels"
                    title="Tells the game which actors touch it, and blocks none of them"
                    value={obstacle.sensor}
                    onChange={(sensor) => void send(set({ sensor }))}
                />
                <LayerField
                    label="Meets"
                    title="Actors that are in one of these layers"
                    value={obstacle.layers}
                    onChange={(layers) => void send(set({ layers }))}
                    test="obstacle-layers"
                />
                <Toggle label="Is drawn" value={obstacle.visible} onChange={(visible) => void send(set({ visible }))} />
                <Colour
                    label="Colour"
                    value={(obstacle.colour ?? "#E8D8BC").slice(0, 7)}
                    onChange={(colour) => void send(set({ colour }))}
                />
            </Section>
            <PathSection obstacle={obstacle} index={index} />
        </>
    );
}
