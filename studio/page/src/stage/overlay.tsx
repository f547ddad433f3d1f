// Over the stage where there is nothing to play, or it cannot be played.
import { project } from "../state/document.ts";
import { Empty } from "../widgets/index.ts";
import { scene } from "../state/app.ts";
import { addStage, trouble } from "./state.ts";
import "./overlay.css";

export function Overlay() {
  if (trouble.value)
    return (
      <div class="stage-card">
        <Empty icon="circle-alert" title="This stage cannot be played" text={`${trouble.value.message}. ${trouble.value.remedy}`} />
      </div>
    );
  if (scene.value || project.value.artworks.length === 0) return null;
  return (
    <div class="stage-card">
      <Empty icon="clapperboard" title="Put it on stage" text="A stage has ground, gravity and actors. Drop the drawing on it and play." action={{ label: "New stage", icon: "plus", onClick: addStage, test: "first-stage" }} />
    </div>
  );
}
