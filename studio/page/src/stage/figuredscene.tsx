// A scene of a verb, a graph, a shape or of creatures: it is played where those are worked on.
import { isLined } from "../core/project.ts";
import { loadSoon } from "../shell/later.ts";
import { scene, verbName, workspace } from "../state/app.ts";
import { Empty } from "../widgets/empty.tsx";

function LinedScene({ line }: { line: string }) {
  const open = (): void => {
    loadSoon(({ openLine }) => openLine(line));
    workspace.value = "lines";
  };
  return <Empty icon="spline" title="A scene of a line" text="Who follows the line is seen and drawn in the Lines workspace. verve render draws it; strengths and ground belong to stages." action={{ label: "Open Lines", icon: "spline", onClick: open, test: "open-lines" }} />;
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
      title="A scene in space"
      text={alive ? "Its creatures do what motions and gaits of the Creatures workspace say. verve render draws it; strengths and ground belong to stages." : "It shows what is blended in the Verbs workspace. verve render draws it; strengths and ground belong to stages."}
      action={{ label: alive ? "Open Creatures" : "Open Verbs", icon: alive ? "paw-print" : "person-standing", onClick: open, test: alive ? "open-creatures" : "open-verbs" }}
    />
  );
}
