// The joints of the open stage: the selected one, their names, and the commands that add, change and remove them.
import { computed, signal } from "@preact/signals";
import type { Command, Joint, JointEnd, Obstacle, Staged, Vec2 } from "../core/project.ts";
import { plain, rounded, setScene, staged } from "../scene/state.ts";
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

const KINDS_OF_OBSTACLES: Readonly<Record<Obstacle["kind"], string>> = {
    ground: "the ground",
    "half-plane": "the slope",
    segments: "a wall",
    polygon: "a shape",
};
export const obstacleWords = (obstacle: Obstacle): string => obstacle.name ?? KINDS_OF_OBSTACLES[obstacle.kind];
export function endWords(end: JointEnd): string {
    if (end.actor !== null) return end.handle === null ? end.actor : `${end.actor}, ${end.handle}`;
    return end.obstacle ?? "the world";
}
export const jointWords = (joint: Joint): string =>
    joint.name ?? `${endWords(joint.a).split(",")[0]!} – ${endWords(joint.b).split(",")[0]!}`;

// ---- Commands

export function setJoint(index: number, keys: Readonly<Record<string, unknown>>): Command {
    const joints = (staged.value?.joints ?? []).map((joint, i) => plain(i === index ? { ...joint, ...keys } : joint));
    return setScene({ joints });
}

// What keeps its meaning when a joint becomes one of another kind.
const COMMON = ["name", "a", "b", "collide", "strength", "damping", "break_force", "visible", "colour", "width"];
export function setJointKind({ joint, index }: { joint: Joint; index: number }, kind: JointKind): Command {
    const taut = (of: JointKind): boolean => of === "rope" || of === "rod";
    const keys = [...COMMON, ...(taut(joint.kind) && taut(kind) ? ["length"] : [])];
    const kept = Object.fromEntries(Object.entries(joint).filter(([key]) => keys.includes(key)));
    const joints = (staged.value?.joints ?? []).map((other, i) => plain(i === index ? { ...kept, kind } : other));
    return setScene({ joints });
}

// The end of a joint before it is a command: obstacles are known by their index, as they may have no name yet.
export interface Anchor {
    readonly actor: string | null;
    readonly obstacle: number | null;
    readonly handle: string | null;
    readonly at: Vec2; // as in the file
    readonly place: Vec2; // on the stage
}
export const isSameThing = (one: Anchor, other: Anchor): boolean =>
    one.actor === other.actor && one.obstacle === other.obstacle;

// Obstacles that a joint or a cue mentions need a name.
function namedObstacles(own: Staged, anchors: readonly Anchor[]): readonly Obstacle[] {
    const wanted = anchors.map((anchor) => anchor.obstacle);
    const taken = own.obstacles.flatMap(({ name }) => (name === null ? [] : [{ name }]));
    return own.obstacles.map((obstacle, i) => {
        if (!wanted.includes(i) || obstacle.name !== null) return obstacle;
        const name = freeName(obstacle.kind === "ground" ? "ground" : "wall", taken);
        taken.push({ name });
        return { ...obstacle, name };
    });
}
const round4 = (value: number): number => Math.round(value * 1e4) / 1e4;
function endOf(anchor: Anchor, obstacles: readonly Obstacle[]): Record<string, unknown> {
    const at = [round4(anchor.at[0]), round4(anchor.at[1])];
    if (anchor.actor !== null)
        return anchor.handle === null ? { actor: anchor.actor, at } : { actor: anchor.actor, handle: anchor.handle };
    if (anchor.obstacle === null) return { at: rounded(anchor.at) };
    return { obstacle: obstacles[anchor.obstacle]!.name, at };
}

// The command that puts the ends of a joint somewhere else; index −1: adds a joint.
export function placeJoint(
    index: number,
    ends: { readonly a?: Anchor; readonly b?: Anchor },
    keys: Readonly<Record<string, unknown>> = {},
): Command | null {
    const own = staged.peek();
    if (!own) return null;
    const anchors = [ends.a, ends.b].flatMap((anchor) => (anchor ? [anchor] : []));
    const obstacles = namedObstacles(own, anchors);
    const moved = {
        ...keys,
        ...(ends.a && { a: endOf(ends.a, obstacles) }),
        ...(ends.b && { b: endOf(ends.b, obstacles) }),
    };
    const joints = own.joints.map((joint, i) => plain(i === index ? { ...joint, ...moved } : joint));
    if (index < 0) joints.push(moved);
    const named = obstacles.some((obstacle, i) => obstacle !== own.obstacles[i]);
    return setScene(named ? { obstacles: obstacles.map(plain), joints } : { joints });
}
export function addJoint(a: Anchor, b: Anchor, keys: Readonly<Record<string, unknown>>): void {
    const command = placeJoint(-1, { a, b }, keys);
    const count = staged.peek()?.joints.length ?? 0;
    if (command && send(command)) select("joint", String(count));
}

// A new name for an obstacle, in the joints and cues that mention it too.
export function renameObstacle(index: number, name: string | null): Command {
    const own = staged.peek();
    const before = own?.obstacles[index]?.name ?? null;
    if (!own) return setScene({});
    const renamed = (end: JointEnd): JointEnd =>
        before !== null && end.actor === null && end.obstacle === before ? { ...end, obstacle: name } : end;
    const obstacles = own.obstacles.map((obstacle, i) => plain(i === index ? { ...obstacle, name } : obstacle));
    if (before === null) return setScene({ obstacles });
    const joints = own.joints.map((joint) => plain({ ...joint, a: renamed(joint.a), b: renamed(joint.b) }));
    const script = own.script.map((cue) => (cue["obstacle"] === before ? { ...cue, obstacle: name } : cue));
    return setScene({ obstacles, joints, script });
}
