// Conditions in words: short on the arrows of the graph, whole sentences where they are edited or read aloud.
import type { Behaviour, Condition, Transition } from "../../core/project.ts";

export type ConditionKind =
    | "input"
    | "event"
    | "grounded"
    | "touching"
    | "finished"
    | "time"
    | "speed"
    | "along"
    | "falling"
    | "energy";

export interface KindWords {
    readonly kind: ConditionKind;
    readonly label: string; // the name in the list of kinds
    readonly unit?: string;
}
export const KINDS: readonly KindWords[] = [
    { kind: "input", label: "An input" },
    { kind: "event", label: "An event" },
    { kind: "grounded", label: "Standing" },
    { kind: "touching", label: "Touching" },
    { kind: "finished", label: "The walk's end" },
    { kind: "time", label: "Time in the state", unit: "s" },
    { kind: "speed", label: "Speed", unit: "m/s" },
    { kind: "along", label: "Speed along the ground", unit: "m/s" },
    { kind: "falling", label: "Falling speed", unit: "m/s" },
    { kind: "energy", label: "Force of a hit" },
];
export const kindWords = (kind: ConditionKind): KindWords => KINDS.find((k) => k.kind === kind)!;

export function kindOf(condition: Condition): ConditionKind {
    if (typeof condition["sense"] === "string") return condition["sense"] as ConditionKind;
    return (
        (["input", "event", "grounded", "touching", "finished"] as const).find((key) => key in condition) ?? "finished"
    );
}
const START: Record<ConditionKind, Condition> = {
    input: { above: 0.1, absolute: true },
    event: { within: 0.1 },
    grounded: { grounded: true },
    touching: { touching: true },
    finished: { finished: true },
    time: { sense: "time", above: 0.5 },
    speed: { sense: "speed", above: 1 },
    along: { sense: "along", above: 1 },
    falling: { sense: "falling", above: 1 },
    energy: { sense: "energy", above: 0.5 },
};
// The first condition of a kind; null where the behaviour has no input or event for it.
export function newCondition(kind: ConditionKind, b: Behaviour): Condition | null {
    const word = kind === "input" ? b.inputs[0] : kind === "event" ? b.events[0] : "";
    if (word === undefined) return null;
    return word ? { [kind]: word, ...START[kind] } : START[kind];
}

export const number = (condition: Condition, key: string): number =>
    typeof condition[key] === "number" ? condition[key] : 0;
export const isBelow = (condition: Condition): boolean => "below" in condition;
export const limitOf = (condition: Condition): number => number(condition, isBelow(condition) ? "below" : "above");

const formatNumber = (value: number): string => String(Number(value.toFixed(3))).replace("-", "−");
const durationWords = (condition: Condition): string =>
    number(condition, "seconds") > 0 ? ` ${formatNumber(number(condition, "seconds"))} s` : "";

// A short form, such as "walk > 0.1".
export function shortWords(condition: Condition): string {
    const kind = kindOf(condition);
    const side = `${isBelow(condition) ? "<" : ">"} ${formatNumber(limitOf(condition))}`;
    if (kind === "input")
        return condition["absolute"] === true ? `±${condition["input"]} ${side}` : `${condition["input"]} ${side}`;
    if (kind === "event") return `${condition["event"]}!`;
    if (kind === "grounded") return (condition["grounded"] ? "stands" : "in the air") + durationWords(condition);
    if (kind === "touching") return (condition["touching"] ? "touches" : "touches nothing") + durationWords(condition);
    if (kind === "finished") return condition["finished"] ? "at its end" : "before its end";
    if (kind === "time")
        return isBelow(condition)
            ? `first ${formatNumber(limitOf(condition))} s`
            : `after ${formatNumber(limitOf(condition))} s`;
    return `${{ speed: "speed", along: "ground speed", falling: "falling", energy: "hit" }[kind]} ${side}`;
}
export const label = ({ when }: Transition): string => (when.length ? when.map(shortWords).join(" · ") : "always");

// The long form, such as "walk, either way, is above 0.1".
function longWords(condition: Condition): string {
    const kind = kindOf(condition);
    const side = `is ${isBelow(condition) ? "below" : "above"} ${formatNumber(limitOf(condition))}`;
    const time = durationWords(condition) ? ` for${durationWords(condition)}` : "";
    const unit = kindWords(kind).unit;
    if (kind === "input")
        return `${condition["input"]}${condition["absolute"] === true ? ", either way," : ""} ${side}`;
    if (kind === "event")
        return `${condition["event"]} was raised${number(condition, "within") > 0 ? ` within ${formatNumber(number(condition, "within"))} s` : ""}`;
    if (kind === "grounded") return (condition["grounded"] ? "it stands on something" : "it stands on nothing") + time;
    if (kind === "touching") return (condition["touching"] ? "it touches something" : "it touches nothing") + time;
    if (kind === "finished") return condition["finished"] ? "the walk is at its end" : "the walk is not yet at its end";
    return `${kindWords(kind).label.toLowerCase()} ${side}${unit ? ` ${unit}` : ""}`;
}
export function sentence({ from, to, when }: Transition): string {
    const why = when.length ? `when ${when.map(longWords).join(" and ")}` : "at once";
    return `From ${from ?? "any state"} to ${to} ${why}`;
}
