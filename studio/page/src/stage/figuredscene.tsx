// A scene of a verb, a graph or a shape: it is played where those are worked on.
import { scene, verbName, workspace } from "../state/app.ts";
import { Empty } from "../widgets/empty.tsx";

export function FiguredScene() {
  const shown = scene.value;
  if (!shown) return null;
  const open = (): void => {
    if ("verb" in shown) verbName.value = shown.verb;
    workspace.value = "verbs";
  };
  return (
    <Empty
      icon="person-standing"
      title="A scene in space"
      text="It shows what is blended in the Verbs workspace. verve render draws it; strengths and ground belong to stages."
      action={{ label: "Open Verbs", icon: "person-standing", onClick: open, test: "open-verbs" }}
    />
  );
}
