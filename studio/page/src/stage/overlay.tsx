// Over the stage: the keys that steer the actor, or the reason why the stage cannot be played.
import { project } from "../state/document.ts";
import { Empty } from "../widgets/index.ts";
import { NoDrawing } from "../rig/overlay.tsx";
import { scene } from "../state/app.ts";
import { Legend } from "./behaviour/legend.tsx";
import { addStage, trouble } from "../scene/state.ts";
import "./overlay.css";

export function Overlay() {
    if (trouble.value)
        return (
            <div class="stage-card">
                <Empty
                    icon="circle-alert"
                    title="This stage cannot be played"
                    text={`${trouble.value.message}. ${trouble.value.remedy}`}
                />
            </div>
        );
    if (project.value.artworks.length === 0) return <NoDrawing />;
    if (scene.value) return <Legend />;
    return (
        <div class="stage-card">
            <Empty
                icon="clapperboard"
                title="Put it on stage"
                text="A stage has ground, gravity and actors. Drop the drawing on it and play."
                action={{ label: "New stage", icon: "plus", onClick: addStage, test: "first-stage" }}
            />
        </div>
    );
}
