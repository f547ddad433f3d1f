// What can follow a line, and the menu that starts a line for it.
import { project } from "../state/document.ts";
import { openMenu, type MenuEntry, type MenuPlace } from "../widgets/index.ts";
import type { Line } from "../core/project.ts";
import { addLine, type Follower } from "./edits.ts";

export interface Candidate {
    readonly label: string;
    readonly icon: string;
    readonly of: Follower;
}
export function candidates(): readonly Candidate[] {
    const { skeletons, creatures, artworks } = project.value;
    return [
        ...skeletons.map((one) => ({ label: one.name, icon: "bone", of: { skeleton: one.name } })),
        ...creatures.map((one) => ({ label: one.name, icon: "paw-print", of: { creature: one.name } })),
        ...artworks
            .filter((one) => one.handles.length > 0)
            .map((one) => ({ label: one.name, icon: "image", of: { artwork: one.name } })),
    ];
}
export const followerOf = (one: Line): string => one.skeleton ?? one.creature ?? one.artwork ?? "";
export const iconOf = (one: Line): string => (one.skeleton ? "bone" : one.creature ? "paw-print" : "image");

export function addMenu(place: MenuPlace): void {
    const all = candidates();
    if (all.length === 1) return addLine(all[0]!.of);
    const entries: MenuEntry[] = all.map((one) => ({
        label: `For ${one.label}`,
        icon: one.icon,
        run: () => addLine(one.of),
        test: `line-for-${one.label}`,
    }));
    openMenu(entries, place, { label: "New line for" });
}
