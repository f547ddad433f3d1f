// Renames an obstacle, a joint or a zone. Joints and cues know it by its name, so without one they would go.
import { inScene, staged } from "../scene/state.ts";
import { send } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { LISTS, subjectOf } from "./cuekinds.ts";

export function rename(noun: "obstacle" | "joint" | "zone", index: number, typed: string): void {
    const own = staged.peek();
    const before = own?.[LISTS[noun]][index]?.name ?? null;
    const name = typed.trim() || null;
    if (!own || name === before) return;
    const joined = noun === "obstacle" && own.joints.some(({ a, b }) => a.obstacle === before || b.obstacle === before);
    const cued = own.script.map(subjectOf).some((one) => one.noun === noun && one.name === before);
    if (before !== null && name === null && (joined || cued))
        tell(
            "warning",
            joined ? `Joints end at “${before}”.` : `There are cues of “${before}”.`,
            `Give it another name, or delete its ${joined ? "joints" : "cues"} first.`,
        );
    else if (before !== null && name !== null) send(inScene({ do: `${noun}.rename`, index, to: name }));
    else send(inScene({ do: `${noun}.set`, index, name }));
}
