// Shown for scenes of a verb, graph, shape, line or creatures: they are played in the workspaces where those are
// edited.
import { isLined } from "../core/project.ts";
import { scene, verbName, workspace } from "../state/app.ts";
import { laterWorkspaces } from "../state/later.ts";
import { Empty } from "../widgets/empty.tsx";

function LinedScene({ line }: { line: string }) {
    const open = (): void => {
        laterWorkspaces.open("line", line);
        workspace.value = "lines";
    };
    return (
        <Empty
            icon="spline"
            title="A scene of a line"
            text="The line and what follows it are edited in the Lines workspace. verve render draws it; strengths and ground belong to stages."
            action={{ label: "Open Lines", icon: "spline", onClick: open, test: "open-lines" }}
        />
    );
}

export function FiguredScene() {
    const shown = scene.value;
    if (!shown) return null;
    if (isLined(shown)) return <LinedScene line={shown.line} />;
    const alive = "creatures" in shown;
    const open = (): void => {
        if ("verb" in shown) verbName.value = shown.verb;
        workspace.value = alive ? "creatures" : "verbs";
    };
    return (
        <Empty
            icon={alive ? "paw-print" : "person-standing"}
            title="A 3-D scene"
            text={
                alive
                    ? "Its creatures play motions and gaits, which are edited in the Creatures workspace. verve render draws it; strengths and ground belong to stages."
                    : "Its verb, graph or shape is edited in the Verbs workspace. verve render draws it; strengths and ground belong to stages."
            }
            action={{
                label: alive ? "Open Creatures" : "Open Verbs",
                icon: alive ? "paw-print" : "person-standing",
                onClick: open,
                test: alive ? "open-creatures" : "open-verbs",
            }}
        />
    );
}
