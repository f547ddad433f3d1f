// A scene of a verb, a graph, a shape or of creatures: it is played where those are worked on.
import { scene, verbName, workspace } from "../state/app.ts";
import { Empty } from "../widgets/empty.tsx";

export function FiguredScene() {
  const shown = scene.value;
  if (!shown) return null;
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
