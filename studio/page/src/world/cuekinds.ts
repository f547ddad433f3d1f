// What a cue can do: for actors, obstacles, joints, zones and the whole stage a table of kinds and their fields, what a
// new one says, and its words.
import type { Joint, Staged, Vec2, Zone } from "../core/project.ts";
import { rounded } from "../scene/state.ts";
import { studio } from "../state/document.ts";
import { frameOf } from "./anchors.ts";
import { DEGREE } from "./fields.tsx";

export type Entry = Readonly<Record<string, unknown>>;
export type CueNoun = "actor" | "obstacle" | "joint" | "zone" | "stage";
export interface CueSubject {
    readonly noun: CueNoun;
    readonly index: number; // among its like; of the stage 0
    readonly name: string | null;
}
const NOUNS = ["actor", "obstacle", "joint", "zone"] as const;
export const LISTS = { actor: "actors", obstacle: "obstacles", joint: "joints", zone: "zones" } as const;
// What an entry names: "stage" where it names nothing.
export function subjectOf(entry: Entry): { readonly noun: CueNoun; readonly name: string } {
    const noun = NOUNS.find((one) => typeof entry[one] === "string");
    return noun ? { noun, name: String(entry[noun]) } : { noun: "stage", name: "" };
}

interface FieldBase {
    readonly key: string;
    readonly label: string;
    readonly title?: string;
    readonly unit?: string;
    readonly optional?: boolean; // it may be left out: nothing of it changes
}
export type CueField =
    | (FieldBase & {
          readonly type: "number";
          readonly first?: number;
          readonly factor?: number; // of what is shown, in units of the file
          readonly step?: number;
          readonly min?: number;
          readonly max?: number;
      })
    | (FieldBase & { readonly type: "vector"; readonly first?: Vec2 })
    | (FieldBase & { readonly type: "flag" | "colour" | "layers" });

export interface CueKind {
    readonly does: string; // `do` in the file
    readonly label: string;
    readonly icon: string;
    readonly about: string;
    readonly fields: readonly CueField[];
    readonly inChanges?: boolean; // its fields are in `changes`
    readonly takesTime?: boolean; // it has `seconds` and `ease`
}

const angle = (key: string, label: string, more: Partial<FieldBase> = {}): CueField => ({
    type: "number",
    key,
    label,
    unit: "°",
    factor: DEGREE,
    step: 1,
    first: 0,
    ...more, // prettier-ignore
});
const place: CueField = { type: "vector", key: "to", label: "To", unit: "m" };
const velocity: CueField = { type: "vector", key: "velocity", label: "Velocity", unit: "m/s", optional: true, first: [0, 0] }; // prettier-ignore
const spin = angle("spin", "Spin", { unit: "°/s", optional: true });

const VELOCITY: CueKind = { does: "velocity", label: "Velocity", icon: "arrow-up-right", about: "It goes on with this velocity", fields: [velocity, spin] }; // prettier-ignore
const TELEPORT: CueKind = { does: "teleport", label: "Be elsewhere", icon: "pin", about: "It is there at once", fields: [place, angle("angle", "Turned by", { optional: true })] }; // prettier-ignore
const sensor: CueField = { type: "flag", key: "sensor", label: "Only feels", optional: true };
const layers: CueField = { type: "layers", key: "layers", label: "Is in", optional: true };

const OF_ACTORS: readonly CueKind[] = [
    { does: "push", label: "Push", icon: "move", about: "A blow to the whole drawing", fields: [{ type: "vector", key: "impulse", label: "Impulse", unit: "N s" }] }, // prettier-ignore
    VELOCITY,
    { does: "force", label: "Force", icon: "arrow-up-right", about: "It acts from now on; 0, 0 ends it", fields: [{ type: "vector", key: "force", label: "Force", unit: "N" }] }, // prettier-ignore
    TELEPORT,
    { does: "flip", label: "Turn round", icon: "flip-horizontal-2", about: "It looks the other way", fields: [] },
    {
        does: "change",
        label: "Change",
        icon: "sliders-horizontal",
        about: "Its size, density, colour, and whom it meets",
        inChanges: true,
        fields: [
            { type: "number", key: "scale", label: "Size", unit: "×", first: 1, step: 0.05, min: 0.01, max: 100, optional: true }, // prettier-ignore
            { type: "number", key: "density", label: "Density", first: 1, step: 0.05, min: 0.001, max: 1000, optional: true }, // prettier-ignore
            { type: "colour", key: "tint", label: "Tint", optional: true },
            { type: "flag", key: "kinematic", label: "Kinematic", optional: true },
            sensor,
            layers,
            { type: "layers", key: "mask", label: "Meets", optional: true },
        ],
    },
];
const MOVE: CueKind = {
    does: "move",
    label: "Move",
    icon: "move",
    about: "It goes there in so many seconds, and carries what stands on it",
    takesTime: true,
    fields: [{ ...place, optional: true }, angle("angle", "Turned by", { optional: true })],
};
const OF_OBSTACLES: readonly CueKind[] = [
    MOVE,
    VELOCITY,
    TELEPORT,
    {
        does: "change",
        label: "Change",
        icon: "sliders-horizontal",
        about: "Its friction, and whom it meets",
        inChanges: true,
        fields: [
            { type: "number", key: "friction", label: "Friction", first: 0.6, step: 0.05, min: 0, max: 1000, optional: true }, // prettier-ignore
            sensor,
            { type: "flag", key: "one_way", label: "One way", optional: true },
            { ...layers, label: "Meets" },
        ],
    },
];
const BREAK: CueKind = { does: "break", label: "Break", icon: "unlink", about: "The joint is gone", fields: [] };
const TARGET: CueKind = { does: "target", label: "Move its end", icon: "pin", about: "Its end in the world is there from then on", fields: [place] }; // prettier-ignore
const LENGTH: CueKind = { does: "length", label: "Length", icon: "spline", about: "A rope or rod gets this length: a winch", fields: [{ type: "number", key: "length", label: "Length", unit: "m", step: 0.05, min: 0 }] }; // prettier-ignore
// Hinges go by degrees, sliders by metres.
function drivenKinds(hinge: boolean): readonly CueKind[] {
    const by = hinge ? { unit: "°", factor: DEGREE, step: 1 } : { unit: "m", factor: 1, step: 0.05 };
    const limit = { type: "number", key: "limit", label: "At most", unit: hinge ? "N m" : "N", step: 0.5, min: 0, first: 10, optional: true } as const; // prettier-ignore
    return [
        { does: "motor", label: "Motor", icon: "repeat", about: "Its motor drives it at this speed; without one it runs freely", fields: [{ type: "number", key: "speed", label: "Speed", ...by, unit: `${by.unit}/s`, first: hinge ? 90 * DEGREE : 1, optional: true }, limit] }, // prettier-ignore
        { does: "limits", label: "Limits", icon: "lock", about: "How far it turns or slides; without them, anywhere", fields: [{ type: "number", key: "low", label: "Low", ...by, first: hinge ? -45 * DEGREE : 0, optional: true }, { type: "number", key: "high", label: "High", ...by, first: hinge ? 45 * DEGREE : 1, optional: true }] }, // prettier-ignore
        { does: "spring", label: "Spring", icon: "waves", about: "Draws it to its target; 0 Hz: none", fields: [{ type: "number", key: "frequency", label: "Frequency", unit: "Hz", step: 0.1, min: 0, max: 1000 }, { type: "number", key: "damping", label: "Damping", step: 0.05, min: 0, max: 100 }, { type: "number", key: "target", label: "Target", ...by, first: 0, optional: true }] }, // prettier-ignore
    ];
}
const drag = (label: string): CueField => ({ type: "number", key: "drag", label, unit: "/s", step: 0.1, min: 0, optional: true }); // prettier-ignore
const ZONE_FIELDS: Readonly<Record<Zone["kind"], readonly CueField[]>> = {
    force: [{ type: "vector", key: "acceleration", label: "Accelerates by", unit: "m/s²", optional: true }],
    wind: [{ type: "vector", key: "velocity", label: "Blows with", unit: "m/s", optional: true }, drag("Takes along")],
    water: [
        { type: "vector", key: "velocity", label: "Flows with", unit: "m/s", optional: true },
        { type: "number", key: "density", label: "Density", step: 0.1, min: 0, optional: true },
        drag("Slows"),
        { type: "number", key: "quadratic_drag", label: "Slows the fast", step: 0.1, min: 0, optional: true },
        { type: "number", key: "angular_drag", label: "Slows turning", unit: "/s", step: 0.1, min: 0, optional: true },
    ],
};
const zoneKindOf = (zone: Zone): CueKind => ({
    does: "zone",
    label: "Change",
    icon: "sliders-horizontal",
    about: "How it acts, where it is, and whether it acts at all",
    inChanges: true,
    takesTime: true,
    fields: [
        { type: "flag", key: "active", label: "Acts", optional: true },
        ...ZONE_FIELDS[zone.kind],
        ...(zone.points.length === 0
            ? []
            : ([
                  { type: "vector", key: "at", label: "Origin", unit: "m", optional: true },
                  angle("angle", "Turned by", { optional: true }),
              ] satisfies CueField[])),
        { type: "layers", key: "layers", label: "Acts on", optional: true },
    ],
});
const OF_STAGE: readonly CueKind[] = [
    { does: "wind", label: "Wind", icon: "wind", about: "It blows so from then on", fields: [{ type: "vector", key: "wind", label: "Wind", unit: "m/s" }] }, // prettier-ignore
    { does: "gravity", label: "Gravity", icon: "arrow-down", about: "It is so from then on", fields: [{ type: "vector", key: "gravity", label: "Gravity", unit: "m/s²" }] }, // prettier-ignore
];

const jointKinds = ({ kind, a, b }: Joint): readonly CueKind[] => [
    ...(kind === "hinge" || kind === "slider" ? drivenKinds(kind === "hinge") : []),
    ...(kind === "rope" || kind === "rod" ? [LENGTH] : []),
    ...([a, b].some(({ actor, obstacle }) => actor == null && obstacle == null) ? [TARGET] : []),
    BREAK,
];
export function cueKinds(own: Staged, { noun, index }: { noun: CueNoun; index: number }): readonly CueKind[] {
    if (noun === "stage") return OF_STAGE;
    if (noun === "actor") return [...OF_ACTORS, MOVE];
    if (noun === "obstacle") return OF_OBSTACLES;
    const item = noun === "joint" ? own.joints[index] : own.zones[index];
    if (!item) return [];
    return noun === "joint" ? jointKinds(item as Joint) : [zoneKindOf(item as Zone)];
}
const KNOWN: Readonly<Record<CueNoun, ReadonlySet<string>>> = {
    actor: new Set(OF_ACTORS.map(({ does }) => does)),
    obstacle: new Set(OF_OBSTACLES.map(({ does }) => does)),
    joint: new Set([...drivenKinds(true), LENGTH, TARGET, BREAK].map(({ does }) => does)),
    zone: new Set(["zone"]),
    stage: new Set(OF_STAGE.map(({ does }) => does)),
};
// Whether it has fields here: what a hand does, strengths and keys have theirs elsewhere, or none.
export const isCue = (noun: CueNoun, entry: Entry): boolean => KNOWN[noun].has(String(entry["do"]));
// Whether it can be dragged on the timeline: moves of kinematic actors, which have a section of their own, too.
export const isTimed = (noun: CueNoun, entry: Entry): boolean =>
    isCue(noun, entry) || (noun === "actor" && entry["do"] === MOVE.does);

// ---- What a new one says

// Something that is seen at once, and near to how the thing is now.
export interface NewCue {
    readonly label: string;
    readonly icon: string;
    readonly about: string;
    readonly keys: Entry;
}
const round = (value: number): number => Math.round(value * 1000) / 1000;
const start = (kind: CueKind, keys: Entry): NewCue => ({
    label: kind.label,
    icon: kind.icon,
    about: kind.about,
    keys: { do: kind.does, ...keys },
});
function newForActor(own: Staged, index: number): readonly NewCue[] {
    const now = studio.peek()?.playing()?.actors[index];
    const at = rounded(now ? [now.x, now.y + 1] : [0, 1]);
    const actor = own.actors[index]!;
    const first: Readonly<Record<string, Entry>> = {
        push: { impulse: [0, 1] },
        velocity: { velocity: [0, 4] },
        force: { force: [0, 1] },
        teleport: { to: at },
        flip: {},
        change: { changes: actor.kind === "puppet" ? { tint: "#F2B134" } : { scale: round(2 * actor.scale) } },
    };
    return OF_ACTORS.map((kind) => start(kind, first[kind.does]!));
}
function newForObstacle(own: Staged, index: number): readonly NewCue[] {
    const play = studio.peek()?.playing();
    const { x, y } = play ? frameOf(play, index) : { x: 0, y: 0 };
    const obstacle = own.obstacles[index]!;
    const first: Readonly<Record<string, Entry>> = {
        move: { to: rounded([x, y + 1]), seconds: 1 },
        velocity: { velocity: [0, 1] },
        teleport: { to: rounded([x, y + 1]) },
        change: { changes: { sensor: !obstacle.sensor } },
    };
    return OF_OBSTACLES.map((kind) => start(kind, first[kind.does]!));
}
function newForJoint(own: Staged, index: number): readonly NewCue[] {
    const joint = own.joints[index]!;
    const now = studio.peek()?.playing()?.joints[index];
    const hinge = joint.kind === "hinge";
    const world = now && (joint.a.actor == null && joint.a.obstacle == null ? now.a : now.b);
    const first: Readonly<Record<string, Entry>> = {
        motor: { speed: joint.motor_speed == null ? round(hinge ? 90 * DEGREE : 1) : 0 },
        limits: hinge ? { low: round(-45 * DEGREE), high: round(45 * DEGREE) } : { low: 0, high: 1 },
        spring: { frequency: 4, damping: 0.7 },
        length: { length: round((joint.length ?? now?.length ?? 1) / 2) },
        target: { to: rounded(world ? [world[0], world[1] + 0.5] : [0, 0]) },
        break: {},
    };
    return jointKinds(joint).map((kind) => start(kind, first[kind.does]!));
}
function newForZone(own: Staged, index: number): readonly NewCue[] {
    const zone = own.zones[index]!;
    const change = (label: string, icon: string, about: string, changes: Entry, seconds = 0): NewCue => ({
        label,
        icon,
        about,
        keys: { do: "zone", changes, ...(seconds > 0 && { seconds }) }, // prettier-ignore
    });
    const { acceleration, velocity: flow } = zone;
    const twice = ([x, y]: Vec2): Vec2 => rounded([2 * x, 2 * y]);
    return [
        zone.active
            ? change("Switch it off", "eye-off", "It does nothing from then on", { active: false })
            : change("Switch it on", "eye", "It acts from then on", { active: true }),
        ...(zone.points.length === 0
            ? []
            : [change(zone.kind === "water" ? "Rise" : "Move", "move", "It is elsewhere after some seconds", { at: rounded([zone.at[0], zone.at[1] + 1]) }, 2)]), // prettier-ignore
        ...(acceleration ? [change("Accelerate otherwise", "arrow-up-right", "Another force, at once or little by little", { acceleration: twice(acceleration) }, 1)] : []), // prettier-ignore
        ...(flow && zone.kind === "wind" ? [change("Blow otherwise", "wind", "A gust, or a lull", { velocity: twice(flow) }, 1)] : []), // prettier-ignore
        ...(flow && zone.kind === "water" ? [change("Flow otherwise", "waves", "A current", { velocity: [1, 0] }, 1)] : []), // prettier-ignore
    ];
}
export function newCues(own: Staged, { noun, index }: CueSubject): readonly NewCue[] {
    if (noun === "actor") return newForActor(own, index);
    if (noun === "obstacle") return newForObstacle(own, index);
    if (noun === "joint") return newForJoint(own, index);
    if (noun === "zone") return newForZone(own, index);
    const first: Readonly<Record<string, Entry>> = { wind: { wind: [4, 0] }, gravity: { gravity: [0, 0] } };
    return OF_STAGE.map((kind) => start(kind, first[kind.does]!));
}

// ---- Words

const shown = (value: unknown, factor = 1): string =>
    typeof value === "number"
        ? String(Number((value / factor).toPrecision(3))).replace("-", "−")
        : Array.isArray(value)
          ? value.map((one) => shown(one, factor)).join(", ")
          : String(value);
function fieldWords(field: CueField, value: unknown): string {
    if (field.type === "flag") return value ? field.label : `not ${field.label.toLowerCase()}`;
    if (field.type === "layers") return `${field.label} ${Array.isArray(value) ? shown(value) : "all layers"}`;
    const factor = field.type === "number" ? field.factor : 1;
    const unit = field.unit === "×" || field.unit === undefined ? "" : ` ${field.unit}`;
    return `${field.label} ${shown(value, factor)}${unit}`;
}
// "Motor 90 °/s": the first field of a kind goes without its name.
export function cueWords(own: Staged, entry: Entry): string {
    const { noun, name } = subjectOf(entry);
    const index = noun === "stage" ? 0 : own[LISTS[noun]].findIndex((one) => one.name === name);
    const kind = cueKinds(own, { noun, index }).find(({ does }) => does === entry["do"]);
    if (!kind) return String(entry["do"]);
    const values = ((kind.inChanges ? entry["changes"] : entry) ?? {}) as Entry;
    const parts = kind.fields.flatMap((field): string[] => {
        const value = values[field.key];
        const isGiven = field.type === "layers" ? value !== undefined : value !== undefined && value !== null;
        if (!isGiven) return [];
        const words = fieldWords(field, value);
        const isNamed = !kind.inChanges && field === kind.fields[0];
        return [isNamed ? words.slice(field.label.length + 1) : words];
    });
    if (kind.inChanges) return parts.length ? parts.join(", ") : kind.label;
    return [kind.label, parts.join(", ")].join(" ").trim();
}
