// The movement mode of a channel. A change of mode converts the keys: the active body keeps its motion, and the
// others follow in the new mode (3.3).
import type { MoveMode } from "../core/project.ts";
import { ask, send } from "../state/document.ts";
import { Segmented, Section, Toggle } from "../widgets/index.ts";
import { activeBody, channel, channelCommand, channelIndex } from "./state.ts";

const PLACES = [
    { value: "rest", label: "From rest" },
    { value: "absolute", label: "Absolute" },
] as const;
const SCALES = [
    { value: "none", label: "None" },
    { value: "creature", label: "Size" },
    { value: "limb", label: "Limb" },
] as const;

type Switch = "ground" | "sagittal" | "secondary" | "directional" | "lookat";
const SWITCHES: readonly { readonly key: Switch; readonly label: string; readonly title: string }[] = [
    {
        key: "ground",
        label: "Ground",
        title: "Height counts from rest (0) to the ground (1): every hand hits the ground at the same moment, however high it hangs (3.2.2, Ground relative)",
    },
    {
        key: "sagittal",
        label: "Sagittal",
        title: "Sideways counts from rest (0) to the middle plane (1): hands meet there when they clap (3.2.2, the mode that the paper plans)",
    },
    {
        key: "secondary",
        label: "Towards a target",
        title: "Forward counts from rest (0) to the target (1), and turns with it: a hand that reaches the target on one body does on all (3.2.2, Secondary relative)",
    },
    {
        key: "directional",
        label: "Direction only",
        title: "Turned towards the target without reaching as far: a punch keeps its shape however near the target is (3.2.2, SecondaryDirectionalOnly)",
    },
    {
        key: "lookat",
        label: "Look at it",
        title: "The turn follows the target: fully up to 60 degrees, ever less to 90, not at all behind (3.2.2, Lookat)",
    },
];

// Modes that exclude each other: the one set last wins.
function resolveConflicts(mode: MoveMode, key: Switch, on: boolean): MoveMode {
    const next = { ...mode, [key]: on };
    if (on && key === "secondary") return { ...next, ground: false, sagittal: false };
    if (on && (key === "ground" || key === "sagittal")) return { ...next, secondary: false, directional: false };
    if (on && key === "directional") return { ...next, secondary: true, ground: false, sagittal: false };
    if (!on && key === "secondary") return { ...next, directional: false };
    return next;
}

export function setMode(mode: MoveMode): void {
    const [now, index, of] = [activeBody.peek(), channelIndex.peek(), channel.peek()];
    if (!of || index < 0) return;
    const remapped = now && ask((core) => core.herds.remap(index, now.member, now.body, mode));
    // Relative modes need a relation, so one is added. Without an active body the keys stay as they are.
    const relative = (mode.secondary || mode.lookat) && !of.relative ? { relative: { target: 0 } } : {};
    send({ ...(remapped ?? channelCommand("channel.set", { mode })), ...relative });
}

export function ModeSection() {
    const of = channel.value;
    if (!of) return null;
    const { mode } = of;
    const set = (change: Partial<MoveMode>): void => setMode({ ...mode, ...change });
    return (
        <Section title="Movement" id="creature-mode">
            <p class="w-note">
                {activeBody.value
                    ? `Switching keeps how ${activeBody.value.name} of ${activeBody.value.of.name} moves.`
                    : "Pick a body in the view: it keeps its motion when a mode is switched."}
            </p>
            <Segmented
                label="Place"
                title="From rest: how far it moves from its rest pose matters. Absolute: where it is in the creature's frame, the same on all (3.2.2, Rest relative and Identity)"
                value={mode.place}
                options={PLACES}
                onChange={(place) => set({ place })}
                test="mode-place"
            />
            <Segmented
                label="Turn"
                title="From rest: how far it turns from its rest pose. Absolute: which way it points in the end, whatever its rest: a hand that holds up a platter (3.2.2)"
                value={mode.turn}
                options={PLACES}
                onChange={(turn) => set({ turn })}
                test="mode-turn"
            />
            <Segmented
                label="Scale"
                title="None: metres on every creature. Size: times the creature's bounds, each way by itself. Limb: times the body's limb length, so that long arms wave wide (3.2.2, Scale)"
                value={mode.scale}
                options={SCALES}
                onChange={(scale) => set({ scale })}
                test="mode-scale"
            />
            {SWITCHES.map(({ key, label, title }) => (
                <Toggle
                    key={key}
                    label={label}
                    title={title}
                    value={mode[key]}
                    onChange={(on) => setMode(resolveConflicts(mode, key, on))}
                    test={`mode-${key}`}
                />
            ))}
        </Section>
    );
}
