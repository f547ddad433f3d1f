// Every number of a puppet's material as the inspector shows it: a plain label, and the equation in the tooltip.
// Sliders cover the useful range; typed values may lie outside it (docs/format.md).
import { sliding } from "../core/ranges.ts";
import { materialRanges } from "../core/schema.ts";
import type { Group, Strength } from "../scene/strengths.ts";

const number = (key: keyof typeof materialRanges, label: string, about: string): Strength => ({
    key,
    label,
    about,
    ...sliding(materialRanges[key]),
});

export const MATERIAL: readonly Group[] = [
    {
        title: "Material",
        about: "How it deforms and springs back.",
        entries: [
            number(
                "stiffness",
                "Firmness",
                "How fast the drawing as a whole swings back: low is rubber, high is wood (h² E, eq. 4).",
            ),
            number(
                "half_life",
                "Wobbles for",
                "The time after which a swing is half as wide. A long one follows through, a short one stops at once; 0 never stops.",
            ),
            number(
                "examples",
                "Gives way to poses",
                "How far its rest shape becomes the blend of its poses that is nearest to its current shape (eq. 6–9).",
            ),
            {
                key: "attraction",
                label: "To which mixes",
                about: "Which blends of its poses its rest shape may become.",
                options: [
                    { value: "hull", label: "Any" },
                    { value: "complex", label: "As the board links them" },
                    { value: "linear", label: "Any, as matrices (paper)" },
                    { value: "quick", label: "The same, found quickly" },
                ],
            },
        ],
    },
    {
        title: "World",
        about: "Ground, air and weight.",
        entries: [
            number("gravity", "Gravity", "How heavy it is: a factor on the stage's gravity."),
            number("drag", "Drag", "How strongly the wind carries it."),
            number("friction", "Friction", "The friction against what it touches."),
            number("bounce", "Bounce", "The share of its speed that it keeps after an impact (restitution)."),
        ],
    },
    {
        title: "Solver",
        about: "How exactly a step is solved.",
        entries: [
            number(
                "iterations",
                "Iterations",
                "Iterations of a step: more of them follow stiff materials and exact keys more closely.",
            ),
            {
                key: "accelerated",
                label: "Accelerated",
                about: "Each iteration overshoots a little (over-relaxation), which converges sooner.",
                toggle: true,
            },
        ],
    },
];

// The picture from the strengths that shows the same property of a puppet.
export const PICTURE_OF: Readonly<Record<string, string>> = {
    half_life: "damping",
    examples: "projection",
    iterations: "settle",
};
