// The inspector: the selected actor with its strengths, the selected obstacle, or the stage itself.
import { within } from "../core/ranges.ts";
import { actorRanges, materialDefaults } from "../core/schema.ts";
import { isFigured } from "../core/project.ts";
import type { Actor, Artwork, Staged } from "../core/project.ts";
import { live, project, send } from "../state/document.ts";
import { scene } from "../state/app.ts";
import { Colour, Empty, NumberField, Row, Section, Segmented, Select, TextField, Toggle } from "../widgets/index.ts";
import {
    activeActor,
    artworkOf,
    selectedActors,
    selectedObstacle,
    setActor,
    setScene,
    staged,
} from "../scene/state.ts";
import { ClipInspector } from "../timeline/clipinspector.tsx";
import { KeyInspector } from "../timeline/keyinspector.tsx";
import { Directing } from "../puppets/directing.tsx";
import { selectedFamily } from "../puppets/families.ts";
import { FamilyInspector } from "../puppets/familyinspector.tsx";
import { FiguredScene } from "./figuredscene.tsx";
import { MaterialPanel } from "./materialpanel.tsx";
import { ClipSection } from "./clipsection.tsx";
import { PuppetSection } from "./puppetsection.tsx";
import { StrengthPanel } from "./strengthpanel.tsx";
import { ContactSection } from "../world/contactsection.tsx";
import { CueSection } from "../world/cuesection.tsx";
import { selectedJoint } from "../world/joints.ts";
import { JointSection } from "../world/jointsection.tsx";
import { AngleField, VectorField } from "../world/fields.tsx";
import { MoveSection } from "../world/movesection.tsx";
import { ObstacleSection } from "../world/obstaclesection.tsx";
import { selectedZone } from "../world/zones.ts";
import { ZoneSection } from "../world/zonesection.tsx";
import type { Command } from "../core/project.ts";

// At the default stiffness a figure with legs sinks under its weight until it sits. At this one it stands, and its feet
// stay where they are.
const STANDING_STIFFNESS = 12;

// A new puppet stands, unless someone has said how stiff it is.
function becomePuppet(actor: Actor, own: Artwork | null | undefined): Readonly<Record<string, unknown>> {
    const isGiven =
        actor.material.stiffness != null || own?.puppet.material.stiffness !== materialDefaults.stiffness;
    return isGiven ? { kind: "puppet" } : { kind: "puppet", material: { stiffness: STANDING_STIFFNESS } };
}

function ActorSection({ actor }: { actor: Actor }) {
    const own = artworkOf(actor);
    const set = (keys: Readonly<Record<string, unknown>>): Command => setActor(actor.name, keys);
    const behaviours = [
        { value: "", label: "Nothing" },
        ...(own?.behaviours ?? []).map((b) => ({ value: b.name, label: b.name })),
    ];
    return (
        <Section title="Actor" detail={actor.name}>
            <Segmented
                label="Moves as"
                title="A sprite is pulled back to the shape of its place among its poses; a puppet follows its keys and moves freely where it has none"
                value={actor.kind}
                options={[
                    { value: "sprite", label: "Sprite" },
                    { value: "puppet", label: "Puppet" },
                ]}
                onChange={(kind) => void send(set(kind === "puppet" ? becomePuppet(actor, own) : { kind }))}
                test="actor-kind"
            />
            <VectorField
                label="Begins at"
                value={actor.at}
                unit="m"
                step={0.05}
                set={(at) => set({ at })}
                test="actor"
            />
            <AngleField label="Turned by" value={actor.angle} set={(angle) => set({ angle })} test="actor-angle" />
            <NumberField
                label="Size"
                title="A factor on the size of the drawing"
                value={actor.scale}
                {...within(actorRanges.scale)}
                step={0.05}
                unit="×"
                {...live((scale) => set({ scale }))}
                test="actor-scale"
            />
            <VectorField
                label="Thrown with"
                value={actor.velocity}
                unit="m/s"
                step={0.1}
                default={0}
                set={(velocity) => set({ velocity })}
                test="actor-velocity"
            />
            <AngleField
                label="Spin"
                value={actor.spin}
                unit="°/s"
                step={5}
                set={(spin) => set({ spin })}
                test="actor-spin"
            />
            <Toggle
                label="Mirrored"
                title="Mirrored about the vertical through its origin"
                value={actor.flipped}
                onChange={(flipped) => void send(set({ flipped }))}
            />
            {actor.kind === "sprite" && (
                <Select
                    label="Driven by"
                    value={actor.behaviour ?? ""}
                    options={behaviours}
                    onChange={(name) => void send(set({ behaviour: name || null }))}
                    test="actor-behaviour"
                />
            )}
        </Section>
    );
}

function SceneSection({ own }: { own: Staged }) {
    const followed = [{ value: "", label: "Nobody" }, ...own.actors.map((a) => ({ value: a.name, label: a.name }))];
    return (
        <>
            <Section title="Stage">
                <TextField
                    label="Name"
                    value={own.name}
                    onChange={(to) => void send({ do: "scene.rename", scene: own.name, to })}
                />
                <Row label="Gravity">
                    <NumberField
                        label="X"
                        value={own.gravity[0]}
                        step={0.01}
                        default={0}
                        unit="m/s²"
                        {...live((x) => setScene({ gravity: [x, own.gravity[1]] }))}
                    />
                    <NumberField
                        label="Y"
                        value={own.gravity[1]}
                        step={0.01}
                        default={-9.81}
                        unit="m/s²"
                        {...live((y) => setScene({ gravity: [own.gravity[0], y] }))}
                        test="gravity"
                    />
                </Row>
                <VectorField
                    label="Wind"
                    value={own.wind}
                    unit="m/s"
                    step={0.1}
                    default={0}
                    set={(wind) => setScene({ wind })}
                    test="wind"
                />
                <Select
                    label="Followed"
                    title="The actor that the picture follows"
                    value={own.follow ?? ""}
                    options={followed}
                    onChange={(name) => void send(setScene({ follow: name || null }))}
                />
            </Section>
            <CueSection subject={{ noun: "stage", index: 0, name: "" }} />
            <Section title="Picture">
                <Row label="Size">
                    <NumberField
                        label="W"
                        value={own.size[0]}
                        min={16}
                        max={8192}
                        step={1}
                        unit="px"
                        onChange={(w) => void send(setScene({ size: [Math.round(w), own.size[1]] }))}
                    />
                    <NumberField
                        label="H"
                        value={own.size[1]}
                        min={16}
                        max={8192}
                        step={1}
                        unit="px"
                        onChange={(h) => void send(setScene({ size: [own.size[0], Math.round(h)] }))}
                    />
                </Row>
                <Colour
                    label="Background"
                    value={own.background.slice(0, 7)}
                    onChange={(background) => void send(setScene({ background }))}
                />
            </Section>
            <Section title="Solver" open={false}>
                <NumberField
                    label="Substeps"
                    value={own.substeps}
                    min={1}
                    max={16}
                    step={1}
                    default={2}
                    onChange={(v) => void send(setScene({ substeps: Math.round(v) }))}
                />
                <NumberField
                    label="Iterations"
                    value={own.iterations}
                    min={1}
                    max={32}
                    step={1}
                    default={4}
                    onChange={(v) => void send(setScene({ iterations: Math.round(v) }))}
                />
            </Section>
        </>
    );
}

export function Inspector() {
    const own = staged.value;
    if (scene.value && isFigured(scene.value)) return <FiguredScene />;
    if (!own && scene.value)
        return (
            <Empty
                icon="waypoints"
                title="A tour"
                text="One drawing goes through its poses at set times. Strengths and ground belong to stages."
            />
        );
    if (!own)
        return (
            <Empty
                icon="sliders-horizontal"
                title="Nothing to inspect yet"
                text="Once there is a stage, its gravity, its actors and their strengths are set here."
            />
        );
    if (selectedFamily.value) return <FamilyInspector family={selectedFamily.value} />;
    const stands = selectedObstacle.value;
    if (stands) return <ObstacleSection {...stands} />;
    if (selectedJoint.value) return <JointSection key={selectedJoint.value.index} {...selectedJoint.value} />;
    if (selectedZone.value) return <ZoneSection key={selectedZone.value.index} {...selectedZone.value} />;
    return (
        <>
            <KeyInspector />
            <ClipInspector />
            <Subject own={own} />
        </>
    );
}

// Shows the selected actor, or the stage itself.
function Subject({ own }: { own: Staged }) {
    const actor = activeActor.value;
    if (!actor) return <SceneSection own={own} />;
    const artwork = artworkOf(actor);
    return (
        <>
            {selectedActors.value.length > 1 ? (
                <Section title="Selected" detail={`${selectedActors.value.length} actors`}>
                    <p class="w-note">Below is {actor.name}. Dragging, G, R, S, copying and Delete act on all.</p>
                </Section>
            ) : null}
            <ActorSection actor={actor} />
            <MoveSection actor={actor} />
            {artwork && <ContactSection key={actor.name} actor={actor} own={artwork} />}
            <CueSection subject={{ noun: "actor", index: own.actors.indexOf(actor), name: actor.name }} />
            {artwork &&
                (actor.kind === "puppet" || project.value.clips.some((clip) => clip.artwork === artwork.name)) && (
                    <ClipSection own={artwork} actor={actor} />
                )}
            {artwork && actor.kind === "puppet" && <PuppetSection own={artwork} actor={actor} />}
            <Directing actor={actor} />
            {artwork && actor.kind === "puppet" && <MaterialPanel own={artwork} actor={actor} />}
            {artwork && actor.kind === "sprite" && <StrengthPanel own={artwork} actor={actor} />}
        </>
    );
}
