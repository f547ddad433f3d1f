// Copies what is selected on the stage, half a metre to the right: actors with the joints among them, obstacles, zones.
import type { Command, Joint, JointEnd, Staged, Vec2 } from "../core/project.ts";
import { inScene, rounded, selectedActors, staged } from "../scene/state.ts";
import { selection } from "../state/app.ts";
import type { SelectionKind } from "../state/app.ts";
import { freeName, send } from "../state/document.ts";

const BESIDE: Vec2 = [0.5, 0]; // metres
const beside = ([x, y]: Vec2): Vec2 => rounded([x + BESIDE[0], y + BESIDE[1]]);
type Keys = Readonly<Record<string, unknown>>;
// What is null is not given.
const given = (item: object): Keys => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
// The copy of a joint that has no end at a thing of the stage has it in the world beside; ends at obstacles stay there.
function endFor(end: JointEnd, names: ReadonlyMap<string, string>): Keys {
    const own = given(end);
    if (end.actor != null) return { ...own, actor: names.get(end.actor) ?? end.actor };
    return end.obstacle == null ? { ...own, at: beside(end.at ?? [0, 0]) } : own;
}
function copiesOfJoints({ joints }: Staged, names: ReadonlyMap<string, string>): Command[] {
    const along = ({ a, b }: Joint): boolean =>
        [a, b].every(({ actor }) => actor == null || names.has(actor)) && [a, b].some(({ actor }) => actor != null);
    return joints
        .filter(along)
        .map(({ name: _, ...joint }) =>
            inScene({ do: "joint.add", ...given(joint), a: endFor(joint.a, names), b: endFor(joint.b, names) }),
        );
}
function nextNames(taken: readonly { readonly name: string | null }[], names: readonly string[]): Map<string, string> {
    const known = taken.flatMap(({ name }) => (name === null ? [] : [{ name }]));
    const found = new Map<string, string>();
    for (const name of names) {
        const next = freeName(name.replace(/ \d+$/, ""), known);
        known.push({ name: next });
        found.set(name, next);
    }
    return found;
}
function copiesOfActors(own: Staged): { commands: Command[]; names: readonly string[] } {
    const names = nextNames(own.actors, selectedActors.peek().map(({ name }) => name)); // prettier-ignore
    const actors = selectedActors
        .peek()
        .map((actor) =>
            inScene({ do: "actor.add", ...given(actor), name: names.get(actor.name)!, at: beside(actor.at) }),
        );
    return { commands: [...actors, ...copiesOfJoints(own, names)], names: [...names.values()] };
}
function copiesOf(kind: "obstacle" | "zone", own: Staged): Command[] {
    const list = kind === "obstacle" ? own.obstacles : own.zones;
    const chosen = selection.peek().flatMap((one) => (one.kind === kind ? [list[Number(one.name)]] : []));
    const names = nextNames(list, chosen.flatMap((item) => item?.name ?? [])); // prettier-ignore
    return chosen.flatMap((item): Command[] => {
        if (!item) return [];
        const path = "path" in item ? item.path.map((key) => ({ ...key, at: beside(key.at) })) : [];
        const { at, angle, velocity, spin, name, ...rest } = item as typeof item & { velocity?: Vec2; spin?: number };
        const placed = path.length ? { path } : { at: beside(at), angle, ...(velocity && { velocity }), ...(spin !== undefined && { spin }) }; // prettier-ignore
        const copy = { ...given(rest), ...placed, ...(name !== null && { name: names.get(name) }) };
        return [inScene({ do: `${kind}.add`, ...copy })];
    });
}
export function copySelected(): void {
    const own = staged.peek();
    if (!own) return;
    const { commands, names } = copiesOfActors(own);
    const [obstacles, zones] = [copiesOf("obstacle", own), copiesOf("zone", own)];
    const all = [...commands, ...obstacles, ...zones];
    if (all.length === 0 || !send(all)) return;
    const listed = (kind: SelectionKind, first: number, count: number): { kind: SelectionKind; name: string }[] =>
        Array.from({ length: count }, (_, i) => ({ kind, name: String(first + i) }));
    selection.value = [
        ...names.map((name) => ({ kind: "actor" as const, name })),
        ...listed("obstacle", own.obstacles.length, obstacles.length),
        ...listed("zone", own.zones.length, zones.length),
    ];
}
const COPIED: readonly SelectionKind[] = ["actor", "obstacle", "zone"];
export const canCopy = (): boolean =>
    staged.value !== null && selection.value.some(({ kind }) => COPIED.includes(kind));
