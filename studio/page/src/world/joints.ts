// The joints of the open stage: the selected one, their names, and the commands that add, change and remove them.
import { computed, signal } from "@preact/signals";
import type { Command, Joint, Obstacle, Staged, Vec2 } from "../core/project.ts";
import { inScene, staged } from "../scene/state.ts";
import { select, selection } from "../state/app.ts";
import { freeName, send } from "../state/document.ts";

export type JointKind = Joint["kind"];
export const JOINT_KINDS: readonly { value: JointKind; label: string; icon: string; about: string }[] = [
    { value: "hinge", label: "Hinge", icon: "circle-dot", about: "Both turn about one point: doors, wheels, limbs" },
    { value: "rope", label: "Rope", icon: "spline", about: "No further apart than its length" },
    { value: "rod", label: "Rod", icon: "slash", about: "Always as far apart as its length; softer, it is a spring" },
    { value: "weld", label: "Weld", icon: "lock", about: "Neither turns nor moves" },
    { value: "slider", label: "Slider", icon: "move-horizontal", about: "Moves on a line: pistons, lifts, drawers" },
    { value: "pull", label: "Pull", icon: "magnet", about: "A spring that draws both together" },
];
// A hinge, a weld and a slider have one point; the others are lines between two.
export const isPin = (kind: JointKind): boolean => kind === "hinge" || kind === "weld" || kind === "slider";
export type JointPart = "a" | "b" | "pin"; // what of a joint can be dragged
export const isTurning = (kind: JointKind): boolean => kind === "hinge" || kind === "slider";

// What the joint tool draws next.
export const jointKind = signal<JointKind>("rope");

export const selectedJoint = computed((): { joint: Joint; index: number } | null => {
    const last = selection.value.at(-1);
    const index = last?.kind === "joint" ? Number(last.name) : -1;
    const joint = staged.value?.joints[index];
    return joint ? { joint, index } : null;
});

// ---- Names

const KINDS: Readonly<Record<Obstacle["kind"], { label: string; icon: string; name: string }>> = {
    ground: { label: "Ground", icon: "minus", name: "ground" },
    "half-plane": { label: "Slope", icon: "trending-up", name: "slope" },
    segments: { label: "Wall", icon: "spline", name: "wall" },
    polygon: { label: "Block", icon: "shapes", name: "block" },
};
export const kindIcon = ({ kind }: Obstacle): string => KINDS[kind].icon;
export function kindLabel({ kind, sensor, one_way }: Obstacle): string {
    const label = one_way && kind === "segments" ? "Platform" : KINDS[kind].label;
    return sensor ? `${label} that feels` : label;
}
export const obstacleLabel = (obstacle: Obstacle): string => obstacle.name ?? kindLabel(obstacle);
export const obstacleWords = ({ name, kind, sensor }: Obstacle): string =>
    name ?? `the ${sensor ? "sensor" : KINDS[kind].name}`;
// A name for one that has none: joints and cues know it by that.
export const freeObstacleName = ({ kind }: Obstacle, taken: readonly { name: string }[]): string =>
    freeName(KINDS[kind].name, taken);
// The actors first.
export function jointWords({ name, a, b }: Joint): string {
    const [first, second] = a.actor == null ? [b, a] : [a, b];
    return name ?? `${first.actor ?? ""} – ${second.actor ?? second.obstacle ?? "the world"}`;
}

// ---- Commands

export const setJoint = (index: number, keys: Readonly<Record<string, unknown>>): Command =>
    inScene({ do: "joint.set", index, ...keys });
// Limits and motors of a hinge are angles, those of a slider metres: they are given up.
export const setJointKind = (index: number, kind: JointKind): Command =>
    isTurning(kind)
        ? setJoint(index, { kind, low: null, high: null, motor_speed: null, spring_target: null })
        : setJoint(index, { kind });

// The end of a joint before it is a command: obstacles are known by their index, as they may have no name yet.
export interface Thing {
    readonly actor: string | null;
    readonly obstacle: number | null; // both null: the world
}
export interface Anchor extends Thing {
    readonly handle: string | null;
    readonly at: Vec2; // as in the file
    readonly place: Vec2; // on the stage
}
export const isSameThing = (one: Thing, other: Thing): boolean =>
    one.actor === other.actor && one.obstacle === other.obstacle;

// Obstacles at which a joint ends need a name.
function naming(own: Staged, anchors: readonly Anchor[]): { commands: Command[]; nameOf: (index: number) => string } {
    const names = own.obstacles.map(({ name }) => name);
    const commands: Command[] = [];
    for (const { obstacle: index } of anchors) {
        if (index === null || names[index] !== null) continue;
        const taken = names.flatMap((name) => (name == null ? [] : [{ name }]));
        const name = freeObstacleName(own.obstacles[index]!, taken);
        names[index] = name;
        commands.push(inScene({ do: "obstacle.set", index, name }));
    }
    return { commands, nameOf: (index) => names[index] ?? "" };
}
const round4 = (value: number): number => Math.round(value * 1e4) / 1e4;
function endOf(anchor: Anchor, nameOf: (index: number) => string): Record<string, unknown> {
    const at = [round4(anchor.at[0]), round4(anchor.at[1])];
    if (anchor.actor !== null)
        return anchor.handle === null ? { actor: anchor.actor, at } : { actor: anchor.actor, handle: anchor.handle };
    return anchor.obstacle === null ? { at } : { obstacle: nameOf(anchor.obstacle), at };
}

// The commands that put the ends of a joint somewhere else; index −1: that add a joint.
export function placeJoint(
    index: number,
    ends: { readonly a?: Anchor; readonly b?: Anchor },
    keys: Readonly<Record<string, unknown>> = {},
): Command[] {
    const own = staged.peek();
    if (!own) return [];
    const { commands, nameOf } = naming(
        own,
        [ends.a, ends.b].flatMap((anchor) => anchor ?? []),
    );
    const placed = {
        ...keys,
        ...(ends.a && { a: endOf(ends.a, nameOf) }),
        ...(ends.b && { b: endOf(ends.b, nameOf) }),
    };
    return [...commands, index < 0 ? inScene({ do: "joint.add", ...placed }) : setJoint(index, placed)];
}
export function addJoint(a: Anchor, b: Anchor, keys: Readonly<Record<string, unknown>>): void {
    const count = staged.peek()?.joints.length ?? 0;
    const commands = placeJoint(-1, { a, b }, keys);
    if (commands.length && send(commands)) select("joint", String(count));
}
