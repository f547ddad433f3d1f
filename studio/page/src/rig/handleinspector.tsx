// The inspector of one handle: its rest position, the layers that it moves, its mirror partner; in Try, its pose and
// whether it is pinned.
import type { Artwork, Command, Handle } from "../core/project.ts";
import { revision, send } from "../state/document.ts";
import { frame } from "../state/workspaces.ts";
import { Button } from "../widgets/button.tsx";
import { NumberField } from "../widgets/numberfield.tsx";
import { Row } from "../widgets/row.tsx";
import { Section } from "../widgets/section.tsx";
import { Segmented } from "../widgets/segmented.tsx";
import { Select } from "../widgets/select.tsx";
import { TextField } from "../widgets/textfield.tsx";
import { Chips } from "./chips.tsx";
import { partnerOf, setPartner } from "./commands.ts";
import { poseHandle, rename } from "./editing.ts";
import { EditButtons } from "./editbuttons.tsx";
import { currentFigure, poseFrame } from "./figure.ts";
import { fromOf, toOf } from "../tools/geometry.ts";
import { PointFields } from "./pointfields.tsx";
import { pin } from "./posing.ts";
import { indexOfHandle, mode, rowHover } from "./state.ts";

export function HandleInspector({ artwork, handle }: { artwork: Artwork; handle: Handle }) {
    const bone = handle.kind === "bone";
    const set = (keys: object): Command => ({ do: "handle.set", artwork: artwork.name, handle: handle.name, ...keys });
    const pixel = 1 / artwork.scale;
    return (
        <>
            <Section title={bone ? "Bone" : "Point handle"} id="rig.handle" actions={<EditButtons />}>
                <TextField
                    label="Name"
                    value={handle.name}
                    onChange={(to) => rename("handle", handle.name, to)}
                    test="handle-name"
                />
                {bone ? (
                    <>
                        <PointFields
                            label="Joint"
                            value={fromOf(handle)}
                            step={pixel}
                            title="Where it begins at rest, and its pivot"
                            command={(from) => set({ from })}
                            test="handle-from"
                        />
                        <PointFields
                            label="Tip"
                            value={toOf(handle)}
                            step={pixel}
                            command={(to) => set({ to })}
                            test="handle-to"
                        />
                    </>
                ) : (
                    <PointFields
                        label="Position"
                        value={fromOf(handle)}
                        step={pixel}
                        title="Where it is at rest"
                        command={(at) => set({ at })}
                        test="handle-at"
                    />
                )}
                <Parent artwork={artwork} handle={handle} set={set} />
                <Partner artwork={artwork} handle={handle} />
            </Section>
            {bone && handle.parent !== null && <Bends handle={handle} set={set} />}
            {mode.value === "try" && <Pose artwork={artwork} handle={handle} />}
            <Moves artwork={artwork} handle={handle} set={set} />
        </>
    );
}

// ---- Its parent, and how it bends

function carries(artwork: Artwork, above: string, below: string): boolean {
    for (let at: string | null = below; at !== null; ) {
        if (at === above) return true;
        at = artwork.handles.find((handle) => handle.name === at)?.parent ?? null;
    }
    return false;
}
function Parent(props: { artwork: Artwork; handle: Handle; set: (keys: object) => Command }) {
    const { artwork, handle, set } = props;
    const possible = artwork.handles.filter((other) => !carries(artwork, handle.name, other.name));
    const options = [
        { value: "", label: "None" },
        ...possible.map((other) => ({ value: other.name, label: other.name })),
    ];
    return (
        <Select
            label="Parent"
            title="What carries it: it moves and turns with its parent"
            value={handle.parent ?? ""}
            options={options}
            onChange={(name) => send(set({ parent: name || null }))}
            test="handle-parent"
        />
    );
}
const BENDS = [
    { value: "clockwise", label: "Right", title: "Clockwise" },
    { value: "either", label: "As drawn" },
    { value: "counterclockwise", label: "Left", title: "Counter-clockwise" },
] as const;
const toDegrees = (angle: number): number => Number(((angle * 180) / Math.PI).toFixed(1));
const toRadians = (degrees: number): number => Number(((degrees * Math.PI) / 180).toFixed(5));

function Bends({ handle, set }: { handle: Handle; set: (keys: object) => Command }) {
    const limited = handle.limits !== null;
    const [low, high] = handle.limits ?? [-0.5, 2.5];
    const limit = (from: number, to: number): void => void send(set({ limits: [toRadians(from), toRadians(to)] }));
    return (
        <Section title="Bends" id="rig.bends" detail={limited ? "within limits" : undefined}>
            <Segmented
                label="Elbow or knee"
                title="Which way its joint bends when its chain is pulled"
                value={handle.bend}
                options={BENDS}
                onChange={(bend) => send(set({ bend }))}
                test="bone-bend"
            />
            <Segmented
                label="Limits"
                title="How far it turns from its parent, measured from rest"
                value={limited ? "some" : "none"}
                options={[
                    { value: "none", label: "None" },
                    { value: "some", label: "Between" },
                ]}
                onChange={(which) => send(set({ limits: which === "none" ? null : [-0.5, 2.5] }))}
                test="bone-limited"
            />
            {limited && (
                <Row label="Angles">
                    <div class="rig-pair">
                        <NumberField
                            label="Smallest angle"
                            unit="°"
                            step={1}
                            value={toDegrees(low)}
                            onChange={(to) => limit(Math.min(to, toDegrees(high)), toDegrees(high))}
                            test="bone-low"
                        />
                        <NumberField
                            label="Largest angle"
                            unit="°"
                            step={1}
                            value={toDegrees(high)}
                            onChange={(to) => limit(toDegrees(low), Math.max(to, toDegrees(low)))}
                            test="bone-high"
                        />
                    </div>
                </Row>
            )}
            <NumberField
                label="Stiffness"
                title="0 bends freely when its chain is pulled, 1 does not"
                step={0.01}
                min={0}
                max={1}
                default={0}
                value={handle.stiffness}
                onChange={(stiffness) => send(set({ stiffness }))}
                test="bone-stiffness"
            />
            <NumberField
                label="Longest"
                title="By how much a pull out of reach may lengthen it"
                unit="×"
                step={0.01}
                min={1}
                max={100}
                default={1}
                value={handle.longest}
                onChange={(longest) => send(set({ longest }))}
                test="bone-longest"
            />
        </Section>
    );
}

function Partner({ artwork, handle }: { artwork: Artwork; handle: Handle }) {
    const others = artwork.handles.filter((other) => other.kind === handle.kind && other.name !== handle.name);
    const options = [
        { value: "", label: "None: it is its own mirror image" },
        ...others.map((other) => ({ value: other.name, label: other.name })),
    ];
    return (
        <Select
            label="In the mirror"
            title="Its partner when a pose is mirrored"
            value={partnerOf(artwork, handle.name) ?? ""}
            options={options}
            onChange={(name) => send(setPartner(artwork, handle.name, name || null))}
            test="handle-partner"
        />
    );
}

// ---- The layers that it moves

// The share of each layer's weight that belongs to this handle.
function share(artwork: Artwork, handle: Handle): boolean[] {
    const figure = currentFigure();
    const index = indexOfHandle(artwork, handle.name);
    if (!figure || index >= figure.handleCount) return artwork.layers.map(() => false);
    return artwork.layers.map((_, layer) => {
        const first = figure.layers[4 * layer] ?? 0;
        const end = first + (figure.layers[4 * layer + 1] ?? 0);
        for (let v = first; v < end; v++) if (figure.weights[v * figure.handleCount + index]! > 1e-3) return true;
        return false;
    });
}
function Moves(props: { artwork: Artwork; handle: Handle; set: (keys: object) => Command }) {
    revision.value;
    const { artwork, handle } = props;
    const moved = share(artwork, handle);
    const chosen = handle.layers;
    const on = artwork.layers
        .filter((layer, i) => (chosen ? chosen.includes(layer.name) : moved[i]))
        .map((layer) => layer.name);
    const toggle = (name: string): void => {
        const next = on.includes(name) ? on.filter((other) => other !== name) : [...on, name];
        send(props.set({ layers: artwork.layers.map((layer) => layer.name).filter((layer) => next.includes(layer)) }));
    };
    const show = (name: string | null): void => {
        rowHover.value = name ? { kind: "layer", name } : null;
        frame.request();
    };
    const front = [...artwork.layers].reverse();
    return (
        <Section
            title="Moves"
            id="rig.moves"
            detail={chosen ? "chosen layers" : "what it lies on"}
            actions={
                chosen ? (
                    <Button
                        label="Automatic"
                        small
                        kind="quiet"
                        title="Every layer it lies on"
                        onClick={() => send(props.set({ layers: null }))}
                    />
                ) : undefined
            }
        >
            <Chips
                label="Layers it moves"
                chips={front.map((layer) => ({ name: layer.name, on: on.includes(layer.name) }))}
                onToggle={toggle}
                onHover={show}
                test="handle-layers"
            />
            {!on.length && (
                <p class="rig-note">
                    It lies on no layer and moves nothing. Choose layers above, or move it onto the drawing.
                </p>
            )}
        </Section>
    );
}

// ---- Its pose

const PINS = [
    { value: "0", label: "Free" },
    { value: "1", label: "Place" },
    { value: "2", label: "All" },
] as const;

function Pose({ artwork, handle }: { artwork: Artwork; handle: Handle }) {
    revision.value;
    poseFrame.value;
    const figure = currentFigure();
    const index = indexOfHandle(artwork, handle.name);
    if (!figure || index < 0 || index >= figure.handleCount) return null;
    const [, , angle, along, across] = figure.turns.subarray(5 * index, 5 * index + 5);
    const degrees = ((angle ?? 0) * 180) / Math.PI;
    const twist = (turn: number, x: number, y: number): void =>
        poseHandle(index, (_, core, which) => core.twist(which, turn, x, y));
    return (
        <Section title="Pose" id="rig.pose">
            <Segmented
                label="Pin"
                title="Held while the rest is dragged: its position, or also its rotation and stretch"
                value={String(figure.pins[index]) as "0" | "1" | "2"}
                options={PINS}
                onChange={(kind) => pin([index], Number(kind) as 0 | 1 | 2)}
                test="handle-pin"
            />
            <NumberField
                label="Turn"
                unit="°"
                step={1}
                default={0}
                value={Number(degrees.toFixed(1))}
                onChange={(to) => twist(((to - degrees) * Math.PI) / 180, 1, 1)}
                test="handle-turn"
            />
            <Row label="Stretch">
                <div class="rig-pair">
                    <NumberField
                        label="Stretch along x"
                        unit="×"
                        step={0.01}
                        min={0.05}
                        default={1}
                        value={Number((along ?? 1).toFixed(3))}
                        onChange={(to) => twist(0, to / (along || 1), 1)}
                        test="handle-along"
                    />
                    <NumberField
                        label="Stretch along y"
                        unit="×"
                        step={0.01}
                        min={0.05}
                        default={1}
                        value={Number((across ?? 1).toFixed(3))}
                        onChange={(to) => twist(0, 1, to / (across || 1))}
                        test="handle-across"
                    />
                </div>
            </Row>
        </Section>
    );
}
