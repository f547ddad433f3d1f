// Copies what is selected on the stage, to the right of it: actors with the joints among them, obstacles, zones.
import type { Command, Joint, JointEnd, Staged, Vec2 } from "../core/project.ts";
import { extentOf } from "../draw/extent.ts";
import { isEndless, shownObstacles } from "../draw/scenery.ts";
import { inScene, rounded, selectedActors, staged } from "../scene/state.ts";
import { isSelected, selection } from "../state/app.ts";
import type { SelectionKind } from "../state/app.ts";
import { freeName, send, studio } from "../state/document.ts";
import { zonePoints } from "./zones.ts";

const LEAST = 0.5; // metres
const GAP = 0.1;
type Beside = (at: Vec2) => Vec2;
// By as much as what is selected is wide, in whole tenths of a metre.
function besideSelected(own: Staged): Beside {
    const play = studio.peek()?.playing();
    const actors = (play?.actors ?? []).flatMap(({ vertices }, i): number[] => {
        const { left, right } = extentOf(vertices);
        return isSelected("actor", own.actors[i]?.name ?? "") ? [left, right] : [];
    });
    const outlines = [
        ...shownObstacles(own.obstacles, play?.obstacles).flatMap((one, i) =>
            isSelected("obstacle", String(i)) && !isEndless(one) ? (one.points ?? []) : [],
        ),
        ...(play?.zones ?? []).flatMap((now, i) =>
            isSelected("zone", String(i)) ? zonePoints(own.zones[i]!, now) : [],
        ),
    ].map(([x]) => x);
    const all = [...actors, ...outlines];
    const width = all.length ? Math.max(...all) - Math.min(...all) : 0;
    const by = Math.max(LEAST, Math.ceil((width + GAP) / GAP) * GAP);
    return ([x, y]) => rounded([x + by, y]);
}
type Keys = Readonly<Record<string, unknown>>;
// What is null is not given.
const given = (item: object): Keys => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
// The copy of a joint that has no end at a thing of the stage has it in the world beside; ends at obstacles stay there.
function endFor(end: JointEnd, names: ReadonlyMap<string, string>, beside: Beside): Keys {
    const own = given(end);
    if (end.actor != null) return { ...own, actor: names.get(end.actor) ?? end.actor };
    return end.obstacle == null ? { ...own, at: beside(end.at ?? [0, 0]) } : own;
}
function copiesOfJoints({ joints }: Staged, names: ReadonlyMap<string, string>, beside: Beside): Command[] {
    const along = ({ a, b }: Joint): boolean =>
        [a, b].every(({ actor }) => actor == null || names.has(actor)) && [a, b].some(({ actor }) => actor != null);
    return joints.filter(along).map(({ name: _, ...joint }) =>
        inScene({
            do: "joint.add",
            ...given(joint),
            a: endFor(joint.a, names, beside),
            b: endFor(joint.b, names, beside),
        }),
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
function copiesOfActors(own: Staged, beside: Beside): { commands: Command[]; names: readonly string[] } {
    const names = nextNames(own.actors, selectedActors.peek().map(({ name }) => name)); // prettier-ignore
    const actors = selectedActors
        .peek()
        .map((actor) =>
            inScene({ do: "actor.add", ...given(actor), name: names.get(actor.name)!, at: beside(actor.at) }),
        );
    return { commands: [...actors, ...copiesOfJoints(own, names, beside)], names: [...names.values()] };
}
function copiesOf(kind: "obstacle" | "zone", own: Staged, beside: Beside): Command[] {
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
    const beside = besideSelected(own);
    const { commands, names } = copiesOfActors(own, beside);
    const [obstacles, zones] = [copiesOf("obstacle", own, beside), copiesOf("zone", own, beside)];
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
