// Every strength of a sprite as the inspector shows it: a plain label, with the symbol and its equation in the
// tooltip. Ranges are sensible for dragging; typed values may go further (docs/format.md).
import { sliding } from "../core/ranges.ts";
import { strengthsRanges } from "../core/schema.ts";

export interface Strength {
    readonly key: string;
    readonly label: string;
    readonly about: string; // the tooltip
    readonly min: number;
    readonly max: number;
    readonly default: number;
    readonly unit?: string;
    readonly log?: boolean;
}
export interface Choice {
    readonly key: string;
    readonly label: string;
    readonly about: string;
    readonly options: readonly { readonly value: string; readonly label: string }[];
}
// the example that is led to
export interface Towards {
    readonly key: string;
    readonly label: string;
    readonly about: string;
    readonly example: true;
}
export interface Switch {
    readonly key: string;
    readonly label: string;
    readonly about: string;
    readonly toggle: true;
}
export type Entry = Strength | Choice | Towards | Switch;
export const isStrength = (entry: Entry): entry is Strength => "min" in entry;
export const isChoice = (entry: Entry): entry is Choice => "options" in entry;
export const isTowards = (entry: Entry): entry is Towards => "example" in entry;

export interface Group {
    readonly title: string;
    readonly about: string;
    readonly entries: readonly Entry[];
}

const number = (key: keyof typeof strengthsRanges, label: string, about: string): Strength => ({
    key,
    label,
    about,
    ...sliding(strengthsRanges[key]),
});

export const GROUPS: readonly Group[] = [
    {
        title: "Shape",
        about: "How firmly it keeps the shape of its place among the poses.",
        entries: [
            number("stiffness", "Firmness", "Of the whole drawing towards its rest shape (k, eq. 7–8)."),
            number(
                "local",
                "Local firmness",
                "Of each neighbourhood towards its rest shape: low lets it bend and wobble (eq. 9–10).",
            ),
            number("damping", "Damping", "How fast wobbling dies away."),
        ],
    },
    {
        title: "Poses",
        about: "How it moves among its poses.",
        entries: [
            number(
                "projection",
                "Follow its shape",
                "How far its place follows the shape that it is pushed into (eq. 2).",
            ),
            number("equilibrium", "Return", "How strongly it is drawn back to its own place (eq. 3)."),
            number("settle", "Settle", "How it gets there: below 1 it overshoots and swings."),
        ],
    },
    {
        title: "Impact",
        about: "The effect of impacts on its pose.",
        entries: [
            number("energy", "Energy to pose", "How far the energy of a contact moves it (kₑ, eq. 4–5)."),
            {
                key: "energy_towards",
                label: "Goes",
                about: "Which way the energy moves it.",
                options: [
                    { value: "example", label: "To a pose" },
                    { value: "away", label: "Away from rest" },
                    { value: "velocity", label: "The way it moves" },
                ],
            },
            { key: "energy_example", label: "To the pose", about: "Where the energy moves it.", example: true },
            number("energy_threshold", "From", "Energies below this are ignored, in weight × size."),
            number("energy_time", "Lasts", "How long it lasts."),
        ],
    },
    {
        title: "Speed",
        about: "The effect of speed on its pose.",
        entries: [
            number("velocity", "Speed to pose", "How far speed moves it (kᵥ, eq. 6)."),
            { key: "velocity_example", label: "To the pose", about: "Where speed moves it.", example: true },
            number("velocity_threshold", "From", "Speeds below this are ignored, in √(gravity × size)."),
        ],
    },
    {
        title: "Bounce and turn",
        about: "Momentum and orientation.",
        entries: [
            number("bounce", "Bounce", "How much of the speed lost in contact is given back (eq. 11–13)."),
            number("bounce_time", "Lies squashed", "How long it lies squashed before it gives the momentum back."),
            {
                key: "orient",
                label: "Turns",
                about: "Which angle it turns to (eq. 14).",
                options: [
                    { value: "free", label: "Freely" },
                    { value: "angle", label: "Upright" },
                    { value: "velocity", label: "Along its way" },
                ],
            },
            number("orient_rate", "Turns how fast", "How strongly it is drawn to that angle."),
            number("orient_angle", "Angle", "The angle that counts as upright, radians."),
            {
                key: "orient_symmetric",
                label: "Symmetric",
                about: "Half a turn looks the same: it then turns the short way.",
                toggle: true,
            },
        ],
    },
    {
        title: "World",
        about: "Ground, air and weight.",
        entries: [
            number("friction", "Friction", "Against what it touches."),
            number("drag", "Drag", "How the wind takes it along."),
            number("gravity", "Gravity", "How heavy it is: a factor on the stage's gravity."),
        ],
    },
];
