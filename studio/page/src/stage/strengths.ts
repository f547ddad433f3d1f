// Every strength of a sprite as the inspector shows it: words first, the symbol and its equation in the tooltip. Ranges are
// those that make sense under a hand; what is typed may go further (docs/format.md).

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
// An example to lead to.
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

export const GROUPS: readonly Group[] = [
  {
    title: "Shape",
    about: "How firmly it keeps the shape of its place among the poses.",
    entries: [
      { key: "stiffness", label: "Firmness", about: "Of the whole drawing towards its rest shape (k, eq. 7–8).", min: 0, max: 120, default: 40, unit: "Hz" },
      { key: "local", label: "Local firmness", about: "Of each neighbourhood towards its rest shape: low lets it bend and wobble (eq. 9–10).", min: 0, max: 120, default: 20, unit: "Hz" },
      { key: "damping", label: "Damping", about: "How fast wobbling dies away.", min: 0, max: 30, default: 2, unit: "/s" },
    ],
  },
  {
    title: "Poses",
    about: "How it goes about among its poses.",
    entries: [
      { key: "projection", label: "Follow its shape", about: "How far its place follows the shape that it is pushed into (eq. 2).", min: 0, max: 1, default: 1 },
      { key: "equilibrium", label: "Return", about: "How strongly it is drawn back to its own place (eq. 3).", min: 0, max: 40, default: 14, unit: "Hz" },
      { key: "settle", label: "Settle", about: "How it gets there: below 1 it overshoots and swings.", min: 0.05, max: 2, default: 0.7 },
    ],
  },
  {
    title: "Impact",
    about: "What hitting something does to its pose.",
    entries: [
      { key: "energy", label: "Energy to pose", about: "How far the energy of a contact moves it (kₑ, eq. 4–5).", min: 0, max: 6, default: 0 },
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
      { key: "energy_threshold", label: "From", about: "Energies below this are ignored, in weight × size.", min: 0, max: 2, default: 0.05 },
      { key: "energy_time", label: "Lasts", about: "How long it lasts.", min: 0.01, max: 1, default: 0.12, unit: "s", log: true },
    ],
  },
  {
    title: "Speed",
    about: "What flying fast does to its pose.",
    entries: [
      { key: "velocity", label: "Speed to pose", about: "How far speed moves it (kᵥ, eq. 6).", min: 0, max: 2, default: 0 },
      { key: "velocity_example", label: "To the pose", about: "Where speed moves it.", example: true },
      { key: "velocity_threshold", label: "From", about: "Speeds below this are ignored, in √(gravity × size).", min: 0, max: 4, default: 0.3 },
    ],
  },
  {
    title: "Bounce and turn",
    about: "Momentum and orientation.",
    entries: [
      { key: "bounce", label: "Bounce", about: "How much of the speed lost in contact is given back (eq. 11–13).", min: 0, max: 1.5, default: 0 },
      { key: "bounce_time", label: "Lies squashed", about: "How long it lies squashed before it gives the momentum back.", min: 0, max: 0.3, default: 0.06, unit: "s" },
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
      { key: "orient_rate", label: "Turns how fast", about: "How strongly it is drawn to that angle.", min: 0, max: 40, default: 0, unit: "/s" },
      { key: "orient_angle", label: "Angle", about: "The angle that counts as upright, radians.", min: -3.1416, max: 3.1416, default: 0, unit: "rad" },
      { key: "orient_symmetric", label: "Symmetric", about: "Half a turn looks the same: it then turns the short way.", toggle: true },
    ],
  },
  {
    title: "World",
    about: "Ground, air and weight.",
    entries: [
      { key: "friction", label: "Friction", about: "Against what it touches.", min: 0, max: 2, default: 0.6 },
      { key: "drag", label: "Drag", about: "How the wind takes it along.", min: 0, max: 10, default: 0, unit: "/s" },
      { key: "gravity", label: "Gravity", about: "How heavy it is: a factor on the stage's gravity.", min: -1, max: 3, default: 1 },
    ],
  },
];
