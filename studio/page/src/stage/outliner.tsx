// The lists of the stage: scenes, actors and obstacles.
import { Thumbnail } from "../draw/thumbnail.tsx";
import { isFigured, isStaged } from "../core/project.ts";
import type { Scene, Staged, Vec2 } from "../core/project.ts";
import { sceneIndex, sceneName, selection, type SelectionKind } from "../state/app.ts";
import { project, send } from "../state/document.ts";
import { Button, Empty, IconButton, openMenu, Section, Tree } from "../widgets/index.ts";
import type { TreeItem } from "../widgets/index.ts";
import { FamilyList } from "../puppets/familylist.tsx";
import { copySelected } from "../world/copy.ts";
import { JointList } from "../world/jointlist.tsx";
import { kindIcon, obstacleLabel } from "../world/joints.ts";
import { hasPath } from "../world/paths.ts";
import { placeActor, placeObstacle } from "../world/place.ts";
import { removeSelected } from "../world/remove.ts";
import { rename } from "../world/rename.ts";
import { ZoneList } from "../world/zonelist.tsx";
import { addObstacle, addStage, staged, stageTool } from "../scene/state.ts";

const PICTURE = 24;
// ---- Scenes

const kindOf = (scene: Scene): string =>
    "verb" in scene
        ? "verb"
        : "graph" in scene
          ? "graph"
          : "creatures" in scene
            ? "creatures"
            : "line" in scene
              ? "line"
              : "shape";

function sceneItems(): TreeItem[] {
    return project.value.scenes.map((scene, i) => ({
        id: scene.name,
        label: scene.name,
        icon: isStaged(scene) ? "clapperboard" : isFigured(scene) ? "person-standing" : "waypoints",
        detail: isStaged(scene) ? `${Number(scene.seconds.toFixed(1))} s` : isFigured(scene) ? kindOf(scene) : "tour",
        live: i === sceneIndex.value,
        renames: true,
        moves: true,
        test: `scene-${scene.name}`,
        menu: () => [
            {
                label: "Delete",
                icon: "trash-2",
                danger: true,
                run: () => void send({ do: "scene.remove", scene: scene.name }),
            },
        ],
    }));
}
function choose(name: string | undefined): void {
    if (!name) return;
    sceneName.value = name;
    selection.value = [];
}
function Scenes() {
    return (
        <Section title="Scenes" actions={<IconButton icon="plus" label="New stage" onClick={addStage} />}>
            <Tree
                label="Scenes"
                items={sceneItems()}
                selected={[project.value.scenes[sceneIndex.value]?.name ?? ""]}
                onSelect={(ids) => choose(ids.at(-1))}
                onRename={(scene, to) => {
                    if (send({ do: "scene.rename", scene, to })) sceneName.value = to;
                }}
                onMove={(ids, before) => void send(ids.map((scene) => ({ do: "scene.move", scene, before })))}
                onDelete={(ids) => void send(ids.map((scene) => ({ do: "scene.remove", scene })))}
                empty={<p class="w-note">No stage yet.</p>}
                test="scenes"
            />
        </Section>
    );
}

// ---- Actors

function actorItems(own: Staged): TreeItem[] {
    return own.actors.map((actor) => ({
        id: actor.name,
        label: actor.name,
        picture: (
            <Thumbnail
                artwork={project.value.artworks.findIndex((a) => a.name === actor.artwork)}
                example={0}
                size={PICTURE}
            />
        ),
        detail: actor.behaviour ?? undefined,
        renames: true,
        moves: true,
        test: `actor-${actor.name}`,
        menu: () => [
            { label: "Copy", icon: "copy", keys: "Mod+D", run: copySelected },
            { label: "Delete", icon: "trash-2", keys: "Delete", danger: true, run: removeSelected },
        ],
    }));
}
const chosen = (kind: SelectionKind): string[] => selection.value.filter((s) => s.kind === kind).map((s) => s.name);
const pick =
    (kind: SelectionKind) =>
    (ids: readonly string[]): void => {
        selection.value = ids.map((name) => ({ kind, name }));
    };
function addActorMenu(event: MouseEvent): void {
    const entries = project.value.artworks.map((a) => ({
        label: a.name,
        icon: "image",
        run: () => placeActor(a.name),
        test: `add-${a.name}`,
    }));
    openMenu(entries, event.currentTarget as Element, { label: "Add an actor" });
}
function Actors({ own }: { own: Staged }) {
    const inScene = { scene: own.name };
    return (
        <Section
            title="Actors"
            detail={own.actors.length || undefined}
            actions={<IconButton icon="plus" label="Add an actor" onClick={addActorMenu} test="add-actor" />}
        >
            <Tree
                label="Actors"
                items={actorItems(own)}
                selected={chosen("actor")}
                onSelect={pick("actor")}
                onRename={(actor, to) => {
                    if (send({ do: "actor.rename", ...inScene, actor, to })) pick("actor")([to]);
                }}
                onMove={(ids, before) =>
                    void send(ids.map((actor) => ({ do: "actor.move", ...inScene, actor, before })))
                }
                onDelete={removeSelected}
                empty={<p class="w-note">No actor is on the stage yet.</p>}
                test="actors"
            />
        </Section>
    );
}

// ---- Obstacles

const BLOCK: readonly Vec2[] = [[-0.25, -0.25], [0.25, -0.25], [0.25, 0.25], [-0.25, 0.25]]; // prettier-ignore
function addObstacleMenu(event: MouseEvent): void {
    openMenu(
        [
            { label: "Level ground", icon: "minus", run: () => addObstacle({ kind: "ground", height: 0 }) },
            {
                label: "Slope",
                icon: "trending-up",
                run: () => placeObstacle({ kind: "half-plane", points: [[-1, -0.15], [1, 0.15]] }), // prettier-ignore
            },
            {
                label: "Platform to jump through",
                icon: "stretch-horizontal",
                run: () => placeObstacle({ kind: "segments", points: [[-0.5, 0], [0.5, 0]], one_way: true }), // prettier-ignore
            },
            {
                label: "Block",
                icon: "square",
                run: () => placeObstacle({ kind: "polygon", points: BLOCK }),
            },
            {
                label: "Wall",
                icon: "panel-left",
                run: () => placeObstacle({ kind: "segments", points: [[0, -1], [0, 1]] }), // prettier-ignore
            },
            {
                label: "Sensor: feels who is in it",
                icon: "radio",
                run: () => placeObstacle({ kind: "polygon", points: BLOCK, sensor: true }),
            },
            "line",
            {
                label: "Draw freely",
                icon: "pencil",
                keys: "D",
                run: () => void (stageTool.value = "draw"),
            },
        ],
        event.currentTarget as Element,
        { label: "Add ground" },
    );
}
function Obstacles({ own }: { own: Staged }) {
    const items = own.obstacles.map((obstacle, i): TreeItem => {
        return {
            id: String(i),
            label: obstacleLabel(obstacle),
            icon: kindIcon(obstacle),
            detail: hasPath(obstacle) ? "moves" : undefined,
            renames: true,
            dim: !obstacle.visible,
            test: `obstacle-${i}`,
        };
    });
    return (
        <Section
            title="Ground"
            detail={own.obstacles.length || undefined}
            actions={<IconButton icon="plus" label="Add ground" onClick={addObstacleMenu} test="add-ground" />}
        >
            <Tree
                label="Ground"
                items={items}
                selected={chosen("obstacle")}
                onSelect={pick("obstacle")}
                onRename={(id, name) => rename("obstacle", Number(id), name)}
                onDelete={removeSelected}
                empty={<p class="w-note">No ground yet: the actors fall.</p>}
                test="grounds"
            />
        </Section>
    );
}

// Shown for a tour, which plays places of one artwork and has no stage.
function NoStage() {
    if (project.value.scenes.length === 0) return null;
    return (
        <Section title="Stage">
            <p class="w-note">
                This scene is a tour: one drawing goes through its poses at set times. Physics happens on a stage.
            </p>
            <Button label="New stage" icon="plus" kind="primary" onClick={addStage} test="new-stage" />
        </Section>
    );
}

export function Outliner() {
    const own = staged.value;
    if (project.value.artworks.length === 0)
        return (
            <Empty
                icon="image"
                title="No drawing yet"
                text="Bring one in on the Rig workspace; here it is put on stage."
            />
        );
    return (
        <>
            <Scenes />
            {own ? (
                <>
                    <Actors own={own} />
                    <Obstacles own={own} />
                    <JointList own={own} />
                    <ZoneList own={own} />
                    <FamilyList />
                </>
            ) : (
                <NoStage />
            )}
        </>
    );
}
