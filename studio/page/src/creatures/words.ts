// Plain words for what motions are made of.
import type { Failure } from "../core/herd.ts";
import type { BodyContext, Extent, GaitNumber, MotionBranch, MoveMode, SpaceAxis } from "../core/project.ts";

export const ANY: BodyContext = { cap: null, x: null, y: null, z: null, within: [], extent: null, spine: false };
export const PLAIN: MoveMode = { place: "rest", turn: "rest", scale: "none", ground: false, sagittal: false, secondary: false, directional: false, lookat: false };

export const CAPS = ["root", "spine", "limb", "grasper", "foot", "mouth", "eye", "ear", "tail", "wing", "spike"] as const;
const PLURALS: Record<string, string> = { foot: "feet", spine: "spine bodies", root: "the root" };
export const capWords = (cap: string): string => PLURALS[cap] ?? `${cap}s`;
export const capName = (cap: string): string => (cap === "spine" ? "of the spine" : cap === "root" ? "the root" : `${/^[aeiou]/.test(cap) ? "an" : "a"} ${cap}`);

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

// "graspers in front, the leftmost": a context in a few words.
export function contextWords(context: BodyContext): string {
  const zones = (["x", "y", "z"] as const).flatMap((axis) => (context[axis] ? [context[axis] === "centre" ? "in the middle" : axis === "z" ? `in the ${context.z}` : axis === "y" ? `at the ${context.y}` : `on the ${context.x}`] : []));
  const which = context.extent ? `the ${context.extent} ` : "";
  const what = context.cap ? (context.extent ? context.cap : capWords(context.cap)) : context.extent ? "body" : "all bodies";
  return `${context.spine ? "spine of " : ""}${which}${what}${zones.length ? ` ${zones.join(", ")}` : ""}`;
}
// The parts of a mode that are not the plain ones.
export function modeWords(mode: MoveMode): string {
  const parts = [mode.place === "absolute" && "absolute", mode.scale !== "none" && `by ${mode.scale}`, mode.ground && "ground", mode.sagittal && "sagittal", mode.secondary && (mode.directional ? "direction" : "towards"), mode.lookat && "look"];
  return parts.filter(Boolean).join(" · ");
}
export function branchWords(branch: MotionBranch): string {
  const wish = (value: boolean | null, yes: string, no: string): string[] => (value === null ? [] : [value ? yes : no]);
  const caps = Object.entries(branch.caps).map(([cap, has]) => (has === false ? `no ${capWords(cap)}` : has === true ? capWords(cap) : `${has} ${capWords(cap)}`));
  return [...wish(branch.upright, "upright", "prone"), ...wish(branch.walks, "legs", "no legs"), ...caps].join(", ");
}

const MEASURES: Record<string, string> = { miss: "misses its goal", slip: "feet slip", stretch: "stretched too far", jump: "jumps between frames", twist: "flips over", sink: "sinks into the ground", nan: "numbers break" };
export const failureWords = ({ measure, body, value, limit }: Failure): string =>
  `${MEASURES[measure] ?? measure}${body ? ` (${body})` : ""}, ${Number(value.toPrecision(3))} where ${Number(limit.toPrecision(3))} is allowed`;

export interface GaitWord {
  readonly key: GaitNumber;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly title: string;
}
// Limits and defaults are those of docs/format.md.
export const GAIT_NUMBERS: readonly { readonly title: string; readonly numbers: readonly GaitWord[] }[] = [
  {
    title: "Steps",
    numbers: [
      { key: "lift", label: "Lift", min: 0, max: 1, default: 0.12, title: "How high feet fly, in leg lengths" },
      { key: "hurry", label: "Hurry", min: 0.25, max: 4, default: 1, title: "Times the frequency, with steps shorter by as much" },
      { key: "wide", label: "Wide", min: -0.3, max: 0.5, default: 0, title: "Feet farther out, in leg lengths" },
      { key: "limp", label: "Limp", min: 0, max: 1, default: 0, title: "One leg stands shorter, and the body dips on it" },
    ],
  },
  {
    title: "Body",
    numbers: [
      { key: "crouch", label: "Crouch", min: -0.2, max: 0.6, default: 0, title: "The body lower, in leg lengths" },
      { key: "bob", label: "Bob", min: 0, max: 0.3, default: 0.02, title: "Hips up and down twice a cycle, in leg lengths" },
      { key: "bounce", label: "Bounce", min: 0, max: 1, default: 0, title: "How much of the bob happens in flight instead of stance: a run" },
      { key: "sway", label: "Sway", min: 0, max: 0.3, default: 0.02, title: "Towards the standing side, in leg lengths" },
      { key: "lean", label: "Lean", min: -0.6, max: 0.6, default: 0.08, title: "Forward with speed, radians at a Froude number of 1" },
    ],
  },
  {
    title: "Hips",
    numbers: [
      { key: "roll", label: "Roll", min: 0, max: 0.6, default: 0.04, title: "Of the hips with the steps, radians" },
      { key: "yaw", label: "Yaw", min: 0, max: 0.6, default: 0.06, title: "Of the hips with the steps, radians" },
      { key: "pitch", label: "Pitch", min: 0, max: 0.6, default: 0.05, title: "Of the hips with the steps, radians" },
    ],
  },
];
