// Texts that describe motions, contexts, modes and gaits.
import type { Failure } from "../core/herd.ts";
import type { BodyContext, Extent, GaitNumber, MotionBranch, MoveMode, SpaceAxis } from "../core/project.ts";

export { contextDefaults as ANY, modeDefaults as PLAIN } from "../core/schema.ts";

export const CAPS = [
    "root",
    "spine",
    "limb",
    "grasper",
    "foot",
    "mouth",
    "eye",
    "ear",
    "tail",
    "wing",
    "spike",
] as const;
const PLURALS: Record<string, string> = { foot: "feet", spine: "spine bodies", root: "the root" };
export const capWords = (cap: string): string => PLURALS[cap] ?? `${cap}s`;
export const capName = (cap: string): string =>
    cap === "spine" ? "of the spine" : cap === "root" ? "the root" : `${/^[aeiou]/.test(cap) ? "an" : "a"} ${cap}`;

export const ZONES: Record<SpaceAxis, readonly { readonly value: string; readonly label: string }[]> = {
    z: [
        { value: "front", label: "front half" },
        { value: "centre", label: "middle, front to back" },
        { value: "back", label: "back half" },
    ],
    x: [
        { value: "left", label: "left half" },
        { value: "centre", label: "middle, left to right" },
        { value: "right", label: "right half" },
    ],
    y: [
        { value: "top", label: "upper half" },
        { value: "centre", label: "middle, top to bottom" },
        { value: "bottom", label: "lower half" },
    ],
};
export const AXIS_WORDS: Record<SpaceAxis, string> = { z: "Front or back", x: "Left or right", y: "Top or bottom" };
export const EXTENTS: readonly { readonly value: Extent; readonly label: string }[] = [
    { value: "frontmost", label: "frontmost" },
    { value: "backmost", label: "backmost" },
    { value: "leftmost", label: "leftmost" },
    { value: "rightmost", label: "rightmost" },
    { value: "topmost", label: "topmost" },
    { value: "bottommost", label: "bottommost" },
];

// A short description of a context, such as "the leftmost grasper in the front".
export function contextWords(context: BodyContext): string {
    const zones = (["x", "y", "z"] as const).flatMap((axis) =>
        context[axis]
            ? [
                  context[axis] === "centre"
                      ? "in the middle"
                      : axis === "z"
                        ? `in the ${context.z}`
                        : axis === "y"
                          ? `at the ${context.y}`
                          : `on the ${context.x}`,
              ]
            : [],
    );
    const which = context.extent ? `the ${context.extent} ` : "";
    const what = context.cap
        ? context.extent
            ? context.cap
            : capWords(context.cap)
        : context.extent
          ? "body"
          : "all bodies";
    return `${context.spine ? "spine of " : ""}${which}${what}${zones.length ? ` ${zones.join(", ")}` : ""}`;
}
// Lists the parts of a mode that differ from the default.
export function modeWords(mode: MoveMode): string {
    const parts = [
        mode.place === "absolute" && "absolute",
        mode.scale !== "none" && `by ${mode.scale}`,
        mode.ground && "ground",
        mode.sagittal && "sagittal",
        mode.secondary && (mode.directional ? "direction" : "towards"),
        mode.lookat && "look",
    ];
    return parts.filter(Boolean).join(" · ");
}
export function branchWords(branch: MotionBranch): string {
    const threeWay = (value: boolean | null, yes: string, no: string): string[] =>
        value === null ? [] : [value ? yes : no];
    const caps = Object.entries(branch.caps).map(([cap, has]) =>
        has === false ? `no ${capWords(cap)}` : has === true ? capWords(cap) : `${has} ${capWords(cap)}`,
    );
    return [
        ...threeWay(branch.upright, "upright", "prone"),
        ...threeWay(branch.walks, "legs", "no legs"),
        ...caps,
    ].join(", ");
}

const MEASURES: Record<string, string> = {
    miss: "misses its goal",
    slip: "feet slip",
    stretch: "stretched too far",
    jump: "jumps between frames",
    twist: "flips over",
    sink: "sinks into the ground",
    nan: "numbers break",
};
export const failureWords = ({ measure, body, value, limit }: Failure): string =>
    `${MEASURES[measure] ?? measure}${body ? ` (${body})` : ""}, ${Number(value.toPrecision(3))} where ${Number(limit.toPrecision(3))} is allowed`;

export interface GaitWord {
    readonly key: GaitNumber;
    readonly label: string;
    readonly title: string;
}
export const GAIT_NUMBERS: readonly { readonly title: string; readonly numbers: readonly GaitWord[] }[] = [
    {
        title: "Steps",
        numbers: [
            { key: "lift", label: "Lift", title: "How high feet are lifted, in leg lengths" },
            {
                key: "hurry",
                label: "Hurry",
                title: "A factor on the frequency; steps become shorter by the same factor",
            },
            { key: "wide", label: "Wide", title: "How far feet are set outwards, in leg lengths" },
            { key: "limp", label: "Limp", title: "How much shorter one leg stands, so that the body dips on it" },
        ],
    },
    {
        title: "Body",
        numbers: [
            { key: "crouch", label: "Crouch", title: "How much lower the body is, in leg lengths" },
            { key: "bob", label: "Bob", title: "How far the hips move up and down twice a cycle, in leg lengths" },
            { key: "bounce", label: "Bounce", title: "How much of the bob happens in flight instead of stance: a run" },
            { key: "sway", label: "Sway", title: "How far the body moves towards the standing side, in leg lengths" },
            {
                key: "lean",
                label: "Lean",
                title: "How far the body leans forward with speed, radians at a Froude number of 1",
            },
        ],
    },
    {
        title: "Hips",
        numbers: [
            { key: "roll", label: "Roll", title: "Rotation of the hips with the steps, radians" },
            { key: "yaw", label: "Yaw", title: "Rotation of the hips with the steps, radians" },
            { key: "pitch", label: "Pitch", title: "Rotation of the hips with the steps, radians" },
        ],
    },
];
