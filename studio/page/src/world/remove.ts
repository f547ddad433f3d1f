// Deletes what is selected on the stage, with the joints that hang on it.
import type { Command, Joint } from "../core/project.ts";
import { plain, selectedActors, setScene, staged } from "../scene/state.ts";
import { isSelected, selection } from "../state/app.ts";
import { send } from "../state/document.ts";

export const hasRemovable = (): boolean =>
    selection.value.some(({ kind }) => kind === "actor" || kind === "obstacle" || kind === "joint");

export function removeSelected(): void {
    const own = staged.value;
    if (!own) return;
    const commands: Command[] = [];
    const stays = (kind: "obstacle" | "joint") => (_: unknown, i: number) => !isSelected(kind, String(i));
    const obstacles = own.obstacles.filter(stays("obstacle"));
    const gone = own.obstacles.filter((obstacle) => !obstacles.includes(obstacle)).map(({ name }) => name);
    const hangs = ({ a, b }: Joint): boolean =>
        [a, b].some((end) => end.actor === null && end.obstacle !== null && gone.includes(end.obstacle));
    const joints = own.joints.filter((joint, i) => stays("joint")(joint, i) && !hangs(joint));
    if (obstacles.length < own.obstacles.length || joints.length < own.joints.length)
        commands.push(setScene({ obstacles: obstacles.map(plain), joints: joints.map(plain) }));
    for (const { name } of selectedActors.value) commands.push({ do: "actor.remove", scene: own.name, actor: name });
    if (commands.length && send(commands)) selection.value = [];
}
