// Every number of a puppet's material as the inspector shows it: words first, the equation in the tooltip. Ranges are those that
// make sense under a hand; what is typed may go further (docs/format.md).
import type { Group } from "./strengths.ts";

export const MATERIAL: readonly Group[] = [
  {
    title: "Material",
    about: "How it gives way and comes back.",
    entries: [
      { key: "stiffness", label: "Firmness", about: "How fast the drawing as a whole swings back: low is rubber, high is wood (h² E, eq. 4).", min: 0.2, max: 30, default: 3, unit: "Hz", log: true },
      { key: "half_life", label: "Wobbles for", about: "Until a swing is half as wide. Long follows through, short stops dead; 0 never stops.", min: 0, max: 2, default: 0.35, unit: "s" },
      { key: "examples", label: "Gives way to poses", about: "How far its rest shape becomes the mix of its poses that is nearest to how it is bent (eq. 6–9).", min: 0, max: 1, default: 1 },
      {
        key: "attraction",
        label: "To which mixes",
        about: "Of the poses that it is drawn to.",
        options: [
          { value: "hull", label: "Any" },
          { value: "quick", label: "Any, found quickly" },
          { value: "complex", label: "As the board links them" },
        ],
      },
    ],
  },
  {
    title: "World",
    about: "Ground, air and weight.",
    entries: [
      { key: "gravity", label: "Gravity", about: "How heavy it is: a factor on the stage's gravity.", min: -1, max: 3, default: 1 },
      { key: "drag", label: "Drag", about: "How the wind takes it along.", min: 0, max: 10, default: 0, unit: "/s" },
      { key: "friction", label: "Friction", about: "Against what it touches.", min: 0, max: 2, default: 0.6 },
      { key: "bounce", label: "Bounce", about: "The share of its speed that it leaves contact with.", min: 0, max: 1, default: 0 },
    ],
  },
  {
    title: "Solver",
    about: "How exactly a step is solved.",
    entries: [
      { key: "iterations", label: "Iterations", about: "Of a step: more follow stiff materials and exact keys more closely.", min: 1, max: 64, default: 10 },
      { key: "accelerated", label: "Accelerated", about: "Each iteration goes a little further than it was told to, which converges sooner.", toggle: true },
    ],
  },
];

// Which picture of the strengths says the same of a puppet.
export const PICTURE_OF: Readonly<Record<string, string>> = { half_life: "damping", examples: "projection", iterations: "settle" };
