// Everything in the project that can be opened from the palette.
import { isStaged } from "../core/project.ts";
import type { Project } from "../core/project.ts";
import { artworkName, sceneName, select, selection, workspace } from "../state/app.ts";
import type { SelectionKind, WorkspaceId } from "../state/app.ts";
import { laterWorkspaces } from "../state/later.ts";
import type { LaterKind } from "../state/later.ts";

export interface Goal {
    readonly id: string;
    readonly label: string;
    readonly detail: string; // its kind, and what it belongs to
    readonly icon: string;
    readonly go: () => void;
}

function goal(
    kind: SelectionKind,
    icon: string,
    word: string,
    name: string,
    of: string,
    where: () => void,
    to: WorkspaceId | null,
): Goal {
    return {
        id: `go.${kind}.${of}.${name}`,
        label: name,
        detail: of ? `${word} of ${of}` : word,
        icon,
        go() {
            where();
            if (to) workspace.value = to;
            if (kind === "artwork" || kind === "scene") selection.value = [];
            else select(kind, name);
        },
    };
}

export function goals(project: Project): Goal[] {
    const found: Goal[] = [];
    for (const art of project.artworks) {
        const here = (): void => void (artworkName.value = art.name);
        const toArt = workspace.value === "stage" ? "rig" : null;
        found.push(goal("artwork", "image", "Drawing", art.name, "", here, toArt));
        for (const layer of art.layers) found.push(goal("layer", "layers", "Layer", layer.name, art.name, here, "rig"));
        for (const handle of art.handles)
            found.push(
                goal(
                    "handle",
                    handle.kind === "bone" ? "bone" : "circle-dot",
                    "Handle",
                    handle.name,
                    art.name,
                    here,
                    toArt,
                ),
            );
        for (const example of art.examples)
            found.push(goal("example", "person-standing", "Pose", example.name, art.name, here, "poses"));
        for (const behaviour of art.behaviours)
            found.push(goal("behaviour", "workflow", "Behaviour", behaviour.name, art.name, here, "stage"));
    }
    for (const scene of project.scenes) {
        const here = (): void => void (sceneName.value = scene.name);
        found.push(goal("scene", "clapperboard", "Scene", scene.name, "", here, "stage"));
        if (isStaged(scene))
            for (const actor of scene.actors)
                found.push(goal("actor", "user", "Actor", actor.name, scene.name, here, "stage"));
    }
    const inSpace = (kind: LaterKind, icon: string, word: string, name: string, to: WorkspaceId): Goal => ({
        id: `go.${kind}..${name}`,
        label: name,
        detail: word,
        icon,
        go() {
            laterWorkspaces.open(kind, name);
            workspace.value = to;
        },
    });
    for (const one of project.creatures)
        found.push(inSpace("creature", "paw-print", "Creature", one.name, "creatures"));
    for (const one of project.motions) found.push(inSpace("motion", "activity", "Motion", one.name, "creatures"));
    for (const one of project.gaits) found.push(inSpace("gait", "footprints", "Gait", one.name, "creatures"));
    for (const one of project.lines) found.push(inSpace("line", "spline", "Line of action", one.name, "lines"));
    return found;
}
