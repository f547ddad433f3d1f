// Deletes what is selected on the stage. The core removes the joints of what goes, and what the script says about it.
import type { Command } from "../core/project.ts";
import { inScene, staged } from "../scene/state.ts";
import { selection } from "../state/app.ts";
import type { SelectionKind } from "../state/app.ts";
import { send } from "../state/document.ts";

const LISTED: readonly SelectionKind[] = ["joint", "obstacle", "zone"];
export const hasRemovable = (): boolean =>
    selection.value.some(({ kind }) => kind === "actor" || LISTED.includes(kind));

export function removeSelected(): void {
    if (!staged.value) return;
    const names = (kind: SelectionKind): string[] =>
        selection.value.filter((one) => one.kind === kind).map(({ name }) => name);
    // The last first, so that the indices of those before it stay as they are; joints before what they hang on.
    const listed = LISTED.flatMap((kind): Command[] =>
        names(kind)
            .map(Number)
            .sort((a, b) => b - a)
            .map((index) => inScene({ do: `${kind}.remove`, index })),
    );
    const actors = names("actor").map((actor) => inScene({ do: "actor.remove", actor }));
    if (listed.length + actors.length > 0 && send([...listed, ...actors])) selection.value = [];
}
